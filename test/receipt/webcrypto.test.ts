import { webcrypto } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { verifyChain } from '../../src/receipt/chain.js';
import { ed25519Signer, ed25519Verifier } from '../../src/receipt/ed25519.js';
import { attest } from '../../src/receipt/judgement.js';
import { importSecretKey } from '../../src/receipt/secret-key.js';
import { verifyReceipt } from '../../src/receipt/verify.js';
import {
  type AsyncVerifier,
  asyncPublicKeySet,
  attestAsync,
  type Subtle,
  type TrustedKey,
  verifyChainAsync,
  verifyReceiptAsync,
  webCryptoSigner,
  webCryptoVerifier,
} from '../../src/webcrypto.js';
import { type Case, craftedCases, encode, SPECCHECK, WYCHEPROOF } from './crafted.js';
import {
  b64,
  bytes,
  CLOCK,
  judgement,
  KEY_ID,
  nodeSign,
  OTHER_KEY_ID,
  OTHER_PUBLIC,
  OTHER_SECRET,
  PUBLIC,
  publicOf,
  SECRET,
  SMALL,
  seal,
  secretsIn,
  statement,
} from './fixtures.js';

const subtle: Subtle = webcrypto.subtle;

/** A host whose Ed25519 fails in one way. */
function host(more: Partial<Subtle>): Subtle {
  return {
    importKey: subtle.importKey.bind(subtle),
    exportKey: subtle.exportKey.bind(subtle),
    sign: subtle.sign.bind(subtle),
    verify: subtle.verify.bind(subtle),
    ...more,
  };
}

async function pairOf(name: 'Ed25519' | 'X25519' | 'Ed448'): Promise<webcrypto.CryptoKeyPair> {
  const uses: webcrypto.KeyUsage[] = name === 'X25519' ? ['deriveBits'] : ['sign', 'verify'];
  const pair = await webcrypto.subtle.generateKey({ name }, false, uses);
  if (!('privateKey' in pair)) throw new Error('a pair was asked for');
  return pair;
}

describe('webCryptoVerifier', () => {
  const verifiers = new Map<string, AsyncVerifier>();

  /** One verifier a key, and false for a key that is refused, for which it is refused at once. */
  async function verdict({ key, message, signature }: Case): Promise<boolean> {
    const name = Buffer.from(key).toString('hex');
    const verifier = verifiers.get(name) ?? attempt(() => webCryptoVerifier(key, { subtle }));
    expect(verifier !== undefined).toBe(attempt(() => ed25519Verifier(key)) !== undefined);
    if (verifier === undefined) return false;
    verifiers.set(name, verifier);
    return verifier.verify(message, signature);
  }

  it('accepts of the twelve speccheck cases the fourth alone, as verify_strict does', async () => {
    const row = await Promise.all(SPECCHECK.map(async (one) => ((await verdict(one)) ? 'V' : '.')));
    expect(row.join(' ')).toBe('. . . V . . . . . . . .');
  });

  it('gives the verdict of Wycheproof on all 151 cases', async () => {
    const cases = WYCHEPROOF.flat();
    expect(cases.length).toBe(151);
    for (const one of cases) {
      expect([one.name, await verdict(one)]).toEqual([one.name, one.valid]);
    }
  });

  it('agrees with construction on 2,000 crafted signatures, and so with the other', async () => {
    for (const one of craftedCases(2_000)) {
      expect([one.name, await verdict(one)]).toEqual([one.name, one.valid]);
    }
  });

  it('answers false to a signature of any other length, and to what is no bytes', async () => {
    const { verify } = webCryptoVerifier(PUBLIC, { subtle });
    const message = bytes('72');
    const good = nodeSign(SECRET, message);
    expect(await verify(message, good)).toBe(true);
    for (const length of [0, 1, 32, 63, 65, 128]) {
      const other = new Uint8Array(length);
      other.set(good.slice(0, Math.min(64, length)));
      expect(await verify(message, other)).toBe(false);
    }
    for (const none of [undefined, null, 'x', Array.from(good), good.buffer]) {
      expect(await Reflect.apply(verify, undefined, [message, none])).toBe(false);
      expect(await Reflect.apply(verify, undefined, [none, good])).toBe(false);
    }
  });

  it('does not see what is written to the arrays while the host is busy', async () => {
    const key = publicOf(SECRET);
    const verifier = webCryptoVerifier(key, { subtle });
    key.fill(7);
    const message = bytes('72');
    const signature = nodeSign(SECRET, message);
    const [was, is] = [verifier.verify(message, signature), verifier.publicKey];
    message.fill(0);
    signature.fill(0);
    expect([await was, is]).toEqual([true, PUBLIC]);
  });

  it('imports the key once, when it is first needed', async () => {
    let imports = 0;
    const counting = host({
      importKey(...args) {
        imports += 1;
        return subtle.importKey(...args);
      },
    });
    const { verify } = webCryptoVerifier(PUBLIC, { subtle: counting });
    expect(imports).toBe(0);
    const message = bytes('72');
    const signature = nodeSign(SECRET, message);
    const verdicts = [1, 2, 3].map(() => verify(message, signature));
    expect(await Promise.all(verdicts)).toEqual([true, true, true]);
    expect(imports).toBe(1);
  });

  it('asks no host about a signature that bytes alone give away', async () => {
    let asked = 0;
    const lax = host({
      verify: async () => {
        asked += 1;
        return true;
      },
    });
    const { verify } = webCryptoVerifier(PUBLIC, { subtle: lax });
    const good = nodeSign(SECRET, bytes('72'));
    const overflown = Uint8Array.from(good).fill(0xff, 32);
    const weak = Uint8Array.from(good).fill(0, 0, 32);
    expect(await verify(bytes('72'), overflown)).toBe(false);
    expect(await verify(bytes('72'), weak)).toBe(false);
    expect(asked).toBe(0);
    expect(await verify(bytes('72'), good)).toBe(true);
    expect(asked).toBe(1);
  });

  it.each(['1', '"true"', '{}', 'null'])('takes %s from a host for a no', async (json) => {
    const odd = host({ verify: async () => JSON.parse(json) });
    const { verify } = webCryptoVerifier(PUBLIC, { subtle: odd });
    expect(await verify(bytes('72'), nodeSign(SECRET, bytes('72')))).toBe(false);
  });

  it('says so where the host does not know Ed25519', async () => {
    const old = host({ importKey: () => Promise.reject(new Error('NotSupportedError')) });
    const { verify } = webCryptoVerifier(PUBLIC, { subtle: old });
    await expect(verify(bytes('72'), nodeSign(SECRET, bytes('72')))).rejects.toMatchObject({
      name: 'JudgeError',
      code: 'bad_option',
      path: 'options.subtle',
      cause: { message: 'NotSupportedError' },
    });
  });

  it.each<[string, readonly unknown[], string, string]>([
    ['no options', [PUBLIC], 'bad_option', 'options'],
    ['no crypto', [PUBLIC, {}], 'bad_option', 'options.subtle'],
    ['crypto itself', [PUBLIC, { subtle: webcrypto }], 'bad_option', 'options.subtle'],
    ['a misspelled option', [PUBLIC, { subtle, keyid: 'k' }], 'bad_option', 'options.keyid'],
    ['the id of another', [PUBLIC, { subtle, keyId: OTHER_KEY_ID }], 'bad_key', 'options.keyId'],
    ['31 bytes', [publicOf(SECRET).slice(1), { subtle }], 'bad_key', 'publicKey'],
    ['what is no point', [encode(2n, 0), { subtle }], 'bad_key', 'publicKey'],
    ['the identity', [encode(1n, 0), { subtle }], 'bad_key', 'publicKey'],
  ])('refuses %s', (_name, args, code, path) => {
    expect(() => Reflect.apply(webCryptoVerifier, undefined, [...args])).toThrow(
      expect.objectContaining({ code, path }),
    );
  });
});

describe('webCryptoSigner', () => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: PUBLIC.slice(8), d: b64(SECRET) };

  it.each<[string, Parameters<typeof webCryptoSigner>[0]]>([
    ['32 bytes', SECRET],
    ['the ed25519-secret: text', `ed25519-secret:${b64(SECRET)}`],
    ['a JWK', jwk],
    ['a secret key', importSecretKey(SECRET)],
    [
      'PEM',
      '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----\n',
    ],
  ])('signs with %s as OpenSSL does', async (_name, key) => {
    const signer = await webCryptoSigner(key, { subtle });
    expect([signer.keyId, signer.publicKey]).toEqual([KEY_ID, PUBLIC]);
    const message = bytes('00ff10');
    expect(await signer.sign(message)).toEqual(nodeSign(SECRET, message));
    for (const shown of secretsIn(SECRET)) {
      expect(inspect(signer, { depth: null, showHidden: true })).not.toContain(shown);
    }
  });

  it('signs with a pair of the host that nobody can export', async () => {
    const pair = await pairOf('Ed25519');
    const signer = await webCryptoSigner(pair, { subtle, keyId: 'key_host' });
    expect(signer.keyId).toBe('key_host');
    const message = bytes('72');
    const signature = await signer.sign(message);
    expect(ed25519Verifier(signer.publicKey).verify(message, signature)).toBe(true);
  });

  it('gives the host a key that it does not give back', async () => {
    const imported: boolean[] = [];
    const watched = host({
      importKey(format, data, algorithm, extractable, uses) {
        if (format === 'pkcs8') imported.push(extractable);
        return subtle.importKey(format, data, algorithm, extractable, uses);
      },
    });
    await webCryptoSigner(SECRET, { subtle: watched });
    // The first is to learn the public key from; the second is the one that signs.
    expect(imported).toEqual([true, false]);
  });

  it('refuses pairs that do not belong together, and keys that cannot sign', async () => {
    const [one, two] = [await pairOf('Ed25519'), await pairOf('Ed25519')];
    const mixed = { privateKey: one.privateKey, publicKey: two.publicKey };
    const swapped = { privateKey: one.publicKey, publicKey: one.publicKey };
    for (const pair of [mixed, swapped, await pairOf('X25519'), await pairOf('Ed448')]) {
      await expect(webCryptoSigner(pair, { subtle })).rejects.toMatchObject({
        name: 'ReceiptError',
        code: 'bad_key',
      });
    }
  });

  it.each<[string, readonly unknown[], string, string]>([
    ['no options', [SECRET], 'bad_option', 'options'],
    ['no crypto', [SECRET, {}], 'bad_option', 'options.subtle'],
    ['a misspelled option', [SECRET, { subtle, id: 'k' }], 'bad_option', 'options.id'],
    ['31 bytes', [SECRET.slice(1), { subtle }], 'bad_key', 'secretKey'],
    ['bare base64', [b64(SECRET), { subtle }], 'bad_key', 'secretKey'],
    ['nothing', [undefined, { subtle }], 'bad_key', 'secretKey'],
    ['null', [null, { subtle }], 'bad_key', 'secretKey'],
    [
      'the x of another',
      [{ ...jwk, x: OTHER_PUBLIC.slice(8) }, { subtle }],
      'bad_key',
      'secretKey.x',
    ],
    ['the id of another', [SECRET, { subtle, keyId: OTHER_KEY_ID }], 'bad_key', 'options.keyId'],
  ])('refuses %s, as a rejection', async (_name, args, code, path) => {
    await expect(Reflect.apply(webCryptoSigner, undefined, [...args])).rejects.toMatchObject({
      code,
      path,
    });
  });

  it('signs bytes and nothing else', async () => {
    const { sign } = await webCryptoSigner(SECRET, { subtle });
    for (const none of ['abc', [1], undefined, new ArrayBuffer(2)]) {
      await expect(Reflect.apply(sign, undefined, [none])).rejects.toMatchObject({
        code: 'bad_option',
        path: 'bytes',
      });
    }
  });
});

describe('attestAsync', () => {
  it('gives what attest() gives', async () => {
    const signer = await webCryptoSigner(SECRET, { subtle });
    const expected = attest(judgement(), { signer: ed25519Signer(SECRET), clock: CLOCK });
    expect(await attestAsync(judgement(), { signer, clock: CLOCK })).toEqual(expected);
    const sync = { signer: ed25519Signer(SECRET), clock: CLOCK };
    expect(await attestAsync(judgement(), sync)).toEqual(expected);
  });

  it('has every receipt signed side by side, once all are drafted', async () => {
    const order: string[] = [];
    const slow = {
      keyId: KEY_ID,
      async sign(data: Uint8Array): Promise<Uint8Array> {
        order.push('start');
        await new Promise((done) => setImmediate(done));
        order.push('end');
        return nodeSign(SECRET, data);
      },
    };
    const receipts = await attestAsync(judgement(), { signer: slow, clock: CLOCK });
    expect(order).toEqual(['start', 'start', 'start', 'end', 'end', 'end']);
    const log = receipts.map(({ envelope }) => envelope);
    expect(verifyChain(log, { keys: [PUBLIC], from: null })).toMatchObject({ ok: true });
  });

  it.each<[string, unknown, object]>([
    ['no signer', undefined, { code: 'bad_option', path: 'options.signer' }],
    ['no key id', { sign: () => nodeSign(SECRET, bytes('00')) }, { code: 'bad_key' }],
    ['63 bytes', { keyId: 'k', sign: async () => new Uint8Array(63) }, { code: 'bad_signature' }],
    ['text', { keyId: 'k', sign: async () => 'x'.repeat(64) }, { code: 'bad_signature' }],
    [
      'a service that is away',
      { keyId: 'k', sign: () => Promise.reject(new Error('503')) },
      { message: '503' },
    ],
  ])('rejects for %s', async (_name, signer, error) => {
    await expect(
      Reflect.apply(attestAsync, undefined, [judgement(), { signer }]),
    ).rejects.toMatchObject(error);
  });
});

describe('verifyReceiptAsync', () => {
  const good = seal(SMALL);
  const mine = { secret: SECRET, keyid: KEY_ID };
  const two = seal(SMALL, { signers: [mine, { secret: OTHER_SECRET, keyid: OTHER_KEY_ID }] });
  const [judged] = attest(judgement(), { signer: ed25519Signer(SECRET), clock: CLOCK });

  it.each<[string, unknown, readonly (string | TrustedKey)[]]>([
    ['a good receipt', good, [PUBLIC]],
    ['its text', JSON.stringify(good), [PUBLIC]],
    ['a judgement', judged?.envelope, [{ publicKey: PUBLIC, roles: ['judge'] }]],
    ['one of another role', judged?.envelope, [{ publicKey: PUBLIC, roles: ['gate'] }]],
    ['one that came too late', good, [{ publicKey: PUBLIC, validUntil: '2026-11-30T11:59:59Z' }]],
    ['one by a revoked key', good, [{ publicKey: PUBLIC, revoked: true }]],
    ['two signatures', two, [PUBLIC, OTHER_PUBLIC]],
    ['two, one of them unknown', two, [PUBLIC]],
    ['two, one of them not trusted', two, [PUBLIC, { publicKey: OTHER_PUBLIC, roles: [] }]],
    ['no known key', good, []],
    ['a changed payload', { ...good, payload: seal('{}').payload }, [PUBLIC]],
    [
      'a changed statement',
      { ...good, payload: seal(JSON.stringify(statement())).payload },
      [PUBLIC],
    ],
    ['no envelope', null, [PUBLIC]],
    ['no JSON', '{', [PUBLIC]],
    ['no signature', { ...good, signatures: [] }, [PUBLIC]],
    ['another key under the same id', good, [{ publicKey: OTHER_PUBLIC, keyId: 'k' }]],
  ])('gives the verdict of verifyReceipt() on %s', async (_name, envelope, keys) => {
    const expected = verifyReceipt(envelope, { keys });
    expect(await verifyReceiptAsync(envelope, { keys, subtle })).toEqual(expected);
    const keySet = asyncPublicKeySet(keys, { subtle });
    expect(await verifyReceiptAsync(envelope, { keys: keySet })).toEqual(expected);
  });

  it('takes a verification of your own, at once or later, and then no crypto', async () => {
    const own = webCryptoVerifier(PUBLIC, { subtle });
    for (const key of [own, ed25519Verifier(PUBLIC), { publicKey: PUBLIC, verify: own.verify }]) {
      expect(await verifyReceiptAsync(good, { keys: [key] })).toMatchObject({ ok: true });
    }
    const no = { publicKey: PUBLIC, verify: async () => false };
    expect(await verifyReceiptAsync(good, { keys: [no] })).toMatchObject({ code: 'bad_signature' });
  });

  it('holds it to the same acceptance set, and to yes or no', async () => {
    const yes = { publicKey: PUBLIC, verify: async () => true };
    const weak = new Uint8Array(64);
    weak[0] = 1;
    const overflown = nodeSign(SECRET, bytes('00')).fill(0xff, 32);
    for (const sig of [weak, overflown]) {
      const envelope = { ...good, signatures: [{ keyid: KEY_ID, sig: b64(sig) }] };
      expect(await verifyReceiptAsync(envelope, { keys: [yes] })).toMatchObject({
        code: 'bad_signature',
      });
    }
    const options = { keys: [{ publicKey: PUBLIC, verify: async () => 1 }] };
    await expect(
      Reflect.apply(verifyReceiptAsync, undefined, [good, options]),
    ).rejects.toMatchObject({ name: 'JudgeError', code: 'bad_option' });
  });

  it.each<[string, unknown, string]>([
    ['no crypto for a key that needs it', { keys: [PUBLIC] }, 'options.subtle'],
    ['no keys', { subtle }, 'keys'],
    ['a misspelled option', { keys: [], subtle, from: null }, 'options.from'],
    ['no options', undefined, 'options'],
  ])('rejects for %s', async (_name, options, path) => {
    await expect(
      Reflect.apply(verifyReceiptAsync, undefined, [good, options]),
    ).rejects.toMatchObject({ name: 'JudgeError', code: 'bad_option', path });
  });
});

describe('verifyChainAsync', () => {
  const signer = ed25519Signer(SECRET);
  const log: unknown[] = [];
  const ids: string[] = [];
  for (let round = 0; round < 50; round += 1) {
    const parent = ids.at(-1);
    const options = { signer, clock: CLOCK, ...(parent === undefined ? {} : { parent }) };
    for (const { id, envelope } of attest(judgement(), options)) {
      log.push(envelope);
      ids.push(id);
    }
  }
  const keys = [PUBLIC];
  const swapped = [...log.slice(0, 100), log[101], log[100], ...log.slice(102)];

  it.each<[string, readonly unknown[], object]>([
    ['150 receipts', log, { from: null, head: ids.at(-1) }],
    ['none', [], {}],
    ['64', log.slice(0, 64), {}],
    ['65', log.slice(0, 65), {}],
    ['a gap', [...log.slice(0, 70), ...log.slice(71)], {}],
    ['two in the wrong order', swapped, {}],
    ['one twice', [...log, log[0]], {}],
    ['a missing start', log.slice(1), { from: null }],
    ['a missing end', log.slice(0, -1), { head: ids.at(-1) }],
    ['what is no receipt', [...log.slice(0, 80), null, ...log.slice(80)], {}],
    ['a foreign signature', [...log.slice(0, 2), seal(SMALL, { signers: [] })], {}],
  ])('gives the result of verifyChain() on %s', async (_name, receipts, more) => {
    const expected = verifyChain(receipts, { keys, ...more });
    expect(await verifyChainAsync(receipts, { keys, subtle, ...more })).toEqual(expected);
  });

  it('never asks about more than 64 at a time', async () => {
    let [now, most] = [0, 0];
    const verify = async (): Promise<boolean> => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((done) => setImmediate(done));
      now -= 1;
      return true;
    };
    const chain = await verifyChainAsync(log, { keys: [{ publicKey: PUBLIC, verify }] });
    expect([chain.ok, most]).toEqual([true, 64]);
  });

  it.each(['', 'art_1', 7])('rejects for %j as an end of the chain', async (id) => {
    for (const name of ['from', 'head']) {
      const options = { keys, subtle, [name]: id };
      await expect(
        Reflect.apply(verifyChainAsync, undefined, [log, options]),
      ).rejects.toMatchObject({ code: 'bad_id', path: `options.${name}` });
    }
  });
});

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    expect(error).toMatchObject({ name: 'ReceiptError', code: 'bad_key', path: 'publicKey' });
    return undefined;
  }
}
