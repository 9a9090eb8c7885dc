import { describe, expect, it } from 'vitest';
import { type BlockOptions, block, blockAsync } from '../../src/receipt/blocked.js';
import { ed25519Signer } from '../../src/receipt/ed25519.js';
import { verifyReceipt } from '../../src/receipt/verify.js';
import { CLOCK, KEY_ID, nodeSign, PUBLIC, SECRET } from './fixtures.js';

const ID = `art_${'a'.repeat(32)}`;
const DIGEST = `sha256:${'1'.repeat(64)}`;
const BASE: BlockOptions = {
  signer: ed25519Signer(SECRET),
  reasonClass: 'policy_threshold_exceeded',
  refusedKind: 'action',
  clock: CLOCK,
};
const ALL = {
  actor: 'agent://a',
  approver: 'human://ada',
  description: 'rm -rf /',
  evidenceDigest: DIGEST,
  irreversibility: 'high',
  quarantineReceipt: ID,
  reevaluateWhen: 'after review',
} as const;

function text(options: BlockOptions): string {
  return Buffer.from(block(options).envelope.payload, 'base64url').toString();
}

describe('block', () => {
  it('signs what is known, in the names of the wire and without a schema', () => {
    expect(text({ ...BASE, ...ALL })).toBe(
      '{"kind":"blocked.v1","payload":{"actor":"agent://a","approver":"human://ada",' +
        `"description":"rm -rf /","evidence_digest":"${DIGEST}","irreversibility":"high",` +
        `"quarantine_receipt":"${ID}","reason_class":"policy_threshold_exceeded",` +
        '"reevaluate_when":"after review","refused_kind":"action"},' +
        '"system":"system://judgement-gate","timestamp":"2026-11-30T12:00:01Z",' +
        '"type":"treeship/receipt/v1"}',
    );
  });

  it('leaves out what is not known', () => {
    expect(text(BASE)).toBe(
      '{"kind":"blocked.v1","payload":{"reason_class":"policy_threshold_exceeded",' +
        '"refused_kind":"action"},"system":"system://judgement-gate",' +
        '"timestamp":"2026-11-30T12:00:01Z","type":"treeship/receipt/v1"}',
    );
  });

  it('verifies by the key of a gate, and of nobody who judges', () => {
    const { envelope } = block(BASE);
    const verdict = (role: 'gate' | 'judge'): unknown =>
      verifyReceipt(envelope, { keys: [{ publicKey: PUBLIC, roles: [role] }] });
    expect(verdict('gate')).toMatchObject({ ok: true, blocked: { refused_kind: 'action' } });
    expect(verdict('judge')).toMatchObject({ ok: false, code: 'untrusted_key' });
  });

  it('is linked onto its parent, or onto its subject where that is an artifact', () => {
    const other = `art_${'b'.repeat(32)}`;
    const parents = [
      { subject: ID, parent: other },
      { subject: ID },
      { subject: 'call 7' },
      {},
    ].map((more) => block({ ...BASE, ...more }).statement);
    expect(parents.map(({ parentId }) => parentId)).toEqual([other, ID, undefined, undefined]);
    expect(parents.map(({ subject }) => subject?.artifactId)).toEqual([
      ID,
      ID,
      'call 7',
      undefined,
    ]);
  });

  it('names another system', () => {
    expect(block({ ...BASE, system: 'ship://s' }).statement.system).toBe('ship://s');
  });

  it('takes a description of 300 characters', () => {
    const description = 'x'.repeat(300);
    expect(block({ ...BASE, description }).statement.payload).toMatchObject({ description });
  });
});

describe('blockAsync', () => {
  it('gives what block() gives', async () => {
    const signer = { keyId: KEY_ID, sign: async (data: Uint8Array) => nodeSign(SECRET, data) };
    expect(await blockAsync({ ...BASE, ...ALL, signer })).toEqual(block({ ...BASE, ...ALL }));
    await expect(
      Reflect.apply(blockAsync, undefined, [{ ...BASE, reasonClass: 'bored' }]),
    ).rejects.toMatchObject({ code: 'bad_option' });
  });
});

describe('block refuses', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    ['no reason', { reasonClass: undefined }, 'bad_option', 'options.reasonClass'],
    ['another reason', { reasonClass: 'bored' }, 'bad_option', 'options.reasonClass'],
    ['another kind', { refusedKind: 'call' }, 'bad_option', 'options.refusedKind'],
    ['a long description', { description: 'x'.repeat(301) }, 'bad_option', 'options.description'],
    ['an empty description', { description: '' }, 'bad_option', 'options.description'],
    ['evidence that is no digest', { evidenceDigest: 'x' }, 'bad_option', 'options.evidenceDigest'],
    [
      'a quarantine without id',
      { quarantineReceipt: 'x' },
      'bad_option',
      'options.quarantineReceipt',
    ],
    ['an actor by number', { actor: 7 }, 'bad_option', 'options.actor'],
    ['an approver that is null', { approver: null }, 'bad_option', 'options.approver'],
    ['a misspelled option', { reason: 'x' }, 'bad_option', 'options.reason'],
    ['no signer', { signer: undefined }, 'bad_option', 'options.signer'],
    ['a system that is no URI', { system: 'gate' }, 'bad_option', 'options.system'],
    ['an empty subject', { subject: '' }, 'bad_option', 'options.subject'],
    ['a parent that is no id', { parent: 'art_1' }, 'bad_id', 'options.parent'],
  ])('%s', (_name, more, code, path) => {
    expect(() => Reflect.apply(block, undefined, [{ ...BASE, ...more }])).toThrow(
      expect.objectContaining({ code, path }),
    );
  });

  it('no options at all', () => {
    expect(() => Reflect.apply(block, undefined, [])).toThrow(
      expect.objectContaining({ code: 'bad_option', path: 'options' }),
    );
  });
});
