/**
 * Judges that speak System One: TypeSafe's, and those of everyone who serves the same form.
 *
 * @module
 */
export type { HttpJudge } from '../../http/client.js';
export type { ApiKey } from '../shared/api-key.js';
export type { ServiceJudgeOptions } from '../shared/options.js';
export { systemOneDialect } from './dialect.js';
export type { ModelCard, SystemOneJudge, SystemOneOptions } from './judge.js';
export { systemOne } from './judge.js';
export type { FoundryOptions } from './services.js';
export { foundry, ollama, openrouter, perplexity, typesafe, vercel } from './services.js';
