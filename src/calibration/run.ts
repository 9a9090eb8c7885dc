/**
 * Running a judge over labelled states: with progress, a way to go on later, and what it cost.
 *
 * @module
 */
import { readAnswers } from '../answer-reader.js';
import { type CheckedQuestions, readJudge, readQuestions } from '../asking.js';
import { judgeMany, type Progress } from '../batch.js';
import { type Digest, digest, isDigest } from '../digest.js';
import { isJudgementError, JudgeError } from '../errors.js';
import { snapshot } from '../json.js';
import type {
  ContractLock,
  ContractRef,
  Judge,
  JudgeInfo,
  Judgement,
  Signal,
  Usage,
} from '../judge.js';
import { checkOptions, isName, present } from '../members.js';
import type { Questions } from '../question.js';
import { judgementToWire } from '../wire.js';
import { type CalibrateOptions, calibrate, readPlan } from './calibrate.js';
import { isWhole, refuseLabel, refuseOption } from './checks.js';
import { checkLabels, type LabelledRow, type LabelledState, readStates } from './labels.js';
import type { CalibrationRecord } from './record.js';
import { type SplitOptions, splitLabeled } from './split.js';

/** A labelled state that a judge has answered, or failed to. */
export interface JudgedRow extends LabelledRow {
  /** The state that was judged, by its digest, and the questions by theirs. */
  readonly stateDigest: Digest;
  readonly questionsDigest: Digest;
  /** The judge that was asked, as it names itself; `model` is what its answer reports. */
  readonly judge: { readonly model: string; readonly provider?: string };
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
  /** What was measured, where `calibrate` asks for it and the run is complete. */
  readonly record?: CalibrationRecord;
}

/** How {@link judgeLabelled} splits what it has judged, and measures it. */
export interface RunCalibration
  extends Omit<CalibrateOptions, 'map' | 'questionSet' | 'seed'>,
    SplitOptions {}

/** The options of {@link judgeLabelled}. */
export interface JudgeLabelledOptions {
  readonly judge: Judge;
  /** The question set that is asked; it stands in the record, too. Absent by default. */
  readonly contract?: ContractLock | ContractRef | string | undefined;
  /**
   * Has the rows split and measured, when they are all there: what {@link SplitOptions} and
   * {@link CalibrateOptions} take. With the record before as `previous`, the new one goes on from it.
   * Off by default.
   */
  readonly calibrate?: RunCalibration | undefined;
  /**
   * The rows of earlier runs. Those that this judge has answered, for the same state and the same
   * questions, are taken over with the labels of now; those that failed are asked again. Of several
   * of one id the last that was answered counts. None by default.
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
 * @returns The rows, in the order of the states, whether they are all there, what it cost, and the
 *   record where one is asked for. A state that could not be judged is a row with the code of its
 *   failure.
 * @throws `JudgeError` As a rejection: `bad_label` with the place of a state that is none, of an
 *   id that is there twice, or of a label that is no answer to its question; `bad_answer` for a kept
 *   answer that breaks a rule; `bad_question`, `bad_option`, and as {@link calibrate} does; and
 *   whatever `onRow` throws, as a row that is not kept is lost.
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
 * const { rows, cost, record } = await judgeLabelled(states, questions, {
 *   judge: rulesJudge(),
 *   calibrate: { seed: 7, target: 0.9, labelledSet: 'two calls, by hand' },
 * });
 * console.log(rows.map(({ answers, failure }) => failure ?? answers?.['shell_destructive']));
 * console.log(cost.asked, cost.failed, record?.perQuestion['shell_destructive']?.threshold); // 2 0 1
 * ```
 */
export async function judgeLabelled(
  states: readonly LabelledState[],
  questions: Questions,
  options: JudgeLabelledOptions,
): Promise<LabelledRun> {
  checkOptions(options, OPTIONS, 'options');
  const { judge, contract, resume = [], onRow, onProgress, price, concurrency, signal } = options;
  const by = judgeOf(readJudge(judge, 'options.judge'));
  checkPrice(price);
  if (onRow !== undefined && typeof onRow !== 'function') {
    refuseOption('options.onRow', 'it is a function', 'leave it out');
  }
  const checked = readQuestions(questions);
  const { questions: asked, digest: questionsDigest } = checked;
  // Before anybody is asked: a mistake found at the end has cost as much as the run.
  const measuring = readMeasuring(options.calibrate, contract, checked);
  const read = readStates(states, 'states');
  for (const [index, one] of read.entries()) checkLabels(asked, one, `states[${index}]`);
  const former = readFormer(resume, { questionsDigest, by, asked });
  const rows = read.map((one) => takeOver(one, former.get(one.id)));
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
        ? judgedRow(state, by, one.judgement)
        : failedRow(state, by, questionsDigest, one.error.code);
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
  const run = {
    rows: Object.freeze(found),
    complete: found.length === read.length,
    cost: costOf([...done.values()], found.length - done.size, price),
  };
  if (measuring === undefined || !run.complete) return Object.freeze(run);
  const halves = splitLabeled(found, measuring.split);
  return Object.freeze({ ...run, record: calibrate(asked, halves, measuring.options) });
}

const OPTIONS = [
  'judge',
  'calibrate',
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

type By = JudgedRow['judge'];

function judgeOf({ model, provider }: JudgeInfo): By {
  return Object.freeze(provider === undefined ? { model } : { model, provider });
}

interface Measuring {
  readonly split: SplitOptions;
  readonly options: CalibrateOptions;
}

function readMeasuring(
  given: RunCalibration | undefined,
  contract: JudgeLabelledOptions['contract'],
  checked: CheckedQuestions<Questions>,
): Measuring | undefined {
  if (given === undefined) return undefined;
  checkOptions(given, MEASURING, 'options.calibrate');
  const { share, stratify, ...options } = given;
  const split = { seed: options.seed, share, stratify };
  const measuring = { split, options: { ...options, ...present({ questionSet: contract }) } };
  blamed('options.calibrate', 'options', () => {
    splitLabeled([], split);
    readPlan(checked, measuring.options);
  });
  return measuring;
}

const MEASURING = [
  ...([
    'seed',
    'share',
    'stratify',
    'target',
    'labelledSet',
    'measuredModel',
    'confidence',
  ] as const),
  ...(['guarantee', 'bins', 'edges', 'previous', 'clock'] as const),
] as const;

function judgedRow(state: LabelledState, by: By, judgement: Judgement): JudgedRow {
  const { answers } = judgementToWire(judgement);
  const { stateDigest, questionsDigest, usage, latencyMs, judge, modelUnreported } = judgement;
  // What was requested is no proof of what answered.
  const model = modelUnreported === true ? undefined : judge.model;
  const digests = { stateDigest, questionsDigest };
  const known = present({ model, usage });
  return Object.freeze({ ...commonOf(state), answers, judge: by, ...digests, latencyMs, ...known });
}

function failedRow(
  state: LabelledState,
  by: By,
  questionsDigest: Digest,
  failure: string,
): JudgedRow {
  const stateDigest = digest(state.state);
  return Object.freeze({ ...commonOf(state), failure, judge: by, stateDigest, questionsDigest });
}

function commonOf({
  id,
  group,
  labels,
}: LabelledState): Pick<LabelledRow, 'id' | 'group' | 'labels'> {
  return group === undefined ? { id, labels } : { id, group, labels };
}

/** An answer that was given for another state is no answer to this one. */
function takeOver(state: LabelledState, former: JudgedRow | undefined): JudgedRow | undefined {
  if (former === undefined || former.stateDigest !== digest(state.state)) return undefined;
  const { group: _, ...rest } = former;
  return Object.freeze({ ...rest, ...commonOf(state) });
}

interface Now {
  readonly questionsDigest: Digest;
  readonly by: By;
  readonly asked: Questions;
}

/** The rows that this judge has answered, to these questions; every answer is checked again. */
function readFormer(
  rows: unknown,
  { questionsDigest, by, asked }: Now,
): ReadonlyMap<string, JudgedRow> {
  if (!Array.isArray(rows)) {
    return refuseOption('options.resume', 'it is a list of rows', 'pass those of the run before');
  }
  const given: readonly unknown[] = rows;
  const former = new Map<string, JudgedRow>();
  for (const [index, row] of given.entries()) {
    const path = `options.resume[${index}]`;
    const copy = row === undefined ? undefined : snapshot(row, path);
    if (!isJudgedRow(copy)) {
      const rule =
        'a row has an id, answers or a failure, the judge, and digests of what was judged';
      return refuseLabel(path, rule, 'pass rows as judgeLabelled() returned them');
    }
    const { answers, judge, failure } = copy;
    if (answers === undefined || failure !== undefined) continue;
    if (copy.questionsDigest !== questionsDigest || digest(judge) !== digest(by)) continue;
    blamed(`${path}.answers`, 'answers', () => readAnswers(asked, answers));
    former.set(copy.id, copy);
  }
  return former;
}

/** Says of an error where the caller has written what is wrong. */
function blamed(place: string, path: string, call: () => void): void {
  try {
    call();
  } catch (error) {
    if (!(error instanceof JudgeError) || !error.path.startsWith(path)) throw error;
    const { code, rule, fix } = error;
    const at = `${place}${error.path.slice(path.length)}`;
    throw new JudgeError(code, { path: at, rule, fix, cause: error });
  }
}

function isJudgedRow(row: unknown): row is JudgedRow {
  const given: { readonly [K in keyof JudgedRow]?: unknown } = Object(row);
  const { id, answers, failure, judge, stateDigest, questionsDigest, model, latencyMs } = given;
  return (
    isName(id) &&
    isDigest(stateDigest) &&
    isDigest(questionsDigest) &&
    typeof judge === 'object' &&
    (typeof failure === 'string' || (typeof answers === 'object' && answers !== null)) &&
    (model === undefined || isName(model)) &&
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
