import { describe, expect, it } from 'vitest';
import {
  asked,
  memorySetStore,
  newDraft,
  publish,
  questionSet,
  readQuestionSet,
  resolveContract,
} from '../../src/contract/index.js';
import { choice, judgeSync, noul, type SyncJudge } from '../../src/index.js';
import {
  attest,
  generateKey,
  type PackageOptions,
  verifyPackage,
} from '../../src/receipt/index.js';
import { faultOf } from '../fault.js';
import { untyped } from './fixtures.js';

const { signer, publicKey } = generateKey();
const model: SyncJudge = {
  info: { model: 'router-2' },
  ask: () => ({ answers: { team: { choice: 'billing' } } }),
};
const TEAM = choice('Which team?', ['billing', 'technical']);
const OTHER = choice('Which team is it?', ['billing', 'technical']);
const first = questionSet({ slug: 'router', questions: { team: TEAM } });
const second = publish(newDraft(publish(first), { questions: { team: OTHER } }));
const router = newDraft(second, { questions: { team: TEAM } });

/** The receipts of judgements, each with the contract that it names. */
function receipts(...named: readonly (readonly [contract: string, team: typeof TEAM])[]) {
  return named.flatMap(([contract, team]) => {
    const result = judgeSync({ state: 'x', questions: { team } }, { judge: model, contract });
    return attest(result, { signer }).map(({ envelope }) => envelope);
  });
}

/** What is said of the contracts of receipts. */
function said(list: readonly object[], contracts: PackageOptions['contracts']): readonly string[] {
  const { rows } = verifyPackage(list, { keys: [publicKey], contracts });
  const told = rows.filter(({ check }) => check === 'contracts');
  return told.map(({ code, status, sentence }) => `${code} ${status}: ${sentence}`);
}

describe('the contracts of receipts', () => {
  const forms: readonly [string, PackageOptions['contracts']][] = [
    ['a list of sets', [router]],
    ['sets that were written down', JSON.parse(JSON.stringify([router]))],
    ['a lookup', (id) => memorySetStore([router]).get(id)],
  ];

  it('are held to no set that was edited since it was written', () => {
    const edited = JSON.parse(JSON.stringify(router));
    edited.published.push(3);
    expect(faultOf(() => said(receipts(['router@3', TEAM]), [edited]))).toEqual([
      'bad_option',
      'options.contracts[0].head',
    ]);
  });

  it.each(forms)('are held to %s', (_, contracts) => {
    expect(said(receipts(['router@1', TEAM], ['router@2', OTHER]), contracts)).toEqual([
      'contracts_match pass: 2 judgements: the questions are those of the contract (router@1, router@2).',
    ]);
    expect(said(receipts(['router@2', TEAM]), contracts)).toEqual([
      'contract_contradicted fail: 1 judgement: the questions are not the contract’s (router@2).',
    ]);
    expect(said(receipts(['router@3', TEAM]), contracts)).toEqual([
      'contract_draft warn: 1 judgement: names a version that the contract, as you have it, never published (router@3).',
    ]);
    expect(said(receipts(['router@3', OTHER]), contracts)).toEqual([
      'contract_contradicted fail: 1 judgement: the questions are not the contract’s (router@3).',
    ]);
    expect(said(receipts(['router@4', TEAM], ['router@01', TEAM]), contracts)).toEqual([
      'contract_version warn: 2 judgements: names a version that the contract, as you have it, does not have (router@4, router@01).',
    ]);
    expect(said(receipts(['router', TEAM]), contracts)).toEqual([
      'contract_unversioned warn: 1 judgement: names a contract, and no version of it (router).',
    ]);
    expect(said(receipts(['other@1', TEAM]), contracts)).toEqual([
      'contract_unknown warn: 1 judgement: names a contract that you do not know (other@1).',
    ]);
  });

  it('match where they were asked locked, also after a roll-back', () => {
    const set = publish(router, 1);
    const result = judgeSync(asked(resolveContract(set), 'x'), { judge: model });
    const list = attest(result, { signer }).map(({ envelope }) => envelope);
    expect(said(list, [set])).toEqual([
      'contracts_match pass: 1 judgement: the questions are those of the contract (router@1).',
    ]);
  });

  it('are looked up once for each id', () => {
    const ids: string[] = [];
    const find = (id: string) => {
      ids.push(id);
      return id === 'router' ? router : undefined;
    };
    const list = receipts(
      ['router@1', TEAM],
      ['other@1', TEAM],
      ['router@2', OTHER],
      ['other@2', TEAM],
    );
    expect(said(list, find)).toHaveLength(2);
    expect(ids).toEqual(['router', 'other']);
  });

  it.each<[string, unknown, string]>([
    ['a set that is none', [7], 'options.contracts[0].slug'],
    ['a promise of a set', [Promise.resolve(router)], 'options.contracts[0]'],
    ['a set without versions', [{ ...router, versions: 1 }], 'options.contracts[0].versions'],
    ['a set without publications', [{ slug: 's', versions: [] }], 'options.contracts[0].published'],
    [
      'a version without a number',
      [{ ...router, versions: [{ digest: router.versions[0]?.digest }] }],
      'options.contracts[0].versions[0].version',
    ],
    [
      'a version without a digest',
      [{ ...router, versions: [{ version: 1, digest: 'x' }] }],
      'options.contracts[0].versions[0].digest',
    ],
    [
      'a version twice',
      [{ ...router, versions: [...router.versions, router.versions[0]] }],
      'options.contracts[0].versions',
    ],
    ['a set twice', [router, publish(router)], 'options.contracts[1].slug'],
    ['one set that is in no list', router, 'options.contracts.format'],
    ['a lookup that takes time', async () => router, 'options.contracts'],
    [
      'a lookup of another set',
      () => questionSet({ slug: 's', questions: { a: noul('A?') } }),
      'options.contracts',
    ],
    [
      'a lookup that throws',
      () => {
        throw new Error('gone');
      },
      'options.contracts',
    ],
  ])('are not held to %s', (_, contracts, path) => {
    const list = receipts(['router@1', TEAM]);
    const call = (): unknown => untyped(verifyPackage, list, { keys: [publicKey], contracts });
    expect(faultOf(call)).toEqual(['bad_option', path]);
  });

  it('follow a set from outside', () => {
    const set = readQuestionSet(JSON.stringify(router));
    expect(said(receipts(['router@1', TEAM]), [set])[0]).toMatch(/^contracts_match pass/);
  });
});
