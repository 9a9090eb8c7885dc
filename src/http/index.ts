/**
 * Judges over HTTP: a client that asks one, and a handler that serves one.
 *
 * @module
 */
export { bearer } from './bearer.js';
export type { HttpJudge } from './client.js';
export { httpJudge } from './client.js';
export type { DialectAnswer, DialectFault, DialectRequest, JudgeDialect } from './dialect.js';
export { type JudgeHandler, judgeHandler } from './handler.js';
export type { JudgeHandlerOptions } from './handler-options.js';
export type { HttpJudgeOptions } from './options.js';
export type { HandlerErrorBody, HandlerErrorCode } from './service-fault.js';
export type {
  Fetch,
  FetchInit,
  FetchResponse,
  HeadersSource,
  ServiceOptions,
} from './service-options.js';
