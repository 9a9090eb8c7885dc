import { describe, expect, it } from 'vitest';
import { asked } from '../../../src/contract/index.js';
import { choice, type Judge, judgeWith, noul, score } from '../../../src/index.js';
import { type RuntypeJudgment, runtype, runtypeSets } from '../../../src/judges/runtype/index.js';
import { during, errorOf } from '../replay.js';
import { ANSWERS, EXECUTED, resolved } from './bodies.js';

const TEAM = choice('Which queue?', ['billing', 'technical', 'account', 'other']);
const HUMAN = noul('Does the customer ask for a human?');
const QUESTIONS = { route: TEAM, requests_human: HUMAN };
const STATE = 'My card was charged twice for the same order.';
const KEY = { apiKey: 'rt-key' };
const INSTANCE = { questionSetId: 'qset_YOUR_QUESTION_SET_ID', version: 1 };

function executed(result: object, judgment: object = {}): string {
  return JSON.stringify({ result, metadata: { judgment } });
}

async function ask(judge: Judge, questions = {}) {
  return judgeWith(judge, { state: STATE, questions: { ...QUESTIONS, ...questions } });
}

describe('a configured instance', () => {
  it('is sent the state and its settings, and reads what is documented', async () => {
    await during([{ text: EXECUTED }], async ({ url, sent }) => {
      const told: RuntypeJudgment[] = [];
      const onJudgment = (one: RuntypeJudgment) => told.push(one);
      const judge = runtype({ url, ...KEY, ...INSTANCE, displayName: 'Triage', onJudgment });
      const result = await ask(judge);
      expect(sent).toMatchObject([
        { method: 'POST', path: '/v1/tools/builtin:typesafe_judge/execute' },
      ]);
      expect(sent[0]?.headers).toMatchObject({
        authorization: 'Bearer rt-key',
        'content-type': 'application/json',
      });
      expect(sent[0]?.text).toBe(
        '{"parameters":{"state":"My card was charged twice for the same order."},"toolConfig":{"questionSetId":"qset_YOUR_QUESTION_SET_ID","version":1,"displayName":"Triage"}}',
      );
      expect(result.answers).toEqual({
        route: { choice: 'billing' },
        requests_human: { noul: 0.18 },
      });
      expect(result.judge).toEqual({
        model: 'typesafe-ai/jev',
        provider: 'vercel',
        kind: 'decision-model',
        method: 'distribution',
        replayable: false,
      });
      expect([result.requestedModel, result.modelUnreported]).toEqual(['typesafe-ai/jev', true]);
      expect(result.usage).toEqual({ inputTokens: 212, outputTokens: 9 });
      expect(told).toEqual([
        {
          requestedModel: 'typesafe-ai/jev',
          provider: 'vercel',
          route: 'vercel-ai-gateway',
          keySource: 'platform',
          questionSetId: 'qset_YOUR_QUESTION_SET_ID',
          questionSetVersion: 1,
          estimatedCostUsd: 0.00031,
        },
      ]);
    });
  });

  it('asks the questions of its contract, pinned, and no others', async () => {
    const bodies = [{ text: resolved(3) }, { text: executed(JSON.parse(ANSWERS)) }];
    await during(bodies, async ({ url, sent }) => {
      const { questionSetId, contract } = await runtypeSets({ url, ...KEY }).resolve('qset_1');
      const judge = runtype({ url, ...KEY, questionSetId, contract });
      const result = await judgeWith(judge, asked(contract, STATE));
      expect(result.contract).toEqual({ id: 'ticket-triage', version: '3' });
      expect(result.answers['route']?.probabilities).toEqual({
        billing: 0.6,
        technical: 0.3,
        account: 0.08,
        other: 0.02,
      });
      expect(JSON.parse(sent[1]?.text ?? '')).toEqual({
        parameters: { state: STATE },
        toolConfig: { questionSetId: 'qset_1', version: 3 },
      });
      const error = await errorOf(ask(judge));
      expect([error['code'], error.message]).toEqual([
        'bad_question',
        'questions: "Ticket triage" (ticket-triage@3) is asked, so its questions cannot be replaced; ask with asked(contract, state)',
      ]);
      expect(sent).toHaveLength(2);
    });
  });

  it.each([
    ['another set', { questionSetId: 'qset_other', questionSetVersion: 1 }],
    ['another version', { ...INSTANCE, questionSetVersion: 2 }],
  ])('takes no answers of %s', async (_, judgment) => {
    await during([{ text: executed(JSON.parse(ANSWERS), judgment) }], async ({ url }) => {
      const error = await errorOf(ask(runtype({ url, ...KEY, ...INSTANCE })));
      expect(error).toMatchObject({ code: 'bad_answer', path: 'response', status: 200 });
    });
  });

  it('is another judge for a cache with another set or another model', () => {
    const keys = [{}, INSTANCE, { ...INSTANCE, version: 2 }, { ...INSTANCE, model: 'm-2' }].map(
      (options) => runtype(options).cacheKey,
    );
    expect(new Set(keys).size).toBe(4);
    expect(runtype(INSTANCE).cacheKey).toBe(keys[1]);
  });
});

describe('questions that are sent along', () => {
  it('are written in its words, options in their order', async () => {
    const questions = {
      is_refund: noul('Does the customer ask for a refund?', { criteria: { true: 'Yes.' } }),
      floor: choice('Which floor?', ['10', '2']),
      mood: score('How angry?', ['calm', 'angry'], { criteria: { angry: 'Shouts.' } }),
    };
    const result = {
      is_refund: { type: 'boolean', probability: 0.9 },
      floor: { type: 'choice', choice: '10', probabilities: { '10': 0.7, '2': 0.3 } },
      mood: { type: 'score', score: 0.25, probabilities: { '0': 0.75, '1': 0.25 } },
    };
    await during([{ text: executed(result) }], async ({ url, sent }) => {
      const judge = runtype({ url, ...KEY, model: 'cloudflare/clef' });
      const judged = await judgeWith(judge, { state: [STATE], questions });
      expect(sent[0]?.text).toBe(
        '{"parameters":{"state":["My card was charged twice for the same order."],"questions":{' +
          '"is_refund":{"type":"boolean","instructions":"Does the customer ask for a refund?","criteria":{"true":"Yes."}},' +
          '"floor":{"type":"choice","instructions":"Which floor?","criteria":{"10":null,"2":null}},' +
          '"mood":{"type":"score","instructions":"How angry?","criteria":["calm","angry: Shouts."]}},' +
          '"model":"cloudflare/clef"}}',
      );
      expect(judged.answers).toEqual({
        is_refund: { noul: 0.9 },
        floor: { choice: '10', probabilities: { '10': 0.7, '2': 0.3 } },
        mood: { score: 0.25, probabilities: { calm: 0.75, angry: 0.25 } },
      });
      expect([judged.requestedModel, judged.judge.provider]).toEqual([
        'cloudflare/clef',
        'runtype',
      ]);
    });
  });

  it('are none where there is nothing but a key', async () => {
    await during([], async ({ url, sent }) => {
      const request = { state: STATE, questions: { spam: { type: 'noul' } as const } };
      const error = await errorOf(judgeWith(runtype({ url, ...KEY }), request));
      expect(error).toMatchObject({ code: 'bad_question', path: 'questions.spam.instructions' });
      expect(sent).toEqual([]);
    });
  });
});

describe('what is answered', () => {
  const good = JSON.parse(ANSWERS);
  const answered = (result: object, judgment?: object) =>
    executed({ ...good, ...result }, judgment);

  it('may refuse one question, and answers the others', async () => {
    await during([{ text: answered({ route: { type: 'refusal' } }) }], async ({ url }) => {
      const result = await ask(runtype({ url, ...KEY }));
      expect(result.answers.route.refusal).toBe(true);
      expect(result.answers.requests_human.noul).toBe(0.18);
    });
  });

  it('keeps the confidence of a provider apart, and drops one that is none', async () => {
    const route = { ...good.route, providerConfidence: 0.47 };
    const human = { ...good.requests_human, providerConfidence: null };
    const text = answered({ route, requests_human: human });
    await during([{ text }], async ({ url }) => {
      const result = await ask(runtype({ url, ...KEY }));
      expect(result.details).toEqual({ route: { providerConfidence: 0.47 } });
      expect(result.answers.route.confidence).toBeUndefined();
    });
  });

  it('names the model that the provider reports', async () => {
    const judgment = { requestedModel: 'typesafe-ai/jev', resolvedModelId: 'jev-1.13.0' };
    await during([{ text: answered({}, judgment) }], async ({ url }) => {
      const result = await ask(runtype({ url, ...KEY }));
      expect([result.judge.model, result.requestedModel, result.modelUnreported]).toEqual([
        'jev-1.13.0',
        'typesafe-ai/jev',
        undefined,
      ]);
    });
  });

  it.each([
    ['no metadata', JSON.stringify({ result: good })],
    ['metadata of another kind', JSON.stringify({ result: good, metadata: [7] })],
    [
      'members of other types',
      executed(good, { provider: 7, usage: 'many', questionSetVersion: 'x', estimatedCostUsd: -1 }),
    ],
    ['estimated tokens', executed(good, { usage: { inputTokens: 9, reported: false } })],
    ['members and answers that are not known', answered({ more: { type: 'box' } }, { more: {} })],
  ])('is an answer with %s, which then says less', async (_, text) => {
    await during([{ text }], async ({ url }) => {
      const result = await ask(runtype({ url, ...KEY }));
      expect(result.answers.requests_human.noul).toBe(0.18);
      expect([result.usage, result.judge.provider]).toEqual([undefined, 'runtype']);
    });
  });

  it.each([0.98, 1.02])('may sum to %d, as it is rounded', async (sum) => {
    const probabilities = { billing: 0.6, technical: 0.3, account: 0.08, other: sum - 0.98 };
    const route = { ...good.route, probabilities };
    await during([{ text: answered({ route }) }], async ({ url }) => {
      expect((await ask(runtype({ url, ...KEY }))).answers.route.choice).toBe('billing');
    });
  });

  it.each([
    ['no result', '{}', 'bad_answer', 'response'],
    ['a list', '{"result":[]}', 'bad_answer', 'response'],
    ['an error in its place', '{"result":null,"error":"S"}', 'judge_unavailable', 'response'],
    [
      'an answer that is missing',
      executed({ route: good.route }),
      'bad_answer',
      'answers.requests_human',
    ],
    [
      'another type',
      answered({ route: { type: 'boolean', probability: 1 } }),
      'bad_answer',
      'answers.route',
    ],
    ['a box', answered({ route: { type: 'box', box: {} } }), 'bad_answer', 'answers.route'],
    [
      'a noul of theirs',
      answered({ requests_human: { type: 'noul', noul: 1 } }),
      'bad_answer',
      'answers.requests_human',
    ],
    [
      'an option of its own',
      answered({ route: { type: 'choice', choice: 'sales' } }),
      'bad_answer',
      'answers.route.choice',
    ],
    [
      'a probability of 2',
      answered({ requests_human: { type: 'boolean', probability: 2 } }),
      'bad_answer',
      'answers.requests_human.noul',
    ],
    [
      'the unlikelier option',
      answered({ route: { ...good.route, choice: 'other' } }),
      'bad_answer',
      'answers.route.choice',
    ],
  ])('is none with %s', async (_, text, code, path) => {
    await during([{ text }], async ({ url }) => {
      const error = await errorOf(ask(runtype({ url, ...KEY })));
      expect(error).toMatchObject({ code, path, status: 200, attempts: 1 });
    });
  });
});

describe('an error', () => {
  it.each([
    [400, { error: 'S', code: 'TOOL_CONFIG_INVALID' }, ': TOOL_CONFIG_INVALID', 1],
    [404, { error: 'S', code: 'QUESTION_SET_UNRESOLVED' }, ': QUESTION_SET_UNRESOLVED', 1],
    [400, { error: 'S', code: 'S: sk-lower' }, '', 1],
    [401, { error: { message: 'S', code: 'UNAUTHORIZED_KEY' } }, ': UNAUTHORIZED_KEY', 1],
    [422, 'S', '', 1],
    [500, { error: 'S' }, '', 3],
    [429, { error: 'S', code: 'RATE_LIMIT_REACHED' }, ': RATE_LIMIT_REACHED', 3],
  ])('of status %d says its stable code and nothing else', async (status, body, said, attempts) => {
    await during([{ status, text: JSON.stringify(body) }], async ({ url, sent }) => {
      const timer = (call: () => void, ms: number) => {
        const timeout = setTimeout(call, ms > 4_000 ? ms : 0);
        return () => clearTimeout(timeout);
      };
      const error = await errorOf(ask(runtype({ url, ...KEY, timer })));
      expect(error).toMatchObject({ code: 'judge_unavailable', status, attempts });
      expect(error['rule']).toBe(
        `a judge answers with status 200, and this response has ${status}${said}`,
      );
      expect(sent).toHaveLength(attempts);
    });
  });

  it('is one after 5 seconds of an attempt, and after 15 in all', async () => {
    const waits: number[] = [];
    const fetch = () => new Promise<never>(() => undefined);
    const timer = (call: () => void, milliseconds: number) => {
      waits.push(milliseconds);
      const timeout = setTimeout(call, milliseconds / 100);
      return () => clearTimeout(timeout);
    };
    const error = await errorOf(ask(runtype({ ...KEY, fetch, timer })));
    expect([error['code'], error['attempts']]).toEqual(['judge_unavailable', 1]);
    expect(Math.max(...waits)).toBe(15_000);
    expect(waits).toContain(5_000);
  });
});

describe('the catalogue', () => {
  const jev = {
    id: 'typesafe-ai/jev',
    name: 'TypeSafe Jev',
    provider: 'vercel',
    limits: { stateTokens: 32_000 },
    inputKinds: ['text', 'json'],
    pricing: { inputPerMillion: 0.042 },
    credentials: 'gateway',
    extra: true,
  };
  const clef = { modelId: '@cf/cloudflare/clef' };
  it.each([
    [{ models: [jev, clef] }],
    [{ data: [jev, clef], nextCursor: null }],
    [{ decisionModels: [jev, clef] }],
    [{ catalogue: [jev, clef], total: 2 }],
  ])('is read under any name: %j', async (body) => {
    await during([{ text: JSON.stringify(body) }], async ({ url, sent }) => {
      expect(await runtype({ url, ...KEY }).models()).toEqual([
        {
          id: 'typesafe-ai/jev',
          name: 'TypeSafe Jev',
          provider: 'vercel',
          limits: { stateTokens: 32_000 },
          inputs: ['text', 'json'],
          pricing: { inputPerMillion: 0.042 },
          credentials: 'gateway',
          source: jev,
        },
        { id: '@cf/cloudflare/clef', source: clef },
      ]);
      expect(sent).toMatchObject([{ method: 'GET', path: '/v1/decision-models', text: '' }]);
    });
  });

  it.each([[{}], [{ models: [{}] }], [{ models: [7] }], [{ a: [], b: [] }]])(
    'is none: %j',
    async (body) => {
      await during([{ text: JSON.stringify(body) }], async ({ url }) => {
        const error = await errorOf(runtype({ url, ...KEY }).models());
        expect(error).toMatchObject({ code: 'bad_answer', status: 200 });
      });
    },
  );
});

describe('an option that is none', () => {
  it.each([
    [{ toolId: '../x' }, 'options.toolId'],
    [{ version: 1 }, 'options.version'],
    [{ displayName: 'x' }, 'options.displayName'],
    [{ questionSetId: 'a/b' }, 'options.questionSetId'],
    [{ ...INSTANCE, version: 0 }, 'options.version'],
    [{ ...INSTANCE, displayName: ' ' }, 'options.displayName'],
    [{ onJudgment: 7 }, 'options.onJudgment'],
    [{ questions: {} }, 'options.questions'],
    [{ url: 'ftp://x' }, 'url'],
    [{ apiKey: 7 }, 'options.apiKey'],
  ])('is refused: %j', (options, path) => {
    expect(() => Reflect.apply(runtype, undefined, [options])).toThrow(
      expect.objectContaining({ code: 'bad_option', path }),
    );
  });
});
