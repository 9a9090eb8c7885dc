/**
 * Files copied to another host, and input sent into a session on one.
 *
 * @module
 */
import type { CommandRule, Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { readOptions } from '../shell/options.js';
import { sliceWord, UNKNOWN, type Word } from '../shell/word.js';
import { dataIn, inputOf, stdinOf } from './data.js';
import { FTP } from './ftp.js';
import { RSYNC, SCP, SSH } from './grammars.js';
import { bareHost, describeHost, isLocalHost, readAddress, remoteHost } from './target.js';

/** The rules of programs that copy files between hosts. */
export const COPY: RuleTable = /* @__PURE__ */ Object.freeze({
  ...FTP,
  scp,
  pscp: scp,
  rsync,
  ssh,
  autossh: ssh,
  dbclient: ssh,
  plink: ssh,
  rsh: ssh,
  unison: synchronize,
  'rdiff-backup': synchronize,
  borg: /* @__PURE__ */ backUp('create'),
  restic: /* @__PURE__ */ backUp('backup'),
  duplicity: synchronize,
  wormhole: /* @__PURE__ */ give('send', 'tx'),
  'wormhole-william': /* @__PURE__ */ give('send'),
  croc: /* @__PURE__ */ give('send'),
  ffsend: /* @__PURE__ */ give('upload', 'u', 'up'),
  tailscale: shareFile,
  ffmpeg: streams,
});

function scp(execution: Execution, context: RuleContext): Hit | undefined {
  return judgeCopy(readOptions(execution.args, SCP).operands, context);
}

function rsync(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, RSYNC);
  if (RSYNC_IDLE.some((name) => options.has(name))) return undefined;
  return judgeCopy(options.operands, context);
}

/** Several sources and, last, where they go: an upload from here to there. */
function judgeCopy(operands: readonly Word[], context: RuleContext): Hit | undefined {
  const target = operands.at(-1);
  if (target === undefined || operands.length < 2) return undefined;
  const local = operands.slice(0, -1).some((source) => remoteHost(source) === undefined);
  // Where a wholly unknown target is, only the running shell knows.
  const host = context.strict && target.text === UNKNOWN ? UNKNOWN : remoteHost(target);
  if (!local || host === undefined || isLocalHost(host)) return undefined;
  return copied(host);
}

function ssh(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, SSH, true);
  const [host, ...command] = options.operands;
  if (host === undefined || NO_SESSION.some((name) => options.has(name))) return undefined;
  const name = bareHost(host.text);
  if (isLocalHost(name)) return undefined;
  const user = sliceWord(host, 0, host.text.lastIndexOf('@') + 1);
  if ([user, ...command].some((word) => dataIn(word, context) === 'data')) {
    const sentence = `It sends local data in a command for ${describeHost(name)}.`;
    return { rule: 'ssh.command', sentence };
  }
  if (NO_INPUT.some((option) => options.has(option)) || feedsLoop(execution)) return undefined;
  if (inputOf(execution, context) === 'none' || runsScript(command, execution)) return undefined;
  const sentence = `It sends local data into a session on ${describeHost(name)}.`;
  return { rule: 'ssh.input', sentence };
}

/** Whether the input is read item by item around the command: `while read h; do ssh $h …`. */
function feedsLoop(execution: Execution): boolean {
  const pieces = execution.args.flatMap((word) => word.pieces);
  return (
    execution.stdin.kind === 'pipe' &&
    pieces.some((piece) => piece.kind === 'unknown' && piece.from === 'input')
  );
}

/** Whether the input is a script for a shell there to run, which is how scripts get to a host. */
function runsScript(command: readonly Word[], execution: Execution): boolean {
  if (!isInterpreter(command.flatMap((word) => word.text.split(' ')))) return false;
  const stdin = stdinOf(execution);
  if (stdin.kind === 'file') return SCRIPT.test(stdin.path.text);
  if (stdin.kind !== 'pipe') return false;
  const files = stdin.from.flatMap((run) => run.args).filter((word) => !OPTION.test(word.text));
  return files.length > 0 && files.every((word) => SCRIPT.test(word.text));
}

/** A shell or an interpreter that is given nothing but its input to run; or the login's shell. */
function isInterpreter(words: readonly string[]): boolean {
  const at = words.findIndex((word) => word !== 'sudo' && !OPTION.test(word));
  const program = words[at];
  if (program === undefined) return words.length === 0;
  if (!INTERPRETERS.has(program.slice(program.lastIndexOf('/') + 1))) return false;
  // Behind `-s` or `-` stand the arguments of the script.
  const rest = words.slice(at + 1);
  const end = rest.findIndex((word) => word === '-' || STDIN_OPTION.test(word));
  return (end < 0 ? rest : rest.slice(0, end)).every((word) => OPTION.test(word));
}

/** Tools that bring two places into line; the first is taken for the source. */
function synchronize(execution: Execution): Hit | undefined {
  const operands = execution.args.filter((word) => !OPTION.test(word.text));
  const [source, ...rest] = operands;
  const hosts = rest.map(remoteHost).filter((host) => host !== undefined);
  const [host] = hosts.filter((name) => !isLocalHost(name));
  if (source === undefined || remoteHost(source) !== undefined || host === undefined) {
    return undefined;
  }
  return copied(host);
}

/** Archivers that write into a repository, which may be on another host. */
function backUp(verb: string): CommandRule {
  return ({ args }) => {
    if (!args.some((word) => word.text === verb)) return undefined;
    if (args.some((word) => DRY.test(word.text))) return undefined;
    for (const word of args) {
      if (STORE.test(word.text)) return copied('');
      const host = word.text.startsWith('-') ? undefined : remoteHost(word);
      if (host !== undefined && !isLocalHost(host)) return copied(host);
    }
    return undefined;
  };
}

/** Programs that hand a file to whoever has the code for it. */
function give(...verbs: readonly string[]): CommandRule {
  return ({ args }) => {
    const verb = args.find((word) => !OPTION.test(word.text));
    if (verb === undefined || !verbs.includes(verb.text)) return undefined;
    return args.some((word) => HELP.test(word.text)) ? undefined : copied('');
  };
}

/** `tailscale file cp file host:`. */
function shareFile({ args }: Execution): Hit | undefined {
  const [first, second] = args;
  const target = args.at(-1);
  if (first?.text !== 'file' || second?.text !== 'cp' || target === undefined) return undefined;
  const host = remoteHost(target);
  return host === undefined ? undefined : copied(host);
}

/** `ffmpeg -i input -f flv rtmp://host/…`: the last argument is where its output goes. */
function streams({ args }: Execution): Hit | undefined {
  const target = args.at(-1);
  if (target === undefined || args.at(-2)?.text === '-i') return undefined;
  const { scheme, host } = readAddress(target.text);
  if (scheme === '' || scheme === 'file' || isLocalHost(host)) return undefined;
  return args.some((word) => word.text === '-i') ? copied(host) : undefined;
}

function copied(host: string): Hit {
  return { rule: 'copy.upload', sentence: `It copies local files to ${describeHost(host)}.` };
}

const NO_SESSION = ['V', 'Q', 'G', 'O'] as const;
/** Without input: not read at all, or in the background. */
const NO_INPUT = ['n', 'f', 'N'] as const;

const INTERPRETERS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['sh', 'bash', 'zsh', 'ksh', 'dash', 'python', 'python3', 'perl', 'ruby', 'node'],
]);
const SCRIPT = /\.(?:sh|bash|zsh|ksh|py|pl|rb|js)$/;
const OPTION = /^-/;
const STDIN_OPTION = /^-[a-z]*s$/;
const DRY = /^(?:-n|--dry-run)$/;
const HELP = /^(?:-h|--help)$/;
/** A repository in a store that is not this machine's. */
const STORE = /^(?:--repo=|-r)?(?:sftp|s3|b2|azure|gs|rest|swift|rclone):/;

const RSYNC_IDLE = ['dry-run', 'list-only', 'daemon', 'server', 'help', 'version'] as const;
