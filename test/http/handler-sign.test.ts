import { describe, expect, it } from 'vitest';
import { judgeHandler } from '../../src/http/handler.js';
import type { JudgeHandlerOptions } from '../../src/http/handler-options.js';
import { type HttpJudgeOptions, httpJudge } from '../../src/http/index.js';
import {
  digest,
  digestBytes,
  judgeWith,
  noul,
  rulesJudge,
  rulesQuestions,
} from '../../src/index.js';
import type { Judge } from '../../src/judge.js';
import { attest, checkAnswer, generateKey, verifyReceipt } from '../../src/receipt/index.js';
import { webCryptoSigner } from '../../src/webcrypto.js';
import { faultOf, rejectionOf } from '../fault.js';
import {
  BODY,
  calm,
  codeOf,
  judgeOf,
  manualTimer,
  post,
  QUESTIONS,
  SOON,
  STATE,
} from './requests.js';

const { signer, publicKey, exportSecret } = generateKey();
const keys = [{ publicKey, roles: ['answerer'] as const }];
const NONCE = 'AAECAwQFBgcICQoLDA0ODw';
const NOW = Date.UTC(2026, 10, 30, 12);
const clock = (): number => NOW;

/** A client of a handler, in process; `between` sees each exchange. */
function clientOf(
  handler: (request: Request) => Promise<Response>,
  options: HttpJudgeOptions = {},
  between: (response: Response, request: Request) => Response = (response) => response,
): Judge {
  return httpJudge('https://judge.example/', {
    judgeKeys: keys,
    clock,
    fetch: async (url, init) => {
      const request = new Request(url, init);
      return between(await handler(request), request);
    },
    ...options,
  });
}

const signing = (judge: Judge = calm, options: JudgeHandlerOptions = {}) =>
  judgeHandler(judge, { sign: signer, clock, ...options });
const asking = { state: STATE, questions: QUESTIONS };

describe('a signed answer', () => {
  it('is signed over this request, the nonce, the judge and the bytes of the body', async () => {
    const judge = judgeOf(() => ({ answers: { unsafe: { noul: 0.25 } } }), {
      model: 'test-1',
      kind: 'classifier',
      decimals: 3,
    });
    const response = await signing(judge)(post(BODY, { 'judgement-nonce': NONCE }));
    const header = response.headers.get('judgement-answer') ?? '';
    const envelope: unknown = JSON.parse(Buffer.from(header, 'base64url').toString());
    const payload: unknown = JSON.parse(
      Buffer.from(Object(envelope).payload, 'base64url').toString(),
    );
    expect(payload).toEqual({
      schema: 'judgement.answer.v1',
      answers: {
        unsafe: digest({
          answer: { noul: 0.25 },
          question: { instructions: 'Is it unsafe?', key: 'unsafe', type: 'noul' },
        }),
      },
      judge: { model: 'test-1', kind: 'classifier' },
      nonce: NONCE,
      questions_digest: digest(QUESTIONS),
      response_digest: digestBytes(new Uint8Array(await response.arrayBuffer())),
      signed_at: '2026-11-30T12:00:00Z',
      state_digest: digest(STATE),
    });
  });

  it('has the body that it has unsigned', async () => {
    const plain = await judgeHandler(calm, { clock })(post());
    const signed = await signing()(post());
    expect(plain.headers.get('judgement-answer')).toBe(null);
    expect(await signed.text()).toBe(await plain.text());
  });

  it('is what our client demands, and its receipts say who vouches for it', async () => {
    const questions = { ...rulesQuestions };
    const asked = { state: STATE, questions };
    const result = await judgeWith(clientOf(signing(rulesJudge())), asked, { clock });
    expect(result.effect).toBe('allow');
    const own = generateKey();
    const trusted = [...keys, { publicKey: own.publicKey, roles: ['judge'] as const }];
    for (const { envelope } of attest(result, { signer: own.signer })) {
      const verdict = verifyReceipt(envelope, { keys: trusted });
      expect(verdict).toMatchObject({ ok: true, answer: 'signed by judge' });
    }
  });

  it('is signed without a nonce for who sends none', async () => {
    const response = await signing()(post());
    const envelope: unknown = JSON.parse(
      Buffer.from(response.headers.get('judgement-answer') ?? '', 'base64url').toString(),
    );
    const answered = {
      stateDigest: digest(STATE),
      questions: QUESTIONS,
      answers: { unsafe: { noul: 0.1 } },
      judge: { model: 'test-1' },
      responseDigest: digestBytes(new Uint8Array(await response.arrayBuffer())),
    };
    expect(checkAnswer(envelope, answered, { keys, clock }).payload.nonce).toBeUndefined();
  });

  it("can be signed by the host's crypto", async () => {
    const sign = await webCryptoSigner(exportSecret(), { subtle: crypto.subtle });
    const result = await judgeWith(clientOf(signing(calm, { sign })), asking);
    expect(result.answers.unsafe.noul).toBe(0.1);
  });

  it('is no answer to another request of the same', async () => {
    let first: Response | undefined;
    const client = clientOf(signing(), {}, (response) => {
      first ??= response.clone();
      return first.clone();
    });
    await judgeWith(client, asking);
    expect((await rejectionOf(judgeWith(client, asking)))[0]).toBe('other_request');
  });

  it('is refused when another body, another key or nothing comes in its place', async () => {
    const change = (body: string, without?: string) => (response: Response) => {
      const headers = new Headers(response.headers);
      if (without !== undefined) headers.delete(without);
      return new Response(body, { headers });
    };
    const body = (noulOfUnsafe: number): string =>
      `{"answers":{"unsafe":{"noul":${noulOfUnsafe}}},"judge":{"model":"test-1"},"latency_ms":0}`;
    const asked = (between: (response: Response) => Response, options?: HttpJudgeOptions) =>
      rejectionOf(judgeWith(clientOf(signing(), options, between), asking));
    expect(await judgeWith(clientOf(signing(), {}, change(body(0.1))), asking)).toBeDefined();
    expect((await asked(change(body(0.2))))[0]).toBe('other_answer');
    expect((await asked(change(`${body(0.1)} `)))[0]).toBe('other_answer');
    expect((await asked(change(body(0.1), 'judgement-answer')))[0]).toBe('unsigned_answer');
    const others = [{ publicKey: generateKey().publicKey, roles: ['answerer'] as const }];
    expect((await asked((response) => response, { judgeKeys: others }))[0]).toBe('unknown_key');
  });
});

describe('what cannot be signed', () => {
  it.each(['', 'short', 'x'.repeat(87), `${NONCE}=`, `${NONCE.slice(1)}+`, `${NONCE}, ${NONCE}`])(
    'is an answer to a nonce that is none: %j',
    async (nonce) => {
      let asked = false;
      const judge = judgeOf(() => {
        asked = true;
      });
      const response = await signing(judge)(post(BODY, { 'judgement-nonce': nonce }));
      expect(await codeOf(response)).toEqual([400, 'bad_request']);
      expect(asked).toBe(false);
      // Who signs nothing does not look at it.
      const unsigned = await judgeHandler(calm)(post(BODY, { 'judgement-nonce': nonce }));
      expect(unsigned.status).toBe(200);
    },
  );

  const many = (count: number): string => {
    const entries = Array.from({ length: count }, (_, at) => [`question_${at}`, noul('Is it?')]);
    return JSON.stringify({ state: STATE, questions: Object.fromEntries(entries) });
  };

  it('are the answers to more questions than the header has room for', async () => {
    expect((await signing()(post(many(60)))).status).toBe(200);
    const response = await signing()(post(many(200)));
    expect(response.headers.get('judgement-answer')).toBe(null);
    expect(await codeOf(response)).toEqual([422, 'too_large']);
  });

  it('is not sent when the signer fails', async () => {
    const errors: unknown[] = [];
    const cause = new Error('the key service is down');
    const sign = {
      keyId: 'k',
      sign: async (): Promise<Uint8Array> => {
        throw cause;
      },
    };
    const handler = signing(calm, { sign, onError: (error) => errors.push(error) });
    expect(await codeOf(await handler(post()))).toEqual([500, 'internal']);
    expect(errors).toEqual([cause]);
  });

  it('is not sent when the signer signs no signature', async () => {
    const errors: unknown[] = [];
    const sign = { keyId: 'k', sign: () => new Uint8Array(63) };
    const handler = signing(calm, { sign, onError: (error) => errors.push(error) });
    expect(await codeOf(await handler(post()))).toEqual([500, 'internal']);
    expect(errors.map((error) => Object(error).code)).toEqual(['bad_signature']);
  });

  it('is not waited for beyond the deadline', async () => {
    const manual = manualTimer();
    let signs = 0;
    const sign = {
      keyId: 'k',
      sign: (): Promise<Uint8Array> => {
        signs += 1;
        return new Promise(() => undefined);
      },
    };
    const pending = signing(calm, { sign, timer: manual.timer })(post());
    await expect.poll(() => signs, SOON).toBe(1);
    manual.fire();
    expect(await codeOf(await pending)).toEqual([504, 'timed_out']);
  });

  it.each([
    [{}, 'options.sign'],
    [{ signer, publicKey }, 'options.sign'],
    [{ keyId: '', sign: () => new Uint8Array(64) }, 'options.sign.keyId'],
  ])('is known when the handler is made: %#', (sign, path) => {
    const fault = faultOf(() => Reflect.apply(judgeHandler, undefined, [calm, { sign }]));
    expect(fault[1]).toBe(path);
  });
});
