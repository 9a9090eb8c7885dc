/**
 * Where a walk through a JSON value stands, so that what goes wrong can name its place, and how
 * far a walk may go.
 *
 * @module
 */
import { JudgeError, type JudgeErrorCode } from './errors.js';

/** The most values, arrays and objects included, that one walk goes through. */
export const MAX_NODES = 1_000_000;

/** The most text, in UTF-16 code units, that one walk goes through. */
export const MAX_LENGTH = 16_777_216;

/** One walk, from its root to the value that it is looking at. */
export interface Walk {
  /** What paths start with: the name of an argument. */
  readonly root: string;
  /** How many arrays and objects may nest. */
  readonly maxDepth: number;
  /** Whether copies are frozen, and -0 is 0 in them. */
  readonly settles: boolean;
  /** The keys that lead to the value; those from `depth` on are left over from its siblings. */
  readonly trail: (string | number)[];
  /** The arrays and objects around the value, outermost first; left-overs as in `trail`. */
  readonly containers: object[];
  /** How many keys lead to the value. */
  depth: number;
  /** How many values the walk went through. */
  nodes: number;
  /** How much text the walk went through, in UTF-16 code units. */
  length: number;
  /** The error that the walk ended with, which tells it from one that a getter threw. */
  fault: JudgeError | undefined;
}

/** Starts a walk at a value that paths call `root`. */
export function startWalk(root: string, maxDepth: number, settles = false): Walk {
  return {
    root,
    maxDepth,
    settles,
    trail: [],
    containers: [],
    depth: 0,
    nodes: 0,
    length: 0,
    fault: undefined,
  };
}

/** Steps into an array or object, unless that is around the value already or nests too deeply. */
export function enter(walk: Walk, container: object): void {
  const { containers, depth } = walk;
  for (let index = 0; index < depth; index += 1) {
    if (containers[index] === container) {
      refuse(walk, 'cyclic', 'a value must not contain itself', 'break the cycle');
    }
  }
  checkDepth(walk);
  containers[depth] = container;
}

/** Refuses an array or object that nests too deeply. */
export function checkDepth(walk: Walk): void {
  if (walk.depth < walk.maxDepth) return;
  const rule = `at most ${walk.maxDepth} arrays and objects may nest`;
  refuse(walk, 'too_deep', rule, 'flatten the value');
}

/** Counts `count` more values. */
export function spendNodes(walk: Walk, count: number): void {
  walk.nodes += count;
  // Written so that the length of a lying array, such as NaN, is refused too.
  if (!(walk.nodes <= MAX_NODES)) {
    const rule = `at most ${MAX_NODES} values are read`;
    refuse(walk, 'too_large', rule, 'pass only what the judge has to see');
  }
}

/** Counts `length` more UTF-16 code units of text. */
export function spendText(walk: Walk, length: number): void {
  walk.length += length;
  if (walk.length > MAX_LENGTH) {
    const rule = `at most ${MAX_LENGTH} characters are read`;
    refuse(walk, 'too_large', rule, 'pass only what the judge has to see');
  }
}

/** Throws for the value that the walk is looking at. */
export function refuse(walk: Walk, code: JudgeErrorCode, rule: string, fix: string): never {
  const path = pathTo(walk.root, walk.trail, walk.depth);
  walk.fault = new JudgeError(code, { path, rule, fix });
  throw walk.fault;
}

/** Throws the walk's own error on; any other was thrown by the value itself when it was read. */
export function rethrow(walk: Walk, error: unknown): never {
  if (error === walk.fault) throw error;
  throw new JudgeError('not_json', {
    path: pathTo(walk.root, walk.trail, walk.depth),
    rule: 'reading a value must not throw',
    fix: 'pass plain data without getters or proxies',
    cause: error,
  });
}

/**
 * Writes a path as `state.input.items[3]["odd key"]`.
 *
 * A path goes into logs, where a whole value does not belong: a key of more than 40 characters is
 * cut, and of more than 16 steps only both ends are kept.
 *
 * @param root What the path starts with: the name of an argument.
 * @param keys Member names and array indexes.
 * @param depth How many of the keys count; all unless given.
 * @returns The path.
 */
export function pathTo(
  root: string,
  keys: readonly (string | number)[],
  depth: number = keys.length,
): string {
  const steps = keys.slice(0, depth).map(step);
  if (depth > MAX_STEPS) steps.splice(HEAD_STEPS, depth - MAX_STEPS, '[…]');
  return root + steps.join('');
}

const MAX_STEPS = 16;
const HEAD_STEPS = 10;
const MAX_KEY = 40;

/** A key that reads well after a dot. */
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

function step(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  if (key.length > MAX_KEY) return `[${JSON.stringify(`${key.slice(0, MAX_KEY)}…`)}]`;
  return IDENTIFIER.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
