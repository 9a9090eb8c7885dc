/**
 * What commands of PowerShell do to the reading itself: other places, other texts, known results.
 *
 * @module
 */
import type { Execution } from '../execution.js';
import { arrive, type Place } from '../place.js';
import { locateWindows } from '../windows-path.js';
import type { Word } from '../word.js';
import { joinPaths, objectOf, variableOf } from './objects.js';
import { readParameters } from './parameters.js';
import { MAX_EXECUTIONS, type State, within } from './state.js';
import { EMPTY, literalOf, textValue, type Value } from './value.js';

/** What a command puts out, when that is known; what else it does happens on the way. */
export function resultOf(state: State, run: Execution): Value | undefined {
  const reader = RESULTS.get(run.name);
  return reader?.(state, run);
}

type Result = (state: State, run: Execution) => Value | undefined;

const RESULTS: ReadonlyMap<string, Result> = /* @__PURE__ */ new Map<string, Result>([
  ['set-location', (state, run) => enter(state, run)],
  [
    'push-location',
    (state, run) => {
      state.work.places.push(state.work.place);
      return enter(state, run);
    },
  ],
  [
    'pop-location',
    (state) => {
      state.work.place = state.work.places.pop() ?? state.work.place;
      return EMPTY;
    },
  ],
  ['get-location', () => textValue('.')],
  ['write-output', (_, run) => itemsOf(plainWords(run.args))],
  ['join-path', (_, run) => joinPaths(plainWords(run.args).map((word) => itemsOf([word])))],
  ['resolve-path', (_, run) => itemsOf(plainWords(run.args))],
  ['convert-path', (_, run) => itemsOf(plainWords(run.args))],
  ['new-object', (_, run) => newObject(run)],
  ['get-variable', (state, run) => variableOf(state, run.args[0]?.text ?? '')],
  ['set-variable', (state, run) => setVariable(state, run)],
  ['invoke-expression', (state, run) => runText(state, run)],
  ['start-process', (state, run) => startProcess(state, run)],
  ['new-psdrive', () => undefined],
]);

function enter(state: State, run: Execution): Value {
  const { value, positional } = readParameters(run.args, LOCATION);
  const word = value('path') ?? value('literalpath') ?? positional[0];
  if (word !== undefined) state.work.place = placeOf(word, state.work.place);
  return EMPTY;
}

function placeOf(word: Word, from: Place): Place {
  return arrive(locateWindows(word, from, { patterns: false, tilde: true }));
}

/** `New-Object Net.WebClient`, `-TypeName`, `-ComObject`. */
function newObject(run: Execution): Value | undefined {
  const { value, positional } = readParameters(run.args, NEW_OBJECT);
  const com = value('comobject');
  const type = value('typename') ?? com ?? positional[0];
  const rest = positional.slice(value('typename') === undefined && com === undefined ? 1 : 0);
  return type === undefined ? undefined : objectOf(type.text, itemsOf(rest));
}

function setVariable(state: State, run: Execution): Value {
  const { value, positional } = readParameters(run.args, SET_VARIABLE);
  const name = value('name') ?? positional[0];
  const given = value('value') ?? positional[value('name') === undefined ? 1 : 0];
  if (name !== undefined && given !== undefined) {
    state.work.variables.set(name.text.toLowerCase(), itemsOf([given]));
  }
  return EMPTY;
}

/** `iex "text"`, `"text" | iex`. */
function runText(state: State, run: Execution): Value | undefined {
  const { value, positional } = readParameters(run.args, EXPRESSION);
  const given = value('command') ?? positional[0];
  const text =
    given === undefined ? (run.stdin.kind === 'pipe' ? run.stdin.text : undefined) : given;
  const literal = text === undefined ? undefined : literalOf({ items: [text.pieces] });
  if (literal === undefined) return undefined;
  const inner = within(state, literal, run.span);
  return inner === undefined ? undefined : state.work.read(inner, '');
}

/** `Start-Process name -ArgumentList a, b`: the program as an execution of its own. */
function startProcess(state: State, run: Execution): undefined {
  const { value, values, positional } = readParameters(run.args, START_PROCESS);
  const named = value('filepath');
  const program = named ?? positional[0];
  if (program === undefined) return undefined;
  const rest = [...values('argumentlist'), ...positional.slice(named === undefined ? 1 : 0)];
  const args = rest.flatMap(splitWord);
  const base = program.text.slice(
    Math.max(program.text.lastIndexOf('\\'), program.text.lastIndexOf('/')) + 1,
  );
  const name = base.toLowerCase().replace(EXTENSION, '');
  const started: Execution = { ...run, name, args, redirects: [], via: ['start-process'] };
  if (state.work.executions.length < MAX_EXECUTIONS) state.work.executions.push(started);
  return undefined;
}

/** The program splits what it is given at its blanks. */
function splitWord(word: Word): readonly Word[] {
  if (!word.known || !SPACE.test(word.text)) return [word];
  const parts = word.text.match(QUOTED_PARTS) ?? [];
  return parts.slice(0, MAX_PARTS).map((part) => {
    const text = part.replaceAll('"', '');
    return { ...word, text, pieces: [{ kind: 'text', text }] };
  });
}

function itemsOf(words: readonly Word[]): Value {
  return { items: words.map((word) => word.pieces) };
}

function plainWords(args: readonly Word[]): readonly Word[] {
  return args.filter((word) => !PARAMETER.test(word.text));
}

const MAX_PARTS = 256;
const SPACE = /\s/;
const QUOTED_PARTS = /"[^"]*"|[^\s"]+/g;
const EXTENSION = /\.(?:exe|cmd|com)$/;
const PARAMETER = /^-[A-Za-z]/;

const LOCATION = ['path=', 'literalpath=', 'passthru', 'stackname='];
const NEW_OBJECT = ['typename=', 'argumentlist=', 'comobject=', 'property=', 'strict'];
const SET_VARIABLE = ['name=', 'value=', 'scope=', 'option=', 'force', 'description='];
const EXPRESSION = ['command='];
const START_PROCESS = [
  'filepath=',
  'argumentlist=*',
  'args=*',
  'workingdirectory=',
  'verb=',
  'wait',
  'nonewwindow',
  'windowstyle=',
  'passthru',
  'credential=',
  'redirectstandardoutput=',
  'redirectstandarderror=',
  'redirectstandardinput=',
];
