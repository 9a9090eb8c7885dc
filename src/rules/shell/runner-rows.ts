/**
 * Rows of programs that run a command behind words of their own, each as in its manual.
 *
 * @module
 */
import { tableOf } from '../tables.js';
import type { Elsewhere } from './execution.js';
import type { Grammar } from './options.js';

/** How a program names the command that it runs. */
export interface Runner extends Grammar {
  /** The words in front of what it runs, `*` for any: `compute ssh`; `|` between alternatives. */
  readonly words?: string;
  /** How many operands stand before the command. */
  readonly skip?: number;
  /** Whether the command begins behind `--` alone. */
  readonly dashes?: boolean;
  /** The option whose value is given to a shell. */
  readonly script?: string;
  /** The option that all that follows is the command of. */
  readonly last?: string;
  /** Whether the operands are joined and given to a shell. */
  readonly joined?: boolean;
  /** Options with which nothing is run. */
  readonly idle?: readonly string[];
  readonly elsewhere?: Elsewhere;
}

/** The names of the programs. */
export function runnerNames(): readonly string[] {
  return [...RUNNERS.keys()];
}

/** The rows of a program, which are tried in order. */
export function rowsOf(name: string): readonly Runner[] | undefined {
  return RUNNERS.get(name) ?? (name.startsWith('ld') && LOADER.test(name) ? LOADERS : undefined);
}

/** The loader of dynamic programs, which may be called with a program to load. */
const LOADER = /^ld(?:-linux[\w-]*|-musl-\w+|-[\d.]+)?\.so(?:\.\d+)?$/;

/** Programs whose command follows their own options at once. */
const PLAIN: readonly Runner[] = [{ options: [] }];
/** Those that take a user, a directory or a name first. */
const ONE: readonly Runner[] = [{ options: [], skip: 1 }];
const LOADERS: readonly Runner[] = [
  {
    options: [
      '--library-path=',
      '--preload=',
      '--argv0=',
      '--audit=',
      '--inhibit-rpath=',
      '--list',
      '--verify',
      '--help',
      '--version',
    ],
    idle: ['list', 'verify', 'help', 'version'],
  },
];
const EMULATOR: readonly Runner[] = [
  { options: ['-L=', '-E=', '-U=', '-0=', '-cpu=', '-s=', '-g=', '-r='], singleDashLong: true },
];
const PARALLEL_SSH: readonly Runner[] = [
  {
    options: [
      ...['-h= --hosts=', '-H= --host=', '-l= --user=', '-p= --par=', '-o= --outdir='],
      ...['-e= --errdir=', '-t= --timeout=', '-O= --option=', '-x= --extra-args=', '-X= --arg='],
      ...['-i --inline', '-P --print', '-v --verbose', '-A --askpass', '-I --send-input'],
    ],
    joined: true,
    elsewhere: 'host',
  },
];
const TERMINAL: readonly Runner[] = [{ options: [], last: '-e -x --execute --command' }];
const ENVIRONMENT: readonly Runner[] = [
  { words: 'exec|run', options: ['-n= --name=', '-p= --prefix=', '--cwd=', '--using=', '--node='] },
];
const IN_SHELL: readonly Runner[] = [{ options: ['-c= --commands='], script: 'commands' }];

const RUNNERS: ReadonlyMap<string, readonly Runner[]> = /* @__PURE__ */ tableOf<readonly Runner[]>({
  // Privileges, limits and scheduling.
  setpriv: [
    {
      options: [
        ...['--reuid=', '--regid=', '--groups=', '--inh-caps=', '--ambient-caps=', '--pdeathsig='],
        ...['--bounding-set=', '--securebits=', '--selinux-label=', '--apparmor-profile='],
        ...['-d --dump', '--landlock-access=', '--landlock-rule=', '--ruid=', '--euid='],
      ],
      idle: ['dump'],
    },
  ],
  run0: [{ options: ['-u= --user=', '-g= --group=', '-D= --chdir=', '--setenv=', '--unit='] }],
  please: [{ options: ['-u= --user=', '-t= --target=', '-d= --dir='] }],
  dzdo: [{ options: ['-u= --user=', '-g='] }],
  runcon: [{ options: ['-t= --type=', '-u= --user=', '-r= --role=', '-l= --range='] }],
  prlimit: [{ options: ['-p= --pid=', '-o= --output='], idle: ['pid'] }],
  choom: [{ options: ['-n= --adjust=', '-p= --pid='], idle: ['pid'] }],
  uclampset: [{ options: ['-m=', '-M=', '-p= --pid=', '-a', '-s'], idle: ['pid'] }],
  cgexec: [{ options: ['-g='] }],
  trickle: [{ options: ['-d=', '-u=', '-w=', '-t=', '-l=', '-n=', '-s'] }],
  cpulimit: [{ options: ['-l= --limit=', '-p= --pid=', '-e= --exe='], idle: ['pid', 'exe'] }],
  daemonize: [{ options: ['-c=', '-e=', '-o=', '-p=', '-l=', '-u=', '-E='] }],
  daemon: [{ options: ['-n= --name=', '-u= --user=', '-D= --chdir=', '-o= --output='] }],
  'start-stop-daemon': [
    {
      options: [
        ...['-x= -a= --startas= --exec=', '-p= --pidfile=', '-u= --user=', '-c= --chuid='],
        ...['-n= --name=', '-d= --chdir=', '-S --start', '-K --stop', '-b --background'],
      ],
      script: 'exec',
      joined: true,
      idle: ['stop'],
    },
  ],
  's6-setuidgid': ONE,
  setuidgid: ONE,
  envdir: ONE,
  envuidgid: ONE,
  setlock: ONE,
  chpst: [{ options: ['-u=', '-U=', '-b=', '-/=', '-n=', '-l=', '-L=', '-m=', '-o=', '-e='] }],
  softlimit: [{ options: ['-a=', '-d=', '-f=', '-l=', '-m=', '-o=', '-p=', '-s=', '-t=', '-c='] }],
  arch: [{ options: ['-arch=', '-e=', '-x86_64', '-arm64', '-32', '-64'], singleDashLong: true }],
  heaptrack: [{ options: ['-o= --output='] }],
  gdb: [{ options: [], last: '--args -args' }],
  wine: PLAIN,
  wine64: PLAIN,
  'qemu-x86_64': EMULATOR,
  'qemu-i386': EMULATOR,
  'qemu-aarch64': EMULATOR,
  'qemu-arm': EMULATOR,
  'qemu-x86_64-static': EMULATOR,
  'qemu-aarch64-static': EMULATOR,
  'qemu-arm-static': EMULATOR,
  // Terminals, watchers, other shells.
  xterm: TERMINAL,
  uxterm: TERMINAL,
  urxvt: TERMINAL,
  rxvt: TERMINAL,
  st: TERMINAL,
  konsole: TERMINAL,
  alacritty: TERMINAL,
  terminator: TERMINAL,
  'xfce4-terminal': TERMINAL,
  lxterminal: TERMINAL,
  'x-terminal-emulator': TERMINAL,
  'gnome-terminal': [{ options: [], dashes: true }, ...TERMINAL],
  kitty: PLAIN,
  foot: PLAIN,
  watchexec: [
    { options: ['-w= --watch=', '-e= --exts=', '-i= --ignore=', '-d= --debounce=', '--shell='] },
  ],
  nu: IN_SHELL,
  elvish: [{ options: ['-c'], joined: true }],
  xonsh: [{ options: ['-c= --commands='], script: 'commands' }],
  yash: IN_SHELL,
  osh: IN_SHELL,
  ysh: IN_SHELL,
  posh: IN_SHELL,
  // Environments of one project or language.
  nix: [{ words: 'develop|shell', options: ['--impure'], last: '-c --command' }],
  devbox: [{ words: 'run', options: ['-c= --config=', '-e= --env='] }],
  rbenv: ENVIRONMENT,
  pyenv: ENVIRONMENT,
  nodenv: ENVIRONMENT,
  opam: ENVIRONMENT,
  fnm: ENVIRONMENT,
  volta: ENVIRONMENT,
  mamba: ENVIRONMENT,
  micromamba: ENVIRONMENT,
  pixi: ENVIRONMENT,
  nvm: [{ words: 'exec|run', options: [], skip: 1 }],
  lerna: [{ words: 'exec', options: ['--scope=', '--ignore=', '--concurrency='] }],
  nx: [{ words: 'exec', options: [] }],
  // Containers and machines beside this one.
  lxc: [
    { words: 'exec', options: ['--env=', '--cwd=', '--user='], skip: 1, elsewhere: 'container' },
  ],
  incus: [
    { words: 'exec', options: ['--env=', '--cwd=', '--user='], skip: 1, elsewhere: 'container' },
  ],
  multipass: [{ words: 'exec', options: ['-d='], skip: 1, elsewhere: 'host' }],
  wsl: [
    { options: [], last: '-e --exec' },
    { options: ['-d= --distribution=', '-u= --user=', '--cd='], joined: true },
  ],
  machinectl: [{ words: 'shell', options: ['-E=', '--uid='], skip: 1, elsewhere: 'container' }],
  'systemd-nspawn': [
    {
      options: ['-D= --directory=', '-M= --machine=', '-u= --user=', '-i= --image=', '--bind='],
      elsewhere: 'container',
    },
  ],
  distrobox: [{ words: 'enter', options: ['-n= --name='], dashes: true }],
  'distrobox-enter': [{ options: ['-n= --name='], dashes: true }],
  toolbox: [{ words: 'run', options: ['-c= --container=', '-d= --distro=', '-r= --release='] }],
  'flatpak-spawn': [{ options: ['--env=', '--directory='] }],
  adb: [
    {
      words: 'shell|exec-out',
      options: ['-s=', '-t=', '-H=', '-P='],
      joined: true,
      elsewhere: 'host',
    },
  ],
  vagrant: [{ words: 'ssh', options: ['-c= --command='], script: 'command', elsewhere: 'host' }],
  minikube: [{ words: 'ssh', options: ['-p= --profile=', '-n= --node='], elsewhere: 'host' }],
  limactl: [{ words: 'shell', options: ['--workdir='], skip: 1, elsewhere: 'host' }],
  colima: [{ words: 'ssh', options: ['-p= --profile='], dashes: true, elsewhere: 'host' }],
  // Other hosts, one or many.
  mosh: [{ options: ['--ssh=', '-p=', '--server='], skip: 1, elsewhere: 'host' }],
  pssh: PARALLEL_SSH,
  'parallel-ssh': PARALLEL_SSH,
  pdsh: [
    {
      options: ['-w=', '-x=', '-g=', '-G=', '-l=', '-t=', '-u=', '-f=', '-R=', '-a', '-q', '-S'],
      joined: true,
      idle: ['q'],
      elsewhere: 'host',
    },
  ],
  clush: [
    {
      options: ['-w=', '-x=', '-g= --group=', '-l= --user=', '-f= --fanout=', '-o= --options='],
      joined: true,
      elsewhere: 'host',
    },
  ],
  dsh: [
    {
      options: ['-m= --machine=', '-g= --group=', '-f= --file=', '-r='],
      joined: true,
      elsewhere: 'host',
    },
  ],
  salt: [{ words: '* cmd.run', options: [], joined: true, elsewhere: 'host' }],
  gcloud: [
    {
      words: 'compute ssh|alpha compute ssh|beta compute ssh|compute tpus tpu-vm ssh',
      options: ['--command=', '--zone=', '--project=', '--ssh-key-file='],
      script: 'command',
      elsewhere: 'host',
    },
  ],
  az: [
    {
      words: 'vm run-command invoke|vmss run-command invoke',
      options: ['--scripts=', '-g= --resource-group=', '-n= --name=', '--command-id='],
      script: 'scripts',
      elsewhere: 'host',
    },
  ],
  heroku: [
    {
      words: 'run|run:detached|ps:exec',
      options: ['-a= --app=', '-r= --remote=', '-s= --size=', '-e= --env='],
      joined: true,
      elsewhere: 'container',
    },
  ],
  fly: [
    {
      words: 'ssh console',
      options: ['-C= --command=', '-a= --app='],
      script: 'command',
      elsewhere: 'container',
    },
  ],
  flyctl: [
    {
      words: 'ssh console',
      options: ['-C= --command=', '-a= --app='],
      script: 'command',
      elsewhere: 'container',
    },
  ],
  gh: [
    {
      words: 'codespace ssh|cs ssh',
      options: ['-c= --codespace='],
      dashes: true,
      elsewhere: 'host',
    },
  ],
});
