/**
 * Rules for the code that interpreters run: files that it removes, disks and system files that it
 * writes over. The commands that it starts are executions of their own.
 *
 * @module
 */
import type { Hit, RuleContext, RuleTable } from '../rule.js';
import { PROGRAMS_OF_CODE } from '../shell/code/programs.js';
import { readSed } from '../shell/code/sed.js';
import { flatten, listValue, textOf } from '../shell/code/values.js';
import { type CodeCall, callsIn, codeOf, type InlineCode, type Value } from '../shell/code.js';
import type { Execution } from '../shell/execution.js';
import { locate } from '../shell/place.js';
import { dropPrefix, type Piece, textWord, type Word, wordOf } from '../shell/word.js';
import { type Change, changeOf } from './code-changes.js';
import { isDisk, isSystemFile, isVitalFile } from './protection.js';
import { reachesOut } from './reach.js';
import { named, reachOfTarget } from './targets.js';

/** The rule for code, under every name that an interpreter goes by. */
export const INTERPRETERS: RuleTable = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ Object.fromEntries(PROGRAMS_OF_CODE.map((name) => [name, changesFiles])),
);

/** Code that removes what is broad or outside, or writes over a disk or a part of the system. */
export function changesFiles(execution: Execution, context: RuleContext): Hit | undefined {
  const inline = codeOf(execution);
  if (inline === undefined) return undefined;
  if (inline.language === 'sed') return writesInSed(inline, execution, context);
  let here = execution;
  for (const call of callsIn(inline)) {
    const change = changeOf(inline.language, call);
    if (change === undefined) continue;
    if (change.kind === 'enter') here = enter(change, call, inline, here);
    else {
      const hit = findHit(change, call, inline, here, context);
      if (hit !== undefined) return hit;
    }
  }
  return undefined;
}

function findHit(
  change: Change,
  call: CodeCall,
  inline: InlineCode,
  execution: Execution,
  context: RuleContext,
): Hit | undefined {
  for (const value of flatten([targetOf(change, call)])) {
    const given = wordFor(value, inline);
    if (given === undefined) continue;
    // Perl's `open(F, '>file')` has the mode in front of the name.
    const mark = change.takes === 'last' ? (MARK.exec(given.text)?.[0] ?? '') : '';
    const word = dropPrefix(given, mark.length);
    const mode = mark === '' ? modeOf(call) : mark.trim();
    const hit =
      change.kind === 'remove'
        ? removal(change, word, execution, context)
        : overwriting(change, mode, word, execution, context);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

/** What a call changes: its first argument, all of them, what it is a method of. */
function targetOf(change: Change, call: CodeCall): Value {
  const { args, owner } = call;
  const first = args[0] ?? call.named.get('path') ?? call.named.get('file');
  switch (change.takes) {
    case 'all':
      return listValue(args);
    case 'second':
      return args[1] ?? {};
    case 'last':
      return args.at(-1) ?? {};
    case 'owner':
      return owner?.pieces === undefined ? (owner?.call?.args[0] ?? {}) : owner;
    case 'first':
      return first ?? {};
  }
}

function removal(
  change: Change,
  word: Word,
  execution: Execution,
  context: RuleContext,
): Hit | undefined {
  const reach = reachOfTarget(word, execution, context);
  if (!reachesOut(reach, context)) return undefined;
  // What removes empty directories only can lose no more than a place of the system.
  if (change.empty === true && reach !== 'broad') return undefined;
  return {
    rule: 'code.remove',
    sentence: `The code that ${execution.name} runs would remove ${named(word)}.`,
    span: word.span,
  };
}

function overwriting(
  change: Change,
  mode: string,
  word: Word,
  execution: Execution,
  context: RuleContext,
): Hit | undefined {
  if (change.mode === true && !WRITES.test(mode)) return undefined;
  if (isDisk(word, execution)) {
    return {
      rule: 'code.overwrite_disk',
      sentence: `The code that ${execution.name} runs would write over the disk ${named(word)}.`,
      span: word.span,
    };
  }
  if (KEEPS.test(mode) || execution.elsewhere === 'container') return undefined;
  const isPart = change.copies === true ? isVitalFile : isSystemFile;
  if (!isPart(word, execution, context)) return undefined;
  return {
    rule: 'code.overwrite_system',
    sentence: `The code that ${execution.name} runs would write over ${named(word)}, a part of the system.`,
    span: word.span,
  };
}

/** How a file is opened: `w`, `a+`, `>`; empty when nothing is said. */
function modeOf(call: CodeCall): string {
  if (call.args.some((arg) => arg.name === 'FILE_APPEND')) return 'a';
  const values = [...call.args.slice(call.owner?.pieces === undefined ? 1 : 0)];
  const said = call.named.get('mode') ?? call.named.get('flag') ?? values.find(isMode);
  const options = call.args.find((arg) => arg.members !== undefined)?.members;
  return textOf(said ?? options?.get('flag') ?? options?.get('flags')) ?? '';
}

function isMode(value: Value): boolean {
  return MODE.test(textOf(value) ?? '');
}

/** The files that a sed script writes to. */
function writesInSed(
  inline: InlineCode,
  execution: Execution,
  context: RuleContext,
): Hit | undefined {
  const write: Change = { kind: 'write', takes: 'first' };
  for (const file of readSed(inline.code.text).files) {
    const word = textWord(file, inline.code.span);
    const hit = overwriting(write, '', word, execution, context);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

/** Code that changes its directory: what it names from then on is seen from there. */
function enter(
  change: Change,
  call: CodeCall,
  inline: InlineCode,
  execution: Execution,
): Execution {
  const word = wordFor(targetOf(change, call), inline);
  if (word === undefined) return execution;
  const { base, path } = locate(word, execution.cwd);
  return { ...execution, cwd: { base, path } };
}

function wordFor(value: Value, inline: InlineCode): Word | undefined {
  if (value.pieces === undefined) return undefined;
  const pieces = inline.language === 'r' ? value.pieces.map(expandTilde) : value.pieces;
  return wordOf(pieces, inline.code.span);
}

/** R reads `~` as a home in every path. */
function expandTilde(piece: Piece): Piece {
  return piece.kind === 'text' && piece.text === '~' ? { kind: 'home', text: '~' } : piece;
}

const MODE = /^(?:[rwaxbtn+]{1,4}|[<>+|-]{1,3}(?::\S{1,32})?|as|wx|ax)$/;
const WRITES = /[wax>+]/;
/** Modes that keep what a file holds. */
const KEEPS = /a|>>|r/;
/** The mode in front of a file's name. */
const MARK = /^\s{0,8}\+?[<>]{1,2}\s{0,8}/;
