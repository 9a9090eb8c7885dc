/**
 * Keys as other programs write them: PEM (RFC 7468, RFC 8410) and JWK (RFC 8037).
 *
 * @module
 */
import { base64, base64url, concat, fromBase64, fromBase64url, fromHex, hex } from '../bytes.js';
import { ReceiptError } from '../errors.js';
import { type JsonValue, snapshot } from '../json.js';
import { isList, isObject } from '../members.js';

/** A public key as a JWK (RFC 8037 §2). */
export interface PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
}

/** A secret key as a JWK (RFC 8037 §2). It holds the secret. */
export interface SecretJwk extends PublicJwk {
  readonly d: string;
}

/** A JWK from outside, such as the host's `JsonWebKey`; it is checked when it is read. */
export interface AnyJwk {
  readonly kty?: unknown;
  readonly crv?: unknown;
  readonly x?: unknown;
  readonly d?: unknown;
}

/** One of the two things that PEM holds here. */
export interface DerForm {
  /** What stands between the dashes. */
  readonly label: string;
  /** All of the DER but the last 32 bytes, in hex: nothing else is possible for Ed25519. */
  readonly prefix: string;
}

/** A public key: SubjectPublicKeyInfo (RFC 8410 §4). */
export const SPKI: DerForm = /* @__PURE__ */ Object.freeze({
  label: 'PUBLIC KEY',
  prefix: '302a300506032b6570032100',
});

/** A secret key: PKCS#8, version 1, without attributes (RFC 8410 §7). */
export const PKCS8: DerForm = /* @__PURE__ */ Object.freeze({
  label: 'PRIVATE KEY',
  prefix: '302e020100300506032b657004220420',
});

/** The DER of a key. */
export function toDer(key: Uint8Array, { prefix }: DerForm): Uint8Array<ArrayBuffer> {
  return concat(fromHex(prefix) ?? key, key);
}

/** The PEM of a key: one line of base64 between two lines of dashes. */
export function toPem(key: Uint8Array, form: DerForm): string {
  const { label } = form;
  return `-----BEGIN ${label}-----\n${base64(toDer(key, form))}\n-----END ${label}-----\n`;
}

/** Whether text means to be PEM. */
export function isPem(text: string): boolean {
  return text.includes('-----BEGIN');
}

/** Reads the PEM of a key: that form of key alone, and nothing before or after it. */
export function fromPem(text: string, form: DerForm, path: string): Uint8Array<ArrayBuffer> {
  const { label, prefix } = form;
  const [, found, body = ''] = PEM.exec(text) ?? [];
  const der = found === label ? fromBase64(body.replace(WHITE_SPACE, '')) : undefined;
  const length = prefix.length / 2;
  if (der?.length === length + 32 && hex(der.subarray(0, length)) === prefix) {
    return der.slice(length);
  }
  throw new ReceiptError('bad_key', {
    path,
    rule: `PEM is one ${label} of Ed25519 in its shortest DER (RFC 8410)`,
    fix: 'decrypt it, take the right half of the pair, or write it again with openssl pkey',
  });
}

/** Reads a JWK; whether `x` belongs to `d` is for who can do the arithmetic to say. */
export function readJwk(
  jwk: unknown,
  path: string,
): { readonly x: Uint8Array; readonly d?: Uint8Array<ArrayBuffer> } {
  const value = typeof jwk === 'object' ? snapshot(jwk, path) : undefined;
  if (!isObject(value) || value['kty'] !== 'OKP' || value['crv'] !== 'Ed25519') {
    const rule = 'a key is bytes, text, or a JWK with kty OKP and crv Ed25519 (RFC 8037 §2)';
    const fix = isObject(value)
      ? 'check for a key of another type'
      : 'look where it was to come from';
    throw new ReceiptError('bad_key', { path, rule, fix });
  }
  const { x, d, use = 'sig', alg = 'EdDSA', key_ops: uses } = value;
  const needed = d === undefined ? 'verify' : 'sign';
  const permitted = uses === undefined || (isList(uses) && uses.includes(needed));
  if (use !== 'sig' || !ALGORITHMS.includes(alg) || !permitted) {
    const rule = `a key that says what it is for is for EdDSA and to ${needed} (RFC 7517 §4)`;
    throw new ReceiptError('bad_key', { path, rule, fix: 'take a key that is meant for this' });
  }
  const point = readCoordinate(x, `${path}.x`);
  return d === undefined ? { x: point } : { x: point, d: readCoordinate(d, `${path}.d`) };
}

/** The JWK of a public key. */
export function toPublicJwk(publicKey: Uint8Array): PublicJwk {
  return Object.freeze({ kty: 'OKP', crv: 'Ed25519', x: base64url(publicKey) });
}

/** The JWK of a secret key. */
export function toSecretJwk(secret: Uint8Array, publicKey: Uint8Array): SecretJwk {
  return Object.freeze({ ...toPublicJwk(publicKey), d: base64url(secret) });
}

/** One block of PEM; explanatory text and headers, which RFC 7468 §2 lets others write, are not. */
const PEM = /^\s*-----BEGIN ([A-Z ]+)-----([A-Za-z0-9+/=\s]*)-----END \1-----\s*$/;

const WHITE_SPACE = /\s+/g;

/** The names of Ed25519 in `alg`: RFC 8037 §3.1 and RFC 9864 §2.2. */
const ALGORITHMS: readonly JsonValue[] = ['EdDSA', 'Ed25519'];

function readCoordinate(text: JsonValue | undefined, path: string): Uint8Array<ArrayBuffer> {
  const bytes = typeof text === 'string' ? fromBase64url(text) : undefined;
  if (bytes?.length === 32) return bytes;
  throw new ReceiptError('bad_key', {
    path,
    rule: 'it is the base64url, without padding, of 32 bytes (RFC 8037 §2)',
    fix: 'check for padding, the standard alphabet or a key of another curve',
  });
}
