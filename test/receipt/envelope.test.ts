import { describe, expect, it } from 'vitest';
import { ed25519Signer } from '../../src/receipt/ed25519.js';
import {
  artifactId,
  isArtifactId,
  MAX_PAYLOAD_BYTES,
  preAuthEncode,
  signEnvelope,
} from '../../src/receipt/envelope.js';
import { parseEnvelope } from '../../src/receipt/envelope-reader.js';
import artifactIds from '../vectors/treeship-artifact-ids.json' with { type: 'json' };
import treeship from '../vectors/treeship-envelopes.json' with { type: 'json' };
import {
  b64,
  KEY_ID,
  nodeVerify,
  OTHER_KEY_ID,
  OTHER_SECRET,
  pae,
  publicOf,
  RECEIPT,
  SECRET,
  SMALL,
  seal,
  sha256,
  utf8,
} from './fixtures.js';

describe('preAuthEncode', () => {
  it('counts bytes, not characters', () => {
    expect(Buffer.from(preAuthEncode('é', utf8('→\u{1f600}'))).toString()).toBe(
      'DSSEv1 2 é 7 →\u{1f600}',
    );
    expect(Buffer.from(preAuthEncode('', new Uint8Array(0))).toString()).toBe('DSSEv1 0  0 ');
  });

  it('takes bytes that are no text as they are', () => {
    const payload = Uint8Array.from([0, 255, 128, 10]);
    expect(preAuthEncode(RECEIPT, payload)).toEqual(pae(RECEIPT, payload));
  });
});

describe('artifactId', () => {
  it.each(artifactIds)('names $id as Treeship does', ({ payloadType, payload, id }) => {
    const data = new Uint8Array(Buffer.from(payload, 'base64url'));
    expect(artifactId(payloadType, data)).toBe(id);
    expect(isArtifactId(id)).toBe(true);
  });

  it.each([
    'art_4842cb1ba6fed6e460d8a0d56f6b64c',
    'art_4842cb1ba6fed6e460d8a0d56f6b64ccc',
    'art_4842CB1BA6FED6E460D8A0D56F6B64CC',
    'ART_4842cb1ba6fed6e460d8a0d56f6b64cc',
    'art_4842cb1ba6fed6e460d8a0d56f6b64cc\n',
    ' art_4842cb1ba6fed6e460d8a0d56f6b64cc',
    'art_',
    undefined,
    null,
    7,
  ])('is not %j', (value) => {
    expect(isArtifactId(value)).toBe(false);
  });
});

describe('parseEnvelope', () => {
  it.each(treeship)('reads $id of a real Treeship package', ({ envelope, id, digest, key }) => {
    const parsed = parseEnvelope(envelope);
    expect(parsed.id).toBe(id);
    expect(parsed.digest).toBe(digest);
    const [first] = parsed.signatures;
    const publicKey = new Uint8Array(Buffer.from(key.slice(8), 'base64url'));
    expect(first && nodeVerify(publicKey, parsed.signedBytes, first.signature)).toBe(true);
  });

  it('reads text and object to the same', () => {
    const envelope = seal(SMALL);
    expect(parseEnvelope(JSON.stringify(envelope))).toEqual(parseEnvelope(envelope));
    expect(parseEnvelope(envelope).payload).toEqual(utf8(SMALL));
    expect(parseEnvelope(envelope).digest).toBe(`sha256:${sha256(pae(RECEIPT, utf8(SMALL)))}`);
  });

  it('reads each member once', () => {
    const { payload, payloadType, signatures } = seal(SMALL);
    let reads = 0;
    const trap = {
      get payload() {
        reads += 1;
        return reads === 1 ? payload : b64('{}');
      },
      payloadType,
      signatures,
    };
    expect(parseEnvelope(trap).payload).toEqual(utf8(SMALL));
    expect(reads).toBe(1);
  });

  it('passes over members that it does not know', () => {
    const envelope = seal(SMALL);
    const [signature] = envelope.signatures;
    const more = { ...envelope, hub: 'x', signatures: [{ ...signature, cert: [1] }] };
    expect(parseEnvelope(more)).toEqual(parseEnvelope(envelope));
  });
});

const good = seal(SMALL);
const sig = good.signatures[0]?.sig ?? '';
const keyid = KEY_ID;

/** The last of 86 characters carries four bits: the next letter of the alphabet sets a spare one. */
const spare = `${sig.slice(0, -1)}${String.fromCharCode(sig.charCodeAt(85) + 1)}`;

describe('parseEnvelope refuses', () => {
  it.each<[string, unknown, string, string]>([
    ['nothing', undefined, 'not_json', 'envelope'],
    ['a list', [good], 'bad_envelope', 'envelope'],
    ['a number', 7, 'bad_envelope', 'envelope'],
    ['null', null, 'bad_envelope', 'envelope'],
    ['a date', new Date(0), 'not_json', 'envelope'],
    ['empty text', '', 'bad_syntax', 'envelope'],
    ['cut text', JSON.stringify(good).slice(0, -1), 'bad_syntax', 'envelope'],
    ['text with something after it', `${JSON.stringify(good)}{}`, 'bad_syntax', 'envelope'],
    ['text within text', JSON.stringify(JSON.stringify(good)), 'bad_envelope', 'envelope'],
    ['no payload', { ...good, payload: undefined }, 'not_json', 'envelope.payload'],
    ['a payload of another type', { ...good, payload: 7 }, 'bad_envelope', 'envelope.payload'],
    ['an empty payload', { ...good, payload: '' }, 'bad_payload', 'envelope.payload'],
    ['no type', { payload: good.payload, signatures: [] }, 'bad_envelope', 'envelope.payloadType'],
    ['an empty type', { ...good, payloadType: '' }, 'bad_envelope', 'envelope.payloadType'],
    [
      'a long type',
      { ...good, payloadType: 'x'.repeat(257) },
      'bad_envelope',
      'envelope.payloadType',
    ],
    ['no signatures', { ...good, signatures: [] }, 'no_signature', 'envelope.signatures'],
    [
      'signatures that are no list',
      { ...good, signatures: {} },
      'bad_envelope',
      'envelope.signatures',
    ],
    [
      'a signature that is no object',
      { ...good, signatures: [sig] },
      'bad_envelope',
      'envelope.signatures[0]',
    ],
    [
      'a signature that is a list',
      { ...good, signatures: [[]] },
      'bad_envelope',
      'envelope.signatures[0]',
    ],
    [
      'no key id',
      { ...good, signatures: [{ sig }] },
      'bad_envelope',
      'envelope.signatures[0].keyid',
    ],
    [
      'an empty key id',
      { ...good, signatures: [{ keyid: '', sig }] },
      'bad_envelope',
      'envelope.signatures[0].keyid',
    ],
    [
      'a long key id',
      { ...good, signatures: [{ keyid: 'x'.repeat(257), sig }] },
      'bad_envelope',
      'envelope.signatures[0].keyid',
    ],
    [
      'a null signature',
      { ...good, signatures: [{ keyid, sig: null }] },
      'bad_envelope',
      'envelope.signatures[0].sig',
    ],
    [
      'a key that signs twice',
      {
        ...good,
        signatures: [
          { keyid, sig },
          { keyid, sig },
        ],
      },
      'bad_envelope',
      'envelope.signatures[1].keyid',
    ],
    ['padding', { ...good, payload: `${b64('abcd')}==` }, 'bad_encoding', 'envelope.payload'],
    ['the standard alphabet', { ...good, payload: '+/+/' }, 'bad_encoding', 'envelope.payload'],
    ['white space', { ...good, payload: `${good.payload}\n` }, 'bad_encoding', 'envelope.payload'],
    ['bits to spare', { ...good, payload: 'e31' }, 'bad_encoding', 'envelope.payload'],
    [
      'a length that no bytes have',
      { ...good, payload: 'e30ab' },
      'bad_encoding',
      'envelope.payload',
    ],
    [
      'a padded signature',
      { ...good, signatures: [{ keyid, sig: `${sig}==` }] },
      'bad_encoding',
      'envelope.signatures[0].sig',
    ],
    [
      'a signature with bits to spare',
      { ...good, signatures: [{ keyid, sig: spare }] },
      'bad_encoding',
      'envelope.signatures[0].sig',
    ],
    [
      'a short signature',
      { ...good, signatures: [{ keyid, sig: b64(new Uint8Array(63)) }] },
      'bad_signature',
      'envelope.signatures[0].sig',
    ],
    [
      'a long signature',
      { ...good, signatures: [{ keyid, sig: b64(new Uint8Array(65)) }] },
      'bad_signature',
      'envelope.signatures[0].sig',
    ],
    [
      'a signature of a megabyte',
      { ...good, signatures: [{ keyid, sig: 'A'.repeat(1e6) }] },
      'bad_signature',
      'envelope.signatures[0].sig',
    ],
    [
      'an empty signature',
      { ...good, signatures: [{ keyid, sig: '' }] },
      'bad_signature',
      'envelope.signatures[0].sig',
    ],
    [
      '17 signatures',
      { ...good, signatures: Array.from({ length: 17 }, (_, at) => ({ keyid: `k${at}`, sig })) },
      'too_large',
      'envelope.signatures',
    ],
    [
      'a payload of 10 MB',
      { ...good, payload: 'A'.repeat(13_333_334) },
      'too_large',
      'envelope.payload',
    ],
    ['10 MB of text', `{"payload":"${'A'.repeat(13_333_334)}"}`, 'too_large', 'envelope'],
    [
      'a member twice',
      JSON.stringify(good).replace('{', '{"payload":"e30",'),
      'duplicate_member',
      'envelope.payload',
    ],
    [
      'a key id twice',
      JSON.stringify(good).replace('"keyid"', '"keyid":"x","keyid"'),
      'duplicate_member',
      'envelope.signatures[0].keyid',
    ],
    [
      'a __proto__ member in text',
      JSON.stringify(good).replace('{', '{"__proto__":{},'),
      'forbidden_member',
      'envelope.__proto__',
    ],
    [
      'an escaped __proto__ member',
      JSON.stringify(good).replace('{', '{"\\u005f_proto__":{},'),
      'forbidden_member',
      'envelope.__proto__',
    ],
    [
      'a constructor member',
      { ...good, constructor: 1 },
      'forbidden_member',
      'envelope.constructor',
    ],
    [
      'an own __proto__ member',
      JSON.parse(JSON.stringify(good).replace('{', '{"__proto__":1,')),
      'forbidden_member',
      'envelope.__proto__',
    ],
    ['NaN', { ...good, more: Number.NaN }, 'not_finite', 'envelope.more'],
    [
      'a lone surrogate',
      { ...good, payloadType: '\ud800' },
      'lone_surrogate',
      'envelope.payloadType',
    ],
  ])('%s', (_name, envelope, code, path) => {
    expect(() => parseEnvelope(envelope)).toThrow(expect.objectContaining({ code, path }));
  });

  it('a payload that is one byte too long, and reads one that is not', () => {
    const most = { ...good, payload: b64(new Uint8Array(MAX_PAYLOAD_BYTES)) };
    expect(parseEnvelope(most).payload.length).toBe(MAX_PAYLOAD_BYTES);
    const more = { ...good, payload: b64(new Uint8Array(MAX_PAYLOAD_BYTES + 1)) };
    expect(() => parseEnvelope(more)).toThrow(expect.objectContaining({ code: 'too_large' }));
  });

  it('a getter that throws, and hands the error on as its cause', () => {
    const cause = new Error('no');
    const trap = {
      get payload(): string {
        throw cause;
      },
    };
    expect(() => parseEnvelope(trap)).toThrow(
      expect.objectContaining({ code: 'not_json', path: 'envelope.payload', cause }),
    );
  });
});

describe('signEnvelope', () => {
  it('writes what OpenSSL would have signed', () => {
    const signed = signEnvelope(RECEIPT, utf8(SMALL), ed25519Signer(SECRET));
    expect(signed.envelope).toEqual(good);
    expect(signed.id).toBe(artifactId(RECEIPT, utf8(SMALL)));
    expect(
      nodeVerify(
        publicOf(SECRET),
        pae(RECEIPT, utf8(SMALL)),
        new Uint8Array(Buffer.from(sig, 'base64url')),
      ),
    ).toBe(true);
  });

  it('does not depend on who signs for the id', () => {
    const [one, other] = [SECRET, OTHER_SECRET].map((secret) =>
      signEnvelope(RECEIPT, utf8(SMALL), ed25519Signer(secret)),
    );
    expect(one?.id).toBe(other?.id);
    expect(other?.envelope.signatures[0]?.keyid).toBe(OTHER_KEY_ID);
  });

  it.each<[string, () => unknown]>([
    ['too few bytes', () => new Uint8Array(63)],
    ['a promise', async () => new Uint8Array(64)],
    ['text', () => sig],
    ['nothing', () => undefined],
  ])('refuses a signer that returns %s', (_name, sign) => {
    const signer = { keyId: 'k', sign };
    expect(() => Reflect.apply(signEnvelope, undefined, [RECEIPT, utf8(SMALL), signer])).toThrow(
      expect.objectContaining({ code: 'bad_signature', path: 'options.signer' }),
    );
  });

  it.each(['', 'x'.repeat(257)])('refuses a signer whose key id is %j', (keyId) => {
    const signer = { ...ed25519Signer(SECRET), keyId };
    expect(() => signEnvelope(RECEIPT, utf8(SMALL), signer)).toThrow(
      expect.objectContaining({ code: 'bad_key', path: 'options.signer.keyId' }),
    );
  });

  it('refuses what nobody would read', () => {
    const payload = new Uint8Array(MAX_PAYLOAD_BYTES + 1);
    expect(() => signEnvelope(RECEIPT, payload, ed25519Signer(SECRET))).toThrow(
      expect.objectContaining({ code: 'too_large' }),
    );
  });
});
