/**
 * A tool call as JSON on standard input.
 *
 * @module
 */
import { type JsonObject, JudgeError, parseJson } from 'judgement';

/** How long the first byte may take, in milliseconds, when nobody closes standard input. */
const PATIENCE = 500;

/** The call that was piped in; `undefined` when there is none. */
export async function readCall(): Promise<JsonObject | undefined> {
  const text = await readText();
  if (text.trim() === '') return undefined;
  const call = parseJson(text, { path: 'stdin' });
  if (typeof call === 'object' && call !== null && 'tool' in call) return call;
  throw new JudgeError('bad_state', {
    path: 'stdin',
    rule: 'a tool call is an object that names its tool',
    fix: 'write it as {"tool":"Bash","input":{"command":"ls"}}',
  });
}

function readText(): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY) return Promise.resolve('');
  return new Promise((resolve) => {
    let text = '';
    const end = (): void => {
      clearTimeout(timer);
      stdin.destroy();
      resolve(text);
    };
    const timer = setTimeout(end, PATIENCE);
    stdin.setEncoding('utf8').on('end', end).on('error', end);
    stdin.on('data', (chunk) => {
      clearTimeout(timer);
      text += chunk;
    });
  });
}
