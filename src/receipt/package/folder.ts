/**
 * A package folder of Treeship, given as a map of file names to text or bytes.
 *
 * @module
 */
import { fromUtf8 } from '../../bytes.js';

/** A file that is looked into. */
export interface FolderFile {
  readonly name: string;
  readonly text: string;
  /** The bytes as they were given, where they were. */
  readonly bytes?: Uint8Array;
  /** The name without folders and without `.json`. */
  readonly stem: string;
}

/** The files of a folder, by what they are for. */
export interface FolderFiles {
  readonly artifacts: readonly FolderFile[];
  readonly records: readonly FolderFile[];
  readonly lists: readonly FolderFile[];
  readonly keys: readonly FolderFile[];
  readonly unread: readonly string[];
}

/** Whether an object is a folder, and not a record or an envelope. */
export function isFolder(input: object): boolean {
  if (input instanceof Map) return true;
  const own = (name: string): boolean => Object.hasOwn(input, name);
  if (own('envelope') || own('payload') || own('payloadType') || own('signatures')) return false;
  return Object.values(input).every((file) => typeof file === 'string' || isBytes(file));
}

/** Sorts the files of a folder by what they are for. */
export function foldersOf(folder: object): FolderFiles {
  const kinds: { [kind in Kind]: FolderFile[] } = {
    artifacts: [],
    records: [],
    lists: [],
    keys: [],
  };
  const unread: string[] = [];
  const files: Iterable<readonly [unknown, unknown]> =
    folder instanceof Map ? folder.entries() : Object.entries(folder);
  for (const [name, content] of files) {
    if (typeof name !== 'string') continue;
    const [kind] = PATTERNS.find(([, pattern]) => pattern.test(name)) ?? [];
    if (kind === undefined) unread.push(name);
    else kinds[kind].push(toFile(name, content));
  }
  return { ...kinds, unread };
}

type Kind = Exclude<keyof FolderFiles, 'unread'>;

/** What is in a folder, by the names of the files, whichever way its separators lean. */
const PATTERNS: readonly (readonly [Kind, RegExp])[] = [
  ['artifacts', /(?:^|[\\/])artifacts[\\/][^\\/]+$/],
  ['records', /(?:^|[\\/])record\.json$/],
  ['lists', /(?:^|[\\/])receipt\.json$/],
  ['keys', /(?:^|[\\/])keys\.json$/],
];

/** Bytes that are not UTF-8 are no JSON: the empty text says so to whoever reads it. */
function toFile(name: string, content: unknown): FolderFile {
  const stem = name.replace(/^.*[\\/]/s, '').replace(/\.json$/, '');
  if (typeof content === 'string') return { name, text: content, stem };
  if (!isBytes(content)) return { name, text: '', stem };
  return { name, text: fromUtf8(content) ?? '', bytes: content, stem };
}

function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array;
}
