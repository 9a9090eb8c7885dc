/**
 * Judgements made up by chance, with every optional member there or not.
 *
 * @module
 */
import {
  choice,
  type Judgement,
  type JudgeResponse,
  judgeSync,
  noul,
  type Policy,
  type Question,
  type Questions,
  routes,
  type State,
  score,
  threshold,
} from 'judgement';
import { type AttestedReceipt, attest } from 'judgement/receipt';
import type { Dice } from './dice.js';
import { CLOCK, MACHINE } from './signers.js';

/** A judgement, the state that it is about, and its receipts. */
export interface Attested {
  readonly state: State;
  readonly judgement: Judgement<Questions, string>;
  readonly receipts: readonly AttestedReceipt[];
}

/** Judges something and signs it. */
export function attestSomething(dice: Dice): Attested {
  const questions = drawQuestions(dice);
  const state = drawState(dice);
  const judgement = judgeSync(
    { state, questions },
    {
      judge: { info: drawJudge(dice), ask: () => drawResponse(dice, questions) },
      policy: drawPolicy(dice, questions),
      clock: CLOCK,
      ...(dice.percent(50) ? { contract: dice.pick(['guard@3', 'router']) } : {}),
    },
  );
  const receipts = attest(judgement, {
    signer: MACHINE,
    clock: CLOCK,
    ...(dice.percent(40) ? { parent: drawId(dice) } : {}),
    ...(dice.percent(60) ? { subject: dice.pick([drawId(dice), 'call 7, naïve 😀']) } : {}),
    ...(dice.percent(30) ? { system: 'system://deploy-gate' } : {}),
    ...(dice.percent(30) ? { notes: drawText(dice) } : {}),
  });
  return { state, judgement, receipts };
}

const TEAMS = ['billing', 'support', 'légal'] as const;
const EFFECTS = ['allow', 'warn', 'ask', 'deny'] as const;

function drawQuestions(dice: Dice): Questions {
  const questions: Record<string, Question> = {};
  const count = 1 + dice.below(4);
  for (let index = 0; index < count; index += 1) {
    questions[`${dice.pick(['unsafe', 'Team', 'tone', 'verdict'])}_${index}`] = dice.pick([
      noul(drawText(dice)),
      { type: 'noul' },
      choice({ b: 1, a: drawText(dice) }, TEAMS),
      choice(drawText(dice), EFFECTS),
      score(drawText(dice), ['poor', 'fair', 'good']),
    ]);
  }
  return questions;
}

function drawJudge(dice: Dice): { readonly model: string } {
  return {
    model: dice.pick(['m-1', 'modèle/2', 'rules 3']),
    ...(dice.percent(50) ? { provider: 'local' } : {}),
    ...(dice.percent(50)
      ? { kind: dice.pick(['decision-model', 'llm', 'classifier', 'rules']) }
      : {}),
    ...(dice.percent(50) ? { method: dice.pick(['distribution', 'logprobs', 'sampled']) } : {}),
    ...(dice.percent(50) ? { replayable: dice.percent(50) } : {}),
  };
}

function drawResponse(dice: Dice, questions: Questions): JudgeResponse {
  const answers: Record<string, object> = {};
  for (const [key, question] of Object.entries(questions))
    answers[key] = drawAnswer(dice, question);
  return {
    answers,
    latencyMs: dice.below(5_000),
    ...(dice.percent(50) ? { requestId: `req_${dice.below(1_000_000)}` } : {}),
    ...(dice.percent(50) ? { usage: { inputTokens: dice.below(9_999), outputTokens: 1 } } : {}),
    ...(dice.percent(30) ? { requestedModel: 'm-latest', modelUnreported: true } : {}),
    ...(dice.percent(40) ? { details: drawDetails(dice, questions) } : {}),
  };
}

function drawDetails(dice: Dice, questions: Questions): JudgeResponse['details'] {
  const details = {
    mass: dice.below(10_001) / 10_000,
    samples: 1 + dice.below(50),
    interval: [0.25, 0.75],
    providerConfidence: 0.5,
    rotations: 2,
  } as const;
  return Object.fromEntries(Object.keys(questions).map((key) => [key, details]));
}

function drawAnswer(dice: Dice, question: Question): object {
  if (dice.percent(10)) return { refusal: true };
  if (dice.percent(10)) return { unmeasurable: true };
  if (question.type === 'score') return { score: dice.below(201) / 100 };
  const value = dice.below(10_001) / 10_000;
  const confidence = dice.percent(60) ? { confidence: value } : {};
  if (question.type === 'noul') {
    const noul = dice.pick([value, 0, 1]);
    const spread = dice.percent(50) ? { probabilities: { yes: noul, no: 1 - noul } } : {};
    return { noul, ...spread, ...confidence };
  }
  const [first = '', second = ''] = question.options;
  const spread = { [first]: Math.max(value, 1 - value), [second]: Math.min(value, 1 - value) };
  return { choice: first, ...confidence, ...(dice.percent(70) ? { probabilities: spread } : {}) };
}

/** Routes, where there is a question that offers them. */
function drawPolicy(dice: Dice, questions: Questions): Policy<string> {
  const offered = Object.values(questions).some(
    (question) => question.type === 'choice' && question.options.includes(TEAMS[0]),
  );
  const bar = drawBar(dice);
  return offered && dice.percent(60) ? routes(TEAMS, { bar }) : threshold(bar);
}

function drawState(dice: Dice): State {
  const input = { command: drawText(dice), amount: dice.below(1_000), nested: [1, { a: null }] };
  return dice.pick([drawText(dice), { tool: 'Bash', input }, [input, drawText(dice)]]);
}

function drawBar(dice: Dice): number {
  return (1 + dice.below(100)) / 100;
}

function drawId(dice: Dice): string {
  return `art_${Buffer.from(dice.bytes(16)).toString('hex')}`;
}

function drawText(dice: Dice): string {
  return dice.pick([
    'Is it unsafe?',
    'Größe > 3 "quoted" \\ and\nlines\u2028\u007f\u0001',
    '判断 😀 \uE000 \u{10FFFF}',
    'rm -rf /',
  ]);
}
