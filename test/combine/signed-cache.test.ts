import { describe, expect, it } from 'vitest';
import { httpJudge, judgeHandler } from '../../src/http/index.js';
import { type AnswerStore, cached, judgeWith } from '../../src/index.js';
import { generateKey } from '../../src/receipt/index.js';
import { answer, later, state, unsafe } from './helpers.js';

const request = { state, questions: unsafe };
const url = 'https://judge.example/v1';
const key = generateKey();
const judgeKeys = [key.publicKey];

function setUp() {
  const texts = new Map<string, string>();
  const store: AnswerStore = {
    get: (name) => texts.get(name),
    set: (name, text) => void texts.set(name, text),
  };
  const inner = later('guard', answer(0.99));
  const service = judgeHandler(inner, { sign: key.signer });
  const fetch = (to: string, options: RequestInit) => service(new Request(to, options));
  const options = { store, maxAgeMs: 60_000 };
  return { texts, inner, options, signed: cached(httpJudge(url, { fetch, judgeKeys }), options) };
}

describe('a cache of a judge that has to sign', () => {
  it('gives what it signed, with the signature', async () => {
    const { inner, signed } = setUp();
    const first = await judgeWith(signed, request);
    const again = await judgeWith(signed, request);
    expect(first.attestation).toBeDefined();
    expect([again.attestation, again.cachedAt === undefined]).toEqual([first.attestation, false]);
    expect(inner.requests.length).toBe(1);
  });

  it('gives nothing that was answered without a signature', async () => {
    const { inner, options, signed } = setUp();
    const anyone = async () => Response.json(answer(0.01));
    await judgeWith(cached(httpJudge(url, { fetch: anyone }), options), request);
    const { effect, attestation } = await judgeWith(signed, request);
    expect([effect, attestation === undefined, inner.requests.length]).toEqual(['deny', false, 1]);
  });

  it.each([
    ['another answer', (text: string) => text.replace('0.99', '0.01')],
    ['another judge', (text: string) => text.replace('"model":"guard"', '"model":"other"')],
    ['no signature', (text: string) => text.replace('"attestation":', '"ignored":')],
    ['another signature', (text: string) => text.replace(/"sig":"[^"]{4}/, '"sig":"AAAA')],
  ])('gives nothing where the store has %s', async (_, change) => {
    const { texts, inner, signed } = setUp();
    await judgeWith(signed, request);
    for (const [name, text] of texts) {
      expect(change(text)).not.toBe(text);
      texts.set(name, change(text));
    }
    const { effect, cachedAt, judge } = await judgeWith(signed, request);
    expect([effect, cachedAt, judge.model, inner.requests.length]).toEqual([
      'deny',
      undefined,
      'guard',
      2,
    ]);
  });
});
