import { describe, expect, it } from 'vitest';
import { JudgeError } from '../../src/errors.js';
import { judgeHandler } from '../../src/http/handler.js';
import { choice, rulesJudge, score } from '../../src/index.js';
import { BODY, calm, judgeOf, post, QUESTIONS, STATE, streamOf } from './requests.js';

/** Text that stands in a request or in an error, and must not come back. */
const MARKER = 'zebra7f3a';

/** All of a response that somebody could read. */
async function textOf(response: Response): Promise<string> {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  return [response.status, response.statusText, ...headers, await response.text()].join('\n');
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const json = (value: unknown): Request => post(JSON.stringify(value));
const asking = (question: unknown, key = 'a'): Request =>
  json({ state: STATE, questions: { [key]: question } });
const LABELS = [MARKER, `${MARKER}2`];

/** Requests that are refused, with the marker in every place that a client can write to. */
const REFUSED: readonly (readonly [string, () => Request])[] = [
  ['the method', () => new Request('http://judge.example/', { method: MARKER })],
  ['the content type', () => post(BODY, { 'content-type': `text/${MARKER}` })],
  ['the charset', () => post(BODY, { 'content-type': `application/json; charset=${MARKER}` })],
  ['the content encoding', () => post(BODY, { 'content-encoding': MARKER })],
  ['a header', () => post('{', { [`x-${MARKER}`]: MARKER, 'x-request-id': MARKER })],
  ['the URL', () => new Request(`http://${MARKER}/${MARKER}?${MARKER}`, { method: 'PUT' })],
  ['text that is no JSON', () => post(MARKER)],
  ['a string that does not end', () => post(`{"state":"${MARKER}`)],
  ['a number that is none', () => post(`{"state":1${MARKER}`)],
  ['bytes that are no UTF-8', () => post(Uint8Array.of(...utf8(MARKER), 0xff))],
  ['a member that is not known', () => post(`{"${MARKER}":1,${BODY.slice(1)}`)],
  ['a member twice', () => post(`{"state":{"${MARKER}":1,"${MARKER}":2}}`)],
  ['a path to a broken value', () => post(`{"state":{"${MARKER}":{"b":"\\ud800"}}}`)],
  ['a path to a number', () => post(`{"state":{"${MARKER}":[1e999]}}`)],
  ['a value that nests too deeply', () => post(`{"${MARKER}":`.repeat(129))],
  ['a body that is too large', () => post(streamOf([utf8(MARKER.repeat(200_000))]))],
  ['text as questions', () => json({ state: STATE, questions: MARKER })],
  ['text as a question', () => asking(MARKER)],
  ['a key', () => asking({ type: 'rank' }, MARKER)],
  ['a key that is too long', () => asking(QUESTIONS.unsafe, MARKER.repeat(30))],
  ['a type', () => asking({ type: MARKER })],
  ['a member of a question', () => asking({ ...QUESTIONS.unsafe, [MARKER]: 1 })],
  ['instructions', () => asking({ type: 'choice', instructions: MARKER, options: ['x'] })],
  ['a label twice', () => asking({ type: 'score', instructions: 'x', options: [MARKER, MARKER] })],
  [
    'a label that is too long',
    () => asking({ type: 'choice', instructions: 'x', options: ['y', MARKER.repeat(200)] }),
  ],
  ['criteria', () => asking({ ...QUESTIONS.unsafe, criteria: { [MARKER]: 'x' } })],
  ['a criterion', () => asking({ type: 'noul', instructions: ' ', criteria: { true: MARKER } })],
  ['a state that is no state', () => post(`{"state":true,"questions":{"${MARKER}":{}}}`)],
];

describe('a refusal repeats nothing of', () => {
  it.each(REFUSED)('%s', async (_, request) => {
    for (const judge of [calm, rulesJudge()]) {
      const response = await judgeHandler(judge)(request());
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect(await textOf(response)).not.toContain(MARKER);
    }
  });

  it('a state or a question that the rules judge does not take', async () => {
    for (const request of [
      asking(QUESTIONS.unsafe, MARKER),
      json({ state: MARKER, questions: QUESTIONS }),
      json({ state: { tool: MARKER, input: {}, network_scope: MARKER }, questions: QUESTIONS }),
      json({ state: { ...STATE, amount_bound: MARKER }, questions: QUESTIONS }),
      json({ state: { ...STATE, input: { command: MARKER.repeat(9_000) } }, questions: QUESTIONS }),
    ]) {
      const response = await judgeHandler(rulesJudge())(request);
      expect(response.status).toBe(422);
      expect(await textOf(response)).not.toContain(MARKER);
    }
  });

  it('a token', async () => {
    const options = { authorize: () => false };
    const response = await judgeHandler(calm, options)(post(BODY, { authorization: MARKER }));
    expect(response.status).toBe(401);
    expect(await textOf(response)).not.toContain(MARKER);
  });
});

describe('a failure repeats nothing of', () => {
  const questions = { [MARKER]: choice(MARKER, LABELS), level: score(MARKER, LABELS) };
  const request = (): Request => json({ state: { [MARKER]: MARKER }, questions });
  const fault = { path: MARKER, rule: MARKER, fix: MARKER, cause: new Error(MARKER) };

  it.each([
    ['an error', new Error(MARKER, { cause: MARKER })],
    ['an error with a name and a stack', Object.assign(new Error(MARKER), { name: MARKER })],
    ['text', MARKER],
    ['an object', { message: MARKER, status: 200, [MARKER]: MARKER, toJSON: (): string => MARKER }],
    ['an error about the state', new JudgeError('bad_state', fault)],
    ['an error about a question', new JudgeError('unknown_question', fault)],
    ['an error about the answer', new JudgeError('bad_answer', fault)],
    ['an error about the size', new JudgeError('too_large', fault)],
    ['an error about the set-up', new JudgeError('bad_option', fault)],
    ['no answer', new JudgeError('judge_unavailable', { ...fault, requestId: MARKER })],
  ])('%s that the judge throws', async (_, thrown) => {
    const judge = judgeOf(() => {
      throw thrown;
    });
    const response = await judgeHandler(judge)(request());
    expect(response.status).toBeGreaterThanOrEqual(422);
    const text = await textOf(response);
    expect(text).not.toContain(MARKER);
    expect(text).not.toMatch(/\bat .*:\d+|node:|\.ts|\.js/);
  });

  it.each([
    ['a label', { choice: `${MARKER}x` }],
    ['the label of a probability', { choice: MARKER, probabilities: { [`${MARKER}x`]: 1 } }],
    ['the wrong type', { choice: { [MARKER]: MARKER } }],
    ['a value', { score: MARKER }],
    ['a refusal', { refusal: MARKER }],
    ['nothing', MARKER],
  ])('%s in an answer that breaks a rule', async (_, answer) => {
    const judge = judgeOf(() => ({ answers: { [MARKER]: answer, level: answer } }));
    const response = await judgeHandler(judge)(request());
    expect(response.status).toBe(502);
    expect(await textOf(response)).not.toContain(MARKER);
  });

  it('what decides who may ask', async () => {
    const authorize = (): never => {
      throw new Error(MARKER);
    };
    const response = await judgeHandler(calm, { authorize })(request());
    expect(response.status).toBe(500);
    expect(await textOf(response)).not.toContain(MARKER);
  });

  it('the reason for which the client went away', async () => {
    const signal = AbortSignal.abort(MARKER);
    const response = await judgeHandler(calm)(post(BODY, {}, { signal }));
    expect(response.status).toBe(499);
    expect(await textOf(response)).not.toContain(MARKER);
  });
});
