/**
 * The canonical text that Treeship digests, which is not RFC 8785: number literals keep their
 * kind, and members are in the order of their code points. It is read here, never signed.
 *
 * @module
 */
import { checkFinite } from './json-parts.js';
import { type JsonTree, readJson } from './json-reader.js';
import { MAX_LENGTH, type Walk } from './walk.js';

/** JSON as Treeship holds it: integer literals that fit 64 bits are BigInts, others numbers. */
type Tree = JsonTree<bigint | number>;

/**
 * Writes every text that some build of Treeship digests for a state.
 *
 * There are up to four. Builds differ in whether a large exponent has a plus sign (`1e+16`,
 * `1e16`); and `amount_bound` is a float in a state that Treeship built itself, so `100` becomes
 * `100.0`, while in a state that it was given the literal counts.
 *
 * @param text The state as JSON text.
 * @param maxDepth How many arrays and objects may nest.
 * @returns The distinct texts.
 * @throws {@link JudgeError} as {@link parseJson} does, but for integers, which never lose digits.
 */
export function treeshipTexts(text: string, maxDepth: number): readonly string[] {
  const tree = readJson(text, {
    path: 'json',
    maxDepth,
    maxLength: MAX_LENGTH,
    number: readNumber,
  });
  const texts = [tree, withFloatBound(tree)].flatMap((form) => [write(form, '+'), write(form, '')]);
  return [...new Set(texts)];
}

const MIN_I64 = -9223372036854775808n;
const MAX_U64 = 18446744073709551615n;

/** The longest literal that can be in the range of 64-bit integers. */
const LONGEST_INTEGER = 20;

function readNumber(literal: string, whole: boolean, walk: Walk): bigint | number {
  // A negative zero is a float there, because no integer can be one.
  if (whole && literal.length <= LONGEST_INTEGER && literal !== '-0') {
    const integer = BigInt(literal);
    if (integer >= MIN_I64 && integer <= MAX_U64) return integer;
  }
  const number = readFloat(literal);
  checkFinite(number, walk);
  return number;
}

/** The parts of a number literal: sign, integer digits, fraction digits, exponent. */
const PARTS = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Reads a literal as a Rust JSON reader does that trades the last bit for speed: the digits that
 * fit 64 bits are one integer, which is multiplied or divided once by a power of ten. From about
 * the seventeenth digit on the result can be the double next to the nearest one.
 */
function readFloat(literal: string): number {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = PARTS.exec(literal) ?? [];
  const integral = take(0n, whole);
  const decimal = take(integral.digits, fraction);
  // Digits left of the point that do not fit still count as places; those right of it are dropped.
  const shift = whole.length - integral.taken - decimal.taken + Number(exponent);
  const magnitude = scale(Number(decimal.digits), shift);
  return sign === '-' ? -magnitude : magnitude;
}

/** Appends as many digits to an integer as fit 64 bits. */
function take(start: bigint, more: string): { readonly digits: bigint; readonly taken: number } {
  let digits = start;
  let taken = 0;
  for (const digit of more) {
    const next = digits * 10n + BigInt(digit);
    if (next > MAX_U64) break;
    digits = next;
    taken += 1;
  }
  return { digits, taken };
}

/** The largest power of ten that is a finite double. */
const MAX_POWER = 308;

function scale(digits: number, shift: number): number {
  if (digits === 0) return 0;
  if (shift > MAX_POWER) return Number.POSITIVE_INFINITY;
  let number = digits;
  let power = shift;
  while (power < -MAX_POWER && number !== 0) {
    number /= 1e308;
    power += MAX_POWER;
  }
  if (number === 0) return 0;
  return power < 0 ? number / powerOfTen(-power) : number * powerOfTen(power);
}

function powerOfTen(power: number): number {
  return Number(`1e${power}`);
}

function withFloatBound(tree: Tree): Tree {
  if (!isObject(tree) || !Object.hasOwn(tree, 'amount_bound')) return tree;
  const bound = tree['amount_bound'];
  return typeof bound === 'bigint' ? { ...tree, amount_bound: Number(bound) } : tree;
}

function isObject(tree: Tree): tree is { readonly [member: string]: Tree } {
  return typeof tree === 'object' && tree !== null && !Array.isArray(tree);
}

function write(tree: Tree, plus: '+' | ''): string {
  switch (typeof tree) {
    case 'bigint':
      return String(tree);
    case 'number':
      return writeFloat(tree, plus);
    case 'object':
      return tree === null ? 'null' : writeContainer(tree, plus);
    default:
      return JSON.stringify(tree);
  }
}

function writeContainer(tree: object & Tree, plus: '+' | ''): string {
  if (!isObject(tree)) return `[${tree.map((item) => write(item, plus)).join(',')}]`;
  const members = Object.entries(tree).sort(([left], [right]) => byCodePoint(left, right));
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${write(item, plus)}`).join(',')}}`;
}

/** Always with a point or an exponent; in plain notation from 1e-5 up to, not including, 1e16. */
function writeFloat(number: number, plus: '+' | ''): string {
  const magnitude = Math.abs(number);
  const sign = number < 0 || Object.is(number, -0) ? '-' : '';
  if (magnitude !== 0 && (magnitude < 1e-5 || magnitude >= 1e16)) {
    return sign + magnitude.toExponential().replace('+', plus);
  }
  const text = String(magnitude);
  return sign + (Number.isInteger(magnitude) ? `${text}.0` : text);
}

/** The order of UTF-8 bytes, which is that of code points. */
function byCodePoint(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const difference = rank(left.charCodeAt(index)) - rank(right.charCodeAt(index));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Surrogates stand for the code points above all others that UTF-16 writes as one unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
