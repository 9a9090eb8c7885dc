/**
 * Where a walk through a JSON value stands, so that whatever goes wrong can name the place.
 *
 * @module
 */
import { JudgeError, type JudgeErrorCode } from './errors.js';

/** The most values, containers included, that one walk goes through. */
export const MAX_NODES = 1_000_000;

/** One walk, from its root to the value that it is looking at. */
export interface Walk {
  /** What the root is called in a path: the name of an argument. */
  readonly root: string;
  /** How many containers may nest. */
  readonly maxDepth: number;
  /** The keys that lead to the value; those from `depth` on are left over from its siblings. */
  readonly trail: (string | number)[];
  /** The containers that the walk is inside of, outermost first; left-overs as in `trail`. */
  readonly containers: object[];
  depth: number;
  nodes: number;
  /** The last error of our own, which tells it from one that a getter or a proxy threw. */
  fault: JudgeError | undefined;
}

/** Starts a walk at a value that paths call `root`. */
export function startWalk(root: string, maxDepth: number): Walk {
  return { root, maxDepth, trail: [], containers: [], depth: 0, nodes: 0, fault: undefined };
}

/** Steps into a container, unless the walk is inside of it already or too deep. */
export function enter(walk: Walk, container: object): void {
  const { containers, depth } = walk;
  for (let index = 0; index < depth; index += 1) {
    if (containers[index] === container) {
      refuse(walk, 'cyclic', 'a value must not contain itself', 'break the cycle');
    }
  }
  if (depth >= walk.maxDepth) refuseDepth(walk);
  containers[depth] = container;
}

/** Counts `count` more values. */
export function spend(walk: Walk, count: number): void {
  walk.nodes += count;
  if (walk.nodes > MAX_NODES) {
    const rule = `at most ${MAX_NODES} values are read`;
    refuse(walk, 'too_large', rule, 'pass only what the judge has to see');
  }
}

/** Adds an own member to an object, unless its name is taken or forbidden. */
export function addMember<T>(
  walk: Walk,
  members: { [member: string]: T },
  key: string,
  value: T,
): void {
  if (key in members) addInherited(walk, members, key, value);
  else members[key] = value;
}

/** Throws for a container that nests too deeply. */
export function refuseDepth(walk: Walk): never {
  const rule = `at most ${walk.maxDepth} arrays and objects may nest`;
  return refuse(walk, 'too_deep', rule, 'flatten the value');
}

/** Throws for a string or a key that UTF-8 cannot carry. */
export function refuseSurrogate(walk: Walk): never {
  const rule = 'text must not hold half of a surrogate pair (RFC 8785 §3.2.2.2)';
  return refuse(walk, 'lone_surrogate', rule, 'remove it or write U+FFFD in its place');
}

/** Throws for the value that the walk is looking at. */
export function refuse(walk: Walk, code: JudgeErrorCode, rule: string, fix: string): never {
  const path = pathTo(walk.root, walk.trail, walk.depth);
  walk.fault = new JudgeError(code, { path, rule, fix });
  throw walk.fault;
}

/** Passes our own errors on; anything else was thrown by the value itself while it was read. */
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
 * Long keys are cut, and of a long path only both ends are kept: a path goes into logs, so it
 * must not become a way to write a whole value there.
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
  let path = root;
  for (let index = 0; index < depth; index += 1) {
    if (depth > MAX_STEPS && index === HEAD_STEPS) {
      path += '[…]';
      index = depth - (MAX_STEPS - HEAD_STEPS);
    }
    path += step(keys[index] ?? '');
  }
  return path;
}

const MAX_STEPS = 16;
const HEAD_STEPS = 10;
const MAX_KEY = 40;

/** Members that lead to an object's prototype when code assigns or reads them carelessly. */
const FORBIDDEN: ReadonlySet<string> = /* @__PURE__ */ new Set(['__proto__', 'constructor']);

/** A key that reads well after a dot. */
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

function step(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  if (key.length > MAX_KEY) return `[${JSON.stringify(`${key.slice(0, MAX_KEY)}…`)}]`;
  return IDENTIFIER.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function addInherited<T>(
  walk: Walk,
  members: { [member: string]: T },
  key: string,
  value: T,
): void {
  if (Object.hasOwn(members, key)) {
    const rule = 'an object must not have two members of one name (RFC 7493 §2.3)';
    refuse(walk, 'duplicate_member', rule, 'keep one of them');
  }
  if (FORBIDDEN.has(key)) {
    const rule = 'a member must not be called __proto__ or constructor';
    refuse(walk, 'forbidden_member', rule, 'give it another name');
  }
  // Assigning would call a setter or fail on a frozen prototype; defining does neither.
  Object.defineProperty(members, key, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}
