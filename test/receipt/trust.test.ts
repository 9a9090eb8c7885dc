import { describe, expect, it } from 'vitest';
import { ed25519Signer } from '../../src/receipt/ed25519.js';
import { attest } from '../../src/receipt/judgement.js';
import type { TrustedKey } from '../../src/receipt/key-set.js';
import { publicKeySet } from '../../src/receipt/public-key-set.js';
import { resolve } from '../../src/receipt/resolution.js';
import { distrust, type KeyTrust, type Role } from '../../src/receipt/trust.js';
import { verifyReceipt } from '../../src/receipt/verify.js';
import {
  CLOCK,
  judgement,
  KEY_ID,
  OTHER_KEY_ID,
  OTHER_PUBLIC,
  OTHER_SECRET,
  PUBLIC,
  SECRET,
  SMALL,
  seal,
} from './fixtures.js';

/** When the receipts here are signed, and the seconds before and after. */
const BEFORE = '2026-11-30T12:00:00Z';
const NOW = '2026-11-30T12:00:01Z';
const AFTER = '2026-11-30T12:00:02Z';
const signer = ed25519Signer(SECRET);
const [judged] = attest(judgement(), { signer, clock: CLOCK });
if (judged === undefined) throw new Error('three receipts were signed');
const resolved = resolve(judged, {
  signer,
  by: 'human://ada',
  decision: 'deny',
  clock: CLOCK,
});

function verify(trust: KeyTrust, envelope: unknown = judged?.envelope): unknown {
  const verdict = verifyReceipt(envelope, { keys: [{ publicKey: PUBLIC, ...trust }] });
  return verdict.ok ? 'trusted' : `${verdict.code} at ${verdict.path}`;
}

describe('the time of a key', () => {
  it.each<[string, KeyTrust, string]>([
    ['from before', { validFrom: BEFORE }, 'trusted'],
    ['from that second', { validFrom: NOW }, 'trusted'],
    ['from after', { validFrom: AFTER }, 'not_yet_valid_key at statement.timestamp'],
    ['until before', { validUntil: BEFORE }, 'expired_key at statement.timestamp'],
    ['until that second', { validUntil: NOW }, 'trusted'],
    ['until after', { validUntil: AFTER }, 'trusted'],
    ['that second alone', { validFrom: NOW, validUntil: NOW }, 'trusted'],
    ['revoked before', { revoked: BEFORE }, 'revoked_key at statement.timestamp'],
    ['revoked at that second', { revoked: NOW }, 'revoked_key at statement.timestamp'],
    ['revoked after', { revoked: AFTER }, 'trusted'],
    ['revoked for all', { revoked: true }, 'revoked_key at statement.timestamp'],
    ['not revoked', { revoked: false }, 'trusted'],
    [
      'revoked, and of another role and time',
      { revoked: true, roles: ['gate'], validFrom: AFTER },
      'revoked_key at statement.timestamp',
    ],
    [
      'of another role and time',
      { roles: ['gate'], validFrom: AFTER },
      'untrusted_key at envelope.signatures',
    ],
  ])('%s', (_name, trust, expected) => {
    expect(verify(trust)).toBe(expected);
  });

  it('is compared with that of an action as well', () => {
    const type = 'application/vnd.treeship.action.v1+json';
    const action = seal(`{"type":"treeship/action/v1","timestamp":"${NOW}"}`, { type });
    expect(verify({ validUntil: BEFORE }, action)).toBe('expired_key at statement.timestamp');
    expect(verify({ validUntil: NOW }, action)).toBe('trusted');
  });

  it('is not what a payload without a time was signed in', () => {
    const type = 'application/vnd.treeship.action.v1+json';
    for (const timestamp of ['', ',"timestamp":1', ',"timestamp":"2026-11-30T12:00:01.5Z"']) {
      const action = seal(`{"type":"treeship/action/v1"${timestamp}}`, { type });
      expect(verify({ validFrom: BEFORE }, action)).toMatch('not_yet_valid_key');
      expect(verify({ validUntil: AFTER }, action)).toMatch('expired_key');
      expect(verify({ revoked: AFTER }, action)).toMatch('revoked_key');
      expect(verify({}, action)).toBe('trusted');
    }
  });
});

describe('the names of a decider', () => {
  it.each<[string, KeyTrust, string]>([
    ['any', { roles: ['decider'] }, 'trusted'],
    ['this one', { roles: ['decider'], by: ['human://ada'] }, 'trusted'],
    ['this and others', { by: ['human://bob', 'human://ada'] }, 'trusted'],
    ['another', { by: ['human://bob'] }, 'untrusted_key at statement.payload.by'],
    ['one that begins alike', { by: ['human://ad'] }, 'untrusted_key at statement.payload.by'],
    ['one that goes on', { by: ['human://ada/x'] }, 'untrusted_key at statement.payload.by'],
    ['none', { roles: ['decider'], by: [] }, 'untrusted_key at statement.payload.by'],
  ])('%s', (_name, trust, expected) => {
    expect(verify(trust, resolved.envelope)).toBe(expected);
  });

  it('say nothing about judgements', () => {
    expect(verify({ by: ['human://bob'] })).toBe('trusted');
  });
});

describe('distrust', () => {
  it('knows the role of a judge that answers', () => {
    const claim = { role: 'answerer', signedAt: NOW, by: undefined } as const;
    expect(distrust({ roles: ['answerer'] }, claim)).toBeUndefined();
    for (const role of ['judge', 'gate', 'decider'] satisfies Role[]) {
      expect(distrust({ roles: [role] }, claim)).toMatchObject({ code: 'untrusted_key' });
    }
  });
});

describe('what is known of each signature', () => {
  const mine = { secret: SECRET, keyid: KEY_ID };
  const two = seal(SMALL, { signers: [mine, { secret: OTHER_SECRET, keyid: OTHER_KEY_ID }] });

  it('includes why it is not trusted, beside one that is', () => {
    const keys = [PUBLIC, { publicKey: OTHER_PUBLIC, revoked: true }];
    expect(verifyReceipt(two, { keys })).toMatchObject({
      ok: true,
      signed: [{ keyId: KEY_ID }, { keyId: OTHER_KEY_ID }],
      trusted: [{ keyId: KEY_ID }],
      distrusted: [
        {
          keyId: OTHER_KEY_ID,
          publicKey: OTHER_PUBLIC,
          code: 'revoked_key',
          path: 'statement.timestamp',
          rule: 'a key is trusted for what it signed before it was revoked',
        },
      ],
    });
  });

  it('is refused for the first reason when no signature is trusted', () => {
    const keys = [
      { publicKey: PUBLIC, validUntil: '2025-11-30T12:00:00Z' },
      { publicKey: OTHER_PUBLIC, revoked: true },
    ];
    expect(verifyReceipt(two, { keys })).toMatchObject({
      ok: false,
      code: 'expired_key',
      trusted: [],
      distrusted: [{ code: 'expired_key' }, { code: 'revoked_key' }],
    });
  });
});

describe('publicKeySet', () => {
  it('keeps what a key is trusted for, and a copy of it', () => {
    const roles: Role[] = ['decider'];
    const by = ['human://ada'];
    const trust = { roles, by, validFrom: '2026-01-01T00:00:00Z', revoked: '2027-01-01T00:00:00Z' };
    const keySet = publicKeySet([{ publicKey: PUBLIC, ...trust }]);
    roles.push('judge');
    by.push('human://bob');
    const [key] = keySet.keys;
    expect(key).toMatchObject({ roles: ['decider'], by: ['human://ada'], revoked: trust.revoked });
    expect([key, key?.roles, key?.by].map(Object.isFrozen)).toEqual([true, true, true]);
    expect(publicKeySet(keySet.keys).keys[0]).toEqual(key);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['names that are no list', { by: 'human://ada' }, 'by'],
    ['names that are no URIs', { by: ['ada'] }, 'by'],
    ['an empty text for roles', { roles: '' }, 'roles'],
    ['null for roles', { roles: null }, 'roles'],
    ['null for names', { by: null }, 'by'],
    ['names for a key that does not decide', { by: ['human://ada'], roles: ['judge'] }, 'by'],
    ['a time with an offset', { validFrom: '2026-11-30T12:00:00+00:00' }, 'validFrom'],
    ['a time with fractions', { validUntil: '2026-11-30T12:00:00.5Z' }, 'validUntil'],
    ['a day', { validUntil: '2026-11-30' }, 'validUntil'],
    ['a number', { validFrom: 1_796_000_000 }, 'validFrom'],
    ['a date', { validUntil: new Date(0) }, 'validUntil'],
    ['an empty time', { validFrom: '' }, 'validFrom'],
    ['an end before the start', { validFrom: AFTER, validUntil: BEFORE }, 'validUntil'],
    ['a revocation by number', { revoked: 1 }, 'revoked'],
    ['a revocation that is null', { revoked: null }, 'revoked'],
    ['a revocation at no time', { revoked: 'yes' }, 'revoked'],
    ['a misspelled end', { validTo: AFTER }, 'validTo'],
  ])('refuses %s', (_name, trust, member) => {
    const keys = [PUBLIC, { publicKey: OTHER_PUBLIC, ...trust }];
    expect(() => Reflect.apply(publicKeySet, undefined, [keys])).toThrow(
      expect.objectContaining({
        name: 'JudgeError',
        code: 'bad_option',
        path: `keys[1].${member}`,
      }),
    );
  });

  it.each<[string, TrustedKey, string]>([
    ['names', { publicKey: PUBLIC, by: ['human://ada'] }, 'by'],
    ['start', { publicKey: PUBLIC, validFrom: '2026-11-30T12:00:00Z' }, 'validFrom'],
    ['end', { publicKey: PUBLIC, validUntil: '2026-11-30T12:00:00Z' }, 'validUntil'],
    ['revocation', { publicKey: PUBLIC, revoked: true }, 'revoked'],
  ])('refuses one key twice with another %s', (_name, key, member) => {
    expect(() => publicKeySet([key, PUBLIC])).toThrow(
      expect.objectContaining({ code: 'bad_key', path: `keys[1].${member}` }),
    );
    expect(publicKeySet([key, key]).keys.length).toBe(2);
  });
});
