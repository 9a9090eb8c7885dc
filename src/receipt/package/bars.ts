/**
 * Whether what was done with an answer is what its bar called for.
 *
 * A receipt holds the number, the bar and the effect, and so anyone can hold the caller to its own
 * rules without asking a judge again.
 *
 * @module
 */
import { isStated, meets } from '../../decide.js';
import type { JudgementPayload } from '../payloads.js';
import type { RowCode } from './rows.js';
import { shown } from './words.js';

/** What the yes side of a noul means, by key, as the policy had it. */
export interface YesSides {
  readonly [key: string]: 'deny' | 'ask' | 'warn' | 'allow';
}

/** What is wrong with a judgement, and how it says so itself. */
export interface BarFault {
  readonly code: RowCode;
  readonly detail: string;
}

/** Finds the first thing about a judgement that does not fit the rest of it. */
export function barFault(judgement: JudgementPayload, yes: YesSides): BarFault | undefined {
  const code = faultCode(judgement, yes);
  return code === undefined ? undefined : { code, detail: describe(judgement) };
}

/** What each effect makes of the call; a route, which may have any name, is acted on. */
const OUTCOMES: ReadonlyMap<string, JudgementPayload['outcome']> = /* @__PURE__ */ new Map([
  ['allow', 'acted'],
  ['warn', 'acted'],
  ['ask', 'escalated'],
  ['deny', 'refused'],
  ['none', 'ignored'],
] as const);

function faultCode(judgement: JudgementPayload, yes: YesSides): RowCode | undefined {
  const { effect = 'none', outcome, answer } = judgement;
  if (!isAnswered(judgement)) return 'answer_contradicted';
  if (outcome !== (OUTCOMES.get(effect) ?? 'acted')) return 'outcome_contradicted';
  // Nothing was done with it, or it was left to a person, which no bar forbids.
  if (outcome === 'ignored') return undefined;
  if (answer.refusal === true) return outcome === 'escalated' ? undefined : 'outcome_contradicted';
  return heldCode(judgement, effect, yes);
}

/** Whether the answer has the value that its question calls for. */
function isAnswered({ question, answer }: JudgementPayload): boolean {
  if (answer.refusal === true) {
    return answer.noul === undefined && answer.choice === undefined && answer.score === undefined;
  }
  if (answer[question.type] === undefined) return false;
  const { options = [] } = question;
  if (question.type !== 'choice' || options.length === 0) return true;
  return answer.choice !== undefined && options.includes(answer.choice);
}

function heldCode(judgement: JudgementPayload, effect: string, yes: YesSides): RowCode | undefined {
  const { threshold, question, answer } = judgement;
  const isEscalated = effect === 'ask';
  if (threshold === undefined) return isEscalated ? undefined : 'bar_missing';
  const measured = measure(judgement);
  // An answer without the number is escalated; acting on it is what cannot be made out.
  if (measured === undefined) return isEscalated ? undefined : 'bar_unmeasured';
  const isMet = meets(measured, threshold.value);
  const fits =
    question.type === 'noul' && threshold.applies_to === 'noul'
      ? fitsNoul(effect, isMet, sideOf(yes, question.key))
      : fitsConfidence(effect, isMet, answer.choice);
  return fits ? undefined : 'bar_contradicted';
}

/** The number that was held to the bar; nothing is made up where the receipt does not say. */
function measure({ threshold, question, answer }: JudgementPayload): number | undefined {
  // A value beside the one that was asked for is held to nothing.
  if (threshold?.applies_to === 'noul') return question.type === 'noul' ? answer.noul : undefined;
  if (threshold?.applies_to !== 'confidence') return undefined;
  if (answer.confidence !== undefined) return answer.confidence;
  const { choice, probabilities = {} } = answer;
  if (question.type !== 'choice' || choice === undefined) return undefined;
  if (!Object.hasOwn(probabilities, choice)) return undefined;
  return probabilities[choice];
}

/**
 * Both sides of the bar: a noul below it that was denied is as wrong as one above it that was
 * allowed. `ask` fits either side, as there may be a second bar; unless the yes side is told.
 */
function fitsNoul(effect: string, isMet: boolean, side: YesSides[string] | undefined): boolean {
  if (side === undefined) {
    return isMet ? effect !== 'allow' && effect !== 'warn' : effect !== 'deny';
  }
  if (isMet) return effect === side;
  return effect === 'ask' || (effect === 'allow' && side !== 'allow');
}

/** Below the bar there is only `ask`; above it a label that states an effect is that effect. */
function fitsConfidence(effect: string, isMet: boolean, choice: string | undefined): boolean {
  if (!isMet) return effect === 'ask';
  return choice === undefined || !isStated(choice) || effect === choice;
}

function sideOf(yes: YesSides, key: string): YesSides[string] | undefined {
  return Object.hasOwn(yes, key) ? yes[key] : undefined;
}

/** `unsafe 0.91 against 0.5: allow`, as the receipt has it. */
function describe(judgement: JudgementPayload): string {
  const { question, threshold, effect = 'none', outcome } = judgement;
  const measured = measure(judgement) ?? 'nothing';
  const bar = threshold === undefined ? 'no bar' : threshold.value;
  return `${shown(question.key)} ${measured} against ${bar}: ${shown(effect)}, ${outcome}`;
}
