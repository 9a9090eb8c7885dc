/**
 * Reads how likely each label is from the probabilities of the tokens that could have come first.
 *
 * @module
 */
import { JudgeError } from '../../errors.js';
import type { JsonObject, JsonValue } from '../../json.js';
import { isList, isObject } from '../../members.js';
import { folded, type Sheet } from '../shared/sheet.js';

/** What the tokens of an answer say of its labels. */
export interface LabelMass {
  /** The probability of each label, in the order of the labels and not of the sheet. */
  readonly weights: readonly number[];
  /** What they come to together, 0 to 1. */
  readonly mass: number;
}

/** In which form a model is to answer: with the token alone, or with it as a member of an object. */
export type AnswerForm = 'text' | 'json';

/**
 * Adds up the probabilities of all tokens that are a label, whatever white space and case they are
 * spelled with, in the place where the answer begins.
 *
 * @param logprobs `choices[].logprobs` of a chat completion.
 * @throws `JudgeError` `unsupported` where there are none, `bad_answer` for what is no probability.
 */
export function readLabelMass(
  logprobs: JsonValue | undefined,
  sheet: Sheet,
  form: AnswerForm = 'text',
): LabelMass {
  const places = contentOf(logprobs).map(placeOf);
  const found = form === 'text' ? findInText(places) : findInJson(places);
  if (found === undefined) return { weights: sheet.map(() => 0), mass: 0 };
  const { weights, mass } = weigh(candidatesOf(found.place), sheet, found.labelIn);
  return { weights, mass: mass * Math.min(1, Math.exp(found.before)) };
}

/** A token that was given, and what is said of it. */
interface Place {
  readonly token: string;
  readonly entry: JsonObject;
}

/** The place where an answer begins, and how to find a label in what could stand there. */
interface Found {
  readonly place: Place;
  readonly labelIn: (token: string) => string | undefined;
  /** The logarithm of how likely it was to get there. */
  readonly before: number;
}

function placeOf(entry: JsonValue): Place {
  if (isObject(entry) && typeof entry['token'] === 'string')
    return { token: entry['token'], entry };
  throw badLogprob();
}

/**
 * The first token that is no white space. What a label has is conditional on the white space before
 * it, so that counts for the mass.
 */
function findInText(places: readonly Place[]): Found | undefined {
  let before = 0;
  for (const place of places) {
    if (trimmed(place.token) !== '') return { place, labelIn: trimmed, before };
    before += readLogprob(place.entry['logprob']) ?? Number.NEGATIVE_INFINITY;
  }
  return undefined;
}

/** What stands before the value in an object with one member. */
const OPENING = /^\s*\{\s*"answer"\s*:\s*"/;

/**
 * The token with which the value begins, in which a quote and a space may come first. The tokens
 * before it are forced upon the model and say nothing.
 */
function findInJson(places: readonly Place[]): Found | undefined {
  const text = places.map(({ token }) => token).join('');
  let left = OPENING.exec(text)?.[0].length;
  if (left === undefined) return undefined;
  for (const place of places) {
    const { token } = place;
    if (left < token.length) {
      const opening = token.slice(0, left);
      const labelIn = (other: string): string | undefined =>
        other.startsWith(opening)
          ? trimmed(other.slice(opening.length)).replace(/["}\s]+$/, '')
          : undefined;
      return { place, labelIn, before: 0 };
    }
    left -= token.length;
  }
  return undefined;
}

/** What a service writes for a token that is not among those it looked at. */
const ABSENT = -9999;
/** What rounding can put a probability above 1 by. */
const SLACK = 1e-3;

function contentOf(logprobs: JsonValue | undefined): readonly JsonValue[] {
  const content = isObject(logprobs) ? logprobs['content'] : undefined;
  if (isList(content)) return content;
  const isLegacy = isObject(logprobs) && isList(logprobs['tokens']);
  throw unsupported(
    isLegacy
      ? 'log probabilities stand in `logprobs.content`, and not in the older form of lists'
      : 'an answer comes with the log probabilities of its tokens, and this one has none',
  );
}

/**
 * The tokens that could have stood in a place, with how likely each was; the one that does is one.
 */
function candidatesOf({ token, entry }: Place): ReadonlyMap<string, number> {
  const others = entry['top_logprobs'];
  if (!isList(others) || others.length === 0) {
    throw unsupported('each token comes with those that could have stood in its place');
  }
  const found = new Map<string, number>();
  for (const one of [...others, { token, logprob: entry['logprob'] ?? null }]) {
    if (!isObject(one) || typeof one['token'] !== 'string') throw badLogprob();
    const logprob = readLogprob(one['logprob']);
    if (logprob === undefined) continue;
    // The token that was given stands among the others as well, and counts once.
    const known = found.get(one['token']) ?? Number.NEGATIVE_INFINITY;
    found.set(one['token'], Math.max(known, logprob));
  }
  return found;
}

/** A log probability; `undefined` for one that says that the token is not among those looked at. */
function readLogprob(value: JsonValue | undefined): number | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== 'number' || value > SLACK) throw badLogprob();
  return value <= ABSENT ? undefined : value;
}

function weigh(
  candidates: ReadonlyMap<string, number>,
  sheet: Sheet,
  labelIn: Found['labelIn'],
): LabelMass {
  const weights = sheet.map(() => 0);
  const places = new Map(sheet.map(({ token, index }) => [folded(token), index] as const));
  for (const [token, logprob] of candidates) {
    const index = places.get(folded(labelIn(token) ?? ''));
    if (index !== undefined) weights[index] = (weights[index] ?? 0) + Math.exp(logprob);
  }
  const mass = weights.reduce((sum, weight) => sum + weight, 0);
  if (mass <= 1 + SLACK) return { weights, mass: Math.min(1, mass) };
  throw badLogprob();
}

/** Without white space, and without the signs that some tokenizers write for it before a word. */
function trimmed(token: string): string {
  return token.replace(/^[\s\u2581\u0120\u010a]+/, '').trim();
}

function unsupported(rule: string): JudgeError {
  return new JudgeError('unsupported', {
    path: 'options.model',
    rule,
    fix: 'ask a model that gives them, or take sampledChatJudge(), which counts answers instead',
  });
}

function badLogprob(): JudgeError {
  return new JudgeError('bad_answer', {
    path: 'answers',
    rule: 'a token has a text and the logarithm of a probability, and together they are at most 1',
    fix: 'ask another service',
  });
}
