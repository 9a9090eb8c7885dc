import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeHandler } from '../../src/http/handler.js';
import { checkQuestions, parseJson, rulesJudge, rulesQuestions } from '../../src/index.js';
import { BODY, calm, post, streamOf } from './requests.js';

/** What a request that is not answered may come to, when nothing on this side is wrong. */
const REFUSALS = [400, 413, 422];
const RUNS = { numRuns: 150 };

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Whether a text is a request, by the readers that the handler is made of and nothing else. */
function isRequest(text: string): boolean {
  try {
    const body: unknown = parseJson(text);
    const { state, questions, ...others }: { [name: string]: unknown } = Object(body);
    checkQuestions(questions);
    const isState = typeof state === 'string' || (typeof state === 'object' && state !== null);
    return isState && Object.keys(others).length === 0 && !Array.isArray(body);
  } catch {
    return false;
  }
}

describe('whatever is sent', () => {
  it('as bytes is refused', async () => {
    const handler = judgeHandler(calm);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(REFUSALS).toContain((await handler(post(bytes))).status);
      }),
      RUNS,
    );
  });

  it('as JSON is refused', async () => {
    const handler = judgeHandler(calm);
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        expect(REFUSALS).toContain((await handler(post(text))).status);
      }),
      RUNS,
    );
  });

  it('as state is answered or refused by the rules judge', async () => {
    const handler = judgeHandler(rulesJudge());
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (state) => {
        const response = await handler(post(JSON.stringify({ state, questions: rulesQuestions })));
        expect([200, ...REFUSALS]).toContain(response.status);
      }),
      RUNS,
    );
  });

  it('with one character changed is answered exactly when it is still a request', async () => {
    const handler = judgeHandler(calm);
    const at = fc.nat({ max: BODY.length - 1 });
    const characters = fc.constantFrom(...'{}[]",:\\u0é1 nulltrue');
    await fc.assert(
      fc.asyncProperty(at, characters, async (index, character) => {
        const text = BODY.slice(0, index) + character + BODY.slice(index + 1);
        expect((await handler(post(text))).status === 200).toBe(isRequest(text));
      }),
      RUNS,
    );
  });

  it('comes to the same in whatever pieces it comes', async () => {
    const handler = judgeHandler(calm);
    const bytes = utf8(BODY);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: bytes.length }), { maxLength: 8 }), async (cuts) => {
        const places = [0, ...cuts.sort((left, right) => left - right), bytes.length];
        const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        const response = await handler(post(streamOf(chunks)));
        expect(await response.json()).toMatchObject({ answers: { unsafe: { noul: 0.1 } } });
      }),
      RUNS,
    );
  });
});
