/**
 * What the key of a field says about its value: a path, a URL, an amount, a command, or nothing.
 *
 * Keys are read as words, so that `file_path`, `filePath`, `file-path` and `FILE_PATH` are one.
 *
 * @module
 */
import { mapOf, setOf } from './tables.js';

/**
 * The kind of a field.
 *
 * - `command`: a command; an array is its argv.
 * - `commands`: commands; an array holds one a member.
 * - `path`: always the path of a file.
 * - `place`: the path of a file, but in some tools a text, an address or a format.
 * - `url`: a URL, its scheme may be missing.
 * - `host`: the name of a host.
 * - `address`: the address of a host, which is reached when a port stands beside it.
 * - `link`: a URL when it has a scheme, otherwise something else.
 * - `amount`: an amount of money.
 * - `number`: an amount of money, but in some tools another number.
 * - `patch`: may be a patch that names files.
 * - `data`: anything else.
 */
export type KeyKind =
  | 'command'
  | 'commands'
  | 'path'
  | 'place'
  | 'url'
  | 'host'
  | 'link'
  | 'address'
  | 'amount'
  | 'number'
  | 'patch'
  | 'data';

/**
 * Says what kind of field a key names.
 *
 * @param key The key.
 * @param seen Kinds of keys that were read before, to which this one is added: a list of ten
 *   thousand rows has few different keys, and reading words is dear.
 */
export function kindOfKey(key: string, seen?: KindsSeen): KeyKind {
  const known = KINDS.get(key) ?? seen?.kinds?.get(key);
  if (known !== undefined) return known;
  if (key.length > LONGEST) return 'data';
  const kind = ONE_WORD.test(key) ? kindOfWords([key]) : kindOfManyWords(wordsOf(key));
  if (seen !== undefined) {
    seen.kinds ??= new Map();
    seen.kinds.set(key, kind);
  }
  return kind;
}

/** Kinds of keys that were read before; absent as long as there are none. */
export interface KindsSeen {
  kinds: Map<string, KeyKind> | undefined;
}

/** The words of a key, in lower case. */
export function wordsOf(key: string): readonly string[] {
  return (key.match(WORD) ?? []).map((word) => word.toLowerCase());
}

/** A unit that a key names: a fixed power of ten below the major unit, or the currency's own. */
export type MinorUnit = number | 'minor';

/** The minor unit that the name of an amount says it is in, if it does. */
export function minorUnitOf(key: string): MinorUnit | undefined {
  for (const word of wordsOf(key)) {
    const unit = MINOR_UNITS.get(word);
    if (unit !== undefined) return unit;
  }
  return undefined;
}

function kindOfManyWords(words: readonly string[]): KeyKind {
  return KINDS.get(words.join('')) ?? kindOfWords(words);
}

function kindOfWords(words: readonly string[]): KeyKind {
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  const kind = last === 'name' && NAMED_FILES.has(before) ? 'path' : TAILS.get(last);
  if (kind === 'path' || kind === 'place') return NOT_A_FILE.has(before) ? 'data' : kind;
  if (kind !== undefined) return words.some((word) => NOT_REACHED.has(word)) ? 'data' : kind;
  return kindOfAmount(words);
}

function kindOfAmount(words: readonly string[]): KeyKind {
  let length = words.length;
  while (length > 0 && isUnit(words[length - 1] ?? '')) length -= 1;
  const noun = words[length - 1] ?? '';
  if (words.includes('amount') && !ABOUT_AMOUNTS.has(noun)) return 'amount';
  if (MONEY.has(noun)) return 'amount';
  if (noun === 'total') return words.some((word) => COUNTED.has(word)) ? 'data' : 'number';
  if (noun === 'value' && (length === 1 || words.some((word) => isMoney(word)))) return 'number';
  const units = words.slice(length);
  return units.some((unit) => CENTS.has(unit) || MAJOR_UNITS.has(unit)) ? 'amount' : 'data';
}

function isMoney(word: string): boolean {
  return MONEY.has(word) || word === 'total';
}

function isUnit(word: string): boolean {
  return word === 'in' || word === 'units' || MINOR_UNITS.has(word) || MAJOR_UNITS.has(word);
}

const LONGEST = 64;

const ONE_WORD = /^[a-z]+$/;
/** `URL`, `File`, `path`, `2`: upper-case runs end before the capital of the next word. */
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

/** Kinds of whole keys, by their words without anything between them. */
const KINDS: ReadonlyMap<string, KeyKind> = /* @__PURE__ */ mapOf<KeyKind>([
  ['command', 'command cmd shellcommand bashcommand terminalcommand commandline cmdline'],
  ['commands', 'commands cmds script scripts shellcommands'],
  ['path', 'path paths file_path notebook_path filename filenames workingdirectory'],
  [
    'place',
    'source sources src target targets destination destinations dest dst output outputs out ' +
      'from to root notebook saveas saveto copyto moveto writeto attachment attachments',
  ],
  ['url', 'url urls uri uris link links website server servers domain registry gateway base_url'],
  ['link', 'callback callbacks'],
  ['address', 'ip ipaddress ipaddr'],
  ['link', 'repo repository remote image images site page address location resource download'],
  ['amount', 'amount amounts price cost sum fee usd eur gbp dollars euros'],
  ['number', 'total value'],
  ['patch', 'input patch diff patchtext'],
  // The most common keys of all, so that they need not be read as words.
  ['data', 'content old_string new_string text message query prompt body description pattern'],
  ['data', 'name title id type status email currency limit offset subject body cc bcc note memo'],
  ['data', 'customer account reference reason label labels tags role language format mode args'],
  ['data', 'timeout count replace_all user session thread channel owner number state data'],
]);

/** Kinds of keys by their last word. */
const TAILS: ReadonlyMap<string, KeyKind> = /* @__PURE__ */ mapOf<KeyKind>([
  ['path', 'path paths filepath filepaths filename filenames dir dirs directory directories'],
  ['path', 'folder folders dirname cwd workdir basedir outdir tmpdir tempdir'],
  ['place', 'file files outfile infile dockerfile makefile'],
  ['url', 'url urls uri uris href hrefs endpoint endpoints origin origins webhook webhooks'],
  ['url', 'proxy proxies baseurl'],
  ['host', 'host hosts hostname hostnames'],
]);

/** Words that make a following `name` the path of a file. */
const NAMED_FILES: ReadonlySet<string> = /* @__PURE__ */ setOf('file dir path folder directory');

/** Words before `path` that make it the path of something else than a file. */
const NOT_A_FILE: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'url uri request route api http json xml css dom x key property field object query',
);

/** Words that make a list of hosts one of rules, which nobody calls. */
const NOT_REACHED: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'allowed allow blocked block denied deny excluded exclude ignored ignore trusted no',
);

const MONEY: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'amount amounts price prices cost costs fee fees subtotal payment payout refund deposit',
);

/** Words after `amount` that make it something about an amount. */
const ABOUT_AMOUNTS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'type currency code id format precision decimals scale exponent percent pct count index page ' +
    'status date at field column label name',
);

/** Words beside `total` that make it a count. */
const COUNTED: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'page pages item items count row rows record records result results token tokens byte bytes ' +
    'line lines file files step steps hit hits user users size',
);

const CENTS: ReadonlySet<string> = /* @__PURE__ */ setOf('cents pence paise');

const MINOR_UNITS: ReadonlyMap<string, MinorUnit> = /* @__PURE__ */ mapOf<MinorUnit>([
  ['minor', 'cents pence paise minor subunits'],
  [6, 'micros'],
]);

/** Only those that are no everyday word or abbreviation: `all`, `try` and `cup` are currencies. */
const MAJOR_UNITS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'usd eur gbp jpy chf cny inr aud cad nzd sgd hkd krw brl mxn sek nok dkk pln czk huf zar ils ' +
    'aed sar usdc usdt eurc btc eth dollars euros pounds yen rupees',
);
