/**
 * Reads how likely each label is from the probabilities of the tokens that could have come first.
 *
 * @module
 */
import { JudgeError } from '../../errors.js';
import type { JsonValue } from '../../json.js';
import { isList, isObject } from '../../members.js';
import { folded, type Sheet } from '../shared/sheet.js';

/** What the tokens of an answer say of its labels. */
export interface LabelMass {
  /** The probability of each label, in the order of the labels and not of the sheet. */
  readonly weights: readonly number[];
  /** What they come to together, 0 to 1. */
  readonly mass: number;
}

/**
 * Adds up the probabilities of all tokens that are a label, whatever white space and case they are
 * spelled with, at the first token of the answer that is no white space.
 *
 * What a label has is conditional on the white space before it, so the mass is held to how likely
 * that was as well.
 *
 * @param logprobs `choices[].logprobs` of a chat completion.
 * @throws `JudgeError` `unsupported` where there are none, `bad_answer` for what is no probability.
 */
export function readLabelMass(logprobs: JsonValue | undefined, sheet: Sheet): LabelMass {
  const content = contentOf(logprobs);
  let before = 0;
  for (const entry of content) {
    if (!isObject(entry)) throw badLogprob();
    const { token } = entry;
    if (typeof token !== 'string') throw badLogprob();
    if (trimmed(token) !== '') return scaled(weigh(candidatesOf(entry, token), sheet), before);
    before += readLogprob(entry['logprob']) ?? Number.NEGATIVE_INFINITY;
  }
  return { weights: sheet.map(() => 0), mass: 0 };
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
function candidatesOf(
  entry: { readonly [member: string]: JsonValue },
  token: string,
): ReadonlyMap<string, number> {
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

function weigh(candidates: ReadonlyMap<string, number>, sheet: Sheet): LabelMass {
  const weights = sheet.map(() => 0);
  const places = new Map(sheet.map(({ token, index }) => [folded(token), index] as const));
  for (const [token, logprob] of candidates) {
    const index = places.get(folded(trimmed(token)));
    if (index !== undefined) weights[index] = (weights[index] ?? 0) + Math.exp(logprob);
  }
  const mass = weights.reduce((sum, weight) => sum + weight, 0);
  if (mass <= 1 + SLACK) return { weights, mass: Math.min(1, mass) };
  throw badLogprob();
}

function scaled({ weights, mass }: LabelMass, before: number): LabelMass {
  return { weights, mass: mass * Math.min(1, Math.exp(before)) };
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
