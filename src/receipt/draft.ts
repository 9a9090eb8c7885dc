/**
 * From a statement to a signed receipt: what all receipts have in common when they are made.
 *
 * @module
 */
import { utf8 } from '../bytes.js';
import { canonicalize } from '../canonical.js';
import { JudgeError, ReceiptError } from '../errors.js';
import type { Clock } from '../judge.js';
import { present } from '../members.js';
import { readClock, toRfc3339 } from '../time.js';
import {
  type ArtifactId,
  isArtifactId,
  prepareEnvelope,
  type SignedEnvelope,
  sealEnvelope,
  type UnsignedEnvelope,
} from './envelope.js';
import type { AsyncSigner, Signer } from './signer.js';
import { RECEIPT_TYPE, type Statement, toStatement } from './statement.js';
import { readUri } from './uri.js';

/** What every function that makes receipts takes. */
export interface FrameOptions<S extends AsyncSigner = Signer> {
  /** Who signs. */
  readonly signer: S;
  /**
   * The id of the receipt that the first one is linked onto. Defaults to the subject where that is
   * an artifact id, else to none.
   */
  readonly parent?: string | undefined;
  /** The action that it is about: its artifact id, or any name for it. Absent by default. */
  readonly subject?: string | undefined;
  /** The URI of the system that says so. */
  readonly system?: string | undefined;
  /** Tells when it is signed. Defaults to `Date.now`. */
  readonly clock?: Clock | undefined;
}

/** A receipt that was just signed. */
export interface AttestedReceipt extends SignedEnvelope {
  /** What the envelope's payload says. */
  readonly statement: Statement;
}

/** A receipt that has only to be signed. */
export interface Draft extends UnsignedEnvelope {
  readonly statement: Statement;
}

/** Members of wire data on their way to {@link draft}, which checks them. */
export interface Members {
  readonly [member: string]: unknown;
}

/** Who says it, and when. */
export interface Frame {
  readonly type: 'treeship/receipt/v1';
  readonly timestamp: string;
  readonly system: string;
}

/** Reads who says it and when: the members that every statement has. */
export function readFrame(
  { system, clock }: Pick<FrameOptions<AsyncSigner>, 'system' | 'clock'>,
  otherwise: string,
): Frame {
  return {
    type: 'treeship/receipt/v1',
    timestamp: toRfc3339(readClock(clock ?? Date.now)),
    system: readUri(system ?? otherwise, 'options.system', otherwise),
  };
}

/** Reads what it is about, and what it is linked onto: outside of a chain, the same. */
export function readLinks({ subject, parent }: Pick<FrameOptions, 'subject' | 'parent'>): {
  readonly subject: Members | undefined;
  readonly parentId: ArtifactId | undefined;
} {
  return {
    subject: subject === undefined ? undefined : { artifactId: readSubject(subject) },
    parentId: readParent(parent) ?? (isArtifactId(subject) ? subject : undefined),
  };
}

/** Reads the id of the receipt before, where there is one. */
export function readParent(parent: unknown): ArtifactId | undefined {
  if (parent === undefined || isArtifactId(parent)) return parent;
  throw new ReceiptError('bad_id', {
    path: 'options.parent',
    rule: 'a parent is an artifact id: art_ and 32 lower-case hex digits',
    fix: 'pass the id of the last receipt, or leave it out',
  });
}

/** Checks a statement by the rules it will be read by, and prepares its bytes. */
export function draft(members: Members): Draft {
  const statement = toStatement(present(members));
  return { ...prepareEnvelope(RECEIPT_TYPE, utf8(canonicalize(statement))), statement };
}

/** Signs a draft at once. */
export function sign(unsigned: Draft, signer: Signer): AttestedReceipt {
  return seal(unsigned, signer.keyId, signer.sign(unsigned.signedBytes));
}

/** Signs a draft with a signer that takes its time. */
export async function signLater(unsigned: Draft, signer: AsyncSigner): Promise<AttestedReceipt> {
  const { keyId } = signer;
  return seal(unsigned, keyId, await signer.sign(unsigned.signedBytes));
}

function readSubject(subject: unknown): string {
  if (typeof subject === 'string' && subject !== '') return subject;
  throw new JudgeError('bad_option', {
    path: 'options.subject',
    rule: 'a subject is an artifact id or another text, not empty',
    fix: 'leave it out if the action has no name',
  });
}

function seal(unsigned: Draft, keyId: string, signature: unknown): AttestedReceipt {
  const { statement } = unsigned;
  return Object.freeze({ ...sealEnvelope(unsigned, keyId, signature), statement });
}
