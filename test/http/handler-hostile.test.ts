import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { JudgeError } from '../../src/errors.js';
import { bearer } from '../../src/http/bearer.js';
import { judgeHandler } from '../../src/http/handler.js';
import { fromReader, ServiceFault } from '../../src/http/service-fault.js';
import { BODY, calm, codeOf, judgeOf, post, SOON } from './requests.js';

/** An error with the name and the members of ours, and a code that is none of ours. */
function errorOf(code: string): Error {
  const error = new Error('not ours');
  error.name = 'JudgeError';
  Object.assign(error, { path: 'p', rule: 'r', fix: 'f' });
  return Object.defineProperty(error, 'code', { value: code, configurable: true });
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** Names that every object has. */
const INHERITED = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'];

describe('an error of a judge', () => {
  const thrownBy = async (thrown: unknown): Promise<unknown> => {
    const told: unknown[] = [];
    const judge = judgeOf(() => {
      throw thrown;
    });
    const handler = judgeHandler(judge, { onError: (error) => told.push(error) });
    const result = await codeOf(await handler(post()));
    expect(told).toHaveLength(1);
    return result;
  };

  it.each([...INHERITED, 'no_such_code', ''])('with the code %j breaks a rule', async (code) => {
    expect(await thrownBy(errorOf(code))).toEqual([502, 'bad_answer']);
  });

  it('that cannot be looked at says that there is no answer', async () => {
    expect(await thrownBy(revoked())).toEqual([503, 'judge_unavailable']);
    let reads = 0;
    const late = Object.defineProperty(errorOf('x'), 'code', {
      get() {
        reads += 1;
        throw new Error('read');
      },
    });
    expect(await thrownBy(late)).toEqual([503, 'judge_unavailable']);
    expect(reads).toBe(1);
  });

  it('of who decides who may ask is a fault of this side, whatever it is', async () => {
    const authorize = (): never => {
      throw revoked();
    };
    expect(await codeOf(await judgeHandler(calm, { authorize })(post()))).toEqual([
      500,
      'internal',
    ]);
  });
});

describe('an error of a reader', () => {
  it.each(INHERITED)('with the code %j is passed on as it is', (code) => {
    const error = errorOf(code);
    expect(fromReader(error, 'request.state', 422)).toBe(error);
  });

  it('with a code that a handler has becomes a fault with the status of its place', () => {
    const error = new JudgeError('not_finite', { path: 'state.a', rule: 'r', fix: 'f' });
    const fault = fromReader(error, 'request.state', 422);
    expect(fault).toBeInstanceOf(ServiceFault);
    expect(fault).toMatchObject({
      status: 422,
      body: { error: { code: 'not_finite', path: 'request.state', rule: 'r', fix: 'f' } },
    });
  });
});

describe('who may not ask', () => {
  it('takes no place from who may, however long that takes to find out', async () => {
    const open: ((isAuthorized: boolean) => void)[] = [];
    const authorize = ({ headers }: Request): boolean | Promise<boolean> =>
      headers.has('x-known') || new Promise<boolean>((resolve) => open.push(resolve));
    const handler = judgeHandler(calm, { authorize, maxConcurrent: 1 });
    const strangers = [handler(post()), handler(post()), handler(post())];
    await expect.poll(() => open.length, SOON).toBe(3);
    expect((await handler(post(BODY, { 'x-known': '1' }))).status).toBe(200);
    for (const settle of open) settle(false);
    for (const response of strangers) {
      expect(await codeOf(await response)).toEqual([401, 'unauthorized']);
    }
  });

  it('is told so while all places are taken', async () => {
    const ends: ((answer: unknown) => void)[] = [];
    const judge = judgeOf(() => new Promise((resolve) => ends.push(resolve)));
    const authorize = ({ headers }: Request): boolean => headers.has('x-known');
    const handler = judgeHandler(judge, { authorize, maxConcurrent: 1 });
    const first = handler(post(BODY, { 'x-known': '1' }));
    await expect.poll(() => ends.length, SOON).toBe(1);
    expect((await handler(post(BODY, { 'x-known': '1' }))).status).toBe(429);
    expect((await handler(post())).status).toBe(401);
    ends[0]?.({ answers: { unsafe: { noul: 0 } } });
    expect((await first).status).toBe(200);
  });
});

describe('a bearer token', () => {
  const TOKEN = 'c2VjcmV0LWZvci10aGlzLXRlc3Q';
  const isIn = (known: string, sent: string): boolean =>
    bearer(known)(
      new Request('http://judge.example/', { headers: { authorization: `Bearer ${sent}` } }),
    );
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/';

  it('is in when it is the one, and not when one character of it differs', () => {
    expect(isIn(TOKEN, TOKEN)).toBe(true);
    for (let at = 0; at < TOKEN.length; at += 1) {
      for (const letter of ALPHABET) {
        const other = TOKEN.slice(0, at) + letter + TOKEN.slice(at + 1);
        expect(isIn(TOKEN, other)).toBe(other === TOKEN);
      }
    }
  });

  it('is not in when it is longer or shorter', () => {
    for (let length = 1; length < TOKEN.length; length += 1) {
      expect(isIn(TOKEN, TOKEN.slice(0, length))).toBe(false);
    }
    for (const letter of ALPHABET) expect(isIn(TOKEN, TOKEN + letter)).toBe(false);
    for (let more = 1; more < 500; more += 1) {
      expect(isIn(TOKEN, TOKEN + 'x'.repeat(more))).toBe(false);
    }
  });

  it('is not in for any of many others', () => {
    const authorize = bearer([TOKEN, `${TOKEN}2`]);
    for (let turn = 0; turn < 2_000; turn += 1) {
      const authorization = `Bearer ${randomBytes(16).toString('base64url')}`;
      expect(authorize(new Request('http://judge.example/', { headers: { authorization } }))).toBe(
        false,
      );
    }
  });
});

describe('a body', () => {
  it('of pieces that are always there and empty ends with its time', async () => {
    let isOver = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (isOver) controller.close();
        else controller.enqueue(new Uint8Array(0));
      },
    });
    const guard = setTimeout(() => {
      isOver = true;
    }, 20_000);
    const response = await judgeHandler(calm, { timeoutMs: 50 })(post(body));
    clearTimeout(guard);
    isOver = true;
    expect(await codeOf(response)).toEqual([408, 'request_timeout']);
  });

  it('may come one byte at a time', async () => {
    const padded = BODY + ' '.repeat(200_000);
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at === padded.length) controller.close();
        else controller.enqueue(Uint8Array.of(padded.charCodeAt(at)));
        at += 1;
      },
    });
    expect((await judgeHandler(calm)(post(body))).status).toBe(200);
  });
});

describe('a request id of a judge', () => {
  it.each([
    ['r 1', 'r 1'],
    ['r1\n2026 allow', undefined],
    ['r1\u001b[2K', undefined],
    ['x'.repeat(201), undefined],
  ])('%j is sent as %j', async (requestId, sent) => {
    const judge = judgeOf(() => ({ answers: { unsafe: { noul: 0 } }, requestId }));
    const body: unknown = await (await judgeHandler(judge)(post())).json();
    expect(Object(body).request_id).toBe(sent);
  });
});
