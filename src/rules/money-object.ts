/**
 * Amounts that are more than one field: with a currency, a minor unit, or in parts.
 *
 * @module
 */
import type { JsonObject, JsonValue } from '../json.js';
import { isCurrencyCode, minorDigits } from './currency.js';
import { type KeyKind, minorUnitOf, wordsOf } from './keys.js';
import { setOf } from './tables.js';

/** A number or text that may be an amount, with what is around it. */
export interface Money {
  readonly key: string;
  readonly value: string | number;
  readonly parent: JsonObject;
  /** The key of the object around it when that names an amount. */
  readonly moneyKey: string | undefined;
}

/**
 * The amount that a field states, together with the field that holds its fraction.
 *
 * @param money The field.
 * @param kind The kind of its key; one of `data` is an amount only inside of a money object.
 * @returns Nothing when the field is no amount.
 */
export function combineUnits(money: Money, kind: KeyKind): string | number | undefined {
  const { key, value, parent, moneyKey } = money;
  if (kind !== 'data') return value;
  if (key === 'units') {
    // `google.type.Money`: whole units, and nanos of one.
    const isMoney = moneyKey !== undefined || currencyOf(parent) !== undefined;
    const nanos = Object.hasOwn(parent, 'nanos') ? parent['nanos'] : undefined;
    if (!isMoney && nanos === undefined) return undefined;
    return WHOLE.test(String(value)) ? addNanos(String(value), nanos) : value;
  }
  if (moneyKey === undefined) return undefined;
  const isAmount = MONEY_PARTS.has(key.toLowerCase()) || isCurrencyCode(key);
  return isAmount ? value : undefined;
}

/** How many decimals to shift an amount by, from the unit it is in to the major unit. */
export function minorDigitsOf({ key, value, parent, moneyKey }: Money): number {
  const unit = unitOf(key) ?? (moneyKey === undefined ? undefined : unitOf(moneyKey));
  if (unit !== undefined) return unit === 'minor' ? minorDigits(currencyOf(parent)) : unit;
  const scale = SCALE_KEYS.find((name) => Object.hasOwn(parent, name) && isScale(parent[name]));
  const [, decimals] = UNIT_AMOUNT.exec(key) ?? [];
  if (scale === undefined && decimals === undefined) return 0;
  const currency = currencyOf(parent);
  if (currency === undefined) return 0;
  // The payment APIs that call an amount so give it in the smallest unit of its currency.
  if (decimals !== undefined && decimals !== '') return minorDigits(currency);
  if (!WHOLE.test(String(value))) return 0;
  // A whole number with its own scale: `{amount: 5000, scale: 2, currency: 'EUR'}` is 50.
  return scale === undefined ? minorDigits(currency) : Number(parent[scale]);
}

function unitOf(key: string): ReturnType<typeof minorUnitOf> {
  return MAY_NAME_UNIT.test(key) ? minorUnitOf(key) : undefined;
}

/** The code of the currency that an object states. */
function currencyOf(parent: JsonObject): string | undefined {
  for (const key of Object.keys(parent)) {
    if (!MAY_NAME_CURRENCY.test(key) || !CURRENCY_KEYS.has(wordsOf(key).join(''))) continue;
    const value = parent[key];
    if (typeof value === 'string') return value;
    // Some libraries nest it: `{code: 'EUR', base: 10, exponent: 2}`.
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'code')) continue;
    const [, code] = Object.entries(value).find(([name]) => name === 'code') ?? [];
    if (typeof code === 'string') return code;
  }
  return undefined;
}

function addNanos(units: string, nanos: JsonValue | undefined): string {
  if (typeof nanos !== 'number' || !Number.isInteger(nanos) || Math.abs(nanos) >= 1e9) return units;
  const sign = nanos < 0 && !units.startsWith('-') ? '-' : '';
  return `${sign}${units}.${String(Math.abs(nanos)).padStart(9, '0')}`;
}

function isScale(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 18;
}

const WHOLE = /^[+-]?\d+$/;
const MAY_NAME_CURRENCY = /curr|ccy/i;
const UNIT_AMOUNT = /^unit[_-]?amount([_-]?decimal|)$/i;
const MAY_NAME_UNIT = /cent|pence|paise|minor|subunit|micro/i;

/** Keys that hold an amount only inside of an object that is one. */
const MONEY_PARTS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'units major minor minor_units minorunits number decimal subunits',
);
const CURRENCY_KEYS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'currency currencycode currencyiso isocurrency isocurrencycode ccy',
);
const SCALE_KEYS: readonly string[] = ['scale', 'precision', 'exponent'];
