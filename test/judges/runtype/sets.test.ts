import { describe, expect, it } from 'vitest';
import { type CalibrationRecord, calibrate, checkRecord } from '../../../src/calibration/index.js';
import { asked, type Contract } from '../../../src/contract/index.js';
import { hold, judgeWith, type Questions } from '../../../src/index.js';
import { runtype, runtypeCalibrated, runtypeSets } from '../../../src/judges/runtype/index.js';
import { during, errorOf } from '../replay.js';
import { ANSWERS, RECORDED, resolved } from './bodies.js';

const KEY = { apiKey: 'rt-key' };

async function resolve(text: string, options?: { readonly version?: number }) {
  return during([{ text }], async ({ url, sent }) => {
    const set = await runtypeSets({ url, ...KEY }).resolve('qset_1', options);
    return { ...set, sent: [...sent] };
  });
}

describe('a version that is resolved', () => {
  it('is a contract with its current calibration', async () => {
    const { contract, calibration, questionSetId, unread, sent } = await resolve(resolved(3));
    expect(sent).toMatchObject([{ method: 'GET', path: '/v1/question-sets/qset_1/resolved' }]);
    expect(sent[0]?.headers['authorization']).toBe('Bearer rt-key');
    expect([questionSetId, contract.id, contract.version, contract.name, unread]).toEqual([
      'qset_1',
      'ticket-triage',
      '3',
      'Ticket triage',
      [],
    ]);
    expect(contract.questions['route']).toMatchObject({
      type: 'choice',
      options: ['billing', 'technical', 'account', 'other'],
    });
    expect(calibration).toMatchObject({
      labelledSet: 'support-tickets-2026-09',
      measuredModel: 'typesafe-ai/jev-1.13.0',
      perQuestion: {
        requests_human: {
          threshold: 0.62,
          targetAccuracy: 0.95,
          heldOutAccuracy: 0.951,
          handledRate: 0.71,
          ece: 0.03,
        },
      },
    });
  });

  it('is named by its number, and no other is taken for it', async () => {
    const { sent } = await resolve(resolved(2), { version: 2 });
    expect(sent[0]?.path).toBe('/v1/question-sets/qset_1/resolved?version=2');
    const error = await errorOf(resolve(resolved(3), { version: 2 }));
    expect(error).toMatchObject({ code: 'bad_answer', path: 'response', status: 200 });
  });

  it('is read in whatever way its parts are put together, as that is not documented', async () => {
    const { questionSet, version, calibration } = JSON.parse(resolved(3));
    const { versionNumber, questions } = version;
    const { record } = calibration;
    const row = { ...record, id: 'cal_1', source: 'customer', createdAt: '2026-09-30T08:00:00Z' };
    const shapes: readonly [string, object][] = [
      ['flat', { ...questionSet, version: versionNumber, questions, calibration }],
      ['with a status', { questionSet, version: { ...version, status: 'published' }, calibration }],
      ['with a row', { questionSet, version, calibration: row }],
      [
        'with the calibration in the version',
        { questionSet, version: { ...version, calibration } },
      ],
    ];
    for (const [name, shape] of shapes) {
      const set = await resolve(JSON.stringify(shape));
      expect([
        name,
        set.contract.version,
        set.calibration?.perQuestion['requests_human']?.ece,
      ]).toEqual([name, '3', 0.03]);
      if (name !== 'with a row') continue;
      expect(set.calibration).toMatchObject({
        id: 'cal_1',
        source: 'customer',
        recordedAt: '2026-09-30T08:00:00Z',
      });
    }
    const more = { questionSet: { ...questionSet, archived: false }, version, region: 'eu' };
    expect((await resolve(JSON.stringify(more))).unread).toEqual([
      'set.region',
      'set.questionSet.archived',
    ]);
  });

  it('has no calibration where there is none', async () => {
    expect((await resolve(resolved(3, null))).calibration).toBeUndefined();
  });

  it.each([
    ['a draft', { status: 'draft' }],
    ['no questions', { questions: {} }],
    ['a number that is none', { versionNumber: 'x' }],
  ])('is none with %s', async (_, change) => {
    const body = JSON.parse(resolved(3));
    const text = JSON.stringify({ ...body, version: { ...body.version, ...change } });
    const error = await errorOf(resolve(text));
    expect(error).toMatchObject({ path: 'response', status: 200, attempts: 1 });
    expect(error['code']).toMatch(/^bad_(?:contract|question)$/);
  });

  it.each([
    ['a threshold above 1', { requests_human: { threshold: 1.2 } }],
    ['no threshold', { requests_human: { ece: 0.1 } }],
    ['a question that is not asked', { stranger: { threshold: 0.5 } }],
    ['no questions', undefined],
  ])('is none with a calibration of %s', async (_, perQuestion) => {
    const error = await errorOf(resolve(resolved(3, { record: { perQuestion } })));
    expect(error['code']).toBe('bad_record');
  });

  it('is refused by an id that is none, and by another set', async () => {
    const sets = runtypeSets(KEY);
    expect(() => sets.resolve('../admin')).toThrow(
      expect.objectContaining({ code: 'bad_option', path: 'questionSetId' }),
    );
    const error = await errorOf(
      during([{ text: resolved(3) }], ({ url }) => runtypeSets({ url, ...KEY }).resolve('qset_2')),
    );
    expect(error).toMatchObject({ code: 'bad_answer', path: 'response' });
  });
});

describe('a policy of a calibration that is kept there', () => {
  it('holds decision probabilities to its thresholds, from both sides', async () => {
    const { contract, calibration } = await resolve(resolved(3));
    if (calibration === undefined) throw new Error('there is no calibration');
    const policy = runtypeCalibrated(calibration, { reportedModel: 'typesafe-ai/jev-1.13.0' });
    const route = { choice: 'billing', probabilities: { billing: 1 } };
    const effectOf = (human: number) => {
      const answers = { route, requests_human: { noul: human } };
      return hold(contract.questions, answers, policy).decisions['requests_human'];
    };
    expect(effectOf(0.62)).toMatchObject({ effect: 'deny', bar: 0.62, measured: 0.62 });
    expect(effectOf(0.38)).toMatchObject({ effect: 'allow', bar: 0.62, measured: 0.62 });
    expect(effectOf(0.61)).toMatchObject({ effect: 'ask', reason: 'bar_missed' });
    expect(effectOf(0.39)).toMatchObject({ effect: 'ask', reason: 'bar_missed' });
    expect(effectOf(0.9)?.setBy).toBe('calibration on support-tickets-2026-09');
    const other = hold(contract.questions, { route, requests_human: { noul: 0.9 } }, policy);
    expect(other.decisions['route']).toMatchObject({ effect: 'ask', reason: 'bar_missed' });
  });

  it('is stale for another model than was measured', async () => {
    const { contract, calibration } = await resolve(resolved(3));
    if (calibration === undefined) throw new Error('there is no calibration');
    const policy = runtypeCalibrated(calibration, { reportedModel: 'typesafe-ai/jev-1.14.0' });
    const answers = { route: { choice: 'other' }, requests_human: { noul: 0.9 } };
    const { decisions } = hold(contract.questions, answers, policy);
    expect(decisions['requests_human']).toMatchObject({ effect: 'ask', stale: true });
  });

  it('is neither fresh nor stale where no model is reported, and then holds', async () => {
    const executed = (judgment: object) => ({
      text: JSON.stringify({ result: JSON.parse(ANSWERS), metadata: { judgment } }),
    });
    const requestedModel = 'typesafe-ai/jev';
    const bodies = [
      { text: resolved(3) },
      executed({ requestedModel, resolvedModelId: null }),
      executed({ requestedModel, resolvedModelId: 'typesafe-ai/jev-1.13.0' }),
      executed({ requestedModel, resolvedModelId: 'typesafe-ai/jev-1.14.0' }),
    ];
    await during(bodies, async ({ url }) => {
      const set = await runtypeSets({ url, ...KEY }).resolve('qset_1');
      const { questionSetId, contract, calibration } = set;
      if (calibration === undefined) throw new Error('there is no calibration');
      const judge = runtype({ url, ...KEY, questionSetId, contract });
      const policy = runtypeCalibrated(calibration);
      const humans: unknown[] = [];
      for (let asking = 0; asking < 3; asking += 1) {
        const { decisions } = await judgeWith(judge, asked(contract, 'x'), { policy });
        humans.push([decisions['requests_human']?.effect, decisions['requests_human']?.stale]);
      }
      expect(humans).toEqual([
        ['allow', undefined],
        ['allow', undefined],
        ['ask', true],
      ]);
    });
  });

  it('holds no other question', async () => {
    const { calibration } = await resolve(resolved(3));
    if (calibration === undefined) throw new Error('there is no calibration');
    const policy = runtypeCalibrated(calibration);
    const questions: Questions = { requests_human: { type: 'noul', instructions: 'Other?' } };
    expect(() => policy.check?.(questions)).toThrow(
      expect.objectContaining({ code: 'bad_policy' }),
    );
  });
});

describe('recording a calibration', () => {
  async function measured(): Promise<{
    readonly contract: Contract;
    readonly record: CalibrationRecord;
  }> {
    const { contract } = await resolve(resolved(3));
    const rows = Array.from({ length: 60 }, (_, index) => ({
      id: `ticket-${index}`,
      labels: { requests_human: index % 2 === 0 },
      answers: { requests_human: { noul: index % 2 === 0 ? 0.9 : 0.2 } },
    }));
    const halves = { train: rows.slice(0, 30), heldOut: rows.slice(30) };
    const record = calibrate(contract.questions, halves, {
      target: 0.9,
      labelledSet: 'support-tickets-2026-09',
    });
    return { contract, record };
  }

  it('sends what is documented, once, and says what came of it', async () => {
    const { contract, record } = await measured();
    const answer = { calibration: { id: 'cal_7', source: 'eval_suite' } };
    const bodies = [{ status: 201, text: JSON.stringify(answer) }];
    await during(bodies, async ({ url, sent }) => {
      const sets = runtypeSets({ url, ...KEY });
      const set = { questionSetId: 'qset_1', contract };
      const options = { evalRunId: 'run_1', measuredModel: 'typesafe-ai/jev-1.13.0' };
      const recorded = await sets.record(set, record, options);
      expect(recorded).toEqual({ id: 'cal_7', source: 'eval_suite', body: answer });
      expect(sent).toMatchObject([
        { method: 'POST', path: '/v1/question-sets/qset_1/versions/3/calibrations' },
      ]);
      const one = record.perQuestion['requests_human'];
      expect(JSON.parse(sent[0]?.text ?? '')).toEqual({
        record: {
          labeledSetRef: 'support-tickets-2026-09',
          perQuestion: {
            requests_human: {
              threshold: one?.threshold,
              targetAccuracy: 0.9,
              heldOutAccuracy: 1,
              handledRate: one?.handledRate,
              ece: one?.ece,
            },
          },
          measuredModel: 'typesafe-ai/jev-1.13.0',
        },
        evalRunId: 'run_1',
      });
      const documented = JSON.parse(RECORDED).record;
      const written = JSON.parse(sent[0]?.text ?? '').record;
      expect(Object.keys(written)).toEqual(Object.keys(documented));
      expect(Object.keys(written.perQuestion.requests_human)).toEqual(
        Object.keys(documented.perQuestion.requests_human),
      );
    });
  });

  it('is not tried again, as every record that arrives is kept', async () => {
    const { contract, record } = await measured();
    await during([{ status: 503, text: '{}' }], async ({ url, sent }) => {
      const sets = runtypeSets({ url, ...KEY, retries: 5 });
      const set = { questionSetId: 'qset_1', contract };
      const error = await errorOf(sets.record(set, record, { measuredModel: 'm-1' }));
      expect(error).toMatchObject({ code: 'judge_unavailable', status: 503, attempts: 1 });
      expect(sent).toHaveLength(1);
    });
  });

  it('names an eval run that is not there', async () => {
    const { contract, record } = await measured();
    const text = '{"error":"No such eval run.","code":"EVAL_RUN_NOT_FOUND"}';
    await during([{ status: 404, text }], async ({ url }) => {
      const sets = runtypeSets({ url, ...KEY });
      const set = { questionSetId: 'qset_1', contract };
      const options = { evalRunId: 'run_9', measuredModel: 'm-1' };
      const error = await errorOf(sets.record(set, record, options));
      expect(error.message).toContain('EVAL_RUN_NOT_FOUND');
      expect(error['fix']).toContain('evalRunId');
    });
  });

  it('is refused before anything is sent', async () => {
    const { contract, record } = await measured();
    expect(record.measuredModel).toBeNull();
    const { contract: other } = await resolve(
      resolved(4).replaceAll('human support representative', 'person'),
    );
    await during([], async ({ url, sent }) => {
      const sets = runtypeSets({ url, ...KEY });
      const codeOf = async (work: Promise<unknown>) => {
        const error = await errorOf(work);
        return [error['code'], error['path']];
      };
      const set = { questionSetId: 'qset_1', contract };
      expect(await codeOf(sets.record(set, record))).toEqual([
        'bad_record',
        'record.measuredModel',
      ]);
      const wrong = { questionSetId: 'qset_1', contract: other };
      expect(await codeOf(sets.record(wrong, record, { measuredModel: 'm' }))).toEqual([
        'bad_record',
        'record.questionsDigest',
      ]);
      const edited = { ...record, labelledSet: 'others' };
      expect(await codeOf(sets.record(set, edited, { measuredModel: 'm' }))).toEqual([
        'bad_record',
        'record.digest',
      ]);
      expect(checkRecord(record)).toEqual(record);
      expect(sent).toEqual([]);
    });
  });
});
