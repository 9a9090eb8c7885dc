import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJudgementError } from '../../src/errors.js';
import { createGate, timeline } from '../../src/gate/index.js';
import {
  answerHook,
  capabilityOf,
  formatHook,
  type Harness,
  type HookEvent,
  hookEffects,
  parseHook,
  readTreeshipOptions,
} from '../../src/gates/hooks/index.js';
import { type Judge, noul } from '../../src/index.js';
import { generateKey } from '../../src/receipt/index.js';
import { rulesJudge, rulesQuestions } from '../../src/rules/index.js';

const HARNESSES: readonly Harness[] = [
  'claude-code',
  'codex',
  'gemini',
  'cursor',
  'copilot',
  'opencode',
];

/** What each harness writes for the same command, byte for byte, with all that stands around it. */
const SENT: readonly (readonly [Harness, HookEvent, string])[] = [
  [
    'claude-code',
    'PreToolUse',
    '{"session_id":"s1","transcript_path":"/t.jsonl","cwd":"/srv/p","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm -rf /"},"tool_use_id":"c1"}',
  ],
  [
    'codex',
    'PreToolUse',
    '{"session_id":"s1","turn_id":"t1","transcript_path":null,"cwd":"/srv/p","hook_event_name":"PreToolUse","model":"m","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"rm -rf /"},"tool_use_id":"c1"}',
  ],
  [
    'codex',
    'PermissionRequest',
    '{"session_id":"s1","turn_id":"t1","cwd":"/srv/p","hook_event_name":"PermissionRequest","model":"m","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"rm -rf /"}}',
  ],
  [
    'gemini',
    'BeforeTool',
    '{"session_id":"s1","transcript_path":"/t.json","cwd":"/srv/p","hook_event_name":"BeforeTool","timestamp":"2026-12-01T00:00:00.000Z","tool_name":"run_shell_command","tool_input":{"command":"rm -rf /"}}',
  ],
  [
    'cursor',
    'preToolUse',
    '{"conversation_id":"s1","generation_id":"g1","model":"m","hook_event_name":"preToolUse","cursor_version":"3.1","workspace_roots":["/srv/p"],"user_email":null,"tool_name":"Shell","tool_input":{"command":"rm -rf /"},"tool_use_id":"c1"}',
  ],
  [
    'cursor',
    'beforeShellExecution',
    '{"conversation_id":"s1","generation_id":"g1","hook_event_name":"beforeShellExecution","workspace_roots":["/srv/p"],"command":"rm -rf /","cwd":"","sandbox":false}',
  ],
  [
    'copilot',
    'preToolUse',
    '{"sessionId":"s1","timestamp":1764547200000,"cwd":"/srv/p","toolName":"bash","toolArgs":"{\\"command\\":\\"rm -rf /\\"}"}',
  ],
  [
    'copilot',
    'PreToolUse',
    '{"hook_event_name":"PreToolUse","session_id":"s1","timestamp":"2026-12-01T00:00:00Z","cwd":"/srv/p","tool_name":"bash","tool_input":{"command":"rm -rf /"}}',
  ],
  [
    'opencode',
    'tool.execute.before',
    '{"tool":"bash","sessionID":"s1","callID":"c1","args":{"command":"rm -rf /"}}',
  ],
];

describe('what a harness sends', () => {
  it.each(SENT)('%s, %s: is read as a call', (harness, event, text) => {
    const hook = parseHook(harness, text);
    if (!hook.ok) throw new Error(hook.rule);
    expect(hook.event).toBe(event);
    expect(hook.call.input).toEqual({ command: 'rm -rf /' });
    expect(hook.call.capability).toBe('shell.exec');
    expect(hook.call.session).toBe('s1');
    expect(hook.call.callId).toBe(text.includes('"c1"') ? 'c1' : undefined);
    expect(hook.cwd).toBe(harness === 'opencode' ? undefined : '/srv/p');
  });

  it('reads the other events of Cursor', () => {
    const mcp =
      '{"hook_event_name":"beforeMCPExecution","tool_name":"charge","tool_input":"{\\"amount\\":5}","url":"https://pay.example"}';
    expect(parseHook('cursor', mcp)).toMatchObject({
      ok: true,
      call: { tool: 'charge', input: { amount: 5 }, capability: 'charge' },
    });
    const file =
      '{"hook_event_name":"beforeReadFile","file_path":"/etc/shadow","content":"root:x","attachments":[]}';
    const read = parseHook('cursor', file);
    expect(read).toMatchObject({ ok: true, call: { tool: 'Read', capability: 'file.read' } });
    expect(read.ok && read.call.input).toEqual({ file_path: '/etc/shadow' });
  });

  it('takes text that is no JSON for the input of a tool that takes text, and a byte order mark for nothing', () => {
    const text = '\uFEFF{"toolName":"note","toolArgs":"remember the milk"}';
    expect(parseHook('copilot', text)).toMatchObject({
      ok: true,
      call: { tool: 'note', input: 'remember the milk' },
    });
  });

  it('is frozen, and has nothing of what it does not say', () => {
    const hook = parseHook(
      'gemini',
      '{"hook_event_name":"BeforeTool","tool_name":"x","tool_input":{}}',
    );
    expect(Object.isFrozen(hook)).toBe(true);
    expect(hook).toEqual({
      ok: true,
      harness: 'gemini',
      event: 'BeforeTool',
      call: { tool: 'x', input: {}, capability: 'x' },
    });
  });
});

describe('what a harness cannot have meant', () => {
  const foreign: readonly (readonly [name: string, text: string, code: string])[] = [
    ['nothing', '', 'bad_syntax'],
    ['a space', ' ', 'bad_syntax'],
    ['half of a text', '{"hook_event_name":"PreToolUse","tool_name":"Ba', 'bad_syntax'],
    ['a list', '[]', 'bad_state'],
    ['null', 'null', 'bad_state'],
    ['an empty object', '{}', 'bad_state'],
    ['another event', '{"hook_event_name":"Stop","event":"stop"}', 'bad_state'],
    [
      'two inputs, of which the harness may run the other',
      '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","command":"rm -rf /"}}',
      'duplicate_member',
    ],
    ['a prototype', '{"__proto__":{"tool_name":"Bash"}}', 'forbidden_member'],
    ['depth', `${'['.repeat(200)}${']'.repeat(200)}`, 'too_deep'],
    ['more than ten million characters', `"${'x'.repeat(10_000_000)}"`, 'too_large'],
  ];
  const cases = HARNESSES.flatMap((harness) =>
    foreign.map(([name, text, code]) => [harness, name, text, code] as const),
  );

  it.each(cases)('%s: %s is a fault, and its answer is a deny', (harness, _, text, code) => {
    const hook = parseHook(harness, text);
    expect(hook).toMatchObject({ ok: false, code });
    const output = formatHook(harness, hook.ok ? NEVER : hook);
    expect(output.effect).toBe('deny');
    const reason = `This call was not run: it could not be read (${code})`;
    expect(output).toEqual({ ...denied(harness, reason), effect: 'deny' });
  });

  it('is a call without an input or a name, or one of another harness', () => {
    const claude = SENT[0]?.[2] ?? '';
    for (const harness of ['gemini', 'cursor', 'opencode'] as const) {
      expect(parseHook(harness, claude)).toMatchObject({ ok: false, code: 'bad_state' });
    }
    const event = '"hook_event_name":"PreToolUse"';
    expect(parseHook('codex', `{${event},"tool_name":"Bash"}`)).toMatchObject({
      path: 'hook.tool_input',
    });
    expect(parseHook('codex', `{${event},"tool_name":"Bash","tool_input":null}`)).toMatchObject({
      path: 'hook.tool_input',
    });
    expect(parseHook('codex', `{${event},"tool_name":" ","tool_input":{}}`)).toMatchObject({
      path: 'hook.tool_name',
    });
    expect(
      parseHook('copilot', `{"toolName":"x","toolArgs":"{\\"a\\":1,\\"a\\":2}"}`),
    ).toMatchObject({
      ok: false,
      code: 'duplicate_member',
    });
  });

  it('is no text at all', () => {
    // @ts-expect-error It comes from programs without types, too.
    expect(parseHook('codex', undefined)).toMatchObject({ ok: false, code: 'not_json' });
    // @ts-expect-error It is none of the six.
    expect(() => parseHook('constructor', '{}')).toThrow('this harness is not known');
  });

  it('never makes anything throw, or an answer that the harness cannot read', () => {
    fc.assert(
      fc.property(fc.constantFrom(...HARNESSES), fc.oneof(fc.string(), fc.json()), (name, text) => {
        const hook = parseHook(name, text);
        const { effect, stdout } = formatHook(name, hook.ok ? NEVER : hook);
        expect(effect).toBe('deny');
        if (stdout !== '') expect(JSON.parse(stdout)).toBeTypeOf('object');
      }),
      { numRuns: 200 },
    );
  });
});

const WHY = 'Why "so"';
const NEVER = { effect: 'deny', reason: 'unreachable' } as const;
const OK = { stdout: '', stderr: '', exitCode: 0 } as const;

/** Every answer, byte for byte: the harness, its event, the effect, what is written, what happens. */
const ANSWERS: readonly (readonly [Harness, HookEvent, string, string, string])[] = [
  ['claude-code', 'PreToolUse', 'allow', '', 'allow'],
  [
    'claude-code',
    'PreToolUse',
    'warn',
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"Why \\"so\\""},"systemMessage":"Why \\"so\\""}',
    'warn',
  ],
  [
    'claude-code',
    'PreToolUse',
    'ask',
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"Why \\"so\\""}}',
    'ask',
  ],
  [
    'claude-code',
    'PreToolUse',
    'deny',
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Why \\"so\\""}}',
    'deny',
  ],
  ['codex', 'PreToolUse', 'allow', '', 'allow'],
  ['codex', 'PreToolUse', 'warn', '', 'allow'],
  [
    'codex',
    'PreToolUse',
    'ask',
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Why \\"so\\""}}',
    'deny',
  ],
  [
    'codex',
    'PreToolUse',
    'deny',
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"Why \\"so\\""}}',
    'deny',
  ],
  ['codex', 'PermissionRequest', 'allow', '', 'allow'],
  ['codex', 'PermissionRequest', 'warn', '', 'allow'],
  ['codex', 'PermissionRequest', 'ask', '', 'ask'],
  [
    'codex',
    'PermissionRequest',
    'deny',
    '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"Why \\"so\\""}}}',
    'deny',
  ],
  ['gemini', 'BeforeTool', 'allow', '{"decision":"allow"}', 'allow'],
  ['gemini', 'BeforeTool', 'warn', '{"decision":"allow","systemMessage":"Why \\"so\\""}', 'warn'],
  ['gemini', 'BeforeTool', 'ask', '{"decision":"ask","reason":"Why \\"so\\""}', 'ask'],
  ['gemini', 'BeforeTool', 'deny', '{"decision":"deny","reason":"Why \\"so\\""}', 'deny'],
  ...(['beforeShellExecution', 'beforeMCPExecution'] as const).flatMap((event) => [
    ['cursor', event, 'allow', '{}', 'allow'] as const,
    ['cursor', event, 'warn', '{"additional_context":"Why \\"so\\""}', 'warn'] as const,
    [
      'cursor',
      event,
      'ask',
      '{"permission":"ask","user_message":"Why \\"so\\"","agent_message":"Why \\"so\\""}',
      'ask',
    ] as const,
    [
      'cursor',
      event,
      'deny',
      '{"permission":"deny","user_message":"Why \\"so\\"","agent_message":"Why \\"so\\""}',
      'deny',
    ] as const,
  ]),
  ['cursor', 'preToolUse', 'allow', '{}', 'allow'],
  ['cursor', 'preToolUse', 'warn', '{"additional_context":"Why \\"so\\""}', 'warn'],
  [
    'cursor',
    'preToolUse',
    'ask',
    '{"permission":"deny","user_message":"Why \\"so\\"","agent_message":"Why \\"so\\""}',
    'deny',
  ],
  [
    'cursor',
    'preToolUse',
    'deny',
    '{"permission":"deny","user_message":"Why \\"so\\"","agent_message":"Why \\"so\\""}',
    'deny',
  ],
  ['cursor', 'beforeReadFile', 'warn', '{}', 'allow'],
  [
    'cursor',
    'beforeReadFile',
    'ask',
    '{"permission":"deny","user_message":"Why \\"so\\"","agent_message":"Why \\"so\\""}',
    'deny',
  ],
  ...(['preToolUse', 'PreToolUse'] as const).flatMap((event) => [
    ['copilot', event, 'allow', '', 'allow'] as const,
    ['copilot', event, 'warn', '', 'allow'] as const,
    [
      'copilot',
      event,
      'ask',
      '{"permissionDecision":"ask","permissionDecisionReason":"Why \\"so\\""}',
      'ask',
    ] as const,
    [
      'copilot',
      event,
      'deny',
      '{"permissionDecision":"deny","permissionDecisionReason":"Why \\"so\\""}',
      'deny',
    ] as const,
  ]),
  ['opencode', 'tool.execute.before', 'allow', '', 'allow'],
  ['opencode', 'tool.execute.before', 'warn', '', 'allow'],
];

describe('what a harness is answered', () => {
  it.each(ANSWERS)('%s, %s: %s is %j', (harness, event, effect, stdout, does) => {
    const verdict = { effect: toEffect(effect), reason: WHY };
    expect(formatHook(harness, verdict, { event })).toEqual({
      ...OK,
      stdout,
      effect: does,
      ...(does === effect ? {} : { fallbackFrom: effect }),
    });
  });

  it('opencode: ask and deny are an error to throw', () => {
    const thrown = { stdout: '', stderr: WHY, exitCode: 2, effect: 'deny' };
    expect(formatHook('opencode', { effect: 'deny', reason: WHY })).toEqual(thrown);
    expect(formatHook('opencode', { effect: 'ask', reason: WHY })).toEqual({
      ...thrown,
      fallbackFrom: 'ask',
    });
  });

  it('has the fallback that was declared, and says what it stands for', () => {
    const ask = { effect: 'ask', reason: WHY } as const;
    expect(formatHook('codex', ask, { fallback: { ask: 'allow' } })).toEqual({
      ...OK,
      effect: 'allow',
      fallbackFrom: 'ask',
    });
    const warn = { effect: 'warn', reason: WHY } as const;
    expect(formatHook('copilot', warn, { fallback: { warn: 'deny' } })).toMatchObject({
      effect: 'deny',
      fallbackFrom: 'warn',
    });
    // @ts-expect-error No person is asked by a word that is none.
    expect(() => formatHook('codex', ask, { fallback: { ask: 'maybe' } })).toThrow('allow or deny');
  });

  it('says allow out loud where it is told to and the harness has a word for it', () => {
    const allow = { effect: 'allow', reason: WHY } as const;
    const said = HARNESSES.map((name) => formatHook(name, allow, { explicitAllow: true }).stdout);
    expect(said).toEqual([
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"Why \\"so\\""}}',
      '',
      '{"decision":"allow"}',
      '{"permission":"allow"}',
      '{"permissionDecision":"allow","permissionDecisionReason":"Why \\"so\\""}',
      '',
    ]);
    const event = 'PermissionRequest';
    expect(formatHook('codex', allow, { event, explicitAllow: true }).stdout).toBe(
      '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow"}}}',
    );
  });

  it('always has a reason that can be read: Codex runs the tool for a deny without one', () => {
    for (const reason of ['', ' \n', '\ud800']) {
      const { stdout } = formatHook('codex', { effect: 'deny', reason });
      expect(stdout).not.toContain('\\ud800');
      expect(JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason.trim()).not.toBe('');
    }
    const long = formatHook('cursor', { effect: 'deny', reason: '😀'.repeat(5_000) });
    expect(JSON.parse(long.stdout).agent_message.length).toBeLessThanOrEqual(2_000);
  });

  it('is a deny for an effect that nobody knows', () => {
    for (const harness of HARNESSES) {
      // @ts-expect-error It is none of the four.
      expect(formatHook(harness, { effect: 'DENY', reason: WHY }).effect).toBe('deny');
      // @ts-expect-error There is none.
      expect(formatHook(harness, {}).effect).toBe('deny');
    }
  });
});

describe('a hook from end to end', () => {
  const gate = createGate({ judge: rulesJudge(), questions: rulesQuestions });

  it.each(SENT)('%s, %s: refuses what the rules refuse', async (harness, event, text) => {
    const output = await answerHook(harness, text, { gate });
    const reason =
      'This call was not run (shell_destructive: noul 1 against a bar of 0.5; unsafe: noul 1 against a bar of 0.5)';
    expect(output).toEqual({ ...formatHook(harness, { effect: 'deny', reason }, { event }) });
    const harmless = text.replace('rm -rf /', 'ls');
    expect((await answerHook(harness, harmless, { gate })).effect).toBe('allow');
  });

  it('makes a gate for where the harness works', async () => {
    const text =
      '{"hook_event_name":"PreToolUse","cwd":"/srv/p","tool_name":"Read","tool_input":{"file_path":"/etc/shadow"}}';
    const seen: unknown[] = [];
    const output = await answerHook('claude-code', text, {
      gate: async ({ cwd }) => {
        seen.push(cwd);
        const context = { workspaceRoot: cwd };
        return createGate({ judge: rulesJudge(), questions: rulesQuestions, context });
      },
    });
    expect(seen).toEqual(['/srv/p']);
    expect(output.effect).toBe('deny');
  });

  it('names the fallback in the record, as the gate declares it', async () => {
    const unsure: Judge = {
      info: { model: 'unsure-1' },
      ask: () => ({ answers: { ok: { refusal: true } } }),
    };
    const { onEvent, events } = timeline();
    const [text = ''] = SENT.filter(([name]) => name === 'codex').map(([, , sent]) => sent);
    const asks = createGate({
      judge: unsure,
      questions: { ok: noul('Is it unsafe?') },
      signer: generateKey().signer,
      onEvent,
    });
    const output = await answerHook('codex', text, { gate: asks });
    expect(output).toMatchObject({ effect: 'deny', fallbackFrom: 'ask' });
    expect(events().map(({ type, effect, fallbackFrom }) => [type, effect, fallbackFrom])).toEqual([
      ['judged', 'deny', 'ask'],
      ['denied', 'deny', 'ask'],
    ]);
    const other = (SENT[0]?.[2] ?? '').replace('"c1"', '"c2"');
    const claude = await answerHook('claude-code', other, { gate: asks });
    expect(claude.effect).toBe('ask');
  });

  it.each(HARNESSES)('%s: refuses where the gate itself fails', async (harness) => {
    const [text = ''] = SENT.filter(([name]) => name === harness).map(([, , sent]) => sent);
    const output = await answerHook(harness, text, {
      gate: () => {
        throw new Error('no key for you: sk-secret');
      },
    });
    expect(output.effect).toBe('deny');
    expect(JSON.stringify(output)).not.toContain('secret');
    expect(JSON.stringify(output)).toContain('This call was not run: the gate failed');
  });
});

describe('the capability of a tool', () => {
  it.each([
    ['Read', 'file.read'],
    ['Grep', 'file.read'],
    ['Glob', 'file.read'],
    ['Write', 'file.write'],
    ['Edit', 'file.write'],
    ['MultiEdit', 'file.write'],
    ['NotebookEdit', 'file.write'],
    ['Bash', 'shell.exec'],
    ['WebFetch', 'net.fetch'],
    ['WebSearch', 'net.fetch'],
    ['Agent', 'agent.spawn'],
    ['Task', 'agent.spawn'],
    ['mcp__pay__charge', 'pay.charge'],
    ['mcp__a__b__c', 'a.b__c'],
    ['mcp__only', 'mcp__only'],
    ['TodoWrite', 'todowrite'],
    ['constructor', 'constructor'],
  ])('of %s in Claude Code is %s', (tool, capability) => {
    expect(capabilityOf('claude-code', tool)).toBe(capability);
  });

  it('of the same work is the same everywhere', () => {
    const shells = ['Bash', 'Bash', 'run_shell_command', 'Shell', 'powershell', 'bash'];
    expect(HARNESSES.map((name, at) => capabilityOf(name, shells[at] ?? ''))).toEqual(
      HARNESSES.map(() => 'shell.exec'),
    );
    expect(HARNESSES.map((name) => hookEffects(name).includes('ask'))).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
  });
});

describe('the environment of Treeship', () => {
  it.each([
    [{}, { judge: 'off', onUnavailable: 'allow' }],
    [{ TREESHIP_JUDGE: '' }, { judge: 'off', onUnavailable: 'allow' }],
    [{ TREESHIP_JUDGE: '0' }, { judge: 'off', onUnavailable: 'allow' }],
    [{ TREESHIP_JUDGE: '1' }, { judge: 'rules', onUnavailable: 'allow' }],
    [{ TREESHIP_JUDGE: 'yes' }, { judge: 'rules', onUnavailable: 'allow' }],
    [
      { TREESHIP_JUDGE: 'https://judge.internal/v1', TREESHIP_JUDGE_STRICT: '1' },
      { judge: 'http', url: 'https://judge.internal/v1', onUnavailable: 'ask' },
    ],
    [
      { TREESHIP_JUDGE: '1', TREESHIP_JUDGE_THRESHOLD: '0.9', TREESHIP_JUDGE_BOUND: '100' },
      { judge: 'rules', threshold: 0.9, amountBound: 100, onUnavailable: 'allow' },
    ],
    [
      { TREESHIP_JUDGE: '1', TREESHIP_JUDGE_STRICT: '0' },
      { judge: 'rules', onUnavailable: 'allow' },
    ],
  ])('%j says %j', (environment, options) => {
    expect(readTreeshipOptions(environment)).toEqual(options);
  });

  it.each([
    ['TREESHIP_JUDGE_THRESHOLD', '0'],
    ['TREESHIP_JUDGE_THRESHOLD', '1.5'],
    ['TREESHIP_JUDGE_THRESHOLD', 'NaN'],
    ['TREESHIP_JUDGE_THRESHOLD', ' '],
    ['TREESHIP_JUDGE_THRESHOLD', '0x1'],
    ['TREESHIP_JUDGE_BOUND', '-1'],
    ['TREESHIP_JUDGE_BOUND', 'inf'],
    ['TREESHIP_JUDGE_BOUND', 'secret'],
  ])('refuses %s=%s, without saying what it was', (name, value) => {
    const error = caught(() => readTreeshipOptions({ TREESHIP_JUDGE: '1', [name]: value }));
    expect(isJudgementError(error) && error.code).toBe('bad_option');
    expect(isJudgementError(error) && error.path).toBe(name);
    expect(String(error)).not.toContain('secret');
  });

  it('reads own members alone', () => {
    expect(readTreeshipOptions(Object.create({ TREESHIP_JUDGE: '1' })).judge).toBe('off');
  });
});

function toEffect(effect: string): 'allow' | 'warn' | 'ask' | 'deny' {
  if (effect === 'allow' || effect === 'warn' || effect === 'ask' || effect === 'deny')
    return effect;
  throw new Error(effect);
}

/** The deny of each harness, put together another way. */
function denied(harness: Harness, reason: string): object {
  const specific = {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  };
  const bodies = {
    'claude-code': specific,
    codex: specific,
    gemini: { decision: 'deny', reason },
    cursor: { permission: 'deny', user_message: reason, agent_message: reason },
    copilot: { permissionDecision: 'deny', permissionDecisionReason: reason },
    opencode: undefined,
  };
  const body = bodies[harness];
  return body === undefined
    ? { stdout: '', stderr: reason, exitCode: 2 }
    : { stdout: JSON.stringify(body), stderr: '', exitCode: 0 };
}

function caught(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
