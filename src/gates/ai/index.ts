/**
 * A gate in front of the tool calls of the AI SDK.
 *
 * @module
 */
export type { ApprovalOptions, Approver, PersonsAnswer } from '../shared/approvals.js';
export { type ApprovalStatus, type GateApprovalOptions, gateApproval } from './approval.js';
export type { HostApproval, HostApprovalFunction, HostApprovals, HostQuestion } from './host.js';
export type { RefusedOutput } from './output.js';
export { recordApprovals } from './record.js';
export { type GateToolsOptions, gateTools } from './tools.js';
