/**
 * Opens the service that a judge asks: where it is, with its key.
 *
 * @module
 */
import { makeService, type Service, type ServiceRules } from '../../http/service.js';
import { readTransport } from '../../http/service-options.js';
import { type KeyHeader, withApiKey } from './api-key.js';
import { RETRIES, type ServiceJudgeOptions } from './options.js';

/**
 * Makes a service of a URL and options whose names are checked.
 *
 * @throws `JudgeError` `bad_option` for a URL or an option that is none.
 */
export function openService(
  url: string | URL,
  options: ServiceJudgeOptions,
  rules: ServiceRules,
  header?: KeyHeader,
): Service {
  const headers = withApiKey(options.headers, options.apiKey, header);
  const retries = options.retries ?? RETRIES;
  return makeService(readTransport(url, { ...options, headers, retries }), rules);
}
