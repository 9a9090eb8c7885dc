/**
 * Language models as judges over chat completions, as OpenAI has them and many services copy.
 *
 * @module
 */
export type { ApiKey } from '../shared/api-key.js';
export type { LanguageJudgeOptions } from '../shared/language-options.js';
export { chatJudge } from './logprob-judge.js';
export type { ChatJudgeOptions, ChatOptions, SampledChatJudgeOptions } from './options.js';
export { sampledChatJudge } from './sampled-judge.js';
