/**
 * Reading labelled rows of which nothing is kept but counts, and what must not be counted twice.
 *
 * @module
 */
import type { Answer } from '../answer.js';
import { readAnswers } from '../answer-reader.js';
import type { CheckedQuestions } from '../asking.js';
import { JudgeError } from '../errors.js';
import type { Question, Questions } from '../question.js';
import { keepApart } from './apart.js';
import { refuseLabel } from './checks.js';
import { decisionOf, decisionProbability, type Label } from './decision.js';
import { checkAsked, eachRow, type LabelledRow, labelledBy } from './labels.js';
import { type Column, makeColumn, rankOf } from './names.js';
import type { HalfCounts } from './record.js';
import { encodeMeasured, type Gathered, gather, type Tally } from './tally.js';

/** The answers of one question in one half, held to their labels and added up. */
export interface MeasuredHalf {
  readonly tally: Tally;
  readonly counts: Omit<HalfCounts, 'handled' | 'correct'>;
  /** One measurable answer of each group, drawn by its id: these do not depend on each other. */
  readonly drawn: Tally;
}

/** What was gathered of all rows. */
export interface GatheredRows {
  /** The models that the answers report: one, or none. */
  readonly models: ReadonlySet<string>;
  /** The questions that have a label anywhere. */
  readonly keys: ReadonlySet<string>;
  /** What there is of a question in a half, by the place of the half. */
  half(key: string, index: number): MeasuredHalf;
}

/** Reads halves one after another, each row once. */
export function gatherRows(
  { questions, digest }: CheckedQuestions<Questions>,
  halves: readonly (readonly [path: string, rows: unknown])[],
  given: string | undefined,
): GatheredRows {
  const models = new Set<string>();
  if (given !== undefined) addModel(models, given);
  const keys = new Set<string>();
  const parts = halves.map(() => new Map<string, Part>());
  const apart = keepApart(halves.map(([path]) => path));
  for (const [index, [path, rows]] of halves.entries()) {
    for (const { row, at } of eachRow(rows, path)) {
      checkAsked(row, digest, at);
      const unit = apart.add(row, index, at);
      if (row.model !== undefined) addModel(models, row.model);
      for (const [key, label] of Object.entries(row.labels)) {
        const question = labelledBy(questions, key, label, at);
        keys.add(key);
        const part = parts[index]?.get(key) ?? makePart();
        parts[index]?.set(key, part);
        count(part, { row, key, question, label, unit, at });
      }
    }
  }
  return {
    models,
    keys,
    half: (key, index) => toHalf(parts[index]?.get(key) ?? makePart(), apart.root),
  };
}

/** Answers of two models have no threshold in common. */
function addModel(models: Set<string>, model: string): void {
  models.add(model);
  const [first, second] = models;
  if (second === undefined) return;
  const rule = `all answers are of one model, and these are of ${first} and ${second}`;
  refuseLabel('halves', rule, 'calibrate each on its own');
}

/** What is gathered of one question in one half. */
interface Part {
  readonly counts: { -readonly [name in keyof MeasuredHalf['counts']]: number };
  readonly all: Gathered;
  /** Those of inputs that are in no group. */
  readonly alone: Gathered;
  /** By unit the answer with the lowest rank yet, and its rank. */
  readonly codes: Column;
  readonly ranks: Column;
  /** One more than the highest unit. */
  units: number;
}

function makePart(): Part {
  const counts = { inputs: 0, measurable: 0, refusals: 0, failures: 0, unmeasurable: 0 };
  const [all, alone] = [gather(), gather()];
  return { counts, all, alone, codes: makeColumn(NONE), ranks: makeColumn(NONE), units: 0 };
}

/** No answer, and no rank. */
const NONE = 2 ** 53;

interface Counted {
  readonly row: LabelledRow;
  readonly key: string;
  readonly question: Question;
  readonly label: Label;
  readonly unit: number | undefined;
  readonly at: string;
}

function count(part: Part, { row, key, question, label, unit, at }: Counted): void {
  const { counts, all, alone } = part;
  counts.inputs += 1;
  const answer = answerOf(row, key, question, at);
  if (answer === undefined) counts.failures += 1;
  else if (answer.refusal) counts.refusals += 1;
  else {
    const probability = decisionProbability(question, answer);
    if (probability === undefined) counts.unmeasurable += 1;
    else {
      counts.measurable += 1;
      const code = encodeMeasured(probability, decisionOf(question, answer) === label);
      all.add(code);
      if (unit === undefined) alone.add(code);
      else draw(part, unit, code, rankOf(row.id));
    }
  }
}

/** Keeps the lower rank; of two that tie the lower answer, so that no order decides. */
function draw(part: Part, unit: number, code: number, rank: number): void {
  const before = part.ranks.get(unit);
  if (rank > before || (rank === before && code >= part.codes.get(unit))) return;
  part.ranks.set(unit, rank);
  part.codes.set(unit, code);
  part.units = Math.max(part.units, unit + 1);
}

function toHalf(part: Part, root: (unit: number) => number): MeasuredHalf {
  const { counts, all, alone, codes, ranks } = part;
  // A root is never above what is joined to it, so from the top down each is moved once.
  for (let unit = part.units - 1; unit >= 0; unit -= 1) {
    const code = codes.get(unit);
    const top = root(unit);
    if (code === NONE || top === unit) continue;
    draw(part, top, code, ranks.get(unit));
    codes.set(unit, NONE);
    ranks.set(unit, NONE);
  }
  for (let unit = 0; unit < part.units; unit += 1) {
    const code = codes.get(unit);
    if (code !== NONE) alone.add(code);
  }
  return { tally: all.toTally(), counts, drawn: alone.toTally() };
}

/** Reads one answer of a row; nothing where the judge gave none. */
function answerOf(
  { answers = {}, failure }: LabelledRow,
  key: string,
  question: Question,
  path: string,
): Answer | undefined {
  if (failure !== undefined || !Object.hasOwn(answers, key)) return undefined;
  try {
    return readAnswers({ [key]: question }, answers)[key];
  } catch (error) {
    if (!(error instanceof JudgeError)) throw error;
    const { code, rule, fix } = error;
    throw new JudgeError(code, { path: `${path}.${error.path}`, rule, fix, cause: error });
  }
}
