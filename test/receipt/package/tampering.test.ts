import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isKeySet } from '../../../src/receipt/key-set.js';
import { type PackageOptions, verifyPackage } from '../../../src/receipt/package.js';
import { type AsyncPackageOptions, verifyPackageAsync } from '../../../src/webcrypto.js';
import { CLERK_PUBLIC, rowStatusOf } from './archive.js';
import { ARCHIVE, FOLDER, members, recordOf, type Tampering } from './tampering.js';
import { ANSWER_TAMPERINGS } from './tampering-answers.js';
import { PACKAGE_TAMPERINGS } from './tampering-packages.js';
import { RECEIPT_TAMPERINGS } from './tampering-receipts.js';

const TAMPERINGS: readonly (readonly [string, Tampering])[] = [
  ...Object.entries(RECEIPT_TAMPERINGS),
  ...Object.entries(PACKAGE_TAMPERINGS),
  ...Object.entries(ANSWER_TAMPERINGS),
];

describe('a package of 50 receipts', () => {
  const envelopes = members.map(({ envelope }) => envelope);

  it.each<[string, unknown]>([
    ['a list', envelopes],
    ['a list of texts', envelopes.map((envelope) => JSON.stringify(envelope))],
    ['the text of a list', JSON.stringify(envelopes)],
    ['JSON lines', envelopes.map((envelope) => JSON.stringify(envelope)).join('\n')],
    ['records', members.map(recordOf)],
    ['what was just signed', members],
    ['a folder', FOLDER],
  ])('is all well as %s', (_name, input) => {
    const report = verifyPackage(input, ARCHIVE.options);
    expect(report.rows.filter(({ status }) => status !== 'pass')).toEqual([]);
    expect(report).toMatchObject({ status: 'pass', receipts: 50, signed: 50, trusted: 50 });
  });

  it('is changed in more than 60 ways', () => {
    expect(TAMPERINGS.length).toBeGreaterThan(110);
    expect(new Set(TAMPERINGS.map(([name]) => name)).size).toBe(TAMPERINGS.length);
  });
});

describe('a change to a package is named, and nothing else is', () => {
  it.each(TAMPERINGS)('%s', (_name, { input, options = {}, faults }) => {
    const report = verifyPackage(input, { ...ARCHIVE.options, ...options });
    const rows = report.rows.filter(({ status }) => status !== 'pass');
    expect(Object.fromEntries(rows.map(({ code, ids }) => [code, ids]))).toEqual(faults);
    expect(report.status).toBe(rowStatusOf(rows));
    for (const item of report.items) {
      const codes = Object.entries(faults).filter(([, ids]) => ids.includes(item.id ?? item.place));
      expect([...item.codes].sort()).toEqual(codes.map(([code]) => code).sort());
    }
  });
});

describe('the host reports of a package what the synchronous verifier does', () => {
  const { subtle } = webcrypto;
  /** The keys for the host to verify with, and not as they came with a verification of ours. */
  const given = (options: PackageOptions): AsyncPackageOptions => {
    const { keys } = options;
    const list = isKeySet(keys) ? keys.keys.map(({ verify: _ours, ...key }) => key) : keys;
    return { ...options, keys: list, subtle };
  };

  const all: readonly (readonly [string, Tampering])[] = [
    ['all is well', { input: FOLDER, faults: {} }],
    ...TAMPERINGS,
  ];

  it.each(all.map(([name, tampering]): [string, Tampering] => [name, tampering]))(
    '%s',
    async (_name, { input, options = {} }) => {
      const settings = { ...ARCHIVE.options, ...options };
      const report = await verifyPackageAsync(input, given(settings));
      expect(report).toEqual(verifyPackage(input, settings));
    },
  );

  it('for more receipts than are verified at a time, in their order', async () => {
    const input = [...members, ...members].map(({ envelope }) => envelope);
    const report = await verifyPackageAsync(input, given(ARCHIVE.options));
    expect(report.items.map(({ id }) => id)).toEqual([...members, ...members].map(({ id }) => id));
    expect(report).toEqual(verifyPackage(input, ARCHIVE.options));
  });

  it('asks the host once for a signature of each entry', async () => {
    let asked = 0;
    const verify: typeof subtle.verify = (...request) => {
      asked += 1;
      return subtle.verify(...request);
    };
    const host = {
      importKey: subtle.importKey.bind(subtle),
      exportKey: subtle.exportKey.bind(subtle),
      sign: subtle.sign.bind(subtle),
      verify,
    };
    const envelopes = members.map(({ envelope }) => envelope);
    await verifyPackageAsync(envelopes, { ...given(ARCHIVE.options), subtle: host });
    const signatures = envelopes.reduce((sum, envelope) => sum + envelope.signatures.length, 0);
    expect(asked).toBeGreaterThanOrEqual(signatures);
    expect(asked).toBeLessThan(2 * signatures);
  });

  it.each<[string, object, object]>([
    ['an unknown option', { everything: true }, { code: 'bad_option', path: 'options.everything' }],
    ['an id that is none', { head: 'art_' }, { code: 'bad_id', path: 'options.head' }],
    ['keys without the crypto of the host', { subtle: undefined }, { code: 'bad_option' }],
  ])('rejects %s', async (_name, change, fault) => {
    const options = { ...given(ARCHIVE.options), ...change };
    await expect(verifyPackageAsync(FOLDER, options)).rejects.toMatchObject(fault);
  });

  it('needs the crypto of the host for the keys that a folder brings', async () => {
    const keys: AsyncPackageOptions['keys'] = [{ publicKey: CLERK_PUBLIC, verify: () => true }];
    const options = { ...ARCHIVE.options, keys };
    await expect(verifyPackageAsync(FOLDER, options)).rejects.toMatchObject({
      code: 'bad_option',
      path: 'options.subtle',
    });
  });
});
