import { describe, expect, it } from 'vitest';
import { appendTo, logWriter, type Onto } from '../../src/receipt/append.js';
import { block } from '../../src/receipt/blocked.js';
import { ed25519Signer } from '../../src/receipt/ed25519.js';
import type { ArtifactId } from '../../src/receipt/envelope.js';
import { attest } from '../../src/receipt/judgement.js';
import { verifyPackage } from '../../src/receipt/package.js';
import {
  type AppendOptions,
  checkLinks,
  memoryLog,
  type ReceiptLog,
} from '../../src/receipt/store.js';
import { CLOCK, dice, judgement, KEY_ID, nodeSign, PUBLIC, SECRET } from './fixtures.js';

const signer = ed25519Signer(SECRET);
const three = attest(judgement(), { signer, clock: CLOCK });
const envelopes = three.map(({ envelope }) => envelope);
const head = three[2]?.id;
const ELSEWHERE: ArtifactId = `art_${'e'.repeat(32)}`;

/** OpenSSL signs faster, which many writers that sign in vain need. */
const fast = { keyId: KEY_ID, sign: (bytes: Uint8Array) => nodeSign(SECRET, bytes) };

function write(name: string) {
  return ({ parent }: Onto) => [
    block({
      signer: fast,
      reasonClass: 'scope_violation',
      refusedKind: 'action',
      clock: CLOCK,
      description: name,
      ...(parent === undefined ? {} : { parent }),
    }),
  ];
}

async function all(log: ReceiptLog) {
  const entries = [];
  for (let after: ArtifactId | undefined; ; ) {
    const page = await log.read({ limit: 7, ...(after === undefined ? {} : { after }) });
    if (page.length === 0) return entries;
    entries.push(...page);
    after = page.at(-1)?.id;
  }
}

describe('a memory log', () => {
  it('keeps what is appended in order, and knows its head', async () => {
    const log = memoryLog();
    expect(await log.head()).toBe(undefined);
    expect(await log.append(envelopes, { expectedHead: undefined })).toEqual({ ok: true, head });
    expect(await log.head()).toBe(head);
    expect(await log.read()).toEqual(three.map(({ id, envelope }) => ({ id, envelope })));
  });

  it('appends all or nothing, and only onto the head that is expected', async () => {
    const log = memoryLog();
    await log.append(envelopes, { expectedHead: undefined });
    const more = attest(judgement(), { signer, parent: head ?? '' }).map((each) => each.envelope);
    const wrong = { ok: false, head };
    expect(await log.append(more, { expectedHead: undefined })).toEqual(wrong);
    expect(await log.append(more, { expectedHead: three[1]?.id })).toEqual(wrong);
    await expect(log.append([...more, ...envelopes], { expectedHead: head })).rejects.toThrow(
      expect.objectContaining({ code: 'broken_chain', path: 'envelopes[3].parentId' }),
    );
    expect(await log.head()).toBe(head);
    expect(await log.read()).toHaveLength(3);
    expect((await log.append(more, { expectedHead: head })).ok).toBe(true);
    expect(await log.read()).toHaveLength(6);
  });

  it.each([
    ['append without options', 'append', [[]], 'options'],
    ['append with null', 'append', [[], null], 'options'],
    ['append with another option', 'append', [[], { head: undefined }], 'options.head'],
    ['read with null', 'read', [null], 'options'],
    ['read with another option', 'read', [{ from: 1 }], 'options.from'],
    ['read with a promise', 'read', [Promise.resolve({})], 'options'],
  ] as const)('refuses %s', async (_, name, args, path) => {
    const log = memoryLog();
    const asked: unknown = Reflect.apply(log[name], log, args);
    await expect(asked).rejects.toMatchObject({ name: 'JudgeError', code: 'bad_option', path });
    expect(await log.read()).toEqual([]);
  });

  it('appends nothing when there is nothing to append', async () => {
    const log = memoryLog();
    expect(await log.append([], { expectedHead: undefined })).toEqual({
      ok: true,
      head: undefined,
    });
  });

  it('is read in pages', async () => {
    const log = memoryLog();
    await log.append(envelopes, { expectedHead: undefined });
    const ids = async (...args: Parameters<ReceiptLog['read']>) =>
      (await log.read(...args)).map(({ id }) => id);
    const [a, b, c] = three.map(({ id }) => id);
    if (a === undefined || c === undefined) throw new Error('no receipts');
    expect(await ids({ limit: 2 })).toEqual([a, b]);
    expect(await ids({ after: a })).toEqual([b, c]);
    expect(await ids({ after: a, limit: 1 })).toEqual([b]);
    expect(await ids({ after: c })).toEqual([]);
    await expect(log.read({ after: ELSEWHERE })).rejects.toThrow(
      expect.objectContaining({ code: 'bad_id', path: 'options.after' }),
    );
    for (const limit of [0, -1, 1.5, Number.NaN]) {
      await expect(log.read({ limit })).rejects.toThrow(
        expect.objectContaining({ code: 'bad_option', path: 'options.limit' }),
      );
    }
  });

  it('goes on from a receipt that is kept elsewhere', async () => {
    const log = memoryLog({ from: ELSEWHERE });
    expect(await log.head()).toBe(ELSEWHERE);
    await expect(log.append(envelopes, { expectedHead: ELSEWHERE })).rejects.toThrow(
      expect.objectContaining({ code: 'broken_chain', path: 'envelopes[0].parentId' }),
    );
    const [receipt] = await appendTo(log, write('first'));
    expect(receipt?.statement.parentId).toBe(ELSEWHERE);
    expect(await log.read({ after: ELSEWHERE })).toHaveLength(1);
  });

  it('does not change when what was appended does', async () => {
    const log = memoryLog();
    const mine = structuredClone(envelopes);
    await log.append(mine, { expectedHead: undefined });
    for (const each of mine) Object.assign(each, { payload: 'e30' });
    const entries = await log.read();
    expect(entries.map(({ envelope }) => envelope)).toEqual(envelopes);
    expect(
      entries.every((entry) => Object.isFrozen(entry) && Object.isFrozen(entry.envelope)),
    ).toBe(true);
  });

  it('takes no id for a beginning that is none, and no option that does not exist', () => {
    expect(() => Reflect.apply(memoryLog, undefined, [{ from: 'x' }])).toThrow(
      expect.objectContaining({ code: 'bad_id', path: 'options.from' }),
    );
    expect(() => Reflect.apply(memoryLog, undefined, [{ size: 3 }])).toThrow(
      expect.objectContaining({ code: 'bad_option', path: 'options.size' }),
    );
  });
});

describe('checkLinks', () => {
  const [a, b, c] = envelopes;

  it('names the receipts, and leaves out what nobody signed', () => {
    const extra = { ...a, note: 'unsigned' };
    expect(checkLinks([extra, b, c], undefined)).toEqual(
      three.map(({ id, envelope }) => ({ id, envelope })),
    );
  });

  it.each<[string, readonly unknown[], ArtifactId | undefined, string, string]>([
    ['a gap', [a, c], undefined, 'broken_chain', 'envelopes[1].parentId'],
    ['another order', [b, a], undefined, 'broken_chain', 'envelopes[1].parentId'],
    ['one twice', [a, a], undefined, 'broken_chain', 'envelopes[1].parentId'],
    ['another head', [a, b], ELSEWHERE, 'broken_chain', 'envelopes[0].parentId'],
    ['what is no receipt', [{}], undefined, 'bad_envelope', 'envelope.payload'],
  ])('refuses %s', (_name, list, onto, code, path) => {
    expect(() => checkLinks(list, onto)).toThrow(expect.objectContaining({ code, path }));
  });

  it('takes nothing but a list', () => {
    expect(() => Reflect.apply(checkLinks, undefined, [a])).toThrow(
      expect.objectContaining({ code: 'bad_option', path: 'envelopes' }),
    );
  });
});

/** A log behind a network: each call takes a number of turns that nobody can foresee. */
function slow(log: ReceiptLog, seed: number): ReceiptLog {
  const roll = dice(seed);
  const wait = async (): Promise<void> => {
    for (let turns = roll(6); turns > 0; turns -= 1) await Promise.resolve();
  };
  return {
    async head() {
      await wait();
      const known = await log.head();
      await wait();
      return known;
    },
    async append(list, options) {
      await wait();
      const appended = await log.append(list, options);
      await wait();
      return appended;
    },
    read: (options) => log.read(options),
  };
}

describe('100 writers on one log', () => {
  const names = Array.from({ length: 100 }, (_each, index) => `writer ${index}`);

  it.each([
    [1, 100],
    [2, 30],
    [3, 30],
  ])(
    'lose nothing and never fork, whoever is faster (seed %i, %i writers)',
    async (seed, count) => {
      const log = memoryLog();
      const some = names.slice(0, count);
      const written = await Promise.all(
        some.map((name, index) => appendTo(slow(log, seed * 1_000 + index), write(name))),
      );
      const entries = await all(log);
      expect(entries).toHaveLength(count);
      expect(new Set(entries.map(({ id }) => id))).toEqual(
        new Set(written.flatMap((receipts) => receipts.map(({ id }) => id))),
      );
      const last = entries.at(-1)?.id ?? '';
      const report = verifyPackage(entries, { keys: [PUBLIC], from: null, head: last });
      expect(report).toMatchObject({ status: 'pass', receipts: count, trusted: count });
    },
  );

  it('sign once each when they share a writer, in the order of their calls', async () => {
    const log = memoryLog();
    const writer = logWriter(slow(log, 7), { attempts: 1 });
    let calls = 0;
    const written = await Promise.all(
      names.map((name) =>
        writer.append((onto) => {
          calls += 1;
          return write(name)(onto);
        }),
      ),
    );
    expect(calls).toBe(100);
    expect((await all(log)).map(({ id }) => id)).toEqual(written.map(([each]) => each?.id));
    expect(written.map(([each]) => Object(each?.statement.payload).description)).toEqual(names);
  });

  it('of several processes, each with a writer of its own, lose nothing either', async () => {
    const log = memoryLog();
    const writers = [1, 2, 3, 4].map((seed) => logWriter(slow(log, seed)));
    await Promise.all(names.map((name, index) => writers[index % 4]?.append(write(name))));
    const entries = await all(log);
    const report = verifyPackage(entries, { keys: [PUBLIC], from: null });
    expect(report).toMatchObject({ status: 'pass', receipts: 100 });
  });
});

describe('appendTo', () => {
  it('returns what was appended, and appends nothing for nothing', async () => {
    const log = memoryLog();
    const receipts = await appendTo(log, (onto) =>
      attest(judgement(), { signer, clock: CLOCK, ...onto }),
    );
    expect(receipts).toEqual(three);
    expect(await appendTo(log, () => [])).toEqual([]);
    expect(await log.head()).toBe(head);
  });

  it('gives up after as many attempts as it is allowed', async () => {
    const log = memoryLog();
    let seen = 0;
    const busy: ReceiptLog = {
      ...log,
      append: async (_list, { expectedHead }: AppendOptions) => {
        seen += 1;
        return { ok: false, head: expectedHead };
      },
    };
    await expect(appendTo(busy, write('late'), { attempts: 3 })).rejects.toThrow(
      expect.objectContaining({ name: 'ReceiptError', code: 'log_busy', path: 'log' }),
    );
    expect(seen).toBe(3);
    expect(await log.read()).toEqual([]);
  });

  it('knows its own receipts at the head, after a store that lost its answer', async () => {
    const log = memoryLog();
    const forgetful: ReceiptLog = {
      ...log,
      async append(list, options) {
        await log.append(list, options);
        return log.append(list, options);
      },
    };
    const receipts = await appendTo(forgetful, write('once'));
    expect((await log.read()).map(({ id }) => id)).toEqual(receipts.map(({ id }) => id));
  });

  it('passes on what the log and the signing throw, and the next writer goes on', async () => {
    const log = memoryLog();
    const writer = logWriter(log);
    const failed = writer.append(() => {
      throw new TypeError('no key');
    });
    const next = writer.append(write('next'));
    await expect(failed).rejects.toThrow(TypeError);
    expect(await next).toHaveLength(1);
    const down: ReceiptLog = { ...log, head: () => Promise.reject(new RangeError('down')) };
    await expect(appendTo(down, write('x'))).rejects.toThrow(RangeError);
  });

  it.each([0, -1, 0.5, Number.NaN])('takes no %d for attempts', async (attempts) => {
    const fault = expect.objectContaining({ code: 'bad_option', path: 'options.attempts' });
    await expect(appendTo(memoryLog(), write('x'), { attempts })).rejects.toThrow(fault);
    expect(() => logWriter(memoryLog(), { attempts })).toThrow(fault);
  });
});
