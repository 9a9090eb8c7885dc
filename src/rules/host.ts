/**
 * Hosts as the programs that connect to them read them: one ASCII spelling for one host.
 *
 * The reading is that of the WHATWG URL standard (§3.5 host parsing), which is also what most
 * resolvers do: `0x7f.1` is 127.0.0.1, `bücher.example` is `xn--bcher-kva.example`.
 *
 * @module
 */
import { punycode } from './punycode.js';

/**
 * Reads a host.
 *
 * @param raw A domain name in any script, an IPv4 address in any notation, or an IPv6 address with
 *   or without brackets; percent-encoded or not.
 * @returns Lower-case ASCII without a trailing dot: a name, a dotted IPv4 address, or an IPv6
 *   address as RFC 5952 writes it, without brackets. Nothing when no host can be read.
 */
export function normalizeHost(raw: string): string | undefined {
  if (PLAIN.test(raw)) return raw;
  // A name of 253 octets is never longer than this, however it is encoded.
  if (raw.length > LONGEST) return undefined;
  const [, bracketed] = BRACKETS.exec(raw) ?? [];
  if (bracketed !== undefined) return readIpv6(bracketed);
  if (raw.indexOf(':') !== raw.lastIndexOf(':')) return readIpv6(raw);
  const decoded = decode(raw);
  return decoded === undefined ? undefined : readName(decoded);
}

/** Whether a host names the machine that the call runs on. */
export function isLoopback(host: string): boolean {
  // Nearly every host there is.
  if (PLAIN.test(host)) return host === 'localhost' || host.endsWith('.localhost');
  const name = normalizeHost(host);
  if (name === undefined) return false;
  return LOCALHOST.test(name) || LOOPBACK_IPV4.test(name) || LOOPBACK_IPV6.test(name);
}

/** Whether a normalized host is an address and not a name. */
export function isAddress(host: string): boolean {
  return host.includes(':') || IPV4.test(host);
}

function readName(decoded: string): string | undefined {
  const labels: string[] = [];
  for (const label of fold(decoded).replace(TRAILING_DOT, '').split('.')) {
    // RFC 1035 §2.3.4, before the encoding, whose cost grows with the square of the length.
    if (label.length > 63) return undefined;
    labels.push(ASCII.test(label) ? label : `xn--${punycode(label)}`);
  }
  const name = labels.join('.');
  // Stricter than the standard, which lets `;` and `*` through: no resolver knows such a name.
  if (name.length > 253 || !NAME.test(name)) return undefined;
  return NUMERIC.test(labels.at(-1) ?? '') ? readIpv4(labels) : name;
}

function decode(raw: string): string | undefined {
  if (!raw.includes('%')) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return undefined;
  }
}

/** The mapping of UTS 46 in short: lower case, compatibility forms, dots of other scripts. */
function fold(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase();
  // Letter by letter, because lower-casing a word gives a final sigma its own form.
  const lower = Array.from(name.replace(IGNORED, ''), (letter) => letter.toLowerCase()).join('');
  return lower.normalize('NFKC').toLowerCase().normalize('NFC').replace(OTHER_DOTS, '.');
}

/** One to four numbers, each decimal, octal or hexadecimal; the last fills what is left. */
function readIpv4(labels: readonly string[]): string | undefined {
  if (labels.length > 4) return undefined;
  let address = 0;
  for (const [index, label] of labels.entries()) {
    const number = readPart(label);
    const octets = index === labels.length - 1 ? 5 - labels.length : 1;
    if (number === undefined || number >= 256 ** octets) return undefined;
    address += number * 256 ** (index === labels.length - 1 ? 0 : 3 - index);
  }
  return [24, 16, 8, 0].map((bits) => Math.floor(address / 2 ** bits) % 256).join('.');
}

function readPart(label: string): number | undefined {
  if (HEX_PART.test(label)) return Number.parseInt(`0${label.slice(2)}`, 16);
  if (OCTAL_PART.test(label)) return Number.parseInt(label, 8);
  return DECIMAL_PART.test(label) ? Number(label) : undefined;
}

function readIpv6(raw: string): string | undefined {
  // RFC 6874: a zone says which link to use, not which host to reach.
  const text = raw.replace(ZONE, '').toLowerCase();
  const halves = text.split('::');
  if (halves.length > 2 || !IPV6.test(text)) return undefined;
  const [head, tail] = halves.map((half, index) => readPieces(half, index === halves.length - 1));
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined;
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  return writeIpv6([...head, ...Array<number>(missing).fill(0), ...(tail ?? [])]);
}

/** The 16-bit pieces of one side of `::`; an IPv4 address may stand for the last two. */
function readPieces(text: string, final: boolean): readonly number[] | undefined {
  if (text === '') return [];
  const pieces: number[] = [];
  for (const part of text.split(':')) {
    if (PIECE.test(part)) pieces.push(Number.parseInt(part, 16));
    else if (final && DOTTED.test(part) && text.endsWith(part)) {
      const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
      if (Math.max(a, b, c, d) > 255) return undefined;
      pieces.push(a * 256 + b, c * 256 + d);
    } else return undefined;
  }
  return pieces;
}

/** RFC 5952 §4: no leading zeros, and `::` for the first longest run of two or more zeros. */
function writeIpv6(pieces: readonly number[]): string {
  let best = 0;
  let longest = 1;
  for (let start = 0; start < 8; start += 1) {
    let end = start;
    while (end < 8 && pieces[end] === 0) end += 1;
    if (end - start > longest) {
      best = start;
      longest = end - start;
    }
  }
  const write = (part: readonly number[]): string => part.map((n) => n.toString(16)).join(':');
  if (longest === 1) return write(pieces);
  return `${write(pieces.slice(0, best))}::${write(pieces.slice(best + longest))}`;
}

const LONGEST = 2048;

/** A name that is normalized already; its last label begins with a letter, so it is no number. */
const PLAIN = /^(?:[a-z0-9_-]{1,63}\.){0,8}[a-z][a-z0-9_-]{0,62}$/;
const ASCII = /^[ -~]*$/;
const NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;
const TRAILING_DOT = /\.$/;
const BRACKETS = /^\[([^[\]]*)\]$/;
const OTHER_DOTS = /[\u3002\uff0e\uff61]/g;
/** What UTS 46 drops: soft hyphens, zero-width characters and variation selectors. */
const IGNORED = /\u00ad|\u034f|\u180b|\u180c|\u180d|\u200b|\u2060|\u2064|\ufeff|[\ufe00-\ufe0f]/g;

const NUMERIC = /^(?:\d+|0x[0-9a-f]*)$/;
const HEX_PART = /^0x0*[0-9a-f]{0,8}$/;
const OCTAL_PART = /^00*[0-7]{0,11}$/;
const DECIMAL_PART = /^\d{1,10}$/;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

const IPV6 = /^[0-9a-f:.]{2,45}$/;
const ZONE = /%.*$/;
const PIECE = /^[0-9a-f]{1,4}$/;
const DOTTED = /^\d{1,3}(?:\.\d{1,3}){3}$/;

const LOCALHOST = /^(?:[a-z0-9_.-]+\.)?localhost$/;
const LOOPBACK_IPV4 = /^127(?:\.\d{1,3}){3}$/;
const LOOPBACK_IPV6 = /^::1$|^::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/;
