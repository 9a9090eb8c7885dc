/**
 * The gate of Cloudflare's agents: a hook before each tool call of the Think harness.
 *
 * @module
 */
export { type ThinkCall, type ThinkDecision, type ThinkGateOptions, thinkGate } from './think.js';
