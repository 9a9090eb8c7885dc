import { describe, expect, it } from 'vitest';
import {
  changeSet,
  checkSuccessor,
  memorySetStore,
  newDraft,
  publish,
  type QuestionSet,
  type QuestionSetStore,
  questionSet,
  readQuestionSet,
  rename,
  setHead,
} from '../../src/contract/index.js';
import { digest, noul } from '../../src/index.js';
import { faultOf, rejectionOf } from '../fault.js';
import { resealed, routerSet, TEAM, untyped } from './fixtures.js';

const set = routerSet();
const named = (slug: string): QuestionSet => questionSet({ slug, questions: { team: TEAM } });

/** A store as a service is: what is asked of it comes later, and in between anybody can come. */
function slowStore(): QuestionSetStore {
  const rows = new Map<string, QuestionSet>();
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    async get(slug) {
      await turn();
      return rows.get(slug) ?? null;
    },
    async list() {
      await turn();
      return [...rows.values()];
    },
    async put(one, { expectedHead }) {
      await turn();
      const kept = rows.get(one.slug);
      const head = kept === undefined ? undefined : setHead(kept);
      if (head !== expectedHead) return { ok: false, head };
      if (kept !== undefined) checkSuccessor(kept, one);
      rows.set(one.slug, one);
      return { ok: true, head: setHead(one) };
    },
  };
}

describe('the head of a set', () => {
  it('is the digest of all it holds', () => {
    const { head, ...rest } = set;
    expect([setHead(set), head]).toEqual([digest(rest), digest(rest)]);
    const others = [publish(set, 2), newDraft(set, { model: 'm' }), rename(set, { name: 'N' })];
    expect(new Set([set, ...others].map(setHead)).size).toBe(4);
  });
});

describe('a successor', () => {
  it('is a set that goes on', () => {
    expect(() => checkSuccessor(set, set)).not.toThrow();
    expect(() => checkSuccessor(set, publish(newDraft(set, { model: 'm' })))).not.toThrow();
    expect(() => checkSuccessor(set, rename(set, { name: 'Other' }))).not.toThrow();
  });

  it.each<[string, (one: QuestionSet) => unknown, string]>([
    ['another slug', (one) => ({ ...one, slug: 'other' }), 'set.slug'],
    [
      'a version less',
      (one) => ({ ...one, versions: one.versions.slice(0, 2) }),
      'set.versions[2]',
    ],
    [
      'another model',
      (one) => ({ ...one, versions: one.versions.map((v) => ({ ...v, model: 'm' })) }),
      'set.versions[0]',
    ],
    [
      'other questions under their own digest',
      (one) => {
        const questions = { spam: noul('Is it spam?') };
        const [first, ...rest] = one.versions;
        return { ...one, versions: [{ ...first, questions, digest: digest(questions) }, ...rest] };
      },
      'set.versions[0]',
    ],
    ['a publication less', (one) => ({ ...one, published: [1, 2] }), 'set.published[2]'],
    ['another publication', (one) => ({ ...one, published: [1, 2, 3] }), 'set.published[2]'],
  ])('is none with %s', (_, change, path) => {
    const after = readQuestionSet(resealed(Object(change(set))));
    expect(faultOf(() => checkSuccessor(set, after))).toEqual(['bad_contract', path]);
  });
});

describe('a store in memory', () => {
  it('keeps what is put onto the expected head, and nothing else', () => {
    const store = memorySetStore();
    expect(store.get('ticket-router')).toBeUndefined();
    expect(store.put(set, { expectedHead: undefined })).toEqual({ ok: true, head: setHead(set) });
    expect(store.put(set, { expectedHead: undefined })).toEqual({ ok: false, head: setHead(set) });
    const next = publish(set, 3);
    expect(store.put(next, { expectedHead: setHead(next) }).ok).toBe(false);
    expect(store.get('ticket-router')).toBe(set);
    expect(store.put(next, { expectedHead: setHead(set) }).ok).toBe(true);
    expect(store.get('ticket-router')).toBe(next);
  });

  it('refuses options that are none, with a code', () => {
    const store = memorySetStore([set]);
    expect(faultOf(() => untyped(store.put, set))).toEqual(['bad_option', 'options']);
    expect(faultOf(() => untyped(store.put, set, { expectedHed: 'x' }))).toEqual([
      'bad_option',
      'options.expectedHed',
    ]);
    expect(faultOf(() => untyped(store.put, set, { expectedHead: 7 }))[1]).toBe(
      'options.expectedHead',
    );
    expect(faultOf(() => untyped(store.list, null))).toEqual(['bad_option', 'options']);
    expect(faultOf(() => untyped(store.list, { limt: 1 }))).toEqual(['bad_option', 'options.limt']);
    expect(faultOf(() => untyped(store.list, { after: 7 }))).toEqual([
      'bad_option',
      'options.after',
    ]);
  });

  it('never lets go of what it keeps', () => {
    const store = memorySetStore([publish(set, 3)]);
    const call = (): unknown => store.put(set, { expectedHead: setHead(publish(set, 3)) });
    expect(faultOf(call)).toEqual(['bad_contract', 'set.published[3]']);
    expect(store.get('ticket-router')?.published).toEqual([1, 2, 1, 3]);
  });

  it('lists sets by slug, some at a time', () => {
    const store = memorySetStore(['c', 'a', 'd', 'b'].map(named));
    const slugs = (options?: Parameters<typeof store.list>[0]): readonly string[] =>
      store.list(options).map(({ slug }) => slug);
    expect(slugs()).toEqual(['a', 'b', 'c', 'd']);
    expect(slugs({ limit: 2 })).toEqual(['a', 'b']);
    expect(slugs({ after: 'b', limit: 2 })).toEqual(['c', 'd']);
    expect(slugs({ after: 'd' })).toEqual([]);
    expect(faultOf(() => store.list({ limit: 0 }))).toEqual(['bad_option', 'options.limit']);
  });

  it('refuses to begin with two sets of one slug, and with what is no set', () => {
    expect(faultOf(() => memorySetStore([set, set]))).toEqual(['bad_option', 'sets']);
    expect(faultOf(() => untyped(memorySetStore, set))).toEqual(['bad_option', 'sets']);
    expect(faultOf(() => untyped(memorySetStore, [{}]))).toEqual(['bad_contract', 'set.format']);
  });
});

describe('changing a set in a store', () => {
  it.each([
    ['a store in memory', () => memorySetStore()],
    ['a store that takes time', slowStore],
  ])('loses nothing of 100 writers at once, in %s', async (_, make) => {
    const store: QuestionSetStore = make();
    const write = (model: string): Promise<QuestionSet> =>
      changeSet(store, 'ticket-router', async (kept) => {
        await null;
        return kept === undefined
          ? questionSet({ slug: 'ticket-router', questions: { team: TEAM }, model })
          : newDraft(kept, { model });
      });
    const models = Array.from({ length: 100 }, (_, index) => `model-${index}`);
    await Promise.all(models.map(write));
    const kept = await store.get('ticket-router');
    const found = kept?.versions.map(({ model }) => model ?? '') ?? [];
    expect(found).toHaveLength(100);
    expect([...found].sort()).toEqual([...models].sort());
    expect(kept?.versions.map(({ version }) => version)).toEqual(models.map((_, at) => at + 1));
  });

  it('gives up when somebody else is faster each time', async () => {
    const store = slowStore();
    await store.put(set, { expectedHead: undefined });
    let others = 0;
    const busy = changeSet(
      store,
      'ticket-router',
      async (kept = set) => {
        others += 1;
        await store.put(newDraft(kept, { model: `other-${others}` }), {
          expectedHead: setHead(kept),
        });
        return newDraft(kept, { model: 'ours' });
      },
      { attempts: 3 },
    );
    expect(await rejectionOf(busy)).toEqual(['contract_busy', 'store']);
    expect(others).toBe(3);
    const kept = await store.get('ticket-router');
    expect(kept?.versions.slice(3).map(({ model }) => model)).toEqual([
      'other-1',
      'other-2',
      'other-3',
    ]);
  });

  it('is done where the store wrote and lost its answer', async () => {
    const inner = memorySetStore([set]);
    const store: QuestionSetStore = {
      ...inner,
      put: (one, options) => {
        inner.put(one, options);
        return inner.put(one, options);
      },
    };
    const after = await changeSet(store, 'ticket-router', (kept = set) => publish(kept, 3));
    expect(after.published).toEqual([1, 2, 1, 3]);
  });

  it('refuses what does not go on, and what is of another slug', async () => {
    const store = memorySetStore([set]);
    const lose = changeSet(store, 'ticket-router', () => named('ticket-router'));
    expect(await rejectionOf(lose)).toEqual(['bad_contract', 'set.versions[0]']);
    const other = changeSet(store, 'ticket-router', () => named('other'));
    expect(await rejectionOf(other)).toEqual(['bad_contract', 'set.slug']);
    expect(store.get('ticket-router')).toBe(set);
  });

  it.each([
    ['no store', [undefined, 's', () => set], 'store'],
    ['a promise of a store', [Promise.resolve(memorySetStore()), 's', () => set], 'store'],
    ['no function', [memorySetStore(), 's', set], 'change'],
    ['no attempt', [memorySetStore(), 's', () => set, { attempts: 0 }], 'options.attempts'],
    ['another option', [memorySetStore(), 's', () => set, { tries: 1 }], 'options.tries'],
  ])('refuses %s', async (_, args, path) => {
    const pending = Promise.resolve(untyped(changeSet, ...args));
    expect(await rejectionOf(pending)).toEqual(['bad_option', path]);
  });
});
