/**
 * The rules judge: deterministic, lexical answers about a tool call, and why they are what they are.
 *
 * @module
 */
import { JudgeError } from '../errors.js';
import type { JudgeRequest, SyncJudge } from '../judge.js';
import { answer } from './answer.js';
import type { Finding } from './finding.js';
import type { RuleKey } from './questions.js';
import { findingsOf, notesOf, readState } from './reader.js';

export { type Fault, JudgeError, type JudgeErrorCode } from '../errors.js';
export { type ToolCallInput, toolCall } from './call.js';
export type { Finding, Span } from './finding.js';
export { type RuleKey, type RuleQuestion, rulesQuestions } from './questions.js';

/** The options of {@link rulesJudge} and {@link explain}. */
export interface RulesOptions {
  /**
   * Whether what a command says but the rules cannot know counts as the worst: text that does not
   * parse, an unknown removal target. Defaults to false: only what is understood answers yes.
   */
  readonly strict?: boolean | undefined;
}

/** Why one question was answered as it was. */
export interface Explanation {
  readonly noul: 0 | 1;
  /** One finding for each reason to say yes; none when the answer is no. */
  readonly findings: readonly Finding[];
  /** What a reader should know beside the answer, such as an amount that reads in two ways. */
  readonly notes: readonly Finding[];
}

/** The version of the rules: any change of any answer changes it. */
export const RULESET_VERSION = '1+unbash.6.0.4';

/**
 * The rules judge.
 *
 * It reads the state of {@link toolCall} and answers its six questions with 1 or 0, with no I/O, no
 * clock and no randomness: the same state gives the same answer on every runtime, for good, for a
 * given model id. A question that it has no rule for is an error and not a guess.
 *
 * @param options `strict`: whether what cannot be known counts as the worst.
 * @returns A synchronous judge of kind `rules`, replayable.
 * @throws {@link JudgeError} `bad_option` for an option that does not exist. Its `ask` throws
 *   `unknown_question` for a key without a rule or a question of another type, `bad_state` for a
 *   state that is not a tool call, and `too_large` for a command of more than 65,536 characters.
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions, toolCall } from 'judgement/rules';
 *
 * const state = toolCall({ tool: 'Bash', input: { command: 'git push --force' } });
 * const { answers } = rulesJudge().ask({ state, questions: rulesQuestions }, {});
 * console.log(JSON.stringify(answers)); // {"path_outside_workspace":{"noul":0,…
 * ```
 */
export function rulesJudge(options: RulesOptions = {}): SyncJudge {
  const strict = readOptions(options);
  const model = `judgement-rules/${RULESET_VERSION}${strict ? '+strict' : ''}`;
  const info = Object.freeze({
    model,
    provider: 'local',
    kind: 'rules',
    replayable: true,
  } as const);
  return Object.freeze({ info, ask: (request: JudgeRequest) => answer(request, strict) });
}

/**
 * Says, for each of the six questions, which rules answered yes, where, and why.
 *
 * @param state The state of {@link toolCall}, or anything that has its members.
 * @param options The options that the judge was made with.
 * @returns For each question the answer, its findings with rule id, field, span and one sentence,
 *   and notes.
 * @throws {@link JudgeError} `bad_state`, `bad_option`, `too_large`, and what `snapshot()`
 *   throws for a state that is not JSON.
 *
 * @example
 * ```ts
 * import { explain, toolCall } from 'judgement/rules';
 *
 * const state = toolCall({ tool: 'Bash', input: { command: 'ls; rm -rf ~' } });
 * const { shell_destructive } = explain(state);
 * console.log(shell_destructive.findings[0]?.rule); // files.remove
 * ```
 */
export function explain(
  state: unknown,
  options: RulesOptions = {},
): { readonly [key in RuleKey]: Explanation } {
  const reading = readState(state, readOptions(options), true);
  const explainOne = (key: RuleKey): Explanation => {
    const findings = Object.freeze(findingsOf(reading, key));
    const notes = Object.freeze(notesOf(reading, key));
    return Object.freeze({ noul: findings.length > 0 ? 1 : 0, findings, notes });
  };
  return Object.freeze({
    path_outside_workspace: explainOne('path_outside_workspace'),
    shell_destructive: explainOne('shell_destructive'),
    shell_exfiltrates: explainOne('shell_exfiltrates'),
    network_off_scope: explainOne('network_off_scope'),
    amount_above_bound: explainOne('amount_above_bound'),
    unsafe: explainOne('unsafe'),
  });
}

function readOptions(options: RulesOptions): boolean {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null || Array.isArray(given) || 'then' in given) {
    throw new JudgeError('bad_option', {
      path: 'options',
      rule: 'options are an object, and no promise of one',
      fix: 'pass an object with strict, or leave it out',
    });
  }
  for (const name of Object.keys(options)) {
    if (name === 'strict') continue;
    throw new JudgeError('bad_option', {
      path: `options.${name.slice(0, 40)}`,
      rule: 'the rules judge has no such option',
      fix: 'leave it out; the only option is strict',
    });
  }
  const { strict = false } = options;
  if (typeof strict === 'boolean') return strict;
  throw new JudgeError('bad_option', {
    path: 'options.strict',
    rule: 'strict is true or false',
    fix: 'pass a boolean',
  });
}
