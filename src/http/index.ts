/**
 * Judges over HTTP: a client that asks one.
 *
 * @module
 */
export type { HttpJudge } from './client.js';
export { httpJudge } from './client.js';
export type { Fetch, HeadersSource, HttpJudgeOptions } from './options.js';
