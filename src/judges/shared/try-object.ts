/**
 * Reads JSON objects that language models write.
 *
 * @module
 */
import { JudgeError } from '../../errors.js';
import { type JsonObject, type JsonValue, parseJson } from '../../json.js';
import { isObject } from '../../members.js';

/** The object that a text is, read strictly; `undefined` for everything else. */
export function tryObject(text: JsonValue | undefined): JsonObject | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const value = parseJson(text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JudgeError) return undefined;
    throw error;
  }
}
