/**
 * A judge that speaks OpenAI Decisions, at OpenAI or anywhere else.
 *
 * @module
 */
import type { HttpJudge } from '../../http/client.js';
import type { ServiceRules } from '../../http/service.js';
import { wrongOption } from '../../http/service-options.js';
import { decisionModel } from '../shared/decision-model.js';
import { readServiceFault } from '../shared/faults.js';
import { dialectJudge, whoAnswered } from '../shared/judge.js';
import { openService } from '../shared/open.js';
import {
  checkJudgeOptions,
  readText,
  type ServiceJudgeOptions,
  urlUnder,
} from '../shared/options.js';
import { readTokens } from '../shared/system-one-form.js';
import { readDecisions, type StateForm, writeDecisions } from './form.js';

/** The options of {@link openai}. */
export interface OpenaiOptions extends ServiceJudgeOptions {
  /**
   * How a state that is no text is sent: `json`, as a part of the input of its own where it is an
   * object or a list of objects within the bounds of the service; or `text`, as the text of it.
   * Defaults to `json` at OpenAI, and to `text` elsewhere.
   */
  readonly stateAs?: 'json' | 'text' | undefined;
}

/** The options of {@link decisions}. */
export interface DecisionsOptions extends OpenaiOptions {
  /** The model to ask. */
  readonly model: string;
  /** Who serves it, for receipts. Absent by default. */
  readonly provider?: string | undefined;
  /** Where questions are answered, beneath the base URL. Defaults to `/v1/decisions`. */
  readonly path?: string | undefined;
}

/**
 * Makes a judge of any service that speaks OpenAI Decisions: `POST {base}/v1/decisions` with an
 * input and a list of questions.
 *
 * A noul is a `predicate` there, which has no criteria: what stands for yes and for no is said after
 * its instructions. A score's levels are asked by number, with the label as what describes them.
 * Answers are matched by name, and a question that is refused leaves the others as they are. A noul
 * has no confidence there. The service rounds to 2 decimals.
 *
 * @param base The base URL. The dialect is what this function says: the same path is System One at
 *   other services.
 * @param options The model, and as in `httpJudge()`; `retries` defaults to 2.
 * @returns A judge.
 * @throws `JudgeError` `bad_option` for a URL or an option that is none. When it is asked: the codes
 *   of `httpJudge()`, and `bad_question` for a question without instructions.
 *
 * @example
 * ```ts
 * import { judgeWith, noul, score } from 'judgement';
 * import { decisions } from 'judgement/judges/decisions';
 *
 * // In the place of the network.
 * const fetch = () =>
 *   Response.json({
 *     model: 'd1-2026-10',
 *     answers: [
 *       { type: 'predicate', name: 'spam', probability: 0.03 },
 *       { type: 'refusal', name: 'tone' },
 *     ],
 *   });
 * const model = decisions('http://localhost:4000', { model: 'd1', fetch });
 * const questions = { spam: noul('Is this spam?'), tone: score('How polite?', ['rude', 'kind']) };
 * const result = await judgeWith(model, { state: 'Hello', questions });
 * console.log(result.answers.spam.noul, result.decisions.tone.reason); // 0.03 refusal
 * ```
 */
export function decisions(base: string | URL, options: DecisionsOptions): HttpJudge {
  checkJudgeOptions(options, ['stateAs', 'provider', 'path']);
  const { model, provider, path = '/v1/decisions', ...others } = options;
  readText(model, 'options.model', 'name the model to ask');
  readText(provider ?? 'any', 'options.provider', 'leave it out');
  return open(urlUnder(base, path), { provider, model, options: others });
}

/**
 * Makes a judge of OpenAI's Decisions.
 *
 * @param options The key, the model, which defaults to `gpt-6-luna`, and as in `httpJudge()`.
 *   `retries` defaults to 2.
 * @returns A judge.
 * @throws `JudgeError` as {@link decisions} does.
 * @see https://platform.openai.com/docs
 *
 * @example
 * ```ts
 * import { choice, judgeWith, threshold } from 'judgement';
 * import { openai } from 'judgement/judges/decisions';
 *
 * // In the place of the network.
 * const verdict = {
 *   type: 'choice',
 *   name: 'verdict',
 *   choice: 'deny',
 *   confidence: 0.93,
 *   probabilities: [
 *     { value: 'allow', probability: 0.05 },
 *     { value: 'deny', probability: 0.95 },
 *   ],
 * };
 * const fetch = () => Response.json({ model: 'gpt-6-luna-2026-10-06', answers: [verdict] });
 * const model = openai({ apiKey: 'sk-key', fetch });
 * const questions = { verdict: choice('May it go out?', ['allow', 'deny']) };
 * const state = { tool: 'refund', input: { amount: 9_000 } };
 * const result = await judgeWith(model, { state, questions }, { policy: threshold(0.8) });
 * console.log(result.effect, result.judge.model); // deny gpt-6-luna-2026-10-06
 * ```
 */
export function openai(options: OpenaiOptions = {}): HttpJudge {
  checkJudgeOptions(options, ['stateAs']);
  const { model = 'gpt-6-luna', stateAs = 'json', ...others } = options;
  const url = 'https://api.openai.com/v1/decisions';
  return open(url, { provider: 'openai', model, options: { ...others, stateAs } });
}

/**
 * Makes a judge of Vercel's AI Gateway, at its route that speaks OpenAI Decisions.
 *
 * @param options The key or token of the gateway, the model, which defaults to `typesafe-ai/jev`, and
 *   as in `httpJudge()`. `retries` defaults to 2.
 * @returns A judge.
 * @throws `JudgeError` as {@link decisions} does.
 *
 * @example
 * ```ts
 * import { judgeWith, noul } from 'judgement';
 * import { vercel } from 'judgement/judges/decisions';
 *
 * const answers = [{ type: 'predicate', name: 'spam', probability: 0.99 }];
 * const fetch = () => Response.json({ model: 'typesafe-ai/jev', answers });
 * const model = vercel({ apiKey: 'gateway-key', fetch });
 * const result = await judgeWith(model, { state: 'Buy!', questions: { spam: noul('Spam?') } });
 * console.log(result.effect, result.judge.provider); // deny vercel
 * ```
 */
export function vercel(options: OpenaiOptions): HttpJudge {
  checkJudgeOptions(options, ['stateAs']);
  const { model = 'typesafe-ai/jev', ...others } = options;
  const url = 'https://ai-gateway.vercel.sh/v1/decisions';
  return open(url, { provider: 'vercel', model, options: others });
}

interface About {
  readonly provider: string | undefined;
  readonly model: string;
  readonly options: OpenaiOptions;
}

const RULES: ServiceRules = {
  requestIdHeaders: ['x-request-id'],
  readFault: readServiceFault,
};

function open(url: string, { provider, model, options }: About): HttpJudge {
  const { stateAs = 'text', decimals = 2, ...others } = options;
  checkForm(stateAs);
  const info = decisionModel({ model, provider, decimals });
  return dialectJudge(openService(url, others, RULES), {
    name: 'decisions',
    info,
    write: (request) => writeDecisions(request, model, stateAs),
    read: ({ body }, { questions }) => ({
      answers: readDecisions(body['answers'], questions),
      ...whoAnswered(info, body['model']),
      usage: readTokens(body['usage']),
    }),
  });
}

function checkForm(stateAs: StateForm): void {
  if (stateAs === 'json' || stateAs === 'text') return;
  throw wrongOption('options.stateAs', 'it is json or text', 'leave it out');
}
