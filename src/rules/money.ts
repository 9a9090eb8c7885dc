/**
 * Amounts as people write them: `$1,250.00`, `1.250,00 €`, `CHF 1'250.00`, `₹1,25,000`, `2k`.
 *
 * A text is read in every way that a careful reader would find plausible, and no further: `1.000`
 * is one in New York and a thousand in Madrid, so it has two readings.
 *
 * @module
 */
import { isCurrencyMark } from './currency.js';
import { type Decimal, INFINITE, readDecimal, toDecimal } from './decimal.js';
import { mapOf } from './tables.js';

/**
 * Reads the amount that a text states.
 *
 * @param text The whole text of a field.
 * @param loose Whether words may stand around the number (`around 250`, `1.5 million`); only
 *   fields whose name means money should be read so.
 * @returns Each plausible reading; none when the text states no amount.
 */
export function readAmounts(text: string, loose: boolean): readonly Decimal[] {
  // No amount of money takes this long; it also bounds the work on a hostile text.
  if (text.length > LONGEST) return [];
  const [usual, sign, whole = '', fraction = ''] = USUAL.exec(text) ?? [];
  if (usual !== undefined) return [toDecimal(sign === '-', whole, fraction, 0)];
  const plain = readDecimal(text);
  // A dot before exactly three digits may group thousands, so that text is not plain yet.
  if (plain !== undefined && !THREE_AFTER_DOT.test(text)) return [plain];
  const tidy = tidyUp(text);
  if (INFINITY.test(tidy)) return [INFINITE];
  if (HEXADECIMAL.test(tidy)) return [toDecimal(false, String(BigInt(tidy)), '', 0)];
  if (tidy.includes('%')) return [];
  return readTokens(tidy, loose);
}

interface Token {
  readonly literal: string;
  readonly before: string;
  readonly after: string;
}

function readTokens(text: string, loose: boolean): readonly Decimal[] {
  const tokens = splitTokens(text);
  const [first] = tokens;
  if (first === undefined || (tokens.length > 1 && !loose)) return [];
  const negative = tokens.length === 1 && isNegative(first);
  const readings: Decimal[] = [];
  for (const token of tokens) {
    const scale = scaleOf(token, loose);
    if (scale === undefined) return [];
    for (const reading of readLiteral(token, loose)) {
      const { digits, exponent } = reading;
      const signed = negative && digits !== '';
      readings.push({ negative: signed, digits, exponent: exponent + scale });
    }
  }
  return readings;
}

function splitTokens(text: string): readonly Token[] {
  const matches = [...text.matchAll(NUMBER)];
  return matches.map((match, index) => {
    const start = match.index;
    const previous = matches[index - 1];
    const from = previous === undefined ? 0 : previous.index + previous[0].length;
    return {
      literal: match[0],
      before: text.slice(from, start),
      after: text.slice(start + match[0].length, matches[index + 1]?.index),
    };
  });
}

/** `-250`, `-$250`, `$ -250`, `250-` and the accountants' `(250.00)`; `250,-` is not. */
function isNegative({ literal, before, after }: Token): boolean {
  if (MINUS_BEFORE.test(before)) return true;
  if (MINUS_AFTER.test(after)) return !TRAILING_MARK.test(literal);
  const closed = before.includes('(') && after.includes(')');
  return closed && [...words(before), ...words(after)].every(isCurrencyMark);
}

/** The power of ten that follows a number, or nothing when what is around it makes it no amount. */
function scaleOf({ before, after }: Token, loose: boolean): number | undefined {
  const tail = words(after);
  if (!loose) return [...words(before), ...tail].every(isCurrencyMark) ? 0 : undefined;
  // `order-500` and `#500` are names; `USD500` and `total:500` are amounts.
  const [glued = ''] = LAST_RUN.exec(before) ?? [];
  if (!LABEL.test(glued) && !words(glued).every(isCurrencyMark)) return undefined;
  const [next = ''] = tail;
  const [, suffix = ''] = SUFFIX.exec(next) ?? [];
  const scale = SCALES.get(suffix.toLowerCase());
  if (scale !== undefined) return scale;
  return LETTER_FIRST.test(after) && !isCurrencyMark(next) ? undefined : 0;
}

function words(text: string): readonly string[] {
  return text.split(APART).filter((word) => word !== '');
}

function readLiteral(token: Token, loose: boolean): readonly Decimal[] {
  const [mantissa = '', power = '0'] = token.literal.toLowerCase().split('e');
  const plain = mantissa.replace(ALWAYS_GROUPS, '').replace(TRAILING_MARK, '');
  const grouped = plain.length < mantissa.replace(TRAILING_MARK, '').length;
  return readMarks(plain, grouped, token, loose).map((text) => {
    const [whole = '', fraction = ''] = text.split('.');
    return toDecimal(false, whole, fraction, Number(power));
  });
}

/** Decides which of `.` and `,` is the decimal mark; writes it as `.` and drops the others. */
function readMarks(
  text: string,
  grouped: boolean,
  token: Token,
  loose: boolean,
): readonly string[] {
  const marks = text.replace(DIGITS, '');
  const last = marks.charAt(marks.length - 1);
  if (marks === '') return [text];
  if (marks.length === 1) return readOneMark(text, last, grouped, token);
  if (!marks.startsWith(last.repeat(marks.length))) {
    const groups = text.slice(0, text.lastIndexOf(last));
    const once = marks.indexOf(last) === marks.length - 1;
    if (once && GROUPS.test(groups)) return [decimalAt(text, last)];
  } else if (GROUPS.test(text)) {
    return [text.replace(MARKS, '')];
  }
  // `1.2.3` may be a version or an address where the field is not sure to be money.
  if (!loose) return [];
  // Not how anyone writes a number: what a lenient parser stops at, and all of its digits.
  const [lenient = ''] = LENIENT.exec(text) ?? [];
  return [lenient.replace(',', '.'), text.replace(MARKS, '')];
}

function readOneMark(
  text: string,
  mark: string,
  grouped: boolean,
  { before, after }: Token,
): readonly string[] {
  const decimal = decimalAt(text, mark);
  const joined = text.replace(MARKS, '');
  if (grouped) return [decimal];
  const mayGroup = ONE_GROUP.test(text);
  if (mark === ',') {
    if (mayGroup) return [joined];
    // Where the dollar comes first, a comma is no decimal mark, so this may be a slip of either.
    return before.includes('$') ? [decimal, joined] : [decimal];
  }
  if (!mayGroup) return [decimal];
  // A euro sign behind the number is how those write who group by dots.
  return EURO_BEHIND.test(after) ? [joined] : [decimal, joined];
}

function decimalAt(text: string, mark: string): string {
  const at = text.lastIndexOf(mark);
  return `${text.slice(0, at).replace(MARKS, '')}.${text.slice(at + 1)}`;
}

/** Full-width and other forms become ASCII, decimal digits of any script too; then trims. */
function tidyUp(text: string): string {
  const ascii = PLAIN.test(text)
    ? text
    : text
        .normalize('NFKC')
        .replace(INVISIBLE, '')
        .replace(OTHER_DIGIT, asciiDigit)
        .replace(OTHER_MINUS, '-')
        .replace(OTHER_APOSTROPHE, "'")
        .replace('\u066b', '.');
  return ascii.trim();
}

/** Unicode lays the digits of a script out as ten code points in a row, from …0 or from …6. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const row = code - (code % 16);
  const zero = IS_DIGIT.test(String.fromCodePoint(row)) ? row : row + 6;
  return String(code - zero);
}

const LONGEST = 100;
/** What nearly every amount looks like, and what nobody reads in two ways. */
const USUAL = /^(-?)[$\u20ac\u00a3\u00a5\u20b9]? ?(\d+)(?:\.(\d{1,2}))?$/;
const PLAIN = /^[ -~]*$/;
const IS_DIGIT = /\p{Nd}/u;
const OTHER_DIGIT = /(?![0-9])\p{Nd}/gu;
const OTHER_MINUS = /[\u2010-\u2015\u2212]/g;
/** U+066C groups thousands in Arabic, and nothing else, as the apostrophe does in Swiss. */
const OTHER_APOSTROPHE = /[\u2018\u2019\u02bc\u00b4`\u066c]/g;
/** Marks of direction and zero-width characters. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

const THREE_AFTER_DOT = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;
const INFINITY = /^\+?(?:inf|infinity|\u221e)$/i;
const HEXADECIMAL = /^0x[0-9a-f]+$/i;

/** Digits with marks between them, or a space where three digits follow it. */
const NUMBER =
  /(?:\d+(?:(?:[.,'_]| (?=\d{3}(?!\d)))\d+)*[.,]?|(?<!\p{L})[.,]\d+)(?:[eE][+-]?\d+(?![.,\d]))?/gu;
const ALWAYS_GROUPS = /[ '_]/g;
const TRAILING_MARK = /[.,]$/;
const DIGITS = /\d/g;
const MARKS = /[.,]/g;
/** Thousands, or India's pairs above the first thousand. */
const GROUPS = /^\d{1,3}(?:[.,]\d{3})*$|^\d{1,2}(?:[.,]\d{2})*[.,]\d{3}$/;
const ONE_GROUP = /^[1-9]\d{0,2}[.,]\d{3}$/;
const LENIENT = /^\d*[.,]\d*/;

/** A minus at the start or right before the number, with a currency on either side of it. */
const MINUS_BEFORE = /(?:^-\s?|[\s(]-)(?:[^\s\d-]{1,4}\s?)?$|(?:^|[\s(])[^\s\d-]{1,4}-$/;
const MINUS_AFTER = /^\s?-\s*$/;
const EURO_BEHIND = /^\s*(?:\u20ac|eur|euros?)(?!\p{L})/iu;
const LAST_RUN = /\S{1,100}$/;
const LABEL = /\p{L}[:=]$/u;
const LETTER_FIRST = /^\p{L}/u;
/** `k` of `k`, `k€` and `Mio.`. */
const SUFFIX = /^(\p{L}+)[.\p{Sc}]*$/u;
/** What separates the words around a number. */
const APART = /[\s()+\-;:~=<>\u2248]+/;

/** Suffixes that multiply, as powers of ten. */
const SCALES: ReadonlyMap<string, number> = /* @__PURE__ */ mapOf([
  [3, 'k thousand tsd'],
  [5, 'lakh lakhs'],
  [6, 'm mm mn mio million millions'],
  [7, 'crore crores'],
  [9, 'b bn mrd billion billions'],
  [12, 'tn trillion trillions'],
]);
