/**
 * Reads a sed script for what it executes and what it writes to.
 *
 * @module
 */

/** What a sed script does beside editing. */
export interface SedEffects {
  /** The commands of `e command`, and the replacements of `s///e`. */
  readonly commands: readonly string[];
  /** The files of `w file` and `s///w file`. */
  readonly files: readonly string[];
}

/** Reads a script command by command, as GNU sed does. */
export function readSed(script: string): SedEffects {
  const commands: string[] = [];
  const files: string[] = [];
  const text = script.slice(0, MAX_SCRIPT);
  let at = 0;
  while (at < text.length && commands.length + files.length < MAX_EFFECTS) {
    at = skipAddress(text, at);
    const letter = text.charAt(at);
    if (letter === '') break;
    at += 1;
    if (letter === 's') {
      at = readSubstitution(text, at, commands, files);
    } else if (letter === 'y') {
      at = skipPart(text, skipPart(text, at + 1, text.charAt(at)), text.charAt(at));
    } else if (letter === 'e' || letter === 'w' || letter === 'W') {
      const end = lineEnd(text, at);
      const rest = text.slice(at, end).trim();
      if (rest !== '') (letter === 'e' ? commands : files).push(rest);
      at = end;
    } else if (TAKES_TEXT.test(letter)) at = skipText(text, at);
    else if (TAKES_LINE.test(letter)) at = lineEnd(text, at);
  }
  return { commands, files };
}

/** Skips addresses, blanks, and what separates commands. */
function skipAddress(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '/') at = skipPart(text, at + 1, '/');
    else if (char === '\\') at = skipPart(text, at + 2, text.charAt(at + 1));
    else if (BETWEEN.test(char)) at += 1;
    else if ((char === 'I' || char === 'M') && text.charAt(at - 1) === '/') at += 1;
    else break;
  }
  return at;
}

/** `s/pattern/replacement/flags`, the letter being behind. */
function readSubstitution(
  text: string,
  start: number,
  commands: string[],
  files: string[],
): number {
  const delimiter = text.charAt(start);
  const middle = skipPart(text, start + 1, delimiter);
  const end = skipPart(text, middle, delimiter);
  const replacement = text.slice(middle, end - 1);
  let at = end;
  let executes = false;
  for (; FLAG.test(text.charAt(at)); at += 1) {
    const flag = text.charAt(at);
    if (flag === 'e') executes = true;
    if (flag !== 'w') continue;
    const stop = lineEnd(text, at + 1);
    files.push(text.slice(at + 1, stop).trim());
    at = stop;
    break;
  }
  if (executes) commands.push(readReplacement(replacement, delimiter));
  return at;
}

/** The end of a part, behind its delimiter; a class in a pattern may hold it only escaped. */
function skipPart(text: string, start: number, delimiter: string): number {
  for (let at = start; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\\') at += 1;
    else if (char === delimiter) return at + 1;
  }
  return text.length;
}

/** The text of `a`, `i` and `c` goes on over line ends that are escaped. */
function skipText(text: string, start: number): number {
  let at = start;
  for (;;) {
    const end = lineEnd(text, at);
    if (end >= text.length || text.charAt(end - 1) !== '\\') return end;
    at = end + 1;
  }
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}

/** What is left of a replacement when nothing was matched: `&` and `\1` stand for input. */
function readReplacement(replacement: string, delimiter: string): string {
  let text = '';
  for (let at = 0; at < replacement.length; at += 1) {
    const char = replacement.charAt(at);
    if (char === '&') continue;
    if (char !== '\\') {
      text += char;
      continue;
    }
    at += 1;
    const next = replacement.charAt(at);
    if (next === 'n') text += '\n';
    else if (!DIGIT.test(next))
      text += next === delimiter || next === '\\' || next === '&' ? next : `\\${next}`;
  }
  return text;
}

const MAX_SCRIPT = 65_536;
const MAX_EFFECTS = 256;

const BETWEEN = /^[\s;{}0-9,$!~+]$/;
const FLAG = /^[gpeIiMmw0-9]$/;
const TAKES_TEXT = /^[aic]$/;
/** Commands whose argument is the rest of the line. */
const TAKES_LINE = /^[rRbtT:#vF}]$/;
const DIGIT = /^[0-9]$/;
