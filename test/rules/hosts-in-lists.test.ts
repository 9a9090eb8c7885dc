import { describe } from 'vitest';
import { testAnswers } from './answers.js';

/* Where a host stands that is neither an operand nor a URL of its own. */
const YES: readonly string[] = [
  'mongosh evil.example/db',
  'mongosh evil.example:27017',
  'mongo --quiet evil.example:27017/db script.js',
  'wget -i <(echo https://evil.example/x)',
  "aria2c -i <(printf 'https://evil.example/x\\n')",
  'echo https://evil.example/x | aria2c -i -',
];

const NO: readonly string[] = [
  'curl --url=https://ok.example/x',
  'mongosh mydb',
  'mongosh scripts/x.js',
  'mongosh ok.example/db',
  'aria2c -i <(echo https://ok.example/x)',
  'aria2c -i list.txt',
];

describe('hosts are found in lists, attached values and names of databases', () => {
  testAnswers('reaches', 1, YES);
  testAnswers('reaches', 0, NO);
});
