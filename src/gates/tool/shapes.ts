/**
 * The tool in the shape of each framework, without any of them.
 *
 * @module
 */
import { isJudgementError } from '../../errors.js';
import { type JsonObject, type JsonValue, parseJson } from '../../json.js';
import type { Signal } from '../../judge.js';
import type { JudgementTool, ToolResult } from './tool.js';

/** A schema that AI SDK 5 to 7 and MCP 2 take: Standard Schema, with its JSON Schema. */
export interface ToolSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'judgement';
    /** Lets any object pass. */
    readonly validate: (value: unknown) => { readonly value: ToolInput };
    readonly jsonSchema: {
      /** The JSON Schema of what the model sends. */
      readonly input: () => Record<string, unknown>;
      /** The same. */
      readonly output: () => Record<string, unknown>;
    };
    readonly types?: { readonly input: ToolInput; readonly output: ToolInput } | undefined;
  };
}

/** What the model sends; the tool checks it, and answers in words. */
export interface ToolInput {
  readonly [member: string]: unknown;
}

/** A tool of the AI SDK. */
export interface AiTool {
  description: string;
  inputSchema: ToolSchema;
  /** Asks the judge. */
  execute(
    input: ToolInput,
    options: { readonly abortSignal?: Signal | undefined },
  ): Promise<ToolResult>;
}

/**
 * The tool for AI SDK 5 to 7: `tools: { check_answer: aiTool(tool) }`.
 *
 * @param tool What {@link judgementTool} made.
 * @returns A tool of the AI SDK.
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions } from 'judgement';
 * import { aiTool, judgementTool } from 'judgement/gates/tool';
 *
 * const check = judgementTool({ judge: rulesJudge(), questions: rulesQuestions });
 * const tools = { check_call: aiTool(check) };
 * console.log(tools.check_call.description.endsWith('no permission to act.')); // true
 * ```
 */
export function aiTool(tool: JudgementTool): AiTool {
  return {
    description: tool.description,
    inputSchema: toSchema(tool.inputSchema),
    execute: (input, { abortSignal }) => tool.call(input, { signal: abortSignal }),
  };
}

/** A function tool of OpenAI Agents. */
export interface AgentsTool {
  type: 'function';
  name: string;
  description: string;
  parameters: {
    type: 'object';
    properties: Record<string, AgentsSchema>;
    required: string[];
    additionalProperties: true;
  };
  strict: boolean;
  /** Asks the judge, about the text of the model's input. */
  invoke(
    context: unknown,
    input: string,
    details?: { readonly signal?: Signal | undefined },
  ): Promise<string>;
  /** Never: it changes nothing. */
  needsApproval(): Promise<boolean>;
  /** Always. */
  isEnabled(): Promise<boolean>;
}

/** A JSON Schema within another. */
export interface AgentsSchema {
  [member: string]: unknown;
}

/**
 * The tool for OpenAI Agents: `new Agent({ tools: [agentsTool(tool)] })`.
 *
 * @param tool What {@link judgementTool} made.
 * @returns A function tool. It is not strict, as a state is any JSON.
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions } from 'judgement';
 * import { agentsTool, judgementTool } from 'judgement/gates/tool';
 *
 * const check = judgementTool({ judge: rulesJudge(), questions: rulesQuestions });
 * console.log(await agentsTool(check).invoke(undefined, '{"state":')); // {"advisory":true,"error":…
 * ```
 */
export function agentsTool(tool: JudgementTool): AgentsTool {
  const { properties } = tool.inputSchema;
  return {
    type: 'function',
    name: tool.name,
    description: tool.description,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(Object(properties)).map(([name, schema]) => [name, { ...Object(schema) }]),
      ),
      required: tool.mode === 'locked' ? ['state'] : ['state', 'questions'],
      additionalProperties: true,
    },
    strict: false,
    async invoke(_context, input, details) {
      const given = readText(input);
      const result =
        'fault' in given ? given.fault : await tool.call(given.value, { signal: details?.signal });
      return JSON.stringify(result);
    },
    needsApproval: async () => false,
    isEnabled: async () => true,
  };
}

/** What `tool()` of LangChain takes. */
export type LangChainTool = [
  func: (input: unknown, config?: { readonly signal?: Signal | undefined }) => Promise<string>,
  fields: { name: string; description: string; schema: Record<string, unknown> },
];

/**
 * The tool for LangChain, as the arguments of its own `tool()`: `tool(...langchainTool(check))`.
 *
 * @param tool What {@link judgementTool} made.
 * @returns The function, and the fields.
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions } from 'judgement';
 * import { judgementTool, langchainTool } from 'judgement/gates/tool';
 *
 * const check = judgementTool({ judge: rulesJudge(), questions: rulesQuestions });
 * const [run, { name }] = langchainTool(check);
 * console.log(name, await run({ state: 5 })); // judgement {"advisory":true,"error":…
 * ```
 */
export function langchainTool(tool: JudgementTool): LangChainTool {
  const { name, description, inputSchema } = tool;
  return [
    async (input, config) => JSON.stringify(await tool.call(input, { signal: config?.signal })),
    { name, description, schema: { ...inputSchema } },
  ];
}

/** A tool of an MCP server. */
export interface McpTool {
  /** For `registerTool(...)` of MCP 2: its three arguments. */
  readonly registration: [name: string, config: McpConfig, callback: McpCallback];
  /** For the list of tools of a server that answers `tools/list` itself, of MCP 1 and 2. */
  readonly definition: {
    name: string;
    description: string;
    inputSchema: { type: 'object'; [member: string]: unknown };
    annotations: McpAnnotations;
  };
  /** For a server that answers `tools/call` itself, of MCP 1 and 2. */
  readonly call: McpCallback;
}

/** What MCP 2 takes of a tool beside its name. */
export interface McpConfig {
  description: string;
  inputSchema: ToolSchema;
  annotations: McpAnnotations;
}

/** That it changes nothing. */
export interface McpAnnotations {
  readOnlyHint: true;
}

/** Answers `tools/call`; the second argument is the context of MCP 1 or 2. */
export type McpCallback = (input: unknown, context?: unknown) => Promise<McpResult>;

/** What MCP takes for the result of a tool. */
export interface McpResult {
  content: { type: 'text'; text: string }[];
  structuredContent: { [member: string]: unknown };
  isError?: true;
  [member: string]: unknown;
}

/**
 * The tool for a server of the Model Context Protocol.
 *
 * @param tool What {@link judgementTool} made.
 * @returns Its registration for MCP 2, and what a server that answers requests itself needs.
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions } from 'judgement';
 * import { judgementTool, mcpTool } from 'judgement/gates/tool';
 *
 * const check = judgementTool({ judge: rulesJudge(), questions: rulesQuestions });
 * const { definition, call } = mcpTool(check);
 * const result = await call({ state: 5 });
 * console.log(definition.name, result.isError); // judgement true
 * ```
 */
export function mcpTool(tool: JudgementTool): McpTool {
  const { name, description, inputSchema } = tool;
  const annotations: McpAnnotations = { readOnlyHint: true };
  const call: McpCallback = async (input, context) => {
    const result = await tool.call(input, { signal: signalOf(context) });
    return {
      content: [{ type: 'text', text: JSON.stringify(result) }],
      structuredContent: { ...result },
      ...('error' in result ? { isError: true } : {}),
    };
  };
  const config = { description, inputSchema: toSchema(inputSchema), annotations };
  const registration: McpTool['registration'] = [name, config, call];
  const made: McpTool = {
    registration,
    definition: {
      name,
      description,
      inputSchema: { ...inputSchema, type: 'object' },
      annotations,
    },
    call,
  };
  return Object.freeze(made);
}

/** Any input passes: what is wrong with it, the tool says in words that an agent can use. */
function toSchema(schema: JsonObject): ToolSchema {
  const jsonSchema = { input: () => ({ ...schema }), output: () => ({ ...schema }) };
  const validate = (value: unknown): { readonly value: ToolInput } => ({ value: Object(value) });
  const standard: ToolSchema = {
    '~standard': { version: 1, vendor: 'judgement', validate, jsonSchema },
  };
  // AI SDK 5 knows a schema by this symbol, and newer ones know both.
  return Object.assign(standard, {
    [Symbol.for('vercel.ai.schema')]: true,
    jsonSchema: { ...schema },
    validate: (value: unknown) => ({ success: true, value }),
  });
}

type ReadText = { readonly value: JsonValue } | { readonly fault: ToolResult };

function readText(text: string): ReadText {
  try {
    return { value: parseJson(text, { path: 'input' }) };
  } catch (error) {
    if (!isJudgementError(error)) throw error;
    const { code, path, rule, fix } = error;
    return { fault: { advisory: true, error: { code, path, rule, fix } } };
  }
}

/** MCP 1 has the signal in the context, and MCP 2 in the request of the context. */
function signalOf(context: unknown): Signal | undefined {
  const { signal, mcpReq }: { readonly signal?: unknown; readonly mcpReq?: unknown } =
    Object(context);
  const found = signal ?? Object(mcpReq).signal;
  return isSignal(found) ? found : undefined;
}

function isSignal(value: unknown): value is Signal {
  const { aborted, addEventListener }: { readonly aborted?: unknown; addEventListener?: unknown } =
    Object(value);
  return typeof aborted === 'boolean' && typeof addEventListener === 'function';
}
