/**
 * Signing a judgement: one receipt for each question, linked in order.
 *
 * @module
 */
import { utf8 } from '../bytes.js';
import { canonicalize } from '../canonical.js';
import { JudgeError, ReceiptError } from '../errors.js';
import type { Clock, JudgeInfo, Judgement } from '../judge.js';
import { checkOptions, present } from '../members.js';
import type { Question, Questions } from '../question.js';
import { readClock, toRfc3339 } from '../time.js';
import { pathTo } from '../walk.js';
import { judgementToWire, type WireDecision, type WireJudgement } from '../wire.js';
import { isArtifactId, type SignedEnvelope, signEnvelope } from './envelope.js';
import type { Signer } from './signer.js';
import { RECEIPT_TYPE, type Statement, toStatement } from './statement.js';

/** What {@link attest} takes beside the judgement. */
export interface AttestOptions {
  /** Who signs. */
  readonly signer: Signer;
  /**
   * The id of the receipt that the first one is linked onto. Defaults to the subject where that is
   * an artifact id, else to none.
   */
  readonly parent?: string;
  /** The action that was judged: its artifact id, or any name for it. Absent by default. */
  readonly subject?: string;
  /** The URI of the system that says so. Defaults to `system://judgement`. */
  readonly system?: string;
  /** Tells when it is signed. Defaults to `Date.now`. */
  readonly clock?: Clock;
  /** A remark for people, signed into each receipt. Absent by default. */
  readonly notes?: string;
}

/** A receipt that was just signed. */
export interface AttestedReceipt extends SignedEnvelope {
  /** What the envelope's payload says. */
  readonly statement: Statement;
}

/**
 * Signs a judgement: one `judgement.v1` receipt for each question, sorted by key, each linked onto
 * the one before and the first onto `parent`.
 *
 * What is signed is the RFC 8785 text of the statement. The state is in it as its digest alone; the
 * question, the answer, the bar, the effect and the outcome are in it in full. An answer that the
 * judge declined is signed as `{"refusal": true}`.
 *
 * @param result What `judge()` returned.
 * @param options See {@link AttestOptions}.
 * @returns The receipts in order; the id of the last is the parent for what comes next.
 * @throws {@link ReceiptError} `bad_id` for a parent that is no artifact id, `bad_payload` for a
 *   judgement that breaks a rule of `judgement.v1`, `too_large` for a payload over 1 MiB, `bad_key`
 *   and `bad_signature` for a signer without a key id or whose signature has not 64 bytes.
 * @throws {@link JudgeError} `bad_option` for any other option, `bad_answer` when a question has no
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
  checkOptions(options, OPTIONS, 'options');
  const { signer, subject, notes } = options;
  const frame = {
    type: 'treeship/receipt/v1',
    timestamp: toRfc3339(readClock(options.clock ?? Date.now)),
    system: readSystem(options.system ?? 'system://judgement'),
    subject: readSubject(subject),
    kind: 'judgement.v1',
  };
  const wire = judgementToWire(result);
  let parentId = readParent(options.parent, subject);
  const receipts: AttestedReceipt[] = [];
  for (const key of Object.keys(result.questions).sort()) {
    const payload = toPayload(wire, key, notes);
    const receipt = sign(present({ ...frame, payload, parentId }), signer);
    receipts.push(receipt);
    parentId = receipt.id;
  }
  return Object.freeze(receipts);
}

const OPTIONS: readonly (keyof AttestOptions)[] = [
  'signer',
  'parent',
  'subject',
  'system',
  'clock',
  'notes',
];

function sign(value: Wire, signer: Signer): AttestedReceipt {
  const statement = toStatement(value);
  const payload = utf8(canonicalize(statement));
  return Object.freeze({ ...signEnvelope(RECEIPT_TYPE, payload, signer), statement });
}

function readSystem(system: unknown): string {
  if (typeof system === 'string' && SYSTEM.test(system)) return system;
  throw new JudgeError('bad_option', {
    path: 'options.system',
    rule: 'a system is named by a URI',
    fix: 'write it with a scheme, as in system://deploy-gate',
  });
}

function readSubject(subject: unknown): Wire | undefined {
  if (subject === undefined) return undefined;
  if (typeof subject === 'string' && subject !== '') return { artifactId: subject };
  throw new JudgeError('bad_option', {
    path: 'options.subject',
    rule: 'a subject is an artifact id or another text, not empty',
    fix: 'leave it out if the action has no name',
  });
}

/** Outside of a chain, a judgement is linked onto the action that it is about. */
function readParent(parent: unknown, subject: string | undefined): string | undefined {
  if (parent === undefined) return isArtifactId(subject) ? subject : undefined;
  if (isArtifactId(parent)) return parent;
  throw new ReceiptError('bad_id', {
    path: 'options.parent',
    rule: 'a parent is an artifact id: art_ and 32 lower-case hex digits',
    fix: 'pass the id of the last receipt, or leave it out',
  });
}

/** The members of `judgement.v1`: those of the wire form, for one question. */
function toPayload(wire: WireJudgement, key: string, notes: string | undefined): Wire {
  const question = own(wire.questions, key, 'questions');
  const answer = own(wire.answers, key, 'answers');
  const decision = own(wire.decisions, key, 'decisions');
  return present({
    answer: present({ ...answer, probabilities: unlessEmpty(answer.probabilities) }),
    contract: wire.contract,
    effect: decision.effect === 'none' ? undefined : decision.effect,
    judge: toJudge(wire.judge, wire.request_id),
    judged_at: wire.judged_at,
    latency_ms: wire.latency_ms,
    notes,
    outcome: decision.outcome,
    question: toQuestion(key, question),
    questions_digest: wire.questions_digest,
    response_digest: wire.response_digest,
    schema: 'judgement.v1',
    state_digest: wire.state_digest,
    threshold: toThreshold(decision),
    usage: unlessEmpty(wire.usage),
  });
}

function toJudge(judge: JudgeInfo, requestId: string | undefined): Wire {
  const { model, provider, kind, replayable } = judge;
  return present({ model, provider, kind, replayable, request_id: requestId });
}

/** Instructions are always there, and always text: empty where the key alone was asked. */
function toQuestion(key: string, question: Question): Wire {
  const { type, instructions = '' } = question;
  return present({
    instructions: typeof instructions === 'string' ? instructions : canonicalize(instructions),
    key,
    options: question.type === 'noul' ? undefined : question.options,
    type,
  });
}

function toThreshold({ applies_to, bar, set_by }: WireDecision): Wire | undefined {
  return bar === undefined ? undefined : { applies_to, set_by, value: bar };
}

/** A scheme (RFC 3986 §3.1), `://`, and something without white space. */
const SYSTEM = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i;

/** Members of wire data on their way to {@link toStatement}, which checks them. */
interface Wire {
  readonly [member: string]: unknown;
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
