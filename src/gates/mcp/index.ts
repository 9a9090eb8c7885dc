/**
 * Gates of the Model Context Protocol: in a transport, and around the callback of a tool.
 *
 * @module
 */
export { gateToolCallback, type McpCallbackOptions, type McpGateResult } from './callback.js';
export type { McpElicitation, McpQuestion, McpRefusal } from './messages.js';
export { gateTransport, type McpGateOptions, type McpTransport } from './transport.js';
