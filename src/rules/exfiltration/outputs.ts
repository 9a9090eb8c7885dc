/**
 * What commands print, as tables: the ones that tell local data, the ones that pass on what they read.
 *
 * @module
 */
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';

/**
 * What kind of data it is. `data`: files, the environment, who and where the user is. `history`:
 * what a version control system tells of a project. `credential`: a secret that is there to be sent
 * to the service that issued it.
 */
export type Data = 'none' | 'credential' | 'history' | 'data';

/** A command that passes on what it reads: its files, or else its standard input. */
export interface Filter extends Grammar {
  /** How many operands stand before the files, such as a pattern. */
  readonly skip?: number;
  /** Options that give what otherwise is the first operand. */
  readonly instead?: readonly string[];
  /** Whether it names no files to read, and always passes on its input. */
  readonly passes?: boolean;
}

/** Commands whose output is local data, whatever they are called with. */
export const TELLERS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  // Who and where.
  ...['whoami', 'id', 'logname', 'users', 'groups', 'who', 'w', 'last', 'lastlog', 'finger'],
  ...['hostname', 'hostnamectl', 'getent', 'pwd', 'printenv', 'history', 'fc', 'crontab'],
  // The machine and what runs on it.
  ...['ps', 'top', 'lsof', 'netstat', 'ss', 'arp', 'ip', 'ifconfig', 'ipconfig', 'route'],
  ...['systeminfo', 'lscpu', 'lsblk', 'lspci', 'lsusb', 'dmidecode', 'sw_vers', 'system_profiler'],
  ...['journalctl', 'dmesg'],
  // Files: their names, their contents in archives, the clipboard, databases, key chains.
  ...['ls', 'dir', 'vdir', 'find', 'fd', 'fdfind', 'tree', 'du', 'locate'],
  ...['tar', 'gtar', 'bsdtar', 'zip', '7z', '7za', '7zz', 'rar', 'cpio', 'pax'],
  ...['pbpaste', 'xclip', 'xsel', 'wl-paste', 'get-clipboard'],
  ...['pg_dump', 'pg_dumpall', 'mysqldump', 'mariadb-dump', 'mongodump', 'mongoexport', 'sqlite3'],
  ...['security', 'secret-tool', 'keyring', 'pass', 'gopass', 'kwallet-query'],
  ...['get-content', 'gc', 'get-childitem', 'gci'],
]);

/** Git subcommands that tell of a project's past and its contents. */
const GIT_TELLERS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['log', 'show', 'diff', 'format-patch', 'archive', 'cat-file', 'bundle', 'stash', 'blame'],
  ...['grep', 'ls-files', 'reflog', 'shortlog', 'whatchanged', 'fast-export'],
]);

/** Subcommands of container tools that tell of what is in containers and clusters. */
const CONTAINER_TELLERS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['inspect', 'logs', 'save', 'export', 'secret', 'secrets', 'configmap', 'config'],
]);

/** What code calls to read files and the environment. */
export const READING_CALLS: readonly string[] = /* @__PURE__ */ Object.freeze([
  ...['open(', 'read_text', 'read_bytes', 'os.environ', 'getenv', 'gethostname', 'getuser'],
  ...['readFile', 'createReadStream', 'process.env', 'userInfo', 'File.', 'IO.read', 'ReadAll'],
  ...['ENV[', 'ENV{', 'file_get_contents', 'Get-Content'],
]);

const SCRIPT_FIRST = { skip: 1 } as const;

const GREP: Filter = {
  ...SCRIPT_FIRST,
  instead: ['regexp', 'file'],
  options: [
    '-e --regexp=',
    '-f --file=',
    '-m --max-count=',
    '-A --after-context=',
    '-B --before-context=',
    '-C --context=',
    '-d --directories=',
    '-D --devices=',
    '--include=',
    '--exclude=',
    '--exclude-dir=',
    '--color --colour[=]',
    '-q --quiet',
  ],
};

const RIPGREP: Filter = {
  ...GREP,
  options: [...GREP.options, '-g --glob=', '-t --type=', '-T --type-not=', '-j --threads='],
};

const AWK: Filter = {
  ...SCRIPT_FIRST,
  instead: ['file', 'source'],
  options: ['-F --field-separator=', '-v --assign=', '-e --source=', '-f --file='],
};

const PACKER: Filter = {
  options: ['-S --suffix=', '-T --threads=', '-M --memlimit=', '-o --output='],
};

const DUMP: Filter = { options: ['-n --length=', '-s --skip=', '-e=', '-f='] };

const PLAIN: Filter = { options: ['--version', '--help'] };

const PASSES: Filter = { options: [], passes: true };

const WRAP: Filter = { options: ['-w --wrap=', '-d --decode', '--version'] };

/** The filters, with the options of each that take a value, so that no value is taken for a file. */
export const FILTERS: { readonly [program: string]: Filter } = /* @__PURE__ */ Object.freeze({
  cat: PLAIN,
  tac: PLAIN,
  bat: { options: ['-l --language=', '-r --line-range=', '--style=', '--theme='] },
  batcat: PLAIN,
  less: PLAIN,
  more: PLAIN,
  rev: PLAIN,
  tee: PASSES,
  sponge: PASSES,
  mbuffer: PASSES,
  buffer: PASSES,
  pv: { options: ['-L --rate-limit=', '-s --size=', '-N --name=', '-B --buffer-size='] },
  expand: PLAIN,
  uuencode: PLAIN,
  column: { options: ['-s --separator=', '-o --output-separator=', '-c --output-width='] },
  nl: { options: ['-b=', '-d=', '-f=', '-h=', '-i=', '-l=', '-n=', '-s=', '-v=', '-w='] },
  head: { options: ['-n --lines=', '-c --bytes=', '--version'] },
  tail: { options: ['-n --lines=', '-c --bytes=', '-s --sleep-interval=', '--pid=', '--version'] },
  base64: { options: ['-w --wrap=', '-b --break=', '-i --input=', '-D -d --decode', '--version'] },
  base32: WRAP,
  basenc: WRAP,
  xxd: { options: ['-l=', '-c=', '-g=', '-s=', '-o=', '-n=', '-v --version'] },
  od: { options: ['-A=', '-t --format=', '-N --read-bytes=', '-j --skip-bytes=', '-S='] },
  hexdump: DUMP,
  hd: DUMP,
  strings: { options: ['-n --bytes=', '-t --radix=', '-e --encoding='] },
  cut: { options: ['-d --delimiter=', '-f --fields=', '-b --bytes=', '-c --characters='] },
  paste: { options: ['-d --delimiters='] },
  sort: {
    options: ['-k --key=', '-t --field-separator=', '-o --output=', '-S=', '-T=', '--parallel='],
  },
  uniq: { options: ['-f --skip-fields=', '-s --skip-chars=', '-w --check-chars='] },
  fold: { options: ['-w --width='] },
  fmt: { options: ['-w --width='] },
  iconv: { options: ['-f --from-code=', '-t --to-code=', '-o --output='] },
  tr: PASSES,
  sed: {
    ...SCRIPT_FIRST,
    instead: ['expression', 'file'],
    options: ['-e --expression=', '-f --file=', '-l --line-length=', '-i --in-place[=]'],
  },
  awk: AWK,
  gawk: AWK,
  mawk: AWK,
  grep: GREP,
  egrep: GREP,
  fgrep: GREP,
  zgrep: GREP,
  rg: RIPGREP,
  ag: RIPGREP,
  yq: { ...SCRIPT_FIRST, options: ['-p --input-format=', '-o --output-format=', '-I --indent='] },
  gzip: PACKER,
  pigz: PACKER,
  bzip2: PACKER,
  xz: PACKER,
  zstd: PACKER,
  lz4: PACKER,
  brotli: PACKER,
  zcat: PACKER,
  gunzip: PACKER,
  gpg: {
    options: ['-r --recipient=', '-o --output=', '-u --local-user=', '--passphrase=', '--version'],
  },
  age: { options: ['-r --recipient=', '-o --output=', '-i --identity=', '-R='] },
});

/** Programs whose subcommand, or its absence, decides what they print. */
export const SUBCOMMANDS: { readonly [program: string]: (execution: Execution) => Data } =
  /* @__PURE__ */ Object.freeze({
    env: outputOfEnv,
    set: outputOfList,
    export: outputOfList,
    declare: outputOfList,
    typeset: outputOfList,
    uname: outputOfUname,
    git: outputOfGit,
    zfs: outputOfSnapshots,
    btrfs: outputOfSnapshots,
    docker: outputOfContainers,
    podman: outputOfContainers,
    kubectl: outputOfContainers,
    gh: outputOfService,
    glab: outputOfService,
    gcloud: outputOfService,
    az: outputOfService,
    aws: outputOfService,
    vault: outputOfService,
    op: outputOfService,
  });

function outputOfEnv(execution: Execution): Data {
  const command = execution.args.some((word) => {
    return !word.text.startsWith('-') && !word.text.includes('=');
  });
  return command ? 'none' : 'data';
}

/** Lists all variables when it is called without the name of one. */
function outputOfList(execution: Execution): Data {
  return execution.args.every((word) => LISTS.test(word.text)) ? 'data' : 'none';
}

/** `uname -s` and `-m` choose a download; the host's name is in `-n` and `-a`. */
function outputOfUname(execution: Execution): Data {
  return execution.args.some((word) => TELLS_HOST.test(word.text)) ? 'data' : 'none';
}

function outputOfGit(execution: Execution): Data {
  const name = readOptions(execution.args, GIT).operands[0]?.text ?? '';
  if (name === 'credential' || name === 'config') return 'data';
  return GIT_TELLERS.has(name) ? 'history' : 'none';
}

/** `zfs send`, `btrfs send`: all that is in a snapshot. */
function outputOfSnapshots(execution: Execution): Data {
  return execution.args[0]?.text === 'send' ? 'data' : 'none';
}

function outputOfContainers(execution: Execution): Data {
  if (execution.args.some((word) => word.text === 'token')) return 'credential';
  return execution.args.some((word) => CONTAINER_TELLERS.has(word.text)) ? 'data' : 'none';
}

/** Clients of a service that print the token they hold. */
function outputOfService(execution: Execution): Data {
  return execution.args.some((word) => TELLS_TOKEN.test(word.text)) ? 'credential' : 'none';
}

/** Options of a command that lists variables. */
const LISTS = /^-[A-Za-z]+$/;

const TELLS_HOST = /^(?:-[a-z]*[an][a-z]*|--all|--nodename)$/;

const TELLS_TOKEN = /^(?:token|get|(?:print|get)-(?:access|identity)-token|get-login-password)$/;

const GIT: Grammar = {
  options: ['-C=', '-c=', '--git-dir=', '--work-tree=', '--namespace=', '--config-env='],
  stopAtOperand: true,
};
