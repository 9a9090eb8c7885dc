import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { choice, digestBytes, type Judge, judgeWith, noul, score } from '../../../src/index.js';
import {
  foundry,
  ollama,
  openrouter,
  perplexity,
  type ServiceJudgeOptions,
  systemOne,
  typesafe,
  vercel,
} from '../../../src/judges/system-one/index.js';
import { type Canned, during, errorOf, noWait } from '../replay.js';

/** The documented answers: a choice, a score and a noul, with their usages. */
const CHOICE =
  '{"model":"jev-1.13.0","answers":{"department":{"type":"choice","choice":"billing","probabilities":{"billing":0.88,"technical":0.12,"sales":0.0},"confidence":0.81}},"usage":{"input_tokens":296,"output_tokens":20}}';
const SCORE =
  '{"model":"jev-1.13.0","answers":{"urgency":{"type":"score","score":1.05,"legend":{"0":"can wait","1":"today","2":"now"},"probabilities":{"0":0.0,"1":0.95,"2":0.05},"confidence":0.92}},"usage":{"input_tokens":318,"output_tokens":34}}';
const NOUL =
  '{"model":"jev-1.13.0","answers":{"refund":{"type":"noul","noul":0.95}},"usage":{"input_tokens":304,"output_tokens":18}}';

const department = choice('Which department?', {
  billing: 'invoices and payments',
  technical: null,
  sales: { what: 'new orders', not_for: 'refunds' },
});
const urgency = score('How urgent?', ['can wait', 'today', 'now']);
const refund = noul('Does the customer want a refund?', {
  criteria: { true: 'asks for money back', false: null },
});

function ask(url: string, questions: Parameters<Judge['ask']>[0]['questions'], options = {}) {
  const model = systemOne(url, { model: 'jev-latest', apiKey: 'ts-key', ...options });
  return judgeWith(model, { state: { ticket: 'Where is my money?' }, questions });
}

/** Asks one question, and is answered with the body of one answer. */
function answered(text: string, questions: Parameters<Judge['ask']>[0]['questions'], options = {}) {
  const body = `{"model":"jev-1.13.0","answers":${text}}`;
  return during([{ text: body }], ({ url }) => ask(url, questions, options));
}

describe('a request of System One', () => {
  it('is a POST of the model, the state and a map of questions, in their own order', async () => {
    await during([{ text: CHOICE }], async ({ url, sent }) => {
      await ask(`${url}/`, { department });
      expect(sent).toHaveLength(1);
      expect(sent[0]).toMatchObject({ method: 'POST', path: '/v1/systemone' });
      expect(sent[0]?.headers).toMatchObject({
        authorization: 'Bearer ts-key',
        'content-type': 'application/json',
        accept: 'application/json',
      });
      expect(sent[0]?.text).toBe(
        '{"model":"jev-latest","state":{"ticket":"Where is my money?"},"questions":{"department":' +
          '{"type":"choice","instructions":"Which department?","criteria":{"billing":"invoices and payments",' +
          '"technical":null,"sales":{"what":"new orders","not_for":"refunds"}}}}}',
      );
    });
  });

  it('keeps the order of options that look like numbers', async () => {
    const size = choice('Which size?', ['10', '9', 'none']);
    const answer = '{"size":{"type":"choice","choice":"9"}}';
    await during([{ text: `{"answers":${answer}}` }], async ({ url, sent }) => {
      await ask(url, { size });
      expect(sent[0]?.text).toContain('"criteria":{"10":null,"9":null,"none":null}');
    });
  });

  it('has the levels of a score as a list, each with its label', async () => {
    const tone = score('How polite?', ['rude', 'plain', 'kind'], {
      criteria: { rude: 'insults', kind: { says: 'thanks' } },
    });
    const answer = '{"answers":{"tone":{"type":"score","score":1}}}';
    await during([{ text: answer }], async ({ url, sent }) => {
      await ask(url, { tone });
      expect(sent[0]?.text).toContain(
        '"criteria":["rude: insults","plain",{"level":"kind","criterion":{"says":"thanks"}}]',
      );
    });
  });

  it('has the criteria of a noul as they are, and none where there are none', async () => {
    const plain = noul('Is it spam?');
    const answer =
      '{"answers":{"refund":{"type":"noul","noul":0.5},"plain":{"type":"noul","noul":0.5}}}';
    await during([{ text: answer }], async ({ url, sent }) => {
      await ask(url, { refund, plain });
      expect(sent[0]?.text).toContain(
        '"refund":{"type":"noul","instructions":"Does the customer want a refund?","criteria":{"true":"asks for money back","false":null}},' +
          '"plain":{"type":"noul","instructions":"Is it spam?"}',
      );
    });
  });

  it('is not sent for a question without instructions, as its key is never shown', async () => {
    await during([{ text: NOUL }], async ({ url, sent }) => {
      await expect(ask(url, { refund: { type: 'noul' } })).rejects.toMatchObject({
        code: 'bad_question',
        path: 'questions.refund.instructions',
      });
      expect(sent).toHaveLength(0);
    });
  });
});

describe('the documented answers of System One', () => {
  it('are a choice with its distribution, as it was rounded', async () => {
    const result = await during([{ text: CHOICE }], ({ url }) => ask(url, { department }));
    expect(result.answers['department']).toEqual({
      choice: 'billing',
      probabilities: { billing: 0.88, technical: 0.12, sales: 0 },
      confidence: 0.81,
    });
    expect(result.judge).toEqual({
      model: 'jev-1.13.0',
      kind: 'decision-model',
      method: 'distribution',
      replayable: false,
    });
    expect(result.usage).toEqual({ inputTokens: 296, outputTokens: 20 });
    expect(result.responseDigest).toBe(digestBytes(new TextEncoder().encode(CHOICE)));
    expect(result.attempts).toBe(1);
  });

  it('are a score whose levels are those of the question', async () => {
    const result = await during([{ text: SCORE }], ({ url }) => ask(url, { urgency }));
    expect(result.answers['urgency']).toEqual({
      score: 1.05,
      probabilities: { 'can wait': 0, today: 0.95, now: 0.05 },
      confidence: 0.92,
    });
    expect(result.usage).toEqual({ inputTokens: 318, outputTokens: 34 });
  });

  it('are a noul without any confidence', async () => {
    const result = await during([{ text: NOUL }], ({ url }) => ask(url, { refund }));
    expect(result.answers['refund']).toEqual({ noul: 0.95 });
    expect(result.effect).toBe('deny');
  });

  it('are recorded with the model that was asked for and the one that answered', async () => {
    const result = await during([{ text: NOUL }], ({ url }) => ask(url, { refund }));
    expect([result.requestedModel, result.judge.model]).toEqual(['jev-latest', 'jev-1.13.0']);
    expect(result).not.toHaveProperty('modelUnreported');
  });

  it('have the request id of a header, and nothing where there is none', async () => {
    const headers = { 'x-typesafe-request-id': 'req_7f' };
    const known = await during([{ text: NOUL, headers }], ({ url }) => ask(url, { refund }));
    expect(known.requestId).toBe('req_7f');
    const unknown = await during([{ text: NOUL }], ({ url }) => ask(url, { refund }));
    expect(unknown).not.toHaveProperty('requestId');
  });
});

describe('the odd answers of real services', () => {
  const four = choice('Which?', ['a', 'b', 'c', 'd']);

  it.each([
    ['0.98', '{"a":0.96,"b":0.01,"c":0.01,"d":0.0}', 'a'],
    ['1.02', '{"a":0.27,"b":0.25,"c":0.25,"d":0.25}', 'a'],
    ['0.99, of three thirds', '{"a":0.33,"b":0.33,"c":0.33,"d":0.0}', 'a'],
  ])('sum to %s, and are taken as they are', async (_, probabilities, picked) => {
    const text = `{"four":{"type":"choice","choice":"${picked}","probabilities":${probabilities},"confidence":0.5}}`;
    const { answers } = await answered(text, { four });
    expect(answers['four']?.probabilities).toEqual(JSON.parse(probabilities));
  });

  it('choose a label that stands 0.01 below another', async () => {
    const text =
      '{"four":{"type":"choice","choice":"a","probabilities":{"a":0.39,"b":0.4,"c":0.21,"d":0.0},"confidence":0.2}}';
    const { answers } = await answered(text, { four });
    expect(answers['four']).toMatchObject({ choice: 'a' });
  });

  it('do not choose a label that stands 0.02 below another', async () => {
    const text =
      '{"four":{"type":"choice","choice":"a","probabilities":{"a":0.38,"b":0.4,"c":0.22,"d":0.0},"confidence":0.2}}';
    await expect(answered(text, { four })).rejects.toMatchObject({
      code: 'bad_answer',
      path: 'answers.four.choice',
      status: 200,
      attempts: 1,
    });
  });

  it.each([
    ['as far from its mean as rounding allows', 1.07, true],
    ['further from its mean than that', 1.08, false],
  ])('have a score %s', async (_, given, isTaken) => {
    // The mean is 1.05, and each of two levels may be off by half a hundredth times its number.
    const text = `{"urgency":{"type":"score","score":${given},"probabilities":{"0":0,"1":0.95,"2":0.05}}}`;
    const pending = answered(text, { urgency });
    if (isTaken) await expect(pending).resolves.toBeDefined();
    else await expect(pending).rejects.toMatchObject({ path: 'answers.urgency.score' });
  });

  it('have no usage, or one that is null or no number', async () => {
    for (const usage of [
      '',
      ',"usage":null',
      ',"usage":{"input_tokens":null,"output_tokens":"9"}',
    ]) {
      const text = `{"model":"m","answers":{"refund":{"type":"noul","noul":0.5}}${usage}}`;
      const result = await during([{ text }], ({ url }) => ask(url, { refund }));
      expect(result).not.toHaveProperty('usage');
    }
  });

  it('have a confidence and probabilities that are null', async () => {
    const text = '{"four":{"type":"choice","choice":"a","probabilities":null,"confidence":null}}';
    const { answers } = await answered(text, { four });
    expect(answers['four']).toEqual({ choice: 'a' });
  });

  it('name an alias as the model, or none', async () => {
    const alias = '{"model":"jev-latest","answers":{"refund":{"type":"noul","noul":0.5}}}';
    const one = await during([{ text: alias }], ({ url }) => ask(url, { refund }));
    expect([one.judge.model, one.requestedModel]).toEqual(['jev-latest', 'jev-latest']);
    expect(one).not.toHaveProperty('modelUnreported');
    const none = '{"answers":{"refund":{"type":"noul","noul":0.5}}}';
    const other = await during([{ text: none }], ({ url }) => ask(url, { refund }));
    expect([other.judge.model, other.modelUnreported]).toEqual(['jev-latest', true]);
  });

  it('have members that nobody knows, at every level', async () => {
    const text =
      '{"model":"m","answers":{"refund":{"type":"noul","noul":0.5,"why":{"a":[1]}},"other":{"type":"box","box":[0,0,1,1]}},"cost":0.1,"usage":{"input_tokens":1,"output_tokens":2,"cached":3}}';
    const result = await during([{ text }], ({ url }) => ask(url, { refund }));
    expect(result.answers).toEqual({ refund: { noul: 0.5 } });
    expect(result.usage).toEqual({ inputTokens: 1, outputTokens: 2 });
  });

  it('are of a type that nobody asked for', async () => {
    const text = '{"refund":{"type":"box","box":[0,0,1,1]}}';
    await expect(answered(text, { refund })).rejects.toMatchObject({
      code: 'bad_answer',
      path: 'answers.refund',
    });
  });

  it('refuse a question, as gateways write it, and answer the others', async () => {
    const text =
      '{"refund":{"type":"refusal"},"four":{"type":"choice","choice":"b","confidence":0.9}}';
    const { answers, decisions } = await answered(text, { refund, four });
    expect(answers['refund']?.refusal).toBe(true);
    expect(decisions['refund']?.reason).toBe('refusal');
    expect(answers['four']).toEqual({ choice: 'b', confidence: 0.9 });
  });

  it.each([
    ['an answer that is missing', '{}', 'answers.refund'],
    ['a probability above 1', '{"refund":{"type":"noul","noul":1.2}}', 'answers.refund.noul'],
    ['a probability in quotes', '{"refund":{"type":"noul","noul":"0.5"}}', 'answers.refund.noul'],
    ['no answers at all', 'null', 'answers'],
    [
      'a level that is none',
      '{"urgency":{"type":"score","score":1,"probabilities":{"3":1}}}',
      'answers.urgency.probabilities',
    ],
    ['a label that is none', '{"four":{"type":"choice","choice":"e"}}', 'answers.four.choice'],
  ])('are refused with %s', async (_, text, path) => {
    const asked = path.includes('urgency')
      ? { urgency }
      : path.includes('four')
        ? { four }
        : { refund };
    await expect(answered(text, asked)).rejects.toMatchObject({ code: 'bad_answer', path });
  });

  it('are held to the decimals that are declared', async () => {
    const thirds =
      '{"three":{"type":"choice","choice":"a","probabilities":{"a":0.33,"b":0.33,"c":0.33}}}';
    const three = choice('Which?', ['a', 'b', 'c']);
    await expect(answered(thirds, { three })).resolves.toBeDefined();
    await expect(answered(thirds, { three }, { decimals: 4 })).rejects.toMatchObject({
      path: 'answers.three.probabilities',
    });
  });
});

const MARKER = 'echo-of-what-was-sent';

interface Refusal {
  readonly name: string;
  readonly answer: Canned;
  readonly detail: string;
  readonly fix: RegExp;
  readonly attempts: number;
}

const REFUSALS: readonly Refusal[] = [
  {
    name: 'a key that is wrong',
    answer: {
      status: 401,
      text: `{"detail":{"error_type":"authentication_error","message":"${MARKER}"}}`,
    },
    detail: ': authentication_error',
    fix: /valid key/,
    attempts: 1,
  },
  {
    name: 'a key that is missing, which some answer with 403',
    answer: {
      status: 403,
      text: `{"detail":{"error_type":"authentication_error","message":"${MARKER}"}}`,
    },
    detail: ': authentication_error',
    fix: /send a key/,
    attempts: 1,
  },
  {
    name: 'an account without a card',
    answer: {
      status: 403,
      text: `{"error":{"message":"${MARKER}","type":"forbidden","code":"customer_verification_required"},"generationId":"g"}`,
    },
    detail: ': forbidden, customer_verification_required',
    fix: /means of payment/,
    attempts: 1,
  },
  {
    name: 'an account without credits',
    answer: { status: 402, text: `{"error":{"code":402,"message":"${MARKER}"}}` },
    detail: '',
    fix: /credits/,
    attempts: 1,
  },
  {
    name: 'a model that is not there, in a text',
    answer: { status: 404, text: `{"error":"model '${MARKER}' not found"}` },
    detail: '',
    fix: /options.model/,
    attempts: 1,
  },
  {
    name: 'tokens over the limit, without a message',
    answer: { status: 400, text: '{"detail":{"error_type":"max_tokens_exceeded"}}' },
    detail: ': max_tokens_exceeded',
    fix: /send less/,
    attempts: 1,
  },
  {
    name: 'a validation that echoes what was sent',
    answer: {
      status: 422,
      text: `{"detail":[{"loc":["body","questions","${MARKER}","noul","criteria"],"msg":"${MARKER}","type":"${MARKER}","input":{"x":"${MARKER}"}}]}`,
    },
    detail: ': body.questions',
    fix: /kinds of questions/,
    attempts: 1,
  },
  {
    name: 'a detail that is text',
    answer: { status: 422, text: `{"detail":"${MARKER}"}` },
    detail: '',
    fix: /kinds of questions/,
    attempts: 1,
  },
  {
    name: 'a rate limit',
    answer: { status: 429, text: `{"message":"${MARKER}"}` },
    detail: '',
    fix: /less often/,
    attempts: 3,
  },
  {
    name: 'a service that is overloaded',
    answer: { status: 529, text: `"${MARKER}"` },
    detail: '',
    fix: /overloaded/,
    attempts: 3,
  },
  {
    name: 'a conflict, as gateways have it',
    answer: { status: 409, text: '{"error":{"type":"failed_dependency"}}' },
    detail: ': failed_dependency',
    fix: /again later/,
    attempts: 3,
  },
  {
    name: 'a quota that is used up, which has the status of a rate limit',
    answer: { status: 429, text: '{"error":{"type":"insufficient_quota"}}' },
    detail: ': insufficient_quota',
    fix: /add credits/,
    attempts: 1,
  },
  {
    name: 'a service that says not to ask again',
    answer: { status: 500, headers: { 'x-should-retry': 'false' }, text: '{}' },
    detail: '',
    fix: /again later/,
    attempts: 1,
  },
  {
    name: 'a service that breaks, in a page of HTML',
    answer: { status: 502, headers: { 'content-type': 'text/html' }, text: `<p>${MARKER}</p>` },
    detail: '',
    fix: /again later/,
    attempts: 3,
  },
];

describe('what a service does not answer', () => {
  it.each(REFUSALS)('is told without its text: $name', async (refusal) => {
    const { answer, detail, fix, attempts } = refusal;
    const headers = { 'x-typesafe-request-id': 'req_9', ...answer.headers };
    await during([{ ...answer, headers }], async ({ url, sent }) => {
      const { timer } = noWait();
      const error = await errorOf(ask(url, { refund }, { timer }));
      expect(error).toMatchObject({
        code: 'judge_unavailable',
        path: 'response',
        status: answer.status,
        requestId: 'req_9',
        attempts,
        rule: `a judge answers with status 200, and this response has ${answer.status}${detail}`,
      });
      expect(error['fix']).toMatch(fix);
      expect(sent).toHaveLength(attempts);
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(MARKER);
    });
  });

  it('is asked again as often as the services own clients do, and then answered', async () => {
    const busy = { status: 529, text: '{}' };
    await during([busy, busy, { text: NOUL }], async ({ url }) => {
      const { timer, waits } = noWait();
      const random = (length: number) => new Uint8Array(length);
      const result = await ask(url, { refund }, { timer, random });
      expect(result.attempts).toBe(3);
      expect(waits).toEqual([500, 1000]);
    });
  });

  it('is asked again when it says so, in milliseconds or in seconds', async () => {
    const busy = (headers: Record<string, string>) => ({ status: 429, headers, text: '{}' });
    const answers = [
      busy({ 'retry-after-ms': '750', 'retry-after': '9' }),
      busy({ 'retry-after': '2' }),
      { text: NOUL },
    ];
    await during(answers, async ({ url }) => {
      const { timer, waits } = noWait();
      await ask(url, { refund }, { timer });
      expect(waits).toEqual([750, 2000]);
    });
  });

  it('is asked again when its connection broke', async () => {
    const { timer } = noWait();
    let count = 0;
    const fetch = async () => {
      count += 1;
      if (count < 3) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
      return Response.json({ answers: { refund: { type: 'noul', noul: 0.5 } } });
    };
    const result = await ask('https://d1.example', { refund }, { timer, fetch });
    expect(result.attempts).toBe(3);
  });

  it('is not asked again when told so', async () => {
    await during([{ status: 529, text: '{}' }], async ({ url, sent }) => {
      const error = await errorOf(ask(url, { refund }, { retries: 0 }));
      expect([error['attempts'], sent.length]).toEqual([1, 1]);
    });
  });
});

describe('the list of models', () => {
  it('is read as it is documented', async () => {
    const text =
      '{"models":[{"name":"jev-latest","description":"The newest.","release_date":"2026-09-15"},{"name":"jev-preview"}]}';
    await during([{ text }], async ({ url, sent }) => {
      const models = await systemOne(url, { model: 'm', apiKey: 'ts-key' }).models();
      expect(models).toEqual([
        { name: 'jev-latest', description: 'The newest.', releaseDate: '2026-09-15' },
        { name: 'jev-preview' },
      ]);
      expect(sent[0]).toMatchObject({ method: 'GET', path: '/v1/models', text: '' });
      expect(sent[0]?.headers).toMatchObject({ authorization: 'Bearer ts-key' });
      expect(sent[0]?.headers).not.toHaveProperty('content-type');
    });
  });

  it.each(['{"models":{}}', '{"models":[{}]}', '{"data":[]}', '{"models":["jev"]}'])(
    'is no list as %s',
    async (text) => {
      const pending = during([{ text }], ({ url }) => systemOne(url, { model: 'm' }).models());
      await expect(pending).rejects.toMatchObject({ code: 'bad_answer', path: 'response.models' });
    },
  );
});

describe('the services that speak System One', () => {
  type Make = (options: ServiceJudgeOptions) => Judge;
  const services: readonly (readonly [string, Make, string, string, string, object])[] = [
    [
      'typesafe',
      typesafe,
      'https://api.typesafe.ai/v1/systemone',
      'jev-latest',
      'typesafe',
      { authorization: 'Bearer key' },
    ],
    [
      'openrouter',
      (options) => openrouter({ model: 'typesafe/jev-1.13', ...options }),
      'https://openrouter.ai/api/alpha/decisions',
      'typesafe/jev-1.13',
      'openrouter',
      { authorization: 'Bearer key' },
    ],
    [
      'perplexity',
      (options) => perplexity({ model: 'pplx-decider-v1.3', ...options }),
      'https://api.perplexity.ai/v1/decisions',
      'pplx-decider-v1.3',
      'perplexity',
      { authorization: 'Bearer key' },
    ],
    [
      'ollama',
      (options) => ollama({ model: 'nimble', ...options }),
      'http://localhost:11434/v1/systemone',
      'nimble',
      'ollama',
      { authorization: 'Bearer key' },
    ],
    [
      'foundry',
      (options) =>
        foundry({
          ...options,
          endpoint: 'https://desk.services.ai.azure.com/',
          model: options.model ?? 'd',
        }),
      'https://desk.services.ai.azure.com/providers/microsoft/v1/systemone',
      'd',
      'microsoft',
      { 'api-key': 'key' },
    ],
    [
      'vercel',
      vercel,
      'https://ai-gateway.vercel.sh/typesafe/v1/systemone',
      'typesafe-ai/jev',
      'vercel',
      { authorization: 'Bearer key' },
    ],
  ];

  it.each(services)(
    '%s is asked where it is, by its name and with its key',
    async (_, make, url, model, provider, headers) => {
      const asked: unknown[] = [];
      const judge = make({
        apiKey: 'key',
        fetch: (to, init) => {
          asked.push(to, init.headers, JSON.parse(init.body ?? '').model);
          return Response.json({ answers: { refund: { type: 'noul', noul: 0.9 } } });
        },
      });
      const plain = { refund: noul('A refund?') };
      const result = await judgeWith(judge, { state: 'x', questions: plain });
      expect(asked).toEqual([url, expect.objectContaining(headers), model]);
      expect(result.judge).toMatchObject({ model, provider, kind: 'decision-model' });
    },
  );

  it('are told apart by a cache, also where they serve one model', () => {
    const keys = services.map(([, make]) => make({ model: 'same' }).cacheKey);
    expect(new Set(keys).size).toBe(services.length);
    expect(typesafe().cacheKey).toMatch(/^sha256:/);
  });

  it('need no key where the service needs none', async () => {
    const seen: string[] = [];
    const judge = ollama({
      model: 'nimble',
      url: 'http://gpu.local:11434/',
      fetch: (url, { headers }) => {
        seen.push(url, ...Object.keys(headers));
        return Response.json({ answers: { refund: { type: 'noul', noul: 0.9781 } } });
      },
    });
    const result = await judgeWith(judge, { state: 'x', questions: { refund } });
    expect(seen).toEqual(['http://gpu.local:11434/v1/systemone', 'accept', 'content-type']);
    expect(result.answers.refund).toEqual({ noul: 0.9781 });
  });

  it('take both criteria of a noul or none, at OpenRouter', async () => {
    const judge = openrouter({ model: 'm', fetch: () => Response.json({}) });
    await expect(judgeWith(judge, { state: 'x', questions: { refund } })).rejects.toMatchObject({
      code: 'bad_question',
      path: 'questions.refund.criteria',
    });
  });

  it('are rounded to 4 decimals by Ollama, and to 2 by others', async () => {
    const three = choice('Which?', ['a', 'b', 'c']);
    const thirds = {
      three: { type: 'choice', choice: 'a', probabilities: { a: 0.33, b: 0.33, c: 0.33 } },
    };
    const fetch = () => Response.json({ answers: thirds });
    for (const [name, make] of services) {
      const pending = judgeWith(make({ fetch }), { state: 'x', questions: { three } });
      if (name === 'ollama') {
        await expect(pending).rejects.toMatchObject({ path: 'answers.three.probabilities' });
      } else await expect(pending).resolves.toBeDefined();
    }
  });

  it('may have their request id in the body, as at OpenRouter', async () => {
    const text =
      '{"id":"gen-dec-17","provider":"TypeSafe","model":"typesafe/jev-1.13-20260917","answers":{"refund":{"type":"noul","noul":0.5}},"usage":{"input_tokens":9,"output_tokens":1,"cost":0.0000004}}';
    const result = await during([{ text }], ({ url }) => ask(url, { refund }));
    expect(result.requestId).toBe('gen-dec-17');
    expect(result.usage).toEqual({ inputTokens: 9, outputTokens: 1 });
  });

  it('take a token of Entra ID in the place of a key, at Foundry', async () => {
    const seen: unknown[] = [];
    const judge = foundry({
      endpoint: 'https://desk.example',
      model: 'd',
      token: async () => 'entra',
      fetch: (_url, { headers }) => {
        seen.push(headers);
        return Response.json({ answers: { refund: { type: 'noul', noul: 0.5 } } });
      },
    });
    await judgeWith(judge, { state: 'x', questions: { refund } });
    expect(seen).toEqual([expect.objectContaining({ authorization: 'Bearer entra' })]);
    expect(seen[0]).not.toHaveProperty('api-key');
  });
});

describe('the key of a service', () => {
  const fetch = () => Response.json({ answers: { refund: { type: 'noul', noul: 0.5 } } });

  it('is asked for before each attempt', async () => {
    let count = 0;
    const keys: unknown[] = [];
    const { timer } = noWait();
    const judge = typesafe({
      timer,
      apiKey: async () => {
        count += 1;
        return `key-${count}`;
      },
      fetch: (_url, { headers }) => {
        keys.push(headers['authorization']);
        return count < 3 ? new Response('{}', { status: 503 }) : fetch();
      },
    });
    await judgeWith(judge, { state: 'x', questions: { refund } });
    expect(keys).toEqual(['Bearer key-1', 'Bearer key-2', 'Bearer key-3']);
  });

  it('takes the place of a header of the same name, and leaves the others', async () => {
    const seen: unknown[] = [];
    const judge = typesafe({
      apiKey: 'key',
      headers: { Authorization: 'Bearer other', 'x-team': 'ops' },
      fetch: (_url, { headers }) => {
        seen.push(headers);
        return fetch();
      },
    });
    await judgeWith(judge, { state: 'x', questions: { refund } });
    expect(seen).toEqual([
      expect.objectContaining({ authorization: 'Bearer key', 'x-team': 'ops' }),
    ]);
  });

  it.each([
    ['empty text', ''],
    ['text with a line break', 'key\n'],
    ['a number', 7],
  ])('is not %s', (_, apiKey) => {
    expect(() => typesafe({ apiKey: apiKey as string })).toThrow(
      expect.objectContaining({ code: 'bad_option', path: 'options.apiKey' }),
    );
  });

  it.each([
    ['throws', () => Promise.reject(new Error('no vault')), 'judge_unavailable'],
    ['gives nothing', () => Promise.resolve(''), 'bad_option'],
  ])('is missed when its function %s', async (_, apiKey, code) => {
    const judge = typesafe({ apiKey, fetch });
    await expect(judgeWith(judge, { state: 'x', questions: { refund } })).rejects.toMatchObject({
      code,
      path: 'options.apiKey',
      attempts: 1,
    });
  });
});

describe('options that are none', () => {
  it.each([
    ['another option', () => typesafe({ baseUrl: 'x' } as ServiceJudgeOptions), 'options.baseUrl'],
    ['a blank model', () => typesafe({ model: ' ' }), 'options.model'],
    ['no model', () => openrouter({}), 'options.model'],
    ['no decimals', () => typesafe({ decimals: 0 }), 'options.decimals'],
    ['no URL', () => systemOne('judge.example', { model: 'm' }), 'url'],
    [
      'a blank provider',
      () => systemOne('https://x.example', { model: 'm', provider: '' }),
      'options.provider',
    ],
  ])('are refused: %s', (_, make, path) => {
    expect(make).toThrow(expect.objectContaining({ code: 'bad_option', path }));
  });
});
