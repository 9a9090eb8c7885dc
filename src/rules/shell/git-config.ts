/**
 * Aliases that the text itself has written into Git's configuration.
 *
 * @module
 */
import type { Execution } from './execution.js';
import { aliasCommand, GIT_GLOBAL } from './helpers.js';
import type { Inner } from './inner.js';
import { type Grammar, readOptions } from './options.js';
import { type Shell, writeFile } from './state.js';
import type { Word } from './word.js';

/** `git config alias.x …` keeps the alias; `git x` behind it runs what the alias says. */
export function runGitAlias(execution: Execution, shell: Shell): readonly Inner[] {
  const { operands } = readOptions(execution.args, GIT_GLOBAL, true);
  const [subcommand, ...rest] = operands;
  if (subcommand === undefined) return [];
  if (subcommand.text === 'config') {
    keepAlias(rest, shell);
    return [];
  }
  if (shell.work.files === undefined && execution.settings.length === 0) return [];
  const name = subcommand.text.toLowerCase();
  const alias = aliasInSettings(name, execution) ?? shell.work.files?.get(`${ALIAS}${name}`);
  return alias === undefined ? [] : aliasCommand(alias, rest, execution);
}

function keepAlias(args: readonly Word[], shell: Shell): void {
  const options = readOptions(args, CONFIG);
  if (IDLE.some((name) => options.has(name))) return;
  const words = options.operands[0]?.text === 'set' ? options.operands.slice(1) : options.operands;
  const [key, value] = words;
  const name = ALIAS_KEY.exec(key?.text ?? '')?.[1];
  // The configuration is a file, whatever its name is.
  if (name !== undefined && value !== undefined)
    writeFile(shell, `${ALIAS}${name.toLowerCase()}`, value);
}

/** `GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0=…`. */
function aliasInSettings(name: string, { settings }: Execution): Word | undefined {
  for (const setting of settings) {
    const number = SETTING_KEY.exec(setting.name)?.[1];
    if (number === undefined || ALIAS_KEY.exec(setting.value.text)?.[1]?.toLowerCase() !== name) {
      continue;
    }
    return settings.find((other) => other.name === `GIT_CONFIG_VALUE_${number}`)?.value;
  }
  return undefined;
}

/** No place begins so. */
const ALIAS = 'git alias:';

const ALIAS_KEY = /^alias\.([\w-]+)$/i;
const SETTING_KEY = /^GIT_CONFIG_KEY_(\d+)$/;

const CONFIG: Grammar = {
  options: [
    ...['-f= --file=', '--blob=', '-t= --type=', '--default=', '--comment=', '--value='],
    ...['--get', '--get-all', '--get-regexp', '--unset', '--unset-all', '-l --list', '-e --edit'],
    ...['--remove-section', '--rename-section', '--global', '--local', '--system', '--worktree'],
  ],
  abbreviations: false,
};

const IDLE = ['get', 'get-all', 'get-regexp', 'unset', 'unset-all', 'list', 'edit'] as const;
