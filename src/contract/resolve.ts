/**
 * From the name of a question set to the version that is asked.
 *
 * @module
 */
import { readContract } from '../asking.js';
import { type Digest, isDigest } from '../digest.js';
import { JudgeError } from '../errors.js';
import { type JsonValue, snapshot } from '../json.js';
import type { ContractLock, ContractRef } from '../judge.js';
import { checkOptions, present } from '../members.js';
import type { Questions } from '../question.js';
import {
  badContract,
  ownSet,
  readMapping,
  readMembers,
  readModel,
  readName,
  readQuestionsAt,
  readSlug,
} from './reader.js';
import { type QuestionSet, versionOf } from './set.js';

/** A published version of a question set: what is asked, and what it is called in a receipt. */
export interface Contract<Q extends Questions = Questions> extends ContractLock {
  /** The slug of the set. */
  readonly id: string;
  /** The number of the version, as text. */
  readonly version: string;
  /** The name of the set, for people. */
  readonly name: string;
  readonly questions: Q;
  /** The digest of the questions. */
  readonly digest: Digest;
  readonly model?: string;
  readonly mapping?: JsonValue;
}

/** The questions of a set, or of any of a list of sets. */
export type QuestionsOf<S> =
  S extends QuestionSet<infer Q> ? Q : S extends readonly QuestionSet<infer Q>[] ? Q : never;

/** Names a version: `ticket-router@3`, its parts, or `ticket-router` for the current one. */
export type ContractName = string | ContractRef;

/**
 * Finds the version of a question set that is asked: the one that is named, or the current one.
 * Only what is published is found; a draft is none.
 *
 * @param sets One set, or a list of sets.
 * @param name `ticket-router@3` for that version, `ticket-router` for the current one. Defaults to
 *   the current one of the only set.
 * @param options `questions`: the questions as your program knows them, for sets that come from
 *   outside. The types of the answers then follow from them, and a version with other questions is
 *   an error.
 * @returns The version, deeply frozen; `judge()` takes it as its `contract`, too.
 * @throws {@link JudgeError} `unknown_contract` for a set or version that is not there or not
 *   published; `bad_contract` for a version with other questions than those in the options, and as
 *   {@link readQuestionSet} does for what is no set; `bad_option` for a name that is none, for two
 *   sets of one slug, and for an option that does not exist.
 *
 * @example
 * ```ts
 * import { noul } from 'judgement';
 * import { publish, questionSet, resolveContract } from 'judgement/contract';
 *
 * const spam = publish(questionSet({ slug: 'spam', questions: { spam: noul('Is this spam?') } }));
 * const tone = questionSet({ slug: 'tone', questions: { rude: noul('Is this rude?') } });
 * const { id, version, digest } = resolveContract([spam, tone], 'spam@1');
 * console.log(id, version, digest === spam.versions[0]?.digest); // spam 1 true
 *
 * try {
 *   resolveContract([spam, tone], 'tone');
 * } catch (error) {
 *   if (error instanceof Error) console.log(error.message);
 *   // name: no version of tone is published; publish one with publish()
 * }
 * ```
 */
export function resolveContract<const Q extends Questions>(
  sets: QuestionSet | readonly QuestionSet[],
  name: ContractName | undefined,
  options: { readonly questions: Q },
): Contract<Q>;
/** For sets that the program itself holds, whose types know their questions. */
export function resolveContract<const S extends QuestionSet | readonly QuestionSet[]>(
  sets: S,
  name?: ContractName,
): Contract<QuestionsOf<S>>;
export function resolveContract(
  sets: QuestionSet | readonly QuestionSet[],
  name?: ContractName,
  options: { readonly questions?: Questions } = {},
): Contract {
  checkOptions(options, ['questions'], 'options');
  const held = readSets(sets);
  const contract = found(held, name);
  const { questions } = options;
  if (questions !== undefined) {
    const expected = readQuestionsAt(questions, 'options').digest;
    if (expected !== contract.digest) {
      const rule = `${nameOf(contract)} has other questions`;
      throw badContract('options.questions', rule, 'pass the questions of that version');
    }
  }
  return contract;
}

/** A contract that was resolved here, or a checked copy of one that was not. */
export function ownContract<Q extends Questions>(contract: Contract<Q>): Contract<Q>;
export function ownContract(contract: Contract): Contract {
  return isOwn(contract) ? contract : readForeign(contract);
}

/** `ticket-router@3`. */
export function nameOf({ id, version }: Contract): string {
  return `${id}@${version}`;
}

const MEMBERS = ['id', 'version', 'name', 'questions', 'digest', 'model', 'mapping'] as const;

/** A number as a version writes it: no sign, no zero in front, no more digits than there are. */
const NUMBER = /^[1-9]\d{0,4}$/;

/** The contracts that were resolved here. */
const OWN: WeakSet<object> = /* @__PURE__ */ new WeakSet();

function isOwn(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && OWN.has(value);
}

function readSets(sets: QuestionSet | readonly QuestionSet[]): ReadonlyMap<string, QuestionSet> {
  const held = new Map<string, QuestionSet>();
  for (const set of isMany(sets) ? sets : [sets]) {
    const own = ownSet(set);
    if (held.has(own.slug)) {
      const rule = `two sets are called ${own.slug}`;
      throw new JudgeError('bad_option', { path: 'sets', rule, fix: 'pass each set once' });
    }
    held.set(own.slug, own);
  }
  return held;
}

function isMany(sets: QuestionSet | readonly QuestionSet[]): sets is readonly QuestionSet[] {
  return Array.isArray(sets);
}

function found(sets: ReadonlyMap<string, QuestionSet>, name: ContractName | undefined): Contract {
  const [only] = sets.values();
  if (name === undefined) {
    if (only !== undefined && sets.size === 1) return current(only);
    const rule = 'without a name there is one set';
    throw new JudgeError('bad_option', { path: 'name', rule, fix: 'pass a name: ticket-router' });
  }
  const { id, version } = readContract(name, 'name');
  const set = sets.get(id);
  if (set === undefined) {
    throw unknown('there is no question set of that name', 'pass the set, or correct the name');
  }
  return version === undefined ? current(set) : named(set, version);
}

function current(set: QuestionSet): Contract {
  const number = set.published.at(-1);
  if (number !== undefined) return toContract(set, number);
  throw unknown(`no version of ${set.slug} is published`, 'publish one with publish()');
}

function named(set: QuestionSet, version: string): Contract {
  const number = NUMBER.test(version) ? Number(version) : 0;
  versionOf(set, number, 'name');
  if (set.published.includes(number)) return toContract(set, number);
  throw unknown(`version ${version} of ${set.slug} is a draft`, 'publish it with publish()');
}

function unknown(rule: string, fix: string): JudgeError {
  return new JudgeError('unknown_contract', { path: 'name', rule, fix });
}

function toContract(set: QuestionSet, number: number): Contract {
  const { version, questions, digest, model, mapping } = versionOf(set, number, 'name');
  const { slug: id, name } = set;
  return sealContract(
    { id, version: String(version), name, questions, digest },
    { model, mapping },
  );
}

/** Puts a contract together out of parts that are checked. */
export function sealContract(
  needed: Omit<Contract, 'model' | 'mapping'>,
  notes: { readonly model: string | undefined; readonly mapping: JsonValue | undefined },
): Contract {
  const contract: Contract = Object.freeze({ ...needed, ...present(notes) });
  OWN.add(contract);
  return contract;
}

/** Reads one that was written down, or made by another copy of this library. */
function readForeign(value: unknown): Contract {
  const path = 'contract';
  const given = readMembers(snapshot(value, path), MEMBERS, path);
  const { version } = given;
  if (typeof version !== 'string' || !NUMBER.test(version)) {
    throw badContract('contract.version', 'it is the number of a version, as text', "pass '3'");
  }
  const { questions, digest } = readQuestionsAt(given['questions'], path);
  if (!isDigest(given['digest']) || given['digest'] !== digest) {
    const rule = 'it is the digest of the questions';
    throw badContract('contract.digest', rule, 'resolve the contract again');
  }
  const needed = {
    id: readSlug(given['id'], 'contract.id'),
    version,
    name: readName(given['name'], 'contract.name'),
    questions,
    digest,
  };
  return sealContract(needed, {
    model: readModel(given['model'], 'contract.model'),
    mapping: readMapping(given['mapping'], 'contract.mapping'),
  });
}
