import { describe, expect, it } from 'vitest';
import { judgeHandler } from '../../src/http/handler.js';
import { httpJudge } from '../../src/http/index.js';
import {
  checkAnswers,
  choice,
  digest,
  type Judge,
  type Judgement,
  judgeWith,
  noul,
  type Questions,
  type State,
} from '../../src/index.js';
import { attestAnswer } from '../../src/receipt/answer-attestation.js';
import { ed25519Signer } from '../../src/receipt/ed25519.js';
import { attest } from '../../src/receipt/judgement.js';
import { verifyPackage } from '../../src/receipt/package.js';
import { publicKeySet } from '../../src/receipt/public-key-set.js';
import { verifyReceipt } from '../../src/receipt/verify.js';
import { PUBLIC, SECRET } from '../receipt/fixtures.js';
import { JUDGE_KEY, JUDGE_PUBLIC, JUDGE_SECRET } from '../receipt/vouched.js';

const questions = {
  unsafe: noul('Is it unsafe?', { criteria: { true: 'It destroys something.' } }),
  team: choice('Whose is it?', ['billing', 'other']),
};
const model: Judge = {
  info: { model: 'guard-2', kind: 'classifier', decimals: 3 },
  ask: ({ state }) => ({
    answers: {
      unsafe: { noul: state === 'rm -rf /' ? 0.991 : 0.004 },
      team: state === 'a riddle' ? { refusal: true } : { choice: 'billing', confidence: 0.8 },
    },
  }),
};
const serve = judgeHandler(model, { sign: ed25519Signer(JUDGE_SECRET) });
const keys = publicKeySet([{ publicKey: PUBLIC, roles: ['judge', 'gate'] }, JUDGE_KEY]);
const signer = ed25519Signer(SECRET);

type Answer = (url: unknown, init: RequestInit | undefined) => Promise<Response>;

const honest: Answer = async (_url, init) => serve(new Request('https://judge.example/', init));

function ask(state: State, answer: Answer = honest): Promise<Judgement<typeof questions>> {
  const judge = httpJudge('https://judge.example/', { judgeKeys: keys, fetch: answer });
  return judgeWith(judge, { state, questions });
}

function receiptsOf(result: Judgement<Questions, string>): readonly unknown[] {
  return attest(result, { signer }).map(({ envelope }) => envelope);
}

describe('an answer that was signed on its way over HTTP', () => {
  it.each(['ls', 'rm -rf /', 'a riddle'])(
    'is signed by the judge in each receipt: %s',
    async (state) => {
      const receipts = receiptsOf(await ask(state));
      expect(receipts).toHaveLength(2);
      for (const receipt of receipts) {
        expect(verifyReceipt(receipt, { keys, answers: 'signed' })).toMatchObject({
          ok: true,
          answer: 'signed by judge',
          answeredBy: { publicKey: JUDGE_PUBLIC },
          attested: {
            judge: { model: 'guard-2', kind: 'classifier' },
            state_digest: digest(state),
          },
        });
      }
    },
  );

  it('is reported for each judgement of a package, where one judgement shares one signature', async () => {
    const [first, second] = [await ask('ls'), await ask('rm -rf /')];
    const log = attest(first, { signer });
    const rest = attest(second, { signer, parent: log.at(-1)?.id });
    const all = [...log, ...rest].map(({ envelope }) => envelope);
    const report = verifyPackage(all, { keys, answers: 'signed' });
    const rows = report.rows.filter(({ check }) => check === 'answers');
    expect(rows.map(({ code, ids }) => [code, ids.length])).toEqual([['answers_signed', 4]]);
    expect(report.trusted).toBe(4);
  });

  it('is not mistaken for the answer to another request that is under way', async () => {
    const responses = new Map<string, Response>();
    const crossed =
      (name: string): Answer =>
      async (url, init) => {
        responses.set(name, await honest(url, init));
        while (responses.size < 2) await new Promise((resolve) => setTimeout(resolve, 1));
        return responses.get(name === 'a' ? 'b' : 'a') ?? Response.error();
      };
    const asked = [ask('ls', crossed('a')), ask('ls', crossed('b'))];
    for (const one of await Promise.allSettled(asked)) {
      expect(one).toMatchObject({ status: 'rejected', reason: { code: 'other_request' } });
    }
  });

  it.each<[string, (result: Judgement<typeof questions>) => Judgement<Questions, string>, string]>([
    [
      'another answer',
      (result) => ({
        ...result,
        answers: checkAnswers(questions, { unsafe: { noul: 0.004 }, team: { choice: 'other' } }),
      }),
      'other_answer',
    ],
    ['another state', (result) => ({ ...result, stateDigest: digest('ls') }), 'other_request'],
    [
      'another judge',
      (result) => ({ ...result, judge: { model: 'guard-3', kind: 'classifier' } }),
      'other_answer',
    ],
    [
      'another question',
      (result) => ({
        ...result,
        questions: {
          ...questions,
          unsafe: noul('Is it unlikely?'),
          team: choice('?', ['billing', 'other']),
        },
      }),
      'other_answer',
    ],
    ['another time', (result) => ({ ...result, judgedAt: '2020-01-01T00:00:00Z' }), 'stale_answer'],
    [
      'the digest of other questions',
      (result) => ({ ...result, questionsDigest: digest('other') }),
      'other_questions',
    ],
  ])('does not vouch for a receipt with %s', async (_name, change, code) => {
    const receipts = receiptsOf(change(await ask('rm -rf /')));
    const verdicts = receipts.map((receipt) => verifyReceipt(receipt, { keys }));
    expect(verdicts.map(({ answer }) => answer)).toContain('asserted by caller');
    for (const { answer, answerFault } of verdicts) {
      if (answer === 'asserted by caller') expect(answerFault).toMatchObject({ code });
    }
  });

  it('is asserted by the caller once the signature is taken out of the receipt', async () => {
    const { attestation, ...result } = await ask('ls');
    expect(attestation).toBeDefined();
    const [receipt] = receiptsOf(result);
    expect(verifyReceipt(receipt, { keys })).toMatchObject({
      ok: true,
      answer: 'asserted by caller',
    });
    expect(verifyReceipt(receipt, { keys, answers: 'signed' })).toMatchObject({
      ok: false,
      code: 'unsigned_answer',
    });
  });

  it('cannot be signed by the machine that asks, in the name of the judge', async () => {
    const result = await ask('rm -rf /');
    const answers = checkAnswers(questions, {
      unsafe: { noul: 0 },
      team: { choice: 'billing', confidence: 1 },
    });
    const { stateDigest, responseDigest, judge } = result;
    const own = { stateDigest, questions, answers, judge, responseDigest };
    const attestation = attestAnswer(own, { signer });
    const invented = { ...result, answers, attestation };
    for (const receipt of receiptsOf(invented)) {
      for (const trusted of [keys, publicKeySet([PUBLIC])]) {
        expect(verifyReceipt(receipt, { keys: trusted })).toMatchObject({
          answer: 'asserted by caller',
          answerFault: { code: 'caller_key' },
        });
      }
    }
  });
});

describe('a judge that answers in this process', () => {
  it('can sign its answers as well', async () => {
    const judge: Judge = {
      info: model.info,
      ask: ({ state }) => {
        const answers = checkAnswers(questions, {
          unsafe: { noul: 0.5 },
          team: { choice: 'other', confidence: 0.9 },
        });
        const responseDigest = digest(answers);
        const stateDigest = digest(state);
        const answered = { stateDigest, questions, answers, judge: model.info, responseDigest };
        const attestation = attestAnswer(answered, { signer: ed25519Signer(JUDGE_SECRET) });
        return { answers, responseDigest, attestation };
      },
    };
    const result = await judgeWith(judge, { state: 'ls', questions });
    for (const receipt of receiptsOf(result)) {
      expect(verifyReceipt(receipt, { keys })).toMatchObject({ answer: 'signed by judge' });
    }
  });
});
