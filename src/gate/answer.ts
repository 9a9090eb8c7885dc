/**
 * What a person decided on a call, signed by that person's own key.
 *
 * @module
 */
import type { Digest } from '../digest.js';
import { JudgeError } from '../errors.js';
import type { Signal } from '../judge.js';
import { checkOptions, present } from '../members.js';
import type { AttestedReceipt } from '../receipt/draft.js';
import { type AsyncSigner, checkSigner } from '../receipt/signer.js';
import { readUri } from '../receipt/uri.js';
import type { ReadCall } from './call.js';
import type { Remembered } from './memory.js';
import type { Answering, Settings } from './options.js';
import { emit } from './telling.js';
import { describeResolved, describeUnrecorded, type Verdict } from './verdict.js';

/** A person's answer, and who signs it. */
export interface AnswerOptions extends Answering {
  /** The decider's own signer, not that of the gate: it signs a `judgement.resolution.v1`. */
  readonly signer?: AsyncSigner | undefined;
  /** The digest of the call that the person was shown. With it, no other call is answered. */
  readonly callDigest?: Digest | undefined;
  /** Gives up when it aborts, where the call has to be judged first. */
  readonly signal?: Signal | undefined;
}

/** Refuses an answer that is none. */
export function checkAnswer(given: AnswerOptions): void {
  checkOptions(given, ['decision', 'by', 'reason', 'signer', 'callDigest', 'signal'], 'options');
  const { decision, by, signer } = given;
  if (decision !== 'allow' && decision !== 'deny') {
    const rule = 'a person decides allow or deny';
    throw new JudgeError('bad_option', { path: 'options.decision', rule, fix: 'pass one of them' });
  }
  readUri(by, 'options.by', 'human://ada');
  if (signer !== undefined) checkSigner(signer);
}

/** Refuses an answer to another call than the one that was shown. */
export function checkShown({ callDigest }: ReadCall, { callDigest: shown }: AnswerOptions): void {
  if (shown === undefined || shown === callDigest) return;
  throw new JudgeError('bad_option', {
    path: 'options.callDigest',
    rule: 'an answer is to the call that was shown, and this one is another',
    fix: 'have it judged, and ask again',
  });
}

/** Takes an answer to a call that was judged before. */
export async function answerRead(
  settings: Settings,
  read: ReadCall,
  given: AnswerOptions,
): Promise<Verdict> {
  const known = settings.memory.get(read);
  if (known === undefined) {
    throw new JudgeError('bad_option', {
      path: 'options.maxRemembered',
      rule: 'a call is remembered until it is answered',
      fix: 'remember more calls',
    });
  }
  const before = known.answering ?? Promise.resolve();
  const answering = before.then(() => resolveRead(settings, known, given));
  // One after the other, so that the second finds what the first one decided.
  known.answering = answering.catch(() => undefined);
  return answering;
}

async function resolveRead(
  settings: Settings,
  known: Remembered,
  given: AnswerOptions,
): Promise<Verdict> {
  const first = await known.verdict;
  const { decision, by } = given;
  const earlier = known.resolved;
  if (earlier?.decision.decision === decision && earlier.decision.by === by) return earlier.verdict;
  const receipt = await signAnswer(settings, first, given, earlier?.decision.receipt);
  const receipts = [...(earlier?.verdict ?? first).receipts, ...(receipt ? [receipt] : [])];
  const resolved = Object.freeze({ decision, by, ...present({ receipt }) });
  const { fallbackFrom: _, ...rest } = first;
  // A person's allow is on a judgement, and there is no trace of this one, or none of the allow.
  const unsigned = receipt === undefined && settings.recorder !== undefined && first.judgement;
  const untraced = first.unrecorded ?? (unsigned ? 'no_signature' : undefined);
  const isKept = untraced === undefined || settings.onUnrecorded === 'allow' || settings.shadow;
  const effect = isKept ? decision : 'deny';
  const verdict: Verdict = Object.freeze({
    ...rest,
    effect,
    reason:
      effect === decision || untraced === undefined
        ? describeResolved(decision)
        : describeUnrecorded(untraced, effect),
    ...present({ unrecorded: untraced }),
    resolved,
    receipts: Object.freeze(receipts),
  });
  known.resolved = { decision: resolved, verdict };
  emit(settings, 'resolved', verdict, receipt ? [receipt.id] : []);
  return verdict;
}

/** A decision is on the judgement of the question that decided, or else on the first. */
async function signAnswer(
  { recorder }: Settings,
  { receipts, judgement }: Verdict,
  { signer, by, decision, reason }: AnswerOptions,
  replaces: AttestedReceipt | undefined,
): Promise<AttestedReceipt | undefined> {
  if (signer === undefined || recorder === undefined || judgement === undefined) return undefined;
  const [key] = judgement.decidedBy;
  const keys = Object.keys(judgement.questions).sort();
  const at = key === undefined ? 0 : keys.indexOf(key);
  const receipt = receipts[at];
  if (receipt === undefined) return undefined;
  return recorder.resolved(receipt, { signer, by, decision, reason, replaces });
}
