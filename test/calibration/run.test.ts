import { describe, expect, it } from 'vitest';
import {
  calibrate,
  checkHistory,
  type JudgedRow,
  judgeLabelled,
  splitLabeled,
} from '../../src/calibration/index.js';
import { publish, questionSet, resolveContract } from '../../src/contract/index.js';
import { type Judge, noul } from '../../src/index.js';
import { rejectionOf } from '../fault.js';

const questions = { spam: noul('Is it spam?') };
const states = ['buy now', 'hello', 'win a prize', 'see you'].map((state, index) => ({
  id: `mail-${index}`,
  state,
  labels: { spam: index % 2 === 0 },
}));

/** A judge that counts how often it is asked, and fails where it is told to. */
function counting(fails: (state: unknown) => boolean = () => false) {
  const asked: unknown[] = [];
  const judge: Judge = {
    info: { model: 'spam-3' },
    ask: async ({ state }) => {
      asked.push(state);
      if (fails(state)) throw new Error('down');
      const usage = { inputTokens: 100, outputTokens: 10 };
      return { answers: { spam: { noul: 0.9 } }, usage, latencyMs: 5 };
    },
  };
  return { judge, asked };
}

describe('a run over labelled states', () => {
  it('puts answers and labels side by side, in order, ready to be calibrated', async () => {
    const { judge } = counting();
    const { rows, complete } = await judgeLabelled(states, questions, { judge, concurrency: 2 });
    expect(complete).toBe(true);
    expect(rows.map(({ id }) => id)).toEqual(states.map(({ id }) => id));
    expect(rows[1]).toMatchObject({ labels: { spam: false }, answers: { spam: { noul: 0.9 } } });
    const halves = { train: rows.slice(0, 2), heldOut: rows.slice(2) };
    const record = calibrate(questions, halves, { target: 0.5, labelledSet: 'mails' });
    expect(record.measuredModel).toBe('spam-3');
    expect(record.perQuestion['spam']).toMatchObject({ threshold: 0.9, heldOutAccuracy: 0.5 });
  });

  it('keeps a failure as a row, and goes on', async () => {
    const { judge } = counting((state) => state === 'hello');
    const { rows, cost } = await judgeLabelled(states, questions, { judge });
    expect(rows.map(({ failure }) => failure)).toEqual([
      undefined,
      'judge_unavailable',
      undefined,
      undefined,
    ]);
    expect(cost).toMatchObject({ asked: 4, failed: 1, reported: 3, inputTokens: 300 });
  });

  it('goes on where it stopped: what was answered is not asked again, what failed is', async () => {
    const first = counting((state) => state === 'hello');
    const kept: JudgedRow[] = [];
    const options = { judge: first.judge, onRow: (row: JudgedRow) => kept.push(row) };
    await judgeLabelled(states, questions, options);
    const resume: readonly JudgedRow[] = JSON.parse(JSON.stringify(kept));
    const second = counting();
    const relabelled = states.map((one) => ({ ...one, labels: { spam: true } }));
    const { rows, cost } = await judgeLabelled(relabelled, questions, {
      judge: second.judge,
      resume,
    });
    expect(second.asked).toEqual(['hello']);
    expect(cost).toMatchObject({ asked: 1, resumed: 3, inputTokens: 100 });
    expect(rows.map(({ labels }) => labels['spam'])).toEqual([true, true, true, true]);
    const third = counting();
    const other = { spam: noul('Is it an advertisement?') };
    await judgeLabelled(states, other, { judge: third.judge, resume });
    expect(third.asked.length).toBe(4);
    const changed = states.map((one) => ({ ...one, state: `${one.state}!` }));
    await judgeLabelled(changed, questions, { judge: third.judge, resume });
    expect(third.asked.length).toBe(8);
  });

  it('takes over nothing that another judge answered, and nothing that is no answer', async () => {
    const first = counting();
    const { rows: resume } = await judgeLabelled(states, questions, { judge: first.judge });
    const { judge, asked } = counting();
    const other: Judge = { ...judge, info: { model: 'spam-4' } };
    const again = await judgeLabelled(states, questions, { judge: other, resume });
    expect([asked.length, again.cost.resumed, again.rows[0]?.judge.model]).toEqual([
      4,
      0,
      'spam-4',
    ]);
    const hosted: Judge = { ...judge, info: { model: 'spam-3', provider: 'elsewhere' } };
    await judgeLabelled(states, questions, { judge: hosted, resume });
    expect(asked.length).toBe(8);
    const bad = resume.map((row, index) =>
      index === 2 ? { ...row, answers: { spam: { noul: 7 } } } : row,
    );
    expect(await rejectionOf(judgeLabelled(states, questions, { judge, resume: bad }))).toEqual([
      'bad_answer',
      'options.resume[2].answers.spam.noul',
    ]);
    const nobody = resume.map(({ judge: _, ...row }) => row);
    expect(
      await rejectionOf(judgeLabelled(states, questions, { judge, resume: nobody as never })),
    ).toEqual(['bad_label', 'options.resume[0]']);
    expect(asked.length).toBe(8);
  });

  it('takes of several rows of one id the last that was answered', async () => {
    const { judge, asked } = counting();
    const { rows } = await judgeLabelled(states, questions, { judge });
    const failed = rows.map(({ answers: _, ...row }) => ({ ...row, failure: 'judge_unavailable' }));
    const resume = [...failed, ...rows, ...failed];
    expect((await judgeLabelled(states, questions, { judge, resume })).cost.resumed).toBe(4);
    expect(asked.length).toBe(4);
  });

  it('writes the record, which goes on from the one before', async () => {
    const { judge } = counting();
    const set = publish(questionSet({ slug: 'spam', questions }));
    const contract = resolveContract(set);
    const measure = { seed: 7, target: 0.5, labelledSet: 'mails', clock: () => 0 };
    const first = await judgeLabelled(states, questions, { judge, contract, calibrate: measure });
    const halves = splitLabeled(first.rows, { seed: 7 });
    const { seed, ...rest } = measure;
    expect(first.record).toEqual(
      calibrate(questions, halves, { ...rest, seed, questionSet: contract }),
    );
    const previous = first.record;
    if (previous === undefined) throw new Error('there is no record');
    const second = await judgeLabelled(states, questions, {
      judge,
      contract,
      calibrate: { ...measure, previous },
      resume: first.rows,
    });
    expect(checkHistory([previous, second.record])).toEqual(second.record);
    const controller = new AbortController();
    const { signal } = controller;
    const stopped = await judgeLabelled(states, questions, {
      judge,
      signal,
      onRow: () => controller.abort(),
      concurrency: 1,
      calibrate: measure,
    });
    expect([stopped.complete, stopped.record]).toEqual([false, undefined]);
  });

  it('finds what is wrong with the measuring before anybody is asked', async () => {
    const { judge, asked } = counting();
    const faultWith = (measure: object) =>
      rejectionOf(judgeLabelled(states, questions, { judge, calibrate: measure as never }));
    const good = { seed: 7, target: 0.5, labelledSet: 'mails' };
    expect(await faultWith({ ...good, target: 7 })).toEqual([
      'bad_option',
      'options.calibrate.target',
    ]);
    expect(await faultWith({ ...good, seed: 0.5 })).toEqual([
      'bad_option',
      'options.calibrate.seed',
    ]);
    expect(await faultWith({ ...good, share: 1 })).toEqual([
      'bad_option',
      'options.calibrate.share',
    ]);
    expect(await faultWith({ ...good, labelledSet: '' })).toEqual([
      'bad_option',
      'options.calibrate.labelledSet',
    ]);
    expect(await faultWith({ ...good, map: 'platt' })).toEqual([
      'bad_option',
      'options.calibrate.map',
    ]);
    expect(await faultWith({ ...good, previous: {} })).toEqual([
      'bad_record',
      'options.calibrate.previous.schema',
    ]);
    expect(asked).toEqual([]);
  });

  it('returns what is judged when it is stopped, and says that it is not complete', async () => {
    const controller = new AbortController();
    const { judge } = counting();
    const { signal } = controller;
    const onRow = (): void => controller.abort();
    const run = await judgeLabelled(states, questions, { judge, signal, onRow, concurrency: 1 });
    expect(run.complete).toBe(false);
    expect(run.rows.map(({ id }) => id)).toEqual(['mail-0']);
    const rest = await judgeLabelled(states, questions, { judge, resume: run.rows });
    expect([rest.complete, rest.cost.asked, rest.cost.resumed]).toEqual([true, 3, 1]);
  });

  it('tells of its progress, with the number that there is', async () => {
    const seen: unknown[] = [];
    const { judge } = counting((state) => state === 'hello');
    await judgeLabelled(states, questions, {
      judge,
      concurrency: 1,
      onProgress: (progress) => seen.push(progress),
    });
    expect(seen).toEqual([
      { done: 1, failed: 0, total: 4 },
      { done: 2, failed: 1, total: 4 },
      { done: 3, failed: 1, total: 4 },
      { done: 4, failed: 1, total: 4 },
    ]);
  });

  it('names a cost only where every answer said what it used', async () => {
    const price = { input: 1_000, output: 5_000 };
    const all = await judgeLabelled(states, questions, { judge: counting().judge, price });
    expect(all.cost).toMatchObject({ atLeast: 0.6, cost: 0.6, latencyMs: 20 });
    const { judge } = counting((state) => state === 'hello');
    const { cost } = await judgeLabelled(states, questions, { judge, price });
    expect([cost.atLeast, cost.cost]).toEqual([0.45, undefined]);
    expect((await judgeLabelled(states, questions, { judge })).cost.atLeast).toBe(undefined);
  });

  it('refuses what it cannot run on before anybody is asked', async () => {
    const { judge, asked } = counting();
    const faultWith = (given: readonly unknown[], extra: object = {}) =>
      rejectionOf(judgeLabelled(given as never, questions, { judge, ...extra }));
    const [first] = states;
    expect(await faultWith([first, first])).toEqual(['bad_label', 'states[1].id']);
    expect(await faultWith([{ ...first, labels: { spam: 'yes' } }])).toEqual([
      'bad_label',
      'states[0].labels.spam',
    ]);
    expect(await faultWith([{ ...first, state: 7 }])).toEqual(['bad_label', 'states[0].state']);
    expect(await faultWith(states, { resume: [{ id: 'x' }] })).toEqual([
      'bad_label',
      'options.resume[0]',
    ]);
    expect(await faultWith(states, { price: { input: -1, output: 0 } })).toEqual([
      'bad_option',
      'options.price.input',
    ]);
    expect(await faultWith(states, { concurency: 2 })).toEqual([
      'bad_option',
      'options.concurency',
    ]);
    expect(asked).toEqual([]);
  });
});
