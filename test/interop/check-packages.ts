/**
 * Many receipts of ours, sealed and verified as a package of a session.
 *
 * @module
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { bands, judgeSync, noul, toolCall } from 'judgement';
import {
  type AttestedReceipt,
  attest,
  block,
  type Envelope,
  type OpenedReceipt,
  openReceipt,
  type PackageReport,
  resolve,
  verifyPackage,
} from 'judgement/receipt';
import { barCases } from './bars.js';
import { BUILD, type Program } from './programs.js';
import { CLOCK, HUMAN, KEYS, MACHINE, TRUSTED } from './signers.js';
import type { Tally } from './tally.js';

/** What `package` of treeship-core says, and where it wrote the package. */
interface Packed {
  readonly path: string;
  readonly rows: readonly {
    readonly name: string;
    readonly status: string;
    readonly detail: string;
  }[];
}

/** A whole session, and sessions that lack something: the same findings on both sides. */
export function checkPackages({ equal }: Tally, program: Program): void {
  const rows = sessions();
  const requests = rows.map(({ receipts }, index) =>
    pack(
      `session-${index}`,
      receipts.map(({ envelope }) => envelope),
    ),
  );
  program.ask<Packed>(requests).forEach(({ path, rows: report, error }, index) => {
    const { name, receipts, chain, judgements, codes } = rows[index] ?? EMPTY;
    equal(`${name}: packed`, error, undefined);
    if (report === undefined) return;
    const statusOf = (row: string) => report.find((each) => each.name === row)?.status;
    for (const { id } of receipts) equal(`${name}: signature`, statusOf(`signature:${id}`), 'pass');
    equal(`${name}: chain`, statusOf('chain_linkage'), chain);
    equal(`${name}: judgements`, statusOf('judgements'), judgements);
    const list = verifyPackage(
      receipts.map(({ envelope }) => envelope),
      { keys: TRUSTED, from: null },
    );
    equal(`${name}: the list here`, findings(list), codes);
    const folder = verifyPackage(readFolder(path), { keys: TRUSTED });
    equal(`${name}: the folder here`, folder.trusted, receipts.length);
    equal(`${name}: its files here`, findingsOfFolder(folder), codes.map(inFolder));
  });
}

/** Bars of all sorts: what Treeship takes for broken is not taken for kept here. */
export function checkBars({ equal }: Tally, program: Program): void {
  const envelopes = barCases();
  const [packed] = program.ask<Packed>([pack('bars', envelopes)]);
  const row = packed?.rows?.find(({ name }) => name === 'judgements');
  const { items } = verifyPackage(envelopes, { keys: TRUSTED });
  equal('bars: status there', row?.status, 'warn');
  for (const [index, envelope] of envelopes.entries()) {
    const opened = openReceipt(envelope);
    const judgement = opened.ok ? opened.judgement : undefined;
    const what = JSON.stringify(judgement);
    equal(`${what}: opened`, opened.ok, true);
    if (!opened.ok || !row?.detail.includes(`${opened.id} acted`)) continue;
    const codes = items[index]?.codes.filter((code) => BAR_CODES.has(code)) ?? [];
    equal(`${what}: found`, codes.length > 0 || restsOnProbability(opened), true);
  }
}

/**
 * Treeship decides on a choice without a confidence by the probability of its label, as is done
 * here, but its report takes the noul then, or nothing.
 */
function restsOnProbability({ judgement }: OpenedReceipt): boolean {
  const { question, answer } = judgement ?? {};
  const { choice = '', confidence, probabilities = {} } = answer ?? {};
  return (
    question?.type === 'choice' && confidence === undefined && Object.hasOwn(probabilities, choice)
  );
}

const BAR_CODES: ReadonlySet<string> = new Set([
  'bar_contradicted',
  'bar_missing',
  'bar_unmeasured',
  'outcome_contradicted',
  'answer_contradicted',
]);

interface Session {
  readonly name: string;
  readonly receipts: readonly AttestedReceipt[];
  readonly chain: 'pass' | 'fail';
  readonly judgements: 'pass' | 'warn';
  /** What is found here that does not pass. */
  readonly codes: readonly string[];
}

const EMPTY: Session = { name: '', receipts: [], chain: 'pass', judgements: 'pass', codes: [] };

function sessions(): readonly Session[] {
  const state = toolCall({ tool: 'Bash', input: { command: 'ls' } });
  const calm = attest(judgeSync({ state }, { clock: CLOCK }), { signer: MACHINE, clock: CLOCK });
  const parent = calm.at(-1)?.id ?? '';
  const escalated = attest(askUnsure(), { signer: MACHINE, clock: CLOCK, parent });
  const decided = escalated.map((receipt) =>
    resolve(receipt, { signer: HUMAN, by: 'human://ada', decision: 'deny', clock: CLOCK }),
  );
  const blocked = block({
    signer: MACHINE,
    clock: CLOCK,
    reasonClass: 'human_escalation_pending',
    refusedKind: 'action',
    parent: decided.at(-1)?.id ?? '',
  });
  const pass = { chain: 'pass', judgements: 'pass', codes: [] } as const;
  const whole = [...calm, ...escalated, ...decided, blocked];
  const late = [...calm.slice(1), ...calm.slice(0, 1)];
  const gap = [...calm.slice(0, 2), ...calm.slice(3)];
  return [
    { ...pass, name: 'rules', receipts: calm },
    { ...pass, name: 'a whole session', receipts: whole },
    {
      ...pass,
      name: 'an open escalation',
      receipts: [...calm, ...escalated],
      judgements: 'warn',
      codes: ['escalation_open'],
    },
    { ...pass, name: 'out of order', receipts: late, chain: 'fail', codes: ['chain_reordered'] },
    {
      ...pass,
      name: 'a gap',
      receipts: gap,
      chain: 'fail',
      codes: ['chain_gap', 'chain_heads'],
    },
  ];
}

function askUnsure() {
  const questions = { sure: noul('Is it unsafe?') };
  const ask = { info: { model: 'm-1' }, ask: () => ({ answers: { sure: { noul: 0.5 } } }) };
  const policy = bands({ deny: 0.9, allow: 0.1 });
  return judgeSync({ state: 'something', questions }, { judge: ask, policy, clock: CLOCK });
}

function findings({ rows }: PackageReport): readonly string[] {
  return rows.filter(({ status }) => status !== 'pass').map(({ code }) => code);
}

/** Without the seal, which the session's own close would have made. */
function findingsOfFolder(report: PackageReport): readonly string[] {
  return findings(report).filter((code) => code !== 'folder_unsealed');
}

/** The order of a folder is that of its list, where Treeship keeps it. */
function inFolder(code: string): string {
  return code === 'chain_reordered' ? 'folder_order' : code;
}

function pack(name: string, envelopes: readonly Envelope[]): object {
  const dir = join(BUILD, 'packages', name);
  rmSync(dir, { recursive: true, force: true });
  const texts = envelopes.map((envelope) => JSON.stringify(envelope));
  return { op: 'package', dir, keys: KEYS, envelopes: texts };
}

function readFolder(folder: string): ReadonlyMap<string, Uint8Array> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path)]));
}
