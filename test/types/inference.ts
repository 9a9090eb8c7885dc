/**
 * Answers, decisions and keys follow from the questions, and effects from the policy.
 *
 * @module
 */
import {
  type Answer,
  type Answers,
  bands,
  type ChoiceAnswer,
  type ChoiceQuestion,
  checkAnswers,
  checkQuestions,
  choice,
  type Decision,
  type Effect,
  hold,
  type Judge,
  type Judgement,
  judge,
  judgementToWire,
  judgeSync,
  judgeWith,
  type NoulAnswer,
  type NoulQuestion,
  noul,
  type Policy,
  type Question,
  type Questions,
  type Refusal,
  type RuleKey,
  routes,
  type ScoreAnswer,
  type ScoreQuestion,
  type SyncJudge,
  score,
  shadow,
  threshold,
  toolCall,
  type Unmeasurable,
} from '../../src/index.js';
import { type Equals, holds } from './equals.js';

type Declined = Refusal | Unmeasurable;

const questions = {
  unsafe: noul('Is it unsafe?'),
  verdict: choice('What now?', ['allow', 'deny']),
  team: choice('Which team?', { billing: 'invoices', technical: null }),
  quality: score('How good?', ['poor', 'fair', 'good']),
};

/** Builders keep their labels, without `as const`. */
export function builders(): void {
  holds<Equals<typeof questions.unsafe, NoulQuestion>>();
  holds<Equals<typeof questions.verdict, ChoiceQuestion<'allow' | 'deny'>>>();
  holds<Equals<typeof questions.team, ChoiceQuestion<'billing' | 'technical'>>>();
  holds<Equals<typeof questions.quality, ScoreQuestion<'poor' | 'fair' | 'good'>>>();
  const any: Question = questions.verdict;
  const all: Questions = questions;
  holds<Equals<typeof any.type, 'choice'>>();
  holds<Equals<keyof typeof all, string | number>>();
  score('How good?', ['poor', 'good'], { criteria: { good: 'all of it' } });
  // @ts-expect-error A criterion is of a level.
  score('How good?', ['poor', 'good'], { criteria: { best: 'all of it' } });
  // @ts-expect-error Instructions are text, an object or a list.
  noul(7);
  // @ts-expect-error A score needs an order, so it takes a list.
  score('How good?', { poor: null, good: null });
}

/** Answers have the type that their question calls for. */
export async function answers(model: Judge): Promise<void> {
  const state = { tool: 'refund', input: { amount: 250 } };
  const result = await judgeWith(model, { state, questions });
  holds<Equals<typeof result.answers.unsafe.noul, number>>();
  holds<Equals<typeof result.answers.verdict.choice, 'allow' | 'deny'>>();
  holds<Equals<typeof result.answers.team.choice, 'billing' | 'technical'>>();
  holds<Equals<typeof result.answers.quality.score, number>>();
  holds<Equals<typeof result.answers.unsafe, NoulAnswer | Declined>>();
  holds<Equals<typeof result.answers.verdict, ChoiceAnswer<'allow' | 'deny'> | Declined>>();
  holds<Equals<typeof result.answers.quality, ScoreAnswer<'poor' | 'fair' | 'good'> | Declined>>();
  holds<Equals<typeof result.answers.unsafe.confidence, number | undefined>>();
  holds<Equals<keyof typeof result.answers, 'unsafe' | 'verdict' | 'team' | 'quality'>>();
  holds<Equals<keyof typeof result.decisions, 'unsafe' | 'verdict' | 'team' | 'quality'>>();
  holds<Equals<typeof result.decidedBy, readonly ('unsafe' | 'verdict' | 'team' | 'quality')[]>>();
  holds<Equals<typeof result.effect, Effect>>();
  holds<Equals<typeof result.questions, typeof questions>>();
  const { verdict } = result.answers;
  if (verdict.refusal) holds<Equals<typeof verdict, Refusal>>();
  else if (verdict.unmeasurable) holds<Equals<typeof verdict, Unmeasurable>>();
  else holds<Equals<typeof verdict, ChoiceAnswer<'allow' | 'deny'>>>();
  // @ts-expect-error A key that was not asked.
  result.answers.safe;
  // @ts-expect-error A key that was not asked.
  result.decisions.safe;
  // @ts-expect-error A noul has no label.
  result.answers.unsafe.choice.length;
  // @ts-expect-error A label that is not offered.
  result.answers.verdict.choice === 'ask';
  // @ts-expect-error The state stays with the caller.
  result.state;
  // @ts-expect-error A result is not to be changed.
  result.effect = 'allow';
  // @ts-expect-error An answer is not to be changed.
  result.answers.unsafe.noul = 0;
}

/** Questions in the request itself are inferred as well, builders or not. */
export function inline(model: SyncJudge): void {
  const built = judgeSync(
    { state: 'text', questions: { team: choice('Which?', ['a', 'b']) } },
    { judge: model },
  );
  holds<Equals<typeof built.answers.team.choice, 'a' | 'b'>>();
  const written = judgeSync(
    {
      state: ['text'],
      questions: { team: { type: 'choice', instructions: 'Which?', options: ['a', 'b'] } },
    },
    { judge: model },
  );
  holds<Equals<typeof written.answers.team.choice, 'a' | 'b'>>();
  // @ts-expect-error A state is text, an object or a list.
  judgeSync({ state: 7 });
  // @ts-expect-error A misspelled member of a request.
  judgeSync({ state: 'text', question: questions });
  // @ts-expect-error A misspelled option.
  judgeSync({ state: 'text' }, { polices: threshold(0.5) });
}

/** Without questions, the six of the rules judge are asked. */
export async function defaults(): Promise<void> {
  const state = toolCall({ tool: 'Bash', input: { command: 'ls' } });
  const result = await judge({ state });
  holds<Equals<keyof typeof result.answers, RuleKey>>();
  holds<Equals<typeof result.answers.shell_destructive.noul, number>>();
  holds<Equals<typeof result.effect, Effect>>();
  const now = judgeSync({ state });
  holds<Equals<typeof now, Awaited<typeof result>>>();
  // @ts-expect-error A rule that does not exist.
  now.answers.shell_deletes;
}

/** Routes are in the effect, and only where the policy has them. */
export function effects(model: SyncJudge): void {
  const router = routes(['billing', 'technical'], { bar: 0.7 });
  holds<Equals<typeof router, Policy<'billing' | 'technical'>>>();
  const result = judgeSync({ state: 'text', questions }, { judge: model, policy: router });
  holds<Equals<typeof result, Judgement<typeof questions, 'billing' | 'technical'>>>();
  holds<Equals<typeof result.effect, Effect | 'billing' | 'technical'>>();
  holds<Equals<typeof result.decisions.team, Decision<'billing' | 'technical'>>>();
  const watched = judgeSync({ state: 'text', questions }, { judge: model, policy: shadow(router) });
  holds<Equals<typeof watched.decisions.team.effect, Effect | 'billing' | 'technical'>>();
  const banded = judgeSync(
    { state: 'text', questions },
    { judge: model, policy: bands({ deny: 0.6, allow: 0.4 }) },
  );
  holds<Equals<typeof banded.effect, Effect>>();
  const plain: Policy = threshold(0.5);
  const wider: Policy<'billing'> = plain;
  // @ts-expect-error A policy with routes is not one without.
  const narrower: Policy = router;
  holds<Equals<[typeof wider, typeof narrower], [Policy<'billing'>, Policy]>>();
}

/** The parts keep the questions too. */
export function parts(raw: unknown): void {
  const checked = checkAnswers(questions, raw);
  holds<Equals<typeof checked, Answers<typeof questions>>>();
  const held = hold(questions, checked, threshold(0.5));
  holds<Equals<typeof held.effect, Effect>>();
  const known = checkQuestions(questions);
  holds<Equals<typeof known, typeof questions>>();
  const unknown = checkQuestions(raw);
  holds<Equals<typeof unknown, Questions>>();
  const some = checkAnswers(unknown, raw)['unsafe'];
  holds<Equals<typeof some, Answer | undefined>>();
}

/** Any judgement is a judgement. */
export function wider(model: SyncJudge): void {
  const result = judgeSync({ state: 'text', questions }, { judge: model });
  const any: Judgement<Questions, string> = result;
  const routed: Judgement<Questions, string> = judgeSync(
    { state: 'text', questions },
    { judge: model, policy: routes(['billing']) },
  );
  const wire = judgementToWire(result);
  holds<
    Equals<[typeof wire.effect, typeof any, typeof routed], [string, typeof any, typeof any]>
  >();
  const later: Judge = model;
  // @ts-expect-error A judge that may answer later cannot be asked at once.
  judgeSync({ state: 'text' }, { judge: later });
}
