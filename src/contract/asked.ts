/**
 * Locked use: a request whose questions are those of a question set, and no others.
 *
 * @module
 */
import { JudgeError } from '../errors.js';
import type { AskRequest, ContractLock, State } from '../judge.js';
import type { Questions } from '../question.js';
import { type Contract, nameOf, ownContract } from './resolve.js';

/** A request that asks the questions of a question set, and says so. */
export interface Asked<Q extends Questions = Questions> extends AskRequest<Q> {
  readonly contract: ContractLock;
}

/**
 * Makes the request that asks the questions of a question set about a state. Whoever sends the
 * state cannot send questions: `judge()` and `judgeWith()` take the request as it is, and refuse it
 * with other questions.
 *
 * Result and receipt then name the set and the version, and carry the digest of the questions.
 *
 * @param contract What {@link resolveContract} found.
 * @param state The state: text, an object or a list; `judge()` reads and checks it. An object with
 *   `state` and `questions` is taken for a request with questions of its own, and refused; put a
 *   state that is meant to have these two members into an object of its own.
 * @returns The request.
 * @throws {@link JudgeError} `bad_question` where questions are sent along, `bad_contract` for what
 *   is no contract, and `bad_question` and the codes of `snapshot()` for what is wrong in it.
 *
 * @example
 * ```ts
 * import { choice, judgeSync, type SyncJudge } from 'judgement';
 * import { asked, publish, questionSet, resolveContract } from 'judgement/contract';
 *
 * const router = questionSet({
 *   slug: 'ticket-router',
 *   name: 'Ticket router',
 *   questions: { team: choice('Which team takes this ticket?', ['billing', 'technical']) },
 * });
 * const contract = resolveContract(publish(router));
 * const model: SyncJudge = {
 *   info: { model: 'router-2' },
 *   ask: () => ({ answers: { team: { choice: 'billing', confidence: 0.9 } } }),
 * };
 * const result = judgeSync(asked(contract, 'I was charged twice.'), { judge: model });
 * console.log(result.answers.team.choice, result.contract); // billing { id: 'ticket-router', … }
 *
 * try {
 *   asked(contract, { state: 'I was charged twice.', questions: {} });
 * } catch (error) {
 *   if (error instanceof Error) console.log(error.message);
 *   // questions: "Ticket router" (ticket-router@1) is asked, so its questions cannot be … state
 * }
 * ```
 */
export function asked<Q extends Questions>(
  contract: Contract<Q>,
  state: State,
  ...rest: readonly never[]
): Asked<Q> {
  const held = ownContract(contract);
  const { id, version, digest, questions } = held;
  if (rest.length > 0 || isRequest(state)) throw locked(held);
  const lock = Object.freeze({ id, version, digest });
  return Object.freeze({ state, questions, contract: lock });
}

/** Whether it is what an agent sends that was told of questions, and so no state alone. */
function isRequest(state: unknown): boolean {
  if (typeof state !== 'object' || state === null) return false;
  return Object.hasOwn(state, 'state') && Object.hasOwn(state, 'questions');
}

function locked(contract: Contract): JudgeError {
  return new JudgeError('bad_question', {
    path: 'questions',
    rule: `"${contract.name}" (${nameOf(contract)}) is asked, so its questions cannot be replaced`,
    fix: 'send only the state',
  });
}
