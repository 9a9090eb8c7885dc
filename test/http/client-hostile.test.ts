import { describe, expect, it } from 'vitest';
import { readPieces } from '../../src/http/body.js';
import type { Fetch, HttpJudgeOptions } from '../../src/http/index.js';
import { generateKey } from '../../src/receipt/index.js';
import { allOf, ask, errorOf, GOOD, JSON_TYPE, MARKER, SECRET } from './asking.js';

/** A fetch that gives what may be no response. */
function giving(give: () => unknown): HttpJudgeOptions {
  const fetch: Fetch = Object(give);
  return { fetch };
}

function fail(): never {
  throw new Error(MARKER);
}

const headers = new Headers(JSON_TYPE);
const good = (): Response => new Response(GOOD, { headers });

describe('a response that is none', () => {
  it.each<[string, () => unknown]>([
    [
      'has a status that throws',
      () => ({
        headers,
        get status() {
          return fail();
        },
      }),
    ],
    [
      'has headers that throw',
      () => ({
        status: 200,
        get headers() {
          return fail();
        },
      }),
    ],
    ['has headers that cannot be read', () => ({ status: 200, headers: { get: fail } })],
    [
      'has a good body and headers that cannot be read',
      () => ({ status: 200, headers: { get: fail }, body: good().body }),
    ],
    [
      'has a status of an error and headers that cannot be read',
      () => ({ status: 503, headers: { get: fail } }),
    ],
    [
      'has a body that throws',
      () => ({
        status: 200,
        headers,
        get body() {
          return fail();
        },
      }),
    ],
    [
      'has a status of an error and a body that throws',
      () => ({
        status: 503,
        headers,
        get body() {
          return fail();
        },
      }),
    ],
    [
      'throws when asked whether it was redirected',
      () => ({
        status: 200,
        headers,
        get redirected() {
          return fail();
        },
      }),
    ],
    [
      'throws when asked for its type',
      () => ({
        status: 200,
        headers,
        get type() {
          return fail();
        },
      }),
    ],
    ['has a body without a reader', () => ({ status: 200, headers, body: { getReader: fail } })],
    [
      'has a body whose pieces throw',
      () => ({ status: 200, headers, body: { [Symbol.asyncIterator]: fail } }),
    ],
    [
      'has a body that throws what cannot be looked at',
      () => ({ status: 200, headers, body: { getReader: () => ({ read: throwRevoked }) } }),
    ],
    [
      'is a redirect whose body says nothing about itself',
      () => ({
        status: 307,
        headers: new Headers({ location: 'https://else.example/' }),
        body: {
          get locked() {
            return fail();
          },
        },
      }),
    ],
    ['cannot be looked at', () => revoked()],
    ['is thrown and cannot be looked at', throwRevoked],
    [
      'has a body that somebody reads',
      () => {
        const response = good();
        response.body?.getReader();
        return response;
      },
    ],
    [
      'has a body that somebody read',
      async () => {
        const response = good();
        await response.text();
        return response;
      },
    ],
  ])('because it %s is unavailable', async (_, give) => {
    const error = await errorOf(ask('https://judge.example/', giving(give)));
    expect(error).toMatchObject({ name: 'JudgeError', code: 'judge_unavailable', attempts: 1 });
    expect(allOf(error)).not.toContain(MARKER);
    expect(allOf(error)).not.toContain(SECRET);
  });
});

describe('a redirect', () => {
  const leading = async (location: string, from = 'https://judge.example/a'): Promise<string[]> => {
    const asked: string[] = [];
    const fetch: Fetch = async (url) => {
      asked.push(url);
      return asked.length === 1
        ? new Response(null, { status: 307, headers: { location } })
        : good();
    };
    const error = await ask(from, { fetch }).then(() => undefined, String);
    if (error !== undefined) expect(error).toContain('no redirect to another origin is followed');
    return asked;
  };

  it('is followed on the same host with the same scheme', async () => {
    expect(await leading('/b')).toEqual(['https://judge.example/a', 'https://judge.example/b']);
    expect(await leading('https://judge.example:443/b')).toHaveLength(2);
  });

  it.each([
    ['a scheme that has the same origin inside', 'blob:https://judge.example/b'],
    ['the same host in plain text', 'http://judge.example/b'],
    ['the same host and port in plain text', 'http://judge.example:443/b'],
    ['another port', 'https://judge.example:8443/b'],
    ['another host', 'https://judge.example.evil.example/b'],
    ['a user', 'https://ann@judge.example/b'],
    ['a password', 'https://:pass@judge.example/b'],
    ['a user and a password', 'https://ann:pass@judge.example/b'],
    ['no host', 'data:application/json,{}'],
    ['a script', 'javascript:1'],
  ])('is not followed to %s', async (_, location) => {
    expect(await leading(location)).toEqual(['https://judge.example/a']);
  });

  it('is not followed from plain text to what is sealed, or to what only says the same port', async () => {
    const from = 'http://judge.example:8443/a';
    expect(await leading('https://judge.example:8443/b', from)).toEqual([from]);
    expect(await leading('blob:http://judge.example:8443/b', from)).toEqual([from]);
  });

  it('lets go of its body, which nobody reads', async () => {
    let cancelled = 0;
    let asked = 0;
    const fetch: Fetch = async () => {
      asked += 1;
      if (asked > 1) return good();
      const body = new ReadableStream({
        cancel() {
          cancelled += 1;
        },
      });
      return new Response(body, { status: 307, headers: { location: '/b' } });
    };
    expect((await ask('https://judge.example/a', { fetch })).effect).toBe('allow');
    expect([asked, cancelled]).toEqual([2, 1]);
  });
});

describe('the signal of an attempt', () => {
  const signalOf = async (answer: () => Response): Promise<AbortSignal | undefined> => {
    let signal: AbortSignal | undefined;
    const fetch: Fetch = async (_, init) => {
      signal = init.signal;
      return answer();
    };
    await ask('https://judge.example/', { fetch }).catch(() => undefined);
    return signal;
  };

  it('aborts when the attempt fails, so that nothing of it stays open', async () => {
    const failed = await signalOf(() => new Response('no', { status: 503 }));
    expect(failed?.aborted).toBe(true);
  });

  it('does not abort when all went well, as the connection is still good', async () => {
    expect((await signalOf(good))?.aborted).toBe(false);
  });
});

describe('the nonce of a request', () => {
  it('is drawn, also where the headers of the caller have one', async () => {
    const keys = [{ publicKey: generateKey().publicKey, roles: ['answerer'] as const }];
    const nonces: unknown[] = [];
    const fetch: Fetch = async (_, init) => {
      nonces.push(init.headers['judgement-nonce']);
      return good();
    };
    const own = { 'Judgement-Nonce': 'AAAAAAAAAAAAAAAAAAAAAA' };
    const random = (length: number): Uint8Array => new Uint8Array(length).fill(255);
    const options = { fetch, random, judgeKeys: keys, headers: own };
    const error = await errorOf(ask('https://judge.example/', options));
    expect(error.code).toBe('unsigned_answer');
    expect(nonces).toEqual([Buffer.alloc(16, 255).toString('base64url')]);
  });
});

describe('a body', () => {
  const piecesOfSize = (count: number, size: number) => {
    let left = count;
    return {
      next: async () => {
        left -= 1;
        return left < 0 ? undefined : new Uint8Array(size).fill(left % 251);
      },
      cancel: () => undefined,
    };
  };

  it('may come one byte at a time, and is what came', async () => {
    const bytes = await readPieces(piecesOfSize(200_000, 1), 1_048_576, (work) => work);
    const expected = Uint8Array.from({ length: 200_000 }, (_, index) => (199_999 - index) % 251);
    expect(Buffer.from(bytes ?? []).equals(Buffer.from(expected))).toBe(true);
  });

  it.each([
    [3, 5, 15, 15],
    [3, 5, 14, undefined],
    [1, 70_000, 70_000, 70_000],
    [2, 70_000, 139_999, undefined],
    [0, 1, 1, 0],
  ])('of %i pieces of %i bytes is read up to %i: %s', async (count, size, most, length) => {
    const bytes = await readPieces(piecesOfSize(count, size), most, (work) => work);
    expect(bytes?.length).toBe(length);
  });

  it.each([
    ['empty', 0],
    ['of a byte', 1],
  ])('of pieces that are always there and %s ends with its time', async (_, size) => {
    let isOver = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        // A test that hangs would stop all others; this many take seconds.
        if (isOver) controller.close();
        else controller.enqueue(new Uint8Array(size));
      },
    });
    const guard = setTimeout(() => {
      isOver = true;
    }, 20_000);
    const options = { timeoutMs: 50, maxResponseBytes: 16_777_216 };
    const fetch: Fetch = async () => new Response(body, { headers });
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    }, 1);
    const error = await errorOf(ask('https://judge.example/', { ...options, fetch }));
    clearInterval(ticking);
    clearTimeout(guard);
    expect(error).toMatchObject({ code: 'judge_unavailable', path: 'options.timeoutMs' });
    expect(turns).toBeGreaterThan(0);
  });
});

describe('a request id in a body', () => {
  const idOf = async (id: string, sent?: string): Promise<string | undefined> => {
    const body = JSON.stringify({ ...JSON.parse(GOOD), request_id: id });
    const own = { ...JSON_TYPE, ...(sent === undefined ? {} : { 'x-request-id': sent }) };
    const fetch: Fetch = async () => new Response(body, { headers: own });
    return (await ask('https://judge.example/', { fetch })).requestId;
  };

  it.each(['r1', 'a b', '~!', 'x'.repeat(200)])('is told where it is %j', async (id) => {
    expect(await idOf(id, 'other')).toBe(id);
  });

  it.each([
    'r1\n2026 allow',
    'r1\u001b[2K',
    '\u0000',
    'r\u007f1',
    'r\u202e1',
    'ré',
    ' r1',
    'r1 ',
    'r1\n',
    ' ',
    'x'.repeat(201),
  ])('counts as none where it is %j', async (id) => {
    expect(await idOf(id)).toBe(undefined);
    expect(await idOf(id, 'sent')).toBe('sent');
  });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function throwRevoked(): never {
  throw revoked();
}
