/**
 * What is known of each receipt of a package before they are held against each other.
 *
 * @module
 */
import type { JsonObject, JsonValue } from '../../json.js';
import { isObject } from '../../members.js';
import type { ArtifactId } from '../envelope.js';
import type { OpenedReceipt } from '../open.js';
import type { JudgementPayload } from '../payloads.js';
import type { ReceiptVerdict, SignedBy } from '../verdict.js';
import type { ClaimedCheck } from './keys.js';
import type { Entry } from './read.js';

/** An entry, and what came of verifying it. */
export interface Item {
  readonly entry: Entry;
  readonly verdict: ReceiptVerdict;
  /** What its bytes say, where they could be opened. */
  readonly opened?: OpenedReceipt;
  /** The id, or the place of what could not be opened. */
  readonly name: string;
  /** The keys of the package itself that signed it. */
  readonly claimed: readonly SignedBy[];
  /** Whether a signature is not that of the key of the package that it names. */
  readonly isForged: boolean;
}

/** A receipt that could be opened, however often it is there. */
export interface Receipt {
  readonly id: ArtifactId;
  readonly opened: OpenedReceipt;
  /** What it says, if it is of the kind `judgement.v1`. */
  readonly judgement: JudgementPayload | undefined;
  /** Its entries, the best verified first. */
  readonly items: readonly Item[];
  /** Where it is listed first. */
  readonly at: number;
  /** Whether it verifies: every signature is good, and one is by a key trusted for it. */
  readonly isTrusted: boolean;
  /** The keys that are known to have signed it, those of the package included. */
  readonly signers: ReadonlySet<string>;
}

/** A receipt of the kind `judgement.v1`. */
export interface JudgementReceipt extends Receipt {
  readonly judgement: JudgementPayload;
}

/** Everything that the checks look at. */
export interface Examined {
  readonly items: readonly Item[];
  readonly seals: readonly Item[];
  /** Each receipt once, in the order in which they are listed first. */
  readonly receipts: readonly Receipt[];
  readonly byId: ReadonlyMap<string, Receipt>;
  readonly judgements: readonly JudgementReceipt[];
}

/** Puts together what is known of one entry: the verdict by your keys, and what its own keys say. */
export function examineEntry(
  entry: Entry,
  verdict: ReceiptVerdict,
  claims: readonly ClaimedCheck[],
): Item {
  const opened = verdict.ok ? verdict : verdict.opened;
  const item = {
    entry,
    verdict,
    name: opened?.id ?? entry.place,
    claimed: claims.flatMap(({ key, isGood }) => (isGood ? [key] : [])),
    isForged: claims.some(({ isGood }) => !isGood),
  };
  return opened === undefined ? item : { ...item, opened };
}

/** Gathers the entries of each receipt. */
export function examine(items: readonly Item[], seals: readonly Item[]): Examined {
  const groups = new Map<ArtifactId, Group>();
  items.forEach((item, at) => {
    const { opened } = item;
    if (opened === undefined) return;
    const group = groups.get(opened.id);
    if (group === undefined) groups.set(opened.id, { at, opened, items: [item] });
    else group.items.push(item);
  });
  const signerSets = new Map<string, ReadonlySet<string>>();
  const receipts = [...groups.values()].map((group) => toReceipt(group, signerSets));
  return {
    items,
    seals,
    receipts,
    byId: new Map(receipts.map((receipt) => [receipt.id, receipt])),
    judgements: receipts.filter(isJudgement),
  };
}

/** A member of a payload that may not be there, or not be text. */
export function textOf(object: JsonValue | undefined, member: string): string | undefined {
  const value = isObject(object) && Object.hasOwn(object, member) ? object[member] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** What a receipt is about: the id of an artifact, or any name. */
export function subjectOf(value: JsonObject): string | undefined {
  return Object.hasOwn(value, 'subject') ? textOf(value['subject'], 'artifactId') : undefined;
}

/** What the judgements of one call have in common; nothing where a receipt does not say. */
export function callOf(judgement: JudgementPayload): string | undefined {
  const { state_digest, questions_digest, response_digest = '' } = judgement;
  if (state_digest === undefined || questions_digest === undefined) return undefined;
  return `${state_digest} ${questions_digest} ${response_digest}`;
}

interface Group {
  readonly at: number;
  readonly opened: OpenedReceipt;
  readonly items: Item[];
}

function toReceipt(
  { at, opened, items }: Group,
  signerSets: Map<string, ReadonlySet<string>>,
): Receipt {
  const sorted = items.length === 1 ? items : bestFirst(items);
  return {
    id: opened.id,
    opened,
    judgement: opened.judgement,
    items: sorted,
    at,
    isTrusted: sorted[0]?.verdict.ok === true,
    signers: signersOf(items, signerSets),
  };
}

/** Most receipts are signed by one key, the same one, and then share their set of it. */
function signersOf(
  items: readonly Item[],
  signerSets: Map<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const all = items.flatMap(({ verdict, claimed }) => [...verdict.signed, ...claimed]);
  const names = all.map(({ publicKey }) => publicKey);
  const name = names.join(' ');
  const signers = signerSets.get(name) ?? new Set(names);
  signerSets.set(name, signers);
  return signers;
}

function bestFirst(items: readonly Item[]): readonly Item[] {
  const best = items.filter(({ verdict }) => verdict.ok);
  return [...best, ...items.filter(({ verdict }) => !verdict.ok)];
}

function isJudgement(receipt: Receipt): receipt is JudgementReceipt {
  return receipt.judgement !== undefined;
}
