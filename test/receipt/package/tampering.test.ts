import { describe, expect, it } from 'vitest';
import { verifyPackage } from '../../../src/receipt/package.js';
import { rowStatusOf } from './archive.js';
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
