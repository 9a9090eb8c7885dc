import { createHash, createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ed25519Signer, ed25519Verifier } from '../../src/receipt/ed25519.js';
import { attest } from '../../src/receipt/judgement.js';
import { openReceipt } from '../../src/receipt/open.js';
import { exportSignature, type PortableSignature } from '../../src/receipt/portable.js';
import { publicKeySet } from '../../src/receipt/public-key-set.js';
import { verifyReceipt } from '../../src/receipt/verify.js';
import treeship from '../vectors/treeship-envelopes.json' with { type: 'json' };
import {
  b64,
  CLOCK,
  judgement,
  KEY_ID,
  OTHER_KEY_ID,
  OTHER_PUBLIC,
  OTHER_SECRET,
  PUBLIC,
  publicOf,
  SECRET,
  SMALL,
  seal,
} from './fixtures.js';

const signer = ed25519Signer(SECRET);
const receipts = attest(judgement(), { signer, clock: CLOCK });

/** What somebody does who has Node and the exported text, and none of this library. */
function check(text: string): boolean {
  const { message_b64, signature_b64, public_key_b64 } = JSON.parse(text);
  const x = Buffer.from(public_key_b64, 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(
    null,
    Buffer.from(message_b64, 'base64'),
    key,
    Buffer.from(signature_b64, 'base64'),
  );
}

describe('exportSignature', () => {
  it.each(receipts)('gives all that node:crypto needs to verify $id', (receipt) => {
    const exported = exportSignature(receipt, signer);
    expect(check(JSON.stringify(exported))).toBe(true);
    expect(Object.keys(exported)).toEqual([
      'artifact_id',
      'algorithm',
      'encoding',
      'message_b64',
      'signature_b64',
      'public_key_b64',
      'key_id',
    ]);
    expect(exported).toMatchObject({ algorithm: 'ed25519', encoding: 'base64', key_id: KEY_ID });
    const message = Buffer.from(exported.message_b64, 'base64');
    const digest = createHash('sha256').update(message).digest('hex');
    expect(exported.artifact_id).toBe(`art_${digest.slice(0, 32)}`);
    expect(receipt.digest).toBe(`sha256:${digest}`);
    expect(Object.isFrozen(exported)).toBe(true);
    const changed = { ...exported, message_b64: Buffer.from(`${message}x`).toString('base64') };
    expect(check(JSON.stringify(changed))).toBe(false);
  });

  it('writes standard base64 with padding', () => {
    const [receipt] = receipts;
    const { message_b64, signature_b64, public_key_b64 }: PortableSignature = exportSignature(
      receipt ?? Reflect.get({}, 'none'),
      signer,
    );
    for (const text of [message_b64, signature_b64, public_key_b64]) {
      expect(text).toBe(Buffer.from(text, 'base64').toString('base64'));
      expect(text.length % 4).toBe(0);
    }
    expect(signature_b64).toMatch(/==$/);
    expect(public_key_b64).toBe(Buffer.from(publicOf(SECRET)).toString('base64'));
  });

  it.each(treeship)('exports $id, which Treeship signed', ({ envelope, key, id }) => {
    const keyId = envelope.signatures[0]?.keyid ?? '';
    const opened = openReceipt(envelope);
    if (!opened.ok) throw new Error(opened.rule);
    const exported = exportSignature(opened, { publicKey: key, keyId });
    expect(exported).toMatchObject({ artifact_id: id, key_id: keyId });
    expect(check(JSON.stringify(exported))).toBe(true);
  });

  it('finds the signature of a key among others, by either of its ids', () => {
    const both = seal(SMALL, {
      signers: [
        { secret: OTHER_SECRET, keyid: OTHER_KEY_ID },
        { secret: SECRET, keyid: KEY_ID },
      ],
    });
    const keys = [{ publicKey: PUBLIC, keyId: 'key_mine' }, OTHER_PUBLIC];
    const verified = verifyReceipt(both, { keys });
    if (!verified.ok) throw new Error(verified.rule);
    for (const key of [
      { publicKey: PUBLIC },
      { publicKey: publicOf(SECRET) },
      { publicKey: PUBLIC, keyId: 'key_mine' },
      signer,
      ed25519Verifier(PUBLIC),
      ...publicKeySet(keys).keys.slice(0, 1),
      ...verified.trusted.filter(({ publicKey }) => publicKey === PUBLIC),
    ]) {
      const exported = exportSignature(verified, key);
      expect(exported.key_id).toBe(KEY_ID);
      expect(check(JSON.stringify(exported))).toBe(true);
    }
  });

  it.each<[string, unknown, unknown, string, string]>([
    [
      'a key that did not sign',
      receipts[0],
      { publicKey: OTHER_PUBLIC },
      'no_signature',
      'receipt',
    ],
    ['what is no key', receipts[0], { publicKey: 'x' }, 'bad_key', 'key.publicKey'],
    [
      'a key with the id of another',
      receipts[0],
      { publicKey: PUBLIC, keyId: OTHER_KEY_ID },
      'bad_key',
      'key.keyId',
    ],
    ['no receipt', undefined, signer, 'bad_payload', 'receipt'],
    ['a broken receipt', { envelope: { payload: b64('x') } }, signer, 'bad_payload', 'receipt'],
  ])('refuses %s', (_name, receipt, key, code, path) => {
    expect(() => Reflect.apply(exportSignature, undefined, [receipt, key])).toThrow(
      expect.objectContaining({ name: 'ReceiptError', code, path }),
    );
  });
});
