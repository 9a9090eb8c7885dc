/**
 * Calibrating questions: from labelled answers to a record.
 *
 * @module
 */
import { type CheckedQuestions, readContract, readQuestions } from '../asking.js';
import { type Digest, digest } from '../digest.js';
import type { Clock, ContractLock, ContractRef } from '../judge.js';
import { checkOptions, isName } from '../members.js';
import type { Questions } from '../question.js';
import { readClock, toRfc3339 } from '../time.js';
import { pathTo } from '../walk.js';
import {
  isWhole,
  readOpenUnit,
  readUnit,
  readWhole,
  readWord,
  refuseLabel,
  refuseOption,
} from './checks.js';
import { gatherRows } from './gathering.js';
import type { LabelledRow } from './labels.js';
import type { MapKind } from './maps.js';
import { measureQuestion, type Settings } from './question-calibration.js';
import { type CalibrationRecord, checkRecord, checkSameSet } from './record.js';
import { readRecord } from './record-reader.js';
import type { EdgeRule } from './reliability.js';

/** The halves of a labelled set, which have no input and no group in common. */
export interface Halves {
  readonly train: Iterable<LabelledRow>;
  readonly heldOut: Iterable<LabelledRow>;
  /** A third part, which a map is fitted on, where the option `map` says which. None by default. */
  readonly mapping?: Iterable<LabelledRow> | undefined;
}

/** The options of {@link calibrate}. */
export interface CalibrateOptions {
  /** The accuracy among the handled that is aimed at, 0 to 1: one for all questions, or by key. */
  readonly target: number | { readonly [key: string]: number };
  /** Names the labelled set, and where its labels came from. */
  readonly labelledSet: string;
  /**
   * The published question set that was asked: what `resolveContract()` found, whose questions are
   * then held to those that were asked, or its name, `ticket-router@3`. Absent by default.
   */
  readonly questionSet?: ContractLock | ContractRef | string | undefined;
  /** The model, where the answers do not report it and you know it otherwise. */
  readonly measuredModel?: string | undefined;
  /** How sure the lower bounds are, above 0 and below 1. Defaults to 0.95. */
  readonly confidence?: number | undefined;
  /**
   * Chooses each threshold by a sequence of tests on the held-out half instead, so that its accuracy
   * is guaranteed but for a probability of `delta`. Targets are then above 0 and below 1. Off by
   * default.
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
  /** The record of the same version that this one follows. None by default. */
  readonly previous?: CalibrationRecord | undefined;
  /** Tells when it was measured. Defaults to `Date.now`. */
  readonly clock?: Clock | undefined;
}

/**
 * Measures every labelled question: fits a threshold on the train half, checks it on the held-out
 * half, and puts what was found into a record. A question whose target is out of reach has no
 * threshold there, and the reason.
 *
 * Each half is read once, row by row, so that it can be a generator: what is kept is how many answers
 * have which probability, and some 40 bytes of each id, group and state, as none may be in two
 * halves.
 * Answers of one group, and to copies of one state, depend on each other, so that bounds and
 * guarantees count one of each group, which a hash of its id draws.
 *
 * @param questions The questions that were asked.
 * @param halves Labelled rows: what `judgeLabelled()` or `labelledFrom()` gave, in two halves, of at
 *   most 10,000,000 each.
 * @param options See {@link CalibrateOptions}.
 * @returns The record, frozen. Each question that has a label anywhere is in it.
 * @throws `JudgeError` `bad_label` with the place of a row that is none, of a label that is no
 *   answer to its question, of a row that was judged on other questions, of an input, group or state
 *   that is in two halves, and of a row by another model than the first; `bad_answer` for an answer that breaks a rule; `bad_option`, `bad_question`,
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
  const checked = readQuestions(questions);
  const plan = readPlan(checked, options);
  checkOptions(halves, ['train', 'heldOut', 'mapping'], 'halves');
  const { train, heldOut, mapping } = halves;
  if ((mapping === undefined) !== (plan.settings.map === undefined)) {
    const rule = 'a map is fitted on halves.mapping, and nothing else is';
    refuseOption('options.map', rule, 'pass both, or neither');
  }
  const rows = gatherRows(
    checked,
    [
      ['halves.train', train],
      ['halves.heldOut', heldOut],
      ['halves.mapping', mapping ?? []],
    ],
    plan.measuredModel,
  );
  const asked = Object.entries(checked.questions).filter(([key]) => rows.keys.has(key));
  if (asked.length === 0) {
    refuseLabel('halves', 'at least one row has a label', 'label them');
  }
  const target = readTargets(
    plan.target,
    asked.map(([key]) => key),
  );
  const measured = asked.map(([key, question]) => {
    const [first, second, third] = [rows.half(key, 0), rows.half(key, 1), rows.half(key, 2)];
    const parts = { train: first, heldOut: second, mapping: third };
    const measuring = { ...parts, question, target: target(key), settings: plan.settings };
    return [key, measureQuestion(measuring)] as const;
  });
  const { settings, questionSet, seed, previous, labelledSet } = plan;
  const [measuredModel = null] = rows.models;
  const record = {
    schema: 'judgement.calibration.v1',
    ...(questionSet === undefined ? {} : { questionSet }),
    questionsDigest: checked.digest,
    labelledSet,
    measuredModel,
    measuredAt: toRfc3339(readClock(plan.clock)),
    confidence: settings.confidence,
    bins: { count: settings.bins, edges: settings.edges },
    ...(seed === undefined ? {} : { seed }),
    perQuestion: Object.fromEntries(measured),
    ...(previous === undefined ? {} : { previous: previous.digest }),
  };
  return checkRecord({ ...record, digest: digest(record) });
}

/** What {@link calibrate} is told, checked. */
export interface Plan {
  readonly settings: Settings;
  readonly target: unknown;
  readonly labelledSet: string;
  readonly questionSet: ContractRef | undefined;
  readonly measuredModel: string | undefined;
  readonly seed: number | undefined;
  readonly previous: CalibrationRecord | undefined;
  readonly clock: Clock;
}

/** Reads all that can be read before there are rows. */
export function readPlan(
  { questions, digest: asked }: CheckedQuestions<Questions>,
  options: CalibrateOptions,
): Plan {
  checkOptions(options, OPTIONS, 'options');
  const { target: given, measuredModel, labelledSet, clock = Date.now } = options;
  // By key they are copied: each is read once.
  const target = typeof given === 'object' && given !== null ? { ...given } : given;
  const settings = readSettings(options);
  readTargets(target, Object.keys(questions), settings.delta !== undefined);
  const questionSet = readSet(options.questionSet, asked);
  return {
    settings,
    target,
    labelledSet: readName(labelledSet, 'options.labelledSet'),
    questionSet,
    measuredModel:
      measuredModel === undefined ? undefined : readName(measuredModel, 'options.measuredModel'),
    seed: options.seed === undefined ? undefined : readSeed(options.seed),
    previous: readPrevious(options.previous, asked, questionSet),
    clock,
  };
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

/** One for all questions, or by key. */
function readTargets(
  target: unknown,
  keys: readonly string[],
  isTested = false,
): (key: string) => number {
  const read = isTested ? readOpenUnit : readUnit;
  if (typeof target !== 'object' || target === null) {
    const one = read(target, 'options.target');
    return () => one;
  }
  checkOptions(target, keys, 'options.target');
  const given: { readonly [key: string]: unknown } = target;
  for (const key of Object.keys(given)) read(given[key], pathTo('options.target', [key]));
  return (key) =>
    read(Object.hasOwn(given, key) ? given[key] : undefined, pathTo('options.target', [key]));
}

/** The name of a question set; where its digest comes along, it is that of the questions. */
function readSet(given: unknown, asked: Digest): ContractRef | undefined {
  if (given === undefined) return undefined;
  const path = 'options.questionSet';
  const { digest: known = asked }: { readonly digest?: unknown } = Object(given);
  const named = readContract(given, path);
  if (known === asked) return named;
  return refuseOption(path, 'its questions are those that were asked', 'pass that version of it');
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

function readPrevious(
  previous: unknown,
  questionsDigest: Digest,
  questionSet: ContractRef | undefined,
): CalibrationRecord | undefined {
  if (previous === undefined) return undefined;
  const record = readRecord(previous, 'options.previous');
  checkSameSet(record, { questionsDigest, questionSet }, 'options.previous');
  return record;
}
