/**
 * JSON texts made up by chance: numbers and strings in every spelling.
 *
 * @module
 */
import type { Dice } from './dice.js';

/** The text of some JSON value, which JSON.parse reads. */
export function drawJsonText(dice: Dice, depth = 0): string {
  const roll = dice.below(depth === 0 ? 4 : depth < 4 ? 10 : 6) + (depth === 0 ? 6 : 0);
  if (roll < 2) return dice.pick(['null', 'true', 'false']);
  if (roll < 4) return drawNumber(dice);
  if (roll < 6) return drawString(dice);
  const space = dice.pick(['', '', ' ', '\n\t']);
  const count = dice.below(5);
  if (roll < 8) {
    const items = Array.from({ length: count }, () => drawJsonText(dice, depth + 1));
    return `[${space}${items.join(`${space},${space}`)}${space}]`;
  }
  const members = new Map<string, string>();
  for (let index = 0; index < count; index += 1) {
    const name = drawString(dice);
    const key: string = JSON.parse(name);
    members.set(key, `${name}${space}:${space}${drawJsonText(dice, depth + 1)}`);
  }
  return `{${space}${[...members.values()].join(`${space},${space}`)}${space}}`;
}

function drawNumber(dice: Dice): string {
  const digits = String(dice.below(10 ** dice.pick([1, 2, 4, 9])));
  const sign = dice.pick(['', '', '-']);
  return dice.pick([
    `${sign}${digits}`,
    `${sign}${digits}.0`,
    `${sign}${digits}.${dice.pick(['5', '25', '10', '000', '125000'])}`,
    `${sign}${digits}${dice.pick(['e', 'E'])}${dice.pick(['', '+', '-'])}${dice.below(30)}`,
    `${sign}0.${'0'.repeat(dice.below(10))}${1 + dice.below(9_999)}`,
    `${sign}${drawDouble(dice)}`,
    ...EDGES,
  ]);
}

/** Where the ways of writing a number part. */
const EDGES = [
  '-0',
  '-0.0',
  '0e0',
  '1e-5',
  '1e-6',
  '1e-7',
  '999999999999999.9',
  '1e15',
  '1e16',
  '1e20',
  '1e21',
  '123456789012345680000',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '18446744073709551615',
  '18446744073709551616',
  '-9223372036854775808',
  '5e-324',
  '1.7976931348623157e308',
] as const;

/** Any double, with no more digits than it needs. */
function drawDouble(dice: Dice): string {
  const value = Math.abs(new DataView(dice.bytes(8).buffer).getFloat64(0));
  return Number.isFinite(value) ? String(value) : '0';
}

function drawString(dice: Dice): string {
  const length = dice.below(6);
  const pieces = Array.from({ length }, () =>
    dice.pick([
      dice.pick(['a', 'b', 'Z', '10', '9', '~', ' ', '_']),
      dice.pick(['é', 'ß', '判', '\u007f', '\u2028', '\ud7ff', '\ue000', '\ufffd', '\uffff']),
      dice.pick(['😀', '\u{10000}', '\u{10ffff}']),
      dice.pick(['\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t']),
      dice.pick(['\\u0000', '\\u001F', '\\u0041', '\\u00e9', '\\u2029', '\\ud83d\\uDE00']),
    ]),
  );
  return `"${pieces.join('')}"`;
}
