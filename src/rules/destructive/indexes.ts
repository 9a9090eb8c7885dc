/**
 * Requests that delete whole indexes of a search engine: `curl -X DELETE host:9200/logs-*`.
 *
 * @module
 */
import { curlTransfers } from '../exfiltration/curl.js';
import type { Hit, RuleContext } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { valuesOf } from '../shell/options.js';
import type { Word } from '../shell/word.js';
import { hitOf } from './subcommands.js';

/** `curl -X DELETE` of one index or many, and `_delete_by_query` of all. */
export function deletesIndexes(execution: Execution, context: RuleContext): Hit | undefined {
  if (!execution.args.some((word) => MAY_DELETE.test(word.text))) return undefined;
  for (const { options, urls } of curlTransfers(execution, context)) {
    const method = options.value('request')?.text.toUpperCase();
    if (method === 'DELETE' && urls.some(namesIndexes)) {
      return hitOf('stores.delete', `${execution.name} -X DELETE`, 'delete indexes and their data');
    }
    const bodies = valuesOf(options, BODIES);
    if (urls.some(deletesByQuery) && bodies.some((word) => EVERYTHING.test(word.text))) {
      return hitOf('stores.delete', execution.name, 'delete all that is in an index');
    }
  }
  return undefined;
}

/** Whether a URL is one index at the port of a search engine, or a pattern of them anywhere. */
function namesIndexes(url: Word): boolean {
  const [all, port, path = ''] = URL_PARTS.exec(url.text) ?? [];
  if (all === undefined) return false;
  if (path === '_all' || PATTERN.test(path)) return true;
  return port === '9200' && INDEX.test(path);
}

function deletesByQuery(url: Word): boolean {
  return BY_QUERY.test(url.text);
}

/** Says what is asked for, or where that is read from. */
const MAY_DELETE = /delete|^-[^-]*K|^--con/i;

/** A port and a path of one name. */
const URL_PARTS = /^(?:https?:\/\/)?(?:[^/@]*@)?[^/:?#]+(?::(\d+))?\/([^/?#]*)\/?(?:\?[^#]*)?$/;

/** `*`, `logs-*`. */
const PATTERN = /^[\w.,-]*\*$/;

const INDEX = /^[a-z0-9][\w.,+-]*$/;

const BODIES = ['data', 'data-raw', 'data-binary', 'json'];

const BY_QUERY = /\/_delete_by_query(?:\?|$)/;

/** A query that leaves nothing out. */
const EVERYTHING = /"match_all"\s*:\s*\{\s*\}/;
