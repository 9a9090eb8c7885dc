/**
 * Labelled data from outside: read once, every rule checked.
 *
 * @module
 */
import { digest } from '../digest.js';
import { type JsonObject, type JsonValue, snapshot } from '../json.js';
import type { State } from '../judge.js';
import { addPresent, type Draft, isList, isName, isObject, present } from '../members.js';
import type { Question, Questions } from '../question.js';
import { pathTo } from '../walk.js';
import { attempt, eachOf, refuseLabel } from './checks.js';
import type { Label } from './decision.js';

/** What every labelled input has. */
export interface Labelled {
  /** Names the input; no two have the same. */
  readonly id: string;
  /**
   * What belongs together and must not be split: a conversation, a customer, copies of one text.
   * Defaults to the id, so that each stands alone.
   */
  readonly group?: string;
  /**
   * The right answers, by key: true or false for a noul, a label of a choice, a level of a score. A
   * question without one is not measured on this input.
   */
  readonly labels: { readonly [key: string]: Label };
}

/** An input to ask a judge about, and the answers it should have. */
export interface LabelledState extends Labelled {
  readonly state: State;
}

/** A labelled input, and what a judge answered. */
export interface LabelledRow extends Labelled {
  /** The answers by key, in the form of the judge contract; absent where the judge failed. */
  readonly answers?: { readonly [key: string]: unknown };
  /** The code of the error that came instead of answers. */
  readonly failure?: string;
  /** The model that answered, as it was reported; absent where none was. */
  readonly model?: string;
  /** The digest of the state: copies of one state are kept together, like a group. */
  readonly stateDigest?: string;
  /** The digest of the questions that it was asked; absent where it is not known. */
  readonly questionsDigest?: string;
}

/** Refuses a row that was judged on other questions, which tells nothing of these. */
export function checkAsked({ questionsDigest }: LabelledRow, digest: string, path: string): void {
  if (questionsDigest === undefined || questionsDigest === digest) return;
  refuseLabel(
    `${path}.questionsDigest`,
    'a row was judged on these questions, to the letter',
    'pass the questions that were asked, or judge it anew',
  );
}

/** The most labelled inputs that are read at a time. */
export const MAX_ROWS = 1_000_000;

/** The most that are read one by one. */
const MAX_STREAMED = 10_000_000;

/** The members of each kind of input, beside those that every one has. */
const COMMON = ['id', 'group', 'labels'] as const;

/** What a row has beside that; state, usage and latency are not looked at. */
const ANSWERED = [
  'answers',
  'failure',
  'model',
  'judge',
  'stateDigest',
  'questionsDigest',
  'usage',
  'latencyMs',
] as const;

/** Reads labelled rows one by one, of which none is kept. */
export function* eachRow(
  rows: unknown,
  path: string,
): Generator<{ readonly row: LabelledRow; readonly at: string }> {
  let index = 0;
  for (const value of eachOf(rows, path, 'labelled rows are a list', 'pass a list')) {
    if (index >= MAX_STREAMED) refuseRows(path, MAX_STREAMED);
    const at = pathTo(path, [index]);
    yield { row: readRow(value, at), at };
    index += 1;
  }
}

/** Reads labelled states. */
export function readStates(states: unknown, path: string): readonly LabelledState[] {
  if (!Array.isArray(states) || states.length > MAX_ROWS) return refuseRows(path);
  const ids = new Set<string>();
  return Array.from(states, (value: unknown, index) => {
    const at = pathTo(path, [index]);
    const row = readMembers(value, [...COMMON, 'state'], at);
    const common = readCommon(row, at);
    checkNew(ids, common.id, at);
    const { state } = row;
    if (typeof state === 'string' || isList(state) || isObject(state)) {
      return Object.freeze({ ...common, state });
    }
    const rule = 'a state is text, an object or a list';
    return refuseLabel(`${at}.state`, rule, 'pass what the judge is to see');
  });
}

/** What decides where an input goes. */
export type Placed = Labelled & { readonly stateDigest?: string };

/** Reads of labelled inputs of any kind what a split looks at; the inputs themselves are not copied. */
export function readPlaced(rows: unknown, path: string): readonly Placed[] {
  if (!Array.isArray(rows) || rows.length > MAX_ROWS) return refuseRows(path);
  const ids = new Set<string>();
  const given: readonly unknown[] = rows;
  // Unlike map() it stops at holes as well.
  return Array.from(given, (row, index) => {
    const at = pathTo(path, [index]);
    if (typeof row !== 'object' || row === null) refuseInput(at);
    const { id, group, labels, state, stateDigest } = attempt(at, () => membersOf(row));
    const copy = snapshot({ id, labels, ...present({ group, state, stateDigest }) }, at);
    const placed = isObject(copy) ? copy : {};
    const common = readCommon(placed, at);
    checkNew(ids, common.id, at);
    const known = readName(placed, 'stateDigest', at);
    if (known !== undefined) return { ...common, stateDigest: known };
    return state === undefined ? common : { ...common, stateDigest: digest(placed['state']) };
  });
}

/** Refuses labels of questions that are not asked: a misspelled key would be no label at all. */
export function checkLabels(questions: Questions, { labels }: Labelled, path: string): void {
  for (const [key, label] of Object.entries(labels)) labelledBy(questions, key, label, path);
}

/** The question that a label of a row is for, to which it is held. */
export function labelledBy(
  questions: Questions,
  key: string,
  label: Label,
  path: string,
): Question {
  const question = Object.hasOwn(questions, key) ? questions[key] : undefined;
  if (question === undefined) {
    const at = pathTo(`${path}.labels`, [key]);
    refuseLabel(at, 'a label is for a question that is asked', 'correct the key or drop it');
  }
  if (question.type === 'noul') {
    if (typeof label === 'boolean') return question;
    const at = pathTo(`${path}.labels`, [key]);
    refuseLabel(at, 'the label of a noul is true or false', 'say whether yes is right');
  }
  if (typeof label === 'string' && question.options.includes(label)) return question;
  const at = pathTo(`${path}.labels`, [key]);
  return refuseLabel(at, 'the label is one of the options of the question', 'use one of them');
}

/** There may be millions of them, so that no object is made but the row itself. */
function readRow(value: unknown, at: string): LabelledRow {
  const row = readMembers(value, ROW, at);
  const draft: Draft<LabelledRow> = readCommon(row, at);
  const { answers } = row;
  if (answers !== undefined && !isObject(answers)) {
    refuseLabel(`${at}.answers`, 'answers are an object by key', 'pass them as they came');
  }
  addPresent(draft, 'answers', answers);
  for (const name of ROW_NAMES) addPresent(draft, name, readName(row, name, at));
  return draft;
}

const ROW = [...COMMON, ...ANSWERED] as const;
const ROW_NAMES = ['failure', 'model', 'stateDigest', 'questionsDigest'] as const;

function membersOf(row: object): { readonly [name: string]: unknown } {
  const { id, group, labels, state, stateDigest }: { readonly [name: string]: unknown } =
    Object(row);
  return { id, group, labels, state, stateDigest };
}

function readMembers(value: unknown, members: readonly string[], at: string): JsonObject {
  const row = value === undefined ? undefined : snapshot(value, at);
  if (!isObject(row)) return refuseInput(at);
  const unknown = Object.keys(row).find((name) => !members.includes(name));
  if (unknown === undefined) return row;
  const fix = `use any of: ${members.join(', ')}`;
  return refuseLabel(pathTo(at, [unknown]), 'unknown member', fix);
}

function checkNew(ids: Set<string>, id: string, path: string): void {
  if (ids.has(id)) {
    refuseLabel(`${path}.id`, 'no two inputs have one id', 'name them apart, or drop the copy');
  }
  ids.add(id);
}

function readCommon(row: JsonObject, path: string): Draft<Labelled> {
  const { id, labels } = row;
  if (!isName(id)) refuseLabel(`${path}.id`, NAME_RULE, 'name each input');
  if (!isObject(labels)) {
    return refuseLabel(`${path}.labels`, 'labels are an object by key', 'pass { key: label }');
  }
  if (!areLabels(labels)) {
    const key = Object.keys(labels).find((one) => !isLabel(labels[one])) ?? '';
    const rule = 'a label is true, false, or the text of an option';
    return refuseLabel(pathTo(`${path}.labels`, [key]), rule, 'leave out what has no label');
  }
  // A copy of what was read, which is frozen.
  const draft: Draft<Labelled> = { id, labels };
  addPresent(draft, 'group', readName(row, 'group', path));
  return draft;
}

function areLabels(labels: JsonObject): labels is JsonObject & Labelled['labels'] {
  for (const key of Object.keys(labels)) if (!isLabel(labels[key])) return false;
  return true;
}

function isLabel(value: JsonValue | undefined): value is Label {
  return typeof value === 'boolean' || typeof value === 'string';
}

function readName(row: JsonObject, name: string, path: string): string | undefined {
  const value = row[name];
  if (value === undefined || isName(value)) return value;
  return refuseLabel(`${path}.${name}`, NAME_RULE, 'leave it out where it is not known');
}

const NAME_RULE = 'it is text of 1 to 1,000 characters, not blank';

function refuseInput(path: string): never {
  return refuseLabel(path, 'a labelled input is an object', 'pass an object');
}

function refuseRows(path: string, most = MAX_ROWS): never {
  return refuseLabel(path, `labelled inputs are a list of at most ${most}`, 'pass a list');
}
