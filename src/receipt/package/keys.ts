/**
 * The keys that a package brings: claims about who signed it, and no reason to trust them.
 *
 * @module
 */
import { JudgeError, ReceiptError } from '../../errors.js';
import { parseJson } from '../../json.js';
import { isObject } from '../../members.js';
import type { AsyncVerify, PublicKeySet, Verify } from '../key-set.js';
import type { ReceiptVerdict, SignedBy } from '../verdict.js';
import type { FolderFile } from './folder.js';
import { type PackageRow, rowsFor } from './rows.js';
import { listed, shown } from './words.js';

/** What came of checking a signature with a key of the package. */
export interface ClaimedCheck {
  readonly key: SignedBy;
  readonly isGood: boolean;
}

/** A key that a package brings, and what checks its signatures. */
export interface ClaimedKey<V extends AsyncVerify = Verify> extends SignedBy {
  readonly verify: V;
}

/** The keys that a package brings. */
export interface ClaimedKeys<V extends AsyncVerify = Verify> {
  readonly rows: readonly PackageRow[];
  /** Those that are keys, by their ids. */
  readonly keys: ReadonlyMap<string, ClaimedKey<V>>;
}

/** A signature that none of your keys goes by, and the key of the package that it names. */
interface ClaimedSignature<V extends AsyncVerify> {
  readonly key: ClaimedKey<V>;
  readonly bytes: Uint8Array;
  readonly signature: Uint8Array;
}

/**
 * Reads the `keys.json` of a package.
 *
 * @param files Their texts.
 * @param keySet Your keys, which go before.
 * @param toVerifier Makes a key out of its text; its errors say that it is none.
 */
export function readClaimedKeys<V extends AsyncVerify>(
  files: readonly FolderFile[],
  keySet: PublicKeySet<V>,
  toVerifier: (publicKey: string, keyId: string) => ClaimedKey<V>,
): ClaimedKeys<V> {
  const keys = new Map<string, ClaimedKey<V>>();
  const malformed: string[] = [];
  const colliding: string[] = [];
  for (const { name, text } of files) {
    const texts = readKeys(text);
    if (texts === undefined) malformed.push(name);
    for (const [keyId, publicKey] of texts ?? []) {
      const key = keys.size < MAX_KEYS ? readKey(keyId, publicKey, toVerifier) : undefined;
      if (key === undefined) malformed.push(shown(keyId));
      else if (collides(key, keys.get(keyId) ?? keySet.find(keyId))) colliding.push(shown(keyId));
      else keys.set(keyId, key);
    }
  }
  const yours = [...keys.keys()].filter((keyId) => keySet.find(keyId) !== undefined).map(shown);
  const others = [...keys.keys()].filter((keyId) => keySet.find(keyId) === undefined).map(shown);
  const rows = [
    ...rowsFor('keys_known', yours, listed(yours)),
    ...rowsFor('keys_claimed', others, listed(others)),
    ...rowsFor('keys_collide', colliding, listed(colliding)),
    ...rowsFor('keys_malformed', malformed, listed(malformed)),
  ];
  return { rows, keys };
}

/** The signatures that none of your keys goes by and one of the package does. */
function claimedSignatures<V extends AsyncVerify>(
  keys: ReadonlyMap<string, ClaimedKey<V>>,
  verdict: ReceiptVerdict,
): readonly ClaimedSignature<V>[] {
  const { unknown } = verdict;
  const opened = verdict.ok ? verdict : verdict.opened;
  if (opened === undefined || unknown.length === 0 || keys.size === 0) return [];
  return opened.signatures.flatMap(({ keyId, signature }) => {
    const key = unknown.includes(keyId) ? keys.get(keyId) : undefined;
    return key === undefined ? [] : [{ key, bytes: opened.signedBytes, signature }];
  });
}

/** Checks the signatures that none of your keys goes by, with the keys of the package. */
export function checkClaimed(
  keys: ReadonlyMap<string, ClaimedKey>,
  verdict: ReceiptVerdict,
): readonly ClaimedCheck[] {
  return claimedSignatures(keys, verdict).map(({ key, bytes, signature }) =>
    toCheck(key, key.verify(bytes, signature)),
  );
}

/** {@link checkClaimed} with keys that take their time. */
export function checkClaimedLater(
  keys: ReadonlyMap<string, ClaimedKey<AsyncVerify>>,
  verdict: ReceiptVerdict,
): Promise<readonly ClaimedCheck[]> {
  return Promise.all(
    claimedSignatures(keys, verdict).map(async ({ key, bytes, signature }) =>
      toCheck(key, await key.verify(bytes, signature)),
    ),
  );
}

function toCheck({ keyId, publicKey }: SignedBy, isGood: boolean): ClaimedCheck {
  return { key: { keyId, publicKey }, isGood };
}

/** A verifier that is used often holds a table of 280 KB, and a package must not fill the memory. */
const MAX_KEYS = 64;

const SCHEMA = 'treeship/package-keys/v1';

function readKeys(text: string): readonly (readonly [string, unknown])[] | undefined {
  try {
    const file = parseJson(text, { maxLength: 1_048_576 });
    if (!isObject(file) || file['schema'] !== SCHEMA || !isObject(file['keys'])) return undefined;
    return Object.entries(file['keys']);
  } catch (error) {
    return ignoreFault(error);
  }
}

function readKey<V extends AsyncVerify>(
  keyId: string,
  publicKey: unknown,
  toVerifier: (publicKey: string, keyId: string) => ClaimedKey<V>,
): ClaimedKey<V> | undefined {
  if (typeof publicKey !== 'string') return undefined;
  try {
    return toVerifier(publicKey, keyId);
  } catch (error) {
    return ignoreFault(error);
  }
}

function collides(key: SignedBy, other: SignedBy | undefined): boolean {
  return other !== undefined && other.publicKey !== key.publicKey;
}

function ignoreFault(error: unknown): undefined {
  if (error instanceof ReceiptError || error instanceof JudgeError) return undefined;
  throw error;
}
