/**
 * The commands that code in a programming language hands to a shell or to the system.
 *
 * @module
 */
import { mapOf } from '../../tables.js';
import { evaluate } from './evaluate.js';
import type { InlineCode, InnerCommand, Language } from './inline.js';
import { type CodeCall, flatten, NOTHING, textOf, textValue, type Value } from './values.js';

/** The commands that calls in the code start. */
export function commandsInCalls(inline: InlineCode): readonly InnerCommand[] {
  const forms = FORMS[inline.language];
  if (forms === undefined) return [];
  const commands: InnerCommand[] = [];
  for (const call of evaluate(inline)) {
    const form = forms.get(call.name);
    const command = form === undefined ? undefined : READERS[form](call);
    if (command !== undefined) commands.push(command);
  }
  return commands;
}

/** A text that is run by a shell, as a command. */
export function scriptOf(value: Value | undefined): InnerCommand | undefined {
  if (value?.pieces === undefined) return undefined;
  let text = '';
  for (const piece of value.pieces) {
    if (piece.kind === 'text' || piece.kind === 'glob') text += piece.text;
    else if (piece.kind === 'home') text += piece.text === '~' ? '$HOME' : piece.text;
    else text += `\${${variableName(piece.name)}}`;
  }
  // A path of GNU awk that is a connection and no command.
  if (text.trim() === '' || text.startsWith('/inet')) return undefined;
  return { kind: 'script', text };
}

/** An argument vector as a command; one that is not literal throughout is quoted for a shell. */
export function argvOf(values: readonly Value[]): InnerCommand | undefined {
  const [first] = values;
  if (first?.pieces === undefined) return undefined;
  const words: string[] = [];
  let literal = true;
  for (const value of values.slice(0, MAX_WORDS)) {
    const text = textOf(value);
    if (text === undefined) literal = false;
    words.push(text ?? '');
  }
  if (literal) return { kind: 'argv', words };
  const texts = values.slice(0, MAX_WORDS).map(quoteValue);
  return { kind: 'script', text: texts.join(' ') };
}

/** How a function takes the command that it starts. */
type Form =
  | 'script'
  | 'either'
  | 'fed'
  | 'list'
  | 'file'
  | 'execl'
  | 'execv'
  | 'spawnl'
  | 'spawnv'
  | 'argv'
  | 'owner'
  | 'options'
  | 'pipe'
  | 'named'
  | 'julia';

const READERS: { readonly [form in Form]: (call: CodeCall) => InnerCommand | undefined } = {
  script: ({ args, named }) => commandOf(args[0] ?? named.get('command') ?? named.get('cmd')),
  either: ({ args }) => eitherOf(args),
  fed: ({ args }) => fedOf(args),
  list: ({ args, named }) => commandOf(args[0] ?? named.get('args') ?? named.get('cmd')),
  file: ({ args }) => fileOf(args),
  execl: ({ args }) => argvOf([args[0] ?? NOTHING, ...flatten(args.slice(2))]),
  execv: ({ args }) => argvOf([args[0] ?? NOTHING, ...(args[1]?.items ?? []).slice(1)]),
  spawnl: ({ args }) => argvOf([args[1] ?? NOTHING, ...flatten(args.slice(3))]),
  spawnv: ({ args }) => argvOf([args[1] ?? NOTHING, ...(args[2]?.items ?? []).slice(1)]),
  argv: ({ args }) => argvOf(flatten(args).filter(isText)),
  owner: ({ owner }) => commandOf(owner),
  options: ({ args }) => optionsOf(args),
  pipe: ({ args }) => pipeOf(args),
  named: ({ name, args }) =>
    argvOf([textValue(name.slice(name.indexOf('.') + 1)), ...flatten(args).filter(isText)]),
  julia: ({ args }) => commandOf(args.find(isText)),
};

function commandOf(value: Value | undefined): InnerCommand | undefined {
  return value?.items === undefined ? scriptOf(value) : argvOf(flatten(value.items));
}

/** One text is for a shell, several are words; a record is the environment, or options. */
function eitherOf(args: readonly Value[]): InnerCommand | undefined {
  const values = flatten(args.filter((arg) => arg.members === undefined));
  return values.length === 1 ? scriptOf(values[0]) : argvOf(values);
}

/** A shell and what is printed into it: awk's `print "text" | "sh"`; another command by itself. */
function fedOf([command, input]: readonly Value[]): InnerCommand | undefined {
  const script = scriptOf(command);
  if (script?.kind !== 'script' || !SHELL.test(script.text)) return script;
  if (input === undefined || textOf(input) === undefined) return script;
  return { kind: 'script', text: `printf '%s\\n' ${quoteValue(input)} | ${script.text}` };
}

/** `spawn(file, [words], { shell })`. */
function fileOf(args: readonly Value[]): InnerCommand | undefined {
  const words = args[1]?.items;
  const options = args.find((arg) => arg.members !== undefined)?.members;
  const shell = options?.get('shell');
  if (words === undefined) return scriptOf(args[0]);
  if (shell === undefined || shell.name === 'false') {
    return argvOf([args[0] ?? NOTHING, ...flatten(words)]);
  }
  const texts = flatten([args[0] ?? NOTHING, ...words]).map((value) => textOf(value) ?? '');
  return { kind: 'script', text: texts.join(' ') };
}

/** `Bun.spawn(['rm'])`, `Deno.run({ cmd: ['rm'] })`, `new Deno.Command('rm', { args: [] })`. */
function optionsOf(args: readonly Value[]): InnerCommand | undefined {
  const [first, second] = args;
  if (first?.pieces !== undefined) {
    return argvOf([first, ...flatten([second?.members?.get('args') ?? second ?? NOTHING])]);
  }
  return commandOf(first?.items === undefined ? first?.members?.get('cmd') : first);
}

/** Perl's and Ruby's `open` with a pipe: `open(F, "cmd |")`, `open(F, "-|", "cmd", …)`. */
function pipeOf(args: readonly Value[]): InnerCommand | undefined {
  const at = args.findIndex((arg) => PIPE_MODE.test(textOf(arg) ?? ''));
  if (at >= 0) return eitherOf(args.slice(at + 1));
  for (const arg of args) {
    const text = textOf(arg)?.trim() ?? '';
    if (text.startsWith('|')) return scriptOf(textValue(text.slice(1)));
    if (text.endsWith('|')) return scriptOf(textValue(text.slice(0, -1)));
  }
  return undefined;
}

function isText(value: Value): boolean {
  return value.pieces !== undefined;
}

/** A word quoted for a shell, with what is not known of it as an unset variable. */
function quoteValue(value: Value): string {
  if (value.pieces === undefined) return `"\${${variableName(undefined)}}"`;
  let text = '';
  for (const piece of value.pieces) {
    if (piece.kind === 'text') text += `'${piece.text.replaceAll("'", "'\\''")}'`;
    else if (piece.kind === 'glob') text += piece.text;
    else if (piece.kind === 'home') text += piece.text === '~' ? '"$HOME"' : piece.text;
    else text += `"\${${variableName(piece.name)}}"`;
  }
  return text === '' ? "''" : text;
}

function variableName(name: string | undefined): string {
  return name !== undefined && VARIABLE.test(name) ? name : 'unknown_in_code';
}

/** A shell that reads what to do from its input. */
const SHELL = /^\s*(?:\S*\/)?(?:ba|da|z|k|a)?sh\b/;

const MAX_WORDS = 256;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
const PIPE_MODE = /^(?:-\||\|-)/;

const FORMS: { readonly [language in Language]?: ReadonlyMap<string, Form> } = {
  python: /* @__PURE__ */ mapOf<Form>([
    [
      'list',
      'os.system os.popen os.popen2 os.popen3 commands.getoutput commands.getstatusoutput ' +
        'subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen ' +
        'subprocess.getoutput subprocess.getstatusoutput pty.spawn asyncio.create_subprocess_shell ' +
        'pexpect.run pexpect.spawn invoke.run posix.system nt.system popen2.popen2 platform.popen ' +
        'distutils.spawn.spawn anyio.run_process trio.run_process',
    ],
    ['argv', 'asyncio.create_subprocess_exec'],
    ['execl', 'os.execl os.execlp os.execle os.execlpe'],
    ['execv', 'os.execv os.execvp os.execve os.execvpe os.posix_spawn os.posix_spawnp posix.execv'],
    ['spawnl', 'os.spawnl os.spawnlp os.spawnle os.spawnlpe'],
    ['spawnv', 'os.spawnv os.spawnvp os.spawnve os.spawnvpe'],
    ['named', 'sh.rm sh.dd sh.shred sh.git sh.curl sh.mkfs sh.find sh.mv sh.scp sh.rsync sh.bash'],
  ]),
  javascript: /* @__PURE__ */ mapOf<Form>([
    [
      'script',
      'child_process.exec child_process.execSync execaCommand execaCommandSync execa.command ' +
        'execa.commandSync execa.execaCommand execa.execaCommandSync shelljs.exec shell.exec $ Bun.$ ' +
        'zx.$ execa.$ $.sync Bun.$.sync dax.$ Bun.shell',
    ],
    [
      'file',
      'child_process.spawn child_process.spawnSync child_process.execFile ' +
        'child_process.execFileSync execa execa.execa execa.execaSync execa.sync execaSync cross-spawn ' +
        'child_process.spawn.sync',
    ],
    ['options', 'Bun.spawn Bun.spawnSync Deno.run Deno.Command'],
    ['named', 'shelljs.rm shell.rm shelljs.mv shell.mv shelljs.cp shelljs.chmod'],
  ]),
  ruby: /* @__PURE__ */ mapOf<Form>([
    [
      'either',
      'system exec spawn Kernel.system Kernel.exec Kernel.spawn Process.spawn Process.exec ' +
        'Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen2 Open3.popen2e Open3.popen3 ' +
        'Open3.pipeline PTY.spawn IO.popen sh ` Kernel.`',
    ],
    ['pipe', 'open Kernel.open'],
  ]),
  perl: /* @__PURE__ */ mapOf<Form>([
    ['either', 'system exec ` CORE.system CORE.exec IPC.Run.run run capture qx readpipe'],
    ['pipe', 'open'],
  ]),
  php: /* @__PURE__ */ mapOf<Form>([
    ['script', 'system exec shell_exec passthru popen proc_open expect_popen `'],
    ['file', 'pcntl_exec'],
  ]),
  lua: /* @__PURE__ */ mapOf<Form>([['script', 'os.execute io.popen vim.fn.system']]),
  r: /* @__PURE__ */ mapOf<Form>([
    ['script', 'system shell shell.exec pipe base.system'],
    ['argv', 'system2 processx.run'],
  ]),
  julia: /* @__PURE__ */ mapOf<Form>([['julia', 'run success readchomp pipeline']]),
  elixir: /* @__PURE__ */ mapOf<Form>([
    ['script', 'os.cmd System.shell'],
    ['argv', 'System.cmd'],
  ]),
  groovy: /* @__PURE__ */ mapOf<Form>([
    ['owner', '.execute'],
    ['script', 'Runtime.getRuntime().exec Runtime.runtime.exec'],
    ['argv', 'ProcessBuilder'],
  ]),
  awk: /* @__PURE__ */ mapOf<Form>([
    ['script', 'system'],
    ['fed', '| |&'],
  ]),
  applescript: /* @__PURE__ */ mapOf<Form>([['script', 'script']]),
};
