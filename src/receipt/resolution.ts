/**
 * Signing what somebody decided on a judgement.
 *
 * @module
 */
import { JudgeError, ReceiptError } from '../errors.js';
import type { Clock } from '../judge.js';
import { checkOptions, present } from '../members.js';
import {
  type AttestedReceipt,
  type Draft,
  draft,
  readFrame,
  readParent,
  sign,
  signLater,
} from './draft.js';
import { type ArtifactId, isArtifactId } from './envelope.js';
import { goesAgainst, type ResolutionPayload } from './kinds.js';
import type { OpenedReceipt } from './open.js';
import { refuseReceipt, reopen } from './reopen.js';
import { type AsyncSigner, checkSigner, type Signer } from './signer.js';
import { readUri } from './uri.js';

/** What {@link resolve} takes beside the judgement. */
export interface ResolveOptions<S extends AsyncSigner = Signer> {
  /** The decider's own signer, and not that of the machine that judged. */
  readonly signer: S;
  /** Who decides: a URI, such as `human://ada`. It is the system that the receipt names, too. */
  readonly by: string;
  readonly decision: ResolutionPayload['decision'];
  /** Where it goes: for the decision `route`, and for no other. */
  readonly route?: string | undefined;
  /** Why, for people. Absent by default. */
  readonly reason?: string | undefined;
  /**
   * The earlier resolution of the same judgement that this one takes the place of: its receipt, or
   * its id. Absent by default: then it is to be the only one.
   */
  readonly replaces?: AttestedReceipt | OpenedReceipt | string | undefined;
  /** The id of the receipt that it is linked onto. Defaults to the judgement. */
  readonly parent?: string | undefined;
  /** Tells when it is signed. Defaults to `Date.now`. */
  readonly clock?: Clock | undefined;
}

/**
 * Signs a decision on a judgement: one `judgement.resolution.v1` receipt. `overrides` in it holds
 * the effect of the judgement where the decision goes against it: allow over deny or ask, deny over
 * allow or warn.
 *
 * A judgement has one resolution, unless a later one says that it replaces it: the payload has no
 * room for that, so it is in the statement, signed as well: `"meta":{"replaces":"art_…"}`.
 *
 * @param judgement A receipt of a judgement: what {@link attest} gave, or {@link openReceipt} or,
 *   better, {@link verifyReceipt}, because the effect that is overridden is read from it.
 * @param options See {@link ResolveOptions}.
 * @returns The receipt.
 * @throws {@link ReceiptError} `bad_payload` for what is no receipt of a judgement, and for `replaces`
 *   that is no resolution of it; `bad_id` for a parent or `replaces` that is no artifact id;
 *   `bad_key` and `bad_signature` for a signer without a key id or whose signature has not 64 bytes;
 *   `too_large` for a payload over 1 MiB.
 * @throws {@link JudgeError} `bad_option` for any other option: a `by` that is no URI, a decision
 *   that is none, a route that is missing or that no decision asks for.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { attest, generateKey, resolve, verifyReceipt } from 'judgement/receipt';
 *
 * const [machine, ada] = [generateKey(), generateKey()];
 * const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } }) });
 * const receipts = attest(result, { signer: machine.signer });
 * const denied = receipts.find(({ id }) => id === receipts.at(-1)?.id);
 * const opened = verifyReceipt(denied?.envelope, { keys: [machine.publicKey] });
 * if (opened.ok) {
 *   const by = 'human://ada';
 *   const { statement } = resolve(opened, { signer: ada.signer, by, decision: 'allow' });
 *   console.log(statement.kind, statement.system); // judgement.resolution.v1 human://ada
 * }
 * ```
 */
export function resolve(
  judgement: AttestedReceipt | OpenedReceipt,
  options: ResolveOptions,
): AttestedReceipt {
  return sign(draftResolution(judgement, options), options.signer);
}

/**
 * Does what {@link resolve} does with a signer that takes its time: the host's crypto, or a key
 * service.
 *
 * @param judgement A receipt of a judgement.
 * @param options See {@link ResolveOptions}.
 * @returns The receipt.
 * @throws {@link ReceiptError} and {@link JudgeError} as {@link resolve} does, as a rejection; and
 *   whatever the signer rejects with.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { attest, generateKey, resolveAsync } from 'judgement/receipt';
 *
 * const [machine, ada] = [generateKey(), generateKey()];
 * const signer = { keyId: ada.keyId, sign: async (bytes: Uint8Array) => ada.signer.sign(bytes) };
 * const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command: 'ls' } }) });
 * const [first] = attest(result, { signer: machine.signer });
 * if (first !== undefined) {
 *   const receipt = await resolveAsync(first, { signer, by: 'human://ada', decision: 'deny' });
 *   console.log(receipt.statement.parentId === first.id); // true
 * }
 * ```
 */
export async function resolveAsync(
  judgement: AttestedReceipt | OpenedReceipt,
  options: ResolveOptions<AsyncSigner>,
): Promise<AttestedReceipt> {
  return signLater(draftResolution(judgement, options), options.signer);
}

const OPTIONS: readonly (keyof ResolveOptions)[] = [
  'signer',
  'by',
  'decision',
  'route',
  'reason',
  'replaces',
  'parent',
  'clock',
];

const DECISIONS: readonly unknown[] = ['allow', 'deny', 'route'];

function draftResolution(
  receipt: AttestedReceipt | OpenedReceipt,
  options: ResolveOptions<AsyncSigner>,
): Draft {
  const { id, judgement } = reopen(receipt, 'judgement');
  checkOptions(options, OPTIONS, 'options');
  checkSigner(options.signer);
  const by = readUri(options.by, 'options.by', 'human://ada');
  const decision = readDecision(options.decision);
  if (judgement === undefined) refuseReceipt('judgement', 'what is resolved is a judgement.v1');
  const { effect = 'none' } = judgement;
  const replaces = readReplaced(options.replaces, id);
  const frame = readFrame({ ...options, system: by }, by);
  return draft({
    ...frame,
    subject: { artifactId: id },
    kind: 'judgement.resolution.v1',
    payload: present({
      by,
      decision,
      judgement: id,
      overrides: goesAgainst(decision, effect) ? effect : undefined,
      reason: options.reason,
      resolved_at: frame.timestamp,
      route: readRoute(options.route, decision),
      schema: 'judgement.resolution.v1',
    }),
    meta: replaces === undefined ? undefined : { replaces },
    parentId: readParent(options.parent) ?? id,
  });
}

function readDecision(decision: ResolutionPayload['decision']): ResolutionPayload['decision'] {
  if (DECISIONS.includes(decision)) return decision;
  return refuseOption('decision', 'a decision is allow, deny or route', 'pass one of them');
}

/** A route beside another decision would be read by some and passed over by others. */
function readRoute(route: unknown, decision: string): string | undefined {
  const hasRoute = typeof route === 'string' && route !== '';
  if (decision === 'route' ? hasRoute : route === undefined) return hasRoute ? route : undefined;
  const fix = 'pass a route, not empty, for this decision, and leave it out for others';
  return refuseOption('route', 'the decision route goes with a route', fix);
}

function readReplaced(
  replaced: ResolveOptions['replaces'],
  judgement: string,
): ArtifactId | undefined {
  if (replaced === undefined || isArtifactId(replaced)) return replaced;
  if (typeof replaced === 'string') {
    throw new ReceiptError('bad_id', {
      path: 'options.replaces',
      rule: 'what is replaced is an artifact id: art_ and 32 lower-case hex digits',
      fix: 'pass the receipt of the earlier resolution, or its id',
    });
  }
  const { id, resolution } = reopen(replaced, 'options.replaces');
  if (resolution?.judgement === judgement) return id;
  return refuseReceipt(
    'options.replaces',
    'what is replaced is a resolution of the same judgement',
  );
}

function refuseOption(name: keyof ResolveOptions, rule: string, fix: string): never {
  throw new JudgeError('bad_option', { path: `options.${name}`, rule, fix });
}
