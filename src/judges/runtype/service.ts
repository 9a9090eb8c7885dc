/**
 * Where Runtype is, how long it is waited for, and what its errors say.
 *
 * @module
 */
import type { ReadableHeaders } from '../../http/fetched.js';
import type { Service, ServiceFaultWords, ServiceRules } from '../../http/service.js';
import type { JsonValue } from '../../json.js';
import { isObject } from '../../members.js';
import { readServiceFault } from '../shared/faults.js';
import { openService } from '../shared/open.js';
import { type ServiceJudgeOptions, urlUnder } from '../shared/options.js';

/** What everything takes that asks Runtype. */
export type RuntypeServiceOptions = Omit<ServiceJudgeOptions, 'model' | 'decimals'> & {
  /** The base of the API. Defaults to `https://api.runtype.com`. */
  readonly url?: string | URL | undefined;
};

/** Opens a route; retries are those of the options, 2 by default, unless there must be none. */
export function openRoute(
  path: string,
  options: RuntypeServiceOptions,
  more: { readonly retries?: number; readonly statuses?: readonly number[] } = {},
): Service {
  const { url = 'https://api.runtype.com', timeoutMs = ATTEMPT, totalTimeoutMs } = options;
  const { retries = options.retries, statuses } = more;
  const limits = { timeoutMs, totalTimeoutMs: totalTimeoutMs ?? Math.max(TOTAL, timeoutMs) };
  const rules = statuses === undefined ? RULES : { ...RULES, statuses };
  return openService(urlUnder(url, path), { ...options, ...limits, retries }, rules);
}

/** As Runtype has it with its own providers, in milliseconds. */
const ATTEMPT = 5_000;
const TOTAL = 15_000;

const RULES: ServiceRules = {
  requestIdHeaders: ['x-request-id', 'x-runtype-request-id', 'cf-ray'],
  readFault,
};

/**
 * An error that the caller can fix is a status of 400 to 499 with a stable `code`, most of which are
 * not documented. One in capitals is told: nothing that was sent is written like that.
 */
function readFault(
  status: number,
  body: JsonValue | undefined,
  headers: ReadableHeaders,
): ServiceFaultWords {
  const words = readServiceFault(status, body, headers);
  const code = codeOf(body);
  if (code === undefined) return words;
  const fix = FIXES.get(code) ?? (status < 500 ? FIXABLE : words.fix);
  return { ...words, detail: `: ${code}`, fix };
}

function codeOf(body: JsonValue | undefined): string | undefined {
  if (!isObject(body)) return undefined;
  const { code, error } = body;
  const given = [code, isObject(error) ? error['code'] : undefined];
  return given.find((one): one is string => typeof one === 'string' && CODE.test(one));
}

const CODE = /^[A-Z]{2,20}(?:_[A-Z]{1,20}){1,6}$/;

const FIXABLE = 'look this code up with Runtype: the same request fails the same way again';

const FIXES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['EVAL_RUN_NOT_FOUND', 'name an eval run of your account, or leave evalRunId out'],
  ['QUESTION_SET_UNRESOLVED', 'publish the question set, or correct its id or version'],
]);
