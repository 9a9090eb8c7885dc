/**
 * Encodings that commands take off or expand: Base64, hexadecimal digits, UTF-16, escapes, ranges.
 *
 * @module
 */

/** Base64 as text, one character a byte: a command is ASCII, and other bytes only have to differ. */
export function decodeBase64(content: string): string | undefined {
  const digits = content.replace(BASE64_SPACE, '').replace(BASE64_END, '');
  let result = '';
  let bits = 0;
  let group = 0;
  for (const digit of digits) {
    const value = BASE64.indexOf(digit);
    if (value < 0) return undefined;
    group = ((group << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    result += String.fromCharCode((group >> bits) & 0xff);
  }
  return result;
}

/** Hexadecimal digits as text, in the same way. */
export function decodeHex(content: string): string | undefined {
  const digits = content.replace(BASE64_SPACE, '');
  if (digits.length % 2 !== 0 || !HEX.test(digits)) return undefined;
  let result = '';
  for (let at = 0; at < digits.length; at += 2) {
    result += String.fromCharCode(Number.parseInt(digits.slice(at, at + 2), 16));
  }
  return result;
}

/** UTF-16LE bytes as text: what PowerShell calls Unicode, and the encoding of `-EncodedCommand`. */
export function narrow(bytes: string): string {
  let text = '';
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    text += String.fromCharCode(bytes.charCodeAt(at) | (bytes.charCodeAt(at + 1) << 8));
  }
  return text;
}

/** The escapes that `echo -e` and `printf` know. */
export function unescapeText(content: string): string {
  return content.replace(
    ESCAPES,
    (all: string, octal?: string, byte?: string, unit?: string, letter?: string) => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      const code = byte ?? unit;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return letter === undefined ? all : (LETTERS[letter] ?? all);
    },
  );
}

/** The characters of a set of `tr`, ranges spelled out; none when they are too many. */
export function expandRanges(set: string): readonly string[] {
  const characters = [...set];
  const members: string[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const first = characters[at] ?? '';
    const last = characters[at + 2];
    if (characters[at + 1] !== '-' || last === undefined) {
      members.push(first);
      continue;
    }
    for (let code = first.charCodeAt(0); code <= last.charCodeAt(0); code += 1) {
      if (members.length > 512) return [];
      members.push(String.fromCharCode(code));
    }
    at += 2;
  }
  return members;
}

const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE64_SPACE = /\s+/g;
const BASE64_END = /=+$/;
const HEX = /^[0-9a-fA-F]*$/;
const ESCAPES = /\\(?:0?([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([abefnrtv\\"']))/g;
