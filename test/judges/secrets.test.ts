import { describe, expect, it, vi } from 'vitest';
import type { Fetch } from '../../src/http/index.js';
import { cached, judgementToWire, judgeWith, noul } from '../../src/index.js';
import { attest, generateKey } from '../../src/receipt/index.js';
import { ADAPTERS, MODELS } from './adapters.js';
import { textsIn } from './walk.js';

/** What is hashed, as text: no digest is made of the key either, as it could be guessed from it. */
const hashed = vi.hoisted<string[]>(() => []);

vi.mock('@noble/hashes/sha2.js', async (original) => {
  const real = await original<typeof import('@noble/hashes/sha2.js')>();
  const sha256 = Object.assign((bytes: Uint8Array) => {
    hashed.push(Buffer.from(bytes).toString('latin1'));
    return real.sha256(bytes);
  }, real.sha256);
  return { ...real, sha256 };
});

const KEY = 'sk-5b1e-this-must-never-be-seen';
const PARTS = [KEY, Buffer.from(KEY).toString('base64'), encodeURIComponent(KEY)];
const questions = { spam: noul('Is this spam?') };
const request = { state: { text: 'Buy now!!!' }, questions };

/** Refuses text that holds the key, in any form that a program writes it in. */
function expectNoKey(text: string): void {
  for (const part of PARTS) expect(text.includes(part)).toBe(false);
}

const KEYS = [
  ['text', KEY],
  ['a function', async () => KEY],
] as const;

/** Whether a request carries the key: a test of a key that is never sent shows nothing. */
function carriesKey(headers: Readonly<Record<string, string>>): boolean {
  return Object.values(headers).some((value) => value.includes(KEY));
}

/** What can go wrong, each time with the key in what comes back. */
const FAULTS: Readonly<Record<string, Fetch>> = {
  ...Object.fromEntries(
    [400, 401, 402, 403, 404, 408, 409, 413, 422, 429, 500, 503, 529].map((status) => [
      `a status of ${status} that repeats the key`,
      (_url, { headers }) =>
        Response.json(
          {
            error: { type: KEY, code: KEY, message: KEY, headers },
            errors: [{ code: KEY, message: KEY }],
            detail: [{ loc: ['body', KEY], msg: KEY, type: KEY, input: headers }],
            [KEY]: KEY,
          },
          { status },
        ),
    ]),
  ),
  'a body that is no JSON': () => new Response(KEY, { headers: { 'content-type': 'text/plain' } }),
  'a body that breaks off': () =>
    new Response(`{"${KEY}":`, { headers: { 'content-type': 'application/json' } }),
  'JSON that says nothing': () => Response.json({ [KEY]: KEY }),
  'answers of another sort': () =>
    Response.json({
      model: 'm',
      answers: { spam: { type: KEY, noul: KEY, [KEY]: KEY } },
      result: { answers: { spam: { type: KEY } } },
      choices: [{ finish_reason: KEY, message: { content: KEY } }],
      content: [{ type: 'text', text: KEY }],
    }),
  'a redirect to another place': () =>
    new Response(null, { status: 302, headers: { location: `https://other.example/${KEY}` } }),
  'a connection that breaks, with the request in the error': (url, init) => {
    throw Object.assign(new Error(`${KEY} ${url}`), { init, cause: new Error(KEY) });
  },
};

describe.each([...ADAPTERS, ...MODELS])('the key of $name', ({ make, answer }) => {
  const good: Fetch = () => Response.json(answer);

  it.each(KEYS)('is in nothing that can be seen of the judge, given as %s', (_, apiKey) => {
    const judge = make({ apiKey, fetch: good });
    expectNoKey(textsIn(judge));
    expectNoKey(textsIn(judge.info));
    expectNoKey(String(judge.cacheKey));
  });

  it.each(KEYS)('is in no result, receipt, store or digest, given as %s', async (_, apiKey) => {
    hashed.length = 0;
    let sent = 0;
    const fetch: Fetch = (url, init) => {
      if (carriesKey(init.headers)) sent += 1;
      return good(url, init);
    };
    const judge = make({ apiKey, fetch });
    const kept = new Map<string, string>();
    const store = {
      get: (key: string) => kept.get(key),
      set: (key: string, text: string) => void kept.set(key, text),
    };
    const result = await judgeWith(cached(judge, { store, maxAgeMs: 60_000 }), request);
    expect(result.answers.spam.noul).toBeCloseTo(judge.info.method === 'sampled' ? 1 : 0.93, 6);
    expect(sent).toBeGreaterThan(0);
    const { signer } = generateKey();
    const receipts = attest(result, { signer });
    const payloads = receipts.map(({ envelope }) => Buffer.from(envelope.payload, 'base64url'));
    for (const one of [judge, result, judgementToWire(result), receipts, payloads, kept]) {
      expectNoKey(textsIn(one));
    }
    expect(hashed.length).toBeGreaterThan(2);
    expectNoKey(hashed.join('\n'));
  });

  it.each(Object.entries(FAULTS))('is in no error after %s', async (_, fetch) => {
    const timer = (call: () => void, milliseconds: number): (() => void) => {
      if (milliseconds >= 10_000) return () => undefined;
      const timeout = setTimeout(call, 0);
      return () => clearTimeout(timeout);
    };
    const means = { apiKey: KEY, fetch, timer };
    const error: unknown = await judgeWith(make(means), request).then(
      () => undefined,
      (caught: unknown) => caught,
    );
    expect(error).toMatchObject({ name: 'JudgeError' });
    expectNoKey(textsIn(error));
  });
});

describe.each(ADAPTERS)('a key that $name cannot send', ({ make, answer }) => {
  const good: Fetch = () => Response.json(answer);

  it('is in no error', async () => {
    for (const apiKey of [`${KEY}\n`, ` ${KEY}`, `${KEY}✓`]) {
      const attempts = [
        () => judgeWith(make({ apiKey, fetch: good }), request),
        () => judgeWith(make({ apiKey: async () => apiKey, fetch: good }), request),
        () =>
          judgeWith(
            make({ apiKey: () => Promise.reject(new Error(apiKey)), fetch: good }),
            request,
          ),
      ];
      for (const attempt of attempts) {
        const error: unknown = await (async () => attempt())().catch((caught: unknown) => caught);
        expect(error).toMatchObject({ name: 'JudgeError', path: 'options.apiKey' });
        expectNoKey(textsIn(error));
      }
    }
  });
});

describe('the walk itself', () => {
  it('finds a key wherever one is', () => {
    const hidden = Object.defineProperty({}, 'x', { value: KEY, enumerable: false });
    class Holder {
      get key(): string {
        return KEY;
      }
    }
    const places: readonly unknown[] = [
      { a: [{ b: KEY }] },
      hidden,
      new Holder(),
      Object.create({ inherited: KEY }),
      new Map([['a', KEY]]),
      Object.assign(() => undefined, { key: KEY }),
      new Error('x', { cause: new Error(KEY) }),
      new TextEncoder().encode(KEY),
      { [Symbol(KEY)]: 1 },
    ];
    for (const place of places) expect(textsIn(place)).toContain(KEY);
    expect(textsIn(() => KEY)).not.toContain('sk-5b1e');
  });
});
