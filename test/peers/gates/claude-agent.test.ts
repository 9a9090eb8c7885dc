import { fileURLToPath } from 'node:url';
import {
  type CanUseTool,
  type Options,
  query,
  type SDKMessage,
} from '@anthropic-ai/claude-agent-sdk';
import { describe, expect, it } from 'vitest';
import { claudeGate } from '../../../src/gates/claude-agent/index.js';
import { type Decision, type Harness, holdsFor, type Run, setUp } from './behaviour.js';

const CLAUDE = fileURLToPath(new URL('fake-claude.mjs', import.meta.url));

holdsFor({ name: 'the Claude Agent SDK', ask: 'pauses', start: startWith({ asks: true }) });
holdsFor({
  name: 'the Claude Agent SDK without canUseTool',
  ask: 'falls back',
  start: startWith({ asks: false }),
});

describe('a gate in the Claude Agent SDK', () => {
  it('does not decide where it has nothing against the call, unless it is to say so', async () => {
    const { gate } = setUp();
    const input = {
      hook_event_name: 'PreToolUse',
      tool_name: 'bash',
      tool_input: { command: 'ls' },
    };
    const { signal } = new AbortController();
    const silent = claudeGate(gate).hooks.PreToolUse[0]?.hooks[0];
    expect(await silent?.(input, 'c1', { signal })).toEqual({});
    const spoken = claudeGate(gate, { explicitAllow: true }).hooks.PreToolUse[0]?.hooks[0];
    expect(await spoken?.(input, 'c1', { signal })).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        permissionDecisionReason: 'This call may run',
      },
    });
  });

  it('says nothing to another event', async () => {
    const { gate, judged } = setUp();
    const [hook] = claudeGate(gate).hooks.PreToolUse[0]?.hooks ?? [];
    const { signal } = new AbortController();
    expect(await hook?.({ hook_event_name: 'PostToolUse' }, 'c1', { signal })).toEqual({});
    expect(judged).toEqual([]);
  });

  it('judges anew what a person changed, and takes the approval for nothing else', async () => {
    const setting = setUp();
    const { gate, approver, judged } = setting;
    const canUseTool: CanUseTool = async () => ({
      behavior: 'allow',
      updatedInput: { command: 'rm all' },
    });
    const made = claudeGate(gate, { approver, canUseTool });
    const { signal } = new AbortController();
    const options = { signal, toolUseID: 'c1', requestId: 'r1' };
    const input = {
      hook_event_name: 'PreToolUse',
      tool_name: 'bash',
      tool_input: { command: 'maybe' },
    };
    await made.hooks.PreToolUse[0]?.hooks[0]?.(input, 'c1', { signal });
    const said = await made.canUseTool?.('bash', { command: 'maybe' }, options);
    expect(said).toEqual({
      behavior: 'deny',
      message: 'This call was not run (harm: noul 0.99 against a bar of 0.8)',
    });
    expect(judged).toEqual(['maybe', 'rm all']);
    expect(await setting.kinds()).toEqual(['judgement.v1', 'judgement.v1', 'blocked.v1']);
  });

  it("leaves the prompts of the host's own rules to the host", async () => {
    const { gate, approver, events } = setUp();
    const canUseTool: CanUseTool = async () => ({ behavior: 'deny', message: 'not today' });
    const made = claudeGate(gate, { approver, canUseTool });
    const options = { signal: new AbortController().signal, toolUseID: 'c1', requestId: 'r1' };
    const said = await made.canUseTool?.('bash', { command: 'ls' }, options);
    expect(said).toEqual({ behavior: 'deny', message: 'not today' });
    expect(events.map(({ type }) => type)).toEqual(['judged']);
  });

  it('refuses what is no canUseTool', () => {
    const wrong: unknown = { canUseTool: 'ask me' };
    const options: Parameters<typeof claudeGate>[1] = Object(wrong);
    expect(() => claudeGate(setUp().gate, options)).toThrow('options.canUseTool: it is a function');
  });
});

function startWith({ asks }: { readonly asks: boolean }): Harness['start'] {
  return async (gate, calls, { approver }) => {
    const messages: SDKMessage[] = [];
    const asked = new Map<string, (decision: Decision) => void>();
    let changed = (): void => undefined;
    const canUseTool: CanUseTool = async (_, input, { toolUseID }) => {
      const decision = await new Promise<Decision>((resolve) => {
        asked.set(toolUseID, resolve);
        changed();
      });
      return decision === 'approve'
        ? { behavior: 'allow', updatedInput: input }
        : { behavior: 'deny', message: 'not today' };
    };
    const own = claudeGate(gate, asks ? { approver, canUseTool } : { approver });
    const options: Options = {
      ...own,
      pathToClaudeCodeExecutable: CLAUDE,
      executable: 'node',
    };
    const running = (async () => {
      for await (const message of query({ prompt: JSON.stringify(calls), options })) {
        messages.push(message);
        changed();
      }
    })();
    const results = () => messages.flatMap(resultsOf);
    const settled = async (): Promise<void> => {
      const isSettled = () => results().length + asked.size === calls.length;
      while (!isSettled()) {
        await Promise.race([
          running,
          new Promise<void>((resolve) => {
            changed = resolve;
          }),
        ]);
      }
      if (asked.size === 0) await running;
    };
    const now = (): Run => ({
      waiting: [...asked.keys()],
      ran: results()
        .map(({ content }) => content)
        .filter((content) => content.startsWith('ran: '))
        .map((content) => content.slice('ran: '.length)),
      modelSaw: (id) => results().find(({ tool_use_id }) => tool_use_id === id)?.content,
      told: JSON.stringify(messages),
      async decide(decisions) {
        const answers = [...asked];
        asked.clear();
        for (const [id, answer] of answers) answer(decisions[id] ?? 'reject');
        await settled();
        return now();
      },
    });
    await settled();
    return now();
  };
}

interface Result {
  readonly tool_use_id: string;
  readonly content: string;
}

function resultsOf(message: SDKMessage): readonly Result[] {
  if (message.type !== 'user' || typeof message.message.content === 'string') return [];
  return message.message.content.flatMap((part) =>
    part.type === 'tool_result' && typeof part.content === 'string'
      ? [{ tool_use_id: part.tool_use_id, content: part.content }]
      : [],
  );
}
