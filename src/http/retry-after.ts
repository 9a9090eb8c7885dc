/**
 * How long a judge asks to be left alone: `Retry-After` (RFC 9110 §10.2.3).
 *
 * @module
 */

/**
 * Reads `Retry-After`, as seconds or as one of the three forms of a date.
 *
 * @param value The header, or `null`.
 * @param now The time now, in milliseconds since 1970.
 * @returns Milliseconds, 0 for a date that is past; `undefined` for anything else, such as a
 *   negative number, so that it counts as if it were not there.
 */
export function readRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  // Not by Date.parse, for which `-5` is a day in May and `1.5` one in January.
  if (SECONDS.test(value)) return Math.min(Number(value) * 1_000, Number.MAX_SAFE_INTEGER);
  const at = readDate(value, now);
  return at === undefined ? undefined : Math.max(0, at - now);
}

const SECONDS = /^\d+$/;

const MONTHS: readonly string[] = [
  ...['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'],
  ...['Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
];

/** `Sun, 06 Nov 1994 08:49:37 GMT`. */
const IMF =
  /^[A-Z][a-z]{2}, (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/;
/** `Sunday, 06-Nov-94 08:49:37 GMT`. */
const RFC850 =
  /^[A-Z][a-z]{5,8}, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/;
/** `Sun Nov  6 08:49:37 1994`. */
const ASCTIME =
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/;

/** RFC 9110 §5.6.7: whoever reads dates reads all three forms. */
function readDate(value: string, now: number): number | undefined {
  const parts = (IMF.exec(value) ?? RFC850.exec(value) ?? ASCTIME.exec(value))?.groups;
  if (parts === undefined) return undefined;
  const month = MONTHS.indexOf(parts['month'] ?? '');
  const day = Number(parts['day']);
  const [hours = 0, minutes = 0, seconds = 0] = (parts['time'] ?? '').split(':').map(Number);
  if (month < 0 || day < 1 || day > 31 || hours > 23 || minutes > 59 || seconds > 60) {
    return undefined;
  }
  return Date.UTC(readYear(parts['year'] ?? '', now), month, day, hours, minutes, seconds);
}

/** A year of two digits that seems to lie more than 50 years ahead is a past one. */
function readYear(text: string, now: number): number {
  if (text.length === 4) return Number(text);
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + Number(text);
  return year > thisYear + 50 ? year - 100 : year;
}
