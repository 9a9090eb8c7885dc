/*
 * Asks the rules first and a model only about what they leave over; signs who answered what, and
 * replays what can be replayed. The model here is a stand-in that is down at first.
 */
import {
  cached,
  cascade,
  type Judge,
  judge,
  memoryStore,
  noul,
  retry,
  rulesJudge,
  rulesQuestions,
  timeout,
  toolCall,
} from 'judgement';
import { attest, generateKey, verifyPackage } from 'judgement/receipt';

let asked = 0;
const model: Judge = {
  info: { model: 'intent-2', kind: 'llm' },
  ask: async ({ questions }) => {
    asked += 1;
    if (asked === 1) throw new Error('connection reset');
    const answers = Object.keys(questions).map((key) => [key, { noul: 0.83 }]);
    return { answers: Object.fromEntries(answers), usage: { inputTokens: 412 } };
  },
};

// Two seconds an attempt, three attempts, and no second question about the same call for an hour.
const patient = retry(timeout(model, 2_000), { delayMs: 20 });
const remembered = cached(patient, { store: memoryStore(), maxAgeMs: 3_600_000 });
const both = cascade(rulesJudge(), remembered);

const questions = { ...rulesQuestions, off_task: noul('Is this call beside the task?') };
const state = toolCall({ tool: 'Bash', input: { command: 'git log --all' } });
for (const turn of ['first', 'again']) {
  const result = await judge({ state, questions }, { judge: both });
  const source = result.sources?.off_task;
  console.log(turn, result.effect, result.decidedBy);
  console.log(source?.judge.model, source?.attempts, source?.cachedAt === undefined, asked);
}

const { signer, publicKey } = generateKey();
const result = await judge({ state, questions }, { judge: both });
const receipts = attest(result, { signer }).map(({ envelope }) => envelope);
const options = { keys: [publicKey], states: [state], judges: [rulesJudge()] };
for (const { check, sentence } of verifyPackage(receipts, options).rows) {
  if (check === 'replay') console.log(sentence.split(' (')[0]);
}
