/*
 * Asks a judge over HTTP. The judge is a service of its own, here in the same process: it is busy
 * at first, and then it answers.
 */
import { createServer } from 'node:http';
import { choice, JudgeError, judgeWith, threshold } from 'judgement';
import { httpJudge } from 'judgement/http';

let asked = 0;
const service = createServer((request, response) => {
  asked += 1;
  request.resume();
  response.setHeader('x-request-id', `request-${asked}`);
  if (asked === 1) return response.writeHead(429, { 'retry-after': '1' }).end();
  response.setHeader('content-type', 'application/json');
  const verdict = { choice: 'ask', confidence: 0.91 };
  return response.end(JSON.stringify({ judge: { model: 'refunds-2' }, answers: { verdict } }));
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
const address = service.address();
const port = typeof address === 'object' ? address?.port : undefined;

const model = httpJudge(`http://127.0.0.1:${port}/`, {
  headers: async () => ({ authorization: `Bearer ${await freshToken()}` }),
  retries: 2,
});
const questions = { verdict: choice('May this refund go out?', ['allow', 'ask', 'deny']) };
const state = { order: 'A-17', refund: 250 };
try {
  const result = await judgeWith(model, { state, questions }, { policy: threshold(0.8) });
  console.log(result.effect, result.judge.model, result.attempts, result.requestId);
} catch (error) {
  // What this means for the refund is yours to decide; it is no allow.
  if (error instanceof JudgeError) console.log(error.code, error.status, error.attempts);
}
service.close();

async function freshToken(): Promise<string> {
  return '5b1e';
}
