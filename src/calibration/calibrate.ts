/**
 * Calibrating questions: from labelled answers to a record.
 *
 * @module
 */
import { type CheckedQuestions, readQuestions } from '../asking.js';
import { type Digest, digest } from '../digest.js';
import type { Clock, ContractRef } from '../judge.js';
import { checkOptions, isName } from '../members.js';
import type { Questions } from '../question.js';
import { readClock, toRfc3339 } from '../time.js';
import {
  isWhole,
  readOpenUnit,
  readUnit,
  readWhole,
  readWord,
  refuseLabel,
  refuseOption,
} from './checks.js';
import { checkAsked, checkLabels, type LabelledRow, readRows } from './labels.js';
import type { MapKind } from './maps.js';
import { measureQuestion, type Settings } from './question-calibration.js';
import { type CalibrationRecord, checkRecord } from './record.js';
import type { EdgeRule } from './reliability.js';
import { groupOf } from './split.js';

/** The halves of a labelled set, which have no input and no group in common. */
export interface Halves {
  readonly train: readonly LabelledRow[];
  readonly heldOut: readonly LabelledRow[];
  /** A third part, which a map is fitted on. None by default. */
  readonly mapping?: readonly LabelledRow[] | undefined;
}

/** The options of {@link calibrate}. */
export interface CalibrateOptions {
  /** The accuracy among the handled that is aimed at, 0 to 1: one for all questions, or by key. */
  readonly target: number | { readonly [key: string]: number };
  /** Names the labelled set, and where its labels came from. */
  readonly labelledSet: string;
  /** The published question set that was asked. Absent by default. */
  readonly questionSet?: ContractRef | undefined;
  /** The model, where the answers do not report it and you know it otherwise. */
  readonly measuredModel?: string | undefined;
  /** How sure the lower bounds are, above 0 and below 1. Defaults to 0.95. */
  readonly confidence?: number | undefined;
  /**
   * Chooses each threshold by a sequence of tests instead, so that its accuracy is guaranteed but for
   * a probability of `delta`. Targets are then above 0 and below 1. Off by default.
   */
  readonly guarantee?: { readonly delta: number } | undefined;
  /** The kind of map to fit on `mapping`. None by default. */
  readonly map?: MapKind | undefined;
  /** How many bins the calibration error has. Defaults to 10. */
  readonly bins?: number | undefined;
  /** Which bin has an edge. Defaults to `upper`. */
  readonly edges?: EdgeRule | undefined;
  /** The seed of the split, to be kept with the record. Absent by default. */
  readonly seed?: number | undefined;
  /** The record that this one follows. None by default. */
  readonly previous?: CalibrationRecord | undefined;
  /** Tells when it was measured. Defaults to `Date.now`. */
  readonly clock?: Clock | undefined;
}

/**
 * Measures every labelled question: fits a threshold on the train half, checks it on the held-out
 * half, and puts what was found into a record. A question whose target is out of reach has no
 * threshold there, and the reason.
 *
 * @param questions The questions that were asked.
 * @param halves Labelled rows: what `judgeLabelled()` or `labelledFrom()` gave, in two halves.
 * @param options See {@link CalibrateOptions}.
 * @returns The record, frozen. Each question that has a label anywhere is in it.
 * @throws `JudgeError` `bad_label` with the place of a row that is none, of a label that is no
 *   answer to its question, of a row or group that is in two halves, and of a row by another model
 *   than the first; `bad_answer` for an answer that breaks a rule; `bad_option`, `bad_question`,
 *   `bad_record` for what else is passed, and the codes of `snapshot` for what is not JSON.
 *
 * @example
 * ```ts
 * import { noul } from 'judgement';
 * import { calibrate } from 'judgement/calibration';
 *
 * const rows = Array.from({ length: 40 }, (_, index) => ({
 *   id: `ticket-${index}`,
 *   labels: { spam: index % 2 === 0 },
 *   answers: { spam: { noul: index % 2 === 0 ? 0.9 : 0.2 } },
 *   model: 'spam-3',
 * }));
 * const halves = { train: rows.slice(0, 20), heldOut: rows.slice(20) };
 * const options = { target: 0.9, labelledSet: 'tickets-2026, by two readers' };
 * const record = calibrate({ spam: noul('Is it spam?') }, halves, options);
 * const { threshold, lowerBound } = record.perQuestion['spam'] ?? {};
 * console.log(record.measuredModel, threshold, lowerBound?.toFixed(3)); // spam-3 0.8 0.861
 * ```
 */
export function calibrate(
  questions: Questions,
  halves: Halves,
  options: CalibrateOptions,
): CalibrationRecord {
  checkOptions(options, OPTIONS, 'options');
  checkOptions(halves, ['train', 'heldOut', 'mapping'], 'halves');
  const checked = readQuestions(questions);
  const { questions: asked, digest: questionsDigest } = checked;
  const train = readHalf(checked, halves.train, 'halves.train');
  const heldOut = readHalf(checked, halves.heldOut, 'halves.heldOut');
  const mapping = readHalf(checked, halves.mapping ?? [], 'halves.mapping');
  checkApart([
    ['halves.train', train],
    ['halves.heldOut', heldOut],
    ['halves.mapping', mapping],
  ]);
  const settings = readSettings(options);
  const all = [...train, ...heldOut, ...mapping];
  const labelled = new Set(all.flatMap(({ labels }) => Object.keys(labels)));
  const keys = Object.keys(asked).filter((key) => labelled.has(key));
  if (keys.length === 0) {
    refuseLabel('halves', 'at least one row has a label', 'label them');
  }
  const target = readTargets(options.target, keys);
  const measured = keys.map((key) => {
    const aim = target(key);
    return [key, measureQuestion({ key, asked, target: aim, train, heldOut, mapping, settings })];
  });
  const { questionSet, seed, previous } = options;
  return checkRecord({
    schema: 'judgement.calibration.v1',
    ...(questionSet === undefined ? {} : { questionSet: readSet(questionSet) }),
    questionsDigest,
    labelledSet: readName(options.labelledSet, 'options.labelledSet'),
    measuredModel: modelOf(all, options.measuredModel),
    measuredAt: toRfc3339(readClock(options.clock ?? Date.now)),
    confidence: settings.confidence,
    bins: { count: settings.bins, edges: settings.edges },
    ...(seed === undefined ? {} : { seed: readSeed(seed) }),
    perQuestion: Object.fromEntries(measured),
    ...(previous === undefined ? {} : { previous: digestOf(previous) }),
  });
}

const OPTIONS = [
  'target',
  'labelledSet',
  'questionSet',
  'measuredModel',
  'confidence',
  'guarantee',
  'map',
  'bins',
  'edges',
  'seed',
  'previous',
  'clock',
] as const;

function readHalf(
  { questions, digest }: CheckedQuestions<Questions>,
  rows: unknown,
  path: string,
): readonly LabelledRow[] {
  const read = readRows(rows, path);
  for (const [index, row] of read.entries()) {
    checkAsked(row, digest, `${path}[${index}]`);
    checkLabels(questions, row, `${path}[${index}]`);
  }
  return read;
}

/** What a threshold was fitted on cannot check it. */
function checkApart(
  halves: readonly (readonly [path: string, rows: readonly LabelledRow[]])[],
): void {
  const places = new Map<string, string>();
  for (const [path, rows] of halves) {
    for (const [index, row] of rows.entries()) {
      for (const name of new Set([groupOf(row), `id ${row.id}`])) {
        const place = places.get(name) ?? path;
        if (place !== path) {
          const rule = `no input and no group is in two halves, and this is in ${place} as well`;
          refuseLabel(
            `${path}[${index}]`,
            rule,
            'split with splitLabeled(), which keeps them apart',
          );
        }
        places.set(name, path);
      }
    }
  }
}

/** Answers of two models have no threshold in common. */
function modelOf(rows: readonly LabelledRow[], given: unknown): string | null {
  const models = new Set(rows.flatMap(({ model }) => model ?? []));
  if (given !== undefined) models.add(readName(given, 'options.measuredModel'));
  const [first = null, second] = models;
  if (second === undefined) return first;
  const rule = `all answers are of one model, and these are of ${first} and ${second}`;
  return refuseLabel('halves', rule, 'calibrate each on its own');
}

function readSettings(options: CalibrateOptions): Settings {
  const { guarantee, map, confidence = 0.95, bins = 10, edges = 'upper' } = options;
  if (guarantee !== undefined) checkOptions(guarantee, ['delta'], 'options.guarantee');
  return {
    confidence: readOpenUnit(confidence, 'options.confidence'),
    delta: guarantee && readOpenUnit(guarantee.delta, 'options.guarantee.delta'),
    bins: readWhole(bins, 1, 1_000, 'options.bins'),
    edges: readWord(edges, ['upper', 'lower'], 'options.edges'),
    map: map && readWord(map, ['temperature', 'platt', 'isotonic'], 'options.map'),
  };
}

function readTargets(target: unknown, keys: readonly string[]): (key: string) => number {
  if (typeof target !== 'object' || target === null) {
    const one = readUnit(target, 'options.target');
    return () => one;
  }
  checkOptions(target, keys, 'options.target');
  const given: { readonly [key: string]: unknown } = target;
  return (key) =>
    readUnit(Object.hasOwn(given, key) ? given[key] : undefined, `options.target.${key}`);
}

function readSet(given: ContractRef): ContractRef {
  checkOptions(given, ['id', 'version'], 'options.questionSet');
  const { id, version } = given;
  const name = readName(id, 'options.questionSet.id');
  if (version === undefined) return { id: name };
  return { id: name, version: readName(version, 'options.questionSet.version') };
}

function readName(value: unknown, path: string): string {
  if (isName(value)) return value;
  return refuseOption(path, 'it is text of 1 to 1,000 characters, not blank', 'name it');
}

function readSeed(seed: unknown): number {
  return isWhole(seed)
    ? seed
    : refuseOption('options.seed', 'it is a whole number', 'leave it out');
}

function digestOf(previous: CalibrationRecord): Digest {
  return digest(checkRecord(previous));
}
