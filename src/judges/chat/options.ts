/**
 * The options of judges that are asked over chat completions.
 *
 * @module
 */
import type { LanguageJudgeOptions } from '../shared/language-options.js';

/** What both kinds of judges take. */
export interface ChatOptions extends LanguageJudgeOptions {
  /**
   * What the labels together have to have for an answer to be measured, 0 to 1: of the probability,
   * or of the samples. Defaults to 0.9.
   */
  readonly massFloor?: number | undefined;
  /**
   * The temperature that is asked for, 0 to 2. Services differ in whether log probabilities are
   * those before or after it: calibrate at the one that you ask at. Not sent by default.
   */
  readonly temperature?: number | undefined;
  /**
   * How much the model is to think first; many give log probabilities only with `none`. Not sent by
   * default.
   */
  readonly reasoningEffort?:
    | 'none'
    | 'minimal'
    | 'low'
    | 'medium'
    | 'high'
    | 'xhigh'
    | 'max'
    | undefined;
  /**
   * In which form the model is to answer: `text` is the token alone, and `json` an object with it,
   * which the service forces upon the model (`response_format`). With `json` some services tell
   * probabilities as they were before that and some as they are after it, when all of the mass is
   * that of labels. Defaults to `text`.
   */
  readonly form?: 'text' | 'json' | undefined;
  /**
   * How many tokens an answer may have, thinking included, 1 to 100 000. Defaults to 16 where the
   * first of them is what is read, and to 1 024 where answers are counted.
   */
  readonly maxTokens?: number | undefined;
}

/** The options of {@link chatJudge}. */
export interface ChatJudgeOptions extends ChatOptions {
  /**
   * How many tokens of each place the service is asked for, 2 to 20: some give fewer than 20. There
   * can be no more labels than that. Defaults to 20.
   */
  readonly topLogprobs?: number | undefined;
}

/** The options of {@link sampledChatJudge}. */
export interface SampledChatJudgeOptions extends ChatOptions {
  /** How often the model is asked for each question, 1 to 100. Defaults to 10. */
  readonly samples?: number | undefined;
  /**
   * How many samples are asked for in one request, as `n`. Set 1 for a service that gives one at a
   * time. Defaults to all of them.
   */
  readonly perRequest?: number | undefined;
}

/** Below this mass an answer is unmeasurable. */
export const MASS_FLOOR = 0.9;

/** The forms of an answer. */
export const FORMS = ['text', 'json'] as const;

/** What `reasoning_effort` can be. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
