/**
 * What a key is trusted for: which receipts, in whose name, and from when until when.
 *
 * @module
 */
import { JudgeError, type TrustErrorCode } from '../errors.js';
import { present } from '../members.js';
import { isTimestamp } from '../time.js';
import { isUri } from './uri.js';

/**
 * What a key may sign: judgements that were made (`judge`), what a gate blocked (`gate`), the
 * decisions of people on judgements (`decider`), and answers, as the judge that gives them
 * (`answerer`).
 */
export type Role = 'judge' | 'gate' | 'decider' | 'answerer';

/**
 * What you trust a key for.
 *
 * The times are compared with the time that the statement was signed at as its signer says it:
 * whoever holds a key can write any time. They tell honest signatures of one period from those of
 * another; against a key in the wrong hands only `revoked: true` helps.
 */
export interface KeyTrust {
  /**
   * What it may sign. Defaults to everything. With a list, it is trusted for receipts of these
   * roles alone; with an empty one it is known, so its signatures are checked, and not trusted.
   */
  readonly roles?: readonly Role[] | undefined;
  /** In whose name it may decide: URIs such as `human://ada`. Defaults to anybody's. */
  readonly by?: readonly string[] | undefined;
  /** The first second of its signatures: RFC 3339, UTC, whole seconds. Defaults to no bound. */
  readonly validFrom?: string | undefined;
  /** The last second of its signatures, written in the same way. Defaults to no bound. */
  readonly validUntil?: string | undefined;
  /**
   * `true` when none of its signatures is to be trusted any more, or the second from which on they
   * are not, as its owner gave it up. Defaults to `false`.
   */
  readonly revoked?: boolean | string | undefined;
}

/** Why a key whose signature is good is not trusted for what it signed. */
export interface TrustFault {
  readonly code: TrustErrorCode;
  readonly path: string;
  readonly rule: string;
  readonly fix: string;
}

/** What a signature claims, as far as trust depends on it. */
export interface Claim {
  /** The role that it takes; without one, a key that is trusted for everything. */
  readonly role: Role | undefined;
  /** When it was signed, as the signer says. */
  readonly signedAt: string | undefined;
  /** In whose name it decides, where it does. */
  readonly by: string | undefined;
}

/** The members of a {@link KeyTrust}, and nothing else of an object. */
export const TRUST_MEMBERS = ['roles', 'by', 'validFrom', 'validUntil', 'revoked'] as const;

/**
 * Checks what a key is trusted for; a frozen copy.
 *
 * @throws {@link JudgeError} `bad_option`.
 */
export function readTrust(trust: KeyTrust, path: string): KeyTrust {
  const { roles, by, validFrom, validUntil, revoked } = trust;
  if (validFrom !== undefined) checkTime(validFrom, `${path}.validFrom`);
  if (validUntil !== undefined) checkTime(validUntil, `${path}.validUntil`);
  if (validFrom !== undefined && validUntil !== undefined && validFrom > validUntil) {
    const rule = 'a key is valid until a time that is not before the first';
    refuse(`${path}.validUntil`, rule, 'exchange the two, or remove the key');
  }
  if (revoked !== undefined && typeof revoked !== 'boolean') checkTime(revoked, `${path}.revoked`);
  return Object.freeze(
    present({
      roles: roles === undefined ? roles : readRoles(roles, `${path}.roles`),
      by: by === undefined ? by : readNames(by, roles, `${path}.by`),
      validFrom,
      validUntil,
      revoked: revoked === false ? undefined : revoked,
    }),
  );
}

/** The first member in which two trusts differ. */
export function differs(left: KeyTrust, right: KeyTrust): keyof KeyTrust | undefined {
  return TRUST_MEMBERS.find((name) => String(left[name]) !== String(right[name]));
}

/** Why a key is not trusted for a claim, or `undefined` when it is. */
export function distrust(trust: KeyTrust, claim: Claim): TrustFault | undefined {
  const { roles, by, validFrom, validUntil, revoked } = trust;
  const { role, signedAt } = claim;
  if (revoked === true || isRevoked(revoked, signedAt)) return REVOKED;
  if (roles !== undefined && (role === undefined || !roles.includes(role))) return refuseRole(role);
  if (by !== undefined && claim.by !== undefined && !by.includes(claim.by)) return OTHER_NAME;
  if (validFrom !== undefined && !(signedAt !== undefined && signedAt >= validFrom)) return EARLY;
  if (validUntil !== undefined && !(signedAt !== undefined && signedAt <= validUntil)) return LATE;
  return undefined;
}

const ROLES: readonly string[] = ['judge', 'gate', 'decider', 'answerer'] satisfies readonly Role[];

const SIGNED_AT = 'statement.timestamp';

const REVOKED: TrustFault = {
  code: 'revoked_key',
  path: SIGNED_AT,
  rule: 'a key is trusted for what it signed before it was revoked',
  fix: 'ask its owner to sign with the key that replaced it',
};

const OTHER_NAME: TrustFault = {
  code: 'untrusted_key',
  path: 'statement.payload.by',
  rule: 'a key decides in the names that it is trusted for',
  fix: 'add the name to the key if it is really theirs',
};

const EARLY: TrustFault = {
  code: 'not_yet_valid_key',
  path: SIGNED_AT,
  rule: 'a key is trusted for what it signed from its first second on',
  fix: 'look for a clock that runs slow, or for a time that was made up',
};

const LATE: TrustFault = {
  code: 'expired_key',
  path: SIGNED_AT,
  rule: 'a key is trusted for what it signed until its last second',
  fix: 'look for a clock that runs fast, or ask for a signature by the key that replaced it',
};

/** Times of one form are in the order of their text. What has no time may be later than any. */
function isRevoked(revoked: false | string | undefined, signedAt: string | undefined): boolean {
  return typeof revoked === 'string' && !(signedAt !== undefined && signedAt < revoked);
}

function refuseRole(role: Role | undefined): TrustFault {
  return {
    code: 'untrusted_key',
    path: 'envelope.signatures',
    rule: `at least one signature is by a key that is trusted ${role ? `as ${role}` : 'for it'}`,
    fix: 'give the key that role if it may sign this',
  };
}

function readRoles(roles: unknown, path: string): readonly Role[] {
  if (isListOf(roles, isRole)) return Object.freeze([...roles]);
  const rule = `roles are a list of any of: ${ROLES.join(', ')}`;
  return refuse(path, rule, 'leave it out to trust the key for everything');
}

function readNames(by: unknown, roles: unknown, path: string): readonly string[] {
  if (!isListOf(by, isUri)) {
    const rule = 'names are a list of URIs, such as human://ada';
    return refuse(path, rule, 'leave it out to let the key decide in any name');
  }
  if (Array.isArray(roles) && !roles.includes('decider')) {
    const rule = 'a key that decides in a name has the role decider';
    return refuse(path, rule, 'add the role, or leave the names out');
  }
  return Object.freeze([...by]);
}

function checkTime(time: unknown, path: string): void {
  if (isTimestamp(time)) return;
  refuse(path, 'a time is YYYY-MM-DDTHH:MM:SSZ', 'write it in UTC and in whole seconds');
}

function isListOf<T>(list: unknown, is: (item: unknown) => item is T): list is readonly T[] {
  return Array.isArray(list) && list.every(is);
}

function isRole(role: unknown): role is Role {
  return typeof role === 'string' && ROLES.includes(role);
}

function refuse(path: string, rule: string, fix: string): never {
  throw new JudgeError('bad_option', { path, rule, fix });
}
