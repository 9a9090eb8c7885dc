/**
 * Language models as judges over Anthropic's Messages.
 *
 * @module
 */
export type { ApiKey } from '../shared/api-key.js';
export type { LanguageJudgeOptions } from '../shared/language-options.js';
export type { MessagesJudgeOptions, SampledMessagesJudgeOptions } from './options.js';
export { sampledMessagesJudge } from './sampled-judge.js';
export { messagesJudge } from './self-reported-judge.js';
