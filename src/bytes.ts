/**
 * Bytes to text and back: UTF-8, hex, base64url without padding, and base64 with it.
 *
 * @module
 */

/** The members of the host's text codecs that are used here, so that no host is named. */
declare const TextEncoder: new () => Encoder;
declare const TextDecoder: new (
  label: string,
  options: { fatal: boolean; ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

interface Encoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, bytes: Uint8Array): unknown;
}

/** Made when they are first needed, as making one costs more than encoding a receipt. */
let encoder: Encoder | undefined;
let decoder: { decode(bytes: Uint8Array): string } | undefined;

/** Encodes well-formed text as UTF-8. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return toEncoder().encode(text);
}

function toEncoder(): Encoder {
  encoder ??= new TextEncoder();
  return encoder;
}

/** Decodes UTF-8, or returns `undefined` when the bytes are not UTF-8; a BOM is kept as text. */
export function fromUtf8(bytes: Uint8Array): string | undefined {
  decoder ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Lower-case hex. */
export function hex(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 1) text += HEX_PAIRS[bytes[index] ?? 0] ?? '';
  return text;
}

/** Reads lower- or upper-case hex, or returns `undefined` when the text is not hex. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 2 !== 0 || !HEX.test(text)) return undefined;
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(text.slice(index * 2, index * 2 + 2), 16);
  }
  return bytes;
}

/** RFC 4648 §5 base64url without padding. */
export function base64url(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const left = bytes.length - index;
    const group =
      ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    text += ALPHABET.charAt(group >> 18) + ALPHABET.charAt((group >> 12) & 63);
    if (left > 1) text += ALPHABET.charAt((group >> 6) & 63);
    if (left > 2) text += ALPHABET.charAt(group & 63);
  }
  return text;
}

/**
 * Reads RFC 4648 §5 base64url without padding, or returns `undefined`.
 *
 * Strict in the sense of RFC 4648 §3.5: `=`, `+`, `/`, white space and non-zero trailing bits are
 * refused, so that each byte string has exactly one text.
 */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(base64urlLength(text));
  return readBase64url(text, bytes, 0) ? bytes : undefined;
}

/** How many bytes a base64url text has, if it is one. */
export function base64urlLength(text: string): number {
  return Math.floor((text.length * 3) / 4);
}

/**
 * Reads base64url as {@link fromBase64url} does, into bytes that are there already, from `start` on.
 *
 * @returns Whether it is base64url; if not, what was written means nothing.
 */
export function readBase64url(text: string, bytes: Uint8Array, start: number): boolean {
  if (text.length % 4 === 1) return false;
  codes ??= new Uint8Array(CHUNK);
  let at = start;
  let invalid = 0;
  for (let from = 0; from < text.length; from += CHUNK) {
    const chunk = text.slice(from, from + CHUNK);
    // A character beyond ASCII becomes bytes that are none of the alphabet.
    toEncoder().encodeInto(chunk, codes);
    const rest = chunk.length % 4;
    const whole = chunk.length - rest;
    // Four characters at a time, and one look at the end at what was invalid: three times as fast.
    for (let index = 0; index < whole; index += 4) {
      const group =
        (sextet(codes[index]) << 18) |
        (sextet(codes[index + 1]) << 12) |
        (sextet(codes[index + 2]) << 6) |
        sextet(codes[index + 3]);
      invalid |= group;
      bytes[at] = group >> 16;
      bytes[at + 1] = group >> 8;
      bytes[at + 2] = group;
      at += 3;
    }
    if (rest > 0) {
      const group =
        (sextet(codes[whole]) << 12) |
        (sextet(codes[whole + 1]) << 6) |
        (rest === 3 ? sextet(codes[whole + 2]) : 0);
      // Bits that belong to no byte have to be zero, so that each byte string has one text.
      invalid |= group | -(group & (rest === 3 ? 0x3 : 0x3ff));
      bytes[at] = group >> 10;
      if (rest === 3) bytes[at + 1] = group >> 2;
    }
  }
  return invalid >= 0;
}

/** RFC 4648 §4 base64, with padding. */
export function base64(bytes: Uint8Array): string {
  const text = base64url(bytes).replaceAll('-', '+').replaceAll('_', '/');
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

/** Reads RFC 4648 §4 base64 as strictly as {@link fromBase64url}; the padding has to be there. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!BASE64.test(text)) return undefined;
  const [unpadded = ''] = text.split('=');
  return fromBase64url(unpadded.replaceAll('+', '-').replaceAll('/', '_'));
}

/** Joins byte strings. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Whether two byte strings are the same; the time depends on their lengths alone. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  for (let index = 0; index < left.length; index += 1) {
    difference |= (left[index] ?? 0) ^ (right[index] ?? 0);
  }
  return difference === 0;
}

/** The two digits of each byte. */
const HEX_PAIRS: readonly string[] = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
);

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Groups of four characters; in the last, one or two may be padding. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Pairs of hex digits and nothing else. */
const HEX = /^[0-9a-fA-F]*$/;

/** Room for the characters that are being read: reading them off text takes twice the time. */
let codes: Uint8Array | undefined;

/** How many characters of a text are read at a time; whole groups of four. */
const CHUNK = 4_096;

/** The six bits of one base64url character, or -1. */
function sextet(code = 0): number {
  return SEXTETS[code] ?? -1;
}

/** The value of each character of the alphabet by its code, -1 for any other. */
const SEXTETS: Int8Array = /* @__PURE__ */ Int8Array.from({ length: 256 }, (_, code) =>
  ALPHABET.indexOf(String.fromCharCode(code)),
);
