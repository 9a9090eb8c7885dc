/**
 * A gate in front of the tool calls of LangChain.
 *
 * @module
 */
export type { ApprovalOptions, Approver, PersonsAnswer } from '../shared/approvals.js';
export { type GateMiddleware, gateMiddleware, type ToolCallRequest } from './middleware.js';
