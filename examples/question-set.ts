/*
 * A question set through its life: published, asked locked, changed in a store that others write to,
 * rolled back; and its receipts held to it. The model here is a stand-in.
 */
import { choice, type Judge, judge } from 'judgement';
import {
  asked,
  changeSet,
  compareVersions,
  memorySetStore,
  newDraft,
  publish,
  type QuestionSet,
  questionSet,
  resolveContract,
} from 'judgement/contract';
import { attest, generateKey, verifyPackage } from 'judgement/receipt';

const model: Judge = {
  info: { model: 'router-2', kind: 'classifier' },
  ask: async () => ({ answers: { team: { choice: 'billing', confidence: 0.9 } } }),
};
const { signer, publicKey } = generateKey();
const store = memorySetStore();
const slug = 'ticket-router';
const log: object[] = [];

/** Asks the current version about a ticket, and keeps the receipts. */
async function route(ticket: string): Promise<void> {
  const kept = store.get(slug) ?? first;
  const result = await judge(asked(resolveContract(kept), ticket), { judge: model });
  log.push(...attest(result, { signer }).map(({ envelope }) => envelope));
  console.log(result.contract?.id, result.contract?.version, Object.values(result.answers)[0]);
}

const first = publish(
  questionSet({
    slug,
    questions: { team: choice('Which team takes this ticket?', ['billing', 'technical']) },
  }),
);
await changeSet(store, slug, () => first);
await route('I was charged twice.');

const changed = (set: QuestionSet = first): QuestionSet => {
  const team = choice('Which team takes this ticket?', ['billing', 'technical', 'other']);
  return publish(newDraft(set, { questions: { team } }));
};
const second = await changeSet(store, slug, changed);
for (const { sentence } of compareVersions(second, 1, 2)) console.log(sentence);
await route('Where is my invoice?');

await changeSet(store, slug, (set = first) => publish(set, 1));
await route('I was charged three times.');

const report = verifyPackage(log, { keys: [publicKey], contracts: store.list() });
for (const { check, sentence } of report.rows) if (check === 'contracts') console.log(sentence);
