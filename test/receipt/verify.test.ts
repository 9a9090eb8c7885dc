import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ed25519Signer, ed25519Verifier } from '../../src/receipt/ed25519.js';
import { attest } from '../../src/receipt/judgement.js';
import type { TrustedKey } from '../../src/receipt/key-set.js';
import { openReceipt } from '../../src/receipt/open.js';
import { publicKeySet } from '../../src/receipt/public-key-set.js';
import { verifyReceipt } from '../../src/receipt/verify.js';
import treeship from '../vectors/treeship-envelopes.json' with { type: 'json' };
import {
  b64,
  bytes,
  CLOCK,
  judgement,
  KEY_ID,
  nodeSign,
  nodeVerify,
  OTHER_KEY_ID,
  OTHER_PUBLIC,
  OTHER_SECRET,
  PUBLIC,
  pae,
  publicOf,
  RECEIPT,
  SECRET,
  type Sealed,
  SMALL,
  seal,
  sha256,
  statement,
  utf8,
} from './fixtures.js';

const ME = { keyId: KEY_ID, publicKey: PUBLIC };
const OTHER = { keyId: OTHER_KEY_ID, publicKey: OTHER_PUBLIC };
const mine = { secret: SECRET, keyid: KEY_ID };
const others = { secret: OTHER_SECRET, keyid: OTHER_KEY_ID };
const good = seal(SMALL);

describe('verifyReceipt', () => {
  it('reports who signed, who of them is trusted, and what was said', () => {
    const verdict = verifyReceipt(good, { keys: [PUBLIC] });
    expect(verdict).toMatchObject({
      ok: true,
      id: `art_${sha256(pae(RECEIPT, utf8(SMALL))).slice(0, 32)}`,
      digest: `sha256:${sha256(pae(RECEIPT, utf8(SMALL)))}`,
      payloadType: RECEIPT,
      statement: JSON.parse(SMALL),
      signed: [ME],
      trusted: [ME],
      unknown: [],
    });
    expect(Object.isFrozen(verdict)).toBe(true);
  });

  it.each(treeship)('verifies $id, which Treeship signed', ({ envelope, key, id, digest }) => {
    const keyId = envelope.signatures[0]?.keyid ?? '';
    const verdict = verifyReceipt(envelope, { keys: [{ publicKey: key, keyId }] });
    expect(verdict).toMatchObject({ ok: true, id, digest, trusted: [{ keyId, publicKey: key }] });
    // The key alone goes by another id: nothing says that this one is its own.
    expect(verifyReceipt(envelope, { keys: [key] })).toMatchObject({
      ok: false,
      code: 'unknown_key',
    });
  });

  it('verifies receipts of kinds it does not know, and names them', () => {
    expect(verifyReceipt(good, { keys: [PUBLIC] })).toMatchObject({
      ok: true,
      statement: { kind: 'note.v1' },
    });
    expect(verifyReceipt(good, { keys: [PUBLIC] })).not.toHaveProperty('judgement');
  });

  it('finds a key by the id it was given and by the one derived from it', () => {
    const key = { publicKey: PUBLIC, keyId: 'key_deploy' };
    for (const keyid of ['key_deploy', KEY_ID]) {
      const envelope = seal(SMALL, { signers: [{ secret: SECRET, keyid }] });
      expect(verifyReceipt(envelope, { keys: [key] })).toMatchObject({
        ok: true,
        trusted: [{ keyId: 'key_deploy' }],
      });
    }
  });

  it('takes a key in each form', () => {
    const raw = publicOf(SECRET);
    const forms: readonly (string | TrustedKey)[] = [
      PUBLIC,
      PUBLIC.slice(8),
      { publicKey: PUBLIC },
      { publicKey: raw },
      ed25519Verifier(PUBLIC),
    ];
    for (const form of forms) expect(verifyReceipt(good, { keys: [form] }).ok).toBe(true);
    const keySet = publicKeySet(forms);
    for (let use = 0; use < 30; use += 1) {
      expect(verifyReceipt(good, { keys: keySet }).ok).toBe(true);
    }
  });
});

/** Both made with the secret key of RFC 8032 TEST 1, members in the order in which Treeship writes. */
const WORKED = [
  {
    text: '{"type":"treeship/receipt/v1","timestamp":"2026-11-30T12:00:00Z","system":"system://treeship-judge","subject":{"artifactId":"art_d78b4e4e7cc34a095e42a7aa2321c8d9"},"kind":"judgement.v1","payload":{"answer":{"confidence":1.0,"noul":1.0,"probabilities":{"no":0.0,"yes":1.0}},"effect":"deny","judge":{"kind":"rules","model":"treeship-rules/0.31.9","provider":"local","replayable":true},"judged_at":"2026-11-30T12:00:00Z","latency_ms":0,"outcome":"refused","question":{"instructions":"Would this call be unsafe to run?","key":"unsafe","type":"noul"},"questions_digest":"sha256:5b736380ff24237c5b59c3979ac25c0fd2a9c41e609ff04de821dc14c9a64392","response_digest":"sha256:69699613f594d45cc548ef4348f057debdf0e46ff68306b4082529166031d1a8","schema":"judgement.v1","state_digest":"sha256:9265c4ac5f12412663c214e7e32cadace1c4cdb71fd6c447486c31ee2c1ba509","threshold":{"applies_to":"noul","set_by":"default","value":0.5}},"parentId":"art_d78b4e4e7cc34a095e42a7aa2321c8d9"}',
    bytes: 960,
    digest: 'sha256:87a5ec7bc6b306dafb5e47c3dd1398772bcd945fb6d87f48e68a6751ef457dd9',
    sig: 'wS9R48FyaUhr0GRELNByT0cfO6wKCuqHlo_YtDfrCjRmhQCMZBHOMbajBoG2i87KqQ_ujK_sJGmf13gNgqAlCw',
    kind: 'judgement.v1',
  },
  {
    text: '{"type":"treeship/receipt/v1","timestamp":"2026-11-30T12:01:00Z","system":"human://ada","subject":{"artifactId":"art_87a5ec7bc6b306dafb5e47c3dd139877"},"kind":"judgement.resolution.v1","payload":{"by":"human://ada","decision":"allow","judgement":"art_87a5ec7bc6b306dafb5e47c3dd139877","overrides":"deny","reason":"checked","resolved_at":"2026-11-30T12:01:00Z","schema":"judgement.resolution.v1"},"parentId":"art_87a5ec7bc6b306dafb5e47c3dd139877"}',
    bytes: 446,
    digest: 'sha256:d9c6f1e194521e464967cacc83732095e602b51a83bfd6bc71976b06d82e7186',
    sig: 'IcF7Y1t1Lg5n8OUKNEJao3oKvK1JWUXEQjtKQGz_9rAJur092BEf4AS1yp3_ZrYeH9rpfufZ7dk2iSoi3CjqAw',
    kind: 'judgement.resolution.v1',
  },
];

describe('the worked example of the format', () => {
  it.each(WORKED)(
    '$kind is signed to the same signature and verifies',
    ({ text, bytes: length, digest, sig, kind }) => {
      const payload = utf8(text);
      expect(payload.length).toBe(length);
      expect(b64(ed25519Signer(SECRET).sign(pae(RECEIPT, payload)))).toBe(sig);
      const keyid = 'key_0123456789abcdef';
      const envelope = {
        payload: b64(payload),
        payloadType: RECEIPT,
        signatures: [{ keyid, sig }],
      };
      expect(
        verifyReceipt(envelope, { keys: [{ publicKey: PUBLIC, keyId: keyid }] }),
      ).toMatchObject({
        ok: true,
        digest,
        id: `art_${digest.slice(7, 39)}`,
        statement: { kind },
        parentId: JSON.parse(text).parentId,
      });
    },
  );
});

describe('verifyReceipt with several signatures', () => {
  const two = seal(SMALL, { signers: [mine, others] });

  it('reports both when both are known', () => {
    expect(verifyReceipt(two, { keys: [PUBLIC, OTHER_PUBLIC] })).toMatchObject({
      ok: true,
      signed: [ME, OTHER],
      trusted: [ME, OTHER],
    });
  });

  it('refuses when one is by a key it does not know, and says that the other is good', () => {
    expect(verifyReceipt(two, { keys: [PUBLIC] })).toMatchObject({
      ok: false,
      code: 'unknown_key',
      path: 'envelope.signatures[1].keyid',
      signed: [ME],
      trusted: [ME],
      unknown: [OTHER_KEY_ID],
      opened: { ok: true, statement: { kind: 'note.v1' } },
    });
    expect(verifyReceipt(two, { keys: [OTHER_PUBLIC] })).toMatchObject({
      code: 'unknown_key',
      path: 'envelope.signatures[0].keyid',
      signed: [OTHER],
      unknown: [KEY_ID],
    });
  });

  it('refuses when one is by a known key and wrong, whatever the other is', () => {
    const [first, second] = two.signatures;
    const swapped = {
      ...two,
      signatures: [first, { keyid: OTHER_KEY_ID, sig: first?.sig }],
    };
    expect(verifyReceipt(swapped, { keys: [PUBLIC, OTHER_PUBLIC] })).toMatchObject({
      ok: false,
      code: 'bad_signature',
      path: 'envelope.signatures[1].sig',
      signed: [ME],
      trusted: [ME],
    });
    const wrongAndUnknown = {
      ...two,
      signatures: [
        { keyid: 'who', sig: second?.sig },
        { ...first, sig: second?.sig },
      ],
    };
    expect(verifyReceipt(wrongAndUnknown, { keys: [PUBLIC] })).toMatchObject({
      code: 'bad_signature',
      path: 'envelope.signatures[1].sig',
      unknown: ['who'],
    });
  });

  it('accepts a good signature by a key it knows and does not trust beside one that it trusts', () => {
    const keys = [PUBLIC, { publicKey: OTHER_PUBLIC, roles: [] }];
    expect(verifyReceipt(two, { keys })).toMatchObject({
      ok: true,
      signed: [ME, OTHER],
      trusted: [ME],
    });
  });

  it('verifies sixteen', () => {
    const signers = Array.from({ length: 16 }, (_, at) => ({
      secret: Uint8Array.from(SECRET, (byte) => byte ^ at),
      keyid: `k${at}`,
    }));
    const keys = signers.map(({ secret, keyid }) => ({
      publicKey: publicOf(secret),
      keyId: keyid,
    }));
    const verdict = verifyReceipt(seal(SMALL, { signers }), { keys });
    expect(verdict.ok && verdict.trusted.map(({ keyId }) => keyId)).toEqual(
      signers.map(({ keyid }) => keyid),
    );
  });
});

describe('verifyReceipt and roles', () => {
  const judged = attest(judgement(), { signer: ed25519Signer(SECRET), clock: CLOCK })[0]?.envelope;
  const resolved = seal(WORKED[1]?.text ?? '');
  const reason = { reason_class: 'scope_violation', refused_kind: 'action' };
  const blocked = seal(JSON.stringify(statement(reason, { kind: 'blocked.v1' })));
  const action = seal('{"type":"treeship/action/v1"}', {
    type: 'application/vnd.treeship.action.v1+json',
  });

  it.each([
    ['judge', [true, false, false, false, false]],
    ['decider', [false, true, false, false, false]],
    ['gate', [false, false, true, false, false]],
  ] as const)('trusts a %s for its own kind of receipt alone', (role, expected) => {
    const keys = [{ publicKey: PUBLIC, roles: [role] }];
    const verdicts = [judged, resolved, blocked, good, action].map((each) =>
      verifyReceipt(each, { keys }),
    );
    expect(verdicts.map(({ ok }) => ok)).toEqual(expected);
    for (const verdict of verdicts) {
      if (!verdict.ok) {
        expect(verdict).toMatchObject({
          code: 'untrusted_key',
          path: 'envelope.signatures',
          signed: [ME],
          trusted: [],
        });
      }
    }
  });

  it('trusts a key of several roles for each, and one without for everything', () => {
    const some = [{ publicKey: PUBLIC, roles: ['judge', 'gate'] }] as const;
    expect(
      [judged, resolved, blocked].map((each) => verifyReceipt(each, { keys: some }).ok),
    ).toEqual([true, false, true]);
    for (const each of [judged, resolved, blocked, good, action]) {
      expect(verifyReceipt(each, { keys: [PUBLIC] }).ok).toBe(true);
    }
  });

  it('says that the bytes are intact when no key is trusted', () => {
    expect(verifyReceipt(judged, { keys: [{ publicKey: PUBLIC, roles: [] }] })).toMatchObject({
      ok: false,
      code: 'untrusted_key',
      signed: [ME],
      trusted: [],
      opened: { judgement: { schema: 'judgement.v1' } },
    });
  });
});

describe('verifyReceipt and verification of your own', () => {
  const native = (publicKey: Uint8Array) => ({
    publicKey,
    verify: (data: Uint8Array, signature: Uint8Array) => nodeVerify(publicKey, data, signature),
  });

  it('asks it instead', () => {
    expect(verifyReceipt(good, { keys: [native(publicOf(SECRET))] })).toMatchObject({
      ok: true,
      trusted: [ME],
    });
    const no = { publicKey: PUBLIC, verify: () => false };
    expect(verifyReceipt(good, { keys: [no] })).toMatchObject({ ok: false, code: 'bad_signature' });
  });

  it('holds it to the same acceptance set', () => {
    // R is the identity and S = k·a, which an older OpenSSL accepts for the holder of the key.
    const weak = new Uint8Array(64);
    weak[0] = 1;
    const yes = { publicKey: PUBLIC, verify: () => true };
    const envelope = { ...good, signatures: [{ keyid: KEY_ID, sig: b64(weak) }] };
    expect(verifyReceipt(envelope, { keys: [yes] })).toMatchObject({
      ok: false,
      code: 'bad_signature',
    });
    expect(() => verifyReceipt(good, { keys: [native(bytes('01'.padEnd(64, '0')))] })).toThrow(
      expect.objectContaining({ code: 'bad_key' }),
    );
  });

  it.each([
    ['a promise', async () => true],
    ['nothing', () => undefined],
    ['one', () => 1],
  ])('does not take %s for a yes', (_name, verify) => {
    const options = { keys: [{ publicKey: PUBLIC, verify }] };
    expect(() => Reflect.apply(verifyReceipt, undefined, [good, options])).toThrow(
      expect.objectContaining({ name: 'JudgeError', code: 'bad_option' }),
    );
  });
});

describe('publicKeySet refuses', () => {
  it.each<[string, readonly unknown[], string, string]>([
    [
      'one id for two keys',
      [
        { publicKey: PUBLIC, keyId: 'k' },
        { publicKey: OTHER_PUBLIC, keyId: 'k' },
      ],
      'bad_key',
      'keys[1].keyId',
    ],
    [
      'the derived id of another key',
      [{ publicKey: PUBLIC, keyId: OTHER_KEY_ID }],
      'bad_key',
      'keys[0].keyId',
    ],
    [
      'one key with two trusts',
      [PUBLIC, { publicKey: PUBLIC, roles: ['judge'] }],
      'bad_key',
      'keys[1].roles',
    ],
    ['an empty id', [{ publicKey: PUBLIC, keyId: '' }], 'bad_key', 'keys[0].keyId'],
    ['text that is no key', [PUBLIC, 'ed25519:abc'], 'bad_key', 'keys[1]'],
    ['no key', [{ keyId: 'k' }], 'bad_key', 'keys[0].publicKey'],
    ['a key of small order', [`ed25519:${b64(bytes('01'.padEnd(64, '0')))}`], 'bad_key', 'keys[0]'],
    [
      'a role that is none',
      [{ publicKey: PUBLIC, roles: ['king'] }],
      'bad_option',
      'keys[0].roles',
    ],
    [
      'roles that are no list',
      [{ publicKey: PUBLIC, roles: 'judge' }],
      'bad_option',
      'keys[0].roles',
    ],
    ['a misspelled member', [{ publicKey: PUBLIC, role: ['judge'] }], 'bad_option', 'keys[0].role'],
    ['null', [null], 'bad_option', 'keys[0]'],
    ['a number', [7], 'bad_option', 'keys[0]'],
  ])('%s', (_name, keys, code, path) => {
    for (const call of [
      () => Reflect.apply(publicKeySet, undefined, [keys]),
      () => Reflect.apply(verifyReceipt, undefined, [good, { keys }]),
    ]) {
      expect(call).toThrow(expect.objectContaining({ code, path }));
    }
  });

  it('what is no list, and options that do not exist', () => {
    for (const keys of [undefined, null, PUBLIC, {}, { keys: [PUBLIC] }]) {
      expect(() => Reflect.apply(verifyReceipt, undefined, [good, { keys }])).toThrow(
        expect.objectContaining({ name: 'JudgeError', code: 'bad_option', path: 'keys' }),
      );
    }
    expect(() => Reflect.apply(verifyReceipt, undefined, [good, { keys: [], lax: true }])).toThrow(
      expect.objectContaining({ code: 'bad_option', path: 'options.lax' }),
    );
    expect(() => Reflect.apply(verifyReceipt, undefined, [good])).toThrow(
      expect.objectContaining({ code: 'bad_option', path: 'options' }),
    );
  });

  it('but takes one key twice, when nothing about it differs', () => {
    const keySet = publicKeySet([
      PUBLIC,
      PUBLIC,
      { publicKey: PUBLIC, keyId: 'k' },
      { publicKey: PUBLIC, keyId: 'k' },
    ]);
    expect(keySet.find('k')?.publicKey).toBe(PUBLIC);
    expect(keySet.find('toString')).toBeUndefined();
  });
});

describe('verifyReceipt refuses', () => {
  const text = JSON.stringify(good);
  const [signature] = good.signatures;
  const opened = { ok: false, signed: [], trusted: [], unknown: [] };

  it.each<[string, unknown, string, string]>([
    ['no signature', { ...good, signatures: [] }, 'no_signature', 'envelope.signatures'],
    ['padding', { ...good, payload: `${good.payload}=` }, 'bad_encoding', 'envelope.payload'],
    ['the standard alphabet', { ...good, payload: '+/+/' }, 'bad_encoding', 'envelope.payload'],
    [
      'a short signature',
      { ...good, signatures: [{ ...signature, sig: 'AAAA' }] },
      'bad_signature',
      'envelope.signatures[0].sig',
    ],
    [
      'another type',
      { ...good, payloadType: 'application/json' },
      'bad_payload_type',
      'envelope.payloadType',
    ],
    ['cut text', text.slice(0, -2), 'bad_syntax', 'envelope'],
    [
      'a member twice in the envelope',
      text.replace('{', '{"payload":"e30",'),
      'duplicate_member',
      'envelope.payload',
    ],
    [
      'a member twice in a good payload',
      seal(SMALL.replace('{', '{"kind":"x",')),
      'duplicate_member',
      'statement.kind',
    ],
    [
      'a __proto__ member in a good payload',
      seal(SMALL.replace('{', '{"__proto__":1,')),
      'forbidden_member',
      'statement.__proto__',
    ],
    [
      'a constructor member in a good payload',
      seal(SMALL.replace('{', '{"constructor":1,')),
      'forbidden_member',
      'statement.constructor',
    ],
    [
      'a good signature over no UTF-8',
      seal(Uint8Array.from([0xff])),
      'bad_encoding',
      'envelope.payload',
    ],
    ['a good signature over no JSON', seal('NaN'), 'bad_syntax', 'statement'],
    ['a good signature over no statement', seal('{}'), 'bad_statement', 'statement.type'],
    [
      'a good signature over a broken judgement',
      seal(JSON.stringify(statement({ schema: 'judgement.v1' }))),
      'bad_payload',
      'statement.payload.judge',
    ],
  ])('%s', (_name, envelope, code, path) => {
    const verdict = verifyReceipt(envelope, { keys: [PUBLIC] });
    expect(verdict).toMatchObject({ ...opened, code });
    expect(verdict.ok || verdict.path).toEqual(expect.stringContaining(path));
    expect(openReceipt(envelope)).toMatchObject({ ok: false, code });
  });

  it('a foreign key, a relabelled one, and everything when no key is trusted', () => {
    const foreign = seal(SMALL, { signers: [others] });
    expect(verifyReceipt(foreign, { keys: [PUBLIC] })).toMatchObject({
      ...opened,
      code: 'unknown_key',
      unknown: [OTHER_KEY_ID],
    });
    const relabelled = seal(SMALL, { signers: [{ ...others, keyid: KEY_ID }] });
    expect(verifyReceipt(relabelled, { keys: [PUBLIC, OTHER_PUBLIC] })).toMatchObject({
      ...opened,
      code: 'bad_signature',
    });
    expect(verifyReceipt(good, { keys: [] })).toMatchObject({
      ...opened,
      code: 'unknown_key',
      unknown: [KEY_ID],
    });
  });

  it('a signature over the payload alone, and one over another type', () => {
    const bare = {
      ...good,
      signatures: [{ keyid: KEY_ID, sig: b64(nodeSign(SECRET, utf8(SMALL))) }],
    };
    expect(verifyReceipt(bare, { keys: [PUBLIC] })).toMatchObject({ code: 'bad_signature' });
    const retyped = {
      ...seal('{}', { type: RECEIPT }),
      payloadType: 'application/vnd.treeship.action.v1+json',
    };
    expect(verifyReceipt(retyped, { keys: [PUBLIC] })).toMatchObject({ code: 'bad_signature' });
  });
});

describe('a single flipped bit', () => {
  const keys = publicKeySet([{ publicKey: PUBLIC, keyId: 'key_flip' }]);
  const sealed = seal(SMALL, { signers: [{ secret: SECRET, keyid: 'key_flip' }] });
  const sig = new Uint8Array(Buffer.from(sealed.signatures[0]?.sig ?? '', 'base64url'));

  /** Every copy of some bytes in which one bit is another. */
  function* flips(data: Uint8Array): Generator<Uint8Array> {
    for (let bit = 0; bit < data.length * 8; bit += 1) {
      const copy = Uint8Array.from(data);
      copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      yield copy;
    }
  }

  function refusals(envelopes: Iterable<unknown>): Record<string, number> {
    const codes: Record<string, number> = {};
    for (const envelope of envelopes) {
      const verdict = verifyReceipt(envelope, { keys });
      const code = verdict.ok ? 'accepted' : verdict.code;
      codes[code] = (codes[code] ?? 0) + 1;
    }
    return codes;
  }

  function total(codes: Record<string, number>): number {
    return Object.values(codes).reduce((sum, count) => sum + count, 0);
  }

  it('is not there to begin with', () => {
    expect(verifyReceipt(sealed, { keys })).toMatchObject({ ok: true });
  });

  it('of the payload is refused, wherever it is', () => {
    const codes = refusals(
      Array.from(flips(utf8(SMALL)), (data) => ({ ...sealed, payload: b64(data) })),
    );
    expect(total(codes)).toBe(SMALL.length * 8);
    expect(codes['accepted']).toBeUndefined();
    expect(codes['bad_signature']).toBeGreaterThan(50);
  });

  it('of the text of the payload is refused, wherever it is', () => {
    const texts = Array.from(flips(utf8(sealed.payload)), (data) =>
      Buffer.from(data).toString('latin1'),
    );
    const codes = refusals(texts.map((payload) => ({ ...sealed, payload })));
    expect(total(codes)).toBe(sealed.payload.length * 8);
    expect(codes['accepted']).toBeUndefined();
  });

  it('of the type is refused, wherever it is', () => {
    const types = Array.from(flips(utf8(RECEIPT)), (data) => Buffer.from(data).toString('latin1'));
    const codes = refusals(types.map((payloadType) => ({ ...sealed, payloadType })));
    expect(total(codes)).toBe(RECEIPT.length * 8);
    expect(codes['accepted']).toBeUndefined();
  });

  it('of the signature is refused, wherever it is', () => {
    const codes = refusals(
      Array.from(flips(sig), (data) => ({
        ...sealed,
        signatures: [{ keyid: 'key_flip', sig: b64(data) }],
      })),
    );
    expect(codes).toEqual({ bad_signature: 512 });
  });

  it('of the text of the signature is refused, wherever it is', () => {
    const texts = Array.from(flips(utf8(b64(sig))), (data) => Buffer.from(data).toString('latin1'));
    const codes = refusals(
      texts.map((text) => ({ ...sealed, signatures: [{ keyid: 'key_flip', sig: text }] })),
    );
    expect(total(codes)).toBe(86 * 8);
    expect(codes['accepted']).toBeUndefined();
  });

  it('of the key id is refused, wherever it is, in an id of either form', () => {
    for (const [keyid, trusted] of [
      ['key_flip', keys],
      [KEY_ID, publicKeySet([PUBLIC])],
    ] as const) {
      const ids = Array.from(flips(utf8(keyid)), (data) => Buffer.from(data).toString('latin1'));
      for (const id of ids) {
        const envelope = { ...sealed, signatures: [{ keyid: id, sig: b64(sig) }] };
        expect(verifyReceipt(envelope, { keys: trusted })).toMatchObject({
          ok: false,
          code: 'unknown_key',
          unknown: [id],
        });
      }
    }
  });

  it('of the key is refused, wherever it is', () => {
    const codes: Record<string, number> = {};
    for (const publicKey of flips(publicOf(SECRET))) {
      let code: string;
      try {
        const verdict = verifyReceipt(sealed, { keys: [{ publicKey, keyId: 'key_flip' }] });
        code = verdict.ok ? 'accepted' : verdict.code;
      } catch (error) {
        expect(error).toMatchObject({ name: 'ReceiptError', code: 'bad_key' });
        code = 'bad_key';
      }
      codes[code] = (codes[code] ?? 0) + 1;
    }
    expect(codes['accepted']).toBeUndefined();
    expect(total(codes)).toBe(256);
    expect(codes['bad_signature']).toBeGreaterThan(64);
  });

  it('of the text of the envelope is refused, wherever it is', () => {
    // The member names are not signed: change one, and what it named is missing.
    const text = JSON.stringify(sealed);
    const texts = Array.from(flips(utf8(text)), (data) => Buffer.from(data).toString('latin1'));
    const codes = refusals(texts);
    expect(total(codes)).toBe(text.length * 8);
    expect(codes['accepted']).toBeUndefined();
  });

  it('of a judgement is refused, anywhere in its envelope text', () => {
    const [receipt] = attest(judgement(), {
      signer: ed25519Signer(SECRET, { keyId: 'key_flip' }),
      clock: CLOCK,
    });
    const text = JSON.stringify(receipt?.envelope);
    expect(verifyReceipt(text, { keys })).toMatchObject({ ok: true });
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.nat(6), (at, bit) => {
        const changed = String.fromCharCode(text.charCodeAt(at) ^ (1 << bit));
        const verdict = verifyReceipt(`${text.slice(0, at)}${changed}${text.slice(at + 1)}`, {
          keys,
        });
        expect(verdict.ok).toBe(false);
      }),
      { numRuns: 200 },
    );
  });
});

describe('whatever comes in', () => {
  it('is reported on, and never throws', () => {
    const sealedText = JSON.stringify(good);
    const arbitrary = fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
      fc.json(),
      fc.string(),
      fc
        .tuple(fc.nat(sealedText.length), fc.string())
        .map(([at, junk]) => `${sealedText.slice(0, at)}${junk}`)
        // Cut at its end and followed by white space, it is a good one.
        .filter((text) => text.trim() !== sealedText),
      fc.record({
        payload: fc.oneof(fc.string(), fc.uint8Array().map(b64)),
        payloadType: fc.constantFrom(RECEIPT, 'application/vnd.treeship.action.v1+json', ''),
        signatures: fc.array(
          fc.record({
            keyid: fc.constantFrom(KEY_ID, 'x', ''),
            sig: fc.uint8Array({ minLength: 64, maxLength: 64 }).map(b64),
          }),
        ),
      }),
      fc.json().map((payload): Sealed => seal(payload)),
    );
    const keys = publicKeySet([PUBLIC]);
    fc.assert(
      fc.property(arbitrary, (envelope) => {
        const verdict = verifyReceipt(envelope, { keys });
        expect(verdict.ok).toBe(false);
        if (!verdict.ok)
          expect([verdict.code, verdict.path, verdict.rule, verdict.fix].every(Boolean)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
