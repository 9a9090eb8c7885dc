/**
 * Signing that something was not done, and why.
 *
 * @module
 */
import { isDigest } from '../digest.js';
import { JudgeError } from '../errors.js';
import { checkOptions, isName, present } from '../members.js';
import {
  type AttestedReceipt,
  type Draft,
  draft,
  type FrameOptions,
  readFrame,
  readLinks,
  sign,
  signLater,
} from './draft.js';
import { isArtifactId } from './envelope.js';
import { type BlockedPayload, REASON_CLASSES, REFUSED_KINDS } from './kinds.js';
import { type AsyncSigner, checkSigner, type Signer } from './signer.js';

/** What {@link block} takes. */
export interface BlockOptions<S extends AsyncSigner = Signer> extends FrameOptions<S> {
  /** Why, in one of the five words of the format. */
  readonly reasonClass: BlockedPayload['reason_class'];
  /** What was refused: an `action`, or an `approval` of one. */
  readonly refusedKind: BlockedPayload['refused_kind'];
  /** Who wanted to act. */
  readonly actor?: string | undefined;
  /** Who would have to approve. */
  readonly approver?: string | undefined;
  /** What was blocked, for people: at most 300 characters, and nothing secret. */
  readonly description?: string | undefined;
  /** The digest of what was seen, such as the state. */
  readonly evidenceDigest?: string | undefined;
  /** How far it could not have been undone. */
  readonly irreversibility?: string | undefined;
  /** The id of the receipt of the quarantine, if there is one. */
  readonly quarantineReceipt?: string | undefined;
  /** When to look at it again. */
  readonly reevaluateWhen?: string | undefined;
}

/**
 * Signs that something was not done: one `blocked.v1` receipt. What was blocked and what was seen
 * are in it as ids and digests; the description is in it in full.
 *
 * @param options See {@link BlockOptions}. The system defaults to `system://judgement-gate`.
 * @returns The receipt.
 * @throws {@link ReceiptError} `bad_id` for a parent that is no artifact id, `too_large` for a payload
 *   over 1 MiB, `bad_key` and `bad_signature` for a signer without a key id or whose signature has
 *   not 64 bytes.
 * @throws {@link JudgeError} `bad_option` for any other option: a reason or a kind that does not
 *   exist, a text that is empty or too long, a digest or a receipt id that is none.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { attest, block, generateKey } from 'judgement/receipt';
 *
 * const { signer } = generateKey();
 * const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } }) });
 * const last = attest(result, { signer }).at(-1);
 * const { statement } = block({
 *   signer,
 *   reasonClass: 'policy_threshold_exceeded',
 *   refusedKind: 'action',
 *   description: result.decidedBy.join(', '),
 *   evidenceDigest: result.stateDigest,
 *   ...(last && { parent: last.id }),
 * });
 * console.log(statement.kind, statement.system); // blocked.v1 system://judgement-gate
 * ```
 */
export function block(options: BlockOptions): AttestedReceipt {
  return sign(draftBlocked(options), options.signer);
}

/**
 * Does what {@link block} does with a signer that takes its time: the host's crypto, or a key
 * service.
 *
 * @param options See {@link BlockOptions}.
 * @returns The receipt.
 * @throws {@link ReceiptError} and {@link JudgeError} as {@link block} does, as a rejection; and
 *   whatever the signer rejects with.
 *
 * @example
 * ```ts
 * import { blockAsync, generateKey } from 'judgement/receipt';
 *
 * const { keyId, signer: local } = generateKey();
 * const signer = { keyId, sign: async (bytes: Uint8Array) => local.sign(bytes) };
 * const { statement } = await blockAsync({
 *   signer,
 *   reasonClass: 'human_escalation_pending',
 *   refusedKind: 'action',
 *   approver: 'human://ada',
 * });
 * console.log(statement.payload); // { approver: 'human://ada', … }
 * ```
 */
export async function blockAsync(options: BlockOptions<AsyncSigner>): Promise<AttestedReceipt> {
  return signLater(draftBlocked(options), options.signer);
}

/** What the options are called on the wire. */
const TEXTS = {
  actor: 'actor',
  approver: 'approver',
  description: 'description',
  evidenceDigest: 'evidence_digest',
  irreversibility: 'irreversibility',
  quarantineReceipt: 'quarantine_receipt',
  reevaluateWhen: 'reevaluate_when',
} as const satisfies { readonly [name in keyof BlockOptions]?: keyof BlockedPayload };

type TextName = keyof typeof TEXTS;

const TEXT_NAMES: readonly TextName[] = [
  'actor',
  'approver',
  'description',
  'evidenceDigest',
  'irreversibility',
  'quarantineReceipt',
  'reevaluateWhen',
];

/** A receipt travels and stays, so it says what was blocked in a line and no more. */
const MAX_DESCRIPTION = 300;

function draftBlocked(options: BlockOptions<AsyncSigner>): Draft {
  const own = ['signer', 'reasonClass', 'refusedKind', 'parent', 'subject', 'system', 'clock'];
  checkOptions(options, [...own, ...TEXT_NAMES], 'options');
  checkSigner(options.signer);
  checkWord('reasonClass', options.reasonClass, REASON_CLASSES);
  checkWord('refusedKind', options.refusedKind, REFUSED_KINDS);
  const texts = TEXT_NAMES.map((name) => [TEXTS[name], readText(name, options[name])]);
  return draft({
    ...readFrame(options, 'system://judgement-gate'),
    kind: 'blocked.v1',
    payload: present({
      ...Object.fromEntries(texts),
      reason_class: options.reasonClass,
      refused_kind: options.refusedKind,
    }),
    ...readLinks(options),
  });
}

function checkWord(name: string, value: unknown, words: readonly string[]): void {
  if (words.some((word) => word === value)) return;
  const rule = 'it is one of the words of blocked.v1';
  const fix = `use any of: ${words.join(', ')}`;
  throw new JudgeError('bad_option', { path: `options.${name}`, rule, fix });
}

function readText(name: TextName, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (name === 'evidenceDigest' && !isDigest(value)) {
    refuse(name, 'evidence is named by its digest: sha256: and 64 lower-case hex digits');
  }
  if (name === 'quarantineReceipt' && !isArtifactId(value)) {
    refuse(name, 'a receipt is named by its id: art_ and 32 lower-case hex digits');
  }
  if (!isName(value)) refuse(name, 'it is a text of 1 to 1,000 characters, and not blank');
  if (name === 'description' && value.length > MAX_DESCRIPTION) {
    refuse(name, `a description has at most ${MAX_DESCRIPTION} characters`);
  }
  return value;
}

function refuse(name: TextName, rule: string): never {
  const fix = 'leave it out, or refer to more by its digest';
  throw new JudgeError('bad_option', { path: `options.${name}`, rule, fix });
}
