/**
 * Where a value stands in a tool's input, and what the containers around it say.
 *
 * @module
 */
import type { JsonObject } from '../json.js';
import { type Dialect, dialectOf } from './dialect.js';
import { placeOf } from './finding.js';
import type { KeyKind } from './keys.js';

/** A container that the walk is in. */
export interface Frame {
  readonly outer: Frame | undefined;
  /** The key or index of the container in the one around it. */
  readonly step: string | number;
  /** The container itself, or the object around it when it is an array. */
  readonly object: JsonObject;
  readonly depth: number;
  /** The key that makes an object one of money: the `amount` of `{amount: {value}}`. */
  readonly moneyKey: string | undefined;
  /** Its place, once something in it has asked for that; most containers hold nothing to judge. */
  where: string | undefined;
}

/** Where a value of a known kind stands. */
export interface Spot {
  readonly frame: Frame;
  readonly step: string | number;
  readonly key: string;
  readonly kind: KeyKind;
}

/** Steps into a container. */
export function frameOf(
  outer: Frame | undefined,
  step: string | number,
  object: JsonObject,
  moneyKey: string | undefined,
): Frame {
  const depth = outer === undefined ? 0 : outer.depth + 1;
  return { outer, step, object, depth, moneyKey, where: undefined };
}

/** The name of a value's place: `input.edits[0].file_path`. */
export function whereOf({ frame, step }: Spot): string {
  return stepInto(placeOfFrame(frame), step);
}

/** The dialect of the nearest nested call around a command, such as `{tool, input: {command}}`. */
export function dialectAt(frame: Frame): Dialect | undefined {
  for (let at: Frame | undefined = frame; at?.outer !== undefined; at = at.outer) {
    const { object } = at;
    if (!INPUT_KEYS.some((key) => Object.hasOwn(object, key))) continue;
    const key = NAME_KEYS.find((name) => Object.hasOwn(object, name));
    const name = key === undefined ? undefined : object[key];
    const dialect = typeof name === 'string' ? dialectOf(name) : undefined;
    if (dialect !== undefined) return dialect;
  }
  return undefined;
}

function placeOfFrame(frame: Frame): string {
  const { outer, step } = frame;
  frame.where ??= outer === undefined ? 'input' : stepInto(placeOfFrame(outer), step);
  return frame.where;
}

function stepInto(where: string, step: string | number): string {
  return typeof step === 'number' ? `${where}[${step}]` : placeOf(where, step);
}

const INPUT_KEYS: readonly string[] = ['input', 'arguments', 'args', 'params', 'parameters'];
const NAME_KEYS: readonly string[] = ['tool', 'tool_name', 'toolName', 'name'];
