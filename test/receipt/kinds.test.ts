import { describe, expect, it } from 'vitest';
import { roleFor } from '../../src/receipt/kinds.js';
import { openReceipt } from '../../src/receipt/open.js';
import { readContents } from '../../src/receipt/statement.js';
import { payload, RECEIPT, seal, statement, utf8 } from './fixtures.js';

const ID = `art_${'a'.repeat(32)}`;

const RESOLUTION = {
  schema: 'judgement.resolution.v1',
  judgement: ID,
  by: 'human://ada',
  decision: 'route',
  route: 'billing',
  overrides: 'deny',
  reason: 'checked',
  resolved_at: '2026-11-30T12:01:00Z',
};
const BLOCKED = {
  reason_class: 'scope_violation',
  refused_kind: 'approval',
  actor: 'agent://a',
  approver: 'human://ada',
  description: 'no',
  evidence_digest: `sha256:${'1'.repeat(64)}`,
  irreversibility: 'high',
  quarantine_receipt: ID,
  reevaluate_when: 'tomorrow',
};
const HALT = {
  schema: 'halt.v1',
  action: 'lift',
  actor: '*',
  issued_at: '2026-11-30T12:01:00Z',
  reason: 'over',
  halt: ID,
};

const UNJUDGED = {
  schema: 'unjudged.v1',
  code: 'judge_unavailable',
  effect: 'allow',
  unjudged_at: '2026-11-30T12:01:00Z',
  actor: 'agent://a',
  call_digest: `sha256:${'1'.repeat(64)}`,
};

function read(
  kind: string,
  body: unknown,
  more: Record<string, unknown> = {},
): ReturnType<typeof readContents> {
  return readContents(RECEIPT, utf8(JSON.stringify(statement(body, { kind, ...more }))));
}

function without(body: object, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name));
}

describe('a known kind of receipt', () => {
  it.each<[string, string, object, readonly string[]]>([
    [
      'judgement.v1',
      'judgement',
      payload(),
      ['schema', 'judge', 'question', 'answer', 'outcome', 'judged_at'],
    ],
    [
      'judgement.resolution.v1',
      'resolution',
      RESOLUTION,
      ['schema', 'judgement', 'by', 'decision', 'resolved_at'],
    ],
    ['blocked.v1', 'blocked', BLOCKED, ['reason_class', 'refused_kind']],
    ['halt.v1', 'halt', HALT, ['schema', 'action', 'actor', 'issued_at']],
    ['unjudged.v1', 'unjudged', UNJUDGED, ['schema', 'code', 'effect', 'unjudged_at']],
  ])('%s is given as %s, with or without what is optional', (kind, name, body, required) => {
    const contents = read(kind, body);
    expect(contents).toMatchObject({ [name]: body });
    expect(Object.isFrozen(contents.statement?.payload)).toBe(true);
    const names = ['judgement', 'resolution', 'blocked', 'halt', 'unjudged'];
    expect(names.filter((each) => each in contents)).toEqual([name]);
    expect(openReceipt(seal(JSON.stringify(statement(body, { kind }))))).toMatchObject({
      ok: true,
      [name]: body,
    });
    for (const member of Object.keys(body)) {
      const rest = without(body, member);
      if (!required.includes(member)) expect(read(kind, rest)).toMatchObject({ [name]: rest });
      else {
        const path = `statement.payload.${member}`;
        expect(() => read(kind, rest)).toThrow(
          expect.objectContaining({ code: 'bad_payload', path, rule: 'it is required' }),
        );
      }
    }
  });

  it.each([
    'policy_threshold_exceeded',
    'quarantine_triggered',
    'scope_violation',
    'operator_revocation',
    'human_escalation_pending',
  ])('blocked.v1 has the reason %s', (reason_class) => {
    const body = { reason_class, refused_kind: 'action' };
    expect(read('blocked.v1', body).blocked).toEqual(body);
  });

  it('blocked.v1 has room for members that are not known, and the others have none', () => {
    expect(read('blocked.v1', { ...BLOCKED, zone: [null] }).blocked).toHaveProperty('zone');
    for (const [kind, body] of [
      ['judgement.resolution.v1', RESOLUTION],
      ['halt.v1', HALT],
      ['unjudged.v1', UNJUDGED],
    ] as const) {
      expect(() => read(kind, { ...body, zone: 1 })).toThrow(
        expect.objectContaining({ code: 'bad_payload', path: 'statement.payload.zone' }),
      );
    }
  });

  it.each<[string, object, string, unknown]>([
    ['judgement.resolution.v1', RESOLUTION, 'schema', 'judgement.v1'],
    ['judgement.resolution.v1', RESOLUTION, 'schema', 'other'],
    ['judgement.resolution.v1', RESOLUTION, 'judgement', 'art_1'],
    ['judgement.resolution.v1', RESOLUTION, 'judgement', ID.toUpperCase()],
    ['judgement.resolution.v1', RESOLUTION, 'by', 7],
    ['judgement.resolution.v1', RESOLUTION, 'decision', 'ask'],
    ['judgement.resolution.v1', RESOLUTION, 'overrides', null],
    ['judgement.resolution.v1', RESOLUTION, 'route', []],
    ['judgement.resolution.v1', RESOLUTION, 'resolved_at', 1],
    ['blocked.v1', BLOCKED, 'reason_class', 'bored'],
    ['blocked.v1', BLOCKED, 'refused_kind', 'decision'],
    ['blocked.v1', BLOCKED, 'actor', null],
    ['blocked.v1', BLOCKED, 'description', {}],
    ['halt.v1', HALT, 'action', 'stop'],
    ['halt.v1', HALT, 'actor', null],
    ['unjudged.v1', UNJUDGED, 'effect', 'none'],
    ['unjudged.v1', UNJUDGED, 'code', 7],
    ['judgement.v1', payload(), 'answer_attestation', 'text'],
    ['judgement.v1', payload(), 'answer_attestation', []],
  ])('%s is refused when %o has another %s: %j', (kind, body, member, value) => {
    expect(() => read(kind, { ...body, [member]: value })).toThrow(
      expect.objectContaining({ code: 'bad_payload', path: `statement.payload.${member}` }),
    );
  });

  it.each(['judgement.v1', 'judgement.resolution.v1', 'blocked.v1', 'halt.v1', 'unjudged.v1'])(
    '%s is refused without an object for a payload',
    (kind) => {
      for (const body of [undefined, null, [], 'x', 7]) {
        expect(() => read(kind, null, { payload: body })).toThrow(
          expect.objectContaining({ code: 'bad_payload', path: 'statement.payload' }),
        );
      }
    },
  );

  it('is not found under the name of another', () => {
    for (const [schema, body] of [
      ['judgement.v1', payload()],
      ['judgement.resolution.v1', RESOLUTION],
      ['halt.v1', HALT],
      ['unjudged.v1', UNJUDGED],
    ] as const) {
      for (const kind of ['note.v1', 'blocked.v1', 'session.v1']) {
        expect(() => read(kind, { ...BLOCKED, ...body })).toThrow(
          expect.objectContaining({
            code: 'bad_payload',
            path: 'statement.payload.schema',
            fix: expect.stringContaining(schema),
          }),
        );
      }
    }
  });

  it('carries the answer that a judge signed, whatever is in it', () => {
    const answer_attestation = { payload: 'e30', payloadType: 'x', signatures: [{ any: null }] };
    const { judgement } = read('judgement.v1', { ...payload(), answer_attestation });
    expect(judgement?.answer_attestation).toEqual(answer_attestation);
  });
});

describe('a resolution that replaces another', () => {
  const kind = 'judgement.resolution.v1';

  it('says so in its statement', () => {
    expect(read(kind, RESOLUTION, { meta: { replaces: ID, more: 1 } }).replaces).toBe(ID);
    for (const meta of [undefined, null, 'replaces', [ID], {}, { replaced: ID }]) {
      expect(read(kind, RESOLUTION, { meta })).not.toHaveProperty('replaces');
    }
  });

  it.each([null, 7, 'art_1', [ID], ID.toUpperCase()])('names no %j', (replaces) => {
    expect(() => read(kind, RESOLUTION, { meta: { replaces } })).toThrow(
      expect.objectContaining({ code: 'bad_statement', path: 'statement.meta.replaces' }),
    );
  });

  it('is the only kind in which this means anything', () => {
    for (const replaces of [ID, 7]) {
      expect(read('note.v1', {}, { meta: { replaces } })).not.toHaveProperty('replaces');
      expect(read('blocked.v1', BLOCKED, { meta: { replaces } })).not.toHaveProperty('replaces');
    }
  });
});

describe('roleFor', () => {
  it('says who may sign a kind, and nobody in particular for others', () => {
    const kinds = [
      'judgement.v1',
      'judgement.resolution.v1',
      'blocked.v1',
      'halt.v1',
      'unjudged.v1',
      'x',
      undefined,
    ];
    expect(kinds.map(roleFor)).toEqual([
      'judge',
      'decider',
      'gate',
      undefined,
      'gate',
      undefined,
      undefined,
    ]);
  });
});
