/**
 * Verifying a package: a pile of receipts, and every fact that can be had from it.
 *
 * @module
 */
import { JudgeError, ReceiptError } from '../errors.js';
import type { State, SyncJudge } from '../judge.js';
import { checkOptions, isPromise, refusePromise } from '../members.js';
import { type ArtifactId, isArtifactId } from './envelope.js';
import type { ChainEnds } from './links.js';
import { answerRows } from './package/answers.js';
import type { YesSides } from './package/bars.js';
import { blockedRows } from './package/blocked.js';
import { chainRows } from './package/chain.js';
import { clockRows } from './package/clock.js';
import {
  type ContractLookup,
  type ContractSet,
  type Contracts,
  contractRows,
  readContracts,
} from './package/contracts.js';
import { examine, examineEntry, type Item } from './package/examine.js';
import { duplicateRows, idRows } from './package/ids.js';
import { judgementRows } from './package/judgements.js';
import { readClaimedKeys } from './package/keys.js';
import { callRows, kindRows } from './package/kinds.js';
import { folderRows, inputRows } from './package/listing.js';
import { readPackage } from './package/read.js';
import { readStates, replayRows } from './package/replays.js';
import { resolutionRows } from './package/resolutions.js';
import type { PackageRow, RowCode, RowStatus } from './package/rows.js';
import { signatureRows } from './package/signatures.js';
import { byModel } from './replay.js';
import { type ReceiptVerdict, readDemand, type SignedBy } from './verdict.js';
import type { VerifyOptions } from './verify.js';
import { toKeySet, verifyWith } from './verify.js';

/** What {@link verifyPackage} takes beside the package. */
export interface PackageOptions extends VerifyOptions, ChainEnds {
  /** The states that were kept: values, their JSON texts, or their bytes. None by default. */
  readonly states?: readonly (State | Uint8Array)[] | undefined;
  /** The judges that can be asked again, such as `rulesJudge()`. None by default. */
  readonly judges?: readonly SyncJudge[] | undefined;
  /**
   * What you know of contracts: question sets, a function that finds one by its id, or the digest of
   * the questions of each version, `{ 'ticket-router@3': digest(questions) }`. A set also says
   * which versions it has and which were published. Without it no contract is checked.
   */
  readonly contracts?: Contracts | readonly ContractSet[] | ContractLookup | undefined;
  /**
   * What yes meant, by the key of the noul, where the policy had it otherwise than `deny`: the
   * option `yes` of `threshold()`. A receipt does not say. None by default.
   */
  readonly yes?: YesSides | undefined;
  /** Whether a warning makes the whole a failure. Defaults to false. */
  readonly strict?: boolean | undefined;
  /** How many entries to read, 1 or more. Defaults to 100,000. */
  readonly maxReceipts?: number | undefined;
}

/** What is known of one entry of a package. */
export interface PackageItem {
  /** Where it is: `receipts[3]`, `line 4`, `artifacts/a.json`. */
  readonly place: string;
  /** The id that follows from its bytes; absent where they are no receipt. */
  readonly id?: ArtifactId;
  /** The kind of its statement, or its media type; absent where it is no receipt. */
  readonly kind?: string;
  /** Who signed it, and whether you trust them; or what is wrong with it. */
  readonly verdict: ReceiptVerdict;
  /** The keys that signed it and that only the package itself vouches for. */
  readonly claimed: readonly SignedBy[];
  /** The codes of the rows that name it and do not pass. */
  readonly codes: readonly RowCode[];
}

/** What came of verifying a package. */
export interface PackageReport {
  /** That of the worst row. */
  readonly status: RowStatus;
  /** How many receipts there are, each counted once. */
  readonly receipts: number;
  /** How many of them carry a good signature of a key that you or the package know. */
  readonly signed: number;
  /** How many of them verify: all signatures good, one by a key that you trust for it. */
  readonly trusted: number;
  /** What was found, in the order of the checks. */
  readonly rows: readonly PackageRow[];
  /** What is known of each entry, in the order in which they were read. */
  readonly items: readonly PackageItem[];
}

/**
 * Verifies a package of receipts: each as {@link verifyReceipt} does, and all of them against each
 * other. It reports on whatever it is given, and throws for the keys, the options and a promise that
 * nobody awaited alone.
 *
 * There is a row for each thing that was found, with a code that is never renamed: about the
 * input, the signatures, the keys that the package brings, the ids, duplicates, kinds, the chain,
 * the clock, calls, judgements and their bars, who vouches for the answers, resolutions, what was
 * blocked, replays, contracts.
 * A row that passes says what was checked. A package that is intact can still say that its callers
 * broke their own bars; and one that is not is reported on all the same.
 *
 * It takes time and memory in proportion to the package.
 *
 * @param input Envelopes or artifact records in a list, in any order, as objects or JSON text; one
 *   of them; JSON lines; or a folder of Treeship: a map, or an object, of file names to text or
 *   bytes.
 * @param options See {@link PackageOptions}.
 * @returns The rows, and what is known of each entry.
 * @throws {@link ReceiptError} `bad_key` as {@link publicKeySet} does, `bad_id` for a `from` or `head`
 *   that is no artifact id.
 * @throws {@link JudgeError} `bad_option` for an option that does not exist or is out of range, and
 *   as {@link verifyReceipt} does; the codes of `snapshot()` for a state that is not JSON.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { attest, generateKey, verifyPackage } from 'judgement/receipt';
 * import { rulesJudge } from 'judgement/rules';
 *
 * const { signer, publicKey } = generateKey();
 * const state = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });
 * const log = attest(judgeSync({ state }), { signer }).map(({ envelope }) => envelope);
 * const report = verifyPackage(log, {
 *   keys: [publicKey],
 *   states: [state],
 *   judges: [rulesJudge()],
 * });
 * console.log(report.status, report.trusted); // pass 6
 * for (const { code, sentence } of report.rows) console.log(code, sentence);
 * ```
 */
export function verifyPackage(input: unknown, options: PackageOptions): PackageReport {
  checkOptions(options, OPTIONS, 'options');
  if (isPromise(input)) refusePromise('input');
  const { from, head, contracts, yes = {}, strict = false } = options;
  checkEnds(from, head);
  checkFlag(strict);
  checkSides(yes);
  const find = contracts === undefined ? undefined : readContracts(contracts, 'options.contracts');
  const keySet = toKeySet(options.keys);
  const demand = readDemand(options.answers);
  const judges = byModel(options.judges ?? [], 'options.judges');
  const states = readStates(checkStates(options.states ?? []), 'options.states');

  const read = readPackage(input, checkMaximum(options.maxReceipts ?? MAX_RECEIPTS));
  const claimed = readClaimedKeys(read.keys, keySet);
  const settings = { demand, known: new Map() };
  const open = (entry: Item['entry']): Item =>
    examineEntry(entry, verifyWith(entry.envelope, keySet, settings), claimed);
  const examined = examine(read.entries.map(open), read.seals.map(open));
  const { receipts } = examined;
  const ends = { ...(from === undefined ? {} : { from }), ...(head === undefined ? {} : { head }) };
  const rows = [
    ...inputRows(read),
    ...folderRows(read, examined),
    ...signatureRows(examined),
    ...claimed.rows,
    ...idRows(examined),
    ...duplicateRows(examined),
    ...kindRows(examined),
    ...chainRows(examined, ends, read.form !== 'folder'),
    ...clockRows(examined),
    ...callRows(examined),
    ...judgementRows(examined, yes),
    ...answerRows(examined, demand),
    ...resolutionRows(examined),
    ...blockedRows(examined),
    ...replayRows(examined, states, judges),
    ...contractRows(examined, find),
  ];
  return Object.freeze({
    status: worst(rows, strict),
    receipts: receipts.length,
    signed: receipts.filter(({ signers }) => signers.size > 0).length,
    trusted: receipts.filter(({ isTrusted }) => isTrusted).length,
    rows: Object.freeze(rows),
    items: Object.freeze(toItems([...examined.items, ...examined.seals], rows)),
  });
}

const MAX_RECEIPTS = 100_000;

const OPTIONS: readonly (keyof PackageOptions)[] = [
  'keys',
  'answers',
  'from',
  'head',
  'states',
  'judges',
  'contracts',
  'yes',
  'strict',
  'maxReceipts',
];

function worst(rows: readonly PackageRow[], strict: boolean): RowStatus {
  const has = (status: RowStatus): boolean => rows.some((row) => row.status === status);
  if (has('fail') || (strict && has('warn'))) return 'fail';
  return has('warn') ? 'warn' : 'pass';
}

function toItems(items: readonly Item[], rows: readonly PackageRow[]): PackageItem[] {
  const codes = new Map<string, Set<RowCode>>();
  for (const { code, status, ids } of rows) {
    if (status === 'pass') continue;
    for (const id of ids) {
      const known = codes.get(id);
      if (known === undefined) codes.set(id, new Set([code]));
      else known.add(code);
    }
  }
  return items.map(({ entry, verdict, opened, name, claimed }) =>
    Object.freeze({
      place: entry.place,
      ...(opened === undefined
        ? {}
        : { id: opened.id, kind: opened.statement?.kind ?? opened.payloadType }),
      verdict,
      claimed: Object.freeze(claimed),
      codes: Object.freeze([...(codes.get(name) ?? [])]),
    }),
  );
}

function checkEnds(from: string | null | undefined, head: string | undefined): void {
  if (from !== undefined && from !== null) checkId(from, 'options.from');
  if (head !== undefined) checkId(head, 'options.head');
}

function checkId(id: string, path: string): void {
  if (isArtifactId(id)) return;
  throw new ReceiptError('bad_id', {
    path,
    rule: 'an artifact id is art_ and 32 lower-case hex digits',
    fix: 'pass the id of a receipt, or leave it out',
  });
}

function checkFlag(strict: unknown): void {
  if (typeof strict === 'boolean') return;
  refuse('options.strict', 'strict is true or false', 'leave it out for false');
}

function checkSides(yes: YesSides): void {
  for (const side of Object.values(yes)) {
    if (SIDES.includes(side)) continue;
    refuse('options.yes', 'the yes side is deny, ask, warn or allow', 'use one of the four');
  }
}

const SIDES: readonly string[] = ['deny', 'ask', 'warn', 'allow'];

function checkStates(states: readonly (State | Uint8Array)[]): typeof states {
  if (Array.isArray(states)) return states;
  return refuse('options.states', 'the states are a list', 'pass [state]');
}

function checkMaximum(maximum: number): number {
  if (Number.isSafeInteger(maximum) && maximum > 0) return maximum;
  const rule = 'the most receipts are a whole number, 1 or more';
  return refuse('options.maxReceipts', rule, 'leave it out for 100,000');
}

function refuse(path: string, rule: string, fix: string): never {
  throw new JudgeError('bad_option', { path, rule, fix });
}
