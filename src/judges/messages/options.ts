/**
 * The options of judges that are asked over Messages.
 *
 * @module
 */
import type { LanguageJudgeOptions } from '../shared/language-options.js';

/** The options of {@link messagesJudge}. */
export interface MessagesJudgeOptions extends LanguageJudgeOptions {
  /**
   * The header that the key is sent in. Defaults to `authorization`, as a bearer token, which is
   * how the client of this version of the API sends it; some that copy the API want `x-api-key`.
   */
  readonly keyHeader?: 'authorization' | 'x-api-key' | undefined;
  /** How much effort the model is to put into an answer. Not sent by default. */
  readonly effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max' | undefined;
  /**
   * How many tokens an answer may have, thinking included, 1 to 100 000. Defaults to 1 024, and to
   * more where there are many labels.
   */
  readonly maxTokens?: number | undefined;
}

/** The options of {@link sampledMessagesJudge}. */
export interface SampledMessagesJudgeOptions extends MessagesJudgeOptions {
  /**
   * How often the model is asked for each question, 1 to 100: each is a request. Defaults to 10.
   */
  readonly samples?: number | undefined;
  /**
   * Which part of the samples has to name a label for an answer to be measured, 0 to 1. Defaults to
   * 0.9.
   */
  readonly massFloor?: number | undefined;
}

/** The headers that a key can be sent in. */
export const KEY_HEADERS = ['authorization', 'x-api-key'] as const;

/** What `output_config.effort` can be. */
export const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;
