/**
 * The gate of Mastra: a hook before each tool call, and the function that says which calls wait for
 * a person.
 *
 * @module
 */
export {
  type MastraApprovalQuestion,
  type MastraGate,
  type MastraGateOptions,
  type MastraHookCall,
  type MastraHooks,
  type MastraRefusal,
  mastraGate,
} from './mastra.js';
