/**
 * Judges that run at Cloudflare Workers AI: over its REST API, and through a Worker's binding.
 *
 * @module
 */
export type { HttpJudge } from '../../http/client.js';
export type { ApiKey } from '../shared/api-key.js';
export type { ServiceJudgeOptions } from '../shared/options.js';
export type { CloudflareBindingOptions, WorkersAi } from './binding.js';
export { cloudflareBinding } from './binding.js';
export type { CloudflareOptions } from './rest.js';
export { cloudflare } from './rest.js';
