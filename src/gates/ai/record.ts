/**
 * Recording what people answered, from the messages of the AI SDK.
 *
 * @module
 */
import type { Gate } from '../../gate/gate.js';
import type { Verdict } from '../../gate/verdict.js';
import { checkOptions } from '../../members.js';
import {
  APPROVAL_OPTIONS,
  type ApprovalOptions,
  checkList,
  makeDesk,
} from '../shared/approvals.js';
import { answersIn } from './messages.js';

/**
 * Takes the answers of people from the last message and makes each the answer of the gate: a
 * signed resolution of exactly that call, where the approver signs. It is how rejections are
 * recorded, as the AI SDK tells no function of them; approvals it records as well, and never twice.
 *
 * Answers count for calls that this gate asked about; see `approvals` of {@link ApprovalOptions}.
 * What the gate denied stays denied.
 *
 * @param gate The gate.
 * @param messages The model messages that the next run is given, answers and all.
 * @param options See {@link ApprovalOptions}.
 * @returns The verdict on each call that was answered, in the order of the answers.
 * @throws `JudgeError` `bad_option` for messages that are no list and for an option that does not exist
 *   or is none.
 *
 * @example
 * ```ts
 * import { noul, rulesJudge } from 'judgement';
 * import { createGate } from 'judgement/gate';
 * import { recordApprovals } from 'judgement/gates/ai';
 *
 * const questions = { shell_destructive: noul('Does it destroy much?') };
 * const gate = createGate({ judge: rulesJudge(), questions });
 * const messages = [{ role: 'user', content: 'go' }];
 * const verdicts = await recordApprovals(gate, messages, { approver: { by: 'human://ada' } });
 * console.log(verdicts.length); // 0
 * ```
 */
export async function recordApprovals(
  gate: Gate,
  messages: readonly unknown[],
  options: ApprovalOptions = {},
): Promise<readonly Verdict[]> {
  checkOptions(options, APPROVAL_OPTIONS, 'options');
  checkList(messages, 'messages');
  const desk = makeDesk(gate, options);
  const verdicts: Verdict[] = [];
  for (const { tool, input, callId, approved, reason } of answersIn(messages)) {
    const call = desk.call(tool, input, callId);
    const verdict = await desk.check(call);
    if (verdict.effect === 'deny') verdicts.push(verdict);
    else {
      const decision = approved ? 'allow' : 'deny';
      verdicts.push(await desk.answer(verdict, { call, decision, reason }));
    }
  }
  return Object.freeze(verdicts);
}
