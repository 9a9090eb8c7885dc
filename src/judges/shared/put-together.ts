/**
 * Puts the replies of one asking together into one response.
 *
 * @module
 */
import { digest } from '../../digest.js';
import { JudgeError } from '../../errors.js';
import { hearReply, toHeardResponse } from '../../http/reply.js';
import { refuseReply, type ServiceReply } from '../../http/service.js';
import type {
  AnswerDetails,
  AnswerSource,
  JudgeInfo,
  JudgeRequest,
  JudgeResponse,
} from '../../judge.js';
import { present } from '../../members.js';
import type { Question } from '../../question.js';
import { pathTo } from '../../walk.js';
import { whoAnswered } from './judge.js';
import type { Inquiry } from './language.js';
import type { Found } from './shares.js';

/** One request, its reply, and what was read in it. */
export interface Exchanged<T> {
  readonly inquiry: Inquiry;
  readonly reply: ServiceReply;
  readonly reading: T;
  readonly model: unknown;
  readonly usage: unknown;
}

/** What was asked, of whom, and how long it took. */
export interface Asked {
  readonly request: JudgeRequest;
  readonly info: JudgeInfo;
  readonly milliseconds: number;
}

/**
 * Makes a response of replies, at least one for each question.
 *
 * Tokens are added up, and where one reply counts none there is no sum. The digest is that of the
 * one response, or else of the RFC 8785 text of the list of their digests, in the order of the
 * questions and of the requests for each. With more than one request each question has a source of
 * its own.
 *
 * @throws `JudgeError` `bad_answer` for what breaks a rule of answers.
 */
export function putTogether<T>(
  exchanged: readonly Exchanged<T>[],
  { request, info, milliseconds }: Asked,
  conclude: (question: Question, readings: readonly T[]) => Found,
): JudgeResponse {
  const { questions } = request;
  const answers: [string, object][] = [];
  const details: [string, AnswerDetails][] = [];
  const sources: [string, Source][] = [];
  for (const [key, question] of Object.entries(questions)) {
    const own = exchanged.filter(({ inquiry }) => inquiry.key === key);
    checkOneModel(own, key);
    const readings = own.map(({ reading }) => reading);
    const found = orBlame(own.at(-1)?.reply, key, () => conclude(question, readings));
    answers.push([key, found.answer]);
    if (found.details !== undefined) details.push([key, found.details]);
    sources.push([key, sourceOf(own, info)]);
  }
  const all = originOf(exchanged);
  const response = {
    answers: Object.fromEntries(answers),
    ...whoAnswered(info, exchanged[0]?.model),
    usage: all.usage,
    ...present({ details: details.length > 0 ? Object.fromEntries(details) : undefined }),
    ...present({ sources: exchanged.length > 1 ? Object.fromEntries(sources) : undefined }),
  };
  const { attempts, responseDigest, requestId } = all;
  const reply = { attempts, responseDigest, milliseconds, ...present({ requestId }) };
  const heard = hearReply(reply, response, { questions, info });
  return { ...toHeardResponse(heard, attempts), ...present({ sources: heard.sources }) };
}

/** Reads replies to a question; what they do not hold becomes an error that names the question. */
export function orBlame<T>(reply: ServiceReply | undefined, key: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof JudgeError) || reply === undefined) throw error;
    const { code, rule, fix } = error;
    // That a model cannot be judged with in this way is no fault of one answer.
    const path = code === 'unsupported' ? error.path : pathTo('answers', [key]);
    throw refuseReply(reply, { code, path, rule, fix });
  }
}

type Source = Omit<AnswerSource, 'judge' | 'requestedModel' | 'modelUnreported' | 'usage'> & {
  readonly judge?: unknown;
  readonly usage?: unknown;
};

/** What several models said together was said by none of them. */
function checkOneModel<T>(own: readonly Exchanged<T>[], key: string): void {
  const [first] = own;
  const other = own.find(({ model }) => model !== first?.model);
  if (other === undefined) return;
  throw refuseReply(other.reply, {
    code: 'bad_answer',
    path: pathTo('answers', [key]),
    rule: 'all that is said to one question is said by one model, and here two are named',
    fix: 'name a version of the model in options.model, and not an alias',
  });
}

function sourceOf<T>(own: readonly Exchanged<T>[], info: JudgeInfo): Source {
  const { requestId, usage, responseDigest, attempts } = originOf(own);
  const latencyMs = Math.max(...own.map(({ reply }) => reply.milliseconds));
  const known = { latencyMs, responseDigest, attempts };
  return { ...whoAnswered(info, own[0]?.model), ...known, ...present({ requestId, usage }) };
}

/** How the answers to some questions came about, where there can be several requests. */
interface Origins extends Pick<ServiceReply, 'responseDigest' | 'attempts'> {
  readonly requestId: string | undefined;
  readonly usage: unknown;
}

function originOf<T>(exchanged: readonly Exchanged<T>[]): Origins {
  const digests = exchanged.map(({ reply }) => reply.responseDigest);
  const [only] = digests;
  const ids = exchanged.map(({ reply }) => reply.requestId);
  return {
    responseDigest: only !== undefined && digests.length === 1 ? only : digest(digests),
    attempts: Math.max(...exchanged.map(({ reply }) => reply.attempts)),
    requestId: ids.length === 1 ? ids[0] : undefined,
    usage: sumOf(exchanged.map(({ usage }) => usage)),
  };
}

/** The sum of what each reply counts. */
function sumOf(usages: readonly unknown[]): unknown {
  const inputTokens = sumMember(usages, 'inputTokens');
  const outputTokens = sumMember(usages, 'outputTokens');
  return present({ inputTokens, outputTokens });
}

/** The sum of a member; nothing where one of them lacks it. */
function sumMember(usages: readonly unknown[], name: 'inputTokens' | 'outputTokens'): unknown {
  let sum = 0;
  for (const usage of usages) {
    const held: { readonly inputTokens?: unknown; readonly outputTokens?: unknown } = Object(usage);
    const count = held[name];
    if (typeof count !== 'number') return undefined;
    sum += count;
  }
  return sum;
}
