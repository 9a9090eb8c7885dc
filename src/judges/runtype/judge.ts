/**
 * Runtype's judgment tool as a judge.
 *
 * @module
 */
import type { Contract } from '../../contract/resolve.js';
import { digest } from '../../digest.js';
import type { HttpJudge } from '../../http/client.js';
import { toHeardResponse } from '../../http/reply.js';
import { refuseReply, type Service, type ServiceReply } from '../../http/service.js';
import { wrongOption } from '../../http/service-options.js';
import type { AskOptions, JudgeInfo, JudgeRequest, JudgeResponse, Signal } from '../../judge.js';
import { isName, present } from '../../members.js';
import { badQuestion } from '../shared/boolean-form.js';
import { cacheKeyOf, readChecked } from '../shared/judge.js';
import { checkJudgeOptions, type ServiceJudgeOptions } from '../shared/options.js';
import { listModels, type RuntypeModel } from './catalogue.js';
import {
  type InstanceSettings,
  PROVIDER,
  type RuntypeJudgment,
  readJudgment,
  readResult,
  writeAdHoc,
  writeInstance,
} from './form.js';
import { openRoute } from './service.js';

/** The options of {@link runtype}. */
export interface RuntypeOptions extends ServiceJudgeOptions {
  /** The base of the API. Defaults to `https://api.runtype.com`. */
  readonly url?: string | URL | undefined;
  /** The tool that is executed. Defaults to `builtin:typesafe_judge`. */
  readonly toolId?: string | undefined;
  /**
   * The published question set that is asked, `qset_…`: a configured instance, to which only the
   * state is sent. Without it the questions are sent along, ad hoc.
   */
  readonly questionSetId?: string | undefined;
  /** The version of the set, 1 or more. Defaults to that of the contract, or else the current one. */
  readonly version?: number | undefined;
  /** What the instance is called. Absent by default. */
  readonly displayName?: string | undefined;
  /** The model to ask. Defaults to that of the version, or else `typesafe-ai/jev`. */
  readonly model?: string | undefined;
  /**
   * The version of the set, as `runtypeSets().resolve()` gives it: no other questions are asked then.
   * Without it, nobody checks before it answers that the set asks what the request asks.
   */
  readonly contract?: Contract | undefined;
  /** How long an attempt may take. Defaults to 5 000. */
  readonly timeoutMs?: number | undefined;
  /** How long all attempts and the waits between them may take. Defaults to 15 000. */
  readonly totalTimeoutMs?: number | undefined;
  /** Told how each judgment ran: its route, what it cost, which calibration is current. */
  readonly onJudgment?: ((judgment: RuntypeJudgment) => void) | undefined;
}

/** What a judge of this kind answers: as any, with how the judgment ran. */
export interface RuntypeResponse extends JudgeResponse {
  readonly judgment: RuntypeJudgment;
}

/** A judge that Runtype runs. */
export interface RuntypeJudge extends HttpJudge {
  /** Answers each of the questions, or refuses it; rejects when there is no answer at all. */
  ask(request: JudgeRequest, options: AskOptions): Promise<RuntypeResponse>;
  /**
   * Lists the decision models of the catalogue, with limits, inputs, pricing and credentials. It
   * describes routes, and not what this account may use.
   *
   * @param options A signal. None by default.
   * @throws `JudgeError` as `ask` does; `bad_answer` for what is no list of models.
   */
  models(options?: AskOptions): Promise<readonly RuntypeModel[]>;
}

/**
 * Makes a judge of Runtype's judgment tool: `POST /v1/tools/{id}/execute`.
 *
 * With a `questionSetId` it is a configured instance: the questions are those of the published
 * set, only the state is sent, and the answers are read by the questions of the request. Pass the
 * `contract` that `runtypeSets().resolve()` gives, and ask with `asked(contract, state)`: other
 * questions are refused before anything is sent, the version is pinned, and the result names the
 * set. Without a `questionSetId` the questions are sent along, each level of a score with its label.
 *
 * A boolean is a noul, a refusal a refusal, and the other questions are answered. Probabilities that
 * are missing stay missing. A `providerConfidence` is kept in the details, apart from what bars are
 * held to. The judge's model is the one that the provider reports (`resolvedModelId`); where it is
 * null, the result says so, and has the one that was requested. Tokens that are only estimated are
 * not counted.
 *
 * An attempt takes at most 5 seconds, there are at most three, and 15 seconds in all. Runtype waits
 * as long for its own providers: with `timeoutMs: 15_000` and `retries: 0` it is left to that.
 *
 * @param options The key, what is asked, and as in `httpJudge()`. `retries` defaults to 2.
 * @returns A judge, which also lists the catalogue.
 * @throws `JudgeError` `bad_option` for an option that is none. When it is asked: the codes of
 *   `httpJudge()`, where a stable code of Runtype's stands in the message; `bad_question` for other
 *   questions than those of the contract, and for one that is asked by its key alone; `bad_answer` as
 *   well for answers of another version than the one that was asked.
 *
 * @example
 * ```ts
 * import { judgeWith, noul } from 'judgement';
 * import { runtype } from 'judgement/judges/runtype';
 *
 * // In the place of the network.
 * const result = { refund: { type: 'boolean', probability: 0.91, providerConfidence: 0.8 } };
 * const judgment = { requestedModel: 'typesafe-ai/jev', resolvedModelId: null, provider: 'vercel' };
 * const fetch = () => Response.json({ result, metadata: { judgment } });
 * const model = runtype({ apiKey: async () => 'rt-key-of-the-day', fetch });
 * const questions = { refund: noul('Does the customer ask for a refund?') };
 * const asked = await judgeWith(model, { state: 'I was charged twice.', questions });
 * console.log(asked.answers.refund.noul, asked.judge.model, asked.modelUnreported);
 * // 0.91 typesafe-ai/jev true
 * ```
 */
export function runtype(options: RuntypeOptions = {}): RuntypeJudge {
  checkJudgeOptions(options, OPTIONS);
  const { toolId = 'builtin:typesafe_judge', contract, model, onJudgment } = options;
  if (!TOOL.test(toolId)) {
    const rule = 'the id of a tool has letters, digits, and : _ . - between them';
    throw wrongOption('options.toolId', rule, 'pass builtin:typesafe_judge or the like');
  }
  if (onJudgment !== undefined && typeof onJudgment !== 'function') {
    throw wrongOption('options.onJudgment', 'it is a function', 'pass one, or leave it out');
  }
  const instance = readInstance(options);
  const info: JudgeInfo = Object.freeze({
    model: model ?? contract?.model ?? 'typesafe-ai/jev',
    provider: PROVIDER,
    kind: 'decision-model',
    method: 'distribution',
    replayable: false,
    decimals: options.decimals ?? 2,
  });
  const service = openRoute(`/v1/tools/${toolId}/execute`, options);
  const catalogue = openRoute('/v1/decision-models', options);
  const about: About = { service, info, instance, contract, model };
  // What an instance asks is part of who it is, for a cache.
  const name = `runtype ${JSON.stringify(instance ?? { model: model ?? null })}`;
  return Object.freeze({
    info,
    cacheKey: cacheKeyOf(service, { name, info }),
    ask: async (request: JudgeRequest, { signal }: AskOptions = {}) => {
      const response = await ask(about, request, signal);
      onJudgment?.(response.judgment);
      return response;
    },
    models: ({ signal }: AskOptions = {}) => listModels(catalogue, signal),
  });
}

const OPTIONS = [
  'url',
  'toolId',
  'questionSetId',
  'version',
  'displayName',
  'contract',
  'onJudgment',
] as const;

const TOOL = /^[A-Za-z0-9](?:[A-Za-z0-9:_.-]{0,198}[A-Za-z0-9])?$/;

interface About {
  readonly service: Service;
  readonly info: JudgeInfo;
  readonly instance: InstanceSettings | undefined;
  readonly contract: Contract | undefined;
  readonly model: string | undefined;
}

/** Reads what configures an instance; none of it means anything without a question set. */
function readInstance(options: RuntypeOptions): InstanceSettings | undefined {
  const { questionSetId, displayName, model, contract } = options;
  const { version = contract === undefined ? undefined : Number(contract.version) } = options;
  if (questionSetId === undefined) {
    const stray = (['version', 'displayName', 'contract'] as const).find((name) => options[name]);
    if (stray === undefined) return undefined;
    const rule = 'it belongs to a question set, and none is named';
    throw wrongOption(`options.${stray}`, rule, 'pass options.questionSetId as well');
  }
  if (!ID.test(questionSetId)) {
    throw wrongOption('options.questionSetId', 'it is the id of a question set', 'pass qset_…');
  }
  if (version !== undefined && !(Number.isSafeInteger(version) && version > 0)) {
    throw wrongOption('options.version', 'it is a whole number, 1 or more', 'leave it out');
  }
  if (contract !== undefined && String(version) !== contract.version) {
    const rule = 'it is the version of the contract';
    throw wrongOption('options.version', rule, 'leave it out, or resolve the other version');
  }
  if (displayName !== undefined && !isName(displayName)) {
    const rule = 'it is text of 1 to 1,000 characters, not blank';
    throw wrongOption('options.displayName', rule, 'leave it out');
  }
  return Object.freeze({ questionSetId, ...present({ version, displayName, model }) });
}

const ID = /^[A-Za-z0-9_-]{1,200}$/;

async function ask(
  about: About,
  request: JudgeRequest,
  signal: Signal | undefined,
): Promise<RuntypeResponse> {
  const { service, info, instance, contract, model } = about;
  if (contract !== undefined) checkLocked(request, contract);
  const text =
    instance === undefined ? writeAdHoc(request, model) : writeInstance(request, instance);
  const reply = await service.send(text, signal);
  const heard = readChecked(reply, request, {
    info,
    read: ({ body }, { questions }) => readResult(body, questions, info),
  });
  const judgment = readJudgment(reply.body);
  if (instance !== undefined) checkAsked(reply, judgment, instance);
  return { ...toHeardResponse(heard, reply.attempts), judgment };
}

/** The questions of an instance are locked, here as there. */
function checkLocked({ questions }: JudgeRequest, contract: Contract): void {
  if (digest(questions) === contract.digest) return;
  const { name, id, version } = contract;
  const rule = `"${name}" (${id}@${version}) is asked, so its questions cannot be replaced`;
  throw badQuestion([], rule, 'ask with asked(contract, state)');
}

/** Refuses answers to the questions of another set or version than the one that was asked. */
function checkAsked(
  reply: ServiceReply,
  { questionSetId, questionSetVersion }: RuntypeJudgment,
  instance: InstanceSettings,
): void {
  const { version } = instance;
  const isOther = questionSetId !== undefined && questionSetId !== instance.questionSetId;
  const isOlder = version !== undefined && (questionSetVersion ?? version) !== version;
  if (!isOther && !isOlder) return;
  throw refuseReply(reply, {
    code: 'bad_answer',
    path: 'response',
    rule: 'the answers are those of the question set and the version that were asked',
    fix: 'resolve the set again, and ask that version',
  });
}
