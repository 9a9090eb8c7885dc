import { describe, expect, it } from 'vitest';
import { openReceipt } from '../../src/receipt/open.js';
import { readContents } from '../../src/receipt/statement.js';
import treeship from '../vectors/treeship-envelopes.json' with { type: 'json' };
import { payload, RECEIPT, SMALL, seal, statement, utf8 } from './fixtures.js';

/** Reads a statement, given as a value or as text. */
function read(value: unknown, type = RECEIPT): ReturnType<typeof readContents> {
  return readContents(type, utf8(typeof value === 'string' ? value : JSON.stringify(value)));
}

/** A judgement payload in which some members are replaced, or with `undefined` left out. */
function changed(more: Record<string, unknown>): Record<string, unknown> {
  return statement({ ...payload(), ...more });
}

describe('readContents', () => {
  it('gives a judgement as it was signed, frozen at every depth', () => {
    const contents = read(statement(payload(), { subject: { artifactId: 'call 7' } }));
    expect(contents.judgement).toEqual(payload());
    expect(contents.statement?.subject).toEqual({ artifactId: 'call 7' });
    expect(contents.value).toBe(contents.statement);
    expect(contents.judgement).toBe(contents.statement?.payload);
    expect(contents.parentId).toBeUndefined();
    const parts = [
      contents.value,
      contents.judgement?.answer.probabilities,
      contents.judgement?.question.options,
    ];
    expect(parts.map((part) => Object.isFrozen(part))).toEqual([true, true, true]);
  });

  it('reads members in any order, and members that it does not know', () => {
    const value = statement({ ...payload(), answer_attestation: { payload: 'e30' } });
    const shuffled = Object.fromEntries([...Object.entries(value), ['zone', 1]].reverse());
    expect(read(shuffled).judgement?.question.key).toBe('unsafe');
    expect(read(shuffled).value['zone']).toBe(1);
  });

  it('reads a judgement that has no more than it must', () => {
    const least = {
      schema: 'judgement.v1',
      judge: { model: 'm' },
      question: { key: 'k', type: 'choice' },
      answer: {},
      outcome: 'ignored',
      judged_at: 'then',
    };
    expect(read(statement(least)).judgement).toEqual(least);
  });

  it('names a kind that it does not know, and does not judge its payload', () => {
    const odd = { any: [1, null, 1e21], schema: 'note.v2', '': { deep: [[]] } };
    const contents = read(statement(odd, { kind: 'coverage.v1' }));
    expect(contents.statement?.kind).toBe('coverage.v1');
    expect(contents.statement?.payload).toEqual(odd);
    for (const name of ['judgement', 'resolution', 'blocked', 'halt', 'replaces']) {
      expect(contents).not.toHaveProperty(name);
    }
    expect(read(SMALL).statement?.kind).toBe('note.v1');
  });

  it('reads other types of Treeship without taking them for receipts', () => {
    const action = { type: 'treeship/action/v1', parentId: `art_${'a'.repeat(32)}` };
    const contents = read(action, 'application/vnd.treeship.action.v1+json');
    expect(contents.statement).toBeUndefined();
    expect(contents.value).toEqual(action);
    expect(contents.parentId).toBe(`art_${'a'.repeat(32)}`);
    const [session, close] = treeship.map(({ envelope }) => openReceipt(envelope));
    expect(session).toMatchObject({ ok: true, statement: { kind: 'session.v1' } });
    expect(close).toMatchObject({
      ok: true,
      value: { type: 'treeship/action/v1' },
      parentId: 'art_ae8d260c9c2fbcdcd685fd9fc6aa7106',
    });
  });

  it('knows a probability under every label there can be', () => {
    const odd = { prototype: 2 };
    expect(() => read(changed({ answer: { probabilities: odd } }))).toThrow(
      expect.objectContaining({ path: 'statement.payload.answer.probabilities' }),
    );
    const fine = { prototype: 0.5, '': 0.5, toString: 0 };
    expect(
      read(changed({ answer: { probabilities: fine } })).judgement?.answer.probabilities,
    ).toEqual(fine);
  });
});

describe('readContents refuses', () => {
  it.each([
    'application/vnd.in-toto+json',
    'application/json',
    'application/vnd.treeship.receipt.v1',
    'application/vnd.treeship.v1+json',
    'APPLICATION/vnd.treeship.receipt.v1+json',
    'application/vnd.treeship.receipt.v1+json\n',
    'application/vnd.treeship.receipt.v1+json; charset=utf-8',
    ' application/vnd.treeship.receipt.v1+json',
    'application/vnd.treeship.receipt.vX+json',
  ])('the type %j', (type) => {
    expect(() => read(SMALL, type)).toThrow(
      expect.objectContaining({ code: 'bad_payload_type', path: 'envelope.payloadType' }),
    );
  });

  it('a receipt under the type of something else', () => {
    expect(() => read(SMALL, 'application/vnd.treeship.action.v1+json')).toThrow(
      expect.objectContaining({ code: 'bad_payload_type' }),
    );
    expect(() => read('{"type":"treeship/action/v1"}')).toThrow(
      expect.objectContaining({ code: 'bad_statement', path: 'statement.type' }),
    );
  });

  it.each<[string, Uint8Array | string, string, string]>([
    [
      'bytes that are not UTF-8',
      Uint8Array.from([0x7b, 0xff, 0x7d]),
      'bad_encoding',
      'envelope.payload',
    ],
    ['an overlong encoding', Uint8Array.from([0xc0, 0xaf]), 'bad_encoding', 'envelope.payload'],
    [
      'a surrogate in UTF-8',
      Uint8Array.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
      'bad_encoding',
      'envelope.payload',
    ],
    [
      'UTF-16',
      new Uint8Array(Buffer.from(`\ufeff${SMALL}`, 'utf16le')),
      'bad_encoding',
      'envelope.payload',
    ],
    ['a byte order mark', `\ufeff${SMALL}`, 'bad_syntax', 'statement'],
    ['cut JSON', SMALL.slice(0, -1), 'bad_syntax', 'statement'],
    ['two values', `${SMALL}${SMALL}`, 'bad_syntax', 'statement'],
    ['NaN', SMALL.replace('"note.v1"', 'NaN'), 'bad_syntax', 'statement'],
    ['a list', `[${SMALL}]`, 'bad_statement', 'statement'],
    ['null', 'null', 'bad_statement', 'statement'],
    ['text', '"treeship/receipt/v1"', 'bad_statement', 'statement'],
    [
      'a member twice',
      SMALL.replace('{', '{"kind":"judgement.v1",'),
      'duplicate_member',
      'statement.kind',
    ],
    [
      'a member twice under two spellings',
      SMALL.replace('{', '{"\\u006bind":"x",'),
      'duplicate_member',
      'statement.kind',
    ],
    [
      'a __proto__ member',
      SMALL.replace('{', '{"__proto__":{"kind":"x"},'),
      'forbidden_member',
      'statement.__proto__',
    ],
    [
      'a constructor member',
      SMALL.replace('{', '{"meta":{"constructor":1},'),
      'forbidden_member',
      'statement.meta.constructor',
    ],
    ['a number beyond all', SMALL.replace('{', '{"meta":1e400,'), 'not_finite', 'statement.meta'],
    [
      'an integer that loses digits',
      SMALL.replace('{', '{"meta":9007199254740993,'),
      'unsafe_integer',
      'statement.meta',
    ],
    [
      'half a surrogate pair',
      SMALL.replace('note.v1', '\\ud800'),
      'lone_surrogate',
      'statement.kind',
    ],
    [
      '129 arrays',
      SMALL.replace('{', `{"meta":${'['.repeat(128)}${']'.repeat(128)},`),
      'too_deep',
      'statement',
    ],
  ])('%s', (_name, data, code, path) => {
    expect(() => readContents(RECEIPT, typeof data === 'string' ? utf8(data) : data)).toThrow(
      expect.objectContaining({ code, path: expect.stringContaining(path) }),
    );
  });

  it.each<[string, unknown, string]>([
    ['no type', { type: undefined }, 'statement.type'],
    ['another version', { type: 'treeship/receipt/v2' }, 'statement.type'],
    ['no time', { timestamp: undefined }, 'statement.timestamp'],
    ['fractions of a second', { timestamp: '2026-11-30T12:00:00.5Z' }, 'statement.timestamp'],
    ['an offset', { timestamp: '2026-11-30T12:00:00+00:00' }, 'statement.timestamp'],
    ['a month that is none', { timestamp: '2026-13-30T12:00:00Z' }, 'statement.timestamp'],
    ['an hour that is none', { timestamp: '2026-11-30T24:00:00Z' }, 'statement.timestamp'],
    ['a number for a time', { timestamp: 1 }, 'statement.timestamp'],
    ['no system', { system: undefined }, 'statement.system'],
    ['an empty system', { system: '' }, 'statement.system'],
    ['no kind', { kind: undefined }, 'statement.kind'],
    ['an empty kind', { kind: '' }, 'statement.kind'],
    ['a null subject', { subject: null }, 'statement.subject'],
    ['a subject that is a list', { subject: [] }, 'statement.subject'],
    ['a subject that is text', { subject: 'art_1' }, 'statement.subject'],
    ['a subject by number', { subject: { artifactId: 7 } }, 'statement.subject.artifactId'],
    ['a null parent', { parentId: null }, 'statement.parentId'],
    ['a parent that is no id', { parentId: 'art_1' }, 'statement.parentId'],
    ['a parent in capitals', { parentId: `art_${'A'.repeat(32)}` }, 'statement.parentId'],
    ['a policy that is no text', { policyRef: 1 }, 'statement.policyRef'],
  ])('a statement with %s', (_name, more, path) => {
    const value = { ...statement(), ...(typeof more === 'object' ? more : {}) };
    expect(() => read(value)).toThrow(expect.objectContaining({ code: 'bad_statement', path }));
  });

  const DIGEST = `sha256:${'A'.repeat(64)}`;
  it.each<[string, Record<string, unknown>, string]>([
    ['no schema', { schema: undefined }, 'schema'],
    ['another schema', { schema: 'judgement.v2' }, 'schema'],
    ['no judge', { judge: undefined }, 'judge'],
    ['a judge that is a list', { judge: [] }, 'judge'],
    ['no model', { judge: { kind: 'rules' } }, 'judge.model'],
    ['a kind of judge that is none', { judge: { model: 'm', kind: 'oracle' } }, 'judge.kind'],
    ['a provider that is null', { judge: { model: 'm', provider: null } }, 'judge.provider'],
    ['replayable as text', { judge: { model: 'm', replayable: 'yes' } }, 'judge.replayable'],
    ['a request id by number', { judge: { model: 'm', request_id: 1 } }, 'judge.request_id'],
    ['no question', { question: undefined }, 'question'],
    ['no key', { question: { type: 'noul' } }, 'question.key'],
    ['no question type', { question: { key: 'k' } }, 'question.type'],
    ['an alias of a type', { question: { key: 'k', type: 'boolean' } }, 'question.type'],
    [
      'instructions that are an object',
      { question: { key: 'k', type: 'noul', instructions: {} } },
      'question.instructions',
    ],
    [
      'an option by number',
      { question: { key: 'k', type: 'choice', options: ['a', 1] } },
      'question.options[1]',
    ],
    ['no answer', { answer: undefined }, 'answer'],
    ['an answer that is a list', { answer: [] }, 'answer'],
    ['a null answer', { answer: null }, 'answer'],
    ['a noul above 1', { answer: { noul: 1.0000001 } }, 'answer.noul'],
    ['a noul below 0', { answer: { noul: -1e-9 } }, 'answer.noul'],
    ['a noul as text', { answer: { noul: '1' } }, 'answer.noul'],
    ['a choice by number', { answer: { choice: 1 } }, 'answer.choice'],
    ['a score as text', { answer: { score: '1' } }, 'answer.score'],
    ['a confidence above 1', { answer: { noul: 1, confidence: 2 } }, 'answer.confidence'],
    [
      'a probability above 1',
      { answer: { noul: 1, probabilities: { yes: 2 } } },
      'answer.probabilities',
    ],
    [
      'probabilities in a list',
      { answer: { noul: 1, probabilities: [1] } },
      'answer.probabilities',
    ],
    ['null probabilities', { answer: { noul: 1, probabilities: null } }, 'answer.probabilities'],
    ['a refusal as text', { answer: { refusal: 'no' } }, 'answer.refusal'],
    ['no outcome', { outcome: undefined }, 'outcome'],
    ['an outcome that is none', { outcome: 'denied' }, 'outcome'],
    ['an effect that is no text', { effect: 1 }, 'effect'],
    ['a bar without a value', { threshold: { applies_to: 'noul' } }, 'threshold.value'],
    ['a bar above 1', { threshold: { value: 1.5 } }, 'threshold.value'],
    [
      'a bar for something else',
      { threshold: { value: 1, applies_to: 'score' } },
      'threshold.applies_to',
    ],
    ['a bar set by nobody', { threshold: { value: 1, set_by: null } }, 'threshold.set_by'],
    ['a contract without an id', { contract: { version: '1' } }, 'contract.id'],
    ['a contract with more', { contract: { id: 'c', slug: 'c' } }, 'contract.slug'],
    ['a contract that is text', { contract: 'c@1' }, 'contract'],
    ['a digest in capitals', { state_digest: DIGEST }, 'state_digest'],
    ['a digest without its name', { questions_digest: 'a'.repeat(64) }, 'questions_digest'],
    ['a digest that is cut', { response_digest: `sha256:${'a'.repeat(63)}` }, 'response_digest'],
    ['half a millisecond', { latency_ms: 0.5 }, 'latency_ms'],
    ['a time before the start', { latency_ms: -1 }, 'latency_ms'],
    ['half a token', { usage: { input_tokens: 0.5 } }, 'usage.input_tokens'],
    ['tokens below none', { usage: { output_tokens: -1 } }, 'usage.output_tokens'],
    ['notes in a list', { notes: ['a'] }, 'notes'],
    ['no time of judgement', { judged_at: undefined }, 'judged_at'],
  ])('a judgement with %s', (_name, more, path) => {
    expect(() => read(changed(more))).toThrow(
      expect.objectContaining({ code: 'bad_payload', path: `statement.payload.${path}` }),
    );
  });

  it('a judgement without a payload, and one that is a list', () => {
    for (const body of [undefined, null, [], 'x']) {
      expect(() => read(statement(null, { payload: body }))).toThrow(
        expect.objectContaining({ code: 'bad_payload', path: 'statement.payload' }),
      );
    }
  });

  it('a judgement under another kind', () => {
    expect(() => read(statement(payload(), { kind: 'note.v1' }))).toThrow(
      expect.objectContaining({ code: 'bad_payload', path: 'statement.payload.schema' }),
    );
  });

  it('without quoting what it refuses', () => {
    const secret = 'hunter2';
    for (const value of [
      changed({ outcome: secret }),
      changed({ latency_ms: secret }),
      changed({ contract: { id: 'c', more: secret } }),
      { ...statement(), timestamp: secret },
    ]) {
      expect(() => read(value)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining(secret) }),
      );
    }
  });
});

describe('openReceipt', () => {
  it('says what the bytes say', () => {
    const opened = openReceipt(seal(SMALL));
    expect(opened).toMatchObject({
      ok: true,
      payloadType: RECEIPT,
      value: JSON.parse(SMALL),
      statement: JSON.parse(SMALL),
    });
    expect(Object.isFrozen(opened)).toBe(true);
  });
});
