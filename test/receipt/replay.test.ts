import { describe, expect, it } from 'vitest';
import {
  type Judge,
  judgeSync,
  noul,
  type State,
  type SyncJudge,
  toolCall,
} from '../../src/index.js';
import { judgeSyncWith } from '../../src/judge.js';
import { ed25519Signer } from '../../src/receipt/ed25519.js';
import { attest } from '../../src/receipt/judgement.js';
import { openReceipt } from '../../src/receipt/open.js';
import { replay } from '../../src/receipt/replay.js';
import { resolve } from '../../src/receipt/resolution.js';
import { verifyReceipt } from '../../src/receipt/verify.js';
import { rulesJudge } from '../../src/rules/index.js';
import { CLOCK, PUBLIC, payload, SECRET, seal, statement } from './fixtures.js';

const signer = ed25519Signer(SECRET);
const state = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' }, amountBound: 100 });
const result = judgeSync({ state });
const receipts = attest(result, { signer, clock: CLOCK });
const judges = [rulesJudge()];
const [first] = receipts;
if (first === undefined) throw new Error('no receipt');

/** A receipt of a judge of our own, about `state`. */
function receiptBy(judge: SyncJudge) {
  const asked = judgeSyncWith(judge, { state, questions: { a: noul('A?') } });
  const [receipt] = attest(asked, { signer });
  if (receipt === undefined) throw new Error('no receipt');
  return receipt;
}

function judgeOf(info: SyncJudge['info'], answer: unknown): SyncJudge {
  return { info, ask: () => ({ answers: { a: answer } }) };
}

describe('replay', () => {
  it('gives the same answers to all six questions', () => {
    for (const receipt of receipts) {
      const { key } = Object(receipt.statement.payload).question;
      expect(replay(receipt, state, { judges })).toEqual({
        status: 'replayed',
        model: rulesJudge().info.model,
        form: 'rfc8785',
        answer: Object.entries(result.answers).find(([name]) => name === key)?.[1],
      });
    }
  });

  it('takes a receipt that was opened, verified or just signed, and the payload', () => {
    const opened = openReceipt(first.envelope);
    const verified = verifyReceipt(first.envelope, { keys: [PUBLIC] });
    if (!opened.ok || !verified.ok || opened.judgement === undefined) throw new Error('unread');
    for (const receipt of [first, opened, verified, opened.judgement]) {
      expect(replay(receipt, state, { judges }).status).toBe('replayed');
    }
  });

  it.each<[string, State | Uint8Array, string]>([
    ['the value', state, 'rfc8785'],
    ['its text', JSON.stringify(state), 'rfc8785'],
    ['its bytes', new TextEncoder().encode(JSON.stringify(state)), 'rfc8785'],
    ['its text as Treeship has it', JSON.stringify(state).replace(':100', ':100.0'), 'rfc8785'],
  ])('finds the state in %s', (_name, kept, form) => {
    expect(replay(first, kept, { judges })).toMatchObject({ status: 'replayed', form });
  });

  it('says which form of the state has the digest', () => {
    // The digest of `{"a":1.0}` as Treeship writes it, and of the bytes with their spaces.
    const treeship = 'sha256:c29a44abc114a1d75486434c013102c9e736f526b4fd19658d9492b7b224de6d';
    const spaced = 'sha256:a1c3b4b8a3bb8a5a4eb6fc1f22e0b3b5cbe3a1b0a1d0f1b0c9e2d1f0a1b2c3d4';
    const judge = judgeOf({ model: 'm', replayable: true }, { noul: 1 });
    const question = { key: 'a', type: 'noul', instructions: '' };
    const judged = (state_digest: string) =>
      openedOf({ judge: judge.info, question, answer: { noul: 1 }, state_digest });
    expect(replay(judged(treeship), '{"a":1.0}', { judges: [judge] })).toMatchObject({
      status: 'replayed',
      form: 'treeship',
    });
    expect(replay(judged(spaced), '{"a":1.0}', { judges: [judge] })).toEqual({
      status: 'state_mismatch',
      expected: spaced,
    });
  });

  it('contradicts an answer that was invented, with both', () => {
    const invented = { ...payloadOf(first), answer: { noul: 1, confidence: 1 } };
    expect(replay(openedOf(invented), state, { judges })).toEqual({
      status: 'contradicted',
      model: rulesJudge().info.model,
      form: 'rfc8785',
      signed: { noul: 1, confidence: 1 },
      replayed: { noul: 0, probabilities: { no: 1, yes: 0 }, confidence: 1 },
      differs: ['noul', 'probabilities'],
    });
  });

  it.each<[string, Record<string, unknown>, readonly string[]]>([
    ['a number in the last decimal', { noul: 0.2000000001, confidence: 0.9 }, ['noul']],
    ['a confidence', { noul: 0.2, confidence: 0.8 }, ['confidence']],
    ['a confidence left out', { noul: 0.2 }, ['confidence']],
    [
      'probabilities added',
      { noul: 0.2, confidence: 0.9, probabilities: { yes: 0.2 } },
      ['probabilities'],
    ],
    ['a refusal', { refusal: true }, ['noul', 'refusal', 'confidence']],
  ])('finds %s', (_name, answer, differs) => {
    const judge = judgeOf({ model: 'm', replayable: true }, { noul: 0.2, confidence: 0.9 });
    const signed = openedOf({ ...payloadOf(receiptBy(judge)), answer });
    expect(replay(signed, state, { judges: [judge] })).toMatchObject({
      status: 'contradicted',
      differs,
    });
  });

  it('takes null and empty probabilities for none', () => {
    const judge = judgeOf({ model: 'm', replayable: true }, { noul: 0.2 });
    const again = judgeOf(judge.info, { noul: 0.2, confidence: null, probabilities: {} });
    expect(replay(receiptBy(judge), state, { judges: [again] }).status).toBe('replayed');
  });

  it.each<[string, Record<string, unknown>, string]>([
    [
      'a question it has no rule for',
      { question: { key: 'sure', type: 'noul' } },
      'unknown_question',
    ],
    [
      'a question of another type',
      { question: { key: 'unsafe', type: 'score', options: ['a', 'b'] }, answer: { score: 1 } },
      'unknown_question',
    ],
  ])('contradicts an answer to %s', (_name, change, error) => {
    const signed = openedOf({ ...payloadOf(first), ...change });
    expect(replay(signed, state, { judges })).toMatchObject({ status: 'contradicted', error });
  });

  it('contradicts an answer about what is no tool call', () => {
    const judge = { ...rulesJudge(), ask: () => ({ answers: { a: { noul: 1 } } }) };
    const asked = judgeSyncWith(judge, { state: 'a text', questions: { a: noul('A?') } });
    const [receipt] = attest(asked, { signer });
    if (receipt === undefined) throw new Error('no receipt');
    const signed = openedOf({
      ...payloadOf(receipt),
      question: { key: 'unsafe', type: 'noul', instructions: '' },
    });
    expect(replay(signed, 'a text', { judges })).toMatchObject({
      status: 'contradicted',
      error: 'bad_state',
    });
  });

  it('asks no judge of another version', () => {
    const model = 'judgement-rules/0';
    const signed = openedOf({ ...payloadOf(first), judge: { model, replayable: true } });
    expect(replay(signed, state, { judges })).toEqual({ status: 'version_unavailable', model });
    expect(replay(first, state, { judges: [rulesJudge({ strict: true })] }).status).toBe(
      'version_unavailable',
    );
    expect(replay(first, state, { judges: [] }).status).toBe('version_unavailable');
  });

  it('asks about no other state', () => {
    const other = toolCall({ tool: 'Bash', input: { command: 'ls' } });
    expect(replay(first, other, { judges })).toEqual({
      status: 'state_mismatch',
      expected: result.stateDigest,
    });
    expect(replay(first, Uint8Array.of(0xff), { judges }).status).toBe('state_mismatch');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a judge that does not say so', { judge: { model: 'm' } }, 'replayable'],
    ['a judge that says no', { judge: { model: 'm', replayable: false } }, 'replayable'],
    ['a state that is not named', { state_digest: undefined }, 'digest of the state'],
  ])('cannot replay %s', (_name, change, rule) => {
    const signed = openedOf({ ...payloadOf(first), ...change });
    const replayed = replay(signed, state, { judges });
    expect(replayed).toMatchObject({ status: 'not_replayable' });
    expect(replayed).toHaveProperty('rule', expect.stringContaining(rule));
  });

  it('cannot replay receipts of other kinds', () => {
    const decided = resolve(first, { signer, by: 'human://ada', decision: 'deny' });
    expect(replay(decided, state, { judges })).toEqual({
      status: 'not_replayable',
      rule: 'only a judgement can be replayed',
    });
  });
});

describe('replay throws', () => {
  it.each<[string, unknown]>([
    ['no list', rulesJudge()],
    ['nothing', [undefined]],
    ['what is no judge', [{ info: { model: 'm' } }]],
  ])('for judges that are %s', (_name, given) => {
    expect(() => Reflect.apply(replay, undefined, [first, state, { judges: given }])).toThrow(
      expect.objectContaining({ code: 'bad_option', path: 'options.judges' }),
    );
  });

  it('for a judge that answers later', () => {
    const later: Judge = { info: rulesJudge().info, ask: async () => ({ answers: {} }) };
    expect(() => Reflect.apply(replay, undefined, [first, state, { judges: [later] }])).toThrow(
      expect.objectContaining({ code: 'bad_option', path: 'options.judges' }),
    );
  });

  it('for an option that does not exist, what is no receipt and what is no JSON', () => {
    const call =
      (...args: readonly unknown[]) =>
      () =>
        Reflect.apply(replay, undefined, args);
    expect(call(first, state, { judges, rules: [] })).toThrow(
      expect.objectContaining({ code: 'bad_option', path: 'options.rules' }),
    );
    expect(call(null, state, { judges })).toThrow(expect.objectContaining({ code: 'bad_payload' }));
    expect(call({ schema: 'judgement.v1' }, state, { judges })).toThrow(
      expect.objectContaining({ code: 'bad_payload', path: 'receipt.judge' }),
    );
    expect(call(first, new Date(0), { judges })).toThrow(
      expect.objectContaining({ code: 'not_json', path: 'state' }),
    );
  });

  it('whatever the judge throws that is no verdict', () => {
    const broken: SyncJudge = {
      info: rulesJudge().info,
      ask: () => {
        throw new TypeError('broken');
      },
    };
    expect(() => replay(first, state, { judges: [broken] })).toThrow(TypeError);
  });
});

function payloadOf(receipt: { readonly statement: { readonly payload?: unknown } }) {
  return { ...Object(receipt.statement.payload) };
}

/** Opens a receipt of this payload, which is otherwise that of the fixtures. */
function openedOf(change: Record<string, unknown>) {
  const { contract: _contract, ...rest } = payload();
  const opened = openReceipt(seal(JSON.stringify(statement({ ...rest, ...change }))));
  if (!opened.ok) throw new Error(`${opened.code} at ${opened.path}`);
  return opened;
}
