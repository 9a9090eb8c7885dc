/**
 * A gate in front of the tool calls of the OpenAI Agents SDK.
 *
 * @module
 */
export type { ApprovalOptions, Approver, PersonsAnswer } from '../shared/approvals.js';
export {
  answerInterruption,
  type InterruptedState,
  type Interruption,
  type InterruptionOptions,
} from './interruption.js';
export {
  type GateGuardrail,
  type GuardedCall,
  type GuardrailResult,
  gateAgentTools,
  gateGuardrail,
} from './tools.js';
