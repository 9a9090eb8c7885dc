/**
 * The answers of the rules judge: 1 or 0, with all the certainty that rules have.
 *
 * @module
 */
import { JudgeError } from '../errors.js';
import type { JudgeRequest, JudgeResponse } from '../judge.js';
import { type RuleKey, rulesQuestions } from './questions.js';
import { findingsOf, type Reading, readState } from './reader.js';

/** One answer. */
export interface RuleAnswer {
  readonly noul: 0 | 1;
  readonly probabilities: { readonly no: 0 | 1; readonly yes: 0 | 1 };
  readonly confidence: 1;
}

/** What the rules judge says. */
export interface RulesResponse extends JudgeResponse {
  readonly answers: { readonly [key in RuleKey]?: RuleAnswer };
  readonly latencyMs: 0;
}

/** Answers a request; `strict` counts what is not known as the worst. */
export function answer({ state, questions }: JudgeRequest, strict: boolean): RulesResponse {
  if (questions === rulesQuestions) {
    return { answers: answerAll(readState(state, strict, false)), latencyMs: 0 };
  }
  const keys = readKeys(questions);
  const reading = readState(state, strict, false);
  const answers: { [key in RuleKey]?: RuleAnswer } = {};
  for (const key of keys) answers[key] = answerOne(reading, key);
  return { answers, latencyMs: 0 };
}

/** Answers the usual questions, a constant that needs no check and whose answers are quickly made. */
function answerAll(reading: Reading): RulesResponse['answers'] {
  return {
    path_outside_workspace: answerOne(reading, 'path_outside_workspace'),
    shell_destructive: answerOne(reading, 'shell_destructive'),
    shell_exfiltrates: answerOne(reading, 'shell_exfiltrates'),
    network_off_scope: answerOne(reading, 'network_off_scope'),
    amount_above_bound: answerOne(reading, 'amount_above_bound'),
    unsafe: answerOne(reading, 'unsafe'),
  };
}

function answerOne(reading: Reading, key: RuleKey): RuleAnswer {
  return findingsOf(reading, key).length > 0 ? YES : NO;
}

/** The keys of questions; one that there is no rule for is refused, as no answer is a guess. */
function readKeys(questions: JudgeRequest['questions']): readonly RuleKey[] {
  const keys: RuleKey[] = [];
  for (const key of Object.keys(questions)) {
    if (!isRuleKey(key) || questions[key]?.type !== 'noul') {
      throw new JudgeError('unknown_question', {
        path: `questions.${key}`,
        rule: 'the rules judge has no rule for this question',
        fix: `ask one of ${Object.keys(rulesQuestions).join(', ')} as a noul, or another judge`,
      });
    }
    keys.push(key);
  }
  return keys;
}

function isRuleKey(key: string): key is RuleKey {
  return Object.hasOwn(rulesQuestions, key);
}

const YES: RuleAnswer = /* @__PURE__ */ Object.freeze({
  noul: 1,
  probabilities: /* @__PURE__ */ Object.freeze({ no: 0, yes: 1 }),
  confidence: 1,
});
const NO: RuleAnswer = /* @__PURE__ */ Object.freeze({
  noul: 0,
  probabilities: /* @__PURE__ */ Object.freeze({ no: 1, yes: 0 }),
  confidence: 1,
});
