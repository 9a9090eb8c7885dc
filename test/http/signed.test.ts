import { describe, expect, it } from 'vitest';
import {
  ANSWER_HEADER,
  checkSignedAnswer,
  MAX_ANSWER_HEADER,
  makeNonce,
  NONCE_HEADER,
  readNonce,
  signAnswer,
} from '../../src/http/signed.js';
import { checkAnswers, digest, noul } from '../../src/index.js';
import type { AnswerCheckOptions } from '../../src/receipt/answer-check.js';
import { ed25519Signer } from '../../src/receipt/ed25519.js';
import { publicKeySet } from '../../src/receipt/public-key-set.js';
import { b64, bytes, PUBLIC, SECRET } from '../receipt/fixtures.js';
import { JUDGE_ID, JUDGE_KEY, JUDGE_SECRET, NONCE, OTHER_NONCE } from '../receipt/vouched.js';

const questions = { unsafe: noul('Is it unsafe?') };
const answered = {
  stateDigest: digest({ tool: 'Bash' }),
  questions,
  answers: checkAnswers(questions, { unsafe: { noul: 0.97 } }),
  judge: { model: 'guard-2' },
  responseDigest: digest('the bytes of the body'),
  nonce: NONCE,
};
const NOW = Date.UTC(2026, 10, 30, 12, 55);
const clock = (): number => NOW;
const signer = ed25519Signer(JUDGE_SECRET);
const keys = publicKeySet([JUDGE_KEY]);
const header = await signAnswer(answered, { signer, clock });

function check(given: string | null, change = {}, options: Partial<AnswerCheckOptions> = {}) {
  return checkSignedAnswer(given, { ...answered, ...change }, { keys, clock, ...options });
}

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'not ours';
  }
  return 'accepted';
}

/** A code of the library, and not what `codeOf` says otherwise. */
const REFUSED = /^[a-z]+(?:_[a-z]+)+$/;

function encode(envelope: unknown): string {
  return b64(typeof envelope === 'string' ? envelope : JSON.stringify(envelope));
}

const envelope = JSON.parse(Buffer.from(header, 'base64url').toString('utf8'));

describe('the headers', () => {
  it('have names in lower case', () => {
    expect([NONCE_HEADER, ANSWER_HEADER]).toEqual(['judgement-nonce', 'judgement-answer']);
  });

  it('hold the JSON of an envelope in base64url', () => {
    expect(header).toMatch(/^[\w-]+$/);
    expect(Object.keys(envelope)).toEqual(['payload', 'payloadType', 'signatures']);
    expect(envelope.signatures[0].keyid).toBe(JUDGE_ID);
  });

  it('hold about 60 questions, and no more than there is room for', async () => {
    const many = (count: number) => {
      const all = Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`question_number_${at}`, noul('?')]),
      );
      const raw = Object.fromEntries(Object.keys(all).map((key) => [key, { noul: 0 }]));
      return { ...answered, questions: all, answers: checkAnswers(all, raw) };
    };
    const full = many(60);
    const long = await signAnswer(full, { signer, clock });
    expect(long.length).toBeLessThanOrEqual(MAX_ANSWER_HEADER);
    expect(checkSignedAnswer(long, full, { keys, clock }).payload.nonce).toBe(NONCE);
    await expect(signAnswer(many(80), { signer, clock })).rejects.toThrow(
      expect.objectContaining({ name: 'ReceiptError', code: 'too_large', path: 'the questions' }),
    );
  });

  it('are not made where the signer cannot sign', async () => {
    const cause = new Error('the key store is away');
    const away = { keyId: JUDGE_ID, sign: () => Promise.reject(cause) };
    await expect(signAnswer(answered, { signer: away, clock })).rejects.toBe(cause);
  });
});

describe('a nonce', () => {
  it('is 16 random bytes in base64url', () => {
    expect(makeNonce(() => bytes('00112233445566778899aabbccddeeff'))).toBe(NONCE);
    expect(makeNonce()).toMatch(/^[\w-]{22}$/);
    expect(new Set(Array.from({ length: 100 }, () => makeNonce())).size).toBe(100);
  });

  it.each<[string, unknown]>([
    ['too few bytes', () => new Uint8Array(15)],
    ['too many bytes', () => new Uint8Array(17)],
    ['a list', () => Array.from({ length: 16 }, () => 0)],
    ['text', () => 'AAAAAAAAAAAAAAAA'],
    ['nothing', () => undefined],
  ])('is not drawn from a source that gives %s', (_name, random) => {
    expect(() => Reflect.apply(makeNonce, undefined, [random])).toThrow(
      expect.objectContaining({ code: 'bad_option', path: 'options.random' }),
    );
  });

  it('is read as it came, where there is one', () => {
    expect(readNonce(NONCE)).toBe(NONCE);
    expect(readNonce(b64(new Uint8Array(64)))).toBe(b64(new Uint8Array(64)));
    expect(readNonce(null)).toBeUndefined();
  });

  it.each([
    '',
    'AAAA',
    b64(new Uint8Array(15)),
    b64(new Uint8Array(65)),
    `${NONCE}==`,
    `${NONCE}, ${NONCE}`,
    ` ${NONCE}`,
    '<script>alert(1)</script>',
    `${'A'.repeat(21)}B`,
  ])('is refused as %j, which is not repeated', (text) => {
    const error = expect.objectContaining({
      code: 'bad_option',
      path: 'request.headers.judgement-nonce',
      message: expect.not.stringContaining('script'),
    });
    expect(() => readNonce(text)).toThrow(error);
  });
});

describe('a response that is signed', () => {
  it('gives the envelope for the receipt', () => {
    const vouched = check(header);
    expect(vouched.envelope).toEqual(envelope);
    expect(vouched.payload.nonce).toBe(NONCE);
    expect(vouched.answeredBy.keyId).toBe(JUDGE_ID);
  });

  it('is accepted from a server that writes JSON with space', () => {
    expect(check(encode(JSON.stringify(envelope, null, 1))).envelope).toEqual(envelope);
  });
});

describe('a response is refused', () => {
  it.each<[string, () => unknown, string]>([
    ['without a signature', () => check(null), 'unsigned_answer'],
    ['that answers another request', () => check(header, { nonce: OTHER_NONCE }), 'other_request'],
    [
      'that answers another state',
      () => check(header, { stateDigest: digest({ tool: 'Write' }) }),
      'other_request',
    ],
    [
      'with a body that was changed',
      () => check(header, { responseDigest: digest('other bytes') }),
      'other_answer',
    ],
    [
      'with another answer',
      () => check(header, { answers: checkAnswers(questions, { unsafe: { noul: 0.01 } }) }),
      'other_answer',
    ],
    ['by an unknown key', () => check(header, {}, { keys: [PUBLIC] }), 'unknown_key'],
    [
      'by a key that signs receipts alone',
      () => check(header, {}, { keys: [{ ...JUDGE_KEY, roles: ['judge'] }] }),
      'untrusted_key',
    ],
    [
      'that is kept for long',
      () => check(header, {}, { clock: () => NOW + 61_000 }),
      'stale_answer',
    ],
    [
      'that is older than is accepted',
      () => check(header, {}, { clock: () => NOW + 2_000, maxAgeMs: 1_000 }),
      'stale_answer',
    ],
    ['from the future', () => check(header, {}, { clock: () => NOW - 30_001 }), 'stale_answer'],
    ['with an empty header', () => check(''), 'bad_syntax'],
    ['with the header twice', () => check(`${header}, ${header}`), 'bad_encoding'],
    ['with a header in base64', () => check(`${header}=`), 'bad_encoding'],
    ['with bytes that are no text', () => check(b64(new Uint8Array([0xff]))), 'bad_encoding'],
    ['with text that is no JSON', () => check(encode('signed')), 'bad_syntax'],
    ['with a header that is too long', () => check('A'.repeat(MAX_ANSWER_HEADER + 1)), 'too_large'],
    [
      'with no signature in the envelope',
      () => check(encode({ ...envelope, signatures: [] })),
      'no_signature',
    ],
    [
      'with a signature of somebody else beside it',
      () =>
        check(
          encode({
            ...envelope,
            signatures: [...envelope.signatures, { keyid: 'key_x', sig: b64(new Uint8Array(64)) }],
          }),
        ),
      'bad_envelope',
    ],
    [
      'with the same signature twice',
      () =>
        check(
          encode({ ...envelope, signatures: [...envelope.signatures, ...envelope.signatures] }),
        ),
      'bad_envelope',
    ],
    ['as plain JSON in the header', () => check(JSON.stringify(envelope)), 'bad_encoding'],
  ])('%s', (_name, run, code) => {
    expect(codeOf(run)).toBe(code);
  });

  it('signed by whoever asked', async () => {
    const own = await signAnswer(answered, { signer: ed25519Signer(SECRET), clock });
    expect(codeOf(() => check(own))).toBe('unknown_key');
    const both = [JUDGE_KEY, { publicKey: PUBLIC, roles: ['judge'] as const }];
    expect(codeOf(() => check(own, {}, { keys: both }))).toBe('untrusted_key');
  });

  it('with any one bit of the header turned over', () => {
    const raw = Buffer.from(header, 'latin1');
    for (let bit = 0; bit < raw.length * 8; bit += 1) {
      const turned = Buffer.from(raw);
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(codeOf(() => check(turned.toString('latin1')))).toMatch(REFUSED);
    }
  });

  it('with any one bit of what the header encodes turned over', () => {
    const raw = Buffer.from(header, 'base64url');
    for (let bit = 0; bit < raw.length * 8; bit += 1) {
      const turned = Buffer.from(raw);
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(codeOf(() => check(turned.toString('base64url')))).toMatch(REFUSED);
    }
  });

  it('with any one character of the header cut out, or the rest cut off', () => {
    for (let at = 0; at < header.length; at += 1) {
      const cut = header.slice(0, at) + header.slice(at + 1);
      expect(codeOf(() => check(cut))).toMatch(REFUSED);
      expect(codeOf(() => check(header.slice(0, at)))).toMatch(REFUSED);
    }
  });

  it('in words that repeat nothing of it', () => {
    const secret = encode({ ...envelope, payload: 'PASSWORDPASSWORD' });
    expect(() => check(secret)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('PASSWORD') }),
    );
  });
});
