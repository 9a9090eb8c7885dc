import { describe, expect, it } from 'vitest';
import { verifyChain } from '../../src/receipt/chain.js';
import { ed25519Signer } from '../../src/receipt/ed25519.js';
import { attest } from '../../src/receipt/judgement.js';
import { openReceipt } from '../../src/receipt/open.js';
import { publicKeySet } from '../../src/receipt/public-key-set.js';
import {
  CLOCK,
  judgement,
  OTHER_SECRET,
  PUBLIC,
  pae,
  RECEIPT,
  SECRET,
  SMALL,
  seal,
  sha256,
  utf8,
} from './fixtures.js';

const signer = ed25519Signer(SECRET);
const keys = publicKeySet([PUBLIC]);
const ROOT = `art_${'0'.repeat(32)}`;

const three = attest(judgement(), { signer, clock: CLOCK });
const six = [
  ...three,
  ...attest(judgement(), { signer, clock: CLOCK, parent: three[2]?.id ?? ROOT }),
];
const log = six.map(({ envelope }) => envelope);
const ids = six.map(({ id }) => id);

describe('verifyChain', () => {
  it('verifies six receipts in order, and says where they begin and end', () => {
    const chain = verifyChain(log, { keys, from: null, head: ids[5] ?? '' });
    expect(chain.ok).toBe(true);
    expect(chain.receipts.map(({ id }) => id)).toEqual(ids);
    expect(chain).toMatchObject({ head: ids[5] });
    expect(chain).not.toHaveProperty('from');
  });

  it('verifies the same from text, and with keys that are not read yet', () => {
    const chain = verifyChain(
      log.map((envelope) => JSON.stringify(envelope)),
      { keys: [PUBLIC] },
    );
    expect(chain).toMatchObject({ ok: true, head: ids[5] });
  });

  it('goes on from where an earlier check ended', () => {
    expect(verifyChain(log.slice(3), { keys, from: ids[2] ?? '' })).toMatchObject({
      ok: true,
      from: ids[2],
      head: ids[5],
    });
    expect(verifyChain(log.slice(3), { keys })).toMatchObject({ ok: true, from: ids[2] });
  });

  it('verifies an empty list to nothing', () => {
    expect(verifyChain([], { keys })).toEqual({ ok: true, receipts: [] });
    expect(verifyChain([], { keys, from: ROOT, head: ROOT })).toEqual({
      ok: true,
      receipts: [],
      from: ROOT,
      head: ROOT,
    });
  });

  it('takes kinds it does not know, linked by their own statement', () => {
    const note = SMALL.replace('{', `{"parentId":"${ids[5]}",`);
    const chain = verifyChain([...log, seal(note)], { keys, from: null });
    expect(chain).toMatchObject({
      ok: true,
      head: `art_${sha256(pae(RECEIPT, utf8(note))).slice(0, 32)}`,
    });
  });
});

describe('verifyChain names the first break', () => {
  const [a, b, c, d, e, f] = log;
  const foreign = attest(judgement(), { signer: ed25519Signer(OTHER_SECRET), clock: CLOCK });
  const fork = attest(judgement(), { signer, clock: CLOCK, parent: ids[0] ?? ROOT, notes: 'fork' });
  const named = 'a receipt names the one before it';

  it.each<[string, readonly unknown[], object, number, string, string, string]>([
    ['a gap', [a, b, d, e, f], {}, 2, 'broken_chain', 'receipts[2].parentId', named],
    ['two in the wrong order', [a, c, b, d], {}, 1, 'broken_chain', 'receipts[1].parentId', named],
    [
      'the whole reversed',
      [f, e, d, c, b, a],
      {},
      1,
      'broken_chain',
      'receipts[1].parentId',
      named,
    ],
    [
      'one twice in a row',
      [a, b, b, c],
      {},
      2,
      'broken_chain',
      'receipts[2].parentId',
      'a receipt occurs once in a chain',
    ],
    [
      'one again at the end',
      [...log, a],
      {},
      6,
      'broken_chain',
      'receipts[6].parentId',
      'a receipt occurs once in a chain',
    ],
    ['a fork', [a, b, fork[0]?.envelope], {}, 2, 'broken_chain', 'receipts[2].parentId', named],
    ['two chains', [...log, seal(SMALL)], {}, 6, 'broken_chain', 'receipts[6].parentId', named],
    [
      'a missing start',
      [b, c],
      { from: null },
      0,
      'broken_chain',
      'receipts[0].parentId',
      'the first receipt names none',
    ],
    [
      'another start',
      [b, c],
      { from: ROOT },
      0,
      'broken_chain',
      'receipts[0].parentId',
      'the first receipt names options.from',
    ],
    [
      'a start that names nothing',
      [a, b],
      { from: ROOT },
      0,
      'broken_chain',
      'receipts[0].parentId',
      'the first receipt names options.from',
    ],
    [
      'a missing end',
      [a, b],
      { head: ids[2] },
      2,
      'broken_chain',
      'options.head',
      'the last receipt is the head of the chain',
    ],
    [
      'an end without a chain',
      [],
      { head: ids[2] },
      0,
      'broken_chain',
      'options.head',
      'the last receipt is the head of the chain',
    ],
    [
      'a foreign signature',
      [a, foreign[1]?.envelope, c],
      {},
      1,
      'unknown_key',
      'receipts[1].envelope.signatures[0].keyid',
      'every signature is by one of the keys',
    ],
    [
      'what is no receipt',
      [a, b, null, d],
      {},
      2,
      'bad_envelope',
      'receipts[2].envelope',
      'it must be an object',
    ],
  ])('%s', (_name, receipts, more, index, code, path, rule) => {
    const chain = verifyChain(receipts, { keys, ...more });
    expect(chain).toMatchObject({ ok: false, index, code, path, rule });
    const before = receipts.slice(0, index).map((receipt) => openReceipt(receipt));
    expect(chain.receipts.map(({ id }) => id)).toEqual(before.map((each) => each.ok && each.id));
  });

  it('a receipt that was changed, with all that is known of it', () => {
    const changed = { ...b, signatures: a?.signatures };
    const chain = verifyChain([a, changed, c], { keys });
    expect(chain).toMatchObject({
      ok: false,
      index: 1,
      code: 'bad_signature',
      path: 'receipts[1].envelope.signatures[0].sig',
      refused: { ok: false, code: 'bad_signature', opened: { id: ids[1] } },
    });
  });
});

describe('verifyChain throws', () => {
  it.each(['', 'art_1', 7, {}])('for %j as an end of the chain', (id) => {
    for (const name of ['from', 'head']) {
      expect(() => Reflect.apply(verifyChain, undefined, [log, { keys, [name]: id }])).toThrow(
        expect.objectContaining({ name: 'ReceiptError', code: 'bad_id', path: `options.${name}` }),
      );
    }
  });

  it('for what is no list, and for an option that does not exist', () => {
    expect(() => Reflect.apply(verifyChain, undefined, [log[0], { keys }])).toThrow(
      expect.objectContaining({ name: 'JudgeError', code: 'bad_option', path: 'receipts' }),
    );
    expect(() => Reflect.apply(verifyChain, undefined, [log, { keys, tip: ROOT }])).toThrow(
      expect.objectContaining({ code: 'bad_option', path: 'options.tip' }),
    );
  });
});
