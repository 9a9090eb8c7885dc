import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeSync, noul, threshold, toolCall } from '../../../src/index.js';
import { judgeSyncWith } from '../../../src/judge.js';
import { block } from '../../../src/receipt/blocked.js';
import { ed25519Signer } from '../../../src/receipt/ed25519.js';
import { attest } from '../../../src/receipt/judgement.js';
import { ROWS } from '../../../src/receipt/package/rows.js';
import { verifyPackage } from '../../../src/receipt/package.js';
import { publicKeySet } from '../../../src/receipt/public-key-set.js';
import { rulesJudge } from '../../../src/rules/index.js';
import treeship from '../../vectors/treeship-package.json' with { type: 'json' };
import {
  CLOCK,
  OTHER_PUBLIC,
  OTHER_SECRET,
  PUBLIC,
  SECRET,
  SMALL,
  seal,
  statement,
} from '../fixtures.js';
import { answerOf, answersOf, digestOf, JUDGE_KEY, judged, signed, vouched } from '../vouched.js';
import { byAda, byMachine, faultsOf, noteOf, STATES, sealed } from './archive.js';
import { ARCHIVE, members, resolution } from './tampering.js';
import { ANSWER_TAMPERINGS } from './tampering-answers.js';
import { PACKAGE_TAMPERINGS } from './tampering-packages.js';
import { RECEIPT_TAMPERINGS } from './tampering-receipts.js';

const signer = ed25519Signer(SECRET);
const keys = publicKeySet([PUBLIC, OTHER_PUBLIC]);
const state = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });
const six = attest(judgeSync({ state }, { clock: CLOCK }), { signer, clock: CLOCK });
const idsOfSix = six.map(({ id }) => id);

function codesOf(report: ReturnType<typeof verifyPackage>): readonly string[] {
  return report.rows.map(({ code }) => code);
}

function rowOf(report: ReturnType<typeof verifyPackage>, code: string) {
  return report.rows.find((row) => row.code === code);
}

describe('a report', () => {
  const report = verifyPackage(members, ARCHIVE.options);

  it('says what was checked, in the order of the checks', () => {
    expect(codesOf(report)).toEqual([
      'input_read',
      'signatures_trusted',
      'ids_match',
      'duplicates_none',
      'kinds_named',
      'kinds_unjudged',
      'chain_linear',
      'clock_forward',
      'calls_grouped',
      'judgements_counted',
      'judgements_kept',
      'answers_asserted',
      'resolutions_closed',
      'resolution_overrides',
      'blocked_paired',
      'replay_agrees',
      'replay_impossible',
      'contracts_match',
    ]);
  });

  it('says it in sentences', () => {
    const sentences = report.rows.map(({ sentence }) => sentence);
    expect(sentences).toContain(
      '44 judgements: as they say themselves (by judgement-rules/1+unbash.6.0.4, verdicts-2; 38 acted, 4 refused, 1 ignored, 1 escalated).',
    );
    expect(sentences).toContain('1 judgement: escalated, and resolved (allow by human://ada).');
    expect(sentences).toContain(
      '44 judgements: those of one state and questions were one call (8 calls).',
    );
    for (const sentence of sentences) expect(sentence).toMatch(/^\d+ [a-z]+: .*\.$/);
  });

  it('names the receipts that each row is about', () => {
    expect(rowOf(report, 'resolutions_closed')?.ids).toEqual([members[43]?.id]);
    expect(rowOf(report, 'resolution_overrides')?.ids).toEqual([members[11]?.id, members[43]?.id]);
    expect(rowOf(report, 'blocked_paired')?.ids).toEqual(
      [9, 11, 21, 23].map((index) => members[index]?.id),
    );
    expect(rowOf(report, 'kinds_unjudged')?.ids).toEqual(members.slice(48).map(({ id }) => id));
  });

  it('knows of each entry where it is, what it is and who signed it', () => {
    expect(report.items.map(({ id }) => id)).toEqual(members.map(({ id }) => id));
    expect(report.items[44]).toMatchObject({
      place: 'receipts[44]',
      kind: 'judgement.resolution.v1',
      verdict: { ok: true, trusted: [{ publicKey: OTHER_PUBLIC }] },
      claimed: [],
      codes: [],
    });
    expect(report.items[49]).toMatchObject({ kind: 'application/vnd.treeship.action.v1+json' });
  });

  it('cannot be changed', () => {
    expect(Object.isFrozen(report)).toBe(true);
    expect(Object.isFrozen(report.rows)).toBe(true);
    expect(report.rows.every((row) => Object.isFrozen(row) && Object.isFrozen(row.ids))).toBe(true);
  });

  it('fails for a warning when it is strict', () => {
    const reversed = [...members].reverse();
    const { options } = ARCHIVE;
    expect(verifyPackage(reversed, options).status).toBe('warn');
    expect(verifyPackage(reversed, { ...options, strict: true }).status).toBe('fail');
    expect(verifyPackage(members, { ...options, strict: true }).status).toBe('pass');
  });

  it('does not depend on who is told: the same package gives the same rows', () => {
    expect(verifyPackage(members, ARCHIVE.options).rows).toEqual(report.rows);
  });
});

describe('signed and trusted', () => {
  it('are two things', () => {
    const known = { publicKey: PUBLIC, roles: [] } as const;
    const report = verifyPackage(six, { keys: [known] });
    expect(report).toMatchObject({ status: 'fail', receipts: 6, signed: 6, trusted: 0 });
    expect(faultsOf(report)).toEqual({ signature_untrusted: idsOfSix });
  });

  it('are neither without a key', () => {
    const report = verifyPackage(six, { keys: [] });
    expect(report).toMatchObject({ status: 'fail', receipts: 6, signed: 0, trusted: 0 });
    expect(faultsOf(report)).toEqual({ signature_unknown: idsOfSix });
  });

  it('count a receipt once, by its best copy', () => {
    const [first] = six;
    const unsigned = { ...first?.envelope, signatures: six[1]?.envelope.signatures };
    const report = verifyPackage([unsigned, ...six], { keys });
    expect(report).toMatchObject({ receipts: 6, signed: 6, trusted: 6, status: 'fail' });
  });
});

describe('what Treeship wrote', () => {
  const KEY = 'ed25519:9PfbpAhWYgo81lyzCcdeYbcdSJzOIIfNNiqnbXgZrnM';
  const KEY_ID = 'key_a2fb5d01264eaf68';
  const chain = [
    'art_c0f5f68826c03f6605e2dc2d452dbafc',
    'art_5e8004a6cc7b862884543849c47d2ee2',
    'art_5119ac5bb0509aa4915a9268a2ef959d',
    'art_edcef8fd78eca8219d0cd3a8cd36df88',
    'art_ae8d260c9c2fbcdcd685fd9fc6aa7106',
    'art_a819916c7405adf5a0056f029fec4f7b',
    'art_d78b4e4e7cc34a095e42a7aa2321c8d9',
  ];
  /** Its endorsement is signed without a link, so that it begins a chain of its own. */
  const unlinked = {
    chain_roots: [chain[0], chain[3]],
    chain_heads: [chain[2], chain[6]],
  };

  it('verifies as a folder, with its key, its list and its seal', () => {
    const report = verifyPackage(treeship.files, { keys: [{ publicKey: KEY, keyId: KEY_ID }] });
    expect(report).toMatchObject({ status: 'warn', receipts: 7, signed: 7, trusted: 7 });
    expect(report.items.slice(0, 7).map(({ id }) => id)).toEqual(chain);
    expect(faultsOf(report)).toEqual(unlinked);
    expect(rowOf(report, 'folder_sealed')?.ids).toHaveLength(1);
    expect(rowOf(report, 'keys_known')?.ids).toEqual([KEY_ID]);
    expect(report.items[7]).toMatchObject({ place: 'record.json', kind: 'session.v1' });
    expect(rowOf(report, 'kinds_unjudged')?.sentence).toContain('1 coverage.v1');
  });

  it('is signed and not trusted when only the package itself knows its key', () => {
    const report = verifyPackage(treeship.files, { keys: [] });
    expect(report).toMatchObject({ status: 'fail', signed: 7, trusted: 0 });
    expect(rowOf(report, 'signature_claimed')?.ids).toHaveLength(8);
    expect(rowOf(report, 'signature_claimed')?.sentence).toContain(`${KEY_ID} ${KEY}`);
    expect(rowOf(report, 'keys_claimed')).toMatchObject({ status: 'pass', ids: [KEY_ID] });
    expect(rowOf(report, 'folder_unsealed')?.ids).toEqual(['receipt.json']);
    expect(report.items[0]?.claimed).toEqual([{ keyId: KEY_ID, publicKey: KEY }]);
    expect(report.items[0]?.verdict).toMatchObject({ ok: false, code: 'unknown_key' });
  });

  it.each<[string, unknown]>([
    ['a map', new Map(Object.entries(treeship.files))],
    [
      'bytes',
      Object.fromEntries(
        Object.entries(treeship.files).map(([name, text]) => [
          name,
          new TextEncoder().encode(text),
        ]),
      ),
    ],
    [
      'names with folders before them',
      Object.fromEntries(
        Object.entries(treeship.files).map(([name, text]) => [`ssn_1.treeship/${name}`, text]),
      ),
    ],
    [
      'names of Windows',
      Object.fromEntries(
        Object.entries(treeship.files).map(([name, text]) => [
          `a\\${name.replace('/', '\\')}`,
          text,
        ]),
      ),
    ],
  ])('verifies as %s', (_name, folder) => {
    const report = verifyPackage(folder, { keys: [{ publicKey: KEY, keyId: KEY_ID }] });
    expect(faultsOf(report)).toEqual(unlinked);
    expect(codesOf(report)).toContain('folder_sealed');
  });

  it('says which files it did not look into', () => {
    const folder = { ...treeship.files, 'merkle.json': '{}', 'proofs/a.proof.json': '{}' };
    const report = verifyPackage(folder, { keys: [{ publicKey: KEY, keyId: KEY_ID }] });
    expect(rowOf(report, 'files_unread')).toMatchObject({
      status: 'pass',
      ids: ['merkle.json', 'proofs/a.proof.json'],
    });
  });
});

describe('the chain', () => {
  it('may begin anywhere once, and the row says so', () => {
    const tail = members.slice(10);
    const [first] = tail;
    const { from: _from, ...options } = ARCHIVE.options;
    expect(faultsOf(verifyPackage(tail, { ...options, states: [] }))).toEqual({
      chain_begins_outside: [first?.id],
    });
    const from = members[9]?.id ?? '';
    expect(faultsOf(verifyPackage(tail, { ...options, states: [], from }))).toEqual({});
    expect(
      faultsOf(verifyPackage(tail, { ...options, states: [], from: `art_${'1'.repeat(32)}` })),
    ).toEqual({ chain_start: [first?.id], chain_gap: [first?.id] });
  });

  it('may hang on actions that are kept elsewhere', () => {
    const subject = `art_${'a'.repeat(32)}`;
    const other = `art_${'b'.repeat(32)}`;
    const result = judgeSync({ state });
    const pile = [subject, other].flatMap((id) => [...attest(result, { signer, subject: id })]);
    expect(faultsOf(verifyPackage(pile, { keys }))).toEqual({
      chain_roots: [pile[0]?.id, pile[6]?.id],
      chain_heads: [pile[5]?.id, pile[11]?.id],
    });
  });

  it('has branches where something hangs on what it is about', () => {
    const decided = byAda({
      ...resolution(idsOfSix[3] ?? '', { judgement: idsOfSix[3], overrides: 'deny' }),
    });
    expect(faultsOf(verifyPackage([...six, decided], { keys }))).toEqual({
      chain_branch: [decided.id],
      chain_heads: [idsOfSix[5], decided.id],
    });
  });

  it('is not ordered by the names of files', () => {
    const folder = Object.fromEntries(
      [...six]
        .reverse()
        .map(({ id, envelope }) => [`artifacts/${id}.json`, JSON.stringify(envelope)]),
    );
    expect(faultsOf(verifyPackage(folder, { keys }))).toEqual({});
  });

  it('is one receipt at least', () => {
    const report = verifyPackage([], { keys });
    expect(faultsOf(report)).toEqual({ input_empty: [] });
    expect(codesOf(report)).toContain('chain_none');
  });
});

describe('decisions', () => {
  const [last] = members.slice(-1);
  const deny = { decision: 'deny', overrides: undefined };

  it('may replace each other, when they say so', () => {
    const second = byAda(resolution(last?.id ?? '', deny, { meta: { replaces: members[44]?.id } }));
    const report = verifyPackage([...members, second], { ...ARCHIVE.options, head: second.id });
    expect(faultsOf(report)).toEqual({});
    expect(rowOf(report, 'resolution_replaced')?.ids).toEqual([members[44]?.id]);
    expect(rowOf(report, 'resolutions_closed')?.sentence).toContain('deny by human://ada');
    // A deny after an ask is what was asked for.
    expect(rowOf(report, 'resolution_overrides')?.ids).toEqual([members[11]?.id]);
  });

  it('are not replaced by one that does not verify', () => {
    const forged = byMachine(
      resolution(last?.id ?? '', deny, { meta: { replaces: members[44]?.id } }),
    );
    const report = verifyPackage([...members, forged], { ...ARCHIVE.options, head: forged.id });
    expect(rowOf(report, 'resolution_replaced')).toBe(undefined);
    expect(rowOf(report, 'resolutions_closed')?.sentence).toContain('allow by human://ada');
  });

  it('by the machine close nothing', () => {
    const before = members.slice(0, 44);
    const forged = byMachine(resolution(before.at(-1)?.id ?? ''));
    const report = verifyPackage([...before, forged], { keys: [PUBLIC, OTHER_PUBLIC], from: null });
    expect(faultsOf(report)).toEqual({
      escalation_open: [members[43]?.id],
      resolution_machine: [forged.id],
    });
  });

  it('that send something another way override nothing', () => {
    const route = byAda(
      resolution(last?.id ?? '', {
        judgement: members[23]?.id,
        decision: 'route',
        route: 'billing',
        overrides: undefined,
      }),
    );
    const report = verifyPackage([...members, route], { ...ARCHIVE.options, head: route.id });
    expect(faultsOf(report)).toEqual({});
    expect(rowOf(report, 'resolution_overrides')?.ids).not.toContain(members[23]?.id);
  });

  it('on a judgement of another package are said to be on what is not here', () => {
    const report = verifyPackage([byAda(resolution(members[43]?.id ?? ''))], { keys });
    expect(Object.keys(faultsOf(report))).toEqual(['chain_begins_outside', 'resolution_orphan']);
  });

  it('are none where nothing was left to a person', () => {
    expect(codesOf(verifyPackage(six, { keys }))).toContain('resolutions_none');
  });
});

describe('what was blocked', () => {
  const denied = [idsOfSix[3], idsOfSix[5]];
  const frame = {
    signer,
    reasonClass: 'policy_threshold_exceeded',
    refusedKind: 'action',
    clock: CLOCK,
    parent: idsOfSix[5] ?? '',
  } as const;

  it.each<[string, Parameters<typeof block>[0]]>([
    ['what it follows', frame],
    ['its subject', { ...frame, subject: idsOfSix[3] ?? '' }],
    ['its evidence', { ...frame, evidenceDigest: judgeSync({ state }).stateDigest }],
  ])('belongs to a denial by %s', (_name, options) => {
    const report = verifyPackage([...six, block(options)], { keys });
    expect(rowOf(report, 'blocked_paired')?.ids).toEqual(denied);
    expect(rowOf(report, 'blocked_undenied')).toBe(undefined);
  });

  it('is a fact, and its absence is one', () => {
    const report = verifyPackage(six, { keys });
    expect(rowOf(report, 'deny_unblocked')).toMatchObject({ status: 'pass', ids: denied });
    const calm = attest(judgeSync({ state: toolCall({ tool: 'Bash', input: {} }) }), { signer });
    expect(codesOf(verifyPackage(calm, { keys }))).toContain('blocked_none');
    const halted = block({
      ...frame,
      reasonClass: 'operator_revocation',
      parent: calm[5]?.id ?? '',
    });
    expect(rowOf(verifyPackage([...calm, halted], { keys }), 'blocked_undenied')).toMatchObject({
      ids: [halted.id],
      sentence: '1 record: blocked for something else than a judgement here (operator_revocation).',
    });
  });

  it('counts for nothing when nobody verified it', () => {
    const forged = block({ ...frame, signer: ed25519Signer(OTHER_SECRET) });
    const report = verifyPackage([...six, forged], { keys: [PUBLIC] });
    expect(rowOf(report, 'deny_unblocked')?.ids).toEqual(denied);
  });
});

describe('replays and contracts', () => {
  const judges = [rulesJudge()];

  it('are said not to have been made where something for them is not given', () => {
    const none = verifyPackage(six, { keys });
    expect(rowOf(none, 'replay_not_run')).toMatchObject({ status: 'pass', ids: idsOfSix });
    const judgeless = verifyPackage(six, { keys, states: [state] });
    expect(rowOf(judgeless, 'replay_version')).toMatchObject({ status: 'warn', ids: idsOfSix });
    const strict = verifyPackage(six, {
      keys,
      states: [state],
      judges: [rulesJudge({ strict: true })],
    });
    expect(rowOf(strict, 'replay_version')?.ids).toEqual(idsOfSix);
    expect(codesOf(none)).toContain('contracts_none');
    const { contracts: _contracts, ...unknown } = ARCHIVE.options;
    expect(rowOf(verifyPackage(members, unknown), 'contracts_unchecked')?.ids).toHaveLength(42);
    expect(codesOf(verifyPackage([members[48]], { keys }))).toContain('replay_none');
  });

  it.each<[string, string | Uint8Array]>([
    ['its text', JSON.stringify(state)],
    ['its text with spaces', JSON.stringify(state, null, 2)],
    ['its bytes', new TextEncoder().encode(JSON.stringify(state))],
  ])('take a state as %s', (_name, kept) => {
    const report = verifyPackage(six, { keys, judges, states: [kept] });
    expect(rowOf(report, 'replay_agrees')?.ids).toEqual(idsOfSix);
  });

  it('name a state that nobody judged', () => {
    const report = verifyPackage(six, { keys, judges, states: [state, 'ls', STATES[0] ?? ''] });
    expect(rowOf(report, 'replay_unmatched')?.ids).toEqual(['states[1]', 'states[2]']);
  });

  it('find a caller that invented its answer', () => {
    const invented = judgeSyncWith(
      {
        info: rulesJudge().info,
        ask: () => ({ answers: { unsafe: { noul: 0 } } }),
      },
      { state, questions: { unsafe: noul('Is it unsafe?') } },
      { policy: threshold(0.5) },
    );
    const receipts = attest(invented, { signer });
    const report = verifyPackage(receipts, { keys, judges, states: [state] });
    expect(faultsOf(report)).toEqual({ replay_contradicted: [receipts[0]?.id] });
    expect(rowOf(report, 'replay_contradicted')?.sentence).toContain('unsafe noul');
  });

  it('find a judge that says one thing today and another tomorrow', () => {
    const [now, then] = [0.1, 0.2].map((value) =>
      judgeSyncWith(
        {
          info: { model: 'm', replayable: true },
          ask: () => ({ answers: { a: { noul: value } } }),
        },
        { state, questions: { a: noul('a') } },
      ),
    );
    if (now === undefined || then === undefined) throw new Error('no judgement');
    const [first] = attest(now, { signer });
    const [second] = attest(then, { signer, parent: first?.id ?? '' });
    expect(faultsOf(verifyPackage([first, second], { keys }))).toEqual({
      calls_disagree: [first?.id, second?.id],
    });
  });
});

describe('a bar of which the receipt does not say what yes means', () => {
  const questions = { grounded: noul('Is it grounded?') };
  const judge = { info: { model: 'm' }, ask: () => ({ answers: { grounded: { noul: 0.9 } } }) };
  const yes = { grounded: 'allow' } as const;
  const result = judgeSyncWith(judge, { state, questions }, { policy: threshold(0.5, { yes }) });
  const receipts = attest(result, { signer });

  it('is contradicted unless the auditor says it', () => {
    expect(faultsOf(verifyPackage(receipts, { keys }))).toEqual({
      bar_contradicted: [receipts[0]?.id],
    });
    expect(faultsOf(verifyPackage(receipts, { keys, yes }))).toEqual({});
  });
});

describe('hostile input', () => {
  const trap = new Proxy([], {
    get: () => {
      throw new Error('trap');
    },
  });
  const getter = {
    get envelope(): unknown {
      throw new Error('trap');
    },
  };
  const lying = { length: 3, 0: six[0] };

  it.each<[string, unknown, readonly string[]]>([
    ['undefined', undefined, ['input_unreadable']],
    ['a number', 5, ['input_unreadable']],
    ['a function', () => six, ['input_unreadable']],
    ['bytes that are not UTF-8', Uint8Array.of(0xff), ['input_unreadable']],
    ['a proxy that throws', trap, ['input_unreadable']],
    ['a getter that throws', getter, ['receipt_unreadable']],
    ['what is like an array', lying, ['receipt_unreadable']],
    ['an empty object', {}, ['input_empty']],
    ['an empty text', '', ['input_empty']],
    ['white space', ' \n\r\n ', ['input_empty']],
    ['a text that is no JSON', 'art_1\nart_2', ['receipt_unreadable']],
    ['null in a list', [null], ['receipt_unreadable']],
    ['a list in a list', [six.map(({ envelope }) => envelope)], ['receipt_unreadable']],
    ['holes', new Array(3), ['receipt_unreadable']],
    [
      'a record without an envelope',
      { artifact_id: 'art_1', envelope: null },
      ['receipt_unreadable'],
    ],
    ['a record in a record', { envelope: { envelope: six[0]?.envelope } }, ['receipt_unreadable']],
    ['deep nesting', `${'['.repeat(100_000)}`, ['receipt_unreadable']],
    [
      'a folder of other things',
      { 'artifacts/a.json': '', 'artifacts/b': 'null' },
      ['receipt_unreadable'],
    ],
    ['a folder of bytes', { 'artifacts/a.json': Uint8Array.of(0xff) }, ['receipt_unreadable']],
  ])('is reported on: %s', (_name, input, codes) => {
    const report = verifyPackage(input, { keys });
    expect(Object.keys(faultsOf(report))).toEqual(codes);
    expect(report.status).toBe('fail');
  });

  it('gives no text to a terminal that it would act on', () => {
    const kind = '\u001b[2Jnote.v1\n\u202e';
    const report = verifyPackage([sealed(noteOf(kind))], { keys: [] });
    const text = report.rows.map(({ sentence }) => sentence).join('');
    expect(text).toContain('\ufffd[2Jnote.v1\ufffd\ufffd');
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('brings at most 64 keys, which hold tables', () => {
    const many = Array.from({ length: 70 }, (_each, index) => [`key_${index}`, PUBLIC]);
    const file = { schema: 'treeship/package-keys/v1', keys: Object.fromEntries(many) };
    const report = verifyPackage({ 'keys.json': JSON.stringify(file) }, { keys: [] });
    expect(rowOf(report, 'keys_claimed')?.ids).toHaveLength(64);
    expect(rowOf(report, 'keys_malformed')?.ids).toEqual(
      [64, 65, 66, 67, 68, 69].map((index) => `key_${index}`),
    );
  });

  it('never passes with a bit turned over, anywhere in a line', () => {
    const lines = six.map(({ envelope }) => JSON.stringify(envelope));
    const options = { keys, from: null, head: idsOfSix[5] ?? '' };
    expect(verifyPackage(lines.join('\n'), options).status).toBe('pass');
    const place = fc.tuple(
      fc.nat(5),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      fc.nat(6),
    );
    fc.assert(
      fc.property(place, ([line, where, bit]) => {
        const text = lines[line] ?? '';
        const at = Math.floor(where * text.length);
        const turned = String.fromCharCode(text.charCodeAt(at) ^ (1 << bit));
        const changed = lines.map((each, index) =>
          index === line ? text.slice(0, at) + turned + text.slice(at + 1) : each,
        );
        expect(verifyPackage(changed.join('\n'), options).status).not.toBe('pass');
      }),
      { numRuns: 200 },
    );
  });
});

describe('verifyPackage throws for its options alone', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    ['an option that does not exist', { key: [] }, 'bad_option', 'options.key'],
    ['keys that are no list', { keys: PUBLIC }, 'bad_option', 'keys'],
    ['a key that is none', { keys: ['ed25519:a'] }, 'bad_key', 'keys[0]'],
    ['a beginning that is no id', { from: 'x' }, 'bad_id', 'options.from'],
    ['an end that is no id', { head: 'x' }, 'bad_id', 'options.head'],
    ['states that are no list', { states: 'ls' }, 'bad_option', 'options.states'],
    ['a state that is not JSON', { states: ['ls', new Date(0)] }, 'not_json', 'options.states[1]'],
    ['a judge that is none', { judges: [{}] }, 'bad_option', 'options.judges'],
    [
      'a contract without a version',
      { contracts: { a: `sha256:${'0'.repeat(64)}` } },
      'bad_option',
      'options.contracts.a',
    ],
    [
      'a contract without a digest',
      { contracts: { 'a@1': 'x' } },
      'bad_option',
      'options.contracts["a@1"]',
    ],
    ['a side that is none', { yes: { a: 'stop' } }, 'bad_option', 'options.yes'],
    ['a flag that is none', { strict: 'yes' }, 'bad_option', 'options.strict'],
    ['a count that is none', { maxReceipts: 0 }, 'bad_option', 'options.maxReceipts'],
  ])('%s', (_name, more, code, path) => {
    expect(() => Reflect.apply(verifyPackage, undefined, [six, { keys, ...more }])).toThrow(
      expect.objectContaining({ code, path }),
    );
  });
});

describe('answers that the judge signed', () => {
  const RUDE = { instructions: 'Is it rude?', key: 'rude', type: 'noul' };
  const trusting = [{ publicKey: PUBLIC, roles: ['judge'] as const }, JUDGE_KEY];
  const log = (payloads: readonly object[]) =>
    payloads.map((payload) => seal(JSON.stringify(statement(payload))));
  const stateOf = (payloads: readonly object[], more = {}) => {
    const report = verifyPackage(log(payloads), { keys: trusting, ...more });
    const rows = report.rows.filter(({ check }) => check === 'answers');
    return rows.map(({ code, status, sentence }) => [code, status, sentence]);
  };

  it('are told from those that the caller asserts', () => {
    expect(stateOf([vouched(), judged({ question: RUDE })])).toEqual([
      ['answers_signed', 'pass', '1 judgement: the judge signed the answer (by guard-2).'],
      ['answers_asserted', 'pass', '1 judgement: the caller alone vouches for the answer.'],
    ]);
  });

  it('may be shared by the receipts of one judgement', () => {
    const [first, second] = [judged(), judged({ question: RUDE, answer: { noul: 0.25 } })];
    const answers = { ...answersOf(first), ...answersOf(second) };
    const answer_attestation = signed(answerOf(first, { answers }));
    const both = [first, second].map((each) => ({ ...each, answer_attestation }));
    expect(stateOf(both, { answers: 'signed' })).toEqual([
      ['answers_signed', 'pass', '2 judgements: the judge signed the answer (by guard-2).'],
    ]);
  });

  it('are checked once, however many receipts show one', () => {
    let checks = 0;
    const verify = (): boolean => {
      checks += 1;
      return true;
    };
    const payloads = ['a', 'b', 'c'].map((notes) => vouched({ notes }));
    verifyPackage(log(payloads), { keys: [PUBLIC, { ...JUDGE_KEY, verify }] });
    expect(checks).toBe(1);
  });

  it('may be shown again by a judgement that says that it was kept', () => {
    const again = { judged_at: '2026-11-30T18:00:00Z', cached_at: '2026-11-30T12:55:00Z' };
    expect(stateOf([vouched(), { ...vouched(), ...again }])).toEqual([
      ['answers_signed', 'pass', '2 judgements: the judge signed the answer (by guard-2).'],
      [
        'answers_kept',
        'pass',
        '1 judgement: the answer is not new, as the caller says (the oldest for 18300 seconds).',
      ],
    ]);
  });

  it('are counted where they are not new, with the age of the oldest, whoever vouches', () => {
    const at = (cached_at: string): object => judged({ cached_at });
    const times = ['2026-11-30T12:54:58Z', '2026-11-29T12:55:00Z', '2026-11-30T12:55:00Z'];
    expect(stateOf([...times.map(at), judged()])).toEqual([
      ['answers_asserted', 'pass', '4 judgements: the caller alone vouches for the answer.'],
      [
        'answers_kept',
        'pass',
        '3 judgements: the answer is not new, as the caller says (the oldest for 86400 seconds).',
      ],
    ]);
  });

  it('are counted where they were signed together and are not shown', () => {
    const [first, second] = [judged(), judged({ question: RUDE })];
    const third = judged({ question: { ...RUDE, key: 'slow' } });
    const answers = { ...answersOf(first), ...answersOf(second), ...answersOf(third) };
    const answer_attestation = signed(answerOf(first, { answers }));
    const rowOf = (payloads: readonly object[]) =>
      stateOf(payloads).filter(([code]) => code === 'attestation_withheld');
    const [one, two] = [first, second].map((each) => ({ ...each, answer_attestation }));
    const says = 'the judge signed other answers with this one that have no receipt here';
    expect(rowOf([one, two].map(Object))).toEqual([
      ['attestation_withheld', 'warn', `2 judgements: ${says} (1 answer).`],
    ]);
    expect(rowOf([Object(one)])).toEqual([
      ['attestation_withheld', 'warn', `1 judgement: ${says} (2 answers).`],
    ]);
    expect(rowOf([one, two, third].map(Object))).toEqual([]);
  });

  it('may be left over to another judge', () => {
    const [first, second] = [judged(), judged({ question: RUDE, answer: { refusal: true } })];
    const answers = { ...answersOf(first), ...answersOf(second) };
    const one = { ...first, answer_attestation: signed(answerOf(first, { answers })) };
    const two = judged({ question: RUDE, judge: { model: 'guard-3' } });
    expect(stateOf([one, two]).map(([code]) => code)).toEqual([
      'answers_signed',
      'answers_asserted',
    ]);
  });

  it('are told from votes that the caller made up beside them', () => {
    const { judge, answer, response_digest } = judged();
    const answer_attestation = signed(answerOf(judged()));
    const vote = { judge, answer, response_digest, answer_attestation };
    const invented = { judge: { model: 'council-1' }, answer: { noul: 0.01 } };
    expect(stateOf([judged({ panel: [vote] }), vouched({ panel: [invented] })])).toEqual([
      ['answers_signed', 'pass', '1 judgement: the judge signed the answer (by guard-2).'],
      ['answers_asserted', 'pass', '1 judgement: the caller alone vouches for the answer.'],
      ['votes_signed', 'pass', '1 judgement: judges signed votes that the answer is made of.'],
      [
        'votes_asserted',
        'pass',
        '1 judgement: the caller alone vouches for votes that the answer is said to be made of.',
      ],
    ]);
  });

  it('are named with what is wrong with them', () => {
    expect(stateOf([vouched({}, { state_digest: digestOf('another') })])).toEqual([
      ['answers_asserted', 'pass', '1 judgement: the caller alone vouches for the answer.'],
      [
        'attestation_request',
        'fail',
        '1 judgement: the judge answered another request (unsafe: other_request at payload.state_digest).',
      ],
    ]);
  });

  it('are not missed where there is no judgement', () => {
    const report = verifyPackage([seal(SMALL)], { keys });
    expect(codesOf(report)).toContain('answers_none');
    expect(report.status).toBe('pass');
  });

  it('make a judgement without one fail where they are demanded, and nothing else', () => {
    const [envelope] = log([judged({ judged_at: '2026-11-30T12:00:00Z' })]);
    const report = verifyPackage([envelope, seal(SMALL)], { keys, answers: 'signed' });
    expect(faultsOf(report)).toEqual({
      answer_unsigned: [report.items[0]?.id],
      chain_roots: report.items.map(({ id }) => id),
      chain_heads: report.items.map(({ id }) => id),
    });
    expect(report).toMatchObject({ status: 'fail', receipts: 2, signed: 2, trusted: 1 });
    expect(report.items[0]?.verdict).toMatchObject({ ok: false, code: 'unsigned_answer' });
  });
});

describe('the codes of rows', () => {
  it('are each met by a test', () => {
    // With question sets there is more to say of contracts; that is met in test/contract.
    const met = new Set(['contract_draft', 'contract_unversioned', 'contract_version']);
    for (const { faults } of [
      ...Object.values(RECEIPT_TAMPERINGS),
      ...Object.values(PACKAGE_TAMPERINGS),
      ...Object.values(ANSWER_TAMPERINGS),
    ]) {
      for (const code of Object.keys(faults)) met.add(code);
    }
    const elsewhere = Object.keys(ROWS).filter((code) => !met.has(code));
    const source = readFileSync(new URL(import.meta.url), 'utf8');
    expect(elsewhere.filter((code) => !new RegExp(`\\b${code}\\b`).test(source))).toEqual([]);
  });
});
