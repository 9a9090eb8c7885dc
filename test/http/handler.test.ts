import { describe, expect, it } from 'vitest';
import { JudgeError, type JudgeErrorCode } from '../../src/errors.js';
import { bearer } from '../../src/http/bearer.js';
import { judgeHandler } from '../../src/http/handler.js';
import { cascade, judgeSync, noul, rulesJudge, rulesQuestions } from '../../src/index.js';
import type { Judge } from '../../src/judge.js';
import { faultOf } from '../fault.js';
import {
  BODY,
  calm,
  codeOf,
  judgeOf,
  manualTimer,
  post,
  QUESTIONS,
  SOON,
  STATE,
  streamOf,
} from './requests.js';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('an answer', () => {
  it('is the plain contract, in canonical text', async () => {
    const judge = judgeOf(
      () => ({
        answers: { unsafe: { noul: 0.25, confidence: 0.9 }, other: { noul: 1 } },
        latencyMs: 12,
        requestId: 'req_1',
        usage: { inputTokens: 3 },
        responseDigest: `sha256:${'0'.repeat(64)}`,
      }),
      { model: 'test-1', provider: 'acme', kind: 'classifier', replayable: false },
    );
    const response = await judgeHandler(judge)(post());
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(
      '{"answers":{"unsafe":{"confidence":0.9,"noul":0.25}},' +
        '"judge":{"kind":"classifier","model":"test-1","provider":"acme","replayable":false},' +
        '"latency_ms":12,"request_id":"req_1","usage":{"input_tokens":3}}',
    );
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
    });
  });

  it('of the rules has the digest that they have in process', async () => {
    const body = JSON.stringify({ state: STATE, questions: rulesQuestions });
    const response = await judgeHandler(rulesJudge())(post(body));
    const bytes = await response.arrayBuffer();
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
    expect(`sha256:${hash}`).toBe(judgeSync({ state: STATE }).responseDigest);
  });

  it('says who answered, where that is not the judge that was asked', async () => {
    const judge = judgeOf(() => ({ answers: { unsafe: { noul: 0 } }, judge: { model: 'b' } }));
    const response = await judgeHandler(judge)(post());
    expect(await response.json()).toMatchObject({ judge: { model: 'b' } });
  });

  it('says what its numbers are rounded to, where the judge says so', async () => {
    const answers = { unsafe: { noul: 0.5, probabilities: { yes: 0.5, no: 0.6 } } };
    const info = { model: 'm', decimals: 1 };
    for (const judge of [
      judgeOf(() => ({ answers }), info),
      judgeOf(() => ({ answers, judge: { model: 'm' } }), info),
    ]) {
      const response = await judgeHandler(judge)(post());
      expect(await response.json()).toEqual({
        answers,
        judge: info,
        latency_ms: expect.any(Number),
      });
    }
    const usual = judgeHandler(judgeOf(() => ({ answers })));
    expect((await usual(post())).status).toBe(502);
  });

  it('of a judge that is made of others has the name of all who answered, and nothing beside it', async () => {
    const model = judgeOf(() => ({ answers: { spam: { noul: 0.5 } } }), { model: 'spam-3' });
    const questions = { unsafe: rulesQuestions.unsafe, spam: noul('Is it spam?') };
    const handler = judgeHandler(cascade(rulesJudge(), model));
    const response = await handler(post(JSON.stringify({ state: STATE, questions })));
    const body: unknown = await response.json();
    expect(body).toMatchObject({ answers: { unsafe: { noul: 0 }, spam: { noul: 0.5 } } });
    expect(Object(body).judge.model).toMatch(/^cascade\(judgement-rules\/.+, spam-3\)$/);
    expect(Object.keys(Object(body))).toEqual(['answers', 'judge', 'latency_ms']);
  });

  it('can be a refusal', async () => {
    const judge = judgeOf(() => ({ answers: { unsafe: { refusal: true } } }));
    const response = await judgeHandler(judge)(post());
    expect(await response.json()).toMatchObject({ answers: { unsafe: { refusal: true } } });
  });

  it('has the time that the judge took, where it does not say', async () => {
    let now = 1_000;
    const judge = judgeOf(() => {
      now += 41.6;
      return { answers: { unsafe: { noul: 0 } } };
    });
    const response = await judgeHandler(judge, { clock: () => now })(post());
    expect(await response.json()).toMatchObject({ latency_ms: 42 });
  });

  it('comes from a judge that answers at once, too', async () => {
    const judge: Judge = {
      info: { model: 'm' },
      ask: () => ({ answers: { unsafe: { noul: 1 } } }),
    };
    expect((await judgeHandler(judge)(post())).status).toBe(200);
  });

  it('is given to what was sent, read once and frozen', async () => {
    const seen: unknown[] = [];
    const judge = judgeOf((request) => {
      seen.push(request);
      return { answers: { unsafe: { noul: 0 } } };
    });
    await judgeHandler(judge)(post());
    expect(seen).toEqual([{ state: STATE, questions: QUESTIONS }]);
    const [request] = seen;
    expect(Object.isFrozen(request)).toBe(true);
    expect(Object.isFrozen(Object(request).state.input)).toBe(true);
    expect(Object.isFrozen(Object(request).questions.unsafe)).toBe(true);
  });

  it.each(['text', [1], {}])('is given to the state %j', async (state) => {
    const response = await judgeHandler(calm)(
      post(JSON.stringify({ state, questions: QUESTIONS })),
    );
    expect(response.status).toBe(200);
  });

  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/vnd.judge+json',
  ])('is given to the content type %s', async (type) => {
    expect((await judgeHandler(calm)(post(BODY, { 'content-type': type }))).status).toBe(200);
  });
});

describe('a look', () => {
  const options = { maxRequestBytes: 1_000, maxQuestions: 3, timeoutMs: 2_000 };
  const look = (method: string): Promise<Response> =>
    judgeHandler(calm, options)(new Request('http://judge.example/', { method }));

  it('says that the judge is there, who it is and what it takes', async () => {
    const response = await look('GET');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: 'ok',
      judge: { model: 'test-1' },
      limits: { max_request_bytes: 1_000, max_questions: 3, timeout_ms: 2_000 },
    });
  });

  it('says which question set the judge is made for, where that is told', async () => {
    const request = new Request('http://judge.example/');
    const handler = judgeHandler(calm, { contract: 'ticket-router@3' });
    const body: unknown = await (await handler(request)).json();
    expect(body).toMatchObject({ contract: { id: 'ticket-router', version: '3' } });
    const wrong = { contract: '' };
    expect(faultOf(() => judgeHandler(calm, wrong))).toEqual(['bad_option', 'options.contract']);
  });

  it('has no body when only the head is asked for, and the same headers', async () => {
    const response = await look('HEAD');
    expect(response.status).toBe(200);
    expect(response.body).toBe(null);
    expect([...response.headers]).toEqual([...(await look('GET')).headers]);
  });

  it('is possible while all places are taken', async () => {
    const handler = judgeHandler(
      judgeOf(() => new Promise(() => undefined)),
      { maxConcurrent: 1, timer: manualTimer().timer },
    );
    handler(post());
    expect((await handler(post())).status).toBe(429);
    expect((await handler(new Request('http://judge.example/'))).status).toBe(200);
  });
});

describe('what is no request for a judgement', () => {
  const refused = async (request: Request, options = {}): Promise<readonly [number, unknown]> => {
    let asked = false;
    const judge = judgeOf(() => {
      asked = true;
      return { answers: { unsafe: { noul: 0 } } };
    });
    const result = await codeOf(await judgeHandler(judge, options)(request));
    expect(asked).toBe(false);
    return result;
  };

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'post-it'])('is %s', async (method) => {
    const response = await judgeHandler(calm)(new Request('http://judge.example/', { method }));
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST');
    expect(await codeOf(response)).toEqual([405, 'method_not_allowed']);
  });

  it.each([
    ['text/plain'],
    ['text/json'],
    ['application/jsonp'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=application/json'],
    ['application/json, text/plain'],
    ['application/json; charset=utf-16'],
    ['application/json; charset=latin1'],
    ['application/+json'],
    [''],
  ])('has the content type %j', async (type) => {
    expect(await refused(post(BODY, { 'content-type': type }))).toEqual([
      415,
      'unsupported_media_type',
    ]);
  });

  it('has no content type', async () => {
    const request = new Request('http://judge.example/', { method: 'POST', body: utf8(BODY) });
    expect(request.headers.get('content-type')).toBe(null);
    expect(await refused(request)).toEqual([415, 'unsupported_media_type']);
  });

  it.each(['gzip', 'br', 'identity, gzip'])('is encoded as %s', async (encoding) => {
    expect(await refused(post(BODY, { 'content-encoding': encoding }))).toEqual([
      415,
      'unsupported_media_type',
    ]);
  });

  const limit = { maxRequestBytes: 100 };

  it('says that it is too large', async () => {
    const request = post(streamOf([utf8('{}')]), { 'content-length': '101' });
    expect(await refused(request, limit)).toEqual([413, 'too_large']);
  });

  it.each([undefined, '1', '100', '-1', '1e1', 'x'])(
    'is too large, and has the content length %s',
    async (length) => {
      const headers = length === undefined ? {} : { 'content-length': length };
      const request = post(streamOf([utf8(' '.repeat(60)), utf8(' '.repeat(41))]), headers);
      expect(await refused(request, limit)).toEqual([413, 'too_large']);
    },
  );

  it('never ends, and is too large', async () => {
    const request = post(streamOf([new Uint8Array(101)], false));
    expect(await refused(request, limit)).toEqual([413, 'too_large']);
  });

  it.each([
    ['nothing', '', 'bad_syntax'],
    ['no JSON', '{"state":', 'bad_syntax'],
    ['more than one value', `${BODY} 1`, 'bad_syntax'],
    ['a byte order mark', `\ufeff${BODY}`, 'bad_syntax'],
    ['a comment', `/**/${BODY}`, 'bad_syntax'],
    ['NaN', '{"state":{"a":NaN},"questions":{}}', 'bad_syntax'],
    ['a member twice', '{"state":{"a":1,"a":2},"questions":{}}', 'duplicate_member'],
    ['the state twice', '{"state":"a","state":"b","questions":{}}', 'duplicate_member'],
    ['__proto__', '{"state":{"__proto__":1},"questions":{}}', 'forbidden_member'],
    ['constructor', '{"state":{},"questions":{"constructor":{}}}', 'forbidden_member'],
    ['half a character', '{"state":"\\ud800","questions":{}}', 'lone_surrogate'],
    ['1e400', '{"state":[1e400],"questions":{}}', 'not_finite'],
    ['2^53 + 1', '{"state":[9007199254740993],"questions":{}}', 'unsafe_integer'],
    ['129 lists', `{"state":${'['.repeat(129)}${']'.repeat(129)},"questions":{}}`, 'too_deep'],
    ['a list', '[]', 'bad_request'],
    ['null', 'null', 'bad_request'],
    ['text', '"state"', 'bad_request'],
    ['another member', `{"policy":0.9,${BODY.slice(1)}`, 'bad_request'],
    ['toString', `{"toString":0.9,${BODY.slice(1)}`, 'bad_request'],
  ])('holds %s', async (_, body, code) => {
    expect(await refused(post(body))).toEqual([400, code]);
  });

  it('is not UTF-8', async () => {
    const bytes = Uint8Array.of(...utf8('{"state":"'), 0xe9, ...utf8('","questions":{}}'));
    expect(await refused(post(bytes))).toEqual([400, 'bad_syntax']);
  });

  it('has no body', async () => {
    expect(await refused(post(null))).toEqual([400, 'bad_syntax']);
  });

  it('has a body that breaks off', async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(utf8(BODY));
        controller.error(new Error('reset'));
      },
    });
    expect(await refused(post(body))).toEqual([400, 'bad_request']);
  });

  it('has more values than are read', async () => {
    const body = `{"state":[${'0,'.repeat(1_000_000)}0],"questions":{}}`;
    expect(await refused(post(body), { maxRequestBytes: 16_777_216 })).toEqual([413, 'too_large']);
  });

  const noulOf = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`q${at}`, noul('Is it?')]));

  it.each([
    ['no state', { questions: QUESTIONS }, 'bad_state'],
    ['the state null', { state: null, questions: QUESTIONS }, 'bad_state'],
    ['a number as state', { state: 1, questions: QUESTIONS }, 'bad_state'],
    ['true as state', { state: true, questions: QUESTIONS }, 'bad_state'],
    [
      'an integer that may have lost digits',
      { state: [2 ** 53], questions: QUESTIONS },
      'unsafe_integer',
    ],
    ['no questions', { state: STATE }, 'bad_question'],
    ['a list of questions', { state: STATE, questions: [QUESTIONS.unsafe] }, 'bad_question'],
    ['no question', { state: STATE, questions: {} }, 'bad_question'],
    ['401 questions', { state: STATE, questions: noulOf(401) }, 'bad_question'],
    ['a key of nothing', { state: STATE, questions: { '': QUESTIONS.unsafe } }, 'bad_question'],
    ['an unknown type', { state: STATE, questions: { a: { type: 'rank' } } }, 'bad_question'],
    [
      'a choice of one',
      { state: STATE, questions: { a: { type: 'choice', instructions: 'x', options: ['y'] } } },
      'bad_question',
    ],
    [
      'a label that cannot be a member',
      {
        state: STATE,
        questions: { a: { type: 'choice', instructions: 'x', options: ['y', 'constructor'] } },
      },
      'forbidden_member',
    ],
  ])('has %s', async (_, body, code) => {
    expect(await refused(post(JSON.stringify(body)))).toEqual([422, code]);
  });

  it('has more questions than the judge takes', async () => {
    const body = JSON.stringify({ state: STATE, questions: noulOf(3) });
    expect(await refused(post(body), { maxQuestions: 2 })).toEqual([422, 'bad_question']);
    expect((await judgeHandler(calm, { maxQuestions: 3 })(post(body))).status).toBe(200);
  });
});

describe('the size of a request', () => {
  const padded = (length: number): string => BODY + ' '.repeat(length - BODY.length);

  it('may be all that is allowed, in whatever pieces it comes', async () => {
    const handler = judgeHandler(calm, { maxRequestBytes: 40_000 });
    const bytes = utf8(padded(40_000));
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    const halves = [bytes.subarray(0, 17_000), new Uint8Array(), bytes.subarray(17_000)];
    for (const chunks of [[bytes], halves, single]) {
      expect((await handler(post(streamOf(chunks)))).status).toBe(200);
    }
    expect((await handler(post(streamOf([bytes, utf8(' ')])))).status).toBe(413);
  });

  it('is 1 MiB at most by default', async () => {
    const handler = judgeHandler(calm);
    expect((await handler(post(padded(1_048_576)))).status).toBe(200);
    expect((await handler(post(padded(1_048_577)))).status).toBe(413);
  });
});

describe('who may ask', () => {
  const token = 'correct-horse-battery-staple';
  const other = 'another-token-that-is-good';
  const handler = judgeHandler(calm, { authorize: bearer([token, other]) });

  it.each([`Bearer ${token}`, `bearer ${token}`, `BEARER  ${token}`, `Bearer ${other}`])(
    'is who sends %j',
    async (authorization) => {
      expect((await handler(post(BODY, { authorization }))).status).toBe(200);
    },
  );

  it.each([
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Bearer ${token.toUpperCase()}`,
    `Bearer${token}`,
    `Bearer ${token} ${token}`,
    `Bearer ${token}, Bearer ${other}`,
    `Basic ${token}`,
    token,
    'Bearer ',
    'Bearer',
    '',
  ])('is not who sends %j', async (authorization) => {
    const response = await handler(post(BODY, { authorization }));
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await codeOf(response)).toEqual([401, 'unauthorized']);
  });

  it('is not who sends nothing, whatever the method and the body', async () => {
    expect(await codeOf(await handler(post('{', { 'content-type': 'x' })))).toEqual([
      401,
      'unauthorized',
    ]);
    const look = (method: string): Request => new Request('http://judge.example/', { method });
    expect((await handler(look('GET'))).status).toBe(401);
    expect((await handler(look('HEAD'))).status).toBe(401);
  });

  it('is up to a function, at once or later', async () => {
    const asked: string[] = [];
    const authorize = ({ headers }: Request): boolean => {
      asked.push(headers.get('x-user') ?? '');
      return headers.get('x-user') === 'ann';
    };
    for (const options of [{ authorize }, { authorize: async (one: Request) => authorize(one) }]) {
      const own = judgeHandler(calm, options);
      expect((await own(post(BODY, { 'x-user': 'ann' }))).status).toBe(200);
      expect((await own(post(BODY, { 'x-user': 'bob' }))).status).toBe(401);
    }
    expect(asked).toEqual(['ann', 'bob', 'ann', 'bob']);
  });

  it.each([1, 'yes', {}, undefined, null])('is nobody when the function says %j', async (value) => {
    const loose: typeof judgeHandler = (judge) =>
      Reflect.apply(judgeHandler, undefined, [judge, { authorize: () => value }]);
    expect((await loose(calm)(post())).status).toBe(401);
  });

  it('is not known when the function throws', async () => {
    const errors: unknown[] = [];
    const cause = new Error('no connection');
    const authorize = (): boolean => {
      throw cause;
    };
    const response = await judgeHandler(calm, { authorize, onError: (one) => errors.push(one) })(
      post(),
    );
    expect(await codeOf(response)).toEqual([500, 'internal']);
    expect(errors).toEqual([cause]);
  });

  it('has tokens that can be sent and not be guessed', () => {
    const long = 'x'.repeat(16);
    for (const bad of [
      [],
      '',
      'x'.repeat(15),
      'x'.repeat(1_001),
      `${long} `,
      `${long}\n`,
      'é'.repeat(16),
    ]) {
      expect(faultOf(() => bearer(bad))[0]).toBe('bad_option');
    }
    expect(faultOf(() => bearer([long, '']))).toEqual(['bad_option', 'tokens[1]']);
    expect(() => bearer(`${long} secret`)).not.toThrow(/secret/);
    expect(bearer([long])(post(BODY, { authorization: `Bearer ${long}` }))).toBe(true);
  });
});

describe('requests at once', () => {
  it('are as many as there may be, and each that ends makes room', async () => {
    const open: (() => void)[] = [];
    const judge = judgeOf(
      () =>
        new Promise((resolve) => {
          open.push(() => resolve({ answers: { unsafe: { noul: 0 } } }));
        }),
    );
    const handler = judgeHandler(judge, { maxConcurrent: 2, retryAfterSeconds: 7 });
    const first = handler(post());
    const second = handler(post());
    const third = await handler(post());
    expect(third.headers.get('retry-after')).toBe('7');
    expect(await codeOf(third)).toEqual([429, 'too_busy']);
    await expect.poll(() => open.length, SOON).toBe(2);
    open[0]?.();
    expect((await first).status).toBe(200);
    const fourth = handler(post());
    await expect.poll(() => open.length, SOON).toBe(3);
    expect((await handler(post())).status).toBe(429);
    open[1]?.();
    open[2]?.();
    expect((await second).status).toBe(200);
    expect((await fourth).status).toBe(200);
  });

  it.each([
    ['are refused', calm, () => post('{')],
    ['are too large', calm, () => post(streamOf([new Uint8Array(2_000_000)]))],
    ['break off', calm, () => post(streamOf([]), {}, { signal: AbortSignal.abort() })],
    [
      'fail',
      judgeOf(() => {
        throw new Error('broken');
      }),
      () => post(),
    ],
  ])('make room when they %s', async (_, judge, request) => {
    const handler = judgeHandler(judge, { maxConcurrent: 1 });
    const statuses = [];
    for (let index = 0; index < 3; index += 1) statuses.push((await handler(request())).status);
    expect(statuses).not.toContain(429);
  });

  it('make room once their deadline is past, when the host ran them to no end', async () => {
    let now = 0;
    const { timer } = manualTimer();
    const options = { maxConcurrent: 1, timeoutMs: 100, timer, clock: () => now };
    const handler = judgeHandler(
      judgeOf(() => new Promise(() => undefined)),
      options,
    );
    handler(post());
    now = 100;
    expect((await handler(post())).status).toBe(429);
    now = 101;
    const next = await Promise.race([handler(post()), Promise.resolve('it waits for the judge')]);
    expect(next).toBe('it waits for the judge');
  });
});

describe('time', () => {
  it('runs out for a judge, whose signal aborts', async () => {
    const manual = manualTimer();
    const signals: AbortSignal[] = [];
    const judge = judgeOf((_, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    const handler = judgeHandler(judge, { timer: manual.timer, timeoutMs: 1_234 });
    const pending = handler(post());
    await expect.poll(() => signals.length, SOON).toBe(1);
    expect(signals[0]?.aborted).toBe(false);
    expect(manual.fire()).toEqual([1_234]);
    expect(await codeOf(await pending)).toEqual([504, 'timed_out']);
    expect(signals[0]?.aborted).toBe(true);
  });

  it('runs out for a body', async () => {
    const manual = manualTimer();
    const handler = judgeHandler(calm, { timer: manual.timer });
    const pending = handler(post(streamOf([utf8('{')], false)));
    await Promise.resolve();
    expect(manual.fire()).toEqual([10_000]);
    expect(await codeOf(await pending)).toEqual([408, 'request_timeout']);
  });

  it('runs out for who decides who may ask', async () => {
    const manual = manualTimer();
    const authorize = (): Promise<boolean> => new Promise(() => undefined);
    const pending = judgeHandler(calm, { timer: manual.timer, authorize })(post());
    manual.fire();
    expect(await codeOf(await pending)).toEqual([504, 'timed_out']);
  });

  it('is not measured any more once there is an answer, and nothing aborts', async () => {
    const manual = manualTimer();
    const signals: AbortSignal[] = [];
    const judge = judgeOf((_, signal) => {
      signals.push(signal);
      return { answers: { unsafe: { noul: 0 } } };
    });
    const client = new AbortController();
    const handler = judgeHandler(judge, { timer: manual.timer });
    await handler(post(BODY, {}, { signal: client.signal }));
    expect(manual.waiting).toBe(0);
    client.abort();
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });

  it('is over when the client goes away, for the judge as well', async () => {
    const manual = manualTimer();
    const client = new AbortController();
    const signals: AbortSignal[] = [];
    const errors: unknown[] = [];
    const judge = judgeOf((_, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    const options = { timer: manual.timer, onError: (error: unknown) => errors.push(error) };
    const pending = judgeHandler(judge, options)(post(BODY, {}, { signal: client.signal }));
    await expect.poll(() => signals.length, SOON).toBe(1);
    client.abort();
    expect(await codeOf(await pending)).toEqual([499, 'client_closed']);
    expect(signals[0]?.aborted).toBe(true);
    expect(manual.waiting).toBe(0);
    expect(errors).toEqual([]);
  });

  it('is over before the judge is asked when the client is gone already', async () => {
    let asked = false;
    const judge = judgeOf(() => {
      asked = true;
    });
    const request = post(BODY, {}, { signal: AbortSignal.abort() });
    expect(await codeOf(await judgeHandler(judge)(request))).toEqual([499, 'client_closed']);
    expect(asked).toBe(false);
  });

  it('leaves no rejection alone when the judge fails after it', async () => {
    const manual = manualTimer();
    const alone: unknown[] = [];
    const listener = (reason: unknown): void => {
      alone.push(reason);
    };
    process.on('unhandledRejection', listener);
    const judge = judgeOf(
      (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => setTimeout(() => reject(new Error('late')), 1));
        }),
    );
    const pending = judgeHandler(judge, { timer: manual.timer })(post());
    await new Promise((resolve) => setTimeout(resolve, 5));
    manual.fire();
    expect((await pending).status).toBe(504);
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off('unhandledRejection', listener);
    expect(alone).toEqual([]);
  });
});

describe('a judge that fails', () => {
  const asked = async (
    ask: () => unknown,
  ): Promise<{ result: readonly [number, unknown]; errors: readonly unknown[] }> => {
    const errors: unknown[] = [];
    const handler = judgeHandler(judgeOf(ask), { onError: (error) => errors.push(error) });
    return { result: await codeOf(await handler(post())), errors };
  };
  const failing = (code: JudgeErrorCode): JudgeError =>
    new JudgeError(code, { path: 'judge', rule: 'r', fix: 'f' });

  it.each<[JudgeErrorCode, number, string]>([
    ['unknown_question', 422, 'unknown_question'],
    ['bad_question', 422, 'bad_question'],
    ['bad_state', 422, 'bad_state'],
    ['too_large', 422, 'too_large'],
    ['judge_unavailable', 503, 'judge_unavailable'],
    ['aborted', 503, 'judge_unavailable'],
    ['refused', 503, 'judge_unavailable'],
    ['bad_answer', 502, 'bad_answer'],
    ['duplicate_member', 502, 'bad_answer'],
    ['not_json', 502, 'bad_answer'],
    ['bad_option', 500, 'internal'],
    ['bad_policy', 500, 'internal'],
  ])('with %s is %i, %s', async (code, status, name) => {
    const error = failing(code);
    const { result, errors } = await asked(() => {
      throw error;
    });
    expect(result).toEqual([status, name]);
    expect(errors).toEqual(status >= 500 ? [error] : []);
  });

  it.each([new Error('x'), 'text', undefined, null, { code: 'bad_state' }])(
    'with %s gave no answer',
    async (thrown) => {
      const { result, errors } = await asked(() => {
        throw thrown;
      });
      expect(result).toEqual([503, 'judge_unavailable']);
      expect(errors).toHaveLength(1);
      if (thrown !== undefined) expect(errors).toEqual([thrown]);
    },
  );

  it.each([
    ['nothing', undefined],
    ['no answers', {}],
    ['no answer to the question', { answers: {} }],
    ['a number out of range', { answers: { unsafe: { noul: 1.1 } } }],
    ['text for a number', { answers: { unsafe: { noul: '0.5' } } }],
    ['NaN', { answers: { unsafe: { noul: Number.NaN } } }],
    ['a choice for a noul', { answers: { unsafe: { choice: 'yes' } } }],
    [
      'probabilities that do not add up',
      { answers: { unsafe: { noul: 1, probabilities: { yes: 1, no: 1 } } } },
    ],
    ['a latency below 0', { answers: { unsafe: { noul: 1 } }, latencyMs: -1 }],
    ['a judge without a model', { answers: { unsafe: { noul: 1 } }, judge: {} }],
    ['a Date', { answers: { unsafe: { noul: 1, confidence: new Date(0) } } }],
  ])('by answering %s breaks a rule', async (_, response) => {
    const { result, errors } = await asked(() => response);
    expect(result).toEqual([502, 'bad_answer']);
    expect(errors.map((error) => error instanceof JudgeError)).toEqual([true]);
  });

  it('throws at once, and is the same', async () => {
    const judge: Judge = {
      info: { model: 'm' },
      ask: () => {
        throw new Error('at once');
      },
    };
    expect(await codeOf(await judgeHandler(judge)(post()))).toEqual([503, 'judge_unavailable']);
  });

  it('fails for its client whatever becomes of the report', async () => {
    const alone: unknown[] = [];
    const listener = (reason: unknown): void => {
      alone.push(reason);
    };
    process.on('unhandledRejection', listener);
    const judge = judgeOf(() => {
      throw new Error('broken');
    });
    const fail = (): never => {
      throw new Error('the log is full');
    };
    for (const onError of [fail, async () => fail()]) {
      expect((await judgeHandler(judge, { onError })(post())).status).toBe(503);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off('unhandledRejection', listener);
    expect(alone).toEqual([]);
  });

  it('fails on HEAD without a body', async () => {
    const authorize = (): never => {
      throw new Error('broken');
    };
    const request = new Request('http://judge.example/', { method: 'HEAD' });
    const response = await judgeHandler(calm, { authorize })(request);
    expect([response.status, response.body]).toEqual([500, null]);
  });

  it('has a clock that is none', async () => {
    const response = await judgeHandler(calm, { clock: () => Number.NaN })(post());
    expect(await codeOf(response)).toEqual([500, 'internal']);
  });

  it('gets a request whose body somebody read before', async () => {
    const request = post();
    await request.text();
    expect(await codeOf(await judgeHandler(calm)(request))).toEqual([500, 'internal']);
  });

  it('is the rules judge, asked what it has no rule for', async () => {
    const body = JSON.stringify({ state: STATE, questions: { spam: QUESTIONS.unsafe } });
    const response = await judgeHandler(rulesJudge())(post(body));
    expect(await codeOf(response)).toEqual([422, 'unknown_question']);
  });

  it('is the rules judge, given a command that is too long', async () => {
    const state = { tool: 'Bash', input: { command: 'x'.repeat(70_000) } };
    const response = await judgeHandler(rulesJudge())(
      post(JSON.stringify({ state, questions: QUESTIONS })),
    );
    expect(await codeOf(response)).toEqual([422, 'too_large']);
  });
});

describe('what it takes', () => {
  it.each([
    ['maxRequestBytes', [0, -1, 1.5, 16_777_217, Number.NaN, '1']],
    ['maxQuestions', [0, 401, 1.5]],
    ['timeoutMs', [0, 2_147_483_648, Number.POSITIVE_INFINITY]],
    ['maxConcurrent', [0, 0.5, 1_000_001]],
    ['retryAfterSeconds', [0, 86_401]],
    ['authorize', ['token', true, {}]],
    ['onError', [1]],
    ['clock', [1]],
    ['timer', [1]],
    ['maxBytes', [1]],
  ])('has an option %s with bounds', (name, values) => {
    for (const value of values) {
      expect(faultOf(() => judgeHandler(calm, { [name]: value }))).toEqual([
        'bad_option',
        `options.${name}`,
      ]);
    }
  });

  it('is a judge', () => {
    for (const [judge, path] of [
      [undefined, 'judge'],
      [{ info: { model: 'm' } }, 'judge'],
      [{ ask: () => undefined, info: {} }, 'judge.info.model'],
      [Promise.resolve(calm), 'judge'],
    ] as const) {
      expect(faultOf(() => Reflect.apply(judgeHandler, undefined, [judge]))).toEqual([
        'bad_option',
        path,
      ]);
    }
  });
});
