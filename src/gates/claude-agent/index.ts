/**
 * The gate of the Claude Agent SDK: a `PreToolUse` hook, and a `canUseTool` that asks a person.
 *
 * @module
 */
export {
  type ClaudeCanUseTool,
  type ClaudeDenial,
  type ClaudeGate,
  type ClaudeGateOptions,
  type ClaudeHook,
  type ClaudeHookOutput,
  type ClaudePermission,
  type ClaudePromptOptions,
  claudeGate,
} from './claude-agent.js';
