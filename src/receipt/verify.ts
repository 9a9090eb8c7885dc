/**
 * Verifying a receipt: who signed its bytes, and whether you trust them to.
 *
 * @module
 */
import type { JsonObject } from '../json.js';
import { checkOptions } from '../members.js';
import { attestationsOf, type CheckedAnswer, readAttested } from './answer-facts.js';
import { isKeySet, type PublicKeySet, type TrustedKey, type Verify } from './key-set.js';
import { draftReceipt, type OpenedReceipt } from './open.js';
import { publicKeySet } from './public-key-set.js';
import {
  type AnswersDemand,
  type Candidate,
  type Check,
  candidates,
  conclude,
  isCheckable,
  type ReceiptVerdict,
  readAnswer,
  readDemand,
  refuseUnopened,
} from './verdict.js';

/** What {@link verifyReceipt} takes beside the receipt. */
export interface VerifyOptions {
  /** The keys that you trust: texts, objects, or a {@link publicKeySet} of them to use again. */
  readonly keys: PublicKeySet | readonly (string | TrustedKey)[];
  /**
   * Whose word on an answer is enough. With `signed`, a judgement whose answer the judge did not
   * sign is refused; with `any`, the verdict says who vouches for it. Defaults to `any`.
   */
  readonly answers?: AnswersDemand | undefined;
}

/**
 * Verifies a receipt strictly. It reports on whatever the bytes are, and throws for the keys and
 * options alone.
 *
 * Every signature must be good and by a key of yours, and at least one by a key that you trust for
 * this kind of receipt. The acceptance set is that of {@link ed25519Verifier}, also where a key
 * brings its own `verify`.
 *
 * @param envelope A DSSE envelope: the object, or its JSON text.
 * @param options See {@link VerifyOptions}.
 * @returns What it says and who signed it; or why it is refused: the codes of {@link openReceipt},
 *   `bad_signature`, `unknown_key` for a key id that is none of yours; and when every signature is
 *   good and no key is trusted for this, why the first is not: `untrusted_key`, `revoked_key`,
 *   `not_yet_valid_key`, `expired_key`. Where signed answers are demanded also `unsigned_answer`, or
 *   what is wrong with the signed answer, which is in `answerFault` in any case.
 * @throws {@link ReceiptError} `bad_key` and {@link JudgeError} `bad_option` as {@link publicKeySet}
 *   does, and `bad_option` for a `verify` that returns anything but a boolean.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { attest, generateKey, verifyReceipt } from 'judgement/receipt';
 *
 * const { signer, publicKey } = generateKey();
 * const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command: 'ls' } }) });
 * for (const { envelope } of attest(result, { signer })) {
 *   const verdict = verifyReceipt(envelope, { keys: [publicKey] });
 *   if (!verdict.ok) console.log(verdict.code, verdict.path);
 * }
 * ```
 */
export function verifyReceipt(envelope: unknown, options: VerifyOptions): ReceiptVerdict {
  checkOptions(options, ['keys', 'answers'], 'options');
  return verifyWith(envelope, toKeySet(options.keys), { demand: readDemand(options.answers) });
}

/** Reads the keys, unless they have been read. */
export function toKeySet(keys: VerifyOptions['keys']): PublicKeySet {
  return isKeySet(keys) ? keys : publicKeySet(keys);
}

/** What {@link verifyWith} takes beside the keys. */
export interface VerifySettings {
  readonly demand: AnswersDemand;
  /** What came of signed answers before: the receipts of one judgement carry the same one. */
  readonly known?: Map<string, CheckedAnswer>;
}

/** {@link verifyReceipt} with keys that have been read. */
export function verifyWith(
  envelope: unknown,
  keySet: PublicKeySet,
  { demand, known }: VerifySettings,
): ReceiptVerdict {
  const opened = draftReceipt(envelope);
  if (!opened.ok) return refuseUnopened(opened);
  const checks = checkAll(opened, keySet);
  const answers = attestationsOf(opened).map((each) => checkAttested(each, keySet, known));
  return conclude(opened, checks, answers, demand);
}

/** Checks every signature of an envelope. */
export function checkAll(
  opened: Pick<OpenedReceipt, 'signatures' | 'signedBytes'>,
  keySet: PublicKeySet,
): readonly Check[] {
  return candidates(opened, keySet).map((each) => check(each, opened.signedBytes));
}

function checkAttested(
  envelope: JsonObject | undefined,
  keySet: PublicKeySet,
  known: Map<string, CheckedAnswer> = new Map(),
): CheckedAnswer | undefined {
  if (envelope === undefined) return undefined;
  const name = JSON.stringify(envelope);
  const before = known.get(name);
  if (before !== undefined) return before;
  const attested = readAttested(envelope);
  const checked = { attested, checks: attested.ok ? checkAll(attested, keySet) : [] };
  known.set(name, checked);
  return checked;
}

function check(candidate: Candidate<Verify>, bytes: Uint8Array): Check {
  const { keyId, key, signature } = candidate;
  if (!isCheckable(candidate)) return { keyId, key, good: false };
  return { keyId, key, good: readAnswer(candidate.key.verify(bytes, signature), candidate.key) };
}
