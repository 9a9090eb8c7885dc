import { describe, expect, it } from 'vitest';
import {
  cached,
  cascade,
  checkAnswers,
  digest,
  fallback,
  type Judge,
  type JudgeInfo,
  judgeWith,
  memoryStore,
  noul,
  quorum,
  retry,
  type SyncJudge,
} from '../../src/index.js';
import { attestAnswer } from '../../src/receipt/answer-attestation.js';
import { ed25519Signer } from '../../src/receipt/ed25519.js';
import { attest } from '../../src/receipt/judgement.js';
import { verifyPackage } from '../../src/receipt/package.js';
import { verifyReceipt } from '../../src/receipt/verify.js';
import { bytes, PUBLIC, SECRET } from './fixtures.js';
import { JUDGE_KEY, JUDGE_SECRET } from './vouched.js';

const questions = { unsafe: noul('Is it unsafe?'), rude: noul('Is it rude?') };
const state = 'rm -rf /';
const NOON = Date.UTC(2026, 10, 30, 12);
const OTHER_JUDGE = ed25519Signer(bytes('33'.repeat(32)));
const keys = [
  { publicKey: PUBLIC, roles: ['judge'] as const },
  JUDGE_KEY,
  { publicKey: OTHER_JUDGE.publicKey, roles: ['answerer'] as const },
];

/** A judge that signs what it answers; it refuses what it has no answer to. */
function signing(
  raw: Readonly<Record<string, number>>,
  signer = ed25519Signer(JUDGE_SECRET),
  info: JudgeInfo = { model: 'guard-2' },
): SyncJudge {
  return {
    info,
    ask: ({ state: given, questions: asked }) => {
      const answer = (key: string): object =>
        Object.hasOwn(raw, key) ? { noul: raw[key] } : { refusal: true };
      const answers = checkAnswers(
        asked,
        Object.fromEntries(Object.keys(asked).map((key) => [key, answer(key)])),
      );
      const responseDigest = digest({ answers, by: info });
      const answered = {
        stateDigest: digest(given),
        questions: asked,
        answers,
        judge: info,
        responseDigest,
      };
      const attestation = attestAnswer(answered, { signer, clock: () => NOON });
      return { answers, responseDigest, attestation };
    },
  };
}

const both = signing({ unsafe: 0.9, rude: 0.1 });
const away: SyncJudge = {
  info: { model: 'away-1' },
  ask: () => {
    throw new Error('away');
  },
};

/** The receipts of one judgement at a time, and what is said of their answers. */
async function receiptsOf(judge: Judge, now = NOON, parent?: string) {
  const result = await judgeWith(judge, { state, questions }, { clock: () => now });
  const clock = (): number => now;
  return attest(result, { signer: ed25519Signer(SECRET), clock, ...(parent ? { parent } : {}) });
}

async function answersOf(judge: Judge): Promise<readonly (string | undefined)[]> {
  return (await receiptsOf(judge)).map(({ envelope }) => {
    const { answer, answerFault } = verifyReceipt(envelope, { keys });
    return answerFault?.code ?? answer;
  });
}

describe('a signed answer stays one', () => {
  it.each<[string, Judge]>([
    ['of one judge', both],
    ['where another judge was away', fallback([away, both])],
    ['where nobody had to be asked again', retry(both, { attempts: 2 })],
    ['where a first judge answers all of it', cascade(both, away)],
  ])('%s', async (_name, judge) => {
    expect(await answersOf(judge)).toEqual(['signed by judge', 'signed by judge']);
  });

  it('in the store of a cache, for as long as it is kept, and openly', async () => {
    let now = NOON;
    const judge = cached(both, {
      store: memoryStore(),
      maxAgeMs: 86_400_000,
      clock: () => now,
    });
    const first = await receiptsOf(judge, now);
    now += 6 * 3_600_000;
    const second = await receiptsOf(judge, now, first.at(-1)?.id);
    const log = [...first, ...second].map(({ envelope }) => envelope);
    const report = verifyPackage(log, { keys, answers: 'signed' });
    expect(report.rows.filter(({ status }) => status !== 'pass')).toEqual([]);
    expect(report.trusted).toBe(4);
  });
});

describe('a signed answer to a part of the questions', () => {
  it('is told from one to all of them, and from one to others', async () => {
    const first = signing({ rude: 0.1 });
    const second = signing({ unsafe: 0.9, rude: 0.2 }, OTHER_JUDGE, { model: 'guard-3' });
    // Sorted by key: the first judge was asked all and refused one; the second was asked that alone.
    expect(await answersOf(cascade(first, second))).toEqual(['signed by judge', 'other_questions']);
  });
});

describe('an answer that was made of several', () => {
  it('is that of the one who made it, whoever signed what it was made of', async () => {
    const second = signing({ unsafe: 0.7, rude: 0.3 }, OTHER_JUDGE, { model: 'guard-3' });
    const third = signing({ unsafe: 0.8, rude: 0.2 }, OTHER_JUDGE, { model: 'guard-4' });
    const judge = quorum([both, second, third], { combine: 'strictest' });
    expect(await answersOf(judge)).toEqual(['asserted by caller', 'asserted by caller']);
  });
});
