import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/json.js';
import { explain } from '../../src/rules/index.js';

function ask(input: JsonObject, strict: boolean) {
  return explain({ tool: 'Bash', input, workspace_root: '/srv/proj' }, { strict });
}

describe('a command field that holds no text', () => {
  it.each<[JsonObject, string]>([
    [{ command: 7 }, 'input.command'],
    [{ command: {} }, 'input.command'],
    [{ cmd: { verb: 'go' } }, 'input.cmd'],
    [{ command: [{}] }, 'input.command[0]'],
    [{ steps: [{ command: 1.5 }] }, 'input.steps[0].command'],
  ])('is named in a note, and yes under strict: %j', (input, where) => {
    for (const key of ['shell_destructive', 'shell_exfiltrates'] as const) {
      const { noul, notes, findings } = ask(input, false)[key];
      expect(noul).toBe(0);
      expect(findings).toEqual([]);
      expect(notes.map((note) => [note.rule, note.where])).toEqual([['command.unread', where]]);
      const strict = ask(input, true)[key];
      expect(strict.noul).toBe(1);
      expect(strict.findings.map((finding) => [finding.rule, finding.where])).toEqual([
        ['command.unread', where],
      ]);
    }
  });

  it.each<[JsonObject]>([
    [{ command: 'ls' }],
    [{ command: ['ls', '-la'] }],
    [{ command: { command: 'ls' } }],
    [{ command: null }],
    [{ scripts: { build: 'tsc' } }],
    [{ commands: [] }],
    [{ count: 7 }],
  ])('is not seen where there is none: %j', (input) => {
    for (const strict of [false, true]) {
      expect(ask(input, strict).shell_destructive).toMatchObject({ noul: 0, notes: [] });
    }
  });
});

describe('a program whose name is not known', () => {
  it.each(['"$TOOL" -rf /', '$(cat tool.txt) x', 'sudo $TOOL x', 'ls; "$1" /'])(
    'counts as the worst under strict alone: %s',
    (command) => {
      expect(ask({ command }, false).shell_destructive.noul).toBe(0);
      const strict = ask({ command }, true);
      expect(strict.shell_destructive.findings.map(({ rule }) => rule)).toContain('command.unread');
      expect(strict.shell_exfiltrates.noul).toBe(1);
    },
  );

  it.each(['T=ls; $T', '$(echo ls) -la', 'ls "$X"', 'echo $TOOL -rf /', 'mywrapper build'])(
    'is not seen where it is known: %s',
    (command) => {
      expect(ask({ command }, true).shell_destructive.noul).toBe(0);
    },
  );
});
