/**
 * Commands that run elsewhere, or in another terminal: `ssh`, containers, pods, `tmux`.
 *
 * @module
 */
import type { Execution } from './execution.js';
import type { Inner } from './inner.js';
import { type Grammar, readOptions } from './options.js';
import { readStdin } from './output.js';
import type { Place } from './place.js';
import { dropPrefix, joinWords, sliceWord, textWord, type Word, wordOf } from './word.js';

/** `ssh host command`: the words are joined and given to a shell there, or its input is. */
export function unwrapSsh(execution: Execution): readonly Inner[] {
  const options = readOptions(execution.args, SSH, true);
  const inner = proxyCommands(options.values('o'));
  // Options may also stand between the host and the command.
  const [, ...behind] = options.operands;
  const words = readOptions(behind, SSH, true).operands;
  const [first] = words;
  if (first !== undefined) {
    const text = joinWords(words, ' ', first.span);
    return [...inner, { kind: 'script', text, elsewhere: 'host', cwd: ELSEWHERE }];
  }
  const stdin = readStdin(execution);
  if (stdin === undefined || options.operands.length === 0) return inner;
  const text = wordOf(stdin, execution.span);
  return [...inner, { kind: 'script', text, elsewhere: 'host', cwd: ELSEWHERE }];
}

/** `scp -o ProxyCommand=…`, `sftp -S program`. */
export function unwrapCopy(execution: Execution): readonly Inner[] {
  const options = readOptions(execution.args, SSH);
  return [
    ...proxyCommands(options.values('o')),
    ...options.values('S').map((text): Inner => ({ kind: 'script', text })),
  ];
}

/** `ansible hosts -m shell -a command`. */
export function unwrapAnsible(execution: Execution): readonly Inner[] {
  const options = readOptions(execution.args, ANSIBLE);
  const text = options.value('args');
  const module = options.value('module')?.text ?? 'command';
  if (text === undefined) return [];
  if (FILE_MODULE.test(module)) return removedByModule(text);
  if (!RUNS_ON_HOSTS.test(module)) return [];
  const [all, name = '', mark = ''] = COMMAND_PARAMETER.exec(text.text) ?? [];
  const start = name.length + mark.length;
  const end = all === undefined ? text.text.length : all.trimEnd().length - mark.length;
  const command = all === undefined ? text : sliceWord(text, start, end);
  return [{ kind: 'script', text: command, elsewhere: 'host', cwd: ELSEWHERE }];
}

/** `path=/srv state=absent`: the module removes what is there, with all that is in it. */
function removedByModule(text: Word): readonly Inner[] {
  const [all, before = '', path = ''] = FILE_PATH.exec(text.text) ?? [];
  if (all === undefined || !STATE_ABSENT.test(text.text)) return [];
  const start = text.text.indexOf(all) + before.length;
  const target = sliceWord(text, start, start + path.length);
  const words = ['rm', '-rf', '--'].map((word) => textWord(word, text.span));
  return [{ kind: 'argv', words: [...words, target], elsewhere: 'host', cwd: ELSEWHERE }];
}

/** The commands that settings of SSH have run on this side. */
function proxyCommands(settings: readonly Word[]): readonly Inner[] {
  return settings.flatMap((setting): readonly Inner[] => {
    const length = PROXY_COMMAND.exec(setting.text)?.[0].length;
    return length === undefined ? [] : [{ kind: 'script', text: dropPrefix(setting, length) }];
  });
}

/** `docker exec container command`, `docker run image command`, and those of compose. */
export function unwrapContainer(execution: Execution): readonly Inner[] {
  let words = readOptions(execution.args, DOCKER_GLOBAL, true).operands;
  if (words[0]?.text === 'compose' || words[0]?.text === 'container') {
    words = readOptions(words.slice(1), COMPOSE_GLOBAL, true).operands;
  }
  const [subcommand, ...rest] = words;
  if (subcommand === undefined || !RUNS_IN_CONTAINER.has(subcommand.text)) return [];
  const options = readOptions(rest, DOCKER_RUN, true);
  const [, ...command] = options.operands;
  const entry = options.value('entrypoint');
  return inContainer(entry === undefined ? command : [entry, ...command], execution);
}

/** `kubectl exec pod -- command`, `kubectl run`, `kubectl debug`. */
export function unwrapKubectl(execution: Execution): readonly Inner[] {
  const { args } = execution;
  const verb = args.find((word) => KUBECTL_VERBS.has(word.text));
  const dashes = args.findIndex((word) => word.text === '--');
  if (verb === undefined) return [];
  if (dashes >= 0) return inContainer(args.slice(dashes + 1), execution);
  if (verb.text !== 'exec') return [];
  // The old form without `--`: the pod, then the command.
  const { operands } = readOptions(args.slice(args.indexOf(verb) + 1), KUBECTL, true);
  return inContainer(operands.slice(1), execution);
}

/** `tmux new-session 'command'`, `tmux send-keys 'command' Enter`. */
export function unwrapTmux(execution: Execution): readonly Inner[] {
  const [subcommand, ...rest] = readOptions(execution.args, TMUX_GLOBAL, true).operands;
  if (subcommand === undefined || !TMUX_VERBS.has(subcommand.text)) return [];
  const { operands } = readOptions(rest, TMUX, true);
  const words = operands.filter((word) => !TMUX_KEYS.has(word.text));
  const [first] = words;
  return first === undefined
    ? []
    : [{ kind: 'script', text: joinWords(words, ' ', first.span), cwd: execution.cwd }];
}

function inContainer(words: readonly Word[], execution: Execution): readonly Inner[] {
  if (words.length === 0) return [];
  return [
    {
      kind: 'argv',
      words,
      elsewhere: 'container',
      cwd: ELSEWHERE,
      ...(execution.stdin.kind === 'inherited' ? {} : { stdin: execution.stdin }),
    },
  ];
}

/** The directory in which a command elsewhere starts. */
const ELSEWHERE: Place = { base: 'unknown', path: '.' };

const SSH: Grammar = {
  options: [
    '-B=',
    '-b=',
    '-c=',
    '-D=',
    '-E=',
    '-e=',
    '-F=',
    '-I=',
    '-i=',
    '-J=',
    '-L=',
    '-l=',
    '-m=',
    '-O=',
    '-o=',
    '-P=',
    '-p=',
    '-Q=',
    '-R=',
    '-S=',
    '-W=',
    '-w=',
  ],
};

const ANSIBLE: Grammar = {
  options: [
    '-a= --args=',
    '-m= --module-name= --module=',
    '-i= --inventory=',
    '-u= --user=',
    '-e= --extra-vars=',
    '-f= --forks=',
    '-l= --limit=',
    '-M= --module-path=',
    '-P= --poll=',
    '-t= --tree=',
    '-T= --timeout=',
    '-c= --connection=',
    '-B= --background=',
    '--become-user=',
    '--become-method=',
    '--private-key=',
    '--key-file=',
    '--vault-password-file=',
  ],
};

const FILE_MODULE = /^(?:ansible\.builtin\.)?file$/;
const FILE_PATH = /((?:^|\s)(?:path|dest|name)=["']?)([^\s"']+)/;
const STATE_ABSENT = /(?:^|\s)state=["']?absent\b/;
/** `cmd=…`, in quotes or not. */
const COMMAND_PARAMETER = /^(\s*(?:cmd|_raw_params)=)(["']?)\S.*\2\s*$/s;
const RUNS_ON_HOSTS = /^(?:ansible\.builtin\.)?(?:command|shell|raw)$/;

const DOCKER_GLOBAL: Grammar = {
  options: ['--config=', '-c= --context=', '-H= --host=', '-l= --log-level=', '-D --debug'],
};

const COMPOSE_GLOBAL: Grammar = {
  options: [
    '-f= --file=',
    '-p= --project-name=',
    '--profile=',
    '--env-file=',
    '--project-directory=',
    '--ansi=',
    '--parallel=',
    '--progress=',
  ],
};

/** The options of `run` and `exec` that take a value. */
const DOCKER_RUN: Grammar = {
  options: [
    '-a= --attach=',
    '--add-host=',
    '-c= --cpu-shares=',
    '--cap-add=',
    '--cap-drop=',
    '--cgroup-parent=',
    '--cidfile=',
    '--cpus=',
    '--cpuset-cpus=',
    '--detach-keys=',
    '--device=',
    '--dns=',
    '-e= --env=',
    '--entrypoint=',
    '--env-file=',
    '--expose=',
    '--gpus=',
    '--group-add=',
    '-h= --hostname=',
    '--index=',
    '--ip=',
    '--ipc=',
    '-l= --label=',
    '--label-file=',
    '--link=',
    '--log-driver=',
    '--log-opt=',
    '-m= --memory=',
    '--memory-swap=',
    '--mount=',
    '--name=',
    '--net= --network=',
    '--network-alias=',
    '-p= --publish=',
    '--pid=',
    '--platform=',
    '--pull=',
    '--restart=',
    '--runtime=',
    '--secret=',
    '--security-opt=',
    '--shm-size=',
    '--stop-signal=',
    '--stop-timeout=',
    '--sysctl=',
    '--tmpfs=',
    '-u= --user=',
    '--ulimit=',
    '--userns=',
    '-v= --volume=',
    '--volumes-from=',
    '-w= --workdir=',
    '-d --detach',
    '-i --interactive',
    '-t --tty',
    '-T --no-TTY',
    '-P --publish-all',
    '--rm',
    '--init',
    '--read-only',
  ],
  abbreviations: false,
};

const KUBECTL: Grammar = {
  options: [
    '-c= --container=',
    '-f= --filename=',
    '-n= --namespace=',
    '--context=',
    '--cluster=',
    '--kubeconfig=',
    '--pod-running-timeout=',
    '-s= --server=',
    '-i --stdin',
    '-t --tty',
    '-q --quiet',
  ],
};

const TMUX_GLOBAL: Grammar = { options: ['-c=', '-f=', '-L=', '-S=', '-T=', '-2', '-u', '-v'] };

const TMUX: Grammar = {
  options: [
    '-c=',
    '-e=',
    '-F=',
    '-f=',
    '-n=',
    '-s=',
    '-t=',
    '-x=',
    '-y=',
    '-l=',
    '-N=',
    '-d',
    '-A',
  ],
};

const RUNS_IN_CONTAINER: ReadonlySet<string> = /* @__PURE__ */ new Set(['exec', 'run', 'create']);
const KUBECTL_VERBS: ReadonlySet<string> = /* @__PURE__ */ new Set(['exec', 'run', 'debug']);
const TMUX_VERBS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'new-session',
  'new',
  'new-window',
  'neww',
  'split-window',
  'splitw',
  'respawn-pane',
  'respawn-window',
  'run-shell',
  'run',
  'if-shell',
  'display-popup',
  'popup',
  'pipe-pane',
  'send-keys',
  'send',
]);
const TMUX_KEYS: ReadonlySet<string> = /* @__PURE__ */ new Set(['Enter', 'C-m', 'KPEnter']);
const PROXY_COMMAND = /^(?:proxycommand|localcommand|knownhostscommand)[=\s]\s*/i;
