/**
 * Wrappers that stand in front of the command that they run, one row each.
 *
 * @module
 */
import { tableOf } from '../tables.js';
import type { Elsewhere } from './execution.js';
import type { Grammar } from './options.js';

/** A wrapper whose command follows its own options and operands. */
export interface Prefix extends Grammar {
  /** How many operands stand before the command. */
  readonly skip?: number;
  /** Whether `NAME=value` operands stand before the command. */
  readonly settings?: boolean;
  /** The option that names the directory to run in. */
  readonly directory?: string;
  /** Whether the operands are joined and given to a shell. */
  readonly joined?: boolean;
  /** Whether each operand is a text for a shell. */
  readonly each?: boolean;
  /** The option whose value is given to a shell. */
  readonly script?: string;
  /** The option that names a user; without it one operand does, in front of the options. */
  readonly user?: string;
  /** A word that may stand in front of the command. */
  readonly lead?: string;
  /** Options with which nothing is run. */
  readonly idle?: readonly string[];
  /** The subcommands that run something; the other ones do not. */
  readonly subcommands?: readonly string[];
  /** Whether a lone dash among the options asks for a login shell. */
  readonly dash?: boolean;
  readonly elsewhere?: Elsewhere;
}

/** A wrapper without options that take a value. */
const PLAIN: Prefix = { options: [] };

/** A runner of programs in a project's own environment: `run program`, `exec -- program`. */
const RUN: Prefix = {
  options: ['-p= --python=', '-w= --with=', '-C= --directory=', '--project=', '-e= --env='],
  subcommands: ['run', 'exec', 'x', 'dlx'],
};

/** By program name. Values and flags as in each program's manual; unlisted flags take no value. */
export const PREFIXES: ReadonlyMap<string, Prefix> = /* @__PURE__ */ tableOf<Prefix>({
  sudo: {
    options: [
      '-u= --user=',
      '-g= --group=',
      '-h= --host=',
      '-p= --prompt=',
      '-C= --close-from=',
      '-D= --chdir=',
      '-R= --chroot=',
      '-r= --role=',
      '-t= --type=',
      '-T= --command-timeout=',
      '-U= --other-user=',
      '-e --edit',
      '-l --list',
      '-v --validate',
      '-K --remove-timestamp',
      '-V --version',
      '-A --askpass',
      '-b --background',
      '-E --preserve-env[=]',
      '-H --set-home',
      '-i --login',
      '-k --reset-timestamp',
      '-n --non-interactive',
      '-P --preserve-groups',
      '-S --stdin',
      '-s --shell',
      '-B --bell',
      '-N --no-update',
    ],
    settings: true,
    directory: 'chdir',
    idle: ['edit', 'list', 'validate', 'remove-timestamp', 'version'],
  },
  doas: { options: ['-u= --user=', '-C=', '-n', '-s', '-L'], idle: ['C', 'L'], settings: true },
  pkexec: { options: ['-u= --user='] },
  gosu: { options: [], skip: 1 },
  'su-exec': { options: [], skip: 1 },
  su: {
    options: [
      '-c= --command=',
      '-s= --shell=',
      '-g= --group=',
      '-G= --supp-group=',
      '-w= --whitelist-environment=',
      '-l --login',
      '-m -p --preserve-environment',
      '-P --pty',
      '--session-command=',
    ],
    script: 'command',
    skip: 1,
    dash: true,
  },
  runuser: {
    options: [
      '-u= --user=',
      '-g= --group=',
      '-G= --supp-group=',
      '-c= --command=',
      '-s= --shell=',
      '-w= --whitelist-environment=',
      '-l --login',
    ],
    script: 'command',
    user: 'user',
    dash: true,
  },
  sg: { options: ['-c= --command='], skip: 1, script: 'command', joined: true },
  env: {
    options: [
      '-u= --unset=',
      '-C= --chdir=',
      '-S= --split-string=',
      '-a= --argv0=',
      '-i --ignore-environment',
      '-0 --null',
      '-v --debug',
      '--version',
      '--help',
    ],
    settings: true,
    directory: 'chdir',
    idle: ['version', 'help'],
    script: 'split-string',
    dash: true,
  },
  command: { options: ['-p', '-v', '-V'], idle: ['v', 'V'] },
  builtin: PLAIN,
  exec: { options: ['-a=', '-c', '-l'] },
  time: { options: ['-f= --format=', '-o= --output=', '-a', '-p', '-q', '-v'] },
  nohup: { options: ['--version', '--help'], idle: ['version', 'help'] },
  nice: { options: ['-n= --adjustment=', '--version', '--help'], idle: ['version', 'help'] },
  ionice: {
    options: ['-c= --class=', '-n= --classdata=', '-p= --pid=', '-P= --pgid=', '-u= --uid=', '-t'],
    idle: ['pid', 'pgid', 'uid'],
  },
  chrt: {
    options: ['-p --pid', '-T= --sched-runtime=', '-P= --sched-period=', '-D= --sched-deadline='],
    skip: 1,
    idle: ['pid'],
  },
  taskset: { options: ['-p --pid', '-c --cpu-list', '-a --all-tasks'], skip: 1, idle: ['pid'] },
  numactl: {
    options: ['-i= --interleave=', '-m= --membind=', '-N= --cpunodebind=', '-C= --physcpubind='],
  },
  timeout: {
    options: ['-k= --kill-after=', '-s= --signal=', '-v --verbose', '--version', '--help'],
    skip: 1,
    idle: ['version', 'help'],
  },
  setsid: { options: ['-c --ctty', '-f --fork', '-w --wait'] },
  stdbuf: { options: ['-i= --input=', '-o= --output=', '-e= --error='] },
  unbuffer: { options: ['-p'] },
  rlwrap: PLAIN,
  strace: {
    options: [
      '-a=',
      '-b=',
      '-e= --trace=',
      '-I=',
      '-o= --output=',
      '-O=',
      '-p= --attach=',
      '-P=',
      '-s=',
      '-S=',
      '-u=',
      '-U=',
      '-E= --env=',
      '-X=',
      '-c',
      '-f --follow-forks',
    ],
  },
  ltrace: { options: ['-a=', '-e=', '-l=', '-n=', '-o=', '-p=', '-s=', '-u=', '-x=', '-F='] },
  valgrind: { options: [] },
  perf: {
    options: ['-e=', '-o=', '-p=', '-F=', '-r=', '-C=', '-g'],
    subcommands: ['stat', 'record', 'trace'],
  },
  unshare: {
    options: [
      '-S= --setuid=',
      '-G= --setgid=',
      '-R= --root=',
      '-w= --wd=',
      '--propagation=',
      '--setgroups=',
      '--map-user=',
      '--map-group=',
      '-r --map-root-user',
      '-m --mount[=]',
      '-p --pid[=]',
      '-n --net[=]',
      '-f --fork',
    ],
    directory: 'wd',
  },
  nsenter: {
    options: [
      '-t= --target=',
      '-S= --setuid=',
      '-G= --setgid=',
      '-r[=] --root[=]',
      '-w[=] --wd[=]',
      '-a --all',
      '-m --mount[=]',
      '-p --pid[=]',
      '-n --net[=]',
    ],
  },
  chroot: { options: ['--userspec=', '--groups=', '--skip-chdir'], skip: 1 },
  fakeroot: { options: ['-l= --lib=', '-s=', '-i=', '-b='] },
  proot: { options: ['-r= --rootfs=', '-b= --bind=', '-w= --cwd=', '-q= --qemu='] },
  bwrap: { options: [], singleDashLong: true },
  firejail: { options: [] },
  flock: {
    options: [
      '-c= --command=',
      '-E= --conflict-exit-code=',
      '-w= --timeout= --wait=',
      '-n --nonblock',
      '-s --shared',
      '-x -e --exclusive',
      '-u --unlock',
      '-o --close',
      '-F --no-fork',
    ],
    skip: 1,
    script: 'command',
  },
  watch: {
    options: [
      '-n= --interval=',
      '-q= --equexit=',
      '-s= --shotsdir=',
      '-b --beep',
      '-c --color',
      '-d --differences[=]',
      '-e --errexit',
      '-g --chgexit',
      '-t --no-title',
      '-x --exec',
      '-w --no-wrap',
    ],
    joined: true,
  },
  script: {
    options: [
      '-c= --command=',
      '-E= --echo=',
      '-I= --log-in=',
      '-O= --log-out=',
      '-B= --log-io=',
      '-T= --log-timing=',
      '-m= --logging-format=',
      '-o= --output-limit=',
      '-q --quiet',
      '-a --append',
      '-e --return',
      '-f --flush',
    ],
    script: 'command',
    // BSD's form: a log file, then the command.
    skip: 1,
  },
  'systemd-run': {
    options: [
      '-p= --property=',
      '-u= --unit=',
      '-M= --machine=',
      '-H= --host=',
      '-E= --setenv=',
      '--uid=',
      '--gid=',
      '--nice=',
      '--slice=',
      '--description=',
      '--working-directory=',
      '--on-active=',
      '--on-calendar=',
    ],
  },
  'systemd-inhibit': { options: ['--what=', '--who=', '--why=', '--mode='] },
  'dbus-run-session': { options: ['--config-file=', '--dbus-daemon='] },
  'xvfb-run': {
    options: ['-n= --server-num=', '-e= --error-file=', '-s= --server-args=', '-f=', '-a'],
  },
  caffeinate: { options: ['-t=', '-w='] },
  catchsegv: PLAIN,
  chronic: PLAIN,
  sem: {
    options: ['-j= --jobs=', '--id=', '--semaphoretimeout= --st=', '--timeout=', '--fg', '--bg'],
    joined: true,
  },
  ts: { options: ['-S=', '-L=', '-N=', '-D=', '-n', '-f', '-m', '-d'], abbreviations: false },
  setarch: { options: ['-R', '-B', '-F', '-I', '-L', '-S', '-T', '-X', '-Z'], skip: 1 },
  linux32: { options: ['-R', '-B'] },
  linux64: { options: ['-R', '-B'] },
  i386: { options: ['-R', '-B'] },
  x86_64: { options: ['-R', '-B'] },
  busybox: PLAIN,
  toybox: PLAIN,
  tini: { options: ['-p=', '-s', '-v'] },
  'dumb-init': PLAIN,
  torsocks: { options: ['-u=', '-p=', '-a=', '-P='] },
  proxychains: { options: ['-f='] },
  proxychains4: { options: ['-f='] },
  sshpass: { options: ['-f=', '-d=', '-p=', '-P=', '-e', '-v'] },
  hyperfine: {
    options: [
      '-w= --warmup=',
      '-r= --runs=',
      '-m= --min-runs=',
      '-M= --max-runs=',
      '-p= --prepare=',
      '-S= --shell=',
    ],
    each: true,
  },
  concurrently: {
    options: ['-n= --names=', '-c= --prefix-colors=', '-m= --max-processes='],
    each: true,
  },
  entr: { options: ['-a', '-c', '-d', '-n', '-p', '-r', '-s'] },
  nodemon: { options: ['-x= --exec=', '-w= --watch=', '-e= --ext='], script: 'exec' },
  'nix-shell': { options: ['--run=', '--command=', '-p= --packages='], script: 'run' },
  'aws-vault': { options: ['-d= --duration=', '--region='], subcommands: ['exec'], skip: 1 },
  doppler: {
    options: ['-p= --project=', '-c= --config=', '--command='],
    subcommands: ['run'],
    script: 'command',
  },
  infisical: {
    options: ['--env=', '--path=', '--command='],
    subcommands: ['run'],
    script: 'command',
  },
  op: { options: ['--env-file='], subcommands: ['run'] },
  chamber: { options: [], subcommands: ['exec'], skip: 1 },
  direnv: { options: [], subcommands: ['exec'], skip: 1 },
  dotenv: { options: ['-e=', '-f= --file=', '-v=', '-c', '-o'], lead: 'run' },
  'cross-env': { options: [], settings: true },
  'cross-env-shell': { options: [], settings: true, joined: true },
  npx: {
    options: ['-p= --package=', '-c= --call=', '-w= --workspace=', '-y --yes'],
    script: 'call',
  },
  pnpx: { options: ['-p= --package=', '-c= --shell-mode='] },
  bunx: { options: ['-p= --package='] },
  uvx: { options: ['--from=', '--with=', '-p= --python='] },
  uv: RUN,
  poetry: RUN,
  pipenv: RUN,
  pdm: RUN,
  rye: RUN,
  hatch: RUN,
  pipx: { options: ['--spec=', '--python='], subcommands: ['run'] },
  conda: { options: ['-n= --name=', '-p= --prefix=', '--cwd='], subcommands: ['run'] },
  bundle: { options: [], subcommands: ['exec'] },
  mise: { options: ['-C= --cd='], subcommands: ['exec', 'x'] },
  asdf: { options: [], subcommands: ['exec'] },
});
