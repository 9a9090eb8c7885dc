/**
 * Judges that speak OpenAI Decisions: OpenAI's, and those of everyone who serves the same form.
 *
 * @module
 */
export type { HttpJudge } from '../../http/client.js';
export type { ApiKey } from '../shared/api-key.js';
export type { ServiceJudgeOptions } from '../shared/options.js';
export { decisionsDialect } from './dialect.js';
export type { DecisionsOptions, OpenaiOptions } from './judge.js';
export { decisions, openai, vercel } from './judge.js';
