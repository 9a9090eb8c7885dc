/**
 * Reads records of calibrations that come from outside.
 *
 * @module
 */
import { digest, isDigest } from '../digest.js';
import { type JsonObject, type JsonValue, snapshot } from '../json.js';
import { isList, isName, isObject } from '../members.js';
import { isTimestamp } from '../time.js';
import { pathTo } from '../walk.js';
import { isUnit, isWhole, refuseRecord } from './checks.js';
import type { CalibrationRecord } from './record.js';
import { checkFigures } from './record-figures.js';

/** Reads a record, and holds its figures to each other. */
export function readRecord(value: unknown, path: string): CalibrationRecord {
  const copy = value === undefined ? undefined : snapshot(value, path);
  checkMembers(copy, recordShape(), path);
  if (isRecord(copy)) {
    for (const [key, question] of Object.entries(copy.perQuestion)) {
      checkFigures(question, copy.confidence, pathTo(`${path}.perQuestion`, [key]));
    }
    checkDigest(copy, path);
    return copy;
  }
  return refuseRecord(path, 'a record is an object', 'pass what calibrate() returned');
}

/** What a member must be, as a sentence, and the test of it; `'?'` before a name: it may be absent. */
type Check = readonly [rule: string, holds: (value: JsonValue, path: string) => boolean];
type Shape = { readonly [member: string]: Check };

const UNIT: Check = ['it is a number from 0 to 1', isUnit];
const OPEN: Check = ['it is above 0 and below 1', (one) => isUnit(one) && one > 0 && one < 1];
const COUNT: Check = ['it is a whole number, 0 or more', (one) => isWhole(one) && one >= 0];
const NAME: Check = ['it is text of 1 to 1,000 characters, not blank', isName];
const DIGEST: Check = ['it is sha256: and 64 lower-case hex digits', isDigest];
const FINITE: Check = ['it is a number', (one) => typeof one === 'number'];

function word(...words: readonly string[]): Check {
  return [
    `it is one of ${words.join(', ')}`,
    (one) => typeof one === 'string' && words.includes(one),
  ];
}

function within(shape: () => Shape): Check {
  return [
    'it is an object',
    (value, path) => {
      checkMembers(value, shape(), path);
      return true;
    },
  ];
}

const COUNTS: Check = /* @__PURE__ */ within(() => ({
  inputs: COUNT,
  measurable: COUNT,
  refusals: COUNT,
  failures: COUNT,
  unmeasurable: COUNT,
  handled: COUNT,
  correct: COUNT,
}));

const QUESTION: Check = [
  'it is an object',
  (value, path) => {
    checkMembers(value, questionShape(), path);
    return true;
  },
];

function recordShape(): Shape {
  return {
    schema: word('judgement.calibration.v1'),
    '?questionSet': within(() => ({ id: NAME, '?version': NAME })),
    questionsDigest: DIGEST,
    labelledSet: NAME,
    measuredModel: ['it is a name, or null', (one) => one === null || isName(one)],
    measuredAt: ['it is a time in UTC with whole seconds: 2026-11-30T12:00:00Z', isTimestamp],
    confidence: OPEN,
    bins: within(() => ({
      count: [
        'it is a whole number from 1 to 1000',
        (one) => isWhole(one) && one > 0 && one <= 1_000,
      ],
      edges: word('upper', 'lower'),
    })),
    '?seed': ['it is a whole number', isWhole],
    perQuestion: [
      'it is an object with 1 to 400 questions by key',
      (value, path) => {
        const entries = isObject(value) ? Object.entries(value) : [];
        for (const [key, one] of entries) check(one, QUESTION, pathTo(path, [key]));
        return entries.length > 0 && entries.length <= 400;
      },
    ],
    '?previous': DIGEST,
    digest: DIGEST,
  };
}

function questionShape(): Shape {
  return {
    type: word('noul', 'choice', 'score'),
    questionDigest: DIGEST,
    targetAccuracy: UNIT,
    '?threshold': UNIT,
    '?reason': word(
      'nothing_measurable',
      'unreachable',
      'nothing_handled',
      'missed',
      'not_guaranteed',
    ),
    train: COUNTS,
    heldOut: COUNTS,
    '?heldOutAccuracy': UNIT,
    '?drawn': within(() => ({ measurable: COUNT, handled: COUNT, correct: COUNT })),
    '?lowerBound': UNIT,
    '?handledRate': UNIT,
    '?coverage': UNIT,
    '?ece': UNIT,
    '?brier': UNIT,
    '?guarantee': within(() => ({ delta: OPEN, candidates: COUNT, statement: NAME })),
    '?map': ['it is a map that keeps order', isMap],
    '?mappedEce': UNIT,
  };
}

/** A record whose members have all been checked is one. */
function isRecord(value: JsonValue | undefined): value is JsonObject & CalibrationRecord {
  return isObject(value);
}

function checkMembers(value: JsonValue | undefined, members: Shape, path: string): void {
  if (!isObject(value)) refuseRecord(path, 'it is an object', 'pass what calibrate() returned');
  for (const [name, one] of Object.entries(members)) {
    const member = name.replace('?', '');
    const at = pathTo(path, [member]);
    if (Object.hasOwn(value, member)) check(value[member], one, at);
    else if (member === name) refuseRecord(at, 'it is missing', 'add it');
  }
  const unknown = Object.keys(value).find(
    (name) => !Object.hasOwn(members, name) && !Object.hasOwn(members, `?${name}`),
  );
  if (unknown !== undefined) refuseRecord(pathTo(path, [unknown]), 'unknown member', 'drop it');
}

function check(value: JsonValue | undefined, [rule, holds]: Check, path: string): void {
  if (value === undefined || !holds(value, path)) refuseRecord(path, rule, 'correct it');
}

/** What was edited has another digest than was written beside it. */
function checkDigest({ digest: written, ...rest }: CalibrationRecord, path: string): void {
  if (digest(rest) === written) return;
  const fix = 'put back what was changed; a new measurement is a new record';
  refuseRecord(`${path}.digest`, 'it is the digest of all the other members', fix);
}

function isMap(value: JsonValue, path: string): boolean {
  if (!isObject(value)) return false;
  const { kind } = value;
  if (kind === 'temperature') {
    checkMembers(value, { kind: NAME, temperature: FINITE }, path);
    return Number(value['temperature']) > 0;
  }
  if (kind === 'platt') {
    checkMembers(value, { kind: NAME, slope: FINITE, offset: FINITE }, path);
    return Number(value['slope']) <= 0;
  }
  if (kind !== 'isotonic') return false;
  checkMembers(value, { kind: NAME, points: ['it is a list', isList] }, path);
  return isList(value['points']) && isRisingLine(value['points'], path);
}

function isRisingLine(points: readonly JsonValue[], path: string): boolean {
  let before = { at: Number.NEGATIVE_INFINITY, value: 0 };
  for (const [index, point] of points.entries()) {
    checkMembers(point, { at: FINITE, value: UNIT }, pathTo(path, ['points', index]));
    const read = isObject(point)
      ? { at: Number(point['at']), value: Number(point['value']) }
      : before;
    if (read.at <= before.at || read.value < before.value) return false;
    before = read;
  }
  return points.length > 0;
}
