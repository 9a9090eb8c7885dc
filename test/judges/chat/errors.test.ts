import { describe, expect, it } from 'vitest';
import { isJudgementError, type JudgementError, judgeWith, noul } from '../../../src/index.js';
import { type ChatJudgeOptions, chatJudge } from '../../../src/judges/chat/index.js';
import { type Scripted, withScript } from '../scripted.js';
import { answered } from './bodies.js';

const GOOD: Scripted = {
  text: answered([
    ['Yes', -0.02],
    ['No', -4],
  ]),
};

/** An error as OpenAI documents it. */
function errorOf(code: string | null, type = 'invalid_request_error', param: string | null = null) {
  return JSON.stringify({ error: { message: 'MARKER of what was sent', type, param, code } });
}

/** Asks a service that says one thing after another, and does not wait between. */
function ask(replies: readonly Scripted[], options: Partial<ChatJudgeOptions> = {}) {
  const script = (_: unknown, index: number): Scripted => replies[index] ?? GOOD;
  return withScript(script, async ({ url, sent }) => {
    const judge = chatJudge(`${url}/v1`, { model: 'm', timer: atOnce, ...options });
    const request = { state: 'x', questions: { unsafe: noul('Unsafe?') } };
    try {
      return { result: await judgeWith(judge, request), count: sent.length };
    } catch (error) {
      if (isJudgementError(error)) return { error, count: sent.length };
      throw error;
    }
  });
}

/** A retry has nothing to wait for here, and limits of time are those of the host. */
function atOnce(callback: () => void, milliseconds: number): () => void {
  const handle = setTimeout(callback, milliseconds < 10_000 ? 0 : milliseconds);
  return () => clearTimeout(handle);
}

describe('an error of chat completions', () => {
  it.each([
    [401, errorOf('invalid_api_key'), ': invalid_request_error, invalid_api_key', 1],
    [404, errorOf('model_not_found'), ': invalid_request_error, model_not_found', 1],
    [
      400,
      errorOf('context_length_exceeded', 'invalid_request_error', 'messages'),
      ': invalid_request_error, context_length_exceeded',
      1,
    ],
    [429, errorOf('insufficient_quota', 'insufficient_quota'), ': insufficient_quota', 1],
    [429, errorOf('rate_limit_exceeded', 'requests'), ': rate_limit_exceeded', 3],
    [500, errorOf(null, 'server_error'), ': server_error', 3],
    [503, '<html>', '', 3],
    [
      400,
      '{"error":{"code":"content_filter","status":400,"message":"MARKER"}}',
      ': content_filter',
      1,
    ],
    [
      422,
      '{"detail":[{"loc":["body","model"],"msg":"MARKER","input":"MARKER"}]}',
      ': body.model',
      1,
    ],
    [400, '{"object":"error","message":"MARKER","code":40001}', '', 1],
  ])('of status %i is told in words of ours (%#)', async (status, text, words, count) => {
    const replies = Array.from({ length: 9 }, () => ({ status, text }));
    const { error, count: asked } = await ask(replies);
    expect(asked).toBe(count);
    expect(error).toMatchObject({ code: 'judge_unavailable', status, attempts: count });
    expect(error?.rule).toBe(
      `a judge answers with status 200, and this response has ${status}${words}`,
    );
    expect(shown(error)).not.toContain('MARKER');
  });

  it('is asked again about twice, and then answered', async () => {
    const { result, count } = await ask([
      { status: 429, text: errorOf('rate_limit_exceeded'), headers: { 'retry-after': '0' } },
      { status: 503, text: '{}' },
    ]);
    expect([count, result?.attempts]).toEqual([3, 3]);
    expect(result?.answers.unsafe.noul).toBeCloseTo(0.98, 2);
  });

  it('is a request that was too slow as well', async () => {
    const hangs = (): Promise<Scripted> => new Promise(() => undefined);
    const error = await withScript(hangs, async ({ url }) => {
      const judge = chatJudge(`${url}/v1`, { model: 'm', timeoutMs: 30 });
      const asking = judgeWith(judge, { state: 'x', questions: { unsafe: noul('Unsafe?') } });
      return asking.catch((caught: unknown) => caught);
    });
    expect(isJudgementError(error) && [error.code, error.path]).toEqual([
      'judge_unavailable',
      'options.timeoutMs',
    ]);
  });

  it.each([
    ['no JSON', { text: 'Yes' }, 'judge_unavailable'],
    ['half of it', { text: GOOD.text.slice(0, -1) }, 'judge_unavailable'],
    ['a page', { text: GOOD.text, headers: { 'content-type': 'text/html' } }, 'judge_unavailable'],
    ['a member twice', { text: GOOD.text.replace('{', '{"model":"other",') }, 'bad_answer'],
    ['a list', { text: `[${GOOD.text}]` }, 'bad_answer'],
    ['nothing in it', { text: '{}' }, 'bad_answer'],
  ])('is a body with %s', async (_, reply, code) => {
    const { error } = await ask([reply], { retries: 0 });
    expect(error?.code).toBe(code);
  });
});

function shown(error: JudgementError | undefined): string {
  return `${error?.message} ${error?.stack} ${JSON.stringify(error)}`;
}
