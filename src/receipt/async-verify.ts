/**
 * Verifying receipts and chains with keys that take their time, such as those of the host.
 *
 * @module
 */
import { JudgeError } from '../errors.js';
import type { JsonObject } from '../json.js';
import { checkOptions } from '../members.js';
import { attestationsOf, type CheckedAnswer, readAttested } from './answer-facts.js';
import {
  type AsyncVerify,
  isKeySet,
  type PublicKeySet,
  readKeySet,
  type TrustedKey,
} from './key-set.js';
import {
  type BrokenChain,
  type ChainEnds,
  endChain,
  follow,
  startChain,
  type VerifiedChain,
} from './links.js';
import { draftReceipt, type OpenedReceipt } from './open.js';
import { checkSubtle, hostVerify, type Subtle } from './subtle.js';
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

/** What {@link asyncPublicKeySet} takes beside the keys. */
export interface AsyncRingOptions {
  /** The host's WebCrypto: `crypto.subtle`. It is needed for keys without their own `verify`. */
  readonly subtle?: Subtle | undefined;
}

/** What {@link verifyReceiptAsync} takes beside the receipt. */
export interface AsyncVerifyOptions extends AsyncRingOptions {
  /** The keys that you trust: texts, objects, or an {@link asyncPublicKeySet} of them to use again. */
  readonly keys: PublicKeySet<AsyncVerify> | readonly (string | TrustedKey<AsyncVerify>)[];
  /**
   * Whose word on an answer is enough. With `signed`, a judgement whose answer the judge did not
   * sign is refused; with `any`, the verdict says who vouches for it. Defaults to `any`.
   */
  readonly answers?: AnswersDemand | undefined;
}

/** What {@link verifyChainAsync} takes beside the receipts. */
export interface AsyncChainOptions extends AsyncVerifyOptions, ChainEnds {}

/**
 * Reads the keys that you trust, as `publicKeySet()` does, for the host to verify with. Keep the
 * set to verify many receipts: the host imports each key once.
 *
 * @param keys Public keys as text, or {@link TrustedKey} objects, also such as {@link
 *   webCryptoVerifier} makes.
 * @param options See {@link AsyncRingOptions}.
 * @returns A frozen set.
 * @throws {@link ReceiptError} `bad_key` and {@link JudgeError} `bad_option` as `publicKeySet()`
 *   does, and `bad_option` where `subtle` is needed and missing.
 *
 * @example
 * ```ts
 * import { asyncPublicKeySet, keyIdOf } from 'judgement/webcrypto';
 *
 * const publicKey = 'ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
 * const keys = asyncPublicKeySet([{ publicKey, roles: ['judge'] }], { subtle: crypto.subtle });
 * console.log(keys.find(keyIdOf(publicKey))?.roles); // [ 'judge' ]
 * ```
 */
export function asyncPublicKeySet(
  keys: readonly (string | TrustedKey<AsyncVerify>)[],
  options: AsyncRingOptions = {},
): PublicKeySet<AsyncVerify> {
  checkOptions(options, ['subtle'], 'options');
  return readKeySet<AsyncVerify>(keys, (publicKey, path) =>
    hostVerify(checkSubtle(options.subtle), publicKey, path),
  );
}

/**
 * Verifies a receipt as strictly as `verifyReceipt()` does and with the same verdict, by the
 * host's crypto.
 *
 * @param envelope A DSSE envelope: the object, or its JSON text.
 * @param options See {@link AsyncVerifyOptions}.
 * @returns What it says and who signed it; or why it is refused, in the codes of
 *   `verifyReceipt()`.
 * @throws {@link ReceiptError} `bad_key` and {@link JudgeError} `bad_option` as {@link asyncPublicKeySet}
 *   does, and `bad_option` for a host without Ed25519 and for a `verify` that gives anything but a
 *   boolean. All of them as a rejection.
 *
 * @example
 * ```ts
 * import { verifyReceiptAsync } from 'judgement/webcrypto';
 *
 * const keys = ['ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'];
 * const verdict = await verifyReceiptAsync('{}', { keys, subtle: crypto.subtle });
 * console.log(verdict.ok ? verdict.id : verdict.code); // bad_envelope
 * ```
 */
export async function verifyReceiptAsync(
  envelope: unknown,
  options: AsyncVerifyOptions,
): Promise<ReceiptVerdict> {
  checkOptions(options, ['keys', 'answers', 'subtle'], 'options');
  return verifyLater(envelope, toAsyncKeySet(options), readDemand(options.answers));
}

/**
 * Verifies receipts in order and the links between them as `verifyChain()` does and with the
 * same result, by the host's crypto; up to 64 receipts at a time.
 *
 * @param receipts Envelopes, as objects or as JSON text, oldest first.
 * @param options See {@link AsyncChainOptions}.
 * @returns The verified receipts, or where the chain breaks first and why.
 * @throws {@link ReceiptError} and {@link JudgeError} as `verifyChain()` and
 *   {@link verifyReceiptAsync} do, as a rejection.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { attestAsync, verifyChainAsync, webCryptoSigner } from 'judgement/webcrypto';
 *
 * const { subtle } = crypto;
 * const signer = await webCryptoSigner(new Uint8Array(32).fill(7), { subtle });
 * const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command: 'ls' } }) });
 * const log = (await attestAsync(result, { signer })).map(({ envelope }) => envelope);
 * const chain = await verifyChainAsync(log, { keys: [signer.publicKey], subtle, from: null });
 * console.log(chain.ok && chain.receipts.length === log.length); // true
 * ```
 */
export async function verifyChainAsync(
  receipts: readonly unknown[],
  options: AsyncChainOptions,
): Promise<VerifiedChain | BrokenChain> {
  checkOptions(options, ['keys', 'answers', 'subtle', 'from', 'head'], 'options');
  const demand = readDemand(options.answers);
  const walk = startChain(receipts, options);
  const keySet = toAsyncKeySet(options);
  for (let at = 0; at < receipts.length; at += IN_FLIGHT) {
    const some = receipts.slice(at, at + IN_FLIGHT);
    const verdicts = await Promise.all(some.map((receipt) => verifyLater(receipt, keySet, demand)));
    for (const verdict of verdicts) {
      const broken = follow(walk, verdict);
      if (broken !== undefined) return broken;
    }
  }
  return endChain(walk);
}

/** Enough to keep the cores of a host busy, and few enough to hold. */
const IN_FLIGHT = 64;

/** Reads the keys, unless they have been read. */
export function toAsyncKeySet({
  keys,
  subtle,
}: Pick<AsyncVerifyOptions, 'keys' | 'subtle'>): PublicKeySet<AsyncVerify> {
  if (isKeySet(keys)) return keys;
  return asyncPublicKeySet(keys, subtle === undefined ? {} : { subtle });
}

/** {@link verifyReceiptAsync} with keys that have been read; `known` is as in `verifyWith()`. */
export async function verifyLater(
  envelope: unknown,
  keySet: PublicKeySet<AsyncVerify>,
  demand: AnswersDemand,
  known: Map<string, Promise<CheckedAnswer>> = new Map(),
): Promise<ReceiptVerdict> {
  const opened = draftReceipt(envelope);
  if (!opened.ok) return refuseUnopened(opened);
  const [checks, ...answers] = await Promise.all([
    checkAllLater(opened, keySet),
    ...attestationsOf(opened).map((each) => checkAttested(each, keySet, known)),
  ]);
  return conclude(opened, checks, answers, demand);
}

async function checkAttested(
  envelope: JsonObject | undefined,
  keySet: PublicKeySet<AsyncVerify>,
  known: Map<string, Promise<CheckedAnswer>>,
): Promise<CheckedAnswer | undefined> {
  if (envelope === undefined) return undefined;
  const name = JSON.stringify(envelope);
  const checked = known.get(name) ?? checkAnswerEnvelope(envelope, keySet);
  known.set(name, checked);
  return checked;
}

async function checkAnswerEnvelope(
  envelope: JsonObject,
  keySet: PublicKeySet<AsyncVerify>,
): Promise<CheckedAnswer> {
  const attested = readAttested(envelope);
  return { attested, checks: attested.ok ? await checkAllLater(attested, keySet) : [] };
}

/** Checks every signature of an envelope. */
export function checkAllLater(
  opened: Pick<OpenedReceipt, 'signatures' | 'signedBytes'>,
  keySet: PublicKeySet<AsyncVerify>,
): Promise<readonly Check[]> {
  return Promise.all(candidates(opened, keySet).map((each) => check(each, opened.signedBytes)));
}

async function check(candidate: Candidate<AsyncVerify>, bytes: Uint8Array): Promise<Check> {
  const { keyId, key, signature } = candidate;
  if (!isCheckable(candidate)) return { keyId, key, good: false };
  const good = await candidate.key.verify(bytes, signature);
  return { keyId, key, good: readAnswer(good, candidate.key) };
}
