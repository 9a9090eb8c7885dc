import { describe, expect, it } from 'vitest';
import { asked, publish, questionSet, resolveContract } from '../../src/contract/index.js';
import {
  choice,
  digest,
  judge,
  judgeMany,
  judgementToWire,
  judgeSync,
  judgeWith,
  noul,
  type SyncJudge,
} from '../../src/index.js';
import { attest, generateKey, verifyReceipt } from '../../src/receipt/index.js';
import { faultOf, rejectionOf } from '../fault.js';
import { HUMAN, routerSet, TEAM, untyped } from './fixtures.js';

const router: SyncJudge = {
  info: { model: 'router-2' },
  ask: ({ questions }) => ({
    answers: Object.fromEntries(
      Object.keys(questions).map((key) => [
        key,
        key === 'team' ? { choice: 'billing', confidence: 0.9 } : { noul: 0.1 },
      ]),
    ),
  }),
};
const draft = questionSet({ slug: 'draft', questions: { team: TEAM } });
const sets = [routerSet(), draft];

describe('resolving a contract', () => {
  it.each([
    ['the current version', undefined, '1'],
    ['the current version of a name', 'ticket-router', '1'],
    ['the current version of an id', { id: 'ticket-router' }, '1'],
    ['a version', 'ticket-router@2', '2'],
    ['a version of an id', { id: 'ticket-router', version: '2' }, '2'],
  ])('finds %s', (_, name, version) => {
    const contract = resolveContract(routerSet(), name);
    const questions = version === '1' ? { team: TEAM } : { team: TEAM, requests_human: HUMAN };
    expect(contract).toEqual({
      id: 'ticket-router',
      version,
      name: 'Ticket router',
      questions,
      digest: digest(questions),
      model: 'router-2',
      mapping: { text: 'ticket.body' },
    });
    expect(Object.isFrozen(contract)).toBe(true);
  });

  it('goes back with the set that was rolled back', () => {
    const set = routerSet();
    expect(resolveContract(publish(set, 2)).version).toBe('2');
    expect(resolveContract(publish(publish(set, 2), 1)).version).toBe('1');
  });

  it.each([
    ['a set that is not there', sets, 'other@1', 'unknown_contract', 'name'],
    ['a draft', sets, 'ticket-router@3', 'unknown_contract', 'name'],
    ['a version that is not there', sets, 'ticket-router@4', 'unknown_contract', 'name'],
    ['version 0', sets, 'ticket-router@0', 'unknown_contract', 'name'],
    ['a version with a zero in front', sets, 'ticket-router@01', 'unknown_contract', 'name'],
    ['a version that is no number', sets, 'ticket-router@one', 'unknown_contract', 'name'],
    ['the current one of drafts', sets, 'draft', 'unknown_contract', 'name'],
    ['the current one of drafts, alone', draft, undefined, 'unknown_contract', 'name'],
    ['nothing of two sets', sets, undefined, 'bad_option', 'name'],
    ['nothing of no sets', [], undefined, 'bad_option', 'name'],
    ['a blank name', sets, '', 'bad_option', 'name'],
    ['a number', sets, 3, 'bad_option', 'name'],
    ['a version that is a number', sets, { id: 'draft', version: 1 }, 'bad_option', 'name'],
    ['two sets of one slug', [draft, draft], 'draft', 'bad_option', 'sets'],
    ['what is no set', { slug: 'x' }, undefined, 'bad_contract', 'set.format'],
  ])('refuses %s', (_, given, name, code, path) => {
    expect(faultOf(() => untyped(resolveContract, given, name))).toEqual([code, path]);
  });

  it('says that a draft has to be published', () => {
    expect(() => resolveContract(sets, 'ticket-router@3')).toThrow(
      'name: version 3 of ticket-router is a draft; publish it with publish()',
    );
  });

  it('holds a set from outside to the questions that the program knows', () => {
    const set = JSON.parse(JSON.stringify(routerSet()));
    const contract = resolveContract(set, 'ticket-router@1', { questions: { team: TEAM } });
    expect(contract.version).toBe('1');
    const call = (): unknown =>
      resolveContract(set, 'ticket-router@2', { questions: { team: TEAM } });
    expect(faultOf(call)).toEqual(['bad_contract', 'options.questions']);
    expect(faultOf(() => untyped(resolveContract, set, undefined, { question: {} }))).toEqual([
      'bad_option',
      'options.question',
    ]);
  });
});

describe('asking a contract', () => {
  const contract = resolveContract(routerSet());
  const lock = { id: 'ticket-router', version: '1', digest: digest({ team: TEAM }) };

  it('asks its questions, and says whose they are', () => {
    const request = asked(contract, { ticket: 'I was charged twice.' });
    expect(request).toEqual({
      state: { ticket: 'I was charged twice.' },
      questions: { team: TEAM },
      contract: lock,
    });
  });

  it('puts the set, the version and the digest into result, wire form and receipt', async () => {
    const request = asked(contract, 'I was charged twice.');
    const options = { judge: router };
    const all = [
      judgeSync(request, options),
      await judge(request, options),
      await judgeWith(router, request),
    ];
    for (const result of all) {
      expect(result.contract).toStrictEqual({ id: 'ticket-router', version: '1' });
      expect(result.questionsDigest).toBe(contract.digest);
      expect(judgementToWire(result).contract).toStrictEqual(result.contract);
      const { signer, publicKey } = generateKey();
      const [receipt] = attest(result, { signer });
      const verdict = verifyReceipt(receipt?.envelope, { keys: [publicKey] });
      expect(verdict.ok && verdict.judgement).toMatchObject({
        contract: { id: 'ticket-router', version: '1' },
        questions_digest: contract.digest,
      });
    }
  });

  it.each([
    ['beside the state', [{ state: 'x', questions: { a: noul('A?') } }]],
    ['after the state', ['x', { a: noul('A?') }]],
  ])('refuses questions of the caller %s', (_, rest) => {
    expect(faultOf(() => untyped(asked, contract, ...rest))).toEqual(['bad_question', 'questions']);
    expect(() => untyped(asked, contract, ...rest)).toThrow(
      'questions: "Ticket router" (ticket-router@1) is asked, so its questions cannot be replaced; ' +
        'send only the state',
    );
  });

  it('takes a state that has questions and is no request', () => {
    const state = { questions: ['When?'], from: 'ada' };
    expect(asked(contract, state).state).toEqual(state);
  });

  it('cannot be made to ask other questions', async () => {
    const request = { ...asked(contract, 'x'), questions: { team: HUMAN } };
    const blame = ['bad_question', 'questions'];
    expect(faultOf(() => judgeSync(request, { judge: router }))).toEqual(blame);
    expect(await rejectionOf(judge(request, { judge: router }))).toEqual(blame);
    expect(await rejectionOf(judgeWith(router, request))).toEqual(blame);
    expect(() => judgeSync(request, { judge: router })).toThrow(
      'the question set ticket-router is asked, so its questions cannot be replaced',
    );
    const { questions: _, ...usual } = asked(contract, { tool: 'Bash', input: {} });
    expect(faultOf(() => judgeSync(usual))).toEqual(blame);
  });

  it('names its contract once', () => {
    const call = (): unknown =>
      judgeSync(asked(contract, 'x'), { judge: router, contract: 'ticket-router@2' });
    expect(faultOf(call)).toEqual(['bad_option', 'options.contract']);
  });

  it('can be an option, with which no other questions are asked', async () => {
    const { questions } = contract;
    const options = { judge: router, contract };
    const result = judgeSync({ state: 'x', questions }, options);
    expect(result.contract).toStrictEqual({ id: 'ticket-router', version: '1' });
    const other = { team: choice('Which?', ['billing', 'other']) };
    const call = (): unknown => judgeSync({ state: 'x', questions: other }, options);
    expect(faultOf(call)).toEqual(['bad_question', 'questions']);
    const [one] = await judgeMany(['x'], questions, options);
    expect(one?.ok && one.judgement.contract).toStrictEqual({ id: 'ticket-router', version: '1' });
    expect(await rejectionOf(judgeMany(['x'], other, options))).toEqual([
      'bad_question',
      'questions',
    ]);
  });

  it('takes a name in the request, as it does in the options', () => {
    const request = { state: 'x', questions: { team: TEAM }, contract: 'ticket-router@1' };
    expect(judgeSync(request, { judge: router }).contract).toStrictEqual({
      id: 'ticket-router',
      version: '1',
    });
  });

  it('reads a contract that was written down, and refuses one that was changed', () => {
    const written = JSON.parse(JSON.stringify(contract));
    expect(asked(written, 'x')).toEqual(asked(contract, 'x'));
    const cases: readonly [object, string, string][] = [
      [{ questions: { team: HUMAN } }, 'bad_contract', 'contract.digest'],
      [{ digest: 'sha256:0' }, 'bad_contract', 'contract.digest'],
      [{ version: 1 }, 'bad_contract', 'contract.version'],
      [{ version: '0' }, 'bad_contract', 'contract.version'],
      [{ id: 'X' }, 'bad_contract', 'contract.id'],
      [{ name: '' }, 'bad_contract', 'contract.name'],
      [{ model: 1 }, 'bad_contract', 'contract.model'],
      [{ mapping: null }, 'bad_contract', 'contract.mapping'],
      [{ bar: 1 }, 'bad_contract', 'contract.bar'],
      [{ questions: {} }, 'bad_question', 'contract.questions'],
    ];
    for (const [more, code, path] of cases) {
      expect(faultOf(() => asked({ ...written, ...more }, 'x'))).toEqual([code, path]);
    }
    expect(faultOf(() => untyped(asked, routerSet(), 'x'))[0]).toBe('bad_contract');
    expect(faultOf(() => untyped(asked, undefined, 'x'))).toEqual(['not_json', 'contract']);
  });
});
