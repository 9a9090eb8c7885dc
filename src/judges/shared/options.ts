/**
 * The options that the judges of services have in common.
 *
 * @module
 */
import { isDecimals } from '../../answer-reader.js';
import { SERVICE_OPTIONS, type ServiceOptions, wrongOption } from '../../http/service-options.js';
import { checkOptions, isName } from '../../members.js';
import type { ApiKey } from './api-key.js';

/** What every judge of a service takes. */
export interface ServiceJudgeOptions extends ServiceOptions {
  /**
   * The key of the service, or a function that gives it: it is asked before each attempt. It is kept
   * in a closure; no judge, error, receipt or digest holds it. None by default.
   */
  readonly apiKey?: ApiKey | undefined;
  /** The model to ask. */
  readonly model?: string | undefined;
  /** The decimals that the service rounds to, 1 to 15. Defaults to those that it documents. */
  readonly decimals?: number | undefined;
  /** How often to ask again, 0 to 100. Defaults to 2, as the services' own clients do. */
  readonly retries?: number | undefined;
}

/** The names of {@link ServiceJudgeOptions}, for those that have more of their own. */
export const JUDGE_OPTIONS: readonly string[] = [...SERVICE_OPTIONS, 'apiKey', 'model', 'decimals'];

/** How often services' own clients ask again. */
export const RETRIES = 2;

/**
 * Refuses options that are none. The key is looked at by whoever sends it.
 *
 * @throws `JudgeError` `bad_option` with the path.
 */
export function checkJudgeOptions(options: unknown, others: readonly string[] = []): void {
  checkOptions(options, [...JUDGE_OPTIONS, ...others], 'options');
  const { model, decimals }: { readonly model?: unknown; readonly decimals?: unknown } = options;
  if (model !== undefined && !isName(model)) {
    const rule = 'a model is text of 1 to 1,000 characters, not blank';
    throw wrongOption('options.model', rule, 'name it as the service does');
  }
  if (decimals !== undefined && !isDecimals(decimals)) {
    throw wrongOption('options.decimals', 'it is a whole number from 1 to 15', 'leave it out');
  }
}

/** Reads text that has to be there, such as the id of an account. */
export function readText(value: unknown, path: string, fix: string): string {
  if (isName(value)) return value;
  throw wrongOption(path, 'it is text of 1 to 1,000 characters, not blank', fix);
}

/** Puts a path behind a base URL, before its query; slashes at the end of the base do not count. */
export function urlUnder(base: string | URL, path: string): string {
  const text = String(base);
  const end = text.search(/[?#]/);
  const place = end < 0 ? text : text.slice(0, end);
  return place.replace(/\/+$/, '') + path + text.slice(place.length);
}
