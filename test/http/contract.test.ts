import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isJudgementError, JudgeError, type JudgeErrorCode } from '../../src/errors.js';
import { bearer } from '../../src/http/bearer.js';
import { httpJudge } from '../../src/http/client.js';
import { judgeHandler } from '../../src/http/handler.js';
import type { JudgeHandlerOptions } from '../../src/http/handler-options.js';
import { judgementToWire, judgeWith } from '../../src/index.js';
import type { Judge, JudgeResponse } from '../../src/judge.js';
import {
  type ClientCase,
  clientCases,
  faultsOf,
  outcomeFaults,
  requestFaults,
  respond,
  type ServerCase,
  send,
  serveClientCases,
  serverCases,
} from './contract/contract.mjs';
import { calm, judgeOf } from './requests.js';
import { type Serving, serve } from './serve.js';

/** The handler that a case needs. */
function handlerFor({ needs = {} }: ServerCase): (request: Request) => Promise<Response> {
  const { limits = {}, token } = needs;
  const { timeout_ms: timeoutMs, max_request_bytes: maxRequestBytes } = limits;
  const options: JudgeHandlerOptions = {
    timeoutMs,
    maxRequestBytes,
    maxQuestions: limits.max_questions,
    authorize: token === undefined ? undefined : bearer(token),
  };
  return judgeHandler(judgeFor(needs.judge), options);
}

const CODES: readonly JudgeErrorCode[] = ['unknown_question', 'judge_unavailable'];

function judgeFor(needed: NonNullable<ServerCase['needs']>['judge']): Judge {
  if (needed === undefined) return calm;
  if (needed.hangs) return judgeOf(() => new Promise(() => undefined));
  const code = CODES.find((one) => one === needed.error);
  if (code !== undefined) {
    return judgeOf(() => {
      throw new JudgeError(code, { path: 'judge', rule: 'r', fix: 'f' });
    });
  }
  const { answers, judge, latency_ms, request_id, usage } = needed.response ?? {};
  const { input_tokens, output_tokens }: { [name: string]: unknown } = Object(usage);
  const counts = usage && { inputTokens: input_tokens, outputTokens: output_tokens };
  const response = { answers, judge, latencyMs: latency_ms, requestId: request_id, usage: counts };
  return judgeOf(() => response);
}

describe('the contract, for the handler', () => {
  let serving: Serving;
  let handler: (request: Request) => Promise<Response>;
  beforeAll(async () => {
    serving = await serve((request) => handler(request));
  });
  afterAll(() => serving.close());

  it('has cases', () => {
    expect(serverCases.length).toBeGreaterThanOrEqual(90);
    expect(new Set(serverCases.map(({ name }) => name)).size).toBe(serverCases.length);
  });

  it.each(serverCases)('$name', async (one) => {
    const fetch = handlerFor(one);
    const response = await send('http://judge.example/', one, { fetch });
    expect(await faultsOf(one, response, { strict: true })).toEqual([]);
  });

  it.each(serverCases)('$name, over a socket', async (one) => {
    handler = handlerFor(one);
    const response = await send(serving.url, one);
    expect(await faultsOf(one, response, { strict: true })).toEqual([]);
  });
});

describe('the contract, for the client', () => {
  let serving: Awaited<ReturnType<typeof serveClientCases>>;
  beforeAll(async () => {
    serving = await serveClientCases();
  });
  afterAll(() => serving.close());

  it('has cases', () => {
    expect(clientCases.length).toBeGreaterThanOrEqual(80);
    expect(new Set(clientCases.map(({ name }) => name)).size).toBe(clientCases.length);
  });

  it.each(clientCases)('$name', async (one) => {
    const faults: string[] = [];
    const judge = httpJudge('http://judge.example/', {
      fetch: async (_, { method = '', headers, body }) => {
        const sent = {
          method,
          headers: new Headers(headers),
          text: await new Response(body ?? '').text(),
        };
        faults.push(...requestFaults(one, sent));
        return respond(one);
      },
    });
    expect([...outcomeFaults(one, await outcomeOf(judge, one)), ...faults]).toEqual([]);
  });

  it.each(clientCases)('$name, over a socket', async (one) => {
    const judge = httpJudge(`${serving.url}/case/${clientCases.indexOf(one)}`);
    expect(outcomeFaults(one, await outcomeOf(judge, one))).toEqual([]);
    expect(serving.sentFaults(one)).toEqual([]);
  });
});

describe('the contract suite itself', () => {
  const named = (name: string): ServerCase => {
    const found = serverCases.find((one) => one.name === name);
    if (found === undefined) throw new Error(`there is no case "${name}"`);
    return found;
  };

  it('notices a wrong status, header, code, body and answer', async () => {
    const put = named('refuses PUT, and says what it takes');
    const body = { error: { code: 'not_found' } };
    const other = Response.json(body, { status: 404 });
    expect(await faultsOf(put, other, { strict: true })).toEqual([
      'the status is 404, not 405',
      'allow is null, not GET, HEAD, POST',
      'the code is not_found, not method_not_allowed',
    ]);
    const yes = named('answers the question that is asked');
    const two = Response.json({ answers: { unsafe: { noul: 2 } } });
    expect(await faultsOf(yes, two)).toEqual([
      'answers.unsafe.noul is 2',
      'judge.model is no text',
    ]);
    expect(await faultsOf(named('answers HEAD without a body'), Response.json(1))).toEqual([
      'there is a body',
    ]);
    expect(await faultsOf(named('sends a score'), Response.json(1))).toEqual(['the body is 1']);
  });

  it('notices a request that comes back', async () => {
    const one = named('refuses a request without a state');
    const { body } = one.request;
    const echo = new Response(JSON.stringify(body?.json), { status: 422 });
    expect(await faultsOf(one, echo)).toEqual(['the body repeats the request']);
  });

  it('notices an outcome that differs', () => {
    const [good] = clientCases;
    const bad = clientCases.find(({ expect: { error } }) => error === 'bad_answer');
    if (good === undefined || bad === undefined) throw new Error('there are no cases');
    expect(outcomeFaults(good, { error: 'bad_answer' })).toHaveLength(2);
    expect(outcomeFaults(bad, { answers: {} })).toHaveLength(1);
    const sent = { method: 'GET', headers: new Headers(), text: '{}' };
    expect(requestFaults(good, sent)).toHaveLength(3);
  });
});

/** What the library makes of a case, in the names of the wire. */
async function outcomeOf(
  judge: Judge,
  { request, expect: expected }: ClientCase,
): Promise<unknown> {
  try {
    const response: JudgeResponse = await ask(judge, request);
    const { responseDigest, requestId, latencyMs, judge: who, usage } = response;
    const outcome: Record<string, unknown> = {
      answers: await answersOf(judge, request),
      judge: who,
      latency_ms: latencyMs,
      request_id: requestId,
      usage: usage && { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
      response_digest: responseDigest,
    };
    expect(Object.keys(expected).filter((name) => !(name in outcome))).toEqual([]);
    return outcome;
  } catch (error) {
    return { error: isJudgementError(error) ? error.code : String(error) };
  }
}

async function ask(judge: Judge, request: ClientCase['request']): Promise<JudgeResponse> {
  return Reflect.apply(judge.ask, judge, [request, {}]);
}

/** The answers as a caller gets them. */
async function answersOf(judge: Judge, request: ClientCase['request']): Promise<unknown> {
  const result = await Reflect.apply(judgeWith, undefined, [judge, request]);
  return JSON.parse(JSON.stringify(judgementToWire(result).answers));
}
