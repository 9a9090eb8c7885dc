/**
 * The hosts that container tools, package managers and stores reach when no URL says so.
 *
 * @module
 */
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { sliceWord, type Word } from '../shell/word.js';
import { literals } from './literals.js';
import { hosts, links, type Place, type PlaceReader, partOf } from './place.js';

/** How each of the programs names its hosts. */
export const PACKAGES: { readonly [program: string]: PlaceReader } = /* @__PURE__ */ Object.freeze({
  docker,
  podman: docker,
  nerdctl: docker,
  crane: images,
  oras: images,
  regctl: images,
  go,
  npx: packageRunner,
  pnpx: packageRunner,
  bunx: packageRunner,
  uvx: packageRunner,
  pip: python,
  pip3: python,
  aws,
});

function docker(execution: Execution): readonly Place[] {
  const global = readOptions(execution.args, DOCKER, true);
  const server = [...global.values('host')];
  let [verb, ...rest] = global.operands;
  if (verb !== undefined && GROUPS.has(verb.text)) [verb, ...rest] = rest;
  const name = verb?.text ?? '';
  if (name === 'login' || name === 'logout') {
    const { operands } = readOptions(rest, DOCKER_RUN);
    return hosts([...server, name === 'login' ? operands[0] : undefined]);
  }
  if (RUNS.has(name)) {
    const [image] = readOptions(rest, DOCKER_RUN, true).operands;
    return hosts([...server, ...(image === undefined ? [] : registryOf(image))]);
  }
  if (MOVES.has(name)) {
    const { operands } = readOptions(rest, DOCKER_RUN);
    return hosts([...server, ...operands.flatMap(registryOf)]);
  }
  if (name !== 'build') return hosts(server);
  const options = readOptions(rest, DOCKER_BUILD);
  const pushed = options.has('push') ? options.values('tag').flatMap(registryOf) : [];
  return [...links(options.operands), ...hosts([...server, ...pushed])];
}

function images(execution: Execution): readonly Place[] {
  const { operands } = readOptions(execution.args, DOCKER_RUN);
  return hosts(operands.slice(1).flatMap(registryOf));
}

/** The registry is the first part of an image's name when it has a dot, a port or is this machine. */
function registryOf(image: Word): readonly Word[] {
  const registry = REGISTRY.exec(image.text)?.[0];
  return registry === undefined ? [] : [sliceWord(image, 0, registry.length)];
}

/** A module's path begins with the host that it comes from. */
function go(execution: Execution): readonly Place[] {
  const [verb, ...rest] = execution.args;
  if (verb === undefined || !GO_VERBS.has(verb.text)) return literals(execution);
  const { operands } = readOptions(rest, GO);
  const packages = verb.text === 'run' ? operands.slice(0, 1) : operands;
  return hosts(
    packages.flatMap((word) => {
      const host = MODULE_HOST.exec(word.text)?.[0];
      return host === undefined ? [] : [sliceWord(word, 0, host.length)];
    }),
  );
}

function python(execution: Execution): readonly Place[] {
  const options = readOptions(execution.args, PIP);
  const references = options.operands.flatMap((word) => partOf(word, DIRECT_REFERENCE));
  return [...literals(execution), ...links(references), ...hosts(options.values('proxy'))];
}

/** The package to run may be a URL; what stands behind it belongs to what is run. */
function packageRunner(execution: Execution): readonly Place[] {
  const options = readOptions(execution.args, PACKAGE_RUNNER, true);
  return links([...options.values('package'), ...options.values('registry'), options.operands[0]]);
}

/** A store is behind the endpoint when one is given, and otherwise goes by its bucket's name. */
function aws(execution: Execution): readonly Place[] {
  const endpoint = readOptions(execution.args, AWS).value('endpoint-url');
  return endpoint === undefined ? literals(execution) : links([endpoint]);
}

const GROUPS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['container', 'image', 'buildx', 'builder', 'manifest', 'imagetools'],
]);
const RUNS: ReadonlySet<string> = /* @__PURE__ */ new Set(['run', 'create']);
const MOVES: ReadonlySet<string> = /* @__PURE__ */ new Set(['pull', 'push', 'inspect']);

const REGISTRY =
  /^(?:[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?::\d+)?|[A-Za-z0-9-]+:\d+|localhost)(?=\/)/;

const GO_VERBS: ReadonlySet<string> = /* @__PURE__ */ new Set(['get', 'install', 'run']);
const MODULE_HOST = /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?=\/|@|$)(?!\/?\.)/;

const GO: Grammar = {
  singleDashLong: true,
  abbreviations: false,
  options: [
    ...['-C=', '-ldflags=', '-gcflags=', '-tags=', '-o=', '-p=', '-mod=', '-modfile=', '-exec='],
  ],
};

/** `name @ https://…`. */
const DIRECT_REFERENCE = /^([\w.[\],-]+\s*@\s*)(\S+)/;

const PACKAGE_RUNNER: Grammar = {
  options: ['-p --from --package=', '--registry --default-index --index --registry=', '-y', '-c='],
};

const PIP: Grammar = { options: ['--proxy='] };

const AWS: Grammar = { options: ['--endpoint-url='], abbreviations: false };

const DOCKER: Grammar = {
  options: ['-H --host=', '-c --context=', '--config=', '-l --log-level=', '--tlscacert='],
};

/** The options of `run`, `pull` and `push` that take a value. */
const DOCKER_RUN: Grammar = {
  abbreviations: false,
  options: [
    ...['-a --attach=', '-c --cpu-shares=', '-e --env=', '-h --hostname=', '-l --label='],
    ...['-m --memory=', '-p --publish=', '-u --user --username=', '-v --volume=', '-w --workdir='],
    ...['--add-host=', '--annotation=', '--blkio-weight=', '--cap-add=', '--cap-drop='],
    ...['--cgroup-parent=', '--cgroupns=', '--cidfile=', '--cpu-period=', '--cpu-quota='],
    ...['--cpus=', '--cpuset-cpus=', '--cpuset-mems=', '--detach-keys=', '--device='],
    ...[
      '--dns=',
      '--dns-option=',
      '--dns-search=',
      '--domainname=',
      '--entrypoint=',
      '--env-file=',
    ],
    ...['--expose=', '--gpus=', '--group-add=', '--health-cmd=', '--health-interval='],
    ...['--health-retries=', '--health-timeout=', '--ip=', '--ip6=', '--ipc=', '--isolation='],
    ...['--label-file=', '--link=', '--log-driver=', '--log-opt=', '--mac-address='],
    ...['--memory-reservation=', '--memory-swap=', '--mount=', '--name=', '--net --network='],
    ...[
      '--network-alias=',
      '--oom-score-adj=',
      '--pid=',
      '--pids-limit=',
      '--platform=',
      '--pull=',
    ],
    ...[
      '--restart=',
      '--runtime=',
      '--secret=',
      '--security-opt=',
      '--shm-size=',
      '--stop-signal=',
    ],
    ...['--stop-timeout=', '--storage-opt=', '--sysctl=', '--tmpfs=', '--ulimit=', '--userns='],
    ...['--uts=', '--volume-driver=', '--volumes-from=', '--password=', '--format=', '-f='],
  ],
};

const DOCKER_BUILD: Grammar = {
  abbreviations: false,
  options: [
    ...['-t --tag=', '-f --file=', '-o --output=', '--push', '--build-arg=', '--build-context='],
    ...['--cache-from=', '--cache-to=', '--label=', '--network=', '--platform=', '--progress='],
    ...['--secret=', '--ssh=', '--target=', '--add-host=', '--iidfile=', '--metadata-file='],
  ],
};
