/**
 * Judging many states with the same questions.
 *
 * @module
 */
import { type Branches, branchesOf, letGoOf, makeController, unlisten } from './abort.js';
import {
  aborted,
  type CheckedQuestions,
  prepareChecked,
  readJudge,
  readQuestions,
} from './asking.js';
import { isJudgementError, JudgeError, type JudgementError } from './errors.js';
import {
  askLater,
  type Judge,
  type Judgement,
  type JudgeWithOptions,
  type State,
} from './judge.js';
import { checkOptions } from './members.js';
import type { Questions } from './question.js';
import { iterate, puller, type Source } from './source.js';

/** How far judging many states has come. */
export interface Progress {
  /** How many states are judged, whatever came of it. */
  readonly done: number;
  /** How many of them failed. */
  readonly failed: number;
  /** How many there are, where that is known. */
  readonly total?: number;
}

/** What came of one of many states. */
export type Judged<Q extends Questions = Questions, R extends string = never> =
  | { readonly ok: true; readonly index: number; readonly judgement: Judgement<Q, R> }
  | { readonly ok: false; readonly index: number; readonly error: JudgementError };

/** The options of {@link judgeMany}. */
export interface JudgeManyOptions<R extends string = never> extends JudgeWithOptions<R> {
  /** Who is asked. */
  readonly judge: Judge;
  /** How many states are judged at a time, 1 to 1 000. Defaults to 8. */
  readonly concurrency?: number | undefined;
  /** Is told after each state; what it throws or rejects with is not listened to. Nobody by default. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Asks the same questions about many states. What came of each comes in the order of the states,
 * and one that fails does not take the others with it.
 *
 * A list gives a promise of a list. When the signal aborts, what is judged already is kept, and each
 * other state fails with `aborted`.
 *
 * @param states A list of states; or anything that is iterated, see the other form.
 * @param questions 1 to 400 questions by key.
 * @param options See {@link JudgeManyOptions}.
 * @returns What came of each state: `{ ok: true, judgement }`, or `{ ok: false, error }`.
 * @throws {@link JudgeError} `bad_option` for what is no such list and for a wrong option,
 *   `bad_question` and `bad_policy`: what is wrong for all states. Everything else is the error of
 *   one state, with the codes of {@link judgeWith}.
 *
 * @example
 * ```ts
 * import { judgeMany, rulesJudge, rulesQuestions, toolCall } from 'judgement';
 *
 * const commands = ['ls', 'rm -rf /', 'git status'];
 * const states = commands.map((command) => toolCall({ tool: 'Bash', input: { command } }));
 * const all = await judgeMany(states, rulesQuestions, { judge: rulesJudge(), concurrency: 2 });
 * console.log(all.map((one) => (one.ok ? one.judgement.effect : one.error.code)));
 * // [ 'allow', 'deny', 'allow' ]
 * ```
 */
export function judgeMany<const Q extends Questions, R extends string = never>(
  states: readonly State[],
  questions: Q,
  options: JudgeManyOptions<R>,
): Promise<readonly Judged<Q, R>[]>;
/**
 * For more states than there is memory for: no more than `concurrency` of them are held at a time,
 * and no further one is taken before the oldest of them is fetched.
 *
 * Whoever stops early (`break`) aborts what is being judged and stops the source. A source that
 * throws ends it with that error, and a signal that aborts with `aborted`, each after what came of
 * the states that were taken.
 */
export function judgeMany<const Q extends Questions, R extends string = never>(
  states: Iterable<State> | AsyncIterable<State>,
  questions: Q,
  options: JudgeManyOptions<R>,
): AsyncGenerator<Judged<Q, R>, void, undefined>;
export function judgeMany(
  states: Iterable<State> | AsyncIterable<State>,
  questions: Questions,
  options: JudgeManyOptions<string>,
): Promise<readonly Judged<Questions, string>[]> | AsyncGenerator<Judged<Questions, string>> {
  if (Array.isArray(states)) return judgeList(states, questions, options);
  return judgeStream(readMany(questions, options), iterate(states));
}

const OPTIONS = [
  'judge',
  'concurrency',
  'onProgress',
  'policy',
  'contract',
  'signal',
  'clock',
] as const;
const MAX_CONCURRENCY = 1_000;

interface Many {
  readonly judge: Judge;
  readonly questions: CheckedQuestions<Questions>;
  readonly options: JudgeWithOptions<string>;
  readonly concurrency: number;
  readonly onProgress: (progress: Progress) => void;
  /** Where each work gets its signal from; absent where there is none. */
  readonly branches?: Branches;
}

type Outcome = Judged<Questions, string>;

function readMany(given: Questions, options: JudgeManyOptions<string>): Many {
  checkOptions(options, OPTIONS, 'options');
  const { judge, concurrency = 8, onProgress = () => undefined, ...rest } = options;
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MAX_CONCURRENCY) {
    const rule = `concurrency is a whole number from 1 to ${MAX_CONCURRENCY}`;
    throw new JudgeError('bad_option', { path: 'options.concurrency', rule, fix: 'pass 8 or so' });
  }
  if (typeof onProgress !== 'function') {
    const rule = 'it is a function';
    throw new JudgeError('bad_option', { path: 'options.onProgress', rule, fix: 'leave it out' });
  }
  const questions = readQuestions(given);
  // What is wrong for every state is said once and at once, and so not by a state that is good.
  if (!rest.signal?.aborted)
    prepareChecked(judge, '', questions, rest, readJudge(judge, 'options.judge'));
  return { judge, questions, options: rest, concurrency, onProgress };
}

/** Judges one state, and tells of it; never throws. */
async function judgeOne(many: Many, state: State, index: number, tell: Tell): Promise<Outcome> {
  let outcome: Outcome;
  const { branches } = many;
  const branch = branches?.open();
  const options = branch === undefined ? many.options : { ...many.options, signal: branch.signal };
  try {
    const asking = prepareChecked(many.judge, state, many.questions, options);
    outcome = { ok: true, index, judgement: await askLater(asking) };
  } catch (error) {
    outcome = { ok: false, index, error: toOurs(error) };
  } finally {
    if (branch !== undefined) branches?.close(branch);
  }
  tell(outcome);
  return Object.freeze(outcome);
}

async function judgeList(
  states: readonly State[],
  questions: Questions,
  options: JudgeManyOptions<string>,
): Promise<readonly Outcome[]> {
  const given = readMany(questions, options);
  const { signal } = given.options;
  const branches = signal === undefined ? undefined : branchesOf(signal);
  const many: Many = branches === undefined ? given : { ...given, branches };
  const tell = teller(many, states.length);
  const outcomes: Outcome[] = [];
  const all = [...states];
  // A state that is a promise is refused in its turn, and may be rejected before that.
  all.forEach(letGoOf);
  // One queue for all who work: each takes the next state when it is done with the one before.
  const queue = all.entries();
  const work = async (): Promise<void> => {
    for (const [index, state] of queue) outcomes[index] = await judgeOne(many, state, index, tell);
  };
  await Promise.all(Array.from({ length: many.concurrency }, work));
  branches?.end();
  return Object.freeze(outcomes);
}

async function* judgeStream(many: Many, source: Source): AsyncGenerator<Outcome, void, undefined> {
  const { concurrency, options } = many;
  const { signal } = options;
  const controller = makeController();
  const giveUp = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  const branches = branchesOf(controller.signal);
  const own: Many = { ...many, branches };
  const tell = teller(many);
  const pull = puller(source, controller.signal);
  const window: Promise<Outcome>[] = [];
  let taken = 0;
  try {
    for (;;) {
      while (window.length < concurrency && !pull.ended()) {
        const [oldest] = window;
        const next = pull.next();
        // What is judged first is handed over at once, however long the source takes.
        const came = await (oldest === undefined ? next : Promise.race([next, oldest]));
        if (came !== undefined && 'ok' in came) break;
        if (came === undefined) continue;
        pull.took();
        window.push(judgeOne(own, came.state, taken, tell));
        taken += 1;
      }
      const oldest = window.shift();
      if (oldest === undefined) break;
      yield await oldest;
    }
    pull.rethrow();
    if (signal?.aborted) throw aborted(signal);
  } catch (error) {
    // What went wrong first is what is told, whatever the source makes of being stopped.
    await pull.stop().catch(() => undefined);
    throw error;
  } finally {
    unlisten(signal, giveUp);
    controller.abort(aborted(controller.signal));
    await pull.stop();
  }
}

type Tell = (outcome: Outcome) => void;

function teller({ onProgress }: Many, total?: number): Tell {
  let done = 0;
  let failed = 0;
  return ({ ok }) => {
    done += 1;
    if (!ok) failed += 1;
    try {
      letGoOf(onProgress({ done, failed, ...(total === undefined ? {} : { total }) }));
    } catch {
      // Whoever is told has no say in what is judged.
    }
  };
}

function toOurs(error: unknown): JudgementError {
  if (isJudgementError(error)) return error;
  return new JudgeError('bad_option', {
    path: 'options',
    rule: 'what is passed in does not throw errors of its own',
    fix: 'look at the cause, which a policy or a clock has thrown',
    cause: error,
  });
}
