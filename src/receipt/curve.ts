/**
 * The curve edwards25519 for secret numbers, in arithmetic that others have audited.
 *
 * @module
 */
import { type EdwardsPointCons, edwards } from '@noble/curves/abstract/edwards.js';
import { invert } from '@noble/curves/abstract/modular.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { BASE, EDWARDS_D, FIELD_ORDER, GROUP_ORDER, littleEndian, rootOfRatio } from './points.js';

/** A secret key spread out (RFC 8032 §5.1.5). */
export interface ExpandedSecret {
  readonly scalar: bigint;
  /** What each nonce is derived from, beside the message. */
  readonly prefix: Uint8Array;
  readonly publicKey: Uint8Array;
}

/**
 * The group. It is made here, because the ready one of the same library comes with protocols that
 * nothing here uses, and takes two to three times as long to load (measured).
 */
export const Point: EdwardsPointCons = /* @__PURE__ */ makeGroup();

/** RFC 8032 §5.1.5. */
export function expandSecret(secret: Uint8Array): ExpandedSecret {
  const digest = sha512(secret);
  const head = digest.slice(0, 32);
  head[0] = (head[0] ?? 0) & 248;
  head[31] = ((head[31] ?? 0) & 127) | 64;
  const scalar = Point.Fn.create(littleEndian(head));
  return {
    scalar,
    prefix: digest.slice(32),
    publicKey: Point.BASE.multiply(scalar).toBytes(),
  };
}

/** 1 / value modulo p, for public numbers from 1 to p − 1. */
export function inverse(value: bigint): bigint {
  return invert(value, FIELD_ORDER);
}

function makeGroup(): EdwardsPointCons {
  return edwards(
    {
      p: FIELD_ORDER,
      n: GROUP_ORDER,
      h: 8n,
      a: FIELD_ORDER - 1n,
      d: EDWARDS_D,
      Gx: BASE.x,
      Gy: BASE.y,
    },
    { uvRatio: rootOfRatio },
  );
}
