/** One test a command: whether the whole judge says yes to one question about it. */
import { expect, test } from 'vitest';
import { explain, type RuleKey } from '../../src/rules/index.js';

/** What is asked for in short. */
const KEYS = {
  destroys: 'shell_destructive',
  sends: 'shell_exfiltrates',
  reaches: 'network_off_scope',
} as const satisfies { readonly [name: string]: RuleKey };

/** Each command is answered so; the workspace is `/srv/proj`, and `ok.example` may be reached. */
export function testAnswers(
  question: keyof typeof KEYS,
  expected: 0 | 1,
  commands: readonly string[],
  strict = false,
): void {
  const key = KEYS[question];
  test.each(commands)(`${question}, ${expected === 1 ? 'yes' : 'no'}: %s`, (command) => {
    const state = {
      tool: 'Bash',
      input: { command },
      workspace_root: '/srv/proj',
      network_scope: ['ok.example'],
    };
    expect({ command, noul: explain(state, { strict })[key].noul }).toEqual({
      command,
      noul: expected,
    });
  });
}
