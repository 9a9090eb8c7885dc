/**
 * A judgement as a tool that an agent may ask for.
 *
 * @module
 */
export {
  type AgentsSchema,
  type AgentsTool,
  type AiTool,
  agentsTool,
  aiTool,
  type LangChainTool,
  langchainTool,
  type McpAnnotations,
  type McpCallback,
  type McpConfig,
  type McpResult,
  type McpTool,
  mcpTool,
  type ToolInput,
  type ToolSchema,
} from './shapes.js';
export {
  type Advice,
  type JudgementTool,
  type JudgementToolOptions,
  judgementTool,
  type ToolContract,
  type ToolFault,
  type ToolResult,
} from './tool.js';
