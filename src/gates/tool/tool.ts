/**
 * A judgement as a tool: an agent asks for it, and gets advice.
 *
 * @module
 */
import { timeout } from '../../combine/timeout.js';
import { toContractAnswers } from '../../details.js';
import { isJudgementError, JudgeError } from '../../errors.js';
import { type JsonObject, type JsonValue, snapshot } from '../../json.js';
import {
  type Clock,
  type ContractLock,
  type Judge,
  type Judgement,
  judgeWith,
  type Signal,
  type State,
} from '../../judge.js';
import { checkOptions, isList, isName, isObject, present } from '../../members.js';
import type { Policy } from '../../policy.js';
import { checkQuestions, type Questions } from '../../question.js';
import type { AttestedReceipt } from '../../receipt/draft.js';
import { attestAsync } from '../../receipt/judgement.js';
import { type AsyncSigner, checkSigner } from '../../receipt/signer.js';
import { describeTool, inputSchemaOf } from './words.js';

/** A version of a question set: what `resolveContract()` gives. */
export interface ToolContract extends ContractLock {
  readonly name?: string;
  readonly questions: Questions;
}

/** The options of {@link judgementTool}. */
export interface JudgementToolOptions {
  /** Who is asked. */
  readonly judge: Judge;
  /** The question set that is asked, and nothing else is: what `resolveContract()` gave. */
  readonly contract?: ToolContract | undefined;
  /** The questions that are asked, and no others are, where they are of no question set. */
  readonly questions?: Questions | undefined;
  /** The rules that the answers are held to, for the record alone. Defaults to `threshold(0.5)`. */
  readonly policy?: Policy | undefined;
  /** What the model calls the tool. Defaults to `judgement`. */
  readonly name?: string | undefined;
  /** What the model is told of the tool, before what holds of any. Absent by default. */
  readonly description?: string | undefined;
  /** A JSON Schema of the state, for the model. Defaults to any text, object or list. */
  readonly stateSchema?: JsonObject | undefined;
  /** Given what the model does not get. What it throws is dropped. Absent by default. */
  readonly onAdvice?: ((advice: Advice) => void | Promise<void>) | undefined;
  /** Signs receipts of the judgements, each with a remark that it is advice. Absent by default. */
  readonly signer?: AsyncSigner | undefined;
  /** How long the judge may take, in milliseconds. Defaults to 10 000. */
  readonly timeoutMs?: number | undefined;
  /** Tells the time. Defaults to `Date.now`. */
  readonly clock?: Clock | undefined;
}

/** A judgement that an agent asked for: for the caller. No gate takes it for its own. */
export interface Advice {
  readonly advisory: true;
  readonly judgement: Judgement;
  /** Empty without a signer. */
  readonly receipts: readonly AttestedReceipt[];
  /** The code of the error for which there are no receipts, although there is a signer. */
  readonly unrecorded?: string;
}

/** What the model gets: the answers alone, or the rule that its call broke. */
export type ToolResult =
  | { readonly advisory: true; readonly answers: { readonly [key: string]: object } }
  | { readonly advisory: true; readonly error: ToolFault };

/** Why there are no answers, in words that let an agent mend its call. */
export interface ToolFault {
  readonly code: string;
  /** The place in the call: `questions.team.options`. */
  readonly path: string;
  readonly rule: string;
  readonly fix: string;
}

/** A judgement as a tool, of no framework. */
export interface JudgementTool {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of the input. */
  readonly inputSchema: JsonObject;
  /** `locked`: the caller's questions, and no others. `ad-hoc`: the agent's own. */
  readonly mode: 'locked' | 'ad-hoc';
  /** Asks the judge. It never rejects: whatever went wrong is in the result. */
  call(input: unknown, options?: { readonly signal?: Signal | undefined }): Promise<ToolResult>;
}

/**
 * Makes a tool with which an agent asks for a judgement.
 *
 * With a `contract` or `questions` the model sends a state and nothing else; questions that it
 * sends are refused in words. Without either, it sends questions beside the state, which are held
 * to the same rules, and the rule that one breaks comes back to it.
 *
 * The answers go to the model; the judge, its usage and the receipts go to `onAdvice`. The agent
 * chose when to ask and what to show, so it is advice: never put it in the place of a gate.
 *
 * @param options See {@link JudgementToolOptions}.
 * @returns A tool, for `aiTool()`, `agentsTool()`, `langchainTool()` and `mcpTool()`.
 * @throws `JudgeError` `bad_option`, `bad_question` or `bad_policy` for options that are none.
 *
 * @example
 * ```ts
 * import { type Judge, noul } from 'judgement';
 * import { judgementTool } from 'judgement/gates/tool';
 *
 * const judge: Judge = {
 *   info: { model: 'support-2' },
 *   ask: async () => ({ answers: { grounded: { noul: 0.9 } } }),
 * };
 * const questions = { grounded: noul('Does the answer rest on the sources alone?') };
 * const tool = judgementTool({ judge, questions, name: 'check_answer' });
 * console.log(await tool.call({ state: { answer: 'Yes.', sources: [] } }));
 * // { advisory: true, answers: { grounded: { noul: 0.9 } } }
 * const refused = await tool.call({ state: 'x', questions: {} });
 * if ('error' in refused) console.log(refused.error.fix); // send only the state
 * ```
 */
export function judgementTool(options: JudgementToolOptions): JudgementTool {
  const settings = readSettings(options);
  const { name, locked, description, stateSchema } = settings;
  const mode = locked === undefined ? 'ad-hoc' : 'locked';
  return Object.freeze({
    name,
    description: describeTool(description, locked?.name, mode),
    inputSchema: inputSchemaOf(mode, stateSchema),
    mode,
    async call(input: unknown, given: { readonly signal?: Signal | undefined } = {}) {
      try {
        return await advise(settings, input, given.signal);
      } catch (error) {
        return Object.freeze({ advisory: true as const, error: faultOf(error) });
      }
    },
  });
}

interface Locked {
  readonly questions: Questions;
  readonly contract: ContractLock | undefined;
  /** How the questions are called in words. */
  readonly name: string;
}

interface Settings extends Pick<JudgementToolOptions, 'policy' | 'onAdvice' | 'signer'> {
  readonly judge: Judge;
  readonly locked: Locked | undefined;
  readonly name: string;
  readonly description: string | undefined;
  readonly stateSchema: JsonObject | undefined;
  readonly clock: Clock;
}

const OPTIONS: readonly (keyof JudgementToolOptions)[] = [
  'judge',
  'contract',
  'questions',
  'policy',
  'name',
  'description',
  'stateSchema',
  'onAdvice',
  'signer',
  'timeoutMs',
  'clock',
];

function readSettings(options: JudgementToolOptions): Settings {
  checkOptions(options, OPTIONS, 'options');
  const { name = 'judgement', description, policy, onAdvice, signer, clock = Date.now } = options;
  if (!isName(name)) refuse('name', 'a tool has a name', 'pass text such as check_answer');
  if (description !== undefined && !isName(description)) {
    refuse('description', 'it is text of 1 to 1,000 characters, not blank', 'leave it out');
  }
  if (onAdvice !== undefined && typeof onAdvice !== 'function') {
    refuse('onAdvice', 'it is a function', 'pass a function, or leave it out');
  }
  if (signer !== undefined) checkSigner(signer);
  const locked = lockedOf(options);
  if (locked !== undefined) policy?.check?.(locked.questions);
  return {
    judge: timeout(options.judge, options.timeoutMs ?? 10_000),
    locked,
    name,
    description,
    stateSchema: readSchema(options.stateSchema),
    policy,
    onAdvice,
    signer,
    clock,
  };
}

function lockedOf({ contract, questions }: JudgementToolOptions): Locked | undefined {
  if (contract !== undefined && questions !== undefined) {
    refuse('questions', 'a question set has its own questions', 'pass one of the two');
  }
  if (contract === undefined) {
    if (questions === undefined) return undefined;
    return { questions: checkQuestions(questions), contract: undefined, name: 'this tool' };
  }
  const { id, version, digest, name = id } = contract;
  if (!isName(digest)) {
    refuse('contract', 'a locked tool knows the version', 'pass what resolveContract() gave');
  }
  const lock = Object.freeze({ id, version, digest });
  return {
    questions: checkQuestions(contract.questions),
    contract: lock,
    name: `"${name}" (${id}@${version})`,
  };
}

function readSchema(given: JsonObject | undefined): JsonObject | undefined {
  if (given === undefined) return undefined;
  const schema = snapshot(given, 'options.stateSchema');
  if (isObject(schema)) return schema;
  return refuse('stateSchema', 'it is a JSON Schema', 'pass an object, or leave it out');
}

async function advise(
  settings: Settings,
  input: unknown,
  signal: Signal | undefined,
): Promise<ToolResult> {
  const { judge, locked, policy, clock } = settings;
  const { state, questions } = readInput(snapshot(input, 'input'), locked);
  const options = { policy, contract: locked?.contract, signal, clock };
  const judgement = await judgeWith(judge, { state, questions }, options);
  await handOn(settings, judgement);
  // As on the wire, in plain JSON: a refusal is `{ refusal: true }`.
  const answers = Object.entries(toContractAnswers(judgement.answers));
  return Object.freeze({
    advisory: true,
    answers: Object.freeze(
      Object.fromEntries(answers.map(([key, answer]) => [key, Object.freeze({ ...answer })])),
    ),
  });
}

interface Input {
  readonly state: State;
  readonly questions: Questions;
}

function readInput(input: JsonValue, locked: Locked | undefined): Input {
  if (!isObject(input)) {
    throw wrong('input', 'the input is an object', 'send { "state": … }', 'bad_state');
  }
  const members: readonly string[] = locked === undefined ? ['state', 'questions'] : ['state'];
  for (const name of Object.keys(input)) {
    if (members.includes(name)) continue;
    if (locked !== undefined && name === 'questions') {
      const rule = `${locked.name} has questions of its own, which cannot be replaced`;
      throw wrong('questions', rule, 'send only the state', 'bad_question');
    }
    const fix = `send any of: ${members.join(', ')}`;
    throw wrong('input', 'the input has a member that is not known', fix, 'bad_option');
  }
  const { state, questions = {} } = input;
  if (!(typeof state === 'string' || isList(state) || isObject(state))) {
    const rule = 'a state is text, an object or a list';
    throw wrong('state', rule, 'put it into an object', 'bad_state');
  }
  return { state, questions: locked === undefined ? checkQuestions(questions) : locked.questions };
}

async function handOn(settings: Settings, judgement: Judgement): Promise<void> {
  const { onAdvice, signer, clock } = settings;
  let receipts: readonly AttestedReceipt[] = Object.freeze([]);
  let unrecorded: string | undefined;
  if (signer !== undefined) {
    try {
      receipts = await attestAsync(judgement, { signer, clock, system: SYSTEM, notes: NOTES });
    } catch (error) {
      unrecorded = isJudgementError(error) ? error.code : 'error';
    }
  }
  try {
    await onAdvice?.(
      Object.freeze({ advisory: true, judgement, receipts, ...present({ unrecorded }) }),
    );
  } catch {
    // A listener that fails must not take the answers from the agent.
  }
}

const SYSTEM = 'system://judgement-tool';
const NOTES = 'advisory: an agent asked for this judgement, and chose what to show';

/** Our own sentences; what a judge threw stays with the caller. */
function faultOf(error: unknown): ToolFault {
  if (!isJudgementError(error)) {
    const rule = 'there is no judgement';
    return Object.freeze({ code: 'error', path: 'judge', rule, fix: 'go on without it' });
  }
  const { code, path, rule, fix } = error;
  if (FOR_AGENTS.has(code) && /^(?:input|state|questions)\b/.test(path)) {
    return Object.freeze({ code, path, rule, fix });
  }
  const isGone = code === 'aborted';
  return Object.freeze({
    code: isGone ? code : 'judge_unavailable',
    path: 'judge',
    rule: isGone ? 'the caller gave up on the judge' : 'the judge gave no valid answer',
    fix: 'go on without it, and say that it was not judged',
  });
}

/** Of these an agent can mend its call. */
const FOR_AGENTS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'bad_state',
  'bad_question',
  'bad_option',
  'unknown_question',
  'not_json',
  'bad_syntax',
  'duplicate_member',
  'forbidden_member',
  'lone_surrogate',
  'not_finite',
  'unsafe_integer',
  'cyclic',
  'too_deep',
  'too_large',
]);

function wrong(
  path: string,
  rule: string,
  fix: string,
  code: 'bad_state' | 'bad_question' | 'bad_option',
): JudgeError {
  return new JudgeError(code, { path, rule, fix });
}

function refuse(name: string, rule: string, fix: string): never {
  throw new JudgeError('bad_option', { path: `options.${name}`, rule, fix });
}
