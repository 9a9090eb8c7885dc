/**
 * HTTP routes, which stand under the key `path` as files do.
 *
 * @module
 */
import type { JsonObject } from '../json.js';
import { kindOfKey } from './keys.js';
import { setOf } from './tables.js';

/**
 * Whether a path is the route of an HTTP request: it begins with a slash, and beside it stands
 * what only a request has, namely a method, a host or the URL that it is relative to.
 *
 * @param path The text under `path`.
 * @param parent The object that holds it.
 */
export function isRoute(path: string, parent: JsonObject): boolean {
  if (!ROUTE.test(path)) return false;
  let found = false;
  for (const key of Object.keys(parent)) {
    const value = parent[key];
    if (typeof value !== 'string' || value === path) continue;
    const kind = kindOfKey(key);
    // Beside the URL of a file, `path` is where to save it.
    if (kind === 'url' && URL_OF_FILE.test(value)) return false;
    if (kind === 'url' || kind === 'host') found ||= value !== '';
    else if (METHOD_KEYS.has(key.toLowerCase())) found ||= METHODS.has(value.toUpperCase());
  }
  return found;
}

const ROUTE = /^\/(?!\/)/;
const URL_OF_FILE = /^[a-z]+:\/\/[^/?#]+\/[^?#]*\.[a-z][a-z0-9]*(?:[?#]|$)/i;

const METHOD_KEYS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'method http_method httpmethod verb request_method requestmethod',
);
const METHODS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'GET POST PUT PATCH DELETE HEAD OPTIONS TRACE CONNECT QUERY',
);
