import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../src/judge.js';
import type { Questions } from '../../src/question.js';
import { verifyChain } from '../../src/receipt/chain.js';
import type { AttestedReceipt } from '../../src/receipt/draft.js';
import { ed25519Signer } from '../../src/receipt/ed25519.js';
import { attest } from '../../src/receipt/judgement.js';
import { type OpenedReceipt, openReceipt } from '../../src/receipt/open.js';
import { resolve, resolveAsync } from '../../src/receipt/resolution.js';
import { verifyReceipt } from '../../src/receipt/verify.js';
import {
  b64,
  CLOCK,
  judgement,
  KEY_ID,
  nodeSign,
  OTHER_KEY_ID,
  OTHER_PUBLIC,
  OTHER_SECRET,
  PUBLIC,
  pae,
  RECEIPT,
  SECRET,
  SMALL,
  seal,
  sha256,
  utf8,
} from './fixtures.js';

const machine = ed25519Signer(SECRET);
const ada = ed25519Signer(OTHER_SECRET);
const BASE = { signer: ada, by: 'human://ada', clock: CLOCK } as const;

/** The receipt of a judgement with one question and that effect. */
function judged(effect: string): AttestedReceipt {
  const { questions, answers, decisions, ...rest } = judgement();
  const { unsafe } = questions;
  const decision = decisions['unsafe'];
  if (unsafe === undefined || decision === undefined) throw new Error('it is in the fixtures');
  const one: Judgement<Questions, string> = {
    ...rest,
    questions: { unsafe },
    answers: { unsafe: answers['unsafe'] ?? { noul: 1 } },
    decisions: { unsafe: { ...decision, effect } },
  };
  const [receipt] = attest(one, { signer: machine, clock: CLOCK });
  if (receipt === undefined) throw new Error('one was signed');
  return receipt;
}

function open(envelope: unknown): OpenedReceipt {
  const opened = openReceipt(envelope);
  if (!opened.ok) throw new Error(opened.rule);
  return opened;
}

const denied = judged('deny');

describe('resolve', () => {
  it('signs one receipt, by the decider and in their name', () => {
    const receipt = resolve(denied, { ...BASE, decision: 'allow', reason: 'checked' });
    const text =
      `{"kind":"judgement.resolution.v1","parentId":"${denied.id}","payload":{"by":"human://ada",` +
      `"decision":"allow","judgement":"${denied.id}","overrides":"deny","reason":"checked",` +
      `"resolved_at":"2026-11-30T12:00:01Z","schema":"judgement.resolution.v1"},` +
      `"subject":{"artifactId":"${denied.id}"},"system":"human://ada",` +
      `"timestamp":"2026-11-30T12:00:01Z","type":"treeship/receipt/v1"}`;
    const signed = pae(RECEIPT, utf8(text));
    expect(Buffer.from(receipt.envelope.payload, 'base64url').toString()).toBe(text);
    expect(receipt).toEqual({
      id: `art_${sha256(signed).slice(0, 32)}`,
      digest: `sha256:${sha256(signed)}`,
      envelope: {
        payload: b64(text),
        payloadType: RECEIPT,
        signatures: [{ keyid: OTHER_KEY_ID, sig: b64(nodeSign(OTHER_SECRET, signed)) }],
      },
      statement: JSON.parse(text),
    });
    expect(Object.isFrozen(receipt)).toBe(true);
  });

  it('verifies by the key of the decider, and in a chain with what it resolves', () => {
    const receipt = resolve(denied, { ...BASE, decision: 'deny' });
    const keys = [
      { publicKey: PUBLIC, roles: ['judge'] },
      { publicKey: OTHER_PUBLIC, roles: ['decider'], by: ['human://ada'] },
    ] as const;
    const chain = verifyChain([denied.envelope, receipt.envelope], { keys, from: null });
    expect(chain).toMatchObject({
      ok: true,
      receipts: [{ trusted: [{ keyId: KEY_ID }] }, { trusted: [{ keyId: OTHER_KEY_ID }] }],
    });
    const byMachine = resolve(denied, { ...BASE, signer: machine, decision: 'allow' });
    expect(verifyReceipt(byMachine.envelope, { keys })).toMatchObject({
      ok: false,
      code: 'untrusted_key',
    });
  });

  it.each([
    ['allow', ['deny', 'ask']],
    ['deny', ['allow', 'warn']],
    ['route', []],
  ] as const)('says what %s goes against', (decision, overridden) => {
    for (const effect of ['deny', 'ask', 'warn', 'allow', 'none', 'billing', 'toString']) {
      const route = decision === 'route' ? { route: 'billing' } : {};
      const { statement } = resolve(judged(effect), { ...BASE, decision, ...route });
      const { overrides } = open(seal(JSON.stringify(statement))).resolution ?? {};
      expect([effect, overrides]).toEqual([
        effect,
        overridden.some((each) => each === effect) ? effect : undefined,
      ]);
    }
  });

  it('takes the judgement opened or verified, and reads the same from it', () => {
    const expected = resolve(denied, { ...BASE, decision: 'allow' });
    const verified = verifyReceipt(denied.envelope, { keys: [PUBLIC] });
    if (!verified.ok) throw new Error(verified.rule);
    for (const each of [open(denied.envelope), verified]) {
      expect(resolve(each, { ...BASE, decision: 'allow' })).toEqual(expected);
    }
  });

  it('reads the effect from the signed bytes of a receipt, and not from beside them', () => {
    const lied = { ...denied, id: `art_${'0'.repeat(32)}`, statement: judged('allow').statement };
    const receipt = Reflect.apply(resolve, undefined, [lied, { ...BASE, decision: 'allow' }]);
    expect(receipt).toEqual(resolve(denied, { ...BASE, decision: 'allow' }));
  });

  it('is linked onto a parent that it is given', () => {
    const parent = `art_${'b'.repeat(32)}`;
    const { statement } = resolve(denied, { ...BASE, decision: 'allow', parent });
    expect(statement.parentId).toBe(parent);
    expect(statement.subject).toEqual({ artifactId: denied.id });
  });

  it('carries a route', () => {
    const options = { ...BASE, decision: 'route', route: 'billing' } as const;
    expect(resolve(judged('ask'), options).statement.payload).toMatchObject({
      decision: 'route',
      route: 'billing',
    });
  });

  it('says in the statement, signed as well, which resolution it replaces', () => {
    const first = resolve(denied, { ...BASE, decision: 'allow' });
    for (const replaces of [first, open(first.envelope), first.id]) {
      const second = resolve(denied, { ...BASE, decision: 'deny', replaces });
      expect(second.statement.meta).toEqual({ replaces: first.id });
      expect(second.statement.payload).not.toHaveProperty('replaces');
      expect(verifyReceipt(second.envelope, { keys: [OTHER_PUBLIC] })).toMatchObject({
        ok: true,
        replaces: first.id,
        resolution: { judgement: denied.id, decision: 'deny' },
      });
    }
    expect(first.statement).not.toHaveProperty('meta');
  });
});

describe('resolveAsync', () => {
  it('gives what resolve() gives', async () => {
    const signer = {
      keyId: OTHER_KEY_ID,
      sign: async (data: Uint8Array) => nodeSign(OTHER_SECRET, data),
    };
    expect(await resolveAsync(denied, { ...BASE, signer, decision: 'allow' })).toEqual(
      resolve(denied, { ...BASE, decision: 'allow' }),
    );
    await expect(
      Reflect.apply(resolveAsync, undefined, [denied, { ...BASE, decision: 'maybe' }]),
    ).rejects.toMatchObject({ code: 'bad_option', path: 'options.decision' });
  });
});

describe('resolve refuses', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    ['no decision', {}, 'bad_option', 'options.decision'],
    ['ask', { decision: 'ask' }, 'bad_option', 'options.decision'],
    ['toString', { decision: 'toString' }, 'bad_option', 'options.decision'],
    ['nobody', { decision: 'deny', by: undefined }, 'bad_option', 'options.by'],
    ['a name that is no URI', { decision: 'deny', by: 'ada' }, 'bad_option', 'options.by'],
    ['an empty name', { decision: 'deny', by: 'human://' }, 'bad_option', 'options.by'],
    ['a route without one', { decision: 'route' }, 'bad_option', 'options.route'],
    ['an empty route', { decision: 'route', route: '' }, 'bad_option', 'options.route'],
    ['a route by number', { decision: 'route', route: 7 }, 'bad_option', 'options.route'],
    ['a route beside allow', { decision: 'allow', route: 'x' }, 'bad_option', 'options.route'],
    ['no signer', { decision: 'deny', signer: undefined }, 'bad_option', 'options.signer'],
    ['a clock that stands', { decision: 'deny', clock: () => -1 }, 'bad_option', 'options.clock'],
    ['a misspelled option', { decision: 'deny', replace: 'x' }, 'bad_option', 'options.replace'],
    ['a system', { decision: 'deny', system: 'human://bob' }, 'bad_option', 'options.system'],
    ['a parent that is no id', { decision: 'deny', parent: 'art_1' }, 'bad_id', 'options.parent'],
    ['to replace no id', { decision: 'deny', replaces: 'art_1' }, 'bad_id', 'options.replaces'],
    ['to replace null', { decision: 'deny', replaces: null }, 'bad_payload', 'options.replaces'],
    [
      'to replace the judgement',
      { decision: 'deny', replaces: denied },
      'bad_payload',
      'options.replaces',
    ],
    [
      'a reason that is no text',
      { decision: 'deny', reason: 7 },
      'bad_payload',
      'statement.payload.reason',
    ],
  ])('%s', (_name, more, code, path) => {
    expect(() => Reflect.apply(resolve, undefined, [denied, { ...BASE, ...more }])).toThrow(
      expect.objectContaining({ code, path }),
    );
  });

  it('to replace the resolution of another judgement', () => {
    const other = resolve(judged('ask'), { ...BASE, decision: 'allow' });
    expect(() => resolve(denied, { ...BASE, decision: 'allow', replaces: other })).toThrow(
      expect.objectContaining({
        code: 'bad_payload',
        path: 'options.replaces',
        rule: 'what is replaced is a resolution of the same judgement',
      }),
    );
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', denied.id],
    ['a list', [denied]],
    ['a resolution', resolve(denied, { ...BASE, decision: 'allow' })],
    ['a note', open(seal(SMALL))],
    ['what could not be opened', openReceipt('{')],
    ['what does not verify', verifyReceipt(denied.envelope, { keys: [] })],
    ['a broken envelope', { ...denied, envelope: { ...denied.envelope, payload: 'e30' } }],
  ])('%s for a judgement', (_name, receipt) => {
    expect(() =>
      Reflect.apply(resolve, undefined, [receipt, { ...BASE, decision: 'allow' }]),
    ).toThrow(
      expect.objectContaining({ name: 'ReceiptError', code: 'bad_payload', path: 'judgement' }),
    );
  });
});
