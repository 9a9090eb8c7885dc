/**
 * What a tool of a harness does, in one word for all harnesses.
 *
 * @module
 */
import { CAPABILITIES, HARNESSES, type Harness } from './harness.js';

/**
 * Says what a tool does: `file.read`, `file.write`, `shell.exec`, `net.fetch` or `agent.spawn`, in
 * the words of Treeship's plugin. A tool of an MCP server (`mcp__pay__charge`) is named by its
 * server and itself (`pay.charge`); any other tool by its own name in lower case.
 *
 * @param harness Whose tool it is.
 * @param tool The tool's name in that harness.
 * @returns The capability.
 *
 * @example
 * ```ts
 * import { capabilityOf } from 'judgement/gates/hooks';
 *
 * console.log(capabilityOf('claude-code', 'Bash')); // shell.exec
 * console.log(capabilityOf('gemini', 'run_shell_command')); // shell.exec
 * console.log(capabilityOf('codex', 'mcp__pay__charge')); // pay.charge
 * console.log(capabilityOf('opencode', 'TodoWrite')); // todowrite
 * ```
 */
export function capabilityOf(harness: Harness, tool: string): string {
  const known = HARNESSES[harness].capabilities.get(tool) ?? CAPABILITIES.get(tool);
  if (known !== undefined) return known;
  const [, server, name] = MCP_TOOL.exec(tool) ?? [];
  return server === undefined || name === undefined ? tool.toLowerCase() : `${server}.${name}`;
}

/** `mcp__`, the server up to the next two underscores, and the tool. */
const MCP_TOOL = /^mcp__((?:(?!__).)+)__(.+)$/s;
