import { describe, expect, it } from 'vitest';
import { choice, isJudgementError, judgeWith, noul, type Questions } from '../../../src/index.js';
import {
  type SampledMessagesJudgeOptions,
  sampledMessagesJudge,
} from '../../../src/judges/messages/index.js';
import { at, type Scripted, type Sent, textAt, withScript } from '../scripted.js';
import { messageOf, refusalOf } from './bodies.js';

const UNSAFE = { unsafe: noul('Is this call unsafe?') };

/** Asks a service that does what a script says. */
function ask<const Q extends Questions>(
  script: (sent: Sent, index: number) => Scripted,
  questions: Q,
  options: Partial<SampledMessagesJudgeOptions> = {},
) {
  return withScript(script, async ({ url, sent }) => {
    const model = sampledMessagesJudge(url, { model: 'claude-sonnet-5', retries: 0, ...options });
    return { result: await judgeWith(model, { state: 'x', questions }), sent };
  });
}

/** A service that says one text after another. */
function inTurn(texts: readonly string[]): (sent: Sent, index: number) => Scripted {
  return (_, index) => ({ text: texts[index] ?? '' });
}

function naming(token: string): string {
  return messageOf(JSON.stringify({ answer: token }));
}

describe('a sampled messages judge', () => {
  it('asks for one label, in a form that has no other, once a sample', async () => {
    const said = ['Yes', 'Yes', 'No', 'Yes'].map(naming);
    const { result, sent } = await ask(inTurn(said), UNSAFE, { samples: 4 });
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
    expect(at(sent[0]?.body ?? {}, 'output_config', 'format', 'schema')).toEqual({
      type: 'object',
      properties: { answer: { type: 'string', enum: ['Yes', 'No'] } },
      required: ['answer'],
      additionalProperties: false,
    });
    expect(result.answers.unsafe.noul).toBe(0.75);
    expect(result.details?.unsafe).toMatchObject({ samples: 4, mass: 1 });
    expect(result.details?.unsafe?.interval?.[0]).toBeCloseTo(0.3006418, 6);
    expect(result.judge.method).toBe('sampled');
    expect(result.usage).toEqual({ inputTokens: 1_200, outputTokens: 56 });
  });

  it('asks ten times where nothing else is said', async () => {
    const { sent } = await ask(() => ({ text: naming('No') }), UNSAFE);
    expect(sent).toHaveLength(10);
  });

  it('shares the samples among orders', async () => {
    const questions = { which: choice('Which?', ['left', 'right']) };
    const { result, sent } = await ask(() => ({ text: naming('A') }), questions, {
      samples: 4,
      rotations: 2,
    });
    const firsts = sent.map(({ body }) =>
      textAt(body, 'messages', 0, 'content').includes('"answer":"A","means":"left"'),
    );
    expect(firsts.filter((one) => one)).toHaveLength(2);
    expect(result.answers.which.probabilities).toEqual({ left: 0.5, right: 0.5 });
  });

  it('leaves out what names no label, and refuses where most refuse', async () => {
    const some = [naming('Yes'), messageOf('Yes'), refusalOf(), naming('yes')];
    const { result } = await ask(inTurn(some), UNSAFE, { samples: 4 });
    expect(result.answers.unsafe.unmeasurable).toBe(true);
    expect(result.details?.unsafe?.mass).toBe(0.25);
    const most = [refusalOf(), refusalOf(), naming('Yes')];
    const other = await ask(inTurn(most), UNSAFE, { samples: 3 });
    expect(other.result.answers.unsafe.refusal).toBe(true);
  });

  it('is an error where all were cut off', async () => {
    const text = messageOf('{"answer":"Y', { stop_reason: 'max_tokens' });
    const asking = ask(() => ({ text }), UNSAFE, { samples: 2 });
    const error = await asking.catch((caught: unknown) => caught);
    expect(isJudgementError(error) && [error.code, error.path]).toEqual([
      'bad_answer',
      'answers.unsafe',
    ]);
  });

  it('is an error where one sample is none at all', async () => {
    const texts = [naming('Yes'), messageOf('', { stop_reason: 'tool_use' })];
    const asking = ask(inTurn(texts), UNSAFE, { samples: 2, parallel: 1 });
    const error = await asking.catch((caught: unknown) => caught);
    expect(isJudgementError(error) && error.code).toBe('bad_answer');
  });

  it('names its own options alone', () => {
    const make = (): unknown =>
      sampledMessagesJudge('https://api.example', {
        model: 'm',
        ...JSON.parse('{"perRequest":2}'),
      });
    expect(make).toThrow(
      expect.objectContaining({ code: 'bad_option', path: 'options.perRequest' }),
    );
  });
});
