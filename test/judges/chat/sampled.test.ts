import { describe, expect, it } from 'vitest';
import {
  choice,
  isJudgementError,
  type JudgementError,
  judgeWith,
  noul,
  type Questions,
} from '../../../src/index.js';
import { type SampledChatJudgeOptions, sampledChatJudge } from '../../../src/judges/chat/index.js';
import { type Scripted, type Sent, textAt, withScript } from '../scripted.js';
import { choiceOf, completionOf } from './bodies.js';

const UNSAFE = { unsafe: noul('Is this call unsafe?') };

/** A completion of texts, one a choice. */
function saying(texts: readonly string[]): string {
  return completionOf(texts.map((content, index) => choiceOf({ index }, { content })));
}

/** Asks a service that does what a script says. */
function ask<const Q extends Questions>(
  script: (sent: Sent, index: number) => Scripted,
  questions: Q,
  options: Partial<SampledChatJudgeOptions> = {},
) {
  return withScript(script, async ({ url, sent }) => {
    const settings = { model: 'reasoner-4', retries: 0, ...options };
    const model = sampledChatJudge(`${url}/v1`, settings);
    return { result: await judgeWith(model, { state: 'x', questions }), sent };
  });
}

async function errorOf(work: Promise<unknown>): Promise<JudgementError> {
  try {
    await work;
  } catch (error) {
    if (isJudgementError(error)) return error;
    throw error;
  }
  throw new Error('it came to an answer');
}

describe('a sampled chat judge', () => {
  it('asks for several answers at once, without log probabilities', async () => {
    const said = ['Yes', ' yes\n', 'YES', 'No', 'Yes'];
    const { result, sent } = await ask(() => ({ text: saying(said) }), UNSAFE, { samples: 5 });
    expect(sent).toHaveLength(1);
    expect(Object.keys(sent[0]?.body ?? {})).toEqual([
      'model',
      'messages',
      'max_completion_tokens',
      'n',
    ]);
    expect(sent[0]?.body).toMatchObject({ n: 5, max_completion_tokens: 1_024 });
    expect(result.answers.unsafe.noul).toBe(0.8);
    expect(result.details?.unsafe).toMatchObject({ samples: 5, mass: 1 });
    expect(result.judge.method).toBe('sampled');
    expect(result.effect).toBe('deny');
  });

  it('asks ten times where nothing else is said', async () => {
    const { sent } = await ask(() => ({ text: saying(Array(10).fill('No')) }), UNSAFE);
    expect(sent[0]?.body['n']).toBe(10);
  });

  it('asks one by one where a service gives one, and adds up what that cost', async () => {
    const said = ['Yes', 'No', 'No'];
    const script = (_: Sent, index: number): Scripted => ({ text: saying([said[index] ?? '']) });
    const options = { samples: 3, perRequest: 1 };
    const { result, sent } = await ask(script, UNSAFE, options);
    expect(sent.map(({ body }) => body['n'])).toEqual([undefined, undefined, undefined]);
    expect(result.answers.unsafe.noul).toBeCloseTo(1 / 3, 11);
    expect(result.usage).toEqual({ inputTokens: 630, outputTokens: 6 });
    expect(result.sources?.unsafe?.requestId).toBeUndefined();
  });

  it('refuses fewer samples than it asked for, and more', async () => {
    for (const said of [
      ['Yes', 'No'],
      ['Yes', 'No', 'No', 'No'],
    ]) {
      const error = await errorOf(ask(() => ({ text: saying(said) }), UNSAFE, { samples: 3 }));
      expect(error).toMatchObject({ code: 'bad_answer', path: 'answers.unsafe' });
      expect(error.rule).toContain('here 3');
    }
  });

  it('takes 255 labels, by their numbers', async () => {
    const labels = Array.from({ length: 255 }, (_, index) => `label ${index}`);
    const questions = { which: choice('Which?', labels) };
    const script = ({ body }: Sent): Scripted => {
      expect(textAt(body, 'messages', 1, 'content')).toContain(
        '{"answer":"255","means":"label 254"}',
      );
      return { text: saying(['255', '255', '7']) };
    };
    const { result } = await ask(script, questions, { samples: 3 });
    expect(result.answers.which.choice).toBe('label 254');
    expect(result.answers.which.probabilities?.['label 6']).toBeCloseTo(1 / 3, 11);
  });

  it('shares the samples among orders', async () => {
    // A model that always takes what stands first.
    const script = ({ body }: Sent): Scripted => ({
      text: saying(Array(Number(body['n'] ?? 1)).fill('A')),
    });
    const questions = { which: choice('Which?', ['left', 'right']) };
    const { result, sent } = await ask(script, questions, { samples: 10, rotations: 2 });
    expect(sent.map(({ body }) => body['n'])).toEqual([5, 5]);
    expect(result.answers.which.probabilities).toEqual({ left: 0.5, right: 0.5 });
    expect(result.details?.which).toMatchObject({ samples: 10, rotations: 2 });
  });

  it('measures nothing where too few samples name a label', async () => {
    const said = ['Yes', 'Yes.', 'I think so', '**Yes**', 'Yes'];
    const { result } = await ask(() => ({ text: saying(said) }), UNSAFE, { samples: 5 });
    expect(result.answers.unsafe.unmeasurable).toBe(true);
    expect(result.details?.unsafe).toEqual({ samples: 5, mass: 0.4 });
  });

  it('reads labels in objects, where it asks for those', async () => {
    const said = [
      '{"answer":"Yes"}',
      ' {"answer": "No"}\n',
      'Yes',
      '{"answer":"Yes","answer":"No"}',
      '{"answer":1}',
    ];
    const options = { samples: 5, form: 'json', massFloor: 0.4 } as const;
    const { result, sent } = await ask(() => ({ text: saying(said) }), UNSAFE, options);
    expect(result.answers.unsafe.noul).toBe(0.5);
    expect(result.details?.unsafe?.mass).toBe(0.4);
    expect(sent[0]?.body['response_format']).toMatchObject({ type: 'json_schema' });
  });

  it('tells refusals, filters and ends from each other', async () => {
    const refused = choiceOf({}, { content: null, refusal: 'No.' });
    const filtered = choiceOf({ finish_reason: 'content_filter' }, { content: '' });
    const cut = choiceOf({ finish_reason: 'length' }, { content: 'Yes' });
    const yes = choiceOf();
    const mostly = completionOf([refused, filtered, yes]);
    const { result } = await ask(() => ({ text: mostly }), UNSAFE, { samples: 3 });
    expect(result.answers.unsafe.refusal).toBe(true);
    const some = completionOf([refused, cut, yes, yes]);
    const other = await ask(() => ({ text: some }), UNSAFE, { samples: 4, massFloor: 0.5 });
    expect(other.result.answers.unsafe.noul).toBe(1);
    expect(other.result.details?.unsafe?.mass).toBe(0.5);
    const none = completionOf([cut, cut]);
    const error = await errorOf(ask(() => ({ text: none }), UNSAFE, { samples: 2 }));
    expect(error).toMatchObject({ code: 'bad_answer', path: 'answers.unsafe', status: 200 });
    expect(error.rule).toContain('finish_reason length');
  });

  it.each([
    ['samples', { samples: 101 }],
    ['perRequest', { samples: 3, perRequest: 4 }],
    ['temperature', { temperature: 0 }],
    ['reasoningEffort', { reasoningEffort: JSON.parse('"lots"') }],
    ['topLogprobs', JSON.parse('{"topLogprobs":5}')],
  ])('looks at its options when it is made: %s', (path, options) => {
    let caught: unknown;
    try {
      sampledChatJudge('https://api.example/v1', { model: 'm', ...options });
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ code: 'bad_option', path: `options.${path}` });
  });
});
