/**
 * What a package was read from: its entries, its files, and the seal over a folder.
 *
 * @module
 */
import { utf8 } from '../../bytes.js';
import { digestBytes } from '../../digest.js';
import { parseJson } from '../../json.js';
import { isList, isObject } from '../../members.js';
import { type Examined, type Item, textOf } from './examine.js';
import type { FolderFile } from './folder.js';
import type { ReadPackage } from './read.js';
import { type PackageRow, row, rowsFor } from './rows.js';
import { listed, shown } from './words.js';

/** Says how much was read, and what was not. */
export function inputRows({ form, entries, unread, isCut }: ReadPackage): readonly PackageRow[] {
  const places = entries.map(({ place }) => place);
  const names = unread.map(shown);
  return [
    ...rowsFor('input_read', places, FORMS[form]),
    ...(entries.length === 0 && form !== 'none' && !isCut ? [row('input_empty', [])] : []),
    ...(form === 'none' ? [row('input_unreadable', ['input'])] : []),
    ...(isCut ? [row('input_too_many', places)] : []),
    ...rowsFor('files_unread', names, listed(names)),
  ];
}

/**
 * Holds the receipts of a folder to its list, and the list to the record that seals it.
 *
 * The list is `receipt.json` and nobody signed it; `record.json` is a receipt of the kind
 * `session.v1` that holds its digest.
 */
export function folderRows({ lists }: ReadPackage, examined: Examined): readonly PackageRow[] {
  return lists.flatMap((list) => {
    const sealing = examined.seals.filter(({ opened }) => digestIn(opened) !== undefined);
    const broken = sealing.filter(({ opened }) => digestIn(opened) !== digestOf(list));
    const ids = readIds(list);
    const strays = straysOf(ids, examined);
    const rows = [
      ...rowsFor('folder_seal', namesOf(broken), shown(list.name)),
      ...rowsFor('folder_listing', strays, shown(list.name)),
      ...rowsFor('folder_order', earlyOf(ids, examined), shown(list.name)),
    ];
    if (rows.length > 0) return rows;
    const trusted = sealing.filter(({ verdict }) => verdict.ok);
    if (trusted.length === 0) return [row('folder_unsealed', [shown(list.name)])];
    return rowsFor('folder_sealed', namesOf(trusted), shown(list.name));
  });
}

const FORMS: { readonly [form in ReadPackage['form']]: string } = {
  list: 'from a list',
  lines: 'from lines of text',
  folder: 'from a folder',
  none: 'from nothing',
};

/** The digest of the list that a seal covers. */
function digestIn(opened: Item['opened']): string | undefined {
  const { statement } = opened ?? {};
  if (statement?.kind !== 'session.v1') return undefined;
  return textOf(statement.payload, 'receipt_digest');
}

function digestOf({ text, bytes }: FolderFile): string {
  return digestBytes(bytes ?? utf8(text));
}

/** What is listed and not there, and what is there and not listed. */
function straysOf(ids: readonly string[] | undefined, { receipts }: Examined): readonly string[] {
  // A file that cannot be read lists nothing, so every receipt is one that is not listed.
  const listedIds = new Set(ids ?? []);
  const there = new Set<string>(receipts.map(({ id }) => id));
  const missing = [...listedIds].filter((id) => !there.has(id)).map(shown);
  const unlisted = [...there].filter((id) => !listedIds.has(id));
  return [...missing, ...unlisted];
}

/** What is listed before its parent: the list of Treeship is in the order of the chain. */
function earlyOf(ids: readonly string[] = [], { byId }: Examined): readonly string[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  return [...places].flatMap(([id, place]) => {
    const parent = places.get(byId.get(id)?.opened.parentId ?? '');
    return parent !== undefined && parent > place ? [id] : [];
  });
}

function readIds({ text }: FolderFile): readonly string[] | undefined {
  try {
    const value = parseJson(text);
    const artifacts = isObject(value) ? value['artifacts'] : undefined;
    if (!isList(artifacts)) return undefined;
    return artifacts.flatMap((each) => textOf(each, 'artifact_id') ?? []);
  } catch {
    return undefined;
  }
}

function namesOf(items: readonly Item[]): readonly string[] {
  return items.map(({ name }) => name);
}
