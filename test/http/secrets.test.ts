import { describe, expect, it } from 'vitest';
import { type HeadersSource, type HttpJudgeOptions, httpJudge } from '../../src/http/index.js';
import { isJudgementError, JudgeError } from '../../src/index.js';
import { allOf, ask, errorOf, GOOD, JSON_TYPE, SECRET } from './asking.js';

const URL_OF_JUDGE = `https://judge.example/?key=${SECRET}`;

/** Headers that cannot be sent, from callers in a hurry. */
function untyped(value: unknown): HeadersSource {
  const holder: { readonly headers: HeadersSource } = JSON.parse('{"headers":{}}');
  return Object.assign(holder, { headers: value }).headers;
}

function fetchThat(fails: (url: string, init: RequestInit) => unknown): HttpJudgeOptions {
  return {
    async fetch(url, init) {
      throw fails(url, init);
    },
  };
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

interface Case {
  readonly name: string;
  readonly options: HttpJudgeOptions;
  readonly code: 'judge_unavailable' | 'bad_option';
}

const CASES: readonly Case[] = [
  {
    name: 'headers whose function throws them',
    options: {
      headers() {
        throw new Error(SECRET);
      },
    },
    code: 'judge_unavailable',
  },
  {
    name: 'headers whose function rejects with one of our errors',
    options: {
      headers: async () => {
        throw new JudgeError('aborted', { path: SECRET, rule: SECRET, fix: SECRET });
      },
    },
    code: 'judge_unavailable',
  },
  {
    name: 'headers whose function throws what cannot be looked at',
    options: {
      headers() {
        throw revoked();
      },
    },
    code: 'judge_unavailable',
  },
  {
    name: 'a header with a line break',
    options: { headers: { authorization: `Bearer ${SECRET}\r\nx-other: 1` } },
    code: 'bad_option',
  },
  {
    name: 'a header with letters beyond Latin-1',
    options: { headers: () => ({ authorization: `Bearer ${SECRET} ✓` }) },
    code: 'bad_option',
  },
  {
    name: 'a name that is none',
    options: { headers: { [`${SECRET}: `]: '1' } },
    code: 'bad_option',
  },
  {
    name: 'a header that is undefined',
    options: { headers: () => untyped({ authorization: undefined, 'x-key': SECRET }) },
    code: 'bad_option',
  },
  { name: 'pairs that are none', options: { headers: untyped([[SECRET]]) }, code: 'bad_option' },
  { name: 'headers that are null', options: { headers: () => untyped(null) }, code: 'bad_option' },
  {
    name: 'headers that are text',
    options: { headers: () => untyped(`authorization: ${SECRET}`) },
    code: 'bad_option',
  },
  {
    name: 'a fetch that throws all it got',
    options: fetchThat((url, init) =>
      Object.assign(new TypeError(`fetch of ${url} failed`, { cause: init }), { url, init }),
    ),
    code: 'judge_unavailable',
  },
  {
    name: 'a fetch that throws a text',
    options: fetchThat((url) => url),
    code: 'judge_unavailable',
  },
  {
    name: 'a fetch whose error has a code that is no code',
    options: fetchThat(() => Object.assign(new Error('no'), { code: SECRET })),
    code: 'judge_unavailable',
  },
  {
    name: 'a fetch whose error cannot be looked at',
    options: fetchThat(revoked),
    code: 'judge_unavailable',
  },
  {
    name: 'a response that repeats what it was sent in its headers',
    options: {
      fetch: async (url, { headers }) =>
        new Response(url, {
          status: 401,
          headers: { ...Object(headers), 'www-authenticate': SECRET, location: url },
        }),
    },
    code: 'judge_unavailable',
  },
  {
    name: 'a redirect to where everybody can read it',
    options: {
      fetch: async (url) =>
        new Response(url, { status: 307, headers: { location: `http://x/${SECRET}` } }),
    },
    code: 'judge_unavailable',
  },
];

describe('no error shows what was sent', () => {
  it.each(CASES)('after $name', async ({ options, code }) => {
    const error = await errorOf(ask(URL_OF_JUDGE, { retries: 1, timer: atOnce, ...options }));
    expect(error.code).toBe(code);
    expect('cause' in error).toBe(false);
    expect(allOf(error)).not.toContain(SECRET);
    expect(allOf(error)).not.toContain('judge.example');
  });

  it.each([
    ['a user', `https://${SECRET}@judge.example/`],
    ['a password', `https://user:${SECRET}@judge.example/`],
    ['no host', `https:///?key=${SECRET}`.replace('///', '//')],
    ['another scheme', `ftp://judge.example/?key=${SECRET}`],
    ['no scheme', `judge.example/?key=${SECRET}`],
  ])('when the URL has %s', (_, url) => {
    let error: unknown;
    try {
      httpJudge(url);
    } catch (caught) {
      error = caught;
    }
    expect(isJudgementError(error) && error.code).toBe('bad_option');
    expect(allOf(error)).not.toContain(SECRET);
  });

  it('and neither does the judge', async () => {
    const headers = { authorization: `Bearer ${SECRET}` };
    const judge = httpJudge(URL_OF_JUDGE, { headers });
    expect(allOf(judge)).not.toContain(SECRET);
  });

  it('nor what came of it', async () => {
    const result = await ask(URL_OF_JUDGE, {
      fetch: async () =>
        new Response(GOOD.replace('"judge":{"model":"m-1"},', ''), { headers: JSON_TYPE }),
    });
    expect(allOf(result)).not.toContain(SECRET);
    expect(result.judge.model).toMatch(/^https:judge\.example#[0-9a-f]{32}$/);
  });
});

/** A retry has nothing to wait for here, and no limit is reached. */
function atOnce(callback: () => void, milliseconds: number): () => void {
  if (milliseconds < 10_000) queueMicrotask(callback);
  return () => undefined;
}
