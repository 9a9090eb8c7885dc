/**
 * Commands that remove containers' data: volumes, all containers, whole stacks.
 *
 * @module
 */
import type { Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { setOf } from '../tables.js';
import { givesAll } from './inputs.js';
import { lossThroughMount } from './mounts.js';
import { type Call, isOn, judgeTool, rulesOf, type Tool, toolRule } from './subcommands.js';

/** `docker`, `podman`, `nerdctl`: volumes, swarms, every container, what is mounted into one. */
export function containerTool(execution: Execution, context: RuleContext): Hit | undefined {
  const { operands } = readOptions(execution.args, GLOBAL, true);
  const [first, ...args] = operands;
  // Behind `compose` the short options mean something else.
  if (RUNS.has(first?.text ?? '')) return lossThroughMount(execution, context);
  if (first?.text !== 'compose') return judgeTool(DOCKER, execution, context);
  const name = `${execution.name} compose`;
  return judgeTool(COMPOSE, { ...execution, name, args }, context);
}

/** Whether a command removes every container: `--all`, or the output of an unfiltered listing. */
function takesAll(call: Call): boolean {
  return isOn(call.options, 'all') || call.operands.some((word) => givesAll(word, listsContainers));
}

function listsContainers(run: Execution): boolean {
  if (!CONTAINER_TOOLS.has(run.name)) return false;
  const options = readOptions(run.args, LISTING);
  if (PARTS.some((name) => options.has(name))) return false;
  const [first = '', second = ''] = options.operands.map((word) => word.text);
  return first === 'ps' || (GROUPS.has(first) && LISTS.has(second));
}

const GLOBAL: Grammar = {
  options: [
    '-H --host=',
    '-c --context --connection=',
    '--config=',
    '-l --log-level=',
    '--tlscacert=',
    '--tlscert=',
    '--tlskey=',
    '--url=',
    '--root=',
    '--runroot=',
    '--storage-driver=',
    '-n --namespace=',
    '-a --address=',
  ],
  abbreviations: false,
};

const DOCKER: Tool = {
  rule: 'containers.remove',
  grammar: {
    options: [
      '-H --host=',
      '-c --context --connection=',
      '--config=',
      '-l --log-level=',
      '--tlscacert=',
      '--tlscert=',
      '--tlskey=',
      '--url=',
      '--filter=',
      '--format=',
      '-t --time=',
      '--cidfile=',
      '-a --all',
      '-f --force',
      '-v --volumes',
      '--help',
    ],
    abbreviations: false,
  },
  rows: [
    { words: 'volume rm|remove', does: 'remove a volume and the data in it' },
    { words: 'volume prune', does: 'remove all unused volumes and the data in them' },
    {
      words: 'system prune',
      needs: ['volumes', 'all'],
      does: 'remove everything that no running container uses',
    },
    { words: 'system reset', does: 'remove all containers, images and volumes' },
    { words: 'machine rm|remove|reset', does: 'remove a virtual machine and the data in it' },
    { words: 'stack rm|remove|down', does: 'remove a stack of services' },
    { words: 'service rm|remove', does: 'remove a service' },
    { words: 'swarm leave', needs: ['force'], does: 'dissolve a swarm' },
    { words: 'rm|remove', when: takesAll, does: 'remove all containers' },
    { words: 'container|pod rm|remove', when: takesAll, does: 'remove all containers' },
  ],
};

const LISTING: Grammar = {
  options: [
    ...GLOBAL.options,
    '-f --filter=',
    '--format=',
    '-n --last=',
    '-l --latest',
    '-a --all',
    '-q --quiet',
    '-s --size',
  ],
  abbreviations: false,
};

/** Options with which a listing gives a part. */
const PARTS: readonly string[] = /* @__PURE__ */ Object.freeze(['filter', 'last', 'latest']);

const COMPOSE: Tool = {
  rule: 'containers.remove',
  grammar: {
    options: [
      '-f --file=',
      '-p --project-name=',
      '--profile=',
      '--env-file=',
      '--project-directory=',
      '--ansi=',
      '--progress=',
      '--parallel=',
      '-t --timeout=',
      '--rmi=',
      '-v --volumes',
      '--dry-run',
      '-h --help',
    ],
    abbreviations: false,
  },
  rows: [
    { words: 'down', needs: ['volumes'], does: "remove a project's volumes and the data in them" },
  ],
};

/** Virtual machines on this host, whose disks go with them. */
const MACHINES: Tool = {
  rule: 'machines.remove',
  grammar: {
    options: ['-p --purge', '-a --all', '-f --force', '--delete', '-c --connect=', '-h --help'],
  },
  rows: [
    { words: 'destroy', does: 'remove a virtual machine and its disks' },
    { words: 'rm|remove', does: 'remove a virtual machine and its disks' },
  ],
};

const LIBVIRT: Tool = {
  rule: 'machines.remove',
  grammar: {
    options: ['-c --connect=', '--remove-all-storage', '--storage=', '--pool=', '--help'],
  },
  rows: [
    {
      words: 'undefine',
      needs: ['remove-all-storage', 'storage'],
      does: 'remove a machine and its disks',
    },
    { words: 'vol-delete|vol-wipe|pool-delete', does: 'remove a disk of a machine' },
  ],
};

const LXD: Tool = {
  rule: 'machines.remove',
  grammar: {
    options: ['-f --force', '--project=', '-h --help', '--version'],
    abbreviations: false,
  },
  rows: [
    { words: 'delete|rm', does: 'remove a container and its file system' },
    { words: 'storage volume delete|rm', does: 'remove a volume and the data in it' },
    { words: 'storage|project delete|rm', does: 'remove storage and the data in it' },
  ],
};

const VIRTUALBOX: Tool = {
  rule: 'machines.remove',
  grammar: { options: ['--delete', '--delete-all', '--help'] },
  rows: [
    {
      words: 'unregistervm',
      needs: ['delete', 'delete-all'],
      does: 'remove a machine and its disks',
    },
    { words: 'closemedium', needs: ['delete'], does: 'remove a disk of a machine' },
  ],
};

const MULTIPASS: Tool = {
  rule: 'machines.remove',
  grammar: { options: ['-p --purge', '--all', '-h --help'] },
  rows: [
    { words: 'purge', does: 'remove deleted machines for good' },
    { words: 'delete', needs: ['purge'], does: 'remove a machine for good' },
  ],
};

const CONTAINER_NAMES = 'docker podman nerdctl';
const CONTAINER_TOOLS: ReadonlySet<string> = /* @__PURE__ */ setOf(CONTAINER_NAMES);
const RUNS: ReadonlySet<string> = /* @__PURE__ */ setOf('run create');
const GROUPS: ReadonlySet<string> = /* @__PURE__ */ setOf('container pod');
const LISTS: ReadonlySet<string> = /* @__PURE__ */ setOf('ls list ps');

/** The rules by program name. */
export const CONTAINER_RULES: RuleTable = /* @__PURE__ */ rulesOf([
  { programs: CONTAINER_NAMES, rule: containerTool },
  { programs: 'docker-compose podman-compose', rule: toolRule(COMPOSE) },
  { programs: 'vagrant docker-machine qm pct', rule: toolRule(MACHINES) },
  { programs: 'virsh', rule: toolRule(LIBVIRT) },
  { programs: 'lxc incus', rule: toolRule(LXD) },
  { programs: 'vboxmanage VBoxManage', rule: toolRule(VIRTUALBOX) },
  { programs: 'multipass', rule: toolRule(MULTIPASS) },
]);
