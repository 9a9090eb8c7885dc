/**
 * Decimal numbers of any size, compared exactly.
 *
 * @module
 */

/**
 * The number 0.`digits` × 10^`exponent`, negative or not.
 *
 * `digits` begins and ends with a digit other than 0; of zero it is empty. That makes numbers
 * comparable as text, whatever their exponent is: 1e400 costs no more than 1.
 */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

/** Above every number. */
export const INFINITE: Decimal = /* @__PURE__ */ Object.freeze({
  negative: false,
  digits: '1',
  exponent: Number.POSITIVE_INFINITY,
});

/** Reads a literal as JSON and JavaScript write them: `250`, `-0.5`, `.5`, `250.`, `1e+400`. */
export function readDecimal(literal: string): Decimal | undefined {
  const parts = LITERAL.exec(literal);
  if (parts === null) return undefined;
  const [, sign, whole = '', fraction = '', power = '0'] = parts;
  return toDecimal(sign === '-', whole, fraction, Number(power));
}

/** The decimal that a double prints as, which is what the writer of a JSON number meant. */
export function fromNumber(number: number): Decimal {
  return readDecimal(String(number)) ?? INFINITE;
}

/** Puts a decimal together: `whole`.`fraction` × 10^`power`. */
export function toDecimal(
  negative: boolean,
  whole: string,
  fraction: string,
  power: number,
): Decimal {
  const all = whole + fraction;
  let start = 0;
  let end = all.length;
  while (start < end && all.charCodeAt(start) === ZERO) start += 1;
  while (end > start && all.charCodeAt(end - 1) === ZERO) end -= 1;
  if (start === end) return { negative: false, digits: '', exponent: 0 };
  return { negative, digits: all.slice(start, end), exponent: whole.length - start + power };
}

/** Multiplies by 10^`places`. */
export function shift(decimal: Decimal, places: number): Decimal {
  if (places === 0 || decimal.digits === '') return decimal;
  return { ...decimal, exponent: decimal.exponent + places };
}

/** Whether `left` is greater than `right`; equal is not. */
export function isAbove(left: Decimal, right: Decimal): boolean {
  if (left.negative !== right.negative) return right.negative;
  return left.negative ? exceeds(right, left) : exceeds(left, right);
}

function exceeds(left: Decimal, right: Decimal): boolean {
  if (left.digits === '' || right.digits === '') return left.digits !== '' && right.digits === '';
  if (left.exponent !== right.exponent) return left.exponent > right.exponent;
  // As fractions without zeros at either end, digits compare like words in a dictionary.
  return left.digits > right.digits;
}

const ZERO = 48;
const LITERAL = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;
