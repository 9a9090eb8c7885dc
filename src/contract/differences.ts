/**
 * What changed between two versions of a question set, in words.
 *
 * @module
 */
import { canonicalize } from '../canonical.js';
import type { Criterion, Question } from '../question.js';
import { shown } from '../shown.js';
import { ownSet } from './reader.js';
import { type QuestionSet, versionOf } from './set.js';

/** What sort of thing changed. */
export type ChangeKind =
  | 'question_added'
  | 'question_removed'
  | 'type_changed'
  | 'instructions_changed'
  | 'option_added'
  | 'option_removed'
  | 'options_reordered'
  | 'criteria_changed'
  | 'model_changed'
  | 'mapping_changed';

/** One thing that changed. */
export interface VersionChange {
  readonly kind: ChangeKind;
  /** The key of the question; absent for the model and the mapping. */
  readonly key?: string;
  /** The label, or the side of a noul, where the change is of one. */
  readonly option?: string;
  /** The same for people, in one sentence. */
  readonly sentence: string;
}

/**
 * Says in words what changed from one version of a question set to another: questions by key, then
 * the model and the mapping. Nothing is said exactly where both versions are the same, as their
 * digests are.
 *
 * @param set The set.
 * @param from The number of a version.
 * @param to The number of another one; it may be older.
 * @returns What changed, sorted by key. Sentences are fit to print, whatever the labels hold.
 * @throws {@link JudgeError} `unknown_contract` for a version that the set does not have, and as
 *   {@link readQuestionSet} does for what is no set.
 *
 * @example
 * ```ts
 * import { choice, noul } from 'judgement';
 * import { compareVersions, newDraft, questionSet } from 'judgement/contract';
 *
 * const first = questionSet({
 *   slug: 'ticket-router',
 *   questions: { team: choice('Which team?', ['billing', 'sales']) },
 * });
 * const set = newDraft(first, {
 *   questions: { team: choice('Which team?', ['billing', 'other']), angry: noul('Angry?') },
 * });
 * for (const { sentence } of compareVersions(set, 1, 2)) console.log(sentence);
 * // question angry added, a noul
 * // team: option "sales" removed
 * // team: option "other" added
 * ```
 */
export function compareVersions(
  set: QuestionSet,
  from: number,
  to: number,
): readonly VersionChange[] {
  const held = ownSet(set);
  const before = versionOf(held, from, 'from');
  const after = versionOf(held, to, 'to');
  const keys = new Set([...Object.keys(before.questions), ...Object.keys(after.questions)]);
  const changes = [...keys].sort().flatMap((key) => {
    const old = own(before.questions, key);
    const now = own(after.questions, key);
    return compareQuestions(key, old, now);
  });
  return Object.freeze([
    ...changes,
    ...noted('model', before.model, after.model),
    ...noted('mapping', before.mapping, after.mapping),
  ]);
}

function compareQuestions(
  key: string,
  old: Question | undefined,
  now: Question | undefined,
): readonly VersionChange[] {
  const name = shown(key);
  if (now === undefined) {
    return [change('question_removed', { key, sentence: `question ${name} removed` })];
  }
  if (old === undefined) {
    const sentence = `question ${name} added, a ${now.type}`;
    return [change('question_added', { key, sentence })];
  }
  const changes: VersionChange[] = [];
  const say = (kind: ChangeKind, words: string, option?: string): void => {
    const sentence = `${name}: ${words}`;
    changes.push(change(kind, { key, sentence, ...(option === undefined ? {} : { option }) }));
  };
  if (old.type !== now.type) say('type_changed', `${old.type} is now a ${now.type}`);
  if (differs(old.instructions, now.instructions)) say('instructions_changed', told(old, now));
  if (old.type !== now.type) return changes;
  compareOptions(labelsOf(old), labelsOf(now), now.type === 'score' ? 'level' : 'option', say);
  compareCriteria(old, now, say);
  return changes;
}

type Say = (kind: ChangeKind, words: string, option?: string) => void;

function told(old: Question, now: Question): string {
  if (old.instructions === undefined) return 'instructions added';
  return now.instructions === undefined ? 'instructions removed' : 'instructions changed';
}

function compareOptions(
  old: readonly string[],
  now: readonly string[],
  noun: string,
  say: Say,
): void {
  for (const label of old) {
    if (!now.includes(label)) say('option_removed', `${noun} ${quoted(label)} removed`, label);
  }
  for (const [index, label] of now.entries()) {
    if (old.includes(label)) continue;
    // Where a level stands is what its score is; where an option stands is no more than its place.
    const place = noun === 'level' ? ` as ${index}` : '';
    say('option_added', `${noun} ${quoted(label)} added${place}`, label);
  }
  const stayed = old.filter((label) => now.includes(label));
  const kept = now.filter((label) => old.includes(label));
  if (stayed.some((label, index) => label !== kept[index])) {
    say('options_reordered', `${noun}s reordered`);
  }
}

/** Criteria of labels that were added or removed are part of that. */
function compareCriteria(old: Question, now: Question, say: Say): void {
  const labels = labelsOf(now).filter((label) => labelsOf(old).includes(label));
  const [before, after] = [old.criteria ?? {}, now.criteria ?? {}];
  let told = false;
  for (const label of labels) {
    const [one, other] = [criterionOf(before, label), criterionOf(after, label)];
    if (!differs(one, other)) continue;
    told = true;
    say('criteria_changed', `criterion of ${quoted(label)} ${verb(one, other)}`, label);
  }
  // Having none at all and having an empty list of them are told apart by their digests.
  const isPresence = (old.criteria === undefined) !== (now.criteria === undefined);
  if (!told && isPresence) say('criteria_changed', `criteria ${verb(old.criteria, now.criteria)}`);
}

function labelsOf(question: Question): readonly string[] {
  return question.type === 'noul' ? ['true', 'false'] : question.options;
}

function criterionOf(
  criteria: { readonly [label: string]: Criterion | undefined },
  label: string,
): Criterion | undefined {
  return own(criteria, label);
}

function verb(before: unknown, after: unknown): string {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

function noted(
  what: 'model' | 'mapping',
  before: unknown,
  after: unknown,
): readonly VersionChange[] {
  if (!differs(before, after)) return [];
  return [change(`${what}_changed`, { sentence: `${what} ${verb(before, after)}` })];
}

function differs(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return one !== other;
  return canonicalize(one) !== canonicalize(other);
}

/** A name from outside is looked up among own members alone. */
function own<T>(map: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

function quoted(text: string): string {
  return `"${shown(text)}"`;
}

function change(
  kind: ChangeKind,
  rest: { readonly key?: string; readonly option?: string; readonly sentence: string },
): VersionChange {
  return Object.freeze({ kind, ...rest });
}
