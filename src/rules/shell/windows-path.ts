/**
 * Paths of Windows as places: a drive is a directory below the root, as in `/c:/users`.
 *
 * @module
 */
import { locate, type Place, type Target } from './place.js';
import { type Piece, type Word, wordOf } from './word.js';

/** How a command reads a path. */
export interface PathReading {
  /** Whether `*`, `?` and `[a-z]` are patterns, quoted or not. */
  readonly patterns: boolean;
  /** Whether `~` in front is the home. */
  readonly tilde: boolean;
}

/** A path of Windows as a word that {@link locate} reads: `C:\Users\*` as `/c:/users/*`. */
export function toPlainWord(word: Word, reading: PathReading): Word {
  const pieces: Piece[] = [];
  const drive = startsAtDrive(word);
  for (const [index, piece] of word.pieces.entries()) {
    if (piece.kind !== 'text') {
      pieces.push(piece);
      continue;
    }
    let text = piece.text.replaceAll('\\', '/');
    if (index === 0) {
      text = text.replace(PROVIDER, '').replace(VERBATIM, '');
      if (reading.tilde && TILDE.test(text)) {
        pieces.push({ kind: 'home', text: '~' });
        text = text.slice(1);
      } else if (drive) text = `/${text}`;
    }
    if (drive) text = text.toLowerCase();
    pieces.push(...(reading.patterns ? splitPatterns(text) : [{ kind: 'text', text } as const]));
  }
  return wordOf(pieces, word.span);
}

/** A place whose path is written with a drive, as {@link toPlainWord} writes it. */
export function toPlainPlace(place: Place): Place {
  return DRIVE.test(place.path) ? { base: 'absolute', path: toPlainPath(place.path) } : place;
}

/** An absolute path of Windows below the root; any other path as it is. */
export function toPlainPath(path: string): string {
  if (!DRIVE.test(path)) return path;
  return `/${path.replaceAll('\\', '/').toLowerCase()}`.replace(LAST_SLASH, '$1');
}

/** Where a word of PowerShell or cmd.exe points to. */
export function locateWindows(word: Word, from: Place, reading: PathReading): Target {
  return locate(toPlainWord(word, reading), toPlainPlace(from));
}

/** Whether a word names a drive other than of files: `HKLM:\`, `Cert:\`, `Env:`. */
export function isOtherDrive(word: Word): boolean {
  return OTHER_DRIVE.test(word.text);
}

function startsAtDrive(word: Word): boolean {
  const first = word.pieces[0];
  if (first?.kind !== 'text') return false;
  return DRIVE.test(first.text.replace(PROVIDER, '').replaceAll('\\', '/').replace(VERBATIM, ''));
}

function splitPatterns(text: string): readonly Piece[] {
  const parts = text.split(PATTERNS).filter((part) => part !== '');
  return parts.map((part) => ({ kind: PATTERN.test(part) ? 'glob' : 'text', text: part }));
}

/** `FileSystem::` in front of a path of PowerShell. */
const PROVIDER = /^(?:[\w.]{1,64}\\)?FileSystem::/i;
/** `\\?\` in front of a path that is taken as it is. */
const VERBATIM = /^\/\/[?.]\/(?=[a-z]:)/i;
const DRIVE = /^[a-z]:(?:[\\/]|$)/i;
const OTHER_DRIVE = /^(?:[a-z]{2,20}:|Registry::|Microsoft\.PowerShell\.Core\\Registry::)/i;
const LAST_SLASH = /(.)\/$/;
const TILDE = /^~(?:\/|$)/;
const PATTERNS = /(\*+|\?|\[[^\]]{1,64}\])/;
const PATTERN = /^(?:\*+|\?|\[.+\])$/;
