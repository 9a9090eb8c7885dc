/**
 * Asking with defaults: the rules judge and its questions.
 *
 * @module
 */
import {
  type CheckedQuestions,
  digestResponse,
  prepareChecked,
  REQUEST,
  readJudge,
  readQuestions,
  withContract,
} from './asking.js';
import { type Digest, digest } from './digest.js';
import {
  type AskRequest,
  askLater,
  askNow,
  type Judge,
  type Judgement,
  type JudgeRequest,
  type JudgeResponse,
  type JudgeWithOptions,
  type State,
  type SyncJudge,
} from './judge.js';
import { checkOptions } from './members.js';
import type { Questions } from './question.js';
import { answer } from './rules/answer.js';
import { rulesJudge, rulesQuestions } from './rules/index.js';

/** The questions of the rules judge, which are asked when a request names none. */
export type RulesQuestions = typeof rulesQuestions;

/** What {@link judge} is asked. */
export interface DefaultRequest<Q extends Questions = RulesQuestions> {
  readonly state: State;
  /** The questions by key. Defaults to the six of the rules judge. */
  readonly questions?: Q | undefined;
  /** The question set that is asked; with its digest, no other questions are. Absent by default. */
  readonly contract?: AskRequest['contract'];
}

/** The options of {@link judge}. */
export interface JudgeOptions<R extends string = never> extends JudgeWithOptions<R> {
  /** Who is asked. Defaults to the rules judge. */
  readonly judge?: Judge | undefined;
}

/** The options of {@link judgeSync}. */
export interface JudgeSyncOptions<R extends string = never> extends JudgeWithOptions<R> {
  /** Who is asked. Defaults to the rules judge. */
  readonly judge?: SyncJudge | undefined;
}

/**
 * Asks a judge about what is going to happen, holds its answers to a policy, and says what came of
 * it.
 *
 * By default the rules judge is asked its six questions, and each answer is held to 0.5. All else
 * is as in {@link judgeWith}.
 *
 * @param request The state: text, an object or a list; and the questions, the six by default. Or
 *   what `asked()` made of a question set.
 * @param options The judge, the policy, the contract, a signal and a clock. None by default.
 * @returns What came of it, deeply frozen. It holds the questions, and of the state its digest.
 * @throws {@link JudgeError} As a rejection, with the codes of {@link judgeWith}, and
 *   `unknown_question` when the rules judge is asked what it has no rule for.
 *
 * @example
 * ```ts
 * import { judge, toolCall } from 'judgement';
 *
 * const state = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });
 * const result = await judge({ state });
 * console.log(result.effect, result.decidedBy); // deny [ 'shell_destructive', 'unsafe' ]
 * ```
 */
export function judge<const Q extends Questions = RulesQuestions, R extends string = never>(
  request: DefaultRequest<Q>,
  options?: JudgeOptions<R>,
): Promise<Judgement<Q, R>>;
export async function judge(
  request: DefaultRequest<Questions>,
  options: JudgeOptions<string> = {},
): Promise<Judgement<Questions, string>> {
  checkOptions(options, OPTIONS, 'options');
  const questions = readRequest(request);
  const { judge = usualJudge() } = options;
  const info = readJudge(judge, 'options.judge');
  const all = withContract(request, options);
  return askLater(prepareChecked(judge, request.state, questions, all, info));
}

/**
 * As {@link judge}, for a judge that answers at once.
 *
 * @param request The state: text, an object or a list; and the questions, the six by default. Or
 *   what `asked()` made of a question set.
 * @param options The judge, the policy, the contract, a signal and a clock. None by default.
 * @returns What came of it, deeply frozen. It holds the questions, and of the state its digest.
 * @throws {@link JudgeError} The codes of {@link judge}, and `bad_option` for a judge that returns
 *   a promise.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 *
 * const state = toolCall({ tool: 'Read', input: { file_path: 'README.md' }, workspaceRoot: '/srv' });
 * console.log(judgeSync({ state }).effect); // allow
 * ```
 */
export function judgeSync<const Q extends Questions = RulesQuestions, R extends string = never>(
  request: DefaultRequest<Q>,
  options?: JudgeSyncOptions<R>,
): Judgement<Q, R>;
export function judgeSync(
  request: DefaultRequest<Questions>,
  options: JudgeSyncOptions<string> = {},
): Judgement<Questions, string> {
  checkOptions(options, OPTIONS, 'options');
  const questions = readRequest(request);
  const { judge = usualJudge() } = options;
  const info = readJudge(judge, 'options.judge');
  const all = withContract(request, options);
  return askNow(prepareChecked(judge, request.state, questions, all, info));
}

const OPTIONS = ['judge', 'policy', 'contract', 'signal', 'clock'] as const;

/** The judge and the questions that nobody passes never change, so they are made once. */
let usual: SyncJudge | undefined;
let usualQuestions: CheckedQuestions<RulesQuestions> | undefined;

function readRequest(request: DefaultRequest<Questions>): CheckedQuestions<Questions> {
  checkOptions(request, REQUEST, 'request');
  const { questions = rulesQuestions } = request;
  if (questions !== rulesQuestions) return readQuestions(questions);
  usualQuestions ??= { questions: rulesQuestions, digest: digest(rulesQuestions) };
  return usualQuestions;
}

function usualJudge(): SyncJudge {
  usual ??= withDigests(rulesJudge());
  return usual;
}

/**
 * The rules judge, together with the digests of what it says: to its own questions there are no
 * more responses than there are ways to say yes or no to each.
 */
function withDigests({ info }: SyncJudge): SyncJudge {
  const digests = new Map<number, Digest>();
  return Object.freeze({
    info,
    ask(request: JudgeRequest): JudgeResponse {
      const { answers, latencyMs } = answer(request, false);
      if (request.questions !== rulesQuestions) return { answers, latencyMs };
      let said = 0;
      for (const { noul } of Object.values(answers)) said = said * 2 + noul;
      const responseDigest = digests.get(said) ?? digestResponse(answers, info, latencyMs);
      digests.set(said, responseDigest);
      return { answers, latencyMs, responseDigest };
    },
  });
}
