import { describe, expect, it } from 'vitest';
import { httpJudge, judgeHandler } from '../../src/http/index.js';
import { type HandlerErrorCode, ServiceFault } from '../../src/http/service-fault.js';
import { type Judge, judgeWith, noul, rulesJudge } from '../../src/index.js';
import {
  allOf,
  ask,
  countingTimer,
  errorOf,
  GOOD,
  JSON_TYPE,
  MARKER,
  timers,
  until,
} from './asking.js';
import { startFaultServer } from './fault-server.js';

const URL_OF_JUDGE = 'https://judge.example/';
const REFUSED = 'a judge answers with status 200, and this response has';

/** What asking a judge comes to whose every response is this one. */
function refusedWith(
  status: number,
  body: ConstructorParameters<typeof Response>[0],
  headers: Readonly<Record<string, string>> = JSON_TYPE,
) {
  return errorOf(ask(URL_OF_JUDGE, { fetch: async () => new Response(body, { status, headers }) }));
}

/** What asking a handler of ours comes to. */
function refusedBy(
  judge: Judge,
  state: string,
  asked: Parameters<typeof judgeWith>[1]['questions'],
) {
  const handle = judgeHandler(judge, { maxRequestBytes: 2_000, maxQuestions: 2 });
  const client = httpJudge(URL_OF_JUDGE, {
    fetch: async (url, init) => handle(new Request(url, init)),
  });
  return errorOf(judgeWith(client, { state, questions: asked }));
}

describe('a refusal of our own handler', () => {
  const [a, b, c] = [noul('a?'), noul('b?'), noul('c?')];

  it('says which questions the judge does not know of, and what to do', async () => {
    expect(await refusedBy(rulesJudge(), 'ls', { mood: noul('Angry?') })).toMatchObject({
      code: 'judge_unavailable',
      path: 'response',
      status: 422,
      rule: `${REFUSED} 422: unknown_question, request.questions`,
      fix: 'ask what the judge is made for: its state, its questions, and no more than it takes',
    });
  });

  it('says that the state is not one for this judge', async () => {
    const error = await refusedBy(rulesJudge(), 'ls', { unsafe: noul('Unsafe?') });
    expect(error.rule).toBe(`${REFUSED} 422: bad_state, request.state`);
  });

  it('says that there are too many questions', async () => {
    const error = await refusedBy(rulesJudge(), 'ls', { a, b, c });
    expect(error.rule).toBe(`${REFUSED} 422: bad_question, request.questions`);
  });

  it('says that the request is too large', async () => {
    const error = await refusedBy(rulesJudge(), 'x'.repeat(3_000), { a });
    expect(error.rule).toBe(`${REFUSED} 413: too_large, request.body`);
    expect(error.fix).toBe('send less: the judge does not read that much');
  });

  const codes: readonly HandlerErrorCode[] = [
    'bad_request',
    'bad_syntax',
    'duplicate_member',
    'forbidden_member',
    'lone_surrogate',
    'not_finite',
    'unsafe_integer',
    'too_deep',
    'unauthorized',
    'method_not_allowed',
    'request_timeout',
    'too_large',
    'unsupported_media_type',
    'bad_state',
    'bad_question',
    'unknown_question',
    'too_busy',
    'client_closed',
    'internal',
    'bad_answer',
    'judge_unavailable',
    'timed_out',
  ];

  it.each(codes)('is told by its words: %s', async (code) => {
    const { status, body } = new ServiceFault(code);
    const error = await refusedWith(status, JSON.stringify(body));
    expect(error.rule).toBe(`${REFUSED} ${status}: ${code}, ${body.error.path}`);
  });

  it('is told without a fix that points to a log', async () => {
    for (const status of [400, 402, 410, 413, 415, 418, 422]) {
      expect((await refusedWith(status, null)).fix).not.toContain('log');
    }
  });
});

/** A body in the form of ours, with anything in the place of its words. */
function form(code: unknown, path: unknown = 'request.state'): string {
  return JSON.stringify({ error: { code, path, rule: MARKER, fix: MARKER } });
}

describe('a refusal of a stranger', () => {
  it('is told without a path that is not ours', async () => {
    for (const path of [`request.state.${MARKER}`, MARKER, 7, null, ['judge'], { judge: 1 }]) {
      const error = await refusedWith(422, form('bad_state', path));
      expect(error.rule).toBe(`${REFUSED} 422: bad_state`);
      expect(allOf(error)).not.toContain(MARKER);
    }
  });

  it.each([
    ['another code', form(MARKER)],
    ['a code with more in it', form(`bad_state ${MARKER}`)],
    ['the name of what every object has', form('constructor')],
    ['a code that is a list', form(['bad_state'])],
    ['no error', JSON.stringify({ code: 'bad_state', path: MARKER })],
    ['an error that is text', JSON.stringify({ error: 'bad_state' })],
    ['a list', '[]'],
    ['null', 'null'],
    ['what is no JSON', `${form('bad_state')}!`],
    ['two codes', `{"error":{"code":"bad_state","code":"bad_answer"}}`],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
    ['a byte order mark', `\ufeff${form('bad_state')}`],
    ['nothing', ''],
    ['no body', null],
    ['one byte too many', form('bad_state').padEnd(16_385)],
    ['lists without end', '['.repeat(16_000)],
  ])('is told by its status alone after %s', async (_, body) => {
    const error = await refusedWith(422, body);
    expect(error.rule).toBe(`${REFUSED} 422`);
    expect(allOf(error)).not.toContain(MARKER);
  });

  it('is read up to 16 KiB', async () => {
    const error = await refusedWith(422, form('bad_state').padEnd(16_384));
    expect(error.rule).toBe(`${REFUSED} 422: bad_state, request.state`);
  });

  it('is told by its status alone where it is not called JSON, or is of another status', async () => {
    const body = form('bad_state');
    expect((await refusedWith(422, body, { 'content-type': 'text/html' })).rule).toBe(
      `${REFUSED} 422`,
    );
    expect((await refusedWith(422, body, {})).rule).toBe(`${REFUSED} 422`);
    expect((await refusedWith(201, body)).rule).toBe(`${REFUSED} 201`);
  });

  it('is told by its status alone where a fetch gives a body that cannot be read', async () => {
    for (const body of [{ getReader: 1 }, {}, { getReader: () => ({}) }]) {
      const response = { status: 422, headers: new Headers(JSON_TYPE), body };
      const error = await errorOf(
        ask(URL_OF_JUDGE, { fetch: async () => Object.assign(Object.create(null), response) }),
      );
      expect([error.code, error.rule]).toEqual(['judge_unavailable', `${REFUSED} 422`]);
    }
  });
});

describe('the body of a refusal, on its way', () => {
  const body = form('bad_state');

  it('that does not come is waited for as long as an attempt may take', async () => {
    const server = await startFaultServer(({ head, socket }) => {
      head(422, { ...JSON_TYPE, 'content-length': String(body.length) });
      socket.write(body.slice(0, 9));
    });
    const { timer, pending } = countingTimer();
    const before = timers();
    const error = await errorOf(ask(server.origin, { timeoutMs: 200, timer }));
    expect(error).toMatchObject({ code: 'judge_unavailable', status: 422, attempts: 1 });
    expect(error.rule).toBe(`${REFUSED} 422`);
    expect(pending()).toBe(0);
    await until(() => server.open.size === 0);
    await until(() => timers() <= before);
    await server.close();
  });

  it('that does not end is let go of', async () => {
    const server = await startFaultServer(({ head, socket }) => {
      head(503, { ...JSON_TYPE, 'transfer-encoding': 'chunked' });
      const more = (): void => {
        while (!socket.destroyed && socket.write(`1000\r\n${' '.repeat(4_096)}\r\n`));
      };
      socket.on('drain', more);
      more();
    });
    const { timer, pending } = countingTimer();
    const error = await errorOf(ask(server.origin, { timer }));
    expect([error.rule, pending()]).toEqual([`${REFUSED} 503`, 0]);
    await until(() => server.open.size === 0);
    await server.close();
  });

  it('that breaks off leaves the status', async () => {
    const server = await startFaultServer(({ head, socket }) => {
      head(422, { ...JSON_TYPE, 'content-length': String(body.length) });
      socket.end(body.slice(0, 9));
    });
    expect((await errorOf(ask(server.origin))).rule).toBe(`${REFUSED} 422`);
    await until(() => server.open.size === 0);
    await server.close();
  });

  it('that the caller no longer waits for is aborted', async () => {
    const server = await startFaultServer(({ head }) => {
      head(503, { ...JSON_TYPE, 'content-length': String(body.length) });
    });
    const { timer, pending } = countingTimer();
    const controller = new AbortController();
    const asking = ask(server.origin, { retries: 2, timer }, controller.signal);
    setTimeout(() => controller.abort(), 50);
    expect((await errorOf(asking)).code).toBe('aborted');
    expect(pending()).toBe(0);
    await until(() => server.open.size === 0);
    expect(server.requests.length).toBe(1);
    await server.close();
  });

  it('that came whole leaves the connection for the next request', async () => {
    const kept = { ...JSON_TYPE, connection: 'keep-alive' };
    const server = await startFaultServer(({ respond, index }) =>
      index === 0 ? respond(503, kept, form('too_busy', 'request')) : respond(200, kept, GOOD),
    );
    const result = await ask(server.origin, { retries: 1 });
    expect([result.effect, result.attempts]).toEqual(['allow', 2]);
    expect([server.requests.length, server.connections()]).toEqual([2, 1]);
    await server.close();
  });

  it('is of the last attempt', async () => {
    let asked = 0;
    const error = await errorOf(
      ask(URL_OF_JUDGE, {
        retries: 1,
        random: () => new Uint8Array(1),
        fetch: async () => {
          asked += 1;
          return new Response(asked === 1 ? form('too_busy', 'request') : body, {
            status: asked === 1 ? 429 : 422,
            headers: { ...JSON_TYPE, 'retry-after': '0' },
          });
        },
      }),
    );
    expect(error.rule).toBe(`${REFUSED} 422: bad_state, request.state`);
  });
});
