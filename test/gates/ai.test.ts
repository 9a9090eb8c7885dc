import { describe, expect, it } from 'vitest';
import { createGate, type Gate } from '../../src/gate/index.js';
import {
  type ApprovalStatus,
  gateApproval,
  gateTools,
  type HostApproval,
  recordApprovals,
} from '../../src/gates/ai/index.js';
import { bands, type Judge, noul } from '../../src/index.js';

const DENIED = 'This call was not run (harm: noul 0.99 against a bar of 0.8)';
const ASKED = 'A person decides on this call (harm: noul 0.5 against a bar of 0.8)';

describe('a gate beside the toolApproval of a host', () => {
  const hosts: readonly (readonly [string, ApprovalStatus])[] = [
    ['nothing', undefined],
    ['not-applicable', 'not-applicable'],
    ['approved', { type: 'approved', reason: 'known' }],
    ['user-approval', { type: 'user-approval', reason: 'big' }],
    ['denied', { type: 'denied', reason: 'never' }],
  ];

  it.each([
    ['nothing', 'ls', undefined],
    ['nothing', 'maybe', { type: 'user-approval', reason: ASKED }],
    ['nothing', 'rm', { type: 'denied', reason: DENIED }],
    ['not-applicable', 'maybe', { type: 'user-approval', reason: ASKED }],
    ['approved', 'ls', { type: 'approved', reason: 'known' }],
    ['approved', 'maybe', { type: 'user-approval', reason: ASKED }],
    ['approved', 'rm', { type: 'denied', reason: DENIED }],
    ['user-approval', 'ls', { type: 'user-approval', reason: 'big' }],
    ['user-approval', 'maybe', { type: 'user-approval', reason: ASKED }],
    ['user-approval', 'rm', { type: 'denied', reason: DENIED }],
    ['denied', 'ls', { type: 'denied', reason: 'never' }],
    ['denied', 'rm', { type: 'denied', reason: 'never' }],
  ])('takes the stronger of %s and of what it says of %s', async (host, command, expected) => {
    const status = hosts.find(([name]) => name === host)?.[1];
    const asFunction = await statusOf(command, () => status);
    const asEntry = await statusOf(command, { bash: status });
    const asEntryFunction = await statusOf(command, { bash: async () => status });
    expect(asFunction).toEqual(expected);
    expect(asEntry).toEqual(expected);
    expect(asEntryFunction).toEqual(expected);
  });

  it('goes by what the tool itself says, where the host says nothing', async () => {
    const tools = { bash: { needsApproval: (input: unknown) => JSON.stringify(input) === LS } };
    expect(await statusOf('ls', undefined, { tools })).toBe('user-approval');
    expect(await statusOf('ls', { bash: 'approved' }, { tools })).toBe('approved');
    expect(await statusOf('rm', undefined, { tools })).toEqual({ type: 'denied', reason: DENIED });
  });

  it('gives an entry what the SDK would give it', async () => {
    const given: unknown[] = [];
    const approval: HostApproval = { bash: (...all) => void given.push(...all) };
    const toolsContext = { bash: { user: 'ada' } };
    await statusOf('ls', approval, { toolsContext, runtimeContext: { tenant: 1 } });
    expect(given).toEqual([
      { command: 'ls' },
      {
        toolCallId: 'c1',
        messages: [],
        toolContext: { user: 'ada' },
        runtimeContext: { tenant: 1 },
      },
    ]);
  });

  it('finds nothing under names that nobody gave', async () => {
    const toolCall = { toolName: 'constructor', toolCallId: 'c1', input: { command: 'ls' } };
    const approval = gateApproval(makeGate(), { toolApproval: {} });
    expect(await approval({ toolCall, messages: [], tools: {} })).toBeUndefined();
  });

  it('denies where the host says what the SDK does not know', async () => {
    const approval: { readonly [tool: string]: ApprovalStatus } = JSON.parse('{"bash":"Denied"}');
    expect(await statusOf('ls', approval)).toBe('denied');
  });

  it('says approved where it is asked to, and then alone', async () => {
    const approval = gateApproval(makeGate(), { explicitAllow: true });
    expect(await approval(question('ls'))).toEqual({
      type: 'approved',
      reason: 'This call may run',
    });
    expect(await approval(question('maybe', 'c2'))).toMatchObject({ type: 'user-approval' });
  });

  it('hands on what the policy of the host throws', async () => {
    const approval = gateApproval(makeGate(), {
      toolApproval: () => {
        throw new Error('no policy');
      },
    });
    await expect(approval(question('ls'))).rejects.toThrow('no policy');
  });
});

describe('a gate around a tool, by the version of the SDK', () => {
  it('tells a model of AI SDK 5 a denial as an error, and all else as it was', async () => {
    const { bash } = gateTools({ bash: { execute: async () => 'ran', toModelOutput } }, makeGate());
    const refused: unknown = await Reflect.apply(bash.execute, undefined, callOf('rm'));
    expect(bash.toModelOutput(refused)).toEqual({ type: 'error-text', value: DENIED });
    expect(bash.toModelOutput('ran')).toEqual({ own: 'ran' });
  });

  it('tells a model of AI SDK 6 and 7 a denial as one, and all else as it was', async () => {
    const { bash } = gateTools({ bash: { execute: async () => 'ran', toModelOutput } }, makeGate());
    const output: unknown = await Reflect.apply(bash.execute, undefined, callOf('rm'));
    const given = { toolCallId: 'c1', input: {}, output };
    expect(bash.toModelOutput(given)).toEqual({ type: 'execution-denied', reason: DENIED });
    // The same, as it comes out of a stored message.
    expect(bash.toModelOutput(JSON.parse(JSON.stringify(given)))).toMatchObject({ reason: DENIED });
  });

  it('tells a model of AI SDK 4 a denial in the parts of a tool that has parts', async () => {
    const experimental_toToolResultContent = (result: unknown) => [{ type: 'text', text: result }];
    const { bash } = gateTools(
      { bash: { execute: async () => 'ran', experimental_toToolResultContent } },
      makeGate(),
    );
    const refused: unknown = await Reflect.apply(bash.execute, undefined, callOf('rm'));
    const tell = bash.experimental_toToolResultContent;
    expect(tell(refused)).toEqual([{ type: 'text', text: DENIED }]);
    expect(tell('ran')).toEqual([{ type: 'text', text: 'ran' }]);
  });

  it('turns outputs to what the SDK turns them to', () => {
    const tools = gateTools({ bash: { execute: async () => 'ran' } }, makeGate());
    const { toModelOutput: turn }: { toModelOutput?: (given: unknown) => unknown } = Object(
      tools.bash,
    );
    const of = (output: unknown) => turn?.({ toolCallId: 'c1', input: {}, output });
    expect(of('text')).toEqual({ type: 'text', value: 'text' });
    expect(of(undefined)).toEqual({ type: 'json', value: null });
    expect(of({ at: new Date(0), none: undefined })).toEqual({
      type: 'json',
      value: { at: '1970-01-01T00:00:00.000Z' },
    });
  });

  it('gives the last of the outputs of a function that returns several', async () => {
    async function* outputs() {
      yield 'half';
      yield 'all';
    }
    const { bash } = gateTools({ bash: { execute: () => outputs() } }, makeGate());
    expect(await Reflect.apply(bash.execute, undefined, callOf('ls'))).toBe('all');
  });

  it('gives up with whoever made the call', async () => {
    const { bash } = gateTools({ bash: { execute: async () => 'ran' } }, makeGate());
    const abortSignal = AbortSignal.abort();
    const call = [{ command: 'ls' }, { toolCallId: 'c1', messages: [], abortSignal }];
    await expect(Reflect.apply(bash.execute, undefined, call)).rejects.toThrow();
  });
});

describe('messages that are none', () => {
  it('are refused where they are no list', async () => {
    const recorded = recordApprovals(makeGate(), JSON.parse('{}'));
    await expect(recorded).rejects.toMatchObject({ code: 'bad_option', path: 'messages' });
  });

  it.each([
    ['no message', [null]],
    ['no parts', [{ role: 'tool', content: 'text' }]],
    ['a part that is none', [{ role: 'tool', content: [null, 7] }]],
    ['an answer to nothing', [{ role: 'tool', content: [answerTo('a1')] }]],
    ['an answer to a name of every object', [{ role: 'tool', content: [answerTo('constructor')] }]],
    [
      'an answer to a call that is not there',
      [
        { role: 'assistant', content: [requestOf('a1', 'c1')] },
        { role: 'tool', content: [answerTo('a1')] },
      ],
    ],
    [
      'an answer of the SDK itself',
      [
        { role: 'assistant', content: [CALL, { ...requestOf('a1', 'c1'), isAutomatic: true }] },
        { role: 'tool', content: [answerTo('a1')] },
      ],
    ],
    [
      'an answer before the last message',
      [
        { role: 'assistant', content: [CALL, requestOf('a1', 'c1')] },
        { role: 'tool', content: [answerTo('a1')] },
        { role: 'user', content: 'go on' },
      ],
    ],
  ])('hold no answer where there is %s', async (_, messages) => {
    expect(await recordApprovals(makeGate(), messages, { approvals: 'host' })).toEqual([]);
  });

  it('hold one where a request was answered, and the first of two', async () => {
    const no = { ...answerTo('a1'), approved: false, reason: 'no' };
    const messages = [
      { role: 'assistant', content: [CALL, requestOf('a1', 'c1')] },
      { role: 'tool', content: [no, answerTo('a1')] },
    ];
    const verdicts = await recordApprovals(makeGate(), messages, { approvals: 'host' });
    expect(verdicts.map(({ callId, resolved }) => [callId, resolved?.decision])).toEqual([
      ['c1', 'deny'],
    ]);
  });
});

describe('what is no gate and no option', () => {
  it.each([
    ['gate', () => gateApproval(JSON.parse('{}')), 'gate'],
    ['an unknown option', () => gateApproval(makeGate(), JSON.parse('{"a":1}')), 'options.a'],
    [
      'approvals',
      () => gateTools({}, makeGate(), JSON.parse('{"approvals":"any"}')),
      'options.approvals',
    ],
    [
      'an approver',
      () => gateTools({}, makeGate(), { approver: { by: 'ada' } }),
      'options.approver.by',
    ],
    ['a list of tools', () => gateTools([], makeGate()), 'tools'],
    ['no tools', () => gateTools(JSON.parse('null'), makeGate()), 'tools'],
  ])('%s is refused, with its path', (_, make, path) => {
    expect(make).toThrow(expect.objectContaining({ code: 'bad_option', path }));
  });
});

const CALL = { type: 'tool-call', toolCallId: 'c1', toolName: 'bash', input: { command: 'maybe' } };

function requestOf(approvalId: string, toolCallId: string) {
  return { type: 'tool-approval-request', approvalId, toolCallId };
}

function answerTo(approvalId: string) {
  return { type: 'tool-approval-response', approvalId, approved: true };
}

const LS = '{"command":"ls"}';

const toModelOutput = (given: unknown): unknown => ({ own: given });

function callOf(command: string): readonly unknown[] {
  return [{ command }, { toolCallId: 'c1', messages: [] }];
}

function question(command: string, toolCallId = 'c1') {
  return { toolCall: { toolName: 'bash', toolCallId, input: { command } }, messages: [] };
}

function statusOf(
  command: string,
  toolApproval: HostApproval | undefined,
  more: object = {},
): Promise<ApprovalStatus> {
  return gateApproval(makeGate(), { toolApproval })({ ...question(command), ...more });
}

function makeGate(): Gate {
  const harm: { readonly [command: string]: number } = { ls: 0.01, maybe: 0.5, rm: 0.99 };
  const judge: Judge = {
    info: { model: 'scripted' },
    ask: ({ state }) => {
      const word = /"command":"(\w+)"/.exec(JSON.stringify(state))?.[1] ?? '';
      return { answers: { harm: { noul: harm[word] ?? 1 } } };
    },
  };
  const questions = { harm: noul('Does the call do harm?') };
  return createGate({ judge, questions, policy: bands({ deny: 0.8, allow: 0.2 }) });
}
