/**
 * Any judge as a decision model of the AI SDK.
 *
 * @module
 */
import { type Asking, blame, hear, prepare, readJudge } from '../../asking.js';
import { JudgeError } from '../../errors.js';
import type { Judge, JudgeResponse, Signal } from '../../judge.js';
import { checkOptions, isName, present } from '../../members.js';
import type { Questions } from '../../question.js';
import { pathTo } from '../../walk.js';
import { readQuestions, readState } from './asked.js';
import { type Decided, unsupported, writeDecisions } from './decisions.js';
import { unlessAborted } from './signal.js';
import type { DecisionAnswer, DecisionCall, DecisionReply, JudgeModel } from './types.js';

/** The options of {@link aiSdkModel}. */
export interface AiSdkModelOptions {
  /** What the provider is called. Defaults to that of the judge, or else to `judgement`. */
  readonly provider?: string | undefined;
  /** What the model is called before it answers. Defaults to the model of the judge. */
  readonly modelId?: string | undefined;
}

/**
 * Makes a decision model of the AI SDK of any judge, under both of its names: `doDecide`, and
 * `doEvaluate` of before. `experimental_decide` takes it as its model.
 *
 * A boolean is asked as a noul, a choice with its options in their order, a score by levels that are
 * called `0`, `1` and on, each with what describes it. The state is that of its only part, or the
 * list of several. What judges here do not have is refused in words and before the judge is asked: a
 * file, a `box`, a choice or a score without instructions or with a single option.
 *
 * The judge's answers are checked as in `judgeWith()`. A refusal is `{ type: 'refusal' }`, of which
 * `experimental_decide` makes an error with the key; so is an answer in which nothing can be
 * measured, of which a warning tells. In `doEvaluate`, whose contract knows no refusal, both are an
 * error. The decimals of the judge are the rounding; a distribution that leaves labels out is left
 * out itself. Confidences and what else is known stand in `providerMetadata.judgement`. What a judge
 * cannot be told (`maxOutputTokens`, `reasoning`, `providerOptions`) is a warning; headers are not
 * looked at.
 *
 * @param judge Anything that answers, at once or later.
 * @param options See {@link AiSdkModelOptions}. None by default.
 * @returns The model.
 * @throws `JudgeError` `bad_option` for what is no judge and for a wrong option. When it is called: as
 *   `judgeWith()` does, with paths in `state` and `questions`; and where its signal aborts, the reason
 *   of that, as models do.
 *
 * @example
 * ```ts
 * import { rulesJudge, toolCall } from 'judgement';
 * import { aiSdkModel } from 'judgement/judges/ai-sdk';
 *
 * // With the package `ai`: await experimental_decide({ model, state, questions })
 * const model = aiSdkModel(rulesJudge());
 * const state = [
 *   { type: 'json', value: toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } }) },
 * ];
 * const questions = { unsafe: { type: 'boolean', instructions: 'Is the call unsafe?' } };
 * const { answers } = await model.doDecide({ state, questions });
 * console.log(answers['unsafe']); // { type: 'boolean', probability: 1 }
 * ```
 */
export function aiSdkModel(judge: Judge, options: AiSdkModelOptions = {}): JudgeModel {
  checkOptions(options, ['provider', 'modelId'], 'options');
  const info = readJudge(judge);
  const { provider = info.provider ?? 'judgement', modelId = info.model } = options;
  for (const [name, value] of Object.entries({ provider, modelId })) {
    if (isName(value)) continue;
    const rule = 'it is text of 1 to 1,000 characters, not blank';
    throw new JudgeError('bad_option', { path: `options.${name}`, rule, fix: 'leave it out' });
  }
  return Object.freeze({
    specificationVersion: 'v4',
    provider,
    modelId,
    supportedQuestionTypes: TYPES,
    doDecide: (call: DecisionCall) => decide(judge, call),
    doEvaluate: async (call: DecisionCall) => withoutRefusals(await decide(judge, call)),
  });
}

const TYPES = /* @__PURE__ */ Object.freeze(['boolean', 'choice', 'score'] as const);

async function decide(judge: Judge, call: DecisionCall): Promise<DecisionReply<Decided>> {
  const { abortSignal: signal } = call;
  if (signal?.aborted) throw signal.reason;
  const request = { state: readState(call.state), questions: readQuestions(call.questions) };
  const asking = prepare(judge, request, present({ signal }));
  const response = await askUnlessAborted(asking, signal);
  const { questions } = asking.request;
  const heard = hear(questions, response, { info: asking.info, signal, elapsedMs: 0 });
  const reply = writeDecisions(heard, questions);
  return { ...reply, warnings: [...unsupported(call), ...reply.warnings] };
}

async function askUnlessAborted(
  { judge, request, askOptions }: Asking<Questions, string, Judge>,
  signal: Signal | undefined,
): Promise<JudgeResponse> {
  try {
    return await unlessAborted(judge.ask(request, askOptions), signal);
  } catch (error) {
    // Whoever gave up gets their own reason, as from any model of the SDK.
    throw signal?.aborted ? signal.reason : blame(error, undefined);
  }
}

function withoutRefusals(reply: DecisionReply<Decided>): DecisionReply<DecisionAnswer> {
  const entries = Object.entries(reply.answers).map(([key, answer]): [string, DecisionAnswer] => {
    if (answer.type !== 'refusal') return [key, answer];
    const rule = 'the judge refused this question, and doEvaluate knows no refusal';
    const fix = 'use doDecide, or ask the question of somebody else';
    throw new JudgeError('refused', { path: pathTo('answers', [key]), rule, fix });
  });
  return { ...reply, answers: Object.fromEntries(entries) };
}
