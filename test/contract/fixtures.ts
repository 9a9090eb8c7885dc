/**
 * What tests of question sets share.
 *
 * @module
 */
import fc from 'fast-check';
import {
  type DraftChanges,
  newDraft,
  publish,
  type QuestionSet,
  questionSet,
  rename,
} from '../../src/contract/index.js';
import { choice, digest, noul, type Question, type Questions, score } from '../../src/index.js';

export const TEAM = choice('Which team takes this ticket?', {
  billing: 'Invoices, refunds, payment methods.',
  technical: 'Errors, outages, integrations.',
});

export const HUMAN = noul('Does the customer ask for a human?');

/** A set with three versions, of which the first two are published and the first is current. */
export function routerSet(): QuestionSet {
  const first = questionSet({
    slug: 'ticket-router',
    name: 'Ticket router',
    questions: { team: TEAM },
    model: 'router-2',
    mapping: { text: 'ticket.body' },
  });
  const second = newDraft(first, { questions: { team: TEAM, requests_human: HUMAN } });
  const third = newDraft(second, { model: null });
  return publish(publish(publish(third, 1), 2), 1);
}

/** The JSON of a set that somebody has edited, with the head that belongs to it now. */
export function resealed(set: object): object {
  const { head: _, ...rest }: { readonly head?: unknown } = JSON.parse(JSON.stringify(set));
  return { ...rest, head: digest(rest) };
}

/** Gives a function what its types do not allow, as a caller without types can. */
export function untyped(call: unknown, ...args: readonly unknown[]): unknown {
  if (typeof call !== 'function') throw new Error('no function');
  return Reflect.apply(call, undefined, args);
}

const words: fc.Arbitrary<string> = fc.constantFrom('One?', 'Two?', 'Three?');
const criterion = fc.option(words);
const labels = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'toString'], { minLength: 2 });

/** Any question, out of few parts, so that many of them have much in common. */
export const anyQuestion: fc.Arbitrary<Question> = fc.oneof(
  fc
    .record({ instructions: words, yes: fc.option(criterion, { nil: undefined }) })
    .map(({ instructions, yes }) =>
      noul(instructions, yes === undefined ? {} : { criteria: { true: yes } }),
    ),
  fc
    .record({ instructions: words, options: labels })
    .map((one) => choice(one.instructions, one.options)),
  fc
    .record({ instructions: words, options: labels, text: criterion })
    .map(({ instructions, options, text }) =>
      choice(instructions, Object.fromEntries(options.map((label) => [label, text]))),
    ),
  fc
    .record({ instructions: words, options: labels })
    .map((one) => score(one.instructions, one.options)),
);

export const anyQuestions: fc.Arbitrary<Questions> = fc.dictionary(
  fc.constantFrom('k', 'l', 'm', 'valueOf'),
  anyQuestion,
  { minKeys: 1, maxKeys: 3 },
);

/** One thing that can be done to a set. */
export type Operation = (set: QuestionSet) => QuestionSet;

const anyChanges: fc.Arbitrary<DraftChanges> = fc.oneof(
  anyQuestions.map((questions) => ({ questions })),
  fc.constantFrom('model-1', 'model-2', null).map((model) => ({ model })),
  fc.constantFrom({ mapping: { from: 'x' } }, { mapping: [1] }, { mapping: null }),
);

export const anyOperation: fc.Arbitrary<Operation> = fc.oneof(
  anyChanges.map((changes) => (set: QuestionSet) => newDraft(set, changes)),
  fc.nat(20).map((at) => (set: QuestionSet) => publish(set, (at % set.versions.length) + 1)),
  words.map((name) => (set: QuestionSet) => rename(set, { name, description: name })),
  fc.constant((set: QuestionSet) => rename(set, { description: null })),
);

/** A set after any sequence of operations. */
export const anySet: fc.Arbitrary<QuestionSet> = fc
  .tuple(anyQuestions, fc.array(anyOperation, { maxLength: 12 }))
  .map(([questions, operations]) => {
    const first = questionSet({ slug: 'any', questions });
    return operations.reduce((set, operate) => operate(set), first);
  });
