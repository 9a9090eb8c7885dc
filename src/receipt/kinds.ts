/**
 * The kinds of receipts whose payloads are known here; any other is read and named, and no more.
 *
 * @module
 */
import * as v from 'valibot';
import { ReceiptError } from '../errors.js';
import type { JsonValue } from '../json.js';
import { isObject } from '../members.js';
import type { ArtifactId } from './envelope.js';
import { checkJudgement, type JudgementPayload } from './payloads.js';
import { artifact, type Blame, checkShape, object, strictObject } from './shape.js';
import type { Role } from './trust.js';

/** The payload `judgement.resolution.v1`: what somebody decided on a judgement. */
export interface ResolutionPayload {
  readonly schema: 'judgement.resolution.v1';
  /** The receipt of the judgement. */
  readonly judgement: ArtifactId;
  /** Who decided: a URI. */
  readonly by: string;
  readonly decision: 'allow' | 'deny' | 'route';
  readonly route?: string;
  /** The effect of the judgement, where the decision goes against it. */
  readonly overrides?: string;
  readonly reason?: string;
  readonly resolved_at: string;
}

/** Whether a decision goes against an effect. A route is another way, and not against any. */
export function goesAgainst(decision: ResolutionPayload['decision'], effect: string): boolean {
  return AGAINST[decision].includes(effect);
}

/** Why something was blocked. */
export const REASON_CLASSES = [
  'policy_threshold_exceeded',
  'quarantine_triggered',
  'scope_violation',
  'operator_revocation',
  'human_escalation_pending',
] as const;

/** What was blocked. */
export const REFUSED_KINDS = ['approval', 'action'] as const;

/** The payload `blocked.v1`, which names no schema: what was not done, and why. */
export interface BlockedPayload {
  readonly reason_class: (typeof REASON_CLASSES)[number];
  readonly refused_kind: (typeof REFUSED_KINDS)[number];
  readonly actor?: string;
  readonly approver?: string;
  readonly description?: string;
  readonly evidence_digest?: string;
  readonly irreversibility?: string;
  readonly quarantine_receipt?: string;
  readonly reevaluate_when?: string;
}

/** The payload `halt.v1`: somebody stops actors, or lets them go on. */
export interface HaltPayload {
  readonly schema: 'halt.v1';
  readonly action: 'halt' | 'lift';
  /** Who is stopped: a URI, or `*` for all. */
  readonly actor: string;
  readonly issued_at: string;
  readonly reason?: string;
  /** The halt that is lifted. */
  readonly halt?: string;
}

/** The payload `unjudged.v1`, a kind of ours: a gate was asked about a call that nobody judged. */
export interface UnjudgedPayload {
  readonly schema: 'unjudged.v1';
  /** Why: the code of the error that came instead of a judgement. */
  readonly code: string;
  /** What happened to the call. */
  readonly effect: 'allow' | 'warn' | 'ask' | 'deny';
  readonly unjudged_at: string;
  /** Who wanted to act: a URI. */
  readonly actor?: string;
  /** The digest of `{ input, tool }`. */
  readonly call_digest?: string;
}

/** The payload of a receipt under the name of its kind; nothing for kinds that are not known. */
export interface KnownPayload {
  readonly judgement?: JudgementPayload;
  readonly resolution?: ResolutionPayload;
  readonly blocked?: BlockedPayload;
  readonly halt?: HaltPayload;
  readonly unjudged?: UnjudgedPayload;
}

/**
 * Checks the payload of a receipt by the schema of its kind.
 *
 * @throws {@link ReceiptError} `bad_payload`, also for a payload that names the schema of another
 *   kind: it would be read by those who look at its schema alone.
 */
export function readPayload(kind: string, payload: JsonValue | undefined): KnownPayload {
  const schema = isObject(payload) ? payload['schema'] : undefined;
  if (typeof schema === 'string' && schema !== kind && KINDS.has(schema)) {
    throw new ReceiptError('bad_payload', {
      path: `${ROOT}.schema`,
      rule: 'a payload with this schema belongs in a receipt of the same kind',
      fix: `ask its signer for a receipt whose kind is ${schema}`,
    });
  }
  return KINDS.get(kind)?.read(payload) ?? {};
}

/** The role that a key needs for a kind of receipt; any other kind needs a key without roles. */
export function roleFor(kind: string | undefined): Role | undefined {
  return KINDS.get(kind ?? '')?.role;
}

/** The effects that a decision goes against; a deny after an ask is what was asked for. */
const AGAINST: { readonly [D in ResolutionPayload['decision']]: readonly string[] } =
  /* @__PURE__ */ Object.freeze({ allow: ['deny', 'ask'], deny: ['allow', 'warn'], route: [] });

const ROOT = 'statement.payload';

interface Kind {
  readonly role?: Role;
  read(payload: unknown): KnownPayload;
}

const KINDS: ReadonlyMap<string, Kind> = /* @__PURE__ */ new Map<string, Kind>([
  ['judgement.v1', { role: 'judge', read: readJudgement }],
  ['judgement.resolution.v1', { role: 'decider', read: readResolution }],
  ['blocked.v1', { role: 'gate', read: readBlocked }],
  ['halt.v1', { read: readHalt }],
  ['unjudged.v1', { role: 'gate', read: readUnjudged }],
]);

/** `judgement.resolution.v1`: no further members are allowed. */
const RESOLUTION = /* @__PURE__ */ strictObject({
  schema: v.literal('judgement.resolution.v1'),
  judgement: artifact,
  by: v.string(),
  decision: v.picklist(['allow', 'deny', 'route']),
  route: v.exactOptional(v.string()),
  overrides: v.exactOptional(v.string()),
  reason: v.exactOptional(v.string()),
  resolved_at: v.string(),
});

/** `blocked.v1`: further members are allowed. */
const BLOCKED = /* @__PURE__ */ object({
  reason_class: v.picklist(REASON_CLASSES),
  refused_kind: v.picklist(REFUSED_KINDS),
  actor: v.exactOptional(v.string()),
  approver: v.exactOptional(v.string()),
  description: v.exactOptional(v.string()),
  evidence_digest: v.exactOptional(v.string()),
  irreversibility: v.exactOptional(v.string()),
  quarantine_receipt: v.exactOptional(v.string()),
  reevaluate_when: v.exactOptional(v.string()),
});

/** `halt.v1`: no further members are allowed. */
const HALT = /* @__PURE__ */ strictObject({
  schema: v.literal('halt.v1'),
  action: v.picklist(['halt', 'lift']),
  actor: v.string(),
  issued_at: v.string(),
  reason: v.exactOptional(v.string()),
  halt: v.exactOptional(v.string()),
});

/** `unjudged.v1`: no further members are allowed. */
const UNJUDGED = /* @__PURE__ */ strictObject({
  schema: v.literal('unjudged.v1'),
  code: v.string(),
  effect: v.picklist(['allow', 'warn', 'ask', 'deny']),
  unjudged_at: v.string(),
  actor: v.exactOptional(v.string()),
  call_digest: v.exactOptional(v.string()),
});

function readJudgement(payload: unknown): KnownPayload {
  checkJudgement(payload, ROOT);
  return { judgement: payload };
}

function readResolution(payload: unknown): KnownPayload {
  checkShape(RESOLUTION, payload, blame('judgement.resolution.v1'));
  return { resolution: payload };
}

function readBlocked(payload: unknown): KnownPayload {
  checkShape(BLOCKED, payload, blame('blocked.v1'));
  return { blocked: payload };
}

function readHalt(payload: unknown): KnownPayload {
  checkShape(HALT, payload, blame('halt.v1'));
  return { halt: payload };
}

function readUnjudged(payload: unknown): KnownPayload {
  checkShape(UNJUDGED, payload, blame('unjudged.v1'));
  return { unjudged: payload };
}

function blame(kind: string): Blame {
  return { code: 'bad_payload', root: ROOT, fix: `ask its signer to follow ${kind}` };
}
