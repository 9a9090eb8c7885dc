import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type HttpJudgeOptions, httpJudge, judgeHandler } from '../../src/http/index.js';
import { signAnswer } from '../../src/http/signed.js';
import {
  canonicalize,
  checkAnswers,
  choice,
  digest,
  digestBytes,
  type Judgement,
  judgeWith,
  noul,
  rulesJudge,
  rulesQuestions,
  score,
  toolCall,
} from '../../src/index.js';
import { attest, generateKey, type Signer } from '../../src/receipt/index.js';
import { allOf, ask, errorOf, GOOD, JSON_TYPE, questions, state } from './asking.js';
import { type FaultServer, startFaultServer } from './fault-server.js';

const ENCODER = new TextEncoder();

/** Options with a judge in this process that answers with a body. */
function answering(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = JSON_TYPE,
): HttpJudgeOptions {
  return { fetch: async () => new Response(body, { headers }) };
}

describe('a request', () => {
  let server: FaultServer;
  beforeEach(async () => {
    server = await startFaultServer(({ respond }) => respond(200, JSON_TYPE, GOOD));
  });
  afterEach(() => server.close());

  it('is a POST of the questions and the state as canonical text', async () => {
    await ask(`${server.origin}/v1/judge?tenant=7#part`);
    const [request] = server.requests;
    expect(request?.method).toBe('POST');
    expect(request?.target).toBe('/v1/judge?tenant=7');
    expect(request?.body).toBe(canonicalize({ questions, state }));
    expect(request?.headers.get('content-type')).toBe('application/json');
    expect(request?.headers.get('accept')).toBe('application/json');
    expect(request?.headers.has('judgement-nonce')).toBe(false);
  });

  it('has questions of each type as the contract has them', async () => {
    const asked = {
      angry: noul('Angry?', { criteria: { true: 'shouts' } }),
      route: choice('Where to?', ['sales', 'help']),
      tone: score('How polite?', ['rude', 'fine']),
    };
    const body =
      '{"answers":{"angry":{"refusal":true},"route":{"choice":"help","confidence":0.9},"tone":{"score":0.5,"probabilities":{"rude":0.5,"fine":0.5}}}}';
    let sent = '';
    const judge = httpJudge('https://judge.example', {
      async fetch(_, init) {
        sent = String(init.body);
        return new Response(body, { headers: JSON_TYPE });
      },
    });
    const { answers } = await judgeWith(judge, { state: 'Grüße', questions: asked });
    expect(JSON.parse(sent)).toEqual({ questions: asked, state: 'Grüße' });
    expect(answers.angry.refusal).toBe(true);
    expect(answers.route.choice).toBe('help');
    expect(answers.tone.probabilities).toEqual({ rude: 0.5, fine: 0.5 });
  });

  it.each<[string, HttpJudgeOptions['headers']]>([
    ['a record', { 'x-a': '1', 'x-b': '2' }],
    ['a Headers', new Headers({ 'x-a': '1', 'x-b': '2' })],
    [
      'pairs',
      [
        ['x-a', '1'],
        ['x-b', '2'],
      ],
    ],
    ['a Map', new Map(Object.entries({ 'x-a': '1', 'x-b': '2' }))],
    ['a function', () => ({ 'x-a': '1', 'x-b': '2' })],
    [
      'a function that takes its time',
      async () => [
        ['x-a', '1'],
        ['x-b', '2'],
      ],
    ],
  ])('has the headers of %s', async (_, headers) => {
    await ask(server.origin, { headers });
    expect(server.requests[0]?.headers.get('x-a')).toBe('1');
    expect(server.requests[0]?.headers.get('x-b')).toBe('2');
  });

  it('is JSON that wants JSON, whatever the headers say', async () => {
    await ask(server.origin, { headers: { 'content-type': 'text/plain', accept: 'text/html' } });
    expect(server.requests[0]?.headers.get('content-type')).toBe('application/json');
    expect(server.requests[0]?.headers.get('accept')).toBe('application/json');
  });
});

describe('a response', () => {
  it('is digested as its bytes came, white space included', async () => {
    const body = `\n ${GOOD} \r\n`;
    const result = await ask('https://judge.example', answering(body));
    expect(result.responseDigest).toBe(digestBytes(ENCODER.encode(body)));
  });

  it('is digested after it was decompressed, over a socket', async () => {
    const { gzipSync } = await import('node:zlib');
    const server = createServer((_, response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' });
      response.end(gzipSync(GOOD));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = Object(server.address());
    const result = await ask(`http://127.0.0.1:${address.port}`);
    expect(result.responseDigest).toBe(digestBytes(ENCODER.encode(GOOD)));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"; profile=x',
    'application/vnd.judge.v1+json',
  ])('may be %s', async (type) => {
    const result = await ask('https://judge.example', answering(GOOD, { 'content-type': type }));
    expect(result.effect).toBe('allow');
  });

  it('says who judged, how long it took, and what it used', async () => {
    const body =
      '{"answers":{"unsafe":{"noul":0.125}},"judge":{"model":"m-2","provider":"p","kind":"classifier","replayable":true,"decimals":3},"latency_ms":12,"request_id":"r 1","usage":{"input_tokens":5,"output_tokens":null,"cost":1},"more":{}}';
    const result = await ask('https://judge.example', answering(body));
    expect(result.judge).toEqual({
      model: 'm-2',
      provider: 'p',
      kind: 'classifier',
      replayable: true,
    });
    expect(result).toMatchObject({
      latencyMs: 12,
      requestId: 'r 1',
      usage: { inputTokens: 5 },
      attempts: 1,
    });
  });

  it('may leave out all but the answers, and then the judge is the one that is named', async () => {
    let now = 1_000;
    const info = { model: 'm-9', kind: 'llm' } as const;
    const result = await ask('https://judge.example', {
      info,
      clock: () => now,
      async fetch() {
        now += 40;
        return new Response(
          '{"answers":{"unsafe":{"noul":0}},"judge":null,"latency_ms":null,"request_id":null,"usage":null}',
          { headers: JSON_TYPE },
        );
      },
    });
    expect(result.judge).toEqual(info);
    expect(result.latencyMs).toBe(40);
    expect(result.requestId).toBe(undefined);
    expect(result.usage).toBe(undefined);
  });

  it('measures nothing where the clock was set back meanwhile', async () => {
    const times = [5_000, 5_000, 5_000, 4_000, 3_000];
    const result = await ask('https://judge.example', {
      ...answering('{"answers":{"unsafe":{"noul":0}}}'),
      clock: () => times.shift() ?? 3_000,
    });
    expect(result.latencyMs).toBe(0);
  });

  it('is held to the decimals of whoever answers', async () => {
    const body = '{"answers":{"unsafe":{"noul":0,"probabilities":{"yes":0.4,"no":0.5}}}}';
    const loose = { ...answering(body), info: { model: 'm', decimals: 1 } };
    expect((await ask('https://judge.example', loose)).effect).toBe('allow');
    expect(await errorOf(ask('https://judge.example', answering(body)))).toMatchObject({
      code: 'bad_answer',
      path: 'answers.unsafe.probabilities',
    });
  });

  it.each([
    [{ 'x-typesafe-request-id': 'a', 'x-request-id': 'b', 'x-judge-request-id': 'c' }, 'a'],
    [{ 'x-request-id': 'b', 'x-judge-request-id': 'c' }, 'b'],
    [{ 'x-judge-request-id': 'c' }, 'c'],
    [{ 'x-request-id': 'has spaces', 'x-judge-request-id': 'c' }, 'c'],
    [{ 'x-request-id': 'x'.repeat(201) }, undefined],
    [{}, undefined],
  ])('has the request id of its headers: %o', async (headers, id) => {
    const type = { ...JSON_TYPE, ...headers };
    const result = await ask('https://judge.example', answering(GOOD, type));
    expect(result.requestId).toBe(id);
    const broken = await errorOf(ask('https://judge.example', answering('{', type)));
    expect('requestId' in broken ? broken.requestId : undefined).toBe(id);
    const wrong = await errorOf(ask('https://judge.example', answering('{"answers":{}}', type)));
    expect('requestId' in wrong ? wrong.requestId : undefined).toBe(id);
  });

  it('has the request id of its body before that of its headers, in errors as well', async () => {
    const body = '{"answers":{},"request_id":"in-the-body"}';
    const headers = { ...JSON_TYPE, 'x-request-id': 'in-the-headers' };
    const error = await errorOf(ask('https://judge.example', answering(body, headers)));
    expect(error).toMatchObject({ code: 'bad_answer', requestId: 'in-the-body', status: 200 });
  });

  it('of as many bytes as are read is read, and of one more is not', async () => {
    const options = { ...answering(GOOD), maxResponseBytes: GOOD.length };
    expect((await ask('https://judge.example', options)).effect).toBe('allow');
    const tight = { ...options, maxResponseBytes: GOOD.length - 1 };
    expect(await errorOf(ask('https://judge.example', tight))).toMatchObject({
      code: 'judge_unavailable',
      rule: `a body of at most ${GOOD.length - 1} bytes is read`,
    });
  });
});

describe('a fetch that is handed in', () => {
  it('is called as a function, with text and plain settings', async () => {
    const seen: unknown[] = [];
    const options: HttpJudgeOptions = {
      fetch(this: unknown, url, init) {
        seen.push(this, url, Object.getPrototypeOf(init), Object.keys(init).sort());
        return new Response(GOOD, { headers: JSON_TYPE });
      },
    };
    await ask('https://judge.example/a', options);
    expect(seen).toEqual([
      undefined,
      'https://judge.example/a',
      Object.prototype,
      ['body', 'headers', 'method', 'redirect', 'signal'],
    ]);
  });

  it('may be a handler in this process', async () => {
    const handler = judgeHandler(rulesJudge());
    const judge = httpJudge('https://judge.example/', {
      fetch: (url, init) => handler(new Request(url, init)),
    });
    const call = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });
    const result = await judgeWith(judge, { state: call, questions: rulesQuestions });
    expect(result.decidedBy).toEqual(['shell_destructive', 'unsafe']);
    expect(result.judge).toEqual(rulesJudge().info);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['text', GOOD],
    ['a status that is text', { status: '200', headers: new Headers() }],
    ['headers that cannot be asked', { status: 200, headers: {}, body: null }],
  ])('that gives %s is unavailable', async (_, value) => {
    const options: HttpJudgeOptions = JSON.parse('{}');
    const fetch = async (): Promise<unknown> => value;
    const asking = ask('https://judge.example', Object.assign(options, { fetch }));
    expect(await errorOf(asking)).toMatchObject({
      code: 'judge_unavailable',
      path: 'options.fetch',
    });
  });

  it.each([
    ['a stream of Node', () => ({ body: Readable.from([Buffer.from(GOOD)]) })],
    [
      'a stream of Node, in two pieces',
      () => ({ body: Readable.from([Buffer.from(GOOD.slice(0, 9)), Buffer.from(GOOD.slice(9))]) }),
    ],
    ['nothing but the whole', () => ({ arrayBuffer: async () => ENCODER.encode(GOOD).buffer })],
  ])('may have a body that is %s', async (_, bodyOf) => {
    const respond = async (): Promise<object> => ({
      status: 200,
      headers: new Headers(JSON_TYPE),
      ...bodyOf(),
    });
    const options: HttpJudgeOptions = Object.assign({}, { fetch: Object(respond) });
    expect((await ask('https://judge.example', options)).effect).toBe('allow');
    expect(
      await errorOf(ask('https://judge.example', { ...options, maxResponseBytes: 10 })),
    ).toMatchObject({
      code: 'judge_unavailable',
      rule: 'a body of at most 10 bytes is read',
    });
  });

  it.each([
    ['text', () => Readable.from([GOOD])],
    [
      'what is no bytes',
      () => new ReadableStream({ start: (controller) => controller.enqueue(7) }),
    ],
  ])('whose body is made of %s is unavailable', async (_, bodyOf) => {
    const respond = async (): Promise<object> => ({
      status: 200,
      headers: new Headers(JSON_TYPE),
      body: bodyOf(),
    });
    const options: HttpJudgeOptions = Object.assign({}, { fetch: Object(respond) });
    expect(await errorOf(ask('https://judge.example', options))).toMatchObject({
      code: 'judge_unavailable',
      status: 200,
      attempts: 1,
    });
  });

  it('may show nothing of a redirect, as a browser does', async () => {
    const response = new Response(null);
    Object.defineProperties(response, { type: { value: 'opaqueredirect' }, status: { value: 0 } });
    const error = await errorOf(ask('https://judge.example', { fetch: async () => response }));
    expect(error).toMatchObject({
      code: 'judge_unavailable',
      rule: 'this host shows no redirect, so that none is followed',
    });
    expect('status' in error).toBe(false);
  });

  it('that followed a redirect by itself is unavailable, wherever that led', async () => {
    const response = new Response(GOOD, { headers: JSON_TYPE });
    Object.defineProperty(response, 'redirected', { value: true });
    expect(
      await errorOf(ask('https://judge.example', { fetch: async () => response })),
    ).toMatchObject({
      code: 'judge_unavailable',
      rule: 'a fetch follows no redirect by itself',
    });
  });

  it('is the one of the host at the time of asking, where there is none', async () => {
    const judge = httpJudge('https://judge.example');
    vi.stubGlobal('fetch', async () => new Response(GOOD, { headers: JSON_TYPE }));
    try {
      expect((await judgeWith(judge, { state, questions })).effect).toBe('allow');
      vi.stubGlobal('fetch', undefined);
      expect(await errorOf(judgeWith(judge, { state, questions }))).toMatchObject({
        code: 'bad_option',
        path: 'options.fetch',
        rule: 'this host has no fetch',
      });
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe('what a caller hands in', () => {
  it('counts as part of an attempt: headers that never come are too slow', async () => {
    let asked = 0;
    const error = await errorOf(
      ask('https://judge.example', {
        timeoutMs: 20,
        headers: () => new Promise(() => undefined),
        async fetch() {
          asked += 1;
          return new Response(GOOD, { headers: JSON_TYPE });
        },
      }),
    );
    expect(error).toMatchObject({ code: 'judge_unavailable', path: 'options.timeoutMs' });
    expect(asked).toBe(0);
  });

  it("is the caller's to answer for: a clock that tells no time, random bytes that are none", async () => {
    const options = answering(GOOD);
    const clock = (): number => Number.NaN;
    expect(await errorOf(ask('https://judge.example', { ...options, clock }))).toMatchObject({
      code: 'bad_option',
      path: 'options.clock',
    });
    const random = (): Uint8Array => new Uint8Array(3);
    const judgeKeys = [generateKey().publicKey];
    expect(
      await errorOf(ask('https://judge.example', { ...options, random, judgeKeys })),
    ).toMatchObject({ code: 'bad_option', path: 'options.random' });
  });
});

describe('what httpJudge() is given', () => {
  it.each<[string, unknown, string]>([
    ['no URL', undefined, 'url'],
    ['a path', '/judge', 'url'],
    ['another scheme', 'file:///judge', 'url'],
    ['a user', 'https://user@judge.example', 'url'],
  ])('has to be a URL: %s', (_, url, path) => {
    expect(() => Reflect.apply(httpJudge, undefined, [url])).toThrow(
      expect.objectContaining({ code: 'bad_option', path }),
    );
  });

  it.each<[string, unknown]>([
    ['timeoutMs', 0],
    ['timeoutMs', 1.5],
    ['timeoutMs', Number.NaN],
    ['timeoutMs', 2 ** 31],
    ['totalTimeoutMs', -1],
    ['totalTimeoutMs', '10'],
    ['retries', -1],
    ['retries', 101],
    ['maxResponseBytes', 0],
    ['maxResponseBytes', Number.POSITIVE_INFINITY],
    ['headers', 'authorization: x'],
    ['headers', null],
    ['fetch', 'fetch'],
    ['timer', {}],
    ['clock', 7],
    ['random', true],
    ['answerMaxAgeMs', -1],
    ['answerMaxAgeMs', 1_000],
    ['timeout', 10],
  ])('has to have a good %s, not %o', (name, value) => {
    expect(() =>
      Reflect.apply(httpJudge, undefined, ['https://judge.example', { [name]: value }]),
    ).toThrow(expect.objectContaining({ code: 'bad_option', path: `options.${name}` }));
  });

  it('is read once: a URL that is changed later changes nothing', async () => {
    const url = new URL('https://judge.example/a');
    let asked = '';
    const judge = httpJudge(url, {
      async fetch(target) {
        asked = target;
        return new Response(GOOD, { headers: JSON_TYPE });
      },
    });
    url.host = 'evil.example';
    await judge.ask({ state, questions }, {});
    expect(asked).toBe('https://judge.example/a');
  });

  it('tells judges behind one host apart, without showing where they are', () => {
    const models = ['/a', '/b', '/a?m=1'].map(
      (path) => httpJudge(`https://judge.example:8443${path}`).info.model,
    );
    expect(new Set(models).size).toBe(3);
    for (const model of models) expect(model).toMatch(/^https:judge\.example:8443#[0-9a-f]{32}$/);
    expect(models[0]).toBe(
      `https:judge.example:8443#${createHash('sha256').update('/a').digest('hex').slice(0, 32)}`,
    );
    expect(httpJudge('https://judge.example:8443/a').info.model).toBe(models[0]);
    // What comes over a connection that anybody can change is not what comes over a sealed one.
    const plain = httpJudge('http://judge.example:8443/a').info.model;
    expect(plain).toBe(models[0]?.replace('https:', 'http:'));
  });
});

describe('a judge that has to sign its answers', () => {
  const { signer, publicKey } = generateKey();
  const keys = [{ publicKey, roles: ['answerer'] as const }];
  const bytes = ENCODER.encode(GOOD);

  /** What a judge says that signs with a key. */
  async function answerBy(by: Signer, init: RequestInit): Promise<Response> {
    const answered = {
      stateDigest: digest(state),
      questions,
      answers: checkAnswers(questions, { unsafe: { noul: 0 } }),
      judge: { model: 'm-1' },
      responseDigest: digestBytes(bytes),
      nonce: new Headers(init.headers).get('judgement-nonce') ?? '',
    };
    const header = await signAnswer(answered, { signer: by });
    return new Response(bytes, { headers: { ...JSON_TYPE, 'judgement-answer': header } });
  }

  /** Asks it, with whatever is done to its response on the way. */
  function between(
    change: (response: Response, init: RequestInit) => Response | Promise<Response>,
    options: HttpJudgeOptions = {},
  ): Promise<Judgement> {
    return ask('https://judge.example/', {
      judgeKeys: keys,
      fetch: async (_, init) => change(await answerBy(signer, init), init),
      ...options,
    });
  }

  it('is believed when it did, and the receipts carry what it signed', async () => {
    const result = await between(async (response) => response);
    expect(result.effect).toBe('allow');
    expect(result.attestation).toMatchObject({
      payloadType: 'application/vnd.judgement.answer.v1+json',
    });
    const [receipt] = attest(result, { signer: generateKey().signer });
    expect(allOf(receipt?.statement)).toContain('answer_attestation');
  });

  it('marks each attempt with a nonce of its own', async () => {
    const nonces: (string | null)[] = [];
    await between(
      async (response, init) => {
        nonces.push(new Headers(init.headers).get('judgement-nonce'));
        return nonces.length < 3
          ? new Response(null, { status: 503, headers: { 'retry-after': '0' } })
          : response;
      },
      { retries: 2 },
    );
    expect(new Set(nonces).size).toBe(3);
    for (const nonce of nonces) expect(nonce).toMatch(/^[\w-]{22}$/);
  });

  it('is not believed when the signature is stripped', async () => {
    const stripped = between(async (response) => {
      response.headers.delete('judgement-answer');
      return response;
    });
    expect(await errorOf(stripped)).toMatchObject({
      code: 'unsigned_answer',
      path: 'response.headers.judgement-answer',
    });
  });

  it('is not believed when its response is changed', async () => {
    const changed = between(async (response) => {
      const body = (await response.text()).replace('"latency_ms":3', '"latency_ms":4');
      return new Response(body, { headers: response.headers });
    });
    expect(await errorOf(changed)).toMatchObject({ code: 'other_answer' });
  });

  it('is not believed when an answer is sent again', async () => {
    let kept: Response | undefined;
    const replay = async (response: Response): Promise<Response> => {
      kept ??= response;
      return kept.clone();
    };
    expect((await between(replay)).effect).toBe('allow');
    expect(await errorOf(between(replay))).toMatchObject({
      code: 'other_request',
      path: 'response.headers.judgement-answer.payload.nonce',
    });
  });

  it('is not believed when somebody else signed', async () => {
    const other = generateKey().signer;
    const error = await errorOf(between((_, init) => answerBy(other, init)));
    expect(error).toMatchObject({ name: 'TrustError', code: 'unknown_key' });
  });

  it('is not believed when it signed long ago', async () => {
    const now = Date.now();
    const late = between(async (response) => response, { clock: () => now + 120_000 });
    expect(await errorOf(late)).toMatchObject({ code: 'stale_answer' });
    const patient = between(async (response) => response, {
      clock: () => now + 120_000,
      answerMaxAgeMs: 600_000,
    });
    expect((await patient).effect).toBe('allow');
  });

  it.each([
    ['no base64url', 'MARKER ='],
    ['no JSON', Buffer.from('MARKER').toString('base64url')],
    [
      'JSON with two members of one name',
      Buffer.from('{"MARKER":1,"MARKER":2}').toString('base64url'),
    ],
    ['another object', Buffer.from('{"MARKER":"MARKER"}').toString('base64url')],
    [
      'an envelope of another type',
      Buffer.from(
        JSON.stringify({
          payloadType: 'MARKER',
          payload: 'e30',
          signatures: [{ keyid: 'MARKER', sig: 'A'.repeat(86) }],
        }),
      ).toString('base64url'),
    ],
    [
      'an envelope of another payload',
      Buffer.from(
        JSON.stringify({
          payloadType: 'application/vnd.judgement.answer.v1+json',
          payload: Buffer.from('{"MARKER":"MARKER"}').toString('base64url'),
          signatures: [{ keyid: 'MARKER', sig: 'A'.repeat(86) }],
        }),
      ).toString('base64url'),
    ],
  ])('shows nothing of a header that is %s', async (_, header) => {
    const error = await errorOf(
      between(async (response) => {
        response.headers.set('judgement-answer', header);
        return response;
      }),
    );
    expect(error.name).toBe('ReceiptError');
    expect(error.path).toMatch(/^response\.headers\.judgement-answer/);
    expect(allOf(error)).not.toContain('MARKER');
  });
});
