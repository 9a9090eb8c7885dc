/**
 * The ways to change a package: each gives what is verified then, and what has to be said of it.
 *
 * @module
 */
import { createHash } from 'node:crypto';
import type { PackageOptions } from '../../../src/receipt/package.js';
import { b64, bytes, nodeSign, pae, publicOf, RECEIPT } from '../fixtures.js';
import {
  ADA,
  archive,
  CLERK_ID,
  CLERK_PUBLIC,
  CLERK_SECRET,
  type Member,
  named,
  noteOf,
  payloadOf,
  sealed,
  statementOf,
} from './archive.js';

/** One class of change: what is verified then, and the ids of each row that does not pass. */
export interface Tampering {
  readonly input: unknown;
  /** What the auditor does otherwise than usual. */
  readonly options?: Partial<PackageOptions>;
  readonly faults: { readonly [code: string]: readonly string[] };
}

export const honest = archive();
export const other = archive('from another log');

/** The package before the change. */
export const ARCHIVE = honest;

export const { members } = honest;
export const LAST = 49;

/** A key that nobody knows. */
export const STRANGER_SECRET = bytes('11'.repeat(32));
export const STRANGER_ID = 'key_stranger';
export const STRANGER_PUBLIC = `ed25519:${b64(publicOf(STRANGER_SECRET))}`;
export const stranger = { secret: STRANGER_SECRET, keyid: STRANGER_ID };

export function at(index: number): Member {
  const member = members[index];
  if (member === undefined) throw new Error(`no member ${index}`);
  return member;
}

export function id(index: number): string {
  return at(index).id;
}

export const ALL = members.map((member) => member.id);
export const envelopes = members.map(({ envelope }) => envelope);

/** The envelopes with one in the place of another. */
export function put(index: number, envelope: unknown): readonly unknown[] {
  return envelopes.map((each, place) => (place === index ? envelope : each));
}

export function without(index: number, count = 1): readonly unknown[] {
  return envelopes.filter((_each, place) => place < index || place >= index + count);
}

/** An envelope with another payload under the old signatures. */
export function rewrite(index: number, payload: string | Uint8Array): Member['envelope'] {
  return { ...at(index).envelope, payload: b64(payload) };
}

export function textOf(index: number): string {
  return Buffer.from(at(index).envelope.payload, 'base64url').toString('utf8');
}

/** Bytes that are no receipt any more: it is missing, and what followed it hangs in the air. */
export function unreadable(index: number, envelope: unknown): Tampering {
  return {
    input: put(index, envelope),
    faults: {
      receipt_unreadable: [`receipts[${index}]`],
      chain_gap: [id(index + 1)],
      chain_heads: [id(index - 1), id(LAST)],
    },
  };
}

/** A payload that says something else, under the old signature, and so has another id. */
export function rewritten(
  index: number,
  payload: string,
  more: (id: string) => Tampering['faults'] = () => ({}),
): Tampering {
  const changed = named(rewrite(index, payload));
  return {
    input: put(index, changed.envelope),
    faults: {
      signature_bad: [changed.id],
      chain_gap: [id(index + 1)],
      chain_heads: [changed.id, id(LAST)],
      ...more(changed.id),
    },
  };
}

/** {@link rewritten} in one member of the statement. */
export function restated(
  index: number,
  change: Record<string, unknown>,
  more?: (id: string) => Tampering['faults'],
): Tampering {
  return rewritten(index, JSON.stringify({ ...statementOf(at(index)), ...change }), more);
}

/** {@link rewritten} in one member of the payload of the statement. */
export function altered(
  index: number,
  change: Record<string, unknown>,
  more?: (id: string) => Tampering['faults'],
): Tampering {
  return restated(index, { payload: { ...payloadOf(at(index)), ...change } }, more);
}

/** Other signatures, over the same bytes: so the same id. */
export function signed(index: number, signatures: readonly unknown[], code: string): Tampering {
  return {
    input: put(index, { ...at(index).envelope, signatures }),
    faults: { [code]: [id(index)] },
  };
}

export function signatureOf(index: number): { keyid: string; sig: string } {
  const [signature] = at(index).envelope.signatures;
  if (signature === undefined) throw new Error('no signature');
  return signature;
}

export function signWith({ secret, keyid }: { secret: Uint8Array; keyid: string }, index: number) {
  const { payload, payloadType } = at(index).envelope;
  const message = pae(payloadType, new Uint8Array(Buffer.from(payload, 'base64url')));
  return { keyid, sig: b64(nodeSign(secret, message)) };
}

/** The signature with S + L, which stands for the same point. */
export function malleated(sig: string): string {
  const raw = Buffer.from(sig, 'base64url');
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  let s = order;
  for (let index = 0; index < 32; index += 1)
    s += BigInt(raw[32 + index] ?? 0) << BigInt(8 * index);
  for (let index = 0; index < 32; index += 1)
    raw[32 + index] = Number((s >> BigInt(8 * index)) & 255n);
  return raw.toString('base64url');
}

/** A receipt that somebody signs with a good key and appends to the log. */
export function appended(
  make: (parentId: string) => Member,
  codes: readonly string[],
  more = {},
): Tampering {
  const forged = make(id(LAST));
  const faults = codes.map((code) => [code, [forged.id]] as const);
  return {
    input: [...envelopes, forged.envelope],
    options: { head: forged.id },
    faults: { ...Object.fromEntries(faults), ...more },
  };
}

/** A resolution as Ada would write it, of the escalated judgement, but for some members. */
export function resolution(
  parentId: string,
  payload: Record<string, unknown> = {},
  statement: Record<string, unknown> = {},
): Record<string, unknown> {
  const judgement = payload['judgement'] ?? id(43);
  return {
    type: 'treeship/receipt/v1',
    timestamp: '2026-11-30T12:55:00Z',
    system: ADA,
    subject: { artifactId: judgement },
    kind: 'judgement.resolution.v1',
    payload: {
      by: ADA,
      decision: 'allow',
      judgement,
      overrides: 'ask',
      resolved_at: '2026-11-30T12:55:00Z',
      schema: 'judgement.resolution.v1',
      ...payload,
    },
    parentId,
    ...statement,
  };
}

/** The package as records, one of them changed. */
export function recorded(index: number, change: Record<string, unknown>, code: string): Tampering {
  const records = members.map((member) => recordOf(member));
  return {
    input: records.map((record, place) => (place === index ? { ...record, ...change } : record)),
    faults: { [code]: [id(index)] },
  };
}

export function recordOf({ id: artifact_id, digest, envelope }: Member): Record<string, unknown> {
  const { timestamp, parentId } = statementOf({ id: artifact_id, digest, envelope });
  return {
    artifact_id,
    digest,
    payload_type: envelope.payloadType,
    key_id: envelope.signatures[0]?.keyid,
    signed_at: timestamp,
    ...(parentId === undefined ? {} : { parent_id: parentId }),
    envelope,
  };
}

/** The package as a folder, sealed by the clerk, and changed. */
export function folder(
  change: Record<string, string | Uint8Array | undefined>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ ...FOLDER, ...change }).filter(([, content]) => content !== undefined),
  );
}

export const LIST = JSON.stringify({
  type: 'treeship/session-receipt/v1',
  artifacts: members.map(({ id: artifact_id, digest }) => ({ artifact_id, digest })),
});

export function seal(list: string, by = { secret: CLERK_SECRET, keyid: CLERK_ID }): Member {
  const receipt_digest = `sha256:${Buffer.from(digestOf(list)).toString('hex')}`;
  return sealed(noteOf('session.v1', { payload: { receipt_digest } }), RECEIPT, by);
}

export function digestOf(text: string): Uint8Array {
  // The digest of an artifact, by another way than the one that is tested.
  return new Uint8Array(createHash('sha256').update(text).digest());
}

export const SEAL = seal(LIST);

export function keysOf(keys: Record<string, unknown>): string {
  return JSON.stringify({ schema: 'treeship/package-keys/v1', keys });
}

export const FOLDER: Record<string, string | Uint8Array | undefined> = {
  ...Object.fromEntries(
    members.map((member) => [`artifacts/${member.id}.json`, JSON.stringify(member.envelope)]),
  ),
  'keys.json': keysOf({ [CLERK_ID]: CLERK_PUBLIC }),
  'receipt.json': LIST,
  'record.json': JSON.stringify(SEAL.envelope),
};

export function fileOf(index: number): string {
  return `artifacts/${id(index)}.json`;
}
