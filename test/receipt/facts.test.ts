import { describe, expect, it } from 'vitest';
import { judgeSync, toolCall } from '../../src/index.js';
import { ed25519Signer } from '../../src/receipt/ed25519.js';
import { reasonFacts } from '../../src/receipt/facts.js';
import { attest } from '../../src/receipt/judgement.js';
import { openReceipt } from '../../src/receipt/open.js';
import { resolve } from '../../src/receipt/resolution.js';
import { CLOCK, judgement, payload, SECRET, seal, statement } from './fixtures.js';

const signer = ed25519Signer(SECRET);
const subject = `art_${'a'.repeat(32)}`;
const at = '2026-11-30T12:00:00Z';

describe('reasonFacts of a judgement', () => {
  it('is one premise a question, but none for a score', () => {
    expect(reasonFacts(judgement(), { subject: 'pay.refund' })).toEqual([
      {
        id: 'judgement:Team',
        predicate: 'judged_Team',
        arguments: ['pay.refund', 'billing'],
        authority: 'model-judged',
        observed_at: at,
      },
      {
        id: 'judgement:unsafe',
        predicate: 'judged_unsafe',
        arguments: ['pay.refund', 'yes'],
        authority: 'model-judged',
        observed_at: at,
      },
    ]);
  });

  it('says yes and no by the bar of each question', () => {
    const clock = () => Date.UTC(2026, 10, 30, 12);
    const state = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });
    const facts = reasonFacts(judgeSync({ state }, { clock }), { subject: 'Bash' });
    expect(facts.map(({ predicate, arguments: [, value] }) => `${predicate} ${value}`)).toEqual([
      'judged_amount_above_bound no',
      'judged_network_off_scope no',
      'judged_path_outside_workspace no',
      'judged_shell_destructive yes',
      'judged_shell_exfiltrates no',
      'judged_unsafe yes',
    ]);
    expect(new Set(facts.map(({ observed_at }) => observed_at))).toEqual(new Set([at]));
  });

  it('is none for a refusal', () => {
    const { answers, ...rest } = judgement();
    const refusal = { refusal: true } as const;
    const refused = { ...rest, answers: { ...answers, unsafe: refusal } };
    const facts = Reflect.apply(reasonFacts, undefined, [refused, { subject: 'x' }]);
    expect(facts).toMatchObject([{ id: 'judgement:Team' }]);
    expect(facts).toHaveLength(1);
  });

  it('has to be told what was judged', () => {
    for (const options of [{}, { subject: '' }]) {
      expect(() => reasonFacts(judgement(), options)).toThrow(
        expect.objectContaining({ code: 'bad_option', path: 'options.subject' }),
      );
    }
    expect(() => Reflect.apply(reasonFacts, undefined, [judgement(), { tool: 'x' }])).toThrow(
      expect.objectContaining({ code: 'bad_option', path: 'options.tool' }),
    );
  });
});

describe('reasonFacts of receipts', () => {
  const receipts = attest(judgement(), { signer, clock: CLOCK, subject });

  it('has the id and the subject of each receipt', () => {
    const facts = reasonFacts(receipts);
    expect(facts).toEqual([
      {
        id: receipts[0]?.id,
        predicate: 'judged_Team',
        arguments: [subject, 'billing'],
        authority: 'model-judged',
        observed_at: at,
      },
      {
        id: receipts[2]?.id,
        predicate: 'judged_unsafe',
        arguments: [subject, 'yes'],
        authority: 'model-judged',
        observed_at: at,
      },
    ]);
    expect(facts.every((fact) => Object.isFrozen(fact) && Object.isFrozen(fact.arguments))).toBe(
      true,
    );
  });

  it('is the same for receipts that were opened, and leaves other kinds out', () => {
    const [first] = receipts;
    if (first === undefined) throw new Error('no receipt');
    const decided = resolve(first, { signer, by: 'human://ada', decision: 'allow' });
    const opened = [...receipts, decided].map(({ envelope }) => openReceipt(envelope));
    expect(reasonFacts(opened.filter((each) => each.ok))).toEqual(reasonFacts(receipts));
    expect(reasonFacts([])).toEqual([]);
  });

  it('names what it is told to, where a receipt names nothing', () => {
    const bare = attest(judgement(), { signer, clock: CLOCK });
    expect(reasonFacts(bare, { subject: 'Bash' })[0]?.arguments).toEqual(['Bash', 'billing']);
    expect(reasonFacts(receipts, { subject: 'Bash' })[0]?.arguments[0]).toBe('Bash');
    expect(() => reasonFacts(bare)).toThrow(
      expect.objectContaining({ code: 'bad_option', path: 'options.subject' }),
    );
  });

  it.each<[string, Record<string, unknown>, readonly string[]]>([
    ['at the bar', { answer: { noul: 0.5 } }, ['yes']],
    ['below the bar', { answer: { noul: 0.49 } }, ['no']],
    ['a noul without a bar', { threshold: undefined }, []],
    ['a noul held by its confidence', { threshold: { applies_to: 'confidence', value: 0.5 } }, []],
    ['a noul held to who knows what', { threshold: { value: 0.5 } }, []],
    ['a refusal', { answer: { refusal: true } }, []],
    ['no answer', { answer: {} }, []],
    ['a score', { question: { key: 'k', type: 'score' }, answer: { score: 1 } }, []],
    ['a choice', { question: { key: 'k', type: 'choice' }, answer: { choice: 'deny' } }, ['deny']],
  ])('%s', (_name, change, values) => {
    const text = JSON.stringify(statement({ ...payload(), ...change }));
    const opened = openReceipt(seal(text));
    if (!opened.ok) throw new Error(opened.code);
    const facts = reasonFacts([opened], { subject: 'x' });
    expect(facts.map(({ arguments: [, value] }) => value)).toEqual(values);
  });
});
