/**
 * The substitutions of `sed` whose pattern is literal text: `s/x/rm/g`.
 *
 * @module
 */

/**
 * Applies a script of substitutions to a text, line by line.
 *
 * @returns The text; `undefined` when the script does anything else than substitute literal text.
 */
export function substitute(script: string, text: string): string | undefined {
  const steps = readScript(script);
  if (steps === undefined || text.length > MAX_TEXT) return undefined;
  let lines = text.split('\n');
  for (const step of steps) lines = lines.map((line) => apply(step, line).slice(0, MAX_TEXT));
  return lines.join('\n');
}

interface Step {
  /** The text that is looked for, empty for a whole line. */
  readonly from: string;
  readonly to: readonly string[];
  readonly atStart: boolean;
  readonly atEnd: boolean;
  readonly every: boolean;
}

function apply({ from, to, atStart, atEnd, every }: Step, line: string): string {
  const written = (found: string): string => to.join(found);
  if (from === '' && !atStart && !atEnd) return written(line);
  if (atStart && atEnd) return line === from ? written(from) : line;
  if (atStart) return line.startsWith(from) ? written(from) + line.slice(from.length) : line;
  if (atEnd) {
    return line.endsWith(from) ? line.slice(0, line.length - from.length) + written(from) : line;
  }
  if (every) return line.split(from).join(written(from));
  const at = line.indexOf(from);
  return at < 0 ? line : line.slice(0, at) + written(from) + line.slice(at + from.length);
}

function readScript(script: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  let at = 0;
  while (at < script.length) {
    if (BETWEEN.test(script.charAt(at))) {
      at += 1;
      continue;
    }
    if (script[at] !== 's' || steps.length >= MAX_STEPS) return undefined;
    const mark = script.charAt(at + 1);
    const pattern = endOfPart(script, at + 2, mark);
    const replacement = endOfPart(script, pattern + 1, mark);
    if (pattern < 0 || replacement < 0) return undefined;
    const flags = FLAGS.exec(script.slice(replacement + 1))?.[0];
    if (flags === undefined) return undefined;
    const step = readStep(
      script.slice(at + 2, pattern),
      script.slice(pattern + 1, replacement),
      mark,
      flags.includes('g'),
    );
    if (step === undefined) return undefined;
    steps.push(step);
    at = replacement + 1 + flags.length;
  }
  return steps.length === 0 ? undefined : steps;
}

function readStep(pattern: string, to: string, mark: string, every: boolean): Step | undefined {
  const replacement = readReplacement(to);
  if (replacement === undefined) return undefined;
  if (WHOLE.test(pattern)) {
    return { from: '', to: replacement, atStart: false, atEnd: false, every };
  }
  const atStart = pattern.startsWith('^');
  const atEnd = END.test(pattern);
  const body = pattern.slice(atStart ? 1 : 0, atEnd ? -1 : undefined);
  const from = body.replaceAll(`\\${mark}`, mark).replace(ESCAPED_MARK, '$1');
  const isLiteral = !SPECIAL.test(body.replaceAll(`\\${mark}`, '').replace(ESCAPED_MARK, ''));
  if (!isLiteral || (from === '' && !atStart && !atEnd)) return undefined;
  return { from, to: replacement, atStart, atEnd, every };
}

/** The parts between which what was found is written. */
function readReplacement(text: string): readonly string[] | undefined {
  const parts = [''];
  for (let at = 0; at < text.length; at += 1) {
    let letter = text.charAt(at);
    if (letter === '&') {
      parts.push('');
      continue;
    }
    if (letter === '\\') {
      at += 1;
      letter = text.charAt(at);
      if (CALLS.test(letter)) return undefined;
      if (letter === 'n') letter = '\n';
    }
    parts.push(`${parts.pop() ?? ''}${letter}`);
  }
  return parts;
}

/** Where a part ends, or -1. */
function endOfPart(script: string, start: number, mark: string): number {
  if (start === 0) return -1;
  for (let at = start; at < script.length; at += 1) {
    if (script[at] === '\\') at += 1;
    else if (script[at] === mark) return at;
  }
  return -1;
}

const MAX_TEXT = 16_384;
const MAX_STEPS = 16;

const BETWEEN = /[\s;]/;
const FLAGS = /^g?(?=$|[\s;])/;

/** All of a line. */
const WHOLE = /^\^?\.\*\$?$/;
const END = /(?:^|[^\\])\$$/;

/** A mark that stands for itself. */
const ESCAPED_MARK = /\\([^A-Za-z0-9(){}|+?<>`'])/g;

/** What means more than itself in a pattern. */
const SPECIAL = /[.*[\]\\^$+?(){}|]/;

/** What means a part of what was found, or a change of case. */
const CALLS = /[0-9A-Z]/;
