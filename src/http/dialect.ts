/**
 * Dialects: the forms in which other APIs have a judge asked, for a handler that serves them.
 *
 * @module
 */
import type { Answers } from '../answer.js';
import type { JsonObject } from '../json.js';
import type { JudgeInfo, Usage } from '../judge.js';
import type { Questions } from '../question.js';
import type { HandlerErrorCode } from './service-fault.js';

/** What a request in a dialect asks, in the form of the judge contract; it is checked afterwards. */
export interface DialectRequest {
  readonly state: unknown;
  readonly questions: unknown;
}

/** What a judge answered, for a dialect to write. */
export interface DialectAnswer {
  /** The body of the request, as it was read. */
  readonly request: JsonObject;
  readonly questions: Questions;
  readonly answers: Answers;
  readonly judge: JudgeInfo;
  /** The decimals that the judge rounds to, where it says so. */
  readonly decimals: number | undefined;
  readonly usage: Usage | undefined;
}

/** What there is instead of an answer, for a dialect to write: words of ours alone. */
export interface DialectFault {
  readonly status: number;
  readonly code: HandlerErrorCode;
  /** The part of the request that it is about, or `judge`. */
  readonly path: string;
  readonly message: string;
}

/** How another API has a judge asked: a value that `judgeHandler()` takes as its `dialect`. */
export interface JudgeDialect {
  readonly name: string;
  /** The end of the path that is asked with POST. */
  readonly judgePath: string;
  /** The end of the path that lists models on GET, where the API has one. */
  readonly modelsPath?: string;
  /** The header that a request id is sent in. */
  readonly requestIdHeader: string;
  /**
   * Reads the body of a request.
   *
   * @throws `JudgeError` `bad_question` or `bad_state` for what the API does not have.
   */
  readRequest(body: JsonObject): DialectRequest;
  /** Writes the body of an answer: plain JSON, whose members keep their order. */
  writeAnswer(answer: DialectAnswer): object;
  /** Writes the list of models, which is the judge that is served. */
  writeModels?(judge: JudgeInfo): object;
  /** Writes the body of a response that holds no answer, and its status. */
  writeFault(fault: DialectFault): { readonly status: number; readonly body: object };
}
