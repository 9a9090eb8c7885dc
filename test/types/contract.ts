/**
 * Answers follow from the questions of a set, through what is resolved and asked.
 *
 * @module
 */
import {
  asked,
  type Contract,
  newDraft,
  publish,
  type QuestionSet,
  questionSet,
  readQuestionSet,
  resolveContract,
} from '../../src/contract/index.js';
import {
  choice,
  judge,
  judgeMany,
  judgeSync,
  judgeWith,
  noul,
  type SyncJudge,
} from '../../src/index.js';
import { type Equals, holds } from './equals.js';

const questions = {
  angry: noul('Is the customer angry?'),
  team: choice('Which team?', ['billing', 'technical']),
};

/** A set that the program itself holds. */
export async function own(model: SyncJudge): Promise<void> {
  const set = questionSet({ slug: 'tickets', questions });
  holds<Equals<typeof set, QuestionSet<typeof questions>>>();
  const contract = resolveContract(publish(set), 'tickets@1');
  holds<Equals<typeof contract, Contract<typeof questions>>>();
  const request = asked(contract, 'I was charged twice.');
  const now = judgeSync(request, { judge: model });
  const later = await judge(request, { judge: model });
  const with_ = await judgeWith(model, request);
  holds<Equals<typeof now.answers.angry.noul, number>>();
  holds<Equals<typeof later.answers.team.choice, 'billing' | 'technical'>>();
  holds<Equals<typeof with_.answers.team.choice, 'billing' | 'technical'>>();
  holds<Equals<typeof now.questions, typeof questions>>();
  const [one] = await judgeMany(['x'], contract.questions, { judge: model, contract });
  if (one?.ok) holds<Equals<typeof one.judgement.answers.angry.noul, number>>();
  // @ts-expect-error A question that is not asked.
  now.answers.spam;
  // @ts-expect-error The state alone is sent.
  asked(contract, 'x', questions);
  // @ts-expect-error A state is text, an object or a list.
  asked(contract, 7);
  // @ts-expect-error A set is not asked; a published version of it is.
  asked(set, 'x');
  // @ts-expect-error A set is not to be changed.
  set.name = 'x';
  // @ts-expect-error A slug never changes.
  newDraft(set, { slug: 'x' });
}

/** With several versions, an answer is that of one of them. */
export function several(model: SyncJudge): void {
  const first = questionSet({ slug: 'tickets', questions });
  const second = newDraft(first, {
    questions: { team: choice('Which team?', ['billing', 'other']) },
  });
  const request = asked(resolveContract(publish(second)), 'x');
  const { answers } = judgeSync(request, { judge: model });
  holds<Equals<typeof answers.team.choice, 'billing' | 'technical' | 'other'>>();
  const same = newDraft(first, { model: 'm' });
  holds<Equals<typeof same, QuestionSet<typeof questions>>>();
  // @ts-expect-error A question that is not in every version.
  answers.angry;
}

/** Of several sets, too. */
export function many(model: SyncJudge): void {
  const tickets = publish(questionSet({ slug: 'tickets', questions }));
  const spam = publish(questionSet({ slug: 'spam', questions: { angry: noul('Angry?') } }));
  const contract = resolveContract([tickets, spam], 'spam');
  const { answers } = judgeSync(asked(contract, 'x'), { judge: model });
  holds<Equals<typeof answers.angry.noul, number>>();
  // @ts-expect-error A question that is not in every set.
  answers.team;
}

/** A set from outside has no keys that are known, unless the program says what it expects. */
export function outside(text: string, model: SyncJudge): void {
  const set = readQuestionSet(text);
  holds<Equals<typeof set, QuestionSet>>();
  const contract = resolveContract(set, 'tickets', { questions });
  const { answers } = judgeSync(asked(contract, 'x'), { judge: model });
  holds<Equals<typeof answers.team.choice, 'billing' | 'technical'>>();
}
