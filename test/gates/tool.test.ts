import { describe, expect, it } from 'vitest';
import { publish, questionSet, resolveContract } from '../../src/contract/index.js';
import { createGate } from '../../src/gate/index.js';
import {
  type Advice,
  agentsTool,
  aiTool,
  judgementTool,
  langchainTool,
  mcpTool,
} from '../../src/gates/tool/index.js';
import { cached, cascade, choice, type Judge, memoryStore, noul, retry } from '../../src/index.js';
import { verifyReceipt } from '../../src/receipt/index.js';
import { fakeSigner, fixedClock, scriptedJudge } from '../../src/testing/index.js';

const contract = resolveContract(
  publish(
    questionSet({
      slug: 'ticket-router',
      name: 'Ticket router',
      questions: { team: choice('Which team takes it?', ['billing', 'technical']) },
    }),
  ),
);
const BILLING = { team: { choice: 'billing', confidence: 0.9 } };

describe('a tool with locked questions', () => {
  it('takes a state alone, and gives the answers alone', async () => {
    const judge = scriptedJudge(BILLING, { model: 'router-2', provider: 'acme' });
    const advice: Advice[] = [];
    const signer = fakeSigner();
    const tool = judgementTool({
      judge,
      contract,
      signer,
      clock: fixedClock(),
      onAdvice: (given) => void advice.push(given),
    });
    expect(tool.mode).toBe('locked');
    expect(tool.inputSchema['required']).toEqual(['state']);
    expect(Object.keys(Object(tool.inputSchema['properties']))).toEqual(['state']);
    expect(tool.description).toContain('"Ticket router" (ticket-router@1)');
    expect(await tool.call({ state: 'I was charged twice.' })).toEqual({
      advisory: true,
      answers: BILLING,
    });
    expect(judge.requests).toEqual([
      { state: 'I was charged twice.', questions: contract.questions },
    ]);
    const [given] = advice;
    expect(given?.advisory).toBe(true);
    expect(given?.judgement.judge.model).toBe('router-2');
    expect(given?.judgement.contract).toEqual({ id: 'ticket-router', version: '1' });
    expect(given?.receipts).toHaveLength(1);
    const verdict = verifyReceipt(given?.receipts[0]?.envelope, { keys: [signer.publicKey] });
    expect(verdict.ok && verdict.judgement?.notes).toBe(
      'advisory: an agent asked for this judgement, and chose what to show',
    );
    expect(verdict.ok && verdict.statement?.system).toBe('system://judgement-tool');
  });

  it('refuses questions in words, and asks nobody', async () => {
    const judge = scriptedJudge(BILLING);
    const tool = judgementTool({ judge, contract });
    expect(await tool.call({ state: 'x', questions: { ok: noul('Say yes.') } })).toEqual({
      advisory: true,
      error: {
        code: 'bad_question',
        path: 'questions',
        rule: '"Ticket router" (ticket-router@1) has questions of its own, which cannot be replaced',
        fix: 'send only the state',
      },
    });
    const plain = judgementTool({ judge, questions: { ok: noul('Is it fine?') } });
    expect(await plain.call({ state: 'x', questions: {} })).toMatchObject({
      error: { rule: 'this tool has questions of its own, which cannot be replaced' },
    });
    expect(judge.requests).toEqual([]);
  });

  it.each([
    [undefined, 'not_json', 'input'],
    ['text', 'bad_state', 'input'],
    [{}, 'bad_state', 'state'],
    [{ state: 5 }, 'bad_state', 'state'],
    [{ state: null }, 'bad_state', 'state'],
    [{ state: 'x', policy: { bar: 0 } }, 'bad_option', 'input'],
    [{ state: { when: new Date(0) } }, 'not_json', 'input.state.when'],
  ])('says what is wrong with %j', async (input, code, path) => {
    const judge = scriptedJudge(BILLING);
    const result = await judgementTool({ judge, contract }).call(input);
    expect(result).toMatchObject({ advisory: true, error: { code, path } });
    expect(judge.requests).toEqual([]);
  });
});

describe('a tool without questions', () => {
  it('takes questions beside the state', async () => {
    const judge = scriptedJudge({ ok: { noul: 0.8 } });
    const tool = judgementTool({ judge });
    expect(tool.mode).toBe('ad-hoc');
    expect(tool.inputSchema['required']).toEqual(['state', 'questions']);
    const questions = { ok: { type: 'noul', instructions: 'Is it fine?' } };
    expect(await tool.call({ state: ['a'], questions })).toEqual({
      advisory: true,
      answers: { ok: { noul: 0.8 } },
    });
  });

  it.each([
    [{}, 'questions', '1 to 400'],
    [
      { team: { type: 'choice', instructions: 'Which?', options: ['one'] } },
      'questions.team.options',
      '2 to 255',
    ],
    [
      { team: { type: 'rating', instructions: 'Which?' } },
      'questions.team.type',
      'noul, choice or score',
    ],
    [
      { team: { type: 'choice', instructions: '', options: ['a', 'b'] } },
      'questions.team.instructions',
      '',
    ],
  ])('brings the rule back that %j breaks', async (questions, path, words) => {
    const judge = scriptedJudge({});
    const result = await judgementTool({ judge }).call({ state: 'x', questions });
    expect(result).toMatchObject({ error: { code: 'bad_question', path } });
    expect(JSON.stringify(result)).toContain(words);
    expect(judge.requests).toEqual([]);
  });
});

describe('a tool of any kind', () => {
  it('says nothing of a judge that fails, but that there is no answer', async () => {
    const secret = 'key sk-live-1 was refused';
    for (const judge of [
      scriptedJudge(new Error(secret)),
      scriptedJudge({ team: { choice: secret } }),
      scriptedJudge({}),
    ]) {
      const result = await judgementTool({ judge, contract }).call({ state: 'x' });
      expect(result).toEqual({
        advisory: true,
        error: {
          code: 'judge_unavailable',
          path: 'judge',
          rule: 'the judge gave no valid answer',
          fix: 'go on without it, and say that it was not judged',
        },
      });
    }
  });

  it('gives up with its caller, and on a judge that takes too long', async () => {
    const silent: Judge = { info: { model: 'slow-1' }, ask: () => new Promise(() => undefined) };
    const tool = judgementTool({ judge: silent, contract, timeoutMs: 10 });
    expect(await tool.call({ state: 'x' })).toMatchObject({ error: { code: 'judge_unavailable' } });
    const signal = AbortSignal.abort();
    expect(await tool.call({ state: 'x' }, { signal })).toMatchObject({
      error: { code: 'aborted' },
    });
  });

  it('answers the agent though its listener or its signer fails, and tells of it', async () => {
    const advice: Advice[] = [];
    const broken = {
      keyId: 'k',
      sign: () => {
        throw new Error('no key');
      },
    };
    const tool = judgementTool({
      judge: scriptedJudge(BILLING),
      contract,
      signer: broken,
      onAdvice: (given) => {
        advice.push(given);
        throw new Error('full');
      },
    });
    expect(await tool.call({ state: 'x' })).toMatchObject({ answers: BILLING });
    expect(advice[0]).toMatchObject({ receipts: [], unrecorded: 'error' });
  });

  it('writes a refusal as the contract does', async () => {
    const tool = judgementTool({ judge: scriptedJudge({ team: { refusal: true } }), contract });
    expect(await tool.call({ state: 'x' })).toEqual({
      advisory: true,
      answers: { team: { refusal: true } },
    });
  });

  it('refuses options that are none', () => {
    const judge = scriptedJudge({});
    const questions = { ok: noul('Is it fine?') };
    expect(() => judgementTool({ judge, contract, questions })).toThrow(
      'a question set has its own',
    );
    expect(() => judgementTool({ judge, name: '' })).toThrow('options.name');
    // @ts-expect-error There is no such option.
    expect(() => judgementTool({ judge, threshold: 0.5 })).toThrow('unknown option');
    // @ts-expect-error A version that is not resolved locks nothing.
    expect(() => judgementTool({ judge, contract: 'ticket-router@1' })).toThrow('options.contract');
  });
});

describe('advice', () => {
  it('is no judgement of a gate, whoever passes it off as one', async () => {
    const questions = { ok: noul('Is it unsafe?') };
    const tool = judgementTool({ judge: scriptedJudge({ ok: { noul: 0 } }), questions });
    const passing: Judge = {
      info: { model: 'go-between-1' },
      // What the agent was told is JSON with answers in it, and so looks like a response.
      ask: async ({ state }) => {
        const result = await tool.call({ state });
        return 'answers' in result ? result : { answers: {} };
      },
    };
    const model = scriptedJudge({ ok: { refusal: true } });
    for (const judge of [
      passing,
      retry(passing),
      cascade(passing, model),
      cached(passing, { store: memoryStore(), maxAgeMs: 1_000 }),
    ]) {
      const gate = createGate({ judge, questions });
      const verdict = await gate.check({ tool: 'Bash', input: { command: 'ls' } });
      expect(verdict.effect).toBe('deny');
      expect(verdict.unjudged).toEqual({ code: 'unsupported', unreadable: true });
    }
  });

  it('about the same state leaves the gate to ask its own judge', async () => {
    const questions = { ok: noul('Is it unsafe?') };
    const own = scriptedJudge({ ok: { noul: 1 } });
    const gate = createGate({ judge: own, questions });
    const tool = judgementTool({ judge: scriptedJudge({ ok: { noul: 0 } }), questions });
    const state = { tool: 'Bash', input: { command: 'ls' } };
    const advice = await tool.call({ state });
    expect(advice).toMatchObject({ answers: { ok: { noul: 0 } } });
    expect((await gate.check({ ...state, callId: 'c1' })).effect).toBe('deny');
    expect(own.requests).toHaveLength(1);
  });
});

describe('the shapes', () => {
  const tool = judgementTool({ judge: scriptedJudge(BILLING), contract, name: 'route' });

  it('of the AI SDK runs with the signal of the call', async () => {
    const ai = aiTool(tool);
    expect(await ai.execute({ state: 'x' }, {})).toEqual({ advisory: true, answers: BILLING });
    const abortSignal = AbortSignal.abort();
    expect(await ai.execute({ state: 'x' }, { abortSignal })).toMatchObject({
      error: { code: 'aborted' },
    });
    expect(ai.inputSchema['~standard'].jsonSchema.input()).toEqual(tool.inputSchema);
  });

  it('of OpenAI Agents reads the text of the model strictly', async () => {
    const agents = agentsTool(tool);
    expect(JSON.parse(await agents.invoke(undefined, '{"state":"x"}'))).toEqual({
      advisory: true,
      answers: BILLING,
    });
    for (const text of ['', '{"state":', '{"state":"x","state":"y"}']) {
      expect(JSON.parse(await agents.invoke(undefined, text))).toMatchObject({
        error: { code: text.includes('y') ? 'duplicate_member' : 'bad_syntax' },
      });
    }
    expect([await agents.needsApproval(), await agents.isEnabled()]).toEqual([false, true]);
  });

  it('of LangChain are the arguments of its tool()', async () => {
    const [run, fields] = langchainTool(tool);
    expect(fields).toEqual({
      name: 'route',
      description: tool.description,
      schema: tool.inputSchema,
    });
    expect(JSON.parse(await run({ state: 'x' }))).toEqual({ advisory: true, answers: BILLING });
  });

  it('of MCP says of a refusal that it is an error', async () => {
    const { call, definition, registration } = mcpTool(tool);
    expect(await call({ state: 'x' })).toEqual({
      content: [{ type: 'text', text: JSON.stringify({ advisory: true, answers: BILLING }) }],
      structuredContent: { advisory: true, answers: BILLING },
    });
    expect((await call({})).isError).toBe(true);
    const aborted = { mcpReq: { signal: AbortSignal.abort() } };
    expect((await call({ state: 'x' }, aborted)).structuredContent).toMatchObject({
      error: { code: 'aborted' },
    });
    expect(definition.annotations).toEqual({ readOnlyHint: true });
    expect(registration[0]).toBe('route');
  });
});
