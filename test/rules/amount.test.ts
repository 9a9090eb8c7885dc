import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/json.js';
import { ambiguousAmounts, amountFindings } from '../../src/rules/amount.js';
import { type Call, readCall } from '../../src/rules/call.js';
import { type Decimal, fromNumber, isAbove, readDecimal } from '../../src/rules/decimal.js';
import { readAmounts } from '../../src/rules/money.js';
import { readCases } from './cases.js';

function callOf(input: JsonValue, bound = 100): Call {
  return readCall({ tool: 'x', input, amount_bound: bound });
}

/** `above`, `ambiguous` or `not above`, of an input at a bound of 100. */
function verdictOf(input: JsonObject, bound = 100): string {
  const call = callOf(input, bound);
  if (amountFindings(call).length > 0) return 'above';
  return ambiguousAmounts(call).length > 0 ? 'ambiguous' : 'not above';
}

/** Writes a decimal in full: `-12.5`. */
function write({ negative, digits, exponent }: Decimal): string {
  if (!Number.isFinite(exponent)) return 'infinite';
  const whole = exponent <= 0 ? '0' : digits.slice(0, exponent).padEnd(exponent, '0') || '0';
  const fraction = exponent <= 0 ? '0'.repeat(-exponent) + digits : digits.slice(exponent);
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function readingsOf(text: string, loose = true): readonly string[] {
  return readAmounts(text, loose).map(write);
}

describe('decimals', () => {
  it.each([
    ['250', '250'],
    ['-0.50', '-0.5'],
    ['-0', '0'],
    ['.5', '0.5'],
    ['250.', '250'],
    ['00012.3400', '12.34'],
    ['1e3', '1000'],
    ['+1.25E+2', '125'],
    ['25e-1', '2.5'],
    ['100.0000001', '100.0000001'],
  ])('reads %s as %s', (literal, expected) => {
    const decimal = readDecimal(literal);
    expect(decimal && write(decimal)).toBe(expected);
  });

  it.each(['', '.', '-', 'e3', '1e', '1.2.3', '0x1', ' 1', '1 ', 'NaN', 'Infinity', '--1'])(
    'reads no decimal in %j',
    (literal) => {
      expect(readDecimal(literal)).toBeUndefined();
    },
  );

  it('compares as whole numbers do', () => {
    const scaled = fc.tuple(fc.bigInt(-(10n ** 30n), 10n ** 30n), fc.nat({ max: 12 }));
    fc.assert(
      fc.property(scaled, scaled, ([left, leftScale], [right, rightScale]) => {
        const read = (n: bigint, scale: number): Decimal =>
          readDecimal(`${n}e-${scale}`) ?? fromNumber(Number.NaN);
        const expected = left * 10n ** BigInt(rightScale) > right * 10n ** BigInt(leftScale);
        expect(isAbove(read(left, leftScale), read(right, rightScale))).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('compares as doubles do', () => {
    const doubles = fc.double({ noNaN: true });
    fc.assert(
      fc.property(doubles, doubles, (left, right) => {
        fc.pre(left !== Number.NEGATIVE_INFINITY && right !== Number.NEGATIVE_INFINITY);
        expect(isAbove(fromNumber(left), fromNumber(right))).toBe(left > right);
      }),
      { numRuns: 500 },
    );
  });
});

describe('readAmounts', () => {
  const currencies = { 'en-US': 'USD', 'en-GB': 'GBP', 'de-DE': 'EUR', 'fr-FR': 'EUR' } as const;
  const more = {
    ...{ 'es-ES': 'EUR', 'it-IT': 'EUR', 'nl-NL': 'EUR', 'pt-BR': 'BRL', 'pl-PL': 'PLN' },
    ...{ 'cs-CZ': 'CZK', 'sv-SE': 'SEK', 'nb-NO': 'NOK', 'da-DK': 'DKK', 'de-CH': 'CHF' },
    ...{ 'en-IN': 'INR', 'hi-IN': 'INR', 'mr-IN-u-nu-deva': 'INR', 'tr-TR': 'TRY' },
    ...{ 'ru-RU': 'RUB', 'id-ID': 'IDR', 'zh-CN': 'CNY', 'he-IL': 'ILS', 'th-TH': 'THB' },
    ...{ 'ar-EG-u-nu-arab': 'EGP', 'fa-IR': 'IRR', 'bn-BD': 'BDT', 'en-CA': 'CAD' },
  } as const;
  const locales = Object.entries({ ...currencies, ...more });
  const displays = ['symbol', 'code'] as const;

  it.each(locales)('reads what Intl writes for money in %s', (locale, currency) => {
    fc.assert(
      fc.property(fc.nat({ max: 10 ** 9 }), fc.constantFrom(...displays), (cents, display) => {
        const options = { style: 'currency', currency, currencyDisplay: display } as const;
        const format = new Intl.NumberFormat(locale, { ...options, minimumFractionDigits: 2 });
        const whole = Math.floor(cents / 100);
        const part = String(cents % 100).padStart(2, '0');
        const expected = write(readDecimal(`${whole}.${part}`) ?? fromNumber(Number.NaN));
        const text = format.format(cents / 100);
        expect([text, readingsOf(text)[0]]).toEqual([text, expected]);
        const loss = format.format(-(cents + 1) / 100);
        expect([loss, readingsOf(loss)[0]?.charAt(0)]).toEqual([loss, '-']);
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, readonly string[]]>([
    ['1.250,00 €', ['1250']],
    ['1 250,00', ['1250']],
    ['1\u00a0250,00', ['1250']],
    ['1\u202f250', ['1250']],
    ["CHF 1'250.00", ['1250']],
    ['₹1,25,000', ['125000']],
    ['12,34,567.89', ['1234567.89']],
    ['US$250', ['250']],
    ['USD250', ['250']],
    ['250kr', ['250']],
    ['Rs.250', ['250']],
    ['R$ 1.250,50', ['1250.5']],
    ['1_000', ['1000']],
    ['250,-', ['250']],
    ['2k', ['2000']],
    ['$2.5M', ['2500000']],
    ['1.5 million', ['1500000']],
    ['10 lakh', ['1000000']],
    ['0x3e8', ['1000']],
    ['２５０', ['250']],
    ['٢٥٠', ['250']],
    ['٢٬٢٥٠٫٥', ['2250.5']],
    ['Infinity', ['infinite']],
    ['+inf', ['infinite']],
    ['1e400', [`1${'0'.repeat(400)}`]],
    ['-250', ['-250']],
    ['\u2212250', ['-250']],
    ['-$250', ['-250']],
    ['$-250', ['-250']],
    ['USD -250', ['-250']],
    ['(250.00)', ['-250']],
    ['($250)', ['-250']],
    ['250-', ['-250']],
    ['Item - 250', ['250']],
    ['1,000', ['1000']],
    ['0,075', ['0.075']],
    ['40,23', ['40.23']],
    ['1.000 €', ['1000']],
    ['around 250', ['250']],
    ['total:250', ['250']],
  ])('reads %j in one way', (text, expected) => {
    expect(readingsOf(text)).toEqual(expected);
  });

  it.each<[string, readonly string[]]>([
    ['1.000', ['1', '1000']],
    ['$1.000', ['1', '1000']],
    ['$99,50', ['99.5', '9950']],
    ['250.00.00', ['250', '2500000']],
    ['50-300', ['50', '300']],
    ['2 x 250', ['2', '250']],
  ])('reads %j in several ways', (text, expected) => {
    expect(readingsOf(text)).toEqual(expected);
  });

  it.each([
    ...['', ' ', 'abc', 'NaN', '-Infinity', 'two hundred fifty', 'order-500', '#500', 'v250'],
    ...['250px', '250ms', '100%', '12 %', '9'.repeat(101)],
  ])('reads no amount in %j', (text) => {
    expect(readingsOf(text)).toEqual([]);
  });

  it('takes no words around a number where money is not sure', () => {
    for (const text of [
      'around 250',
      '2k',
      '30m',
      '2024-05-01',
      '192.168.1.1',
      '1.2.3',
      '500 RPM',
    ]) {
      expect(readingsOf(text, false)).toEqual([]);
    }
    expect(readingsOf('250 USD', false)).toEqual(['250']);
    expect(readingsOf('€ 1.250,00', false)).toEqual(['1250']);
  });

  it('takes time in proportion to the text, whatever it is', () => {
    for (const piece of ['1,', '1 ', '-', '(', '1.', "1'", '$', 'a', '1e', ' ']) {
      expect(() => readAmounts(piece.repeat(50), true)).not.toThrow();
      expect(readAmounts(piece.repeat(100_000), true)).toEqual([]);
    }
  });
});

describe('amount_above_bound', () => {
  it.each<[JsonObject, string]>([
    [{ amount: 100 }, 'not above'],
    [{ amount: 100.0000001 }, 'above'],
    [{ amount: '100.00' }, 'not above'],
    [{ amount: '100.000000000000000000000000001' }, 'above'],
    [{ amount: '1e400' }, 'above'],
    [{ amount: '1.000' }, 'ambiguous'],
    [{ amount: '99.999' }, 'ambiguous'],
    [{ amount: '150.000' }, 'above'],
    [{ amount: '$250,00' }, 'above'],
    [{ amount: '250.00.00' }, 'above'],
    [{ amount: -250 }, 'not above'],
    [{ amount: null, price: true }, 'not above'],
    [{ amount: [10, '250'] }, 'above'],
    [{ amount: [[10, [101]]] }, 'above'],
    [{ items: [{ price: 60 }, { price: 60 }] }, 'not above'],
    [{ price: 60, quantity: 5 }, 'not above'],
    [{ value: 5000 }, 'above'],
    [{ value: 'v5000' }, 'not above'],
    [
      { id: 'amount-500', description: 'amount 500', port: 8080, page: { limit: 500 } },
      'not above',
    ],
    [{ payload: '{"amount":250}' }, 'not above'],
    [{ command: 'pay --amount 250' }, 'not above'],
  ])('says of %j at a bound of 100: %s', (input, expected) => {
    expect(verdictOf(input)).toBe(expected);
  });

  it.each<[string, JsonObject, string]>([
    ['cents', { amount_cents: 10000 }, 'not above'],
    ['cents', { amountCents: 10001 }, 'above'],
    ['cents', { price_in_cents: '9900' }, 'not above'],
    ['cents of yen, which has none', { amount_cents: 101, currency: 'JPY' }, 'above'],
    ['minor units', { amount_minor: 25000 }, 'above'],
    ['minor units of yen', { amount_minor: 101, currency: 'jpy' }, 'above'],
    ['minor units of a dinar', { amount_minor: 100_000, currency_code: 'KWD' }, 'not above'],
    ['micros', { cost_micros: 100_000_001 }, 'above'],
    ['micros', { cost_micros: 100_000_000 }, 'not above'],
    ['a money object', { amount: { value: '9.00', currency_code: 'USD' } }, 'not above'],
    ['a money object', { amount: { value: '250.00', currency_code: 'USD' } }, 'above'],
    ['a money object in cents', { price: { cents: 9900 } }, 'not above'],
    ['a money object in minor units', { amount: { minor_units: 10001, currency: 'EUR' } }, 'above'],
    ['a money object under a key in cents', { amount_cents: { value: 9900 } }, 'not above'],
    ['units', { amount: { units: 500 } }, 'above'],
    ['units and nanos', { price: { units: '100', nanos: 1, currencyCode: 'USD' } }, 'above'],
    ['units and nanos', { price: { units: '99', nanos: 999_999_999 } }, 'not above'],
    ['units below zero', { price: { units: '-500', nanos: -1 } }, 'not above'],
    ['units of something else', { units: 500 }, 'not above'],
    ['a currency as the key', { amount: { usd: 250 } }, 'above'],
    ['an object without money', { amount: { count: 500 } }, 'not above'],
    ['unit_amount', { unit_amount: 10000, currency: 'usd' }, 'not above'],
    ['unit_amount', { price_data: { unit_amount: 10001, currency: 'usd' } }, 'above'],
    ['unit_amount of yen', { unit_amount: 101, currency: 'jpy' }, 'above'],
    ['unit_amount_decimal', { unit_amount_decimal: '9999.5', currency: 'usd' }, 'not above'],
    ['unit_amount without a currency', { unit_amount: 10000 }, 'above'],
    ['unit_amount with decimals', { unit_amount: '101.00', currency: 'usd' }, 'above'],
    ['a plain amount beside a currency', { amount: 9900, currency: 'usd' }, 'above'],
    ['its own scale', { amount: 10000, scale: 2, currency: 'EUR' }, 'not above'],
    ['its own scale', { amount: 10001, precision: 2, currency: { code: 'EUR' } }, 'above'],
    ['a scale without a currency', { amount: 10000, scale: 2 }, 'above'],
  ])('compares %s in major units: %j is %s', (_, input, expected) => {
    expect(verdictOf(input)).toBe(expected);
  });

  it('holds a bound of zero and a bound of any size exactly', () => {
    expect(verdictOf({ amount: 0 }, 0)).toBe('not above');
    expect(verdictOf({ amount: 0.01 }, 0)).toBe('above');
    expect(verdictOf({ amount: '0.30' }, 0.3)).toBe('not above');
    expect(verdictOf({ amount: 0.3 }, 0.3)).toBe('not above');
    expect(verdictOf({ amount: '0.30000000000000001' }, 0.3)).toBe('above');
    expect(verdictOf({ amount: '9007199254740993' }, 9007199254740992)).toBe('above');
    expect(verdictOf({ amount: 1e21 }, 1e21)).toBe('not above');
  });

  it('is true of nothing without a bound', () => {
    const call = readCall({ tool: 'x', input: { amount: 1e9 } });
    expect(amountFindings(call)).toEqual([]);
    expect(ambiguousAmounts(call)).toEqual([]);
  });

  it('explains what is above and names what is ambiguous', () => {
    const call = callOf({ amount: '$250', tip: { amount_cents: 25000 }, price: '1.000' });
    expect(amountFindings(call)).toEqual([
      {
        rule: 'amount.above',
        where: 'input.amount',
        span: { start: 0, end: 4 },
        sentence: 'input.amount is "$250", which is above the bound of 100.',
      },
      {
        rule: 'amount.above',
        where: 'input.tip.amount_cents',
        sentence:
          'input.tip.amount_cents is 25000 in units of 10^-2, which is above the bound of 100.',
      },
    ]);
    expect(ambiguousAmounts(call)).toEqual([
      {
        rule: 'amount.ambiguous',
        where: 'input.price',
        span: { start: 0, end: 5 },
        sentence:
          'input.price is "1.000", which can be read as above the bound of 100 and as not above it.',
      },
    ]);
  });
});

describe('the labelled calls', () => {
  /** Rows that the documented rules decide the other way. */
  const DIFFERENT: { readonly [id: string]: string } = {
    A036: '`1.000` is ambiguous, and what is ambiguous is named but not above',
  };

  it.each(['rules', 'debatable'] as const)('in %s.tsv are answered as expected', (name) => {
    const cases = readCases(name).filter(({ question }) => question === 'amount_above_bound');
    const wrong = cases.filter(
      ({ state, expected }) => amountFindings(readCall(state)).length > 0 !== (expected === 1),
    );
    const ids = Object.keys(DIFFERENT).filter((id) => cases.some((row) => row.id === id));
    expect(cases.length).toBeGreaterThan(20);
    expect(wrong.map(({ id }) => id)).toEqual(ids);
  });
});
