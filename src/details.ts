/**
 * What else is known of an answer: read from a judge, and written to the wire.
 *
 * @module
 */
import type { Answer, Answers } from './answer.js';
import type { AnswerDetails } from './judge.js';
import { type Draft, present } from './members.js';
import { isPositive, type Reads, readAll, readMembers, reads, wrong } from './response.js';

/** {@link AnswerDetails} on the wire. */
export interface WireDetails {
  readonly mass?: number;
  readonly samples?: number;
  readonly interval?: readonly [lower: number, upper: number];
  readonly provider_confidence?: number;
  readonly rotations?: number;
  /** The answer is written as a refusal, and is none: nothing could be measured in it. */
  readonly unmeasurable?: true;
}

/** Reads what else is known of one answer. */
export function readDetails(value: unknown, path: string): AnswerDetails {
  const details: Draft<AnswerDetails> = {};
  readAll(details, DETAILS, readMembers(value, path), path, 'bad_answer');
  if (Object.keys(details).length > 0) return Object.freeze(details);
  throw wrong(path, 'details say something', 'bad_answer', 'leave out those that say nothing');
}

/** What is known beside each answer, for the wire; where nothing is, nothing. */
export function toWireDetails(
  answers: Answers,
  details: { readonly [key: string]: AnswerDetails | undefined } = {},
): { readonly [key: string]: WireDetails } | undefined {
  const entries = Object.entries(answers).flatMap(([key, answer]) => {
    const known = Object.hasOwn(details, key) ? details[key] : undefined;
    const wire = toWire(known, answer);
    return Object.keys(wire).length === 0 ? [] : [[key, wire] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/**
 * Answers as the contract has them, which knows of nothing that is unmeasurable: it is written as a
 * refusal there, and its details say what it is.
 */
export function toContractAnswers(answers: Answers): { readonly [key: string]: object } {
  if (!Object.values(answers).some(({ unmeasurable }) => unmeasurable)) return answers;
  return Object.fromEntries(
    Object.entries(answers).map(([key, answer]) => [key, toContractAnswer(answer)]),
  );
}

/** As {@link toContractAnswers}, for one. */
export function toContractAnswer(answer: Answer): object {
  return answer.unmeasurable ? { refusal: true } : answer;
}

function toWire(details: AnswerDetails | undefined, { unmeasurable }: Answer): WireDetails {
  const { providerConfidence, ...others } = details ?? {};
  return present({ ...others, provider_confidence: providerConfidence, unmeasurable });
}

const readUnit = /* @__PURE__ */ reads(isUnit, 'it is a number from 0 to 1');
const readCount = /* @__PURE__ */ reads(isPositive, 'it is a whole number, 1 or more');

const DETAILS: Reads<AnswerDetails> = {
  mass: readUnit,
  samples: readCount,
  interval: readInterval,
  providerConfidence: readUnit,
  rotations: readCount,
};

function readInterval(value: unknown, parent: string, name: string): readonly [number, number] {
  const [lower, upper, ...others]: readonly unknown[] = Array.isArray(value) ? value : [];
  if (isUnit(lower) && isUnit(upper) && lower <= upper && others.length === 0) {
    return Object.freeze([lower, upper] as const);
  }
  throw wrong(`${parent}.${name}`, 'it is two numbers from 0 to 1, the lower first');
}

function isUnit(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
