/**
 * A decision model at Cloudflare Workers AI, asked over its REST API.
 *
 * @module
 */
import type { HttpJudge } from '../../http/client.js';
import type { ServiceFaultWords, ServiceReply, ServiceRules } from '../../http/service.js';
import { refuseReply } from '../../http/service.js';
import { wrongOption } from '../../http/service-options.js';
import type { JsonObject, JsonValue } from '../../json.js';
import { isList, isObject } from '../../members.js';
import { readServiceFault } from '../shared/faults.js';
import { dialectJudge, whoAnswered } from '../shared/judge.js';
import { openService } from '../shared/open.js';
import { checkJudgeOptions, type ServiceJudgeOptions, urlUnder } from '../shared/options.js';
import { readSystemOne, readTokens, writeSystemOne } from '../shared/system-one-form.js';
import { CLEF_ERRORS, CLEF_LIMITS, clefInfo, pathOf } from './clef.js';

/** The options of {@link cloudflare}. */
export interface CloudflareOptions extends ServiceJudgeOptions {
  /** The id of the account. */
  readonly accountId: string;
  /** The base of the API. Defaults to `https://api.cloudflare.com/client/v4`. */
  readonly url?: string | URL | undefined;
}

/**
 * Makes a judge of a decision model at Cloudflare Workers AI, over its REST API.
 *
 * It takes 64 questions in a request, with keys of letters, digits, `_`, `.` and `-`; more is refused
 * before anything is sent. It rounds to 4 decimals. A status of 429 is passing when there was no
 * capacity (3040), and not when the allocation of the day is used up (4006).
 *
 * @param options The account, the token as `apiKey`, the model, which defaults to `clef`, and as in
 *   `httpJudge()`. `retries` defaults to 2.
 * @returns A judge. Its request id is that of `cf-ai-req-id`, or else of `cf-ray`.
 * @throws `JudgeError` `bad_option` for an option that is none. When it is asked: the codes of
 *   `httpJudge()`, and `bad_question` for questions that the model never takes.
 *
 * @example
 * ```ts
 * import { judgeWith, noul } from 'judgement';
 * import { cloudflare } from 'judgement/judges/cloudflare';
 *
 * // In the place of the network.
 * const result = { model: 'clef', answers: { spam: { type: 'noul', noul: 0.9731 } } };
 * const fetch = () => Response.json({ result, success: true, errors: [], messages: [] });
 * const model = cloudflare({ accountId: '0af9', apiKey: 'cf-token', fetch });
 * const questions = { spam: noul('Is this spam?') };
 * const { effect, judge } = await judgeWith(model, { state: 'Buy!', questions });
 * console.log(effect, judge.provider, judge.model); // deny cloudflare clef
 * ```
 */
export function cloudflare(options: CloudflareOptions): HttpJudge {
  checkJudgeOptions(options, ['accountId', 'url']);
  const { accountId, url = BASE, model = 'clef', decimals, ...others } = options;
  if (typeof accountId !== 'string' || !ACCOUNT.test(accountId)) {
    const rule = 'the id of an account is of letters and digits';
    throw wrongOption('options.accountId', rule, 'copy it from the dashboard');
  }
  const info = clefInfo(model, decimals);
  const place = urlUnder(url, `/accounts/${accountId}/ai/run/${pathOf(model)}`);
  return dialectJudge(openService(place, others, RULES), {
    name: 'cloudflare',
    info,
    write: (request) => writeSystemOne(request, model, CLEF_LIMITS),
    read: (reply, { questions }) => {
      const result = openEnvelope(reply);
      return {
        answers: readSystemOne(result['answers'], questions),
        ...whoAnswered(info, result['model']),
        usage: readTokens(result['usage']),
      };
    },
  });
}

const BASE = 'https://api.cloudflare.com/client/v4';
const ACCOUNT = /^[A-Za-z0-9]{1,64}$/;

const RULES: ServiceRules = {
  requestIdHeaders: ['cf-ai-req-id', 'cf-ray'],
  readFault: (status, body, headers): ServiceFaultWords => {
    const general = readServiceFault(status, body, headers);
    const known = CLEF_ERRORS.get(codeOf(body) ?? 0);
    if (known === undefined) return general;
    const { word, fix, passing } = known;
    const detail = `: ${codeOf(body)}, ${word}`;
    return { ...general, detail, fix, passing: passing ?? general.passing };
  },
};

/** The first code of an envelope's errors. */
function codeOf(body: JsonValue | undefined): number | undefined {
  const errors = isObject(body) ? body['errors'] : undefined;
  const [first] = isList(errors) ? errors : [];
  const code = isObject(first) ? first['code'] : undefined;
  return typeof code === 'number' ? code : undefined;
}

/** What an envelope holds; one that says that it holds nothing is no answer, whatever its status. */
function openEnvelope(reply: ServiceReply): JsonObject {
  const { success, result } = reply.body;
  if (success === true && isObject(result)) return result;
  const code = codeOf(reply.body);
  const known = CLEF_ERRORS.get(code ?? 0);
  throw refuseReply(reply, {
    code: 'judge_unavailable',
    path: 'response',
    rule: `an envelope holds a result${known === undefined ? '' : `, and this one ${code}: ${known.word}`}`,
    fix: known?.fix ?? 'look whether the URL is that of the service',
  });
}
