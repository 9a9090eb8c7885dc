/**
 * A judge that takes a model's own word for how likely each answer is.
 *
 * @module
 */
import type { HttpJudge } from '../../http/client.js';
import type { JsonObject } from '../../json.js';
import type { Question } from '../../question.js';
import { type Inquiry, languageJudge } from '../shared/language.js';
import { answerOf, type Found, meanOf } from '../shared/shares.js';
import { sheetsOf } from '../shared/sheet.js';
import { badObject, cutOff, endingOf, objectOf, originOf } from './message.js';
import type { MessagesJudgeOptions } from './options.js';
import {
  type Form,
  openMessages,
  readMessagesOptions,
  settingsOf,
  writeMessages,
} from './request.js';

/**
 * Makes a judge of a language model behind Anthropic's Messages, which gives no log probabilities:
 * the model is made to say, in a fixed form, how many percent it gives to each answer.
 *
 * Its `method` is `self-reported`: such numbers are what the model writes about itself, and no
 * measurement of it. Calibrate them before a bar is held to them, and never share a bar with
 * another method. The percent have to come to 95 to 105 together, and each label then has its share
 * of them; else, or with none at all, the answer is unmeasurable.
 *
 * Each question is a request of its own, and so is each order of its labels; with several orders
 * the shares are averaged. How a state is sent, and what a result has of several requests, is as
 * with `chatJudge()` of `judgement/judges/chat`. The header `anthropic-version` is `2026-10-21`,
 * with which a key is a bearer token, and no sampling parameter is sent, as that version has none.
 *
 * @param baseUrl The base URL, as clients of the service have it: `https://api.anthropic.com`.
 * @param options The model, its key, and how it is asked. `model` has to be there.
 * @returns A judge for `judge()` and `judgeWith()`. Its `ask` rejects as that of `httpJudge()`
 *   does, and with `bad_answer` for an answer that was cut off or has another form, and where two
 *   models are named for one question; with `too_large` where the prompt leaves no room for an
 *   answer. A message that ends with `refusal`, in any of the orders, is a refusal of the question.
 * @throws `JudgeError` `bad_option` for a URL or an option that is none.
 *
 * @example
 * ```ts
 * import { choice, judgeWith, threshold } from 'judgement';
 * import { messagesJudge } from 'judgement/judges/messages';
 *
 * // In the place of the network: what the service says.
 * const message = {
 *   model: 'claude-sonnet-5',
 *   stop_reason: 'end_turn',
 *   content: [{ type: 'text', text: '{"A":90,"B":10}' }],
 *   usage: { input_tokens: 310, output_tokens: 14 },
 * };
 * const fetch = async () => Response.json(message);
 *
 * const options = { model: 'claude-sonnet-5', apiKey: 'k', fetch };
 * const model = messagesJudge('https://api.anthropic.com', options);
 * const questions = { refund: choice('May this refund go out?', ['allow', 'deny']) };
 * const request = { state: { amount: 25 }, questions };
 * const result = await judgeWith(model, request, { policy: threshold(0.8) });
 * console.log(result.effect, result.answers.refund.probabilities?.allow); // allow 0.9
 * console.log(result.judge.method); // self-reported
 * ```
 */
export function messagesJudge(baseUrl: string | URL, options: MessagesJudgeOptions): HttpJudge {
  const settings = readMessagesOptions(options, 'self-reported', []);
  const { info, parallel, rotations } = settings;
  return languageJudge<Reading>(openMessages(baseUrl, options), {
    info,
    parallel,
    settings: settingsOf(settings, {}),
    plan: (key, question) =>
      sheetsOf(question, rotations).map((sheet) => ({ key, question, sheet, samples: 1 })),
    write: (inquiry, state) => writeMessages(inquiry, state, settings, formOf(inquiry)),
    read,
    origin: originOf,
    conclude,
  });
}

/** The percent of each label, in the order of the labels. */
type Reading = readonly number[] | 'refused' | 'unmeasurable';

function formOf({ sheet }: Inquiry): Form {
  const tokens = sheet.map(({ token }) => token);
  return {
    reply:
      'Reply with how likely each answer is to be right, in percent: numbers from 0 to 100 that come to 100 together',
    schema: {
      type: 'object',
      properties: Object.fromEntries(tokens.map((token) => [token, { type: 'number' }])),
      required: tokens,
      additionalProperties: false,
    },
  };
}

function read(body: JsonObject, { sheet }: Inquiry): Reading {
  const ending = endingOf(body);
  if (ending === 'refused') return ending;
  if (ending === 'cut') throw cutOff();
  const said = objectOf(body);
  if (said === undefined || Object.keys(said).length !== sheet.length) throw badObject();
  const percent = sheet.map(() => 0);
  for (const { token, index } of sheet) {
    const value = Object.hasOwn(said, token) ? said[token] : undefined;
    // A schema of this kind cannot bound a number, so that it is looked at here.
    if (typeof value !== 'number' || !(value >= 0 && value <= 100)) throw badObject();
    percent[index] = value;
  }
  const sum = sumOf(percent);
  return sum >= LEAST && sum <= MOST ? percent : 'unmeasurable';
}

/** What numbers that come to 100 are taken to have come to. */
const LEAST = 95;
const MOST = 105;

function conclude(question: Question, readings: readonly Reading[]): Found {
  const details = readings.length > 1 ? { details: { rotations: readings.length } } : {};
  if (readings.includes('refused')) return { answer: { refusal: true }, ...details };
  const measured = readings.filter((reading) => typeof reading !== 'string');
  if (measured.length < readings.length) return { answer: { unmeasurable: true }, ...details };
  const shares = measured.map((percent) => percent.map((one) => one / sumOf(percent)));
  return { answer: answerOf(question, meanOf(shares)), ...details };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
