/**
 * Envelopes of ours: one row a kind, with every member that it can have.
 *
 * @module
 */
import { checkAnswers, digest, judgeSync, noul, score, toolCall } from 'judgement';
import {
  type AttestedReceipt,
  attest,
  attestAnswer,
  block,
  type Envelope,
  resolve,
} from 'judgement/receipt';
import { makeDice } from './dice.js';
import { attestSomething } from './judgements.js';
import { CLOCK, HUMAN, JUDGE, MACHINE, sealBytes, sealStatement } from './signers.js';

/** An envelope that is in order. */
export interface Sample {
  readonly name: string;
  readonly kind: string;
  readonly envelope: Envelope;
}

const JUDGED = `art_${'87a5ec7bc6b306da'.repeat(2)}`;
const AT = '2026-12-01T12:00:00Z';
const DIGEST = `sha256:${'5e'.repeat(32)}`;

/** A `judgement.v1` payload with every member of its schema. */
export const FULL_JUDGEMENT = {
  schema: 'judgement.v1',
  judge: {
    model: 'verdicts-2',
    provider: 'local',
    kind: 'classifier',
    replayable: false,
    request_id: 'req_1',
  },
  contract: { id: 'guard', version: '3' },
  state_digest: DIGEST,
  questions_digest: DIGEST,
  response_digest: DIGEST,
  question: { key: 'team', type: 'choice', instructions: 'Whose is it?', options: ['a', 'b'] },
  answer: {
    noul: 0.25,
    choice: 'a',
    score: 1.5,
    probabilities: { a: 0.75, b: 0.25 },
    confidence: 0.75,
  },
  threshold: { value: 0.5, applies_to: 'confidence', set_by: 'policy://ops@7' },
  outcome: 'acted',
  effect: 'a',
  latency_ms: 41,
  usage: { input_tokens: 10, output_tokens: 2 },
  notes: 'first',
  judged_at: AT,
} as const;

/** A `judgement.resolution.v1` payload with every member of its schema. */
export const FULL_RESOLUTION = {
  schema: 'judgement.resolution.v1',
  judgement: JUDGED,
  by: 'human://ada',
  decision: 'route',
  route: 'billing',
  overrides: 'deny',
  reason: 'checked by hand – naïve 😀',
  resolved_at: AT,
} as const;

/** A `blocked.v1` payload with every member of its schema. */
export const FULL_BLOCKED = {
  reason_class: 'policy_threshold_exceeded',
  refused_kind: 'action',
  actor: 'agent://deployer',
  approver: 'human://ada',
  irreversibility: 'reversible',
  description: 'shell_destructive at 1',
  quarantine_receipt: JUDGED,
  evidence_digest: DIGEST,
  reevaluate_when: '2026-12-02T12:00:00Z',
} as const;

/** A `halt.v1` payload with every member of its schema. */
export const FULL_HALT = {
  schema: 'halt.v1',
  action: 'lift',
  actor: 'agent://deployer',
  reason: 'checked by hand',
  halt: JUDGED,
  issued_at: AT,
} as const;

/** All of the samples. */
export function samples(): readonly Sample[] {
  return [...judgements(), ...resolutions(), ...blocked(), ...others()];
}

/** What the rules say of a command that destroys: the last of six receipts is a deny. */
export function judged(): readonly AttestedReceipt[] {
  const state = toolCall({ tool: 'Bash', input: { command: 'rm -rf / && echo 😀' } });
  const result = judgeSync({ state }, { clock: CLOCK });
  return attest(result, { signer: MACHINE, subject: JUDGED, clock: CLOCK });
}

/** Two answers that their judge signed, in a member that Treeship does not know. */
function vouched(): readonly AttestedReceipt[] {
  const info = { model: 'guard-2', kind: 'classifier' } as const;
  const questions = {
    tone: score('How kind?', ['poor', 'fair']),
    unsafe: noul('Is it unsafe? 😀'),
  };
  const answers = checkAnswers(questions, { tone: { score: 0.5 }, unsafe: { noul: 0.25 } });
  const state = 'rm -rf ./naïve';
  const [stateDigest, responseDigest] = [digest(state), digest(answers)];
  const answered = { stateDigest, questions, answers, judge: info, responseDigest };
  const attestation = attestAnswer(answered, { signer: JUDGE, clock: CLOCK });
  const judge = { info, ask: () => ({ answers, responseDigest, attestation }) };
  return attest(judgeSync({ state, questions }, { judge, clock: CLOCK }), {
    signer: MACHINE,
    clock: CLOCK,
  });
}

function judgements(): readonly Sample[] {
  const drawn = makeDice(1);
  const random = Array.from({ length: 12 }, () => attestSomething(drawn).receipts).flat();
  const full = sealStatement('judgement.v1', FULL_JUDGEMENT, {
    subject: { artifactId: JUDGED, digest: DIGEST, uri: 'https://example.com/call/7' },
    parentId: JUDGED,
  });
  return [
    { name: 'judgement.v1 in full', kind: 'judgement.v1', envelope: full },
    ...toSamples('judgement.v1', [...judged(), ...vouched(), ...random]),
  ];
}

function resolutions(): readonly Sample[] {
  const kind = 'judgement.resolution.v1';
  const more = { system: 'human://ada', subject: { artifactId: JUDGED }, parentId: JUDGED };
  const full = sealStatement(kind, FULL_RESOLUTION, more, HUMAN);
  const by = { signer: HUMAN, by: 'human://ada', clock: CLOCK };
  const receipts = judged().flatMap((receipt) => {
    const first = resolve(receipt, { ...by, decision: 'allow', reason: 'checked – naïve 😀' });
    const second = resolve(receipt, { ...by, decision: 'deny', replaces: first, parent: first.id });
    return [first, second, resolve(receipt, { ...by, decision: 'route', route: 'billing' })];
  });
  return [{ name: `${kind} in full`, kind, envelope: full }, ...toSamples(kind, receipts)];
}

function blocked(): readonly Sample[] {
  const kind = 'blocked.v1';
  const [first] = judged();
  const more = {
    subject: JUDGED,
    parent: first?.id ?? '',
    actor: 'agent://a',
    approver: 'human://ada',
  };
  const receipts = REASONS.flatMap((reasonClass) => [
    block({ signer: MACHINE, clock: CLOCK, reasonClass, refusedKind: 'action' }),
    block({ signer: MACHINE, clock: CLOCK, reasonClass, refusedKind: 'approval', ...more }),
  ]);
  const full = sealStatement(kind, FULL_BLOCKED);
  return [{ name: `${kind} in full`, kind, envelope: full }, ...toSamples(kind, receipts)];
}

const REASONS = [
  'policy_threshold_exceeded',
  'quarantine_triggered',
  'scope_violation',
  'operator_revocation',
  'human_escalation_pending',
] as const;

function toSamples(kind: string, receipts: readonly AttestedReceipt[]): readonly Sample[] {
  return receipts.map(({ envelope }, index) => ({ name: `${kind} #${index}`, kind, envelope }));
}

function others(): readonly Sample[] {
  const { halt: _, reason: __, ...least } = FULL_HALT;
  const halt = { ...least, action: 'halt', actor: '*' };
  const note = { text: 'what no schema knows', amount: 1e21, list: [null, true, 0.1] };
  const statement = { type: 'treeship/action/v1', timestamp: AT, actor: 'agent://a', action: 'x' };
  const action = 'application/vnd.treeship.action.v1+json';
  const bytes = Buffer.from(JSON.stringify(statement));
  return [
    { name: 'halt.v1', kind: 'halt.v1', envelope: sealStatement('halt.v1', halt) },
    { name: 'halt.v1 in full', kind: 'halt.v1', envelope: sealStatement('halt.v1', FULL_HALT) },
    { name: 'an unknown kind', kind: 'note.v1', envelope: sealStatement('note.v1', note) },
    {
      name: 'a judgement of two signers',
      kind: 'judgement.v1',
      envelope: sealBytes(
        Buffer.from(sealStatement('judgement.v1', FULL_JUDGEMENT).payload, 'base64url'),
        [MACHINE, HUMAN],
      ),
    },
    { name: 'an action', kind: '', envelope: sealBytes(bytes, [MACHINE], action) },
  ];
}
