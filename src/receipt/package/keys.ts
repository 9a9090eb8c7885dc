/**
 * The keys that a package brings: claims about who signed it, and no reason to trust them.
 *
 * @module
 */
import { JudgeError, ReceiptError } from '../../errors.js';
import { parseJson } from '../../json.js';
import { isObject } from '../../members.js';
import { ed25519Verifier } from '../ed25519.js';
import type { PublicKeySet } from '../key-set.js';
import type { OpenedReceipt } from '../open.js';
import type { Verifier } from '../signer.js';
import type { SignedBy } from '../verdict.js';
import type { FolderFile } from './folder.js';
import { type PackageRow, rowsFor } from './rows.js';
import { listed, shown } from './words.js';

/** What came of checking a signature with a key of the package. */
export interface ClaimedCheck {
  readonly key: SignedBy;
  readonly isGood: boolean;
}

/** The keys that a package brings. */
export interface ClaimedKeys {
  readonly rows: readonly PackageRow[];
  /** Checks the signatures that none of your keys goes by. */
  check(opened: OpenedReceipt, unknown: readonly string[]): readonly ClaimedCheck[];
}

/**
 * Reads the `keys.json` of a package.
 *
 * @param files Their texts.
 * @param keySet Your keys, which go before.
 */
export function readClaimedKeys(files: readonly FolderFile[], keySet: PublicKeySet): ClaimedKeys {
  const keys = new Map<string, Verifier>();
  const malformed: string[] = [];
  const colliding: string[] = [];
  for (const { name, text } of files) {
    const texts = readKeys(text);
    if (texts === undefined) malformed.push(name);
    for (const [keyId, publicKey] of texts ?? []) {
      const key = keys.size < MAX_KEYS ? readKey(keyId, publicKey) : undefined;
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
  return {
    rows,
    check: (opened, unknown) => checkWith(keys, opened, unknown),
  };
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

function readKey(keyId: string, publicKey: unknown): Verifier | undefined {
  if (typeof publicKey !== 'string') return undefined;
  try {
    return ed25519Verifier(publicKey, { keyId });
  } catch (error) {
    return ignoreFault(error);
  }
}

function collides(key: Verifier, other: SignedBy | undefined): boolean {
  return other !== undefined && other.publicKey !== key.publicKey;
}

function checkWith(
  keys: ReadonlyMap<string, Verifier>,
  opened: OpenedReceipt,
  unknown: readonly string[],
): readonly ClaimedCheck[] {
  if (unknown.length === 0 || keys.size === 0) return [];
  return opened.signatures.flatMap(({ keyId, signature }) => {
    const key = unknown.includes(keyId) ? keys.get(keyId) : undefined;
    if (key === undefined) return [];
    const isGood = key.verify(opened.signedBytes, signature);
    return [{ key: { keyId: key.keyId, publicKey: key.publicKey }, isGood }];
  });
}

function ignoreFault(error: unknown): undefined {
  if (error instanceof ReceiptError || error instanceof JudgeError) return undefined;
  throw error;
}
