/**
 * Whether the questions of judgements are those of the contract that they name.
 *
 * @module
 */
import { digest as digestOf, isDigest } from '../../digest.js';
import { JudgeError } from '../../errors.js';
import { snapshot } from '../../json.js';
import { isObject, isPromise } from '../../members.js';
import { pathTo } from '../../walk.js';
import type { Examined, JudgementReceipt } from './examine.js';
import { type PackageRow, row, rowsFor } from './rows.js';
import { listed, shown } from './words.js';

/** The digest of the questions of each version that you know: `ticket-router@3`. */
export interface Contracts {
  readonly [idAndVersion: string]: string;
}

/** A question set, as far as its receipts are held to it; `questionSet()` makes such. */
export interface ContractSet {
  /** What a judgement names as the id of its contract. */
  readonly slug: string;
  readonly versions: readonly {
    readonly version: number;
    /** The digest of the questions of that version. */
    readonly digest: string;
  }[];
  /** The numbers of the versions that are, or were, published. */
  readonly published: readonly number[];
  /** The digest of all else that the set holds; where it is there, it is checked. */
  readonly head?: string;
}

/** Finds the question set of an id; `undefined` where you know none. It is asked once for each. */
export type ContractLookup = (id: string) => ContractSet | undefined;

/** Finds a version that a judgement names, or says why there is none. */
export type FindContract = (contract: Named) => Version | Lost;

interface Named {
  readonly id: string;
  readonly version?: string;
}

interface Version {
  readonly digest: string;
  readonly isPublished: boolean;
}

type Lost = 'contract_unknown' | 'contract_unversioned' | 'contract_version';

/** Reads what is known of contracts; a typo in it would leave a contract unchecked. */
export function readContracts(
  contracts: Contracts | readonly ContractSet[] | ContractLookup,
  path: string,
): FindContract {
  if (typeof contracts === 'function') return findBy(contracts, path);
  if (isSets(contracts)) return findAmong(contracts, path);
  checkDigests(contracts, path);
  return (named) => {
    const name = writtenName(named);
    const digest = Object.hasOwn(contracts, name) ? contracts[name] : undefined;
    return digest === undefined ? 'contract_unknown' : { digest, isPublished: true };
  };
}

/** Holds the questions digest of each judgement to that of the version that it names. */
export function contractRows(
  { judgements }: Examined,
  find: FindContract | undefined,
): readonly PackageRow[] {
  const named = judgements.filter(({ judgement }) => judgement.contract !== undefined);
  if (named.length === 0) return [row('contracts_none', [])];
  const sorted: { readonly [fate in Fate]: JudgementReceipt[] } = {
    contracts_match: [],
    contracts_unchecked: [],
    contract_unknown: [],
    contract_unversioned: [],
    contract_version: [],
    contract_draft: [],
    contract_undigested: [],
    contract_contradicted: [],
  };
  for (const receipt of named) sorted[fateOf(receipt, find)].push(receipt);
  const ambiguous = findAmbiguous(named);
  return [
    ...FATES.flatMap((fate) =>
      rowsFor(
        fate,
        sorted[fate].map(({ id }) => id),
        listed([...new Set(sorted[fate].map(nameOf))].map(shown)),
      ),
    ),
    ...rowsFor('contract_ambiguous', ambiguous, listed(ambiguous)),
  ];
}

const FATES = [
  'contracts_match',
  'contracts_unchecked',
  'contract_unknown',
  'contract_unversioned',
  'contract_version',
  'contract_draft',
  'contract_undigested',
  'contract_contradicted',
] as const;

type Fate = (typeof FATES)[number];

function fateOf({ judgement }: JudgementReceipt, find: FindContract | undefined): Fate {
  const { contract = { id: '' }, questions_digest } = judgement;
  if (questions_digest === undefined) return 'contract_undigested';
  if (find === undefined) return 'contracts_unchecked';
  const found = find(contract);
  if (typeof found === 'string') return found;
  if (found.digest !== questions_digest) return 'contract_contradicted';
  return found.isPublished ? 'contracts_match' : 'contract_draft';
}

function checkDigests(contracts: Contracts, path: string): void {
  for (const [name, value] of Object.entries(contracts)) {
    if (name.includes('@') && isDigest(value)) continue;
    throw new JudgeError('bad_option', {
      path: pathTo(path, [name]),
      rule: 'each version of a contract has the digest of its questions',
      fix: "write it as { 'ticket-router@3': digest(questions) }, or pass a list of question sets",
    });
  }
}

function isSets(
  contracts: Contracts | readonly ContractSet[] | ContractLookup,
): contracts is readonly ContractSet[] {
  return Array.isArray(contracts);
}

function findAmong(sets: readonly ContractSet[], path: string): FindContract {
  const known = new Map<string, Versions>();
  for (const [index, set] of sets.entries()) {
    const place = pathTo(path, [index]);
    const { slug, versions } = readSet(set, place);
    if (known.has(slug)) throw badSet(`${place}.slug`, 'each set is there once');
    known.set(slug, versions);
  }
  return (named) => findIn(known.get(named.id), named);
}

function findBy(lookup: ContractLookup, path: string): FindContract {
  const known = new Map<string, Versions | undefined>();
  return (named) => {
    const { id } = named;
    if (!known.has(id)) {
      const set = lookUp(lookup, id, path);
      const read = set === undefined ? undefined : readSet(set, path);
      if (read !== undefined && read.slug !== id) {
        throw badSet(path, 'the set that is found has the id that was looked up');
      }
      known.set(id, read?.versions);
    }
    return findIn(known.get(id), named);
  };
}

function lookUp(lookup: ContractLookup, id: string, path: string): ContractSet | undefined {
  try {
    return lookup(id);
  } catch (cause) {
    const rule = 'a lookup gives a question set, or undefined';
    throw new JudgeError('bad_option', { path, rule, fix: 'look at the cause', cause });
  }
}

/** The versions of a set, by their numbers as a receipt writes them. */
type Versions = ReadonlyMap<string, Version>;

function findIn(versions: Versions | undefined, { version }: Named): Version | Lost {
  if (versions === undefined) return 'contract_unknown';
  if (version === undefined) return 'contract_unversioned';
  return versions.get(version) ?? 'contract_version';
}

/** Reads each member once. */
function readSet(
  set: unknown,
  path: string,
): { readonly slug: string; readonly versions: Versions } {
  if (isPromise(set)) throw badSet(path, 'it is the set itself, and not a promise of it');
  const seen: { readonly [name in keyof ContractSet]?: unknown } = Object(set);
  const isSealed = seen.head !== undefined;
  const copy = isSealed ? snapshot(set, path) : undefined;
  const { head, ...rest } = isObject(copy) ? copy : {};
  const { slug, versions, published }: { readonly [name in keyof ContractSet]?: unknown } = isSealed
    ? rest
    : seen;
  if (typeof slug !== 'string' || slug === '') throw badSet(`${path}.slug`, 'it is text');
  if (!Array.isArray(versions)) throw badSet(`${path}.versions`, 'they are a list');
  if (!Array.isArray(published)) throw badSet(`${path}.published`, 'it is a list');
  const numbers = new Set<unknown>(published);
  const read = versions.map((one: unknown, index): readonly [string, Version] => {
    const { version, digest }: { readonly version?: unknown; readonly digest?: unknown } =
      Object(one);
    const place = pathTo(path, ['versions', index]);
    if (!Number.isSafeInteger(version)) throw badSet(`${place}.version`, 'it is a whole number');
    if (!isDigest(digest)) throw badSet(`${place}.digest`, 'it is the digest of the questions');
    return [String(version), { digest, isPublished: numbers.has(version) }];
  });
  const known = new Map(read);
  if (known.size < read.length) throw badSet(`${path}.versions`, 'each version is there once');
  // A set that was edited since it was written, in what was published or anywhere, is none.
  if (isSealed && digestOf(rest) !== head) {
    throw badSet(`${path}.head`, 'it is the digest of all the other members');
  }
  return { slug, versions: known };
}

function badSet(path: string, rule: string): JudgeError {
  const fix = 'pass question sets, as questionSet() makes them and readQuestionSet() reads them';
  return new JudgeError('bad_option', { path, rule, fix });
}

/** A version never changes, so two sets of questions under one are two versions. */
function findAmbiguous(named: readonly JudgementReceipt[]): readonly string[] {
  const first = new Map<string, string>();
  const found = new Set<string>();
  for (const receipt of named) {
    const { contract, questions_digest } = receipt.judgement;
    if (contract?.version === undefined || questions_digest === undefined) continue;
    const name = nameOf(receipt);
    const known = first.get(name) ?? questions_digest;
    first.set(name, known);
    if (known !== questions_digest) found.add(shown(name));
  }
  return [...found];
}

function nameOf({ judgement }: JudgementReceipt): string {
  return writtenName(judgement.contract ?? { id: '' });
}

/** `ticket-router@3`, or `ticket-router` where no version is named. */
function writtenName({ id, version }: Named): string {
  return version === undefined ? id : `${id}@${version}`;
}
