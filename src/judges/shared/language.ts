/**
 * A language model as a judge: asked for one question at a time, in as many requests as that takes.
 *
 * @module
 */
import { digest } from '../../digest.js';
import type { HttpJudge } from '../../http/client.js';
import type { Service } from '../../http/service.js';
import type { JsonObject } from '../../json.js';
import type { AskOptions, JudgeInfo, JudgeRequest, JudgeResponse, Signal } from '../../judge.js';
import type { Question } from '../../question.js';
import { readClock } from '../../time.js';
import { type ShownState, showState } from './prompt.js';
import { type Exchanged, orBlame, putTogether } from './put-together.js';
import { doSeveral } from './several.js';
import type { Found } from './shares.js';
import type { Sheet } from './sheet.js';

/** One request: a question, what can be answered to it, and how many answers are wanted. */
export interface Inquiry {
  readonly key: string;
  readonly question: Question;
  readonly sheet: Sheet;
  readonly samples: number;
}

/** How a language model is asked, and what is made of what it says. */
export interface Language<T> {
  readonly info: JudgeInfo;
  /** How many requests are made at once. */
  readonly parallel: number;
  /** Everything else that its answers depend on, by which kept answers are told apart. */
  readonly settings: JsonObject;
  /** The requests that a question takes; throws `bad_question` for what cannot be asked. */
  plan(key: string, question: Question): readonly Inquiry[];
  /** Writes the body of a request. */
  write(inquiry: Inquiry, state: ShownState): string;
  /** Reads what a reply says; throws a `JudgeError` with words of ours alone. */
  read(body: JsonObject, inquiry: Inquiry): T;
  /** Which model a reply says that it is from, and what it cost; nothing of it need be checked. */
  origin(body: JsonObject): { readonly model: unknown; readonly usage: unknown };
  /** Makes an answer of what all replies about a question say; throws as `read` does. */
  conclude(question: Question, readings: readonly T[]): Found;
}

/** Makes a judge of a service, and of how a language model behind it is asked. */
export function languageJudge<T>(service: Service, language: Language<T>): HttpJudge {
  const { info, settings } = language;
  return Object.freeze({
    info,
    cacheKey: digest({ ...settings, url: service.transport.url.href }),
    ask: (request: JudgeRequest, { signal }: AskOptions = {}) =>
      ask(service, language, request, signal),
  });
}

async function ask<T>(
  service: Service,
  language: Language<T>,
  request: JudgeRequest,
  signal: Signal | undefined,
): Promise<JudgeResponse> {
  const { questions, state } = request;
  // All of them before the first is sent, so that what cannot be asked costs nothing.
  const inquiries = Object.entries(questions).flatMap(([key, one]) => language.plan(key, one));
  const shown = showState(state);
  const { clock } = service.transport;
  const started = readClock(clock);
  const budget = service.open(signal);
  let exchanged: readonly Exchanged<T>[];
  try {
    const { parallel } = language;
    const together = { count: inquiries.length, parallel, stop: budget.limit.cancel };
    exchanged = await doSeveral(together, async (index) => {
      const inquiry = inquiries[index] ?? missing();
      const reply = await service.send(language.write(inquiry, shown), signal, budget);
      const reading = orBlame(reply, inquiry.key, () => language.read(reply.body, inquiry));
      return { inquiry, reply, reading, ...language.origin(reply.body) };
    });
  } finally {
    budget.close();
  }
  const milliseconds = Math.max(0, Math.round(readClock(clock) - started));
  return putTogether(exchanged, { request, info: language.info, milliseconds }, language.conclude);
}

function missing(): never {
  throw new RangeError('there is no such request');
}
