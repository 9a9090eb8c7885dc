/**
 * Sessions of file transfer: what their commands would send, from whichever place they come.
 *
 * @module
 */
import type { Hit, RuleTable } from '../rule.js';
import { contentOf, inputText, isInput } from '../shell/code/interpreters.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import type { Word } from '../shell/word.js';
import { FTP_OPTIONS, LFTP, SFTP, SMBCLIENT } from './grammars.js';
import {
  bareHost,
  describeHost,
  findRemote,
  isLocalHost,
  readAddress,
  remoteHost,
} from './target.js';

/** The rules of clients that transfer files by commands. */
export const FTP: RuleTable = /* @__PURE__ */ Object.freeze({
  sftp,
  psftp: sftp,
  lftp,
  ftp,
  ncftp: ftp,
  ncftpput,
  tftp,
  atftp: tftp,
  smbclient,
});

function sftp(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, SFTP);
  const [host, local] = options.operands;
  if (host === undefined) return undefined;
  const batch = options.value('b');
  // `sftp host:file` fetches the file and leaves.
  const path = pathOf(host);
  if (path !== '' && batch === undefined && (local !== undefined || !path.endsWith('/'))) {
    return undefined;
  }
  const name = remoteHost(host) ?? bareHost(host.text);
  if (isLocalHost(name)) return undefined;
  return judgeSession(readCommands(batch === undefined ? [] : [batch], execution), name);
}

/** What is named on the host: behind `host:`, or in the path of a URL. */
function pathOf(host: Word): string {
  if (URL_START.test(host.text)) return host.text.slice(readAddress(host.text).end);
  const remote = findRemote(host.text);
  if (remote === undefined) return '';
  // Behind the host stand a bracket, if it has any, and the colon.
  return host.text.slice(host.text.indexOf(':', remote.start + remote.host.length) + 1);
}

function lftp(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, LFTP);
  if (options.has('help') || options.has('version')) return undefined;
  const [site] = options.operands;
  const inline = [...options.values('c'), ...options.values('e')];
  const commands =
    inline.length > 0
      ? { kind: 'known' as const, text: inline.map((word) => word.text).join('\n') }
      : readCommands(options.values('f'), execution);
  const host = site === undefined ? openedHost(commands) : readAddress(site.text).host;
  if (host === undefined || isLocalHost(host)) return undefined;
  return judgeSession(commands, host);
}

function ftp(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, FTP_OPTIONS);
  const [host] = options.operands;
  const upload = options.value('u');
  if (upload !== undefined) {
    const name = readAddress(upload.text).host;
    return isLocalHost(name) ? undefined : sent(name);
  }
  // `ftp host:/file` and `ftp https://host/file` fetch.
  if (host?.text.includes('/') === true) return undefined;
  const commands = readCommands([], execution);
  const name = host === undefined ? openedHost(commands) : bareHost(host.text);
  return name === undefined || isLocalHost(name) ? undefined : judgeSession(commands, name);
}

function ncftpput(execution: Execution): Hit | undefined {
  const [host, ...rest] = readOptions(execution.args, NCFTPPUT).operands;
  if (host === undefined || rest.length === 0 || isLocalHost(host.text)) return undefined;
  return sent(host.text);
}

function tftp(execution: Execution): Hit | undefined {
  const words = execution.args.map((word) => word.text);
  const options = readOptions(execution.args, TFTP);
  const [host] = options.operands;
  if (host === undefined || isLocalHost(host.text)) return undefined;
  if (options.has('get') || words.includes('get')) return undefined;
  if (options.has('put') || words.includes('put')) return sent(host.text);
  return judgeSession(readCommands([], execution), host.text);
}

function smbclient(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, SMBCLIENT);
  if (options.has('list') || options.has('help')) return undefined;
  const [, host] = SHARE.exec(options.operands[0]?.text ?? '') ?? [];
  if (host === undefined || isLocalHost(host)) return undefined;
  const inline = options.values('command').map((word) => word.text);
  if (inline.length > 0) return judgeSession({ kind: 'known', text: inline.join('\n') }, host);
  return judgeSession(readCommands([], execution), host);
}

/** The commands of a session; `open` when somebody types them, or a file says them. */
type Commands = { readonly kind: 'known'; readonly text: string } | { readonly kind: 'open' };

function readCommands(files: readonly Word[], execution: Execution): Commands {
  const texts =
    files.length === 0
      ? [inputText(execution)]
      : files.map((file) => {
          return isInput(file) ? inputText(execution) : contentOf(file);
        });
  const known = texts.filter((text) => text !== undefined);
  if (known.length < texts.length) return { kind: 'open' };
  return { kind: 'known', text: known.map((text) => text.text).join('\n') };
}

/** A session that is open to any command may send; one whose commands are known does what they say. */
function judgeSession(commands: Commands, host: string): Hit | undefined {
  if (commands.kind === 'open') {
    return {
      rule: 'ftp.session',
      sentence: `It opens a session that can send files to ${describeHost(host)}.`,
    };
  }
  return linesOf(commands.text).some(isUpload) ? sent(host) : undefined;
}

function sent(host: string): Hit {
  return { rule: 'ftp.put', sentence: `It sends local files to ${describeHost(host)}.` };
}

function linesOf(text: string): readonly (readonly string[])[] {
  return text.split(SEPARATORS).map((line) => line.trim().split(SPACES));
}

function isUpload([first = '', ...rest]: readonly string[]): boolean {
  const command = first.replace(QUIET, '').toLowerCase();
  if (command === 'mirror') return rest.some((word) => REVERSE.test(word));
  return UPLOADS.has(command);
}

/** The host of an `open host` among the commands. */
function openedHost(commands: Commands): string | undefined {
  if (commands.kind === 'open') return undefined;
  for (const [command, ...rest] of linesOf(commands.text)) {
    const host =
      command === 'open' ? rest.filter((word) => !word.startsWith('-')).at(-1) : undefined;
    if (host !== undefined) return readAddress(host).host;
  }
  return undefined;
}

/** Commands that send files, in any of these clients. */
const UPLOADS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['put', 'mput', 'reput', 'send', 'append', 'mirror-r', 'rput'],
]);

const URL_START = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//;
const SEPARATORS = /[\n;]|&&/;
const SPACES = /\s+/;
/** `-put` and `@put` go on after an error, or say nothing. */
const QUIET = /^[-@]+/;
const REVERSE = /^(?:-[A-Za-z]*R[A-Za-z]*|--reverse)$/;

const SHARE = /^[/\\]{2}([^/\\]+)[/\\]/;

const NCFTPPUT: Grammar = {
  options: [
    '-u=',
    '-p=',
    '-P=',
    '-d=',
    '-e=',
    '-U=',
    '-t=',
    '-r=',
    '-f=',
    '-o=',
    '-W=',
    '-X=',
    '-Y=',
  ],
};

const TFTP: Grammar = {
  options: [
    '-g --get',
    '-p --put',
    '-l --local-file=',
    '-r --remote-file=',
    '-m --mode=',
    '-b=',
    '--option=',
    '--tftp-timeout=',
  ],
};
