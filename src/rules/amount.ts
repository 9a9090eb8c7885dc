/**
 * `amount_above_bound`: does the call carry an amount above the declared bound?
 *
 * @module
 */
import type { AmountField, Call } from './call.js';
import { type Decimal, fromNumber, isAbove, shift } from './decimal.js';
import { type Finding, quote } from './finding.js';
import { readAmounts } from './money.js';

/**
 * Finds the amounts above the bound; without a declared bound there are none.
 *
 * The comparison is exact and in major units: 100.0000001 is above 100, equal is not above, and
 * 9900 cents are 99. A negative amount is below every bound. Each field is held to the bound by
 * itself: nothing is added up or multiplied.
 *
 * @param call The call.
 * @param all Whether every reason is wanted in words, or it is enough to know that there is one.
 */
export function amountFindings(call: Call, all = true): readonly Finding[] {
  return compare(call, all).above;
}

/**
 * Names the amounts that are above the bound in one plausible reading and not in another, such as
 * `1.000` at a bound of 100. They do not make the answer yes.
 */
export function ambiguousAmounts(call: Call): readonly Finding[] {
  return compare(call, true).ambiguous;
}

interface Comparison {
  readonly above: readonly Finding[];
  readonly ambiguous: readonly Finding[];
}

function compare({ amountBound, amounts }: Call, all: boolean): Comparison {
  if (amountBound === undefined || amounts.length === 0) return NOTHING;
  const above: Finding[] = [];
  const ambiguous: Finding[] = [];
  let bound: Decimal | undefined;
  for (const field of amounts) {
    if (!all && above.length > 0) break;
    if (isDouble(field)) {
      if (field.value > amountBound)
        above.push(all ? toFinding(field, 'amount.above', amountBound) : UNTOLD);
      continue;
    }
    const readings = readingsOf(field);
    bound ??= fromNumber(amountBound);
    const higher = countAbove(readings, bound);
    if (higher === 0) continue;
    if (!all) {
      if (higher === readings.length) above.push(UNTOLD);
    } else if (higher === readings.length) {
      above.push(toFinding(field, 'amount.above', amountBound));
    } else ambiguous.push(toFinding(field, 'amount.ambiguous', amountBound));
  }
  return { above, ambiguous };
}

function countAbove(readings: readonly Decimal[], bound: Decimal): number {
  let count = 0;
  for (const reading of readings) if (isAbove(reading, bound)) count += 1;
  return count;
}

/** Whether an amount is a double in major units: such are in the order of the decimals they print. */
function isDouble(field: AmountField): field is AmountField & { readonly value: number } {
  return field.minorDigits === 0 && typeof field.value === 'number';
}

function readingsOf({ value, minorDigits, loose }: AmountField): readonly Decimal[] {
  const readings = typeof value === 'number' ? [fromNumber(value)] : readAmounts(value, loose);
  return minorDigits === 0 ? readings : readings.map((reading) => shift(reading, -minorDigits));
}

function toFinding(
  { where, value, span, minorDigits }: AmountField,
  rule: 'amount.above' | 'amount.ambiguous',
  bound: number,
): Finding {
  const said = typeof value === 'number' ? String(value) : quote(value);
  const unit = minorDigits === 0 ? '' : ` in units of 10^-${minorDigits}`;
  const verdict =
    rule === 'amount.above'
      ? `is above the bound of ${bound}`
      : `can be read as above the bound of ${bound} and as not above it`;
  const place = span === undefined ? {} : { span };
  return { rule, where, ...place, sentence: `${where} is ${said}${unit}, which ${verdict}.` };
}

/** A reason that nobody is going to read. */
const UNTOLD: Finding = /* @__PURE__ */ Object.freeze({
  rule: 'amount.above',
  where: 'input',
  sentence: 'An amount is above the bound.',
});

const NOTHING: Comparison = /* @__PURE__ */ Object.freeze({ above: [], ambiguous: [] });
