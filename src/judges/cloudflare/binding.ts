/**
 * A decision model at Cloudflare Workers AI, asked through the binding of a Worker.
 *
 * @module
 */
import { aborted, hear } from '../../asking.js';
import { digest } from '../../digest.js';
import { JudgeError } from '../../errors.js';
import { safePath } from '../../http/paths.js';
import { toHeardResponse } from '../../http/reply.js';
import { wrongOption } from '../../http/service-options.js';
import { type JsonObject, type JsonValue, snapshot } from '../../json.js';
import type { AskOptions, Judge, JudgeInfo, JudgeRequest, JudgeResponse } from '../../judge.js';
import { isObject } from '../../members.js';
import type { Questions } from '../../question.js';
import { checkConsistent } from '../shared/consistent.js';
import { whoAnswered } from '../shared/judge.js';
import { checkJudgeOptions } from '../shared/options.js';
import { readSystemOne, readTokens, writeSystemOne } from '../shared/system-one-form.js';
import { CLEF_ERRORS, CLEF_LIMITS, clefInfo, pathOf } from './clef.js';

/** What is used of a Worker's `env.AI`. */
export interface WorkersAi {
  /** Runs a model. */
  run(model: string, inputs: Record<string, unknown>): Promise<unknown>;
}

/** The options of {@link cloudflareBinding}. */
export interface CloudflareBindingOptions {
  /** The model. Defaults to `clef`. */
  readonly model?: string | undefined;
  /** The decimals that it rounds to, 1 to 15. Defaults to 4. */
  readonly decimals?: number | undefined;
}

/**
 * Makes a judge of a decision model at Cloudflare Workers AI, through the binding of a Worker.
 *
 * There is no status, no request id and no retry on this way, and a run cannot be stopped: when the
 * signal aborts, it is not waited for any more. Put `timeout()` and `retry()` around it as needed.
 * The limits are those of `cloudflare()`.
 *
 * @param ai The binding: `env.AI`.
 * @param options The model. None by default.
 * @returns A judge.
 * @throws `JudgeError` `bad_option` for what is no binding and for an option that is none. When
 *   it is asked: `judge_unavailable` for a run that throws, `bad_answer` for a result that breaks a
 *   rule, `bad_question` for questions that the model never takes, and `aborted`.
 *
 * @example
 * ```ts
 * import { judgeWith, noul } from 'judgement';
 * import { cloudflareBinding } from 'judgement/judges/cloudflare';
 *
 * // In the place of env.AI.
 * const ai = { run: async () => ({ model: 'clef', answers: { spam: { type: 'noul', noul: 0.02 } } }) };
 * const questions = { spam: noul('Is this spam?') };
 * const result = await judgeWith(cloudflareBinding(ai), { state: 'Hello', questions });
 * console.log(result.effect, result.judge.model); // allow clef
 * ```
 */
export function cloudflareBinding(ai: WorkersAi, options: CloudflareBindingOptions = {}): Judge {
  checkBindingOptions(options);
  const { model = 'clef', decimals } = options;
  const given: { readonly run?: unknown } = Object(ai);
  if (typeof given.run !== 'function') {
    throw wrongOption('ai', 'a binding has a function run', 'pass env.AI');
  }
  const about: About = { ai, model, path: pathOf(model), info: clefInfo(model, decimals) };
  return Object.freeze({
    info: about.info,
    cacheKey: digest({ dialect: 'cloudflare binding', path: about.path }),
    ask: (request: JudgeRequest, given: AskOptions = {}) => ask(about, request, given),
  });
}

interface About {
  readonly ai: WorkersAi;
  readonly model: string;
  readonly path: string;
  readonly info: JudgeInfo;
}

function checkBindingOptions(options: CloudflareBindingOptions): void {
  checkJudgeOptions(options);
  const other = Object.keys(options).find((name) => name !== 'model' && name !== 'decimals');
  if (other === undefined) return;
  const rule = 'a binding takes a model and decimals, as it is asked without HTTP';
  throw wrongOption(`options.${other}`, rule, 'leave it out');
}

async function ask(
  { ai, model, path, info }: About,
  request: JudgeRequest,
  { signal }: AskOptions,
): Promise<JudgeResponse> {
  if (signal?.aborted) throw aborted(signal);
  const inputs = JSON.parse(writeSystemOne(request, model, CLEF_LIMITS));
  const result = readResult(await run(ai, path, inputs));
  const { questions } = request;
  try {
    const response = {
      answers: readSystemOne(result['answers'], questions),
      ...whoAnswered(info, result['model']),
      usage: readTokens(result['usage']),
      responseDigest: digest(result),
    };
    const heard = hear(questions, response, { info, signal, elapsedMs: 0 });
    checkConsistent(heard, questions);
    // Whoever asks measures the time, as there is nothing here to measure it by.
    return { ...toHeardResponse(heard, 1), latencyMs: undefined };
  } catch (error) {
    throw blame(error, questions);
  }
}

/** Runs the model; what it throws can repeat what was sent, so that only known codes are told. */
async function run(ai: WorkersAi, path: string, inputs: Record<string, unknown>): Promise<unknown> {
  try {
    return await ai.run(path, inputs);
  } catch (error) {
    const code = codesIn(error).find((one) => CLEF_ERRORS.has(one));
    const known = code === undefined ? undefined : CLEF_ERRORS.get(code);
    throw new JudgeError('judge_unavailable', {
      path: 'judge',
      rule: known === undefined ? 'the binding threw' : `the binding threw ${code}: ${known.word}`,
      fix: known?.fix ?? 'look into the log of the Worker',
    });
  }
}

/** A code stands somewhere in the message, which is all that a binding gives. */
function codesIn(error: unknown): readonly number[] {
  return (messageOf(error).match(CODES) ?? []).map(Number);
}

const CODES = /(?<!\d)\d{4,5}(?!\d)/g;

function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message.slice(0, 200) : '';
  } catch {
    // What a stranger threw may throw itself when it is looked at.
    return '';
  }
}

/** The result itself, or that of an envelope. */
function readResult(given: unknown): JsonObject {
  let copy: JsonValue;
  try {
    copy = snapshot(given, 'response');
  } catch (error) {
    throw blame(error, {});
  }
  const inner = isObject(copy) ? copy['result'] : undefined;
  if (isObject(inner)) return inner;
  if (isObject(copy)) return copy;
  const rule = 'a result is an object';
  throw new JudgeError('bad_answer', { path: 'response', rule, fix: 'look which model it is' });
}

function blame(error: unknown, questions: Questions): unknown {
  if (!(error instanceof JudgeError) || error.code === 'aborted') return error;
  const { rule, fix } = error;
  return new JudgeError('bad_answer', { path: safePath(error.path, questions), rule, fix });
}
