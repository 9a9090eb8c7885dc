/**
 * What the receipt tests share: fixed keys, an independent signer, a judgement by hand.
 *
 * @module
 */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { Judgement } from '../../src/judge.js';
import type { Questions } from '../../src/question.js';

export const RECEIPT = 'application/vnd.treeship.receipt.v1+json';

/** The secret key of RFC 8032 §7.1 TEST 1. */
export const SECRET = bytes('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
export const PUBLIC = 'ed25519:11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
/** TEST 2. */
export const OTHER_SECRET = bytes(
  '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
);
export const OTHER_PUBLIC = 'ed25519:PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw';

export function bytes(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

export function utf8(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'utf8'));
}

export function b64(data: Uint8Array | string): string {
  return Buffer.from(data).toString('base64url');
}

/** Ed25519 by OpenSSL. */
export function nodeSign(secret: Uint8Array, message: Uint8Array): Uint8Array {
  return new Uint8Array(sign(null, message, privateKey(secret)));
}

/** Ed25519 by OpenSSL, which may accept points of small order. */
export function nodeVerify(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, message, key, signature);
}

export function publicOf(secret: Uint8Array): Uint8Array {
  const { x } = createPublicKey(privateKey(secret)).export({ format: 'jwk' });
  return new Uint8Array(Buffer.from(String(x), 'base64url'));
}

/** Pre-authentication encoding, written out once more. */
export function pae(type: string, payload: Uint8Array): Uint8Array {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `;
  return new Uint8Array(Buffer.concat([Buffer.from(head), payload]));
}

export function sha256(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** The derived id of a key, by its definition. */
export function derivedId(publicText: string): string {
  return `key_${sha256(utf8(`judgement-key-id:${publicText}`)).slice(0, 32)}`;
}

export const KEY_ID = derivedId(PUBLIC);
export const OTHER_KEY_ID = derivedId(OTHER_PUBLIC);

export interface Sealed {
  payload: string;
  payloadType: string;
  signatures: { keyid: string; sig: string }[];
}

/** An envelope around any bytes, signed by OpenSSL, by TEST 1's key unless another is given. */
export function seal(
  payload: string | Uint8Array,
  {
    type = RECEIPT,
    signers = [{ secret: SECRET, keyid: KEY_ID }],
  }: { type?: string; signers?: readonly { secret: Uint8Array; keyid: string }[] } = {},
): Sealed {
  const data = typeof payload === 'string' ? utf8(payload) : payload;
  return {
    payload: b64(data),
    payloadType: type,
    signatures: signers.map(({ secret, keyid }) => ({
      keyid,
      sig: b64(nodeSign(secret, pae(type, data))),
    })),
  };
}

/** A statement of a kind that is not known, as small as they come. */
export const SMALL =
  '{"kind":"note.v1","system":"s://x","timestamp":"2026-11-30T12:00:00Z","type":"treeship/receipt/v1"}';

/** A `judgement.v1` payload, each member there. */
export function payload(): Record<string, unknown> {
  return {
    answer: { confidence: 1, noul: 1, probabilities: { no: 0, yes: 1 } },
    contract: { id: 'tool-guard', version: '3' },
    effect: 'deny',
    judge: {
      kind: 'rules',
      model: 'judgement-rules/1',
      provider: 'local',
      replayable: true,
      request_id: 'req_1',
    },
    judged_at: '2026-11-30T12:00:00Z',
    latency_ms: 0,
    notes: 'first',
    outcome: 'refused',
    question: { instructions: 'Is it unsafe?', key: 'unsafe', options: ['a'], type: 'noul' },
    questions_digest: `sha256:${'1'.repeat(64)}`,
    response_digest: `sha256:${'2'.repeat(64)}`,
    schema: 'judgement.v1',
    state_digest: `sha256:${'3'.repeat(64)}`,
    threshold: { applies_to: 'noul', set_by: 'default', value: 0.5 },
    usage: { input_tokens: 10, output_tokens: 2 },
  };
}

/** A statement around a payload. */
export function statement(
  body: unknown = payload(),
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    type: 'treeship/receipt/v1',
    timestamp: '2026-11-30T12:00:01Z',
    system: 'system://judgement',
    kind: 'judgement.v1',
    payload: body,
    ...more,
  };
}

/** A judgement of three questions, of each type, written out by hand. */
export function judgement(): Judgement<Questions, string> {
  return {
    effect: 'deny',
    outcome: 'refused',
    decidedBy: ['unsafe'],
    answers: {
      unsafe: { noul: 1, probabilities: { no: 0, yes: 1 }, confidence: 1 },
      Team: { choice: 'billing', confidence: 0.75 },
      tone: { score: 1.5 },
    },
    decisions: {
      unsafe: {
        effect: 'deny',
        outcome: 'refused',
        reason: 'bar_met',
        appliesTo: 'noul',
        bar: 0.5,
        setBy: 'policy://ops@7',
        measured: 1,
      },
      Team: {
        effect: 'billing',
        outcome: 'acted',
        reason: 'bar_met',
        appliesTo: 'confidence',
        bar: 0.7,
        setBy: 'policy://ops@7',
        measured: 0.75,
      },
      tone: {
        effect: 'none',
        outcome: 'ignored',
        reason: 'no_rule',
        appliesTo: 'confidence',
        setBy: 'policy://ops@7',
      },
    },
    questions: {
      unsafe: { type: 'noul', instructions: 'Is it unsafe?' },
      Team: { type: 'choice', instructions: { b: 1, a: 'Which?' }, options: ['billing', 'other'] },
      tone: { type: 'score', instructions: 'How kind?', options: ['poor', 'fair', 'good'] },
    },
    judge: {
      model: 'm-1',
      provider: 'p',
      kind: 'decision-model',
      replayable: false,
      decimals: 2,
    },
    stateDigest: `sha256:${'3'.repeat(64)}`,
    questionsDigest: `sha256:${'1'.repeat(64)}`,
    responseDigest: `sha256:${'2'.repeat(64)}`,
    requestId: 'req_1',
    latencyMs: 41,
    usage: { inputTokens: 10, outputTokens: 2 },
    judgedAt: '2026-11-30T12:00:00Z',
    contract: { id: 'tool-guard', version: '3' },
    threshold: { value: 0.5, setBy: 'policy://ops@7' },
  };
}

/** 2026-11-30T12:00:01.999Z, which is signed as a whole second. */
export const CLOCK = (): number => Date.UTC(2026, 10, 30, 12, 0, 1, 999);

/** The same numbers every run: a linear congruential generator (Numerical Recipes). */
export function dice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The secret in each spelling that could show up in a log. */
export function secretsIn(secret: Uint8Array): readonly string[] {
  const buffer = Buffer.from(secret);
  return [
    buffer.toString('hex').slice(0, 16),
    buffer.toString('base64url').slice(0, 16),
    buffer.toString('base64').slice(0, 16),
    Array.from(secret.slice(0, 6)).join(', '),
    Array.from(secret.slice(0, 6)).join(','),
  ];
}

function privateKey(secret: Uint8Array): ReturnType<typeof createPrivateKey> {
  return createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secret]),
    format: 'der',
    type: 'pkcs8',
  });
}
