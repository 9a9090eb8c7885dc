import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJudgementError, parseJson } from '../../src/index.js';
import { ask, GOOD, JSON_TYPE } from './asking.js';

/** What comes of a body: the number that was believed, or the code of the error. */
async function outcomeOf(body: Uint8Array<ArrayBuffer>): Promise<number | string> {
  try {
    const { answers } = await ask('https://judge.example', {
      fetch: async () => new Response(body, { headers: JSON_TYPE }),
    });
    return Object(answers['unsafe']).noul;
  } catch (error) {
    if (isJudgementError(error)) return error.code;
    throw error;
  }
}

const CODES = ['judge_unavailable', 'bad_answer'];

describe('a body of', () => {
  it('any bytes is an error in one of two codes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(CODES).toContain(await outcomeOf(Uint8Array.from(bytes)));
      }),
      { numRuns: 200 },
    );
  });

  it('any JSON says what it says, or is one of these errors', async () => {
    const noul = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.jsonValue());
    const bodies = fc.record({
      answers: fc.oneof(fc.record({ unsafe: fc.oneof(fc.record({ noul }), noul) }), fc.jsonValue()),
    });
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const text = JSON.stringify(body);
        const outcome = await outcomeOf(new TextEncoder().encode(text));
        if (typeof outcome === 'number') {
          expect(outcome).toBe(JSON.parse(text).answers.unsafe.noul);
          expect(outcome >= 0 && outcome <= 1).toBe(true);
        } else expect([...CODES, undefined]).toContain(outcome);
      }),
      { numRuns: 200 },
    );
  });

  it('a good response with one byte changed never says something that is not there', async () => {
    const good = new TextEncoder().encode(GOOD);
    const at = fc.nat({ max: good.length - 1 });
    await fc.assert(
      fc.asyncProperty(at, fc.nat({ max: 255 }), async (index, byte) => {
        const changed = Uint8Array.from(good);
        changed[index] = byte;
        const outcome = await outcomeOf(changed);
        if (typeof outcome === 'string') expect(CODES).toContain(outcome);
        else {
          const said = Object(parseJson(new TextDecoder().decode(changed)));
          expect(outcome).toBe(said.answers.unsafe.noul);
        }
      }),
      { numRuns: 300 },
    );
  });
});
