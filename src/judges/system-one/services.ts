/**
 * The services that speak System One: where each is, and what it takes.
 *
 * @module
 */
import type { HttpJudge } from '../../http/client.js';
import type { KeyHeader } from '../shared/api-key.js';
import { checkJudgeOptions, readText, type ServiceJudgeOptions } from '../shared/options.js';
import type { SystemOneLimits } from '../shared/system-one-form.js';
import { openSystemOne, type SystemOneJudge } from './judge.js';

/** What is known of a service. */
interface Row {
  readonly provider: string;
  readonly base: string;
  readonly path: string;
  /** The model that is asked where none is named. */
  readonly model?: string;
  readonly decimals: number;
  readonly limits?: SystemOneLimits;
  readonly header?: KeyHeader;
}

/** One row a service. */
const SERVICES = /* @__PURE__ */ Object.freeze({
  typesafe: {
    provider: 'typesafe',
    base: 'https://api.typesafe.ai',
    path: '/v1/systemone',
    model: 'jev-latest',
    decimals: 2,
  },
  openrouter: {
    provider: 'openrouter',
    base: 'https://openrouter.ai/api',
    path: '/alpha/decisions',
    decimals: 2,
    limits: { bothCriteria: true },
  },
  perplexity: {
    provider: 'perplexity',
    base: 'https://api.perplexity.ai',
    path: '/v1/decisions',
    decimals: 2,
  },
  ollama: {
    provider: 'ollama',
    base: 'http://localhost:11434',
    path: '/v1/systemone',
    decimals: 4,
  },
  foundry: {
    provider: 'microsoft',
    base: '',
    path: '/providers/microsoft/v1/systemone',
    decimals: 2,
    header: (key) => ['api-key', key],
  },
  vercel: {
    provider: 'vercel',
    base: 'https://ai-gateway.vercel.sh/typesafe',
    path: '/v1/systemone',
    model: 'typesafe-ai/jev',
    decimals: 2,
  },
} satisfies Readonly<Record<string, Row>>);

/**
 * Makes a judge of TypeSafe's API.
 *
 * The service rounds to 2 decimals and never refuses. An alias such as `jev-latest`, which is the
 * default, moves without notice: name a version if your bars were measured.
 *
 * @param options The key, the model, and as in `httpJudge()`. `retries` defaults to 2.
 * @returns A judge, which also lists models.
 * @throws `JudgeError` as {@link systemOne} does.
 * @see https://docs.typesafe.ai
 *
 * @example
 * ```ts
 * import { choice, judgeWith, routes } from 'judgement';
 * import { typesafe } from 'judgement/judges/system-one';
 *
 * // In the place of the network.
 * const team = {
 *   type: 'choice',
 *   choice: 'billing',
 *   probabilities: { billing: 0.88, technical: 0.12, sales: 0 },
 *   confidence: 0.81,
 * };
 * const fetch = () => Response.json({ model: 'jev-1.13.0', answers: { team } });
 * const model = typesafe({ apiKey: async () => 'ts-key-of-the-day', fetch });
 * const questions = { team: choice('Which team?', ['billing', 'technical', 'sales']) };
 * const policy = routes(['billing', 'technical', 'sales'], { bar: 0.7 });
 * const result = await judgeWith(model, { state: 'Where is my invoice?', questions }, { policy });
 * console.log(result.effect, result.judge.model, result.requestedModel);
 * // billing jev-1.13.0 jev-latest
 * ```
 */
export function typesafe(options: ServiceJudgeOptions = {}): SystemOneJudge {
  return open(SERVICES.typesafe, options);
}

/**
 * Makes a judge of OpenRouter's decisions. A noul there has criteria for both sides or for none. For
 * its route that takes the bare ids of TypeSafe, use `systemOne('https://openrouter.ai/api', …)`.
 *
 * @param options The key, the model such as `typesafe/jev-1.13`, which has no default, and as in
 *   `httpJudge()`. `retries` defaults to 2.
 * @returns A judge. Its request id is that of the response's header, or else of its body.
 * @throws `JudgeError` as {@link systemOne} does.
 *
 * @example
 * ```ts
 * import { judgeWith, noul } from 'judgement';
 * import { openrouter } from 'judgement/judges/system-one';
 *
 * const fetch = () =>
 *   Response.json({
 *     id: 'gen-dec-17',
 *     model: 'typesafe/jev-1.13-20260917',
 *     answers: { spam: { type: 'noul', noul: 0.02 } },
 *   });
 * const model = openrouter({ apiKey: 'or-key', model: 'typesafe/jev-1.13', fetch });
 * const result = await judgeWith(model, { state: 'Hello', questions: { spam: noul('Spam?') } });
 * console.log(result.effect, result.requestId); // allow gen-dec-17
 * ```
 */
export function openrouter(options: ServiceJudgeOptions): HttpJudge {
  return withoutModels(open(SERVICES.openrouter, options));
}

/**
 * Makes a judge of Perplexity's decisions, which are System One at `/v1/decisions`.
 *
 * @param options The key, the model such as `pplx-decider-v1.3`, which has no default, and as in
 *   `httpJudge()`. `retries` defaults to 2.
 * @returns A judge.
 * @throws `JudgeError` as {@link systemOne} does.
 *
 * @example
 * ```ts
 * import { judgeWith, noul } from 'judgement';
 * import { perplexity } from 'judgement/judges/system-one';
 *
 * const fetch = () => Response.json({ answers: { spam: { type: 'noul', noul: 0.97 } } });
 * const model = perplexity({ apiKey: 'pplx-key', model: 'pplx-decider-v1.3', fetch });
 * const result = await judgeWith(model, { state: 'Buy!', questions: { spam: noul('Spam?') } });
 * console.log(result.effect, result.modelUnreported); // deny true
 * ```
 */
export function perplexity(options: ServiceJudgeOptions): HttpJudge {
  return withoutModels(open(SERVICES.perplexity, options));
}

/**
 * Makes a judge of a decision model that Ollama runs, 0.35.1 or later: without a key, and rounded to
 * 4 decimals.
 *
 * @param options The model, which has no default; `url` where it does not run at
 *   `http://localhost:11434`; and as in `httpJudge()`. `retries` defaults to 2.
 * @returns A judge.
 * @throws `JudgeError` as {@link systemOne} does.
 *
 * @example
 * ```ts
 * import { judgeWith, noul } from 'judgement';
 * import { ollama } from 'judgement/judges/system-one';
 *
 * const fetch = () =>
 *   Response.json({ model: 'nimble', answers: { spam: { type: 'noul', noul: 0.9781 } } });
 * const model = ollama({ model: 'nimble', fetch });
 * const result = await judgeWith(model, { state: 'Buy!', questions: { spam: noul('Spam?') } });
 * console.log(result.effect, result.answers.spam.noul); // deny 0.9781
 * ```
 */
export function ollama(
  options: ServiceJudgeOptions & { readonly url?: string | URL | undefined },
): HttpJudge {
  checkJudgeOptions(options, ['url']);
  const { url = SERVICES.ollama.base, ...others } = options;
  return withoutModels(open({ ...SERVICES.ollama, base: String(url) }, others));
}

/** The options of {@link foundry}. */
export interface FoundryOptions extends ServiceJudgeOptions {
  /** The endpoint of the resource: `https://….services.ai.azure.com`. */
  readonly endpoint: string | URL;
  /** The name of the deployment. */
  readonly model: string;
  /**
   * A token of Microsoft Entra ID, or a function that gives it, in the place of a key. Absent by
   * default.
   */
  readonly token?: ServiceJudgeOptions['apiKey'];
}

/**
 * Makes a judge of a Microsoft Decision deployment in Foundry.
 *
 * @param options The endpoint, the name of the deployment as `model`, the key as `apiKey` (sent as
 *   `api-key`) or a `token` (sent as a bearer), and as in `httpJudge()`. `retries` defaults to 2.
 * @returns A judge.
 * @throws `JudgeError` as {@link systemOne} does.
 *
 * @example
 * ```ts
 * import { judgeWith, noul } from 'judgement';
 * import { foundry } from 'judgement/judges/system-one';
 *
 * const fetch = () => Response.json({ answers: { spam: { type: 'noul', noul: 0.04 } } });
 * const endpoint = 'https://desk.services.ai.azure.com';
 * const model = foundry({ endpoint, model: 'decisions', token: async () => 'entra-token', fetch });
 * const result = await judgeWith(model, { state: 'Hello', questions: { spam: noul('Spam?') } });
 * console.log(result.effect, result.judge.provider); // allow microsoft
 * ```
 */
export function foundry(options: FoundryOptions): HttpJudge {
  checkJudgeOptions(options, ['endpoint', 'token']);
  const { endpoint, token, ...others } = options;
  const { header, ...row } = SERVICES.foundry;
  const base = String(endpoint);
  return withoutModels(
    token === undefined
      ? open({ ...row, header, base }, others)
      : open({ ...row, base }, { ...others, apiKey: token }),
  );
}

/**
 * Makes a judge of Vercel's AI Gateway, at its base that speaks System One.
 *
 * @param options The key or token of the gateway, the model, which defaults to `typesafe-ai/jev`, and
 *   as in `httpJudge()`. `retries` defaults to 2.
 * @returns A judge.
 * @throws `JudgeError` as {@link systemOne} does.
 *
 * @example
 * ```ts
 * import { judgeWith, noul } from 'judgement';
 * import { vercel } from 'judgement/judges/system-one';
 *
 * const fetch = () => Response.json({ answers: { spam: { type: 'noul', noul: 0.04 } } });
 * const model = vercel({ apiKey: 'gateway-key', fetch });
 * const result = await judgeWith(model, { state: 'Hello', questions: { spam: noul('Spam?') } });
 * console.log(result.effect, result.requestedModel); // allow typesafe-ai/jev
 * ```
 */
export function vercel(options: ServiceJudgeOptions): HttpJudge {
  return withoutModels(open(SERVICES.vercel, options));
}

function open(row: Row, options: ServiceJudgeOptions): SystemOneJudge {
  checkJudgeOptions(options);
  const { base, path, provider, limits, header } = row;
  const model = readText(options.model ?? row.model, 'options.model', 'name the model to ask');
  const decimals = options.decimals ?? row.decimals;
  return openSystemOne({ base, path, provider, model, decimals, options, limits, header });
}

/** A judge of a service that does not list its models in this form. */
function withoutModels({ models: _, ...judge }: SystemOneJudge): HttpJudge {
  return Object.freeze(judge);
}
