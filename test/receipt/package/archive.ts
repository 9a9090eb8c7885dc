/**
 * A package of 50 receipts in which all is well, and the means to make others like it.
 *
 * @module
 */
import {
  choice,
  digest,
  judgeSync,
  type State,
  score,
  threshold,
  toolCall,
} from '../../../src/index.js';
import { judgeSyncWith } from '../../../src/judge.js';
import { block } from '../../../src/receipt/blocked.js';
import { ed25519Signer } from '../../../src/receipt/ed25519.js';
import type { Envelope } from '../../../src/receipt/envelope.js';
import { attest } from '../../../src/receipt/judgement.js';
import { openReceipt } from '../../../src/receipt/open.js';
import type { PackageReport } from '../../../src/receipt/package/report.js';
import { type PackageOptions, verifyPackage } from '../../../src/receipt/package.js';
import { publicKeySet } from '../../../src/receipt/public-key-set.js';
import { resolve } from '../../../src/receipt/resolution.js';
import { rulesJudge, rulesQuestions } from '../../../src/rules/index.js';
import {
  bytes,
  derivedId,
  OTHER_PUBLIC,
  OTHER_SECRET,
  PUBLIC,
  RECEIPT,
  SECRET,
  seal,
} from '../fixtures.js';

/** The secret key of RFC 8032 §7.1 TEST 3, for a third party. */
export const CLERK_SECRET = bytes(
  'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
);
export const CLERK_PUBLIC = 'ed25519:_FHNjmIYoaONpH7QAjDwWAgW7RO6MwOsXeuRFUiQgCU';

export const ADA = 'human://ada';
export const MACHINE_ID = derivedId(PUBLIC);
export const ADA_ID = derivedId(OTHER_PUBLIC);
export const CLERK_ID = derivedId(CLERK_PUBLIC);
const machine = ed25519Signer(SECRET);
const ada = ed25519Signer(OTHER_SECRET);

/** The keys, each trusted for what it does: judging and blocking, deciding, anything. */
export const KEYS = [
  { publicKey: PUBLIC, roles: ['judge', 'gate'] },
  { publicKey: OTHER_PUBLIC, roles: ['decider'], by: [ADA] },
  { publicKey: CLERK_PUBLIC },
] as const satisfies PackageOptions['keys'];

/** The same, with tables that grow once. */
const RING = publicKeySet(KEYS);

/** One receipt of a package, and its statement as it can be changed. */
export interface Member {
  readonly id: string;
  readonly digest: string;
  readonly envelope: Envelope;
}

/** A package, and what an auditor has beside it. */
export interface Archive {
  readonly members: readonly Member[];
  readonly options: PackageOptions;
}

const COMMANDS = ['ls', 'rm -rf /', 'cat README.md', 'git push --force', 'npm test', 'make', 'pwd'];

/** The states that were judged by rules. */
export const STATES: readonly State[] = COMMANDS.map((command) =>
  toolCall({ tool: 'Bash', input: { command }, workspaceRoot: '/srv/proj' }),
);

/** Each minute something is signed, from noon on. */
export function clockAt(minute: number): () => number {
  return () => Date.UTC(2026, 10, 30, 12, minute);
}

/**
 * Seven calls of six rules, a choice that nobody was sure of and a score, two decisions of a
 * person, four records of what was blocked, a note and an action: 50 receipts in one chain.
 */
export function archive(note = 'all is well'): Archive {
  const members: Member[] = [];
  const push = (...receipts: readonly Member[]): void => {
    members.push(...receipts);
  };
  const onto = (): { parent?: string } => {
    const last = members.at(-1);
    return last === undefined ? {} : { parent: last.id };
  };
  STATES.forEach((state, minute) => {
    const clock = clockAt(minute);
    const result = judgeSync({ state }, { contract: 'tool-guard@1', clock });
    push(...attest(result, { signer: machine, clock, notes: note, ...onto() }));
  });
  push(...attest(unsure(), { signer: machine, clock: clockAt(10), ...onto() }));
  const [first, , third] = members.slice(42);
  const verdict = members[43];
  const denied = members[11];
  if (first === undefined || verdict === undefined || denied === undefined || third !== undefined) {
    throw new Error('the archive is not what it says it is');
  }
  const decide = { signer: ada, by: ADA, clock: clockAt(20) };
  push(resolve(reopened(verdict), { ...decide, decision: 'allow', reason: 'seen', ...onto() }));
  push(resolve(reopened(denied), { ...decide, decision: 'allow', reason: 'a test', ...onto() }));
  push(blocked('policy_threshold_exceeded', { subject: members[9]?.id ?? '', ...onto() }));
  push(blocked('policy_threshold_exceeded', { subject: members[23]?.id ?? '', ...onto() }));
  push(sealed(noteOf('note.v1', { parentId: onto().parent })));
  push(sealed(actionOf({ parentId: onto().parent }), ACTION));
  return {
    members,
    options: {
      keys: RING,
      from: null,
      head: members.at(-1)?.id ?? '',
      states: STATES,
      judges: [rulesJudge()],
      contracts: { 'tool-guard@1': digest(rulesQuestions) },
    },
  };
}

export const ACTION = 'application/vnd.treeship.action.v1+json';

/** A receipt of a kind that is not known, signed by the clerk. */
export function noteOf(kind: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    kind,
    system: 'system://clerk',
    timestamp: '2026-11-30T12:40:00Z',
    type: 'treeship/receipt/v1',
    ...more,
  };
}

/** An action, which is no receipt of ours. */
export function actionOf(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: 'treeship/action/v1',
    timestamp: '2026-11-30T12:50:00Z',
    actor: 'agent://deploy',
    action: 'tool.call',
    ...more,
  };
}

/** Signs any statement, by the clerk unless another secret is given. */
export function sealed(
  statement: object,
  type = RECEIPT,
  { secret = CLERK_SECRET, keyid = CLERK_ID } = {},
): Member {
  return named(seal(JSON.stringify(statement), { type, signers: [{ secret, keyid }] }));
}

/** Signs any statement as the machine does. */
export function byMachine(statement: object): Member {
  return sealed(statement, RECEIPT, { secret: SECRET, keyid: MACHINE_ID });
}

/** Signs any statement as Ada does. */
export function byAda(statement: object): Member {
  return sealed(statement, RECEIPT, { secret: OTHER_SECRET, keyid: ADA_ID });
}

/** An envelope, and the names that follow from its bytes. */
export function named(envelope: Envelope): Member {
  const opened = openReceipt(envelope);
  if (!opened.ok) throw new Error(`${opened.code} at ${opened.path}`);
  return { id: opened.id, digest: opened.digest, envelope };
}

/** What a receipt says, to be changed. */
export function statementOf(member: Member | undefined): Record<string, unknown> {
  return JSON.parse(Buffer.from(member?.envelope.payload ?? '', 'base64url').toString('utf8'));
}

/** The payload of its statement, to be changed. */
export function payloadOf(member: Member | undefined): Record<string, unknown> {
  return { ...Object(statementOf(member)['payload']) };
}

/** The rows that do not pass: the ids of each by its code. */
export function faultsOf(report: PackageReport): Record<string, readonly string[]> {
  const faults = report.rows.filter(({ status }) => status !== 'pass');
  return Object.fromEntries(faults.map(({ code, ids }) => [code, ids]));
}

/** The worst of some rows. */
export function rowStatusOf(rows: PackageReport['rows']): PackageReport['status'] {
  if (rows.some(({ status }) => status === 'fail')) return 'fail';
  return rows.some(({ status }) => status === 'warn') ? 'warn' : 'pass';
}

/** Verifies envelopes, or anything, as the auditor of an archive does. */
export function verify(input: unknown, options: PackageOptions): PackageReport {
  return verifyPackage(input, options);
}

function reopened(member: Member) {
  const opened = openReceipt(member.envelope);
  if (!opened.ok) throw new Error(opened.code);
  return opened;
}

function blocked(
  reasonClass: 'policy_threshold_exceeded',
  links: { subject: string; parent?: string },
): Member {
  return block({
    signer: machine,
    reasonClass,
    refusedKind: 'action',
    clock: clockAt(30),
    ...links,
  });
}

/** A classifier that is unsure of its verdict, and a score. */
function unsure() {
  const questions = {
    tone: score('How calm?', ['poor', 'fair', 'good']),
    verdict: choice('What now?', ['allow', 'deny']),
  };
  const info = { model: 'verdicts-2', kind: 'classifier' } as const;
  const answers = { tone: { score: 1.5 }, verdict: { choice: 'allow', confidence: 0.4 } };
  return judgeSyncWith(
    { info, ask: () => ({ answers }) },
    { state: 'a refund of 250', questions },
    { policy: threshold(0.8, { setBy: 'policy://ops@7' }), clock: clockAt(10) },
  );
}
