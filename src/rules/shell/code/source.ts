/**
 * From the code as a word of the shell to a text that can be read, and back to pieces.
 *
 * @module
 */
import type { Piece } from '../word.js';
import type { InlineCode } from './inline.js';
import { listValue, NOTHING, textValue, type Value } from './values.js';

/** The code as text, with one character for each part that is not literal. */
export function encode(inline: InlineCode): { text: string; holes: readonly Piece[] } {
  let text = '';
  const holes: Piece[] = [];
  for (const piece of inline.code.pieces) {
    if (piece.kind === 'text' || piece.kind === 'glob') text += piece.text.replace(HOLES, '\uFFFC');
    else if (holes.length >= MAX_HOLES) text += '\uFFFC';
    else {
      text += String.fromCharCode(FIRST_HOLE + holes.length);
      holes.push(piece);
    }
  }
  return { text: inline.language === 'php' ? phpOnly(text) : text, holes };
}

/** A text of the code as a value, with the parts that are not literal back in their places. */
export function decode(text: string, all: readonly Piece[]): Value {
  if (all.length === 0 || !HOLE.test(text)) return textValue(text);
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const hole = all[text.charCodeAt(at) - FIRST_HOLE];
    if (hole === undefined) continue;
    if (at > from) pieces.push({ kind: 'text', text: text.slice(from, at) });
    pieces.push(hole);
    from = at + 1;
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) });
  const reads = pieces.some((piece) => piece.kind === 'unknown' && (piece.runs?.length ?? 0) > 0);
  return reads ? { pieces, source: 'file' } : { pieces };
}

/** What the code is called with, under the names by which it can ask for it. */
export function argumentsOf(inline: InlineCode): [string, Value][] {
  const items = inline.args.map((word): Value => ({ pieces: word.pieces }));
  const list = listValue(items);
  const behind = listValue([NOTHING, ...items]);
  switch (inline.language) {
    case 'python':
      return [['sys', { name: 'sys', members: new Map([['argv', behind]]) }]];
    case 'javascript':
      return [['process', { name: 'process', members: new Map([['argv', behind]]) }]];
    case 'ruby':
    case 'perl':
      return [['ARGV', list]];
    case 'php':
      return [['argv', behind]];
    case 'lua':
      return [['arg', behind]];
    case 'awk':
      return [['ARGV', behind]];
    default:
      return [];
  }
}

/** Outside of its tags, PHP prints the text. */
function phpOnly(text: string): string {
  const first = text.indexOf('<?');
  if (first < 0) return text;
  const parts: string[] = [];
  for (let at = first; at >= 0 && at < text.length; ) {
    const close = text.indexOf('?>', at);
    parts.push(text.slice(at, close < 0 ? undefined : close).replace(PHP_TAG, ''));
    at = close < 0 ? -1 : text.indexOf('<?', close);
  }
  return parts.join(';\n');
}

const MAX_HOLES = 1024;
const FIRST_HOLE = 0xf000;
const HOLE = /[\uF000-\uF3FF]/;
const HOLES = /[\uF000-\uF3FF]/g;
const PHP_TAG = /^<\?(?:php|=)?/;
