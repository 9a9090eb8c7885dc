import { describe, expect, it } from 'vitest';
import { calibrate, type LabelledFromOptions, labelledFrom } from '../../src/calibration/index.js';
import { choice, digest, type Judge, judgeWith, noul, shadow, threshold } from '../../src/index.js';
import {
  type AttestedReceipt,
  attest,
  generateKey,
  openReceipt,
  type ResolveOptions,
  resolve,
  verifyReceipt,
} from '../../src/receipt/index.js';
import { faultOf } from '../fault.js';

const [machine, ada, stranger] = [generateKey(), generateKey(), generateKey()];
const keys = [
  { publicKey: machine.publicKey },
  { publicKey: ada.publicKey, roles: ['decider' as const] },
];
const verify = ({ envelope }: Pick<AttestedReceipt, 'envelope'>) =>
  verifyReceipt(envelope, { keys });
const questions = { spam: noul('Spam?'), team: choice('Which?', ['billing', 'allow', 'deny']) };
const model: Judge = {
  info: { model: 'spam-3' },
  ask: () => ({
    answers: {
      spam: { noul: 0.9 },
      team: { choice: 'deny', probabilities: { billing: 0.1, allow: 0.1, deny: 0.8 } },
    },
  }),
};

async function judged(policy = shadow(threshold(0.5))): Promise<readonly AttestedReceipt[]> {
  const clock = (): number => Date.UTC(2026, 0, 2);
  const result = await judgeWith(model, { state: 'Hello', questions }, { policy, clock });
  return attest(result, { signer: machine.signer, clock });
}

const [spam, team] = await judged().then((all) => [at(all, 0), at(all, 1)] as const);

function decide(
  receipt: AttestedReceipt,
  decision: ResolveOptions['decision'],
  extra: Partial<ResolveOptions> = {},
): AttestedReceipt {
  const clock = (): number => Date.UTC(2026, 0, 3);
  return resolve(receipt, { signer: ada.signer, by: 'human://ada', decision, clock, ...extra });
}

function logOf(
  receipts: readonly AttestedReceipt[],
  resolutions: readonly AttestedReceipt[],
  options?: LabelledFromOptions,
) {
  const { rows, skipped } = labelledFrom(receipts.map(verify), resolutions.map(verify), options);
  return {
    labels: rows.map(({ labels }) => labels),
    reasons: skipped.map(({ reason }) => reason),
    rows,
  };
}

describe('a log of a shadowed policy', () => {
  it('becomes labelled rows: the answer as signed, the label as decided, the state as the group', () => {
    const route = decide(team, 'route', { route: 'billing' });
    const { rows, reasons } = logOf([spam, team], [decide(spam, 'deny'), route]);
    expect(reasons).toEqual([]);
    expect(rows.map(({ id }) => id)).toEqual([spam.id, team.id]);
    expect(rows[0]).toMatchObject({
      labels: { spam: true },
      answers: { spam: { noul: 0.9 } },
      model: 'spam-3',
    });
    expect(rows[1]?.labels).toEqual({ team: 'billing' });
    expect(rows[0]?.group).toMatch(/^sha256:/);
    expect(rows[0]?.group).toBe(rows[1]?.group);
  });

  it('reads allow and deny by what yes means, and as labels where a choice has them', () => {
    expect(logOf([spam], [decide(spam, 'allow')]).labels).toEqual([{ spam: false }]);
    const yes = { spam: 'allow' } as const;
    expect(logOf([spam], [decide(spam, 'allow')], { yes }).labels).toEqual([{ spam: true }]);
    expect(logOf([team], [decide(team, 'allow')]).labels).toEqual([{ team: 'allow' }]);
    const elsewhere = decide(team, 'route', { route: 'sales' });
    expect(logOf([team], [elsewhere]).reasons).toEqual(['not_a_label']);
    expect(logOf([spam], [decide(spam, 'route', { route: 'billing' })]).reasons).toEqual([
      'not_a_label',
    ]);
  });

  it('leaves out what is not resolved, and what was acted on, unless it is asked for', async () => {
    expect(logOf([spam], []).reasons).toEqual(['unresolved']);
    const [acted] = await judged(threshold(0.5));
    if (acted === undefined) throw new Error('nothing was signed');
    const decided = decide(acted, 'allow');
    expect(logOf([acted], [decided]).reasons).toEqual(['other_outcome']);
    expect(logOf([acted], [decided], { outcomes: ['refused'] }).labels).toEqual([{ spam: false }]);
  });
});

describe('differently worded questions', () => {
  const reworded = { ...questions, spam: noul('Is it an advertisement?') };

  it('are told apart by the digest of each row, and are not calibrated together', async () => {
    const clock = (): number => Date.UTC(2026, 0, 2);
    const policy = shadow(threshold(0.5));
    const result = await judgeWith(model, { state: 'Ho', questions: reworded }, { policy, clock });
    const [other] = attest(result, { signer: machine.signer, clock });
    if (other === undefined) throw new Error('nothing was signed');
    const both = [spam, other];
    const decided = both.map((one) => decide(one, 'deny'));
    const { rows } = logOf(both, decided);
    expect(rows.map(({ questionsDigest }) => questionsDigest)).toEqual([
      digest(questions),
      digest(reworded),
    ]);
    const halves = { train: rows.slice(0, 1), heldOut: rows.slice(1) };
    const options = { target: 0.9, labelledSet: 'log' };
    expect(faultOf(() => calibrate(questions, halves, options))).toEqual([
      'bad_label',
      'halves.heldOut[0].questionsDigest',
    ]);
    expect(logOf(both, decided, { questions })).toMatchObject({
      labels: [{ spam: true }],
      reasons: ['other_questions'],
    });
    expect(logOf(both, decided, { questions: reworded }).rows[0]?.id).toBe(other.id);
  });

  it('are not guessed where a receipt does not say what was asked', () => {
    const verdict = verify(spam);
    if (!verdict.ok || verdict.judgement === undefined) throw new Error('it does not verify');
    const { questions_digest: _, ...judgement } = verdict.judgement;
    const { rows, skipped } = labelledFrom(
      [{ ...verdict, judgement }],
      [verify(decide(spam, 'deny'))],
    );
    expect([rows.length, skipped[0]?.reason]).toEqual([0, 'unknown_questions']);
  });
});

describe('the trust rules', () => {
  it('let nobody decide by the key that judged', () => {
    const own = decide(spam, 'deny', { signer: machine.signer });
    expect(logOf([spam], [own])).toMatchObject({
      labels: [],
      reasons: ['by_machine', 'unresolved'],
    });
  });

  it('take nothing that does not verify', () => {
    const foreign = decide(spam, 'deny', { signer: stranger.signer });
    expect(logOf([spam], [foreign]).reasons).toEqual(['not_verified', 'unresolved']);
    const payload = `${spam.envelope.payload.slice(0, -4)}AAAA`;
    const forged = verifyReceipt({ ...spam.envelope, payload }, { keys });
    const { rows, skipped } = labelledFrom([forged], []);
    expect([rows.length, skipped[0]?.reason]).toEqual([0, 'not_verified']);
  });

  it('take no resolution that is older than its judgement, or of none that is here', () => {
    const early = decide(spam, 'deny', { clock: () => Date.UTC(2026, 0, 1) });
    expect(logOf([spam], [early]).reasons).toEqual(['early', 'unresolved']);
    expect(logOf([team], [decide(spam, 'deny')]).reasons).toEqual(['orphan', 'unresolved']);
  });

  it('let a later resolution replace an earlier one, and take neither of two that differ', () => {
    const first = decide(spam, 'deny');
    const second = decide(spam, 'allow', { replaces: first });
    expect(logOf([spam], [first, second]).labels).toEqual([{ spam: false }]);
    expect(logOf([spam], [second, first]).labels).toEqual([{ spam: false }]);
    expect(logOf([spam], [first, decide(spam, 'allow')]).reasons).toEqual(['conflict']);
    const again = decide(spam, 'deny', { reason: 'as before' });
    expect(logOf([spam], [first, again]).labels).toEqual([{ spam: true }]);
  });

  it('count each receipt once', () => {
    const decided = decide(spam, 'deny');
    expect(logOf([spam, spam], [decided, decided])).toMatchObject({
      labels: [{ spam: true }],
      reasons: ['repeated', 'repeated'],
    });
  });

  it('refuse what was only opened, and what is no list', () => {
    const opened = openReceipt(spam.envelope);
    expect(faultOf(() => labelledFrom([opened as never], []))).toEqual([
      'bad_option',
      'receipts[0]',
    ]);
    expect(faultOf(() => labelledFrom([], 'x' as never))).toEqual(['bad_option', 'resolutions']);
    const outcomes = ['done'] as never;
    expect(faultOf(() => labelledFrom([], [], { outcomes }))[1]).toBe('options.outcomes[0]');
  });
});

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`there is no item ${index}`);
  return item;
}
