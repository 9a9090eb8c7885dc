import { describe, expect, it } from 'vitest';
import {
  choice,
  explain,
  judgeSync,
  judgeWith,
  noul,
  parseJson,
  rulesJudge,
  rulesQuestions,
  type SyncJudge,
  threshold,
  toolCall,
} from '../src/index.js';
import { attest, type Envelope, generateKey, verifyReceipt } from '../src/receipt/index.js';
import { faultOf, rejectionOf } from './fault.js';

/** What is wrong, who is given it, and the code and the place that they answer with. */
type Row = readonly [wrong: string, call: () => unknown, code: string, path: string];

/** Gives a function what its types do not allow, as a caller without types can. */
function untyped(call: (...args: never) => unknown, ...args: readonly unknown[]): unknown {
  return Reflect.apply(call, undefined, args);
}

/** Judges a call of Bash whose input has one member. */
function judgeValue(value: unknown): unknown {
  return untyped(judgeSync, { state: { tool: 'Bash', input: { value } } });
}

/** Judges a command. */
function judgeCommand(command: string): unknown {
  return judgeSync({ state: { tool: 'Bash', input: { command } } });
}

const nested = JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`);
const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;

describe('a state', () => {
  const rows: readonly Row[] = [
    ['nothing', () => untyped(judgeSync, {}), 'bad_state', 'state'],
    ['a number', () => untyped(judgeSync, { state: 7 }), 'bad_state', 'state'],
    ['null', () => untyped(judgeSync, { state: null }), 'bad_state', 'state'],
    ['no tool', () => judgeSync({ state: { input: {} } }), 'bad_state', 'state.tool'],
    ['NaN', () => judgeValue(Number.NaN), 'not_finite', 'state.input.value'],
    ['Infinity', () => judgeValue(Number.POSITIVE_INFINITY), 'not_finite', 'state.input.value'],
    ['an integer past 2^53', () => judgeValue(2 ** 53), 'unsafe_integer', 'state.input.value'],
    ['a lone surrogate', () => judgeValue('\ud800'), 'lone_surrogate', 'state.input.value'],
    ['10,000 arrays in each other', () => judgeValue(nested), 'too_deep', DEEP],
    ['a cycle', () => judgeValue(cyclic), 'cyclic', 'state.input.value.self'],
    ['a Date', () => judgeValue(new Date(0)), 'not_json', 'state.input.value'],
    ['a Map', () => judgeValue(new Map()), 'not_json', 'state.input.value'],
    ['a BigInt', () => judgeValue(1n), 'not_json', 'state.input.value'],
    ['a function', () => judgeValue(() => 1), 'not_json', 'state.input.value'],
    ['a symbol', () => judgeValue(Symbol('s')), 'not_json', 'state.input.value'],
    ['undefined', () => judgeValue(undefined), 'not_json', 'state.input.value'],
    ['a hole in an array', () => judgeValue(new Array(1)), 'not_json', 'state.input.value'],
    ['bytes', () => judgeValue(new Uint8Array(1)), 'not_json', 'state.input.value'],
    [
      'a getter that throws',
      () =>
        judgeValue({
          get secret() {
            throw new Error('no');
          },
        }),
      'not_json',
      'state.input.value.secret',
    ],
    [
      'the key __proto__',
      () => judgeValue(JSON.parse('{"__proto__":{}}')),
      'forbidden_member',
      'state.input.value.__proto__',
    ],
    [
      'the key constructor',
      () => judgeValue({ constructor: 1 }),
      'forbidden_member',
      'state.input.value.constructor',
    ],
    [
      'a command of 10 MB',
      () => judgeCommand('a'.repeat(10_000_000)),
      'too_large',
      'state.input.command',
    ],
    [
      '100 KB of curl',
      () => judgeCommand('curl '.repeat(20_480)),
      'too_large',
      'state.input.command',
    ],
    ['100 KB of $(', () => judgeCommand('$('.repeat(51_200)), 'too_large', 'state.input.command'],
    [
      'an argv of 100 KB',
      () => judgeValue({ command: Array(20_480).fill('curl') }),
      'too_large',
      'state.input.value.command',
    ],
  ];

  it.each(rows)('with %s is refused', (_, call, code, path) => {
    expect(faultOf(call)).toEqual([code, path]);
  });

  it('may hold -0, which is 0 on every wire', () => {
    const state = toolCall({ tool: 'pay', input: { amount: -0 }, amountBound: 0 });
    expect(state['input']).toStrictEqual({ amount: 0 });
    expect(judgeSync({ state }).effect).toBe('allow');
  });

  it('may hold commands up to the limit, hostile or not', () => {
    for (const part of ['curl ', '$(', '"', '`', '((', '{a,', '<<E ', "'", '${']) {
      const command = part.repeat(Math.floor(65_536 / part.length));
      expect(['allow', 'deny']).toContain(
        judgeSync({ state: { tool: 'Bash', input: { command } } }).effect,
      );
    }
  });
});

describe('JSON text', () => {
  const rows: readonly Row[] = [
    ['a member twice', () => parseJson('{"a":{"b":1,"b":2}}'), 'duplicate_member', 'json.a.b'],
    ['the key __proto__', () => parseJson('{"__proto__":1}'), 'forbidden_member', 'json.__proto__'],
    [
      'the key constructor',
      () => parseJson('[{"constructor":1}]'),
      'forbidden_member',
      'json[0].constructor',
    ],
    ['NaN', () => parseJson('[NaN]'), 'bad_syntax', 'json[0]'],
    ['an infinite number', () => parseJson('[1e400]'), 'not_finite', 'json[0]'],
    ['2^53 + 1', () => parseJson('[9007199254740993]'), 'unsafe_integer', 'json[0]'],
    ['a lone surrogate', () => parseJson('["\\ud800"]'), 'lone_surrogate', 'json[0]'],
    ['10,000 arrays in each other', () => parseJson('['.repeat(10_000)), 'too_deep', JSON_DEEP],
    [
      'more characters than allowed',
      () => parseJson('"aaaa"', { maxLength: 5, path: 'body' }),
      'too_large',
      'body',
    ],
    ['an unknown option', () => untyped(parseJson, '1', { max: 5 }), 'bad_option', 'options.max'],
  ];

  it.each(rows)('with %s is refused', (_, call, code, path) => {
    expect(faultOf(call)).toEqual([code, path]);
  });
});

describe('a request', () => {
  const state = { tool: 'Bash', input: {} };
  const ask = (questions: unknown): unknown => untyped(judgeSync, { state, questions });
  const hold = (value: number): unknown => judgeSync({ state }, { policy: threshold(value) });
  const { unsafe } = rulesQuestions;

  const rows: readonly Row[] = [
    ['no questions', () => ask({}), 'bad_question', 'questions'],
    ['null for questions', () => ask(null), 'bad_question', 'questions'],
    [
      'a question that is text',
      () => ask({ unsafe: 'Unsafe?' }),
      'bad_question',
      'questions.unsafe',
    ],
    [
      'a question of an unknown type',
      () => ask({ unsafe: { type: 'guess' } }),
      'bad_question',
      'questions.unsafe.type',
    ],
    [
      'a question with an unknown member',
      () => ask({ unsafe: { ...unsafe, weight: 2 } }),
      'bad_question',
      'questions.unsafe.weight',
    ],
    [
      'a choice with one label',
      () => ask({ verdict: { type: 'choice', instructions: 'What now?', options: ['allow'] } }),
      'bad_question',
      'questions.verdict.options',
    ],
    [
      'a question called __proto__',
      () => ask(JSON.parse('{"__proto__":{"type":"noul"}}')),
      'forbidden_member',
      'questions.__proto__',
    ],
    [
      'a question called constructor',
      () => ask({ constructor: unsafe }),
      'forbidden_member',
      'questions.constructor',
    ],
    [
      'a question without a rule',
      () => ask({ polite: noul('Polite?') }),
      'unknown_question',
      'questions.polite',
    ],
    [
      'an unknown member',
      () => untyped(judgeSync, { state, tool: 1 }),
      'bad_option',
      'request.tool',
    ],
    [
      'an unknown option',
      () => untyped(judgeSync, { state }, { treshold: 0.9 }),
      'bad_option',
      'options.treshold',
    ],
    ['a threshold of 0', () => hold(0), 'bad_policy', 'threshold'],
    ['a threshold of -0', () => hold(-0), 'bad_policy', 'threshold'],
    ['a threshold of -1', () => hold(-1), 'bad_policy', 'threshold'],
    ['a threshold of 2', () => hold(2), 'bad_policy', 'threshold'],
    ['a threshold of NaN', () => hold(Number.NaN), 'bad_policy', 'threshold'],
    [
      'an unknown option of a policy',
      () => untyped(threshold, 0.5, { by: 'me' }),
      'bad_option',
      'options.by',
    ],
    [
      'a bar for what is not asked',
      () => judgeSync({ state }, { policy: threshold(0.5, { questions: { unsave: 0.9 } }) }),
      'bad_policy',
      'options.questions.unsave',
    ],
  ];

  it.each(rows)('with %s is refused', (_, call, code, path) => {
    expect(faultOf(call)).toEqual([code, path]);
  });
});

describe('an answer', () => {
  const questions = {
    unsafe: noul('Unsafe?'),
    verdict: choice('What now?', ['allow', 'deny']),
  };
  const good = { unsafe: { noul: 0.9 }, verdict: { choice: 'deny', confidence: 0.9 } };
  const answer = (answers: unknown): Promise<unknown> =>
    judgeWith(
      { info: { model: 'm-1' }, ask: async () => ({ answers }) },
      { state: 'a text', questions },
    );

  it.each([
    ['nothing at all', undefined, 'bad_answer', 'answers'],
    ['a missing key', { unsafe: { noul: 0.9 } }, 'bad_answer', 'answers.verdict'],
    ['no value', { ...good, unsafe: {} }, 'bad_answer', 'answers.unsafe.noul'],
    ['NaN', { ...good, unsafe: { noul: Number.NaN } }, 'not_finite', 'answers.unsafe.noul'],
    ['-0', { ...good, unsafe: { noul: -0 } }, 'bad_answer', 'answers.unsafe.noul'],
    ['1.2', { ...good, unsafe: { noul: 1.2 } }, 'bad_answer', 'answers.unsafe.noul'],
    ['a number as text', { ...good, unsafe: { noul: '0' } }, 'bad_answer', 'answers.unsafe.noul'],
    [
      'a label that is not offered',
      { ...good, verdict: { choice: 'maybe' } },
      'bad_answer',
      'answers.verdict.choice',
    ],
    [
      'a confidence above 1',
      { ...good, verdict: { choice: 'deny', confidence: 90 } },
      'bad_answer',
      'answers.verdict.confidence',
    ],
    [
      'probabilities that sum to 1.5',
      { ...good, verdict: { choice: 'deny', probabilities: { allow: 0.6, deny: 0.9 } } },
      'bad_answer',
      'answers.verdict.probabilities',
    ],
    [
      'the key __proto__',
      { ...good, unsafe: JSON.parse('{"noul":0,"__proto__":{"noul":1}}') },
      'forbidden_member',
      'answers.unsafe.__proto__',
    ],
    [
      'the key constructor',
      { ...good, constructor: { noul: 1 } },
      'forbidden_member',
      'answers.constructor',
    ],
  ])('with %s is refused', async (_, answers, code, path) => {
    expect(await rejectionOf(answer(answers))).toEqual([code, path]);
  });

  it('to a question that was not asked is dropped', async () => {
    const extra = { ...good, other: { noul: 1 } };
    expect(await answer(extra)).toMatchObject({ effect: 'deny', answers: good });
    expect(Object.keys(questions)).toEqual(['unsafe', 'verdict']);
  });
});

describe('a judge', () => {
  const request = { state: 'a text', questions: { unsafe: noul('Unsafe?') } };

  it.each([
    ['null', null, 'bad_option', 'judge'],
    ['no model', { info: {}, ask: () => ({}) }, 'bad_option', 'judge.info.model'],
    ['nothing to ask', { info: { model: 'm-1' } }, 'bad_option', 'judge'],
    ['an answer that is text', responding('yes'), 'bad_answer', 'response'],
    ['a negative latency', responding({ latencyMs: -1 }), 'bad_answer', 'response.latencyMs'],
    ['an error', throwing(new Error('down')), 'judge_unavailable', 'judge'],
  ])('with %s is refused', async (_, judge, code, path) => {
    const pending = untyped(judgeWith, judge, request);
    expect(await rejectionOf(Promise.resolve(pending))).toEqual([code, path]);
  });

  it('that is slow is given up on when the signal aborts', async () => {
    const controller = new AbortController();
    const slow = { info: { model: 'm-1' }, ask: () => new Promise<never>(() => undefined) };
    const pending = judgeWith(slow, request, { signal: controller.signal });
    controller.abort();
    expect(await rejectionOf(pending)).toEqual(['aborted', 'options.signal']);
  });
});

describe('signing', () => {
  const { signer } = generateKey();
  const result = judgeSync({ state: { tool: 'Bash', input: { command: 'ls' } } });
  const sign = (options: object): unknown => untyped(attest, result, { signer, ...options });

  const rows: readonly Row[] = [
    ['no signer', () => untyped(attest, result, {}), 'bad_option', 'options.signer'],
    ['an unknown option', () => sign({ key: 1 }), 'bad_option', 'options.key'],
    ['a parent that is no id', () => sign({ parent: 'art_1' }), 'bad_id', 'options.parent'],
    ['a system that is no URI', () => sign({ system: 'gate' }), 'bad_option', 'options.system'],
    ['no subject', () => sign({ subject: '' }), 'bad_option', 'options.subject'],
    [
      'a signer that promises',
      () => sign({ signer: { keyId: 'k', sign: async () => new Uint8Array(64) } }),
      'bad_signature',
      'options.signer',
    ],
    [
      'a clock that stands still',
      () => sign({ clock: () => Number.NaN }),
      'bad_option',
      'options.clock',
    ],
    [
      'a judgement without an answer',
      () => untyped(attest, { ...result, answers: {} }, { signer }),
      'bad_answer',
      'result.answers.amount_above_bound',
    ],
  ];

  it.each(rows)('with %s is refused', (_, call, code, path) => {
    expect(faultOf(call)).toEqual([code, path]);
  });
});

describe('a receipt', () => {
  const { signer, publicKey } = generateKey();
  const other = generateKey();
  const result = judgeSync({ state: { tool: 'Bash', input: { command: 'rm -rf /' } } });
  const envelope = envelopeOf(signer);
  const foreign = envelopeOf(other.signer);
  const [own] = envelope.signatures;
  const verify = (given: unknown): unknown => {
    const verdict = verifyReceipt(given, { keys: [publicKey] });
    return verdict.ok ? 'ok' : [verdict.code, verdict.path];
  };

  function envelopeOf(by: typeof signer): Envelope {
    const clock = (): number => Date.UTC(2026, 11, 1);
    const [receipt] = attest(result, { signer: by, clock });
    if (receipt === undefined) throw new Error('nothing was signed');
    return receipt.envelope;
  }

  /** An envelope with another payload; its signature is left as it was. */
  function saying(text: string): Envelope {
    return { ...envelope, payload: Buffer.from(text).toString('base64url') };
  }

  it('as it was signed is accepted, as an object and as text', () => {
    expect(verify(envelope)).toBe('ok');
    expect(verify(JSON.stringify(envelope))).toBe('ok');
  });

  it('may have two signatures, by two keys that are trusted', () => {
    const both = { ...envelope, signatures: [...envelope.signatures, ...foreign.signatures] };
    const keys = [publicKey, other.publicKey];
    expect(foreign.payload).toBe(envelope.payload);
    expect(verifyReceipt(both, { keys }).ok).toBe(true);
  });

  it.each([
    ['no signatures', { ...envelope, signatures: [] }, 'no_signature', 'envelope.signatures'],
    [
      'null for signatures',
      { ...envelope, signatures: null },
      'bad_envelope',
      'envelope.signatures',
    ],
    [
      'the same signature twice',
      { ...envelope, signatures: [own, own] },
      'bad_envelope',
      'envelope.signatures[1].keyid',
    ],
    [
      'a second signature by a foreign key',
      { ...envelope, signatures: [own, ...foreign.signatures] },
      'unknown_key',
      'envelope.signatures[1].keyid',
    ],
    [
      'a second signature that signs nothing',
      { ...envelope, signatures: [own, { ...own, keyid: 'key_b' }] },
      'unknown_key',
      'envelope.signatures[1].keyid',
    ],
    ['a foreign key', foreign, 'unknown_key', 'envelope.signatures[0].keyid'],
    [
      'a foreign signature under a known key id',
      { ...foreign, signatures: [{ ...foreign.signatures[0], keyid: own?.keyid }] },
      'bad_signature',
      'envelope.signatures[0].sig',
    ],
    [
      'a padded payload',
      { ...envelope, payload: `${envelope.payload}=` },
      'bad_encoding',
      'envelope.payload',
    ],
    [
      'a payload in the standard alphabet',
      { ...envelope, payload: 'eyJhIjoi+/8ifQ' },
      'bad_encoding',
      'envelope.payload',
    ],
    [
      'a padded signature',
      { ...envelope, signatures: [{ ...own, sig: `${own?.sig}==` }] },
      'bad_encoding',
      'envelope.signatures[0].sig',
    ],
    [
      'a signature that was cut',
      { ...envelope, signatures: [{ ...own, sig: own?.sig.slice(0, 84) }] },
      'bad_signature',
      'envelope.signatures[0].sig',
    ],
    ['an empty payload', saying(''), 'bad_payload', 'envelope.payload'],
    ['a payload that is no JSON', saying('{'), 'bad_syntax', 'statement'],
    ['a payload that is a list', saying('[]'), 'bad_statement', 'statement'],
    ['a member twice', saying('{"type":1,"type":2}'), 'duplicate_member', 'statement.type'],
    ['the key __proto__', saying('{"__proto__":1}'), 'forbidden_member', 'statement.__proto__'],
    [
      'the key constructor',
      saying('{"constructor":1}'),
      'forbidden_member',
      'statement.constructor',
    ],
    [
      'the key __proto__ in the envelope',
      JSON.stringify(envelope).replace('{', '{"__proto__":{},'),
      'forbidden_member',
      'envelope.__proto__',
    ],
    ['null', null, 'bad_envelope', 'envelope'],
    ['text that is no JSON', 'receipt', 'bad_syntax', 'envelope'],
  ])('with %s is refused', (_, given, code, path) => {
    expect(verify(given)).toEqual([code, path]);
  });

  const rows: readonly Row[] = [
    ['no keys', () => untyped(verifyReceipt, envelope, {}), 'bad_option', 'keys'],
    [
      'a key that is no key',
      () => verifyReceipt(envelope, { keys: ['ed25519:AAAA'] }),
      'bad_key',
      'keys[0]',
    ],
    [
      'a key in padded base64',
      () => verifyReceipt(envelope, { keys: [`${publicKey}=`] }),
      'bad_key',
      'keys[0]',
    ],
    [
      'an unknown option',
      () => untyped(verifyReceipt, envelope, { keys: [publicKey], lax: true }),
      'bad_option',
      'options.lax',
    ],
  ];

  it.each(rows)('cannot be verified with %s', (_, call, code, path) => {
    expect(faultOf(call)).toEqual([code, path]);
  });
});

describe('the options of the rules', () => {
  it.each([null, true, 0, 'strict'])('are an object, which %j is not', (options) => {
    const state = toolCall({ tool: 'Bash', input: { command: 'ls' } });
    const fault = ['bad_option', 'options'];
    expect(faultOf(() => untyped(rulesJudge, options))).toEqual(fault);
    expect(faultOf(() => untyped(explain, state, options))).toEqual(fault);
  });
});

function responding(response: unknown): { readonly info: SyncJudge['info']; ask(): unknown } {
  return { info: { model: 'm-1' }, ask: () => response };
}

function throwing(error: Error): { readonly info: SyncJudge['info']; ask(): never } {
  return {
    info: { model: 'm-1' },
    ask: () => {
      throw error;
    },
  };
}

/** Both ends of a long path are kept. */
const DEEP = `state.input.value${'[0]'.repeat(8)}[…]${'[0]'.repeat(6)}`;
const JSON_DEEP = `json${'[0]'.repeat(10)}[…]${'[0]'.repeat(6)}`;
