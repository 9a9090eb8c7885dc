/**
 * What comes of a package whose receipts have been verified, whoever did the arithmetic.
 *
 * @module
 */
import { JudgeError } from '../../errors.js';
import type { State, SyncJudge } from '../../judge.js';
import { isPromise, refusePromise } from '../../members.js';
import type { ArtifactId } from '../envelope.js';
import { type ChainEnds, checkEnds } from '../links.js';
import { byModel, type Judges } from '../replay.js';
import { type AnswersDemand, type ReceiptVerdict, readDemand, type SignedBy } from '../verdict.js';
import { answerRows } from './answers.js';
import type { YesSides } from './bars.js';
import { blockedRows } from './blocked.js';
import { chainRows } from './chain.js';
import { clockRows } from './clock.js';
import {
  type ContractLookup,
  type ContractSet,
  type Contracts,
  contractRows,
  readContracts,
} from './contracts.js';
import { examine, type Item } from './examine.js';
import { duplicateRows, idRows } from './ids.js';
import { judgementRows } from './judgements.js';
import { callRows, kindRows } from './kinds.js';
import { folderRows, inputRows } from './listing.js';
import type { ReadPackage } from './read.js';
import { type KeptStates, readStates, replayRows } from './replays.js';
import { resolutionRows } from './resolutions.js';
import type { PackageRow, RowCode, RowStatus } from './rows.js';
import { signatureRows } from './signatures.js';

/** What a package is held to, beside the keys. */
export interface ReportOptions extends ChainEnds {
  /**
   * Whose word on an answer is enough. With `signed`, a judgement whose answer the judge did not
   * sign is refused; with `any`, the verdict says who vouches for it. Defaults to `any`.
   */
  readonly answers?: AnswersDemand | undefined;
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

/** The names of the options. */
export const REPORT_OPTIONS: readonly (keyof ReportOptions)[] = [
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

/** {@link ReportOptions} that were checked. */
export interface ReportSettings {
  readonly demand: AnswersDemand;
  readonly ends: ChainEnds;
  readonly find: ReturnType<typeof readContracts> | undefined;
  readonly isStrict: boolean;
  readonly judges: Judges;
  readonly maxReceipts: number;
  readonly states: KeptStates;
  readonly yes: YesSides;
}

/**
 * Checks what a package is to be held to, and that it is there already.
 *
 * @throws `ReceiptError` `bad_id`.
 * @throws {@link JudgeError} `bad_option`, and the codes of `snapshot()` for a state.
 */
export function readSettings(input: unknown, options: ReportOptions): ReportSettings {
  if (isPromise(input)) refusePromise('input');
  const { from, head, contracts, yes = {}, strict = false } = options;
  checkEnds({ from, head });
  checkFlag(strict);
  checkSides(yes);
  return {
    demand: readDemand(options.answers),
    ends: { ...(from === undefined ? {} : { from }), ...(head === undefined ? {} : { head }) },
    find: contracts === undefined ? undefined : readContracts(contracts, 'options.contracts'),
    isStrict: strict,
    judges: byModel(options.judges ?? [], 'options.judges'),
    maxReceipts: checkMaximum(options.maxReceipts ?? MAX_RECEIPTS),
    states: readStates(checkStates(options.states ?? []), 'options.states'),
    yes,
  };
}

/** Holds verified entries against each other. */
export function reportOn(
  read: ReadPackage,
  keyRows: readonly PackageRow[],
  items: readonly Item[],
  seals: readonly Item[],
  settings: ReportSettings,
): PackageReport {
  const examined = examine(items, seals);
  const { receipts } = examined;
  const rows = [
    ...inputRows(read),
    ...folderRows(read, examined),
    ...signatureRows(examined),
    ...keyRows,
    ...idRows(examined),
    ...duplicateRows(examined),
    ...kindRows(examined),
    ...chainRows(examined, settings.ends, read.form !== 'folder'),
    ...clockRows(examined),
    ...callRows(examined),
    ...judgementRows(examined, settings.yes),
    ...answerRows(examined, settings.demand),
    ...resolutionRows(examined),
    ...blockedRows(examined),
    ...replayRows(examined, settings.states, settings.judges),
    ...contractRows(examined, settings.find),
  ];
  return Object.freeze({
    status: worst(rows, settings.isStrict),
    receipts: receipts.length,
    signed: receipts.filter(({ signers }) => signers.size > 0).length,
    trusted: receipts.filter(({ isTrusted }) => isTrusted).length,
    rows: Object.freeze(rows),
    items: Object.freeze(toItems([...items, ...seals], rows)),
  });
}

const MAX_RECEIPTS = 100_000;

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
      codes: codes.has(name) ? Object.freeze([...(codes.get(name) ?? [])]) : NO_CODES,
    }),
  );
}

const NO_CODES: readonly RowCode[] = /* @__PURE__ */ Object.freeze([]);

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
