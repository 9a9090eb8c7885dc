/**
 * Running a judge over labelled states: with progress, a way to go on later, and what it cost.
 *
 * @module
 */
import { judgeMany, type Progress } from '../batch.js';
import { type Digest, digest, isDigest } from '../digest.js';
import { isJudgementError } from '../errors.js';
import { snapshot } from '../json.js';
import type { ContractRef, Judge, Judgement, Signal, Usage } from '../judge.js';
import { checkOptions, present } from '../members.js';
import { checkQuestions, type Questions } from '../question.js';
import { judgementToWire } from '../wire.js';
import { isWhole, refuseLabel, refuseOption } from './checks.js';
import { checkLabels, type LabelledRow, type LabelledState, readStates } from './labels.js';

/** A labelled state that a judge has answered, or failed to. */
export interface JudgedRow extends LabelledRow {
  /** The state that was judged, by its digest, and the questions by theirs. */
  readonly stateDigest: Digest;
  readonly questionsDigest: Digest;
  /** The tokens that the judge says it used; absent where it says nothing. */
  readonly usage?: Usage;
  readonly latencyMs?: number;
}

/** What the tokens of a judge cost, each for a million of them, in any one currency. */
export interface TokenPrice {
  readonly input: number;
  readonly output: number;
}

/** What a run has cost. */
export interface CostReport {
  /** The states that a judge was asked about in this run, and how many were taken over from before. */
  readonly asked: number;
  readonly resumed: number;
  readonly failed: number;
  /** The answers that came with their usage; what others used is not known, and not nothing. */
  readonly reported: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The price of the reported tokens, where a price was given: a lower bound of the cost. */
  readonly atLeast?: number;
  /** The same, where every answer came with its usage and nothing failed: then it is the cost. */
  readonly cost?: number;
  /** The milliseconds that the judge took, added up. */
  readonly latencyMs: number;
}

/** What came of a run. */
export interface LabelledRun {
  /** In the order of the states; without those that were not reached. */
  readonly rows: readonly JudgedRow[];
  /** Whether every state was judged or failed; false where the signal aborted before. */
  readonly complete: boolean;
  readonly cost: CostReport;
}

/** The options of {@link judgeLabelled}. */
export interface JudgeLabelledOptions {
  readonly judge: Judge;
  /** The question set that is asked. Absent by default. */
  readonly contract?: ContractRef | string | undefined;
  /**
   * The rows of an earlier run. Those that were answered, for the same state and the same questions,
   * are taken over with the labels of now; those that failed are asked again. None by default.
   */
  readonly resume?: readonly JudgedRow[] | undefined;
  /** Gets each new row as soon as it is its turn, to be kept for `resume`. Nobody by default. */
  readonly onRow?: ((row: JudgedRow) => void) | undefined;
  /** Is told after each state of this run. Nobody by default. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** What its tokens cost. Absent by default: then nothing is said of money. */
  readonly price?: TokenPrice | undefined;
  /** How many states are judged at a time, 1 to 1 000. Defaults to 8. */
  readonly concurrency?: number | undefined;
  /** Stops when it aborts; what is judged by then is returned. Absent by default. */
  readonly signal?: Signal | undefined;
}

/**
 * Asks a judge about every labelled state, and puts answers and labels side by side.
 *
 * @param states Labelled states, each with an id of its own.
 * @param questions 1 to 400 questions by key; every label is for one of them.
 * @param options See {@link JudgeLabelledOptions}.
 * @returns The rows, in the order of the states, whether they are all there, and what it cost. A state
 *   that could not be judged is a row with the code of its failure.
 * @throws `JudgeError` As a rejection: `bad_label` with the place of a state that is none, of an
 *   id that is there twice, or of a label that is no answer to its question; `bad_question` and
 *   `bad_option`; and whatever `onRow` throws, as a row that is not kept is lost.
 *
 * @example
 * ```ts
 * import { noul, rulesJudge, toolCall } from 'judgement';
 * import { judgeLabelled } from 'judgement/calibration';
 *
 * const states = ['ls', 'rm -rf /'].map((command) => ({
 *   id: command,
 *   state: toolCall({ tool: 'Bash', input: { command } }),
 *   labels: { shell_destructive: command !== 'ls' },
 * }));
 * const questions = { shell_destructive: noul('Does it destroy anything?') };
 * const { rows, cost } = await judgeLabelled(states, questions, { judge: rulesJudge() });
 * console.log(rows.map(({ answers, failure }) => failure ?? answers?.['shell_destructive']));
 * console.log(cost.asked, cost.failed, cost.reported); // 2 0 0
 * ```
 */
export async function judgeLabelled(
  states: readonly LabelledState[],
  questions: Questions,
  options: JudgeLabelledOptions,
): Promise<LabelledRun> {
  checkOptions(options, OPTIONS, 'options');
  const { judge, contract, resume = [], onRow, onProgress, price, concurrency, signal } = options;
  checkPrice(price);
  if (onRow !== undefined && typeof onRow !== 'function') {
    refuseOption('options.onRow', 'it is a function', 'leave it out');
  }
  const asked = checkQuestions(questions);
  const questionsDigest = digest(asked);
  const read = readStates(states, 'states');
  for (const [index, one] of read.entries()) checkLabels(asked, one, `states[${index}]`);
  const former = readFormer(resume);
  const rows = read.map((one) => takeOver(one, former.get(one.id), questionsDigest));
  const left = read.filter((_, index) => rows[index] === undefined);
  const places = [...rows.keys()].filter((index) => rows[index] === undefined);
  const done = new Map<number, JudgedRow>();
  const many = judgeMany(statesOf(left), asked, {
    ...present({ contract, onProgress: withTotal(onProgress, left.length), concurrency, signal }),
    judge,
  });
  try {
    for await (const one of many) {
      if (!one.ok && one.error.code === 'aborted') break;
      const [state, place] = [left[one.index], places[one.index]];
      if (state === undefined || place === undefined) continue;
      const row = one.ok
        ? judgedRow(state, one.judgement)
        : failedRow(state, questionsDigest, one.error.code);
      done.set(place, row);
      onRow?.(row);
    }
  } catch (error) {
    // What is judged is kept: to be asked again costs what it has cost before.
    if (!(signal?.aborted === true && isJudgementError(error) && error.code === 'aborted'))
      throw error;
  }
  const all = rows.map((row, index) => row ?? done.get(index));
  const found = all.filter((row): row is JudgedRow => row !== undefined);
  return Object.freeze({
    rows: Object.freeze(found),
    complete: found.length === read.length,
    cost: costOf([...done.values()], found.length - done.size, price),
  });
}

const OPTIONS = [
  'judge',
  'contract',
  'resume',
  'onRow',
  'onProgress',
  'price',
  'concurrency',
  'signal',
] as const;

/** One after another: a list would be judged as a whole, and nothing told of before its end. */
function* statesOf(rows: readonly LabelledState[]): Generator<LabelledState['state']> {
  for (const { state } of rows) yield state;
}

function withTotal(onProgress: unknown, total: number): ((progress: Progress) => void) | undefined {
  if (onProgress === undefined) return undefined;
  if (typeof onProgress !== 'function') {
    return refuseOption('options.onProgress', 'it is a function', 'leave it out');
  }
  return (progress) => {
    onProgress({ ...progress, total });
  };
}

function judgedRow(state: LabelledState, judgement: Judgement): JudgedRow {
  const { answers } = judgementToWire(judgement);
  const { stateDigest, questionsDigest, usage, latencyMs, judge } = judgement;
  const common = commonOf(state);
  const row = { ...common, answers, model: judge.model, stateDigest, questionsDigest, latencyMs };
  return Object.freeze(usage === undefined ? row : { ...row, usage });
}

function failedRow(state: LabelledState, questionsDigest: Digest, failure: string): JudgedRow {
  const stateDigest = digest(state.state);
  return Object.freeze({ ...commonOf(state), failure, stateDigest, questionsDigest });
}

function commonOf({
  id,
  group,
  labels,
}: LabelledState): Pick<LabelledRow, 'id' | 'group' | 'labels'> {
  return group === undefined ? { id, labels } : { id, group, labels };
}

/** An answer that was given for another state, or to other questions, is no answer to these. */
function takeOver(
  state: LabelledState,
  former: JudgedRow | undefined,
  questionsDigest: Digest,
): JudgedRow | undefined {
  if (former?.answers === undefined || former.questionsDigest !== questionsDigest) return undefined;
  if (former.stateDigest !== digest(state.state)) return undefined;
  const { group: _, ...rest } = former;
  return Object.freeze({ ...rest, ...commonOf(state) });
}

function readFormer(rows: unknown): ReadonlyMap<string, JudgedRow> {
  if (!Array.isArray(rows)) {
    return refuseOption('options.resume', 'it is a list of rows', 'pass those of the run before');
  }
  const given: readonly JudgedRow[] = rows;
  const entries = given.map((row, index): readonly [string, JudgedRow] => {
    const path = `options.resume[${index}]`;
    const copy = row === undefined ? undefined : snapshot(row, path);
    if (!isJudgedRow(copy)) {
      const rule = 'a row has an id, answers or a failure, and the digests of what was judged';
      return refuseLabel(path, rule, 'pass rows as judgeLabelled() returned them');
    }
    return [copy.id, copy];
  });
  return new Map(entries);
}

function isJudgedRow(row: unknown): row is JudgedRow {
  const given: { readonly [K in keyof JudgedRow]?: unknown } = Object(row);
  const { id, answers, failure, stateDigest, questionsDigest, model, latencyMs } = given;
  return (
    typeof id === 'string' &&
    isDigest(stateDigest) &&
    isDigest(questionsDigest) &&
    (typeof failure === 'string' || (typeof answers === 'object' && answers !== null)) &&
    (model === undefined || typeof model === 'string') &&
    (latencyMs === undefined || isWhole(latencyMs))
  );
}

function checkPrice(price: unknown): void {
  if (price === undefined) return;
  checkOptions(price, ['input', 'output'], 'options.price');
  for (const name of ['input', 'output'] as const) {
    const value = price[name];
    if (typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY) continue;
    refuseOption(
      `options.price.${name}`,
      'it is a number, 0 or more',
      'pass the price of a million',
    );
  }
}

function costOf(
  rows: readonly JudgedRow[],
  resumed: number,
  price: TokenPrice | undefined,
): CostReport {
  const report = { asked: rows.length, resumed, failed: 0, reported: 0, latencyMs: 0 };
  let [inputTokens, outputTokens] = [0, 0];
  for (const { failure, usage, latencyMs = 0 } of rows) {
    if (failure !== undefined) report.failed += 1;
    if (usage?.inputTokens !== undefined) report.reported += 1;
    inputTokens += usage?.inputTokens ?? 0;
    outputTokens += usage?.outputTokens ?? 0;
    report.latencyMs += latencyMs;
  }
  const tokens = { ...report, inputTokens, outputTokens };
  if (price === undefined) return Object.freeze(tokens);
  const atLeast = (inputTokens * price.input + outputTokens * price.output) / 1e6;
  const isAll = report.reported === rows.length;
  return Object.freeze({ ...tokens, atLeast, ...(isAll ? { cost: atLeast } : {}) });
}
