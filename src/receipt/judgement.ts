/**
 * Signing a judgement: one receipt for each question, linked in order.
 *
 * @module
 */
import { canonicalize } from '../canonical.js';
import { JudgeError } from '../errors.js';
import type { Judgement } from '../judge.js';
import { checkOptions, present } from '../members.js';
import type { Question, Questions } from '../question.js';
import { pathTo } from '../walk.js';
import {
  checkResult,
  judgementToWire,
  type WireAnswer,
  type WireDecision,
  type WireJudgement,
  type WireSource,
  type WireVote,
} from '../wire.js';
import {
  type AttestedReceipt,
  type Draft,
  draft,
  type FrameOptions,
  type Members,
  readFrame,
  readLinks,
  sign,
  signLater,
} from './draft.js';
import { type AsyncSigner, checkSigner, type Signer } from './signer.js';

/** What {@link attest} takes beside the judgement. */
export interface AttestOptions<S extends AsyncSigner = Signer> extends FrameOptions<S> {
  /** A remark for people, signed into each receipt. Absent by default. */
  readonly notes?: string | undefined;
}

/**
 * Signs a judgement: one `judgement.v1` receipt for each question, sorted by key, each linked onto
 * the one before and the first onto `parent`.
 *
 * What is signed is the RFC 8785 text of the statement. The state is in it as its digest alone; the
 * question, the answer, the bar, the effect and the outcome are in it in full. An answer that the
 * judge declined is signed as `{"refusal": true}`, and so is one that cannot be measured, which the
 * member `details` then says. Each receipt names the judge of its own answer,
 * which is not the same for all of them where one judge left questions over for another; and where
 * an answer was made of several judges' answers, it has what each of them said.
 *
 * @param result What `judge()` returned.
 * @param options See {@link AttestOptions}.
 * @returns The receipts in order; the id of the last is the parent for what comes next.
 * @throws {@link ReceiptError} `bad_id` for a parent that is no artifact id, `bad_payload` for a
 *   judgement that breaks a rule of `judgement.v1`, `too_large` for a payload over 1 MiB, `bad_key`
 *   and `bad_signature` for a signer without a key id or whose signature has not 64 bytes.
 * @throws {@link JudgeError} `bad_option` for a result that is none, such as the promise of one, and
 *   for any other option, `bad_answer` when a question has no
 *   answer or decision, and the codes of `canonicalize` for what is not JSON.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { attest, generateKey } from 'judgement/receipt';
 *
 * const { signer } = generateKey();
 * const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } }) });
 * for (const { id, statement } of attest(result, { signer })) {
 *   console.log(id, statement.kind, statement.parentId);
 * }
 * ```
 */
export function attest(
  result: Judgement<Questions, string>,
  options: AttestOptions,
): readonly AttestedReceipt[] {
  const drafts = draftJudgement(result, options);
  return Object.freeze(drafts.map((each) => sign(each, options.signer)));
}

/**
 * Does what {@link attest} does with a signer that takes its time: the host's crypto, or a key
 * service. All receipts are drafted before any is signed, and they are signed side by side.
 *
 * @param result What `judge()` returned.
 * @param options See {@link AttestOptions}.
 * @returns The receipts in order; the id of the last is the parent for what comes next.
 * @throws {@link ReceiptError} and {@link JudgeError} as {@link attest} does, as a rejection; and
 *   whatever the signer rejects with.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { type AsyncSigner, attestAsync, generateKey, verifyReceipt } from 'judgement/receipt';
 *
 * // Stands in for a key service that keeps the key and signs at the other end of a connection.
 * const { signer: remote, publicKey } = generateKey();
 * const service = {
 *   sign: async (request: { readonly key: string; readonly message: Uint8Array }) => ({
 *     signature: remote.sign(request.message),
 *   }),
 * };
 *
 * // The message is signed as it is: Ed25519 over the raw bytes, and not over a digest of them.
 * const signer: AsyncSigner = {
 *   keyId: 'key_deploy_gate',
 *   sign: async (message) => (await service.sign({ key: 'alias/deploy', message })).signature,
 * };
 * const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command: 'ls' } }) });
 * const [first] = await attestAsync(result, { signer });
 * const keys = [{ publicKey, keyId: 'key_deploy_gate' }];
 * console.log(verifyReceipt(first?.envelope, { keys }).ok); // true
 * ```
 */
export async function attestAsync(
  result: Judgement<Questions, string>,
  options: AttestOptions<AsyncSigner>,
): Promise<readonly AttestedReceipt[]> {
  const drafts = draftJudgement(result, options);
  const { signer } = options;
  return Object.freeze(await Promise.all(drafts.map((each) => signLater(each, signer))));
}

/** What is to be signed, in order; each is linked onto the one before, as ids need no signature. */
function draftJudgement(
  result: Judgement<Questions, string>,
  options: AttestOptions<AsyncSigner>,
): readonly Draft[] {
  checkResult(result, 'result');
  checkOptions(options, ['signer', 'parent', 'subject', 'system', 'clock', 'notes'], 'options');
  checkSigner(options.signer);
  const frame = readFrame(options, 'system://judgement');
  const { subject, parentId } = readLinks(options);
  const wire = judgementToWire(result);
  const drafts: Draft[] = [];
  for (const key of Object.keys(result.questions).sort()) {
    const payload = toPayload(wire, key, options.notes);
    const parent = drafts.at(-1)?.id ?? parentId;
    drafts.push(draft({ ...frame, subject, kind: 'judgement.v1', payload, parentId: parent }));
  }
  return drafts;
}

/** The members of `judgement.v1`: those of the wire form, for one question. */
function toPayload(wire: WireJudgement, key: string, notes: string | undefined): Members {
  const { details = {}, sources = {}, panel = {} } = wire;
  const question = own(wire.questions, key, 'questions');
  const answer = own(wire.answers, key, 'answers');
  const decision = own(wire.decisions, key, 'decisions');
  // What is not known of this answer's source must not be filled in with what is known of others.
  const source = (Object.hasOwn(sources, key) ? sources[key] : undefined) ?? wire;
  return present({
    answer: toAnswer(answer),
    ...toOrigin(source),
    contract: wire.contract,
    details: Object.hasOwn(details, key) ? details[key] : undefined,
    effect: decision.effect === 'none' ? undefined : decision.effect,
    judged_at: wire.judged_at,
    notes,
    outcome: decision.outcome,
    panel: Object.hasOwn(panel, key) ? panel[key]?.map(toVote) : undefined,
    question: toQuestion(key, question),
    questions_digest: wire.questions_digest,
    schema: 'judgement.v1',
    state_digest: wire.state_digest,
    threshold: toThreshold(decision),
  });
}

function toAnswer(answer: WireAnswer): Members {
  return present({ ...answer, probabilities: unlessEmpty(answer.probabilities) });
}

function toVote({ answer, failure, unmeasurable, ...source }: WireVote): Members {
  return {
    ...toOrigin(source),
    ...present({ answer: answer && toAnswer(answer), failure, unmeasurable }),
  };
}

/** Whose answer it is, and how it came about. */
function toOrigin(source: WireSource): Members {
  return present({
    answer_attestation: source.answer_attestation,
    attempts: source.attempts,
    cached_at: source.cached_at,
    judge: toJudge(source),
    latency_ms: source.latency_ms,
    response_digest: source.response_digest,
    usage: unlessEmpty(source.usage),
  });
}

function toJudge({ judge, request_id, requested_model, model_unreported }: WireSource): Members {
  const { model, provider, kind, method, replayable } = judge;
  return present({
    model,
    provider,
    kind,
    method,
    replayable,
    request_id,
    requested_model,
    model_unreported,
  });
}

/** Instructions are always there, and always text: empty where the key alone was asked. */
function toQuestion(key: string, question: Question): Members {
  const { type, instructions = '' } = question;
  return present({
    instructions: typeof instructions === 'string' ? instructions : canonicalize(instructions),
    key,
    options: question.type === 'noul' ? undefined : question.options,
    type,
  });
}

function toThreshold({ applies_to, bar, set_by }: WireDecision): Members | undefined {
  return bar === undefined ? undefined : { applies_to, set_by, value: bar };
}

function unlessEmpty<T extends object>(map: T | undefined): T | undefined {
  return map === undefined || Object.keys(map).length === 0 ? undefined : map;
}

function own<T>(map: { readonly [key: string]: T }, key: string, name: string): T {
  const value = Object.hasOwn(map, key) ? map[key] : undefined;
  if (value !== undefined) return value;
  throw new JudgeError('bad_answer', {
    path: pathTo(`result.${name}`, [key]),
    rule: 'every question of a judgement has an answer and a decision',
    fix: 'pass the result of judge() as it is',
  });
}
