/**
 * Commands that delete what runs and what is stored in a Kubernetes cluster, or the cluster itself.
 *
 * @module
 */
import type { Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, type Options, readOptions } from '../shell/options.js';
import { runsIn, UNKNOWN, type Word } from '../shell/word.js';
import { setOf } from '../tables.js';
import { hitOf, isIdle, isOn, rulesOf, type Tool, toolRule } from './subcommands.js';

/** `kubectl delete`, save of what a controller makes anew. */
export function kubectl(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, KUBECTL);
  const [verb, ...resources] = options.operands;
  if (verb?.text === 'drain' && isOn(options, 'delete-emptydir-data') && !isIdle(options)) {
    return hitOf('kubernetes.delete', `${execution.name} drain`, 'delete the local data of pods');
  }
  const deletes = verb?.text === 'delete' || (context.strict && verb?.known === false);
  if (!deletes || isIdle(options)) return undefined;
  const call = `${execution.name} delete`;
  if (DESCRIBED.some((name) => options.has(name))) {
    return hitOf('kubernetes.delete', call, 'delete everything that its manifests describe');
  }
  const listed = resources.flatMap(listedKinds);
  const kinds = listed.length > 0 ? listed : kindsOf(resources);
  const all = takesAll(resources, options);
  // A kind that only the running shell knows may be one that is made anew.
  const harmless = (kind: string): boolean =>
    REMADE.has(kind) || (kind === UNKNOWN && !context.strict);
  if (kinds.length === 0 || (!all && kinds.every(harmless))) return undefined;
  const does = all ? 'delete all objects of a kind' : 'delete objects of a cluster';
  return hitOf('kubernetes.delete', `${call} ${kinds[0]}`, does);
}

/** `minikube kubectl -- delete …`, `k3s kubectl delete …`. */
export function bundledKubectl(execution: Execution, context: RuleContext): Hit | undefined {
  const [first, ...args] = execution.args;
  if (first?.text !== 'kubectl') return undefined;
  const own = args[0]?.text === '--' ? args.slice(1) : args;
  return kubectl({ ...execution, name: 'kubectl', args: own }, context);
}

/** `pod web`, `pod/web`, `deployment,service`, `statefulsets.apps`: the kinds, in lower case. */
function kindsOf(resources: readonly Word[]): readonly string[] {
  const [first] = resources;
  if (first === undefined) return [];
  const slashed = resources.filter((word) => word.text.includes('/'));
  const texts =
    slashed.length > 0
      ? slashed.map((word) => word.text.slice(0, word.text.indexOf('/')))
      : first.text.split(',');
  return texts.map((text) => (text.toLowerCase().split('.')[0] ?? '').trim());
}

/** The kinds that a `kubectl get` gives which the resources come from. */
function listedKinds(word: Word): readonly string[] {
  if (word.pieces[0]?.kind !== 'unknown') return [];
  return runsIn(word).flatMap((run) => {
    if (!KUBECTLS.has(run.name)) return [];
    const [verb, ...resources] = readOptions(run.args, KUBECTL).operands;
    return verb?.text === 'get' ? kindsOf(resources) : [];
  });
}

function takesAll(resources: readonly Word[], options: Options): boolean {
  return isOn(options, 'all') || (resources.length === 1 && resources[0]?.text === 'all');
}

const KUBECTL_NAMES = 'kubectl oc kubecolor microk8s.kubectl';
const KUBECTLS: ReadonlySet<string> = /* @__PURE__ */ setOf(KUBECTL_NAMES);

/** Options that name manifests, or the path of an object. */
const DESCRIBED: readonly string[] = /* @__PURE__ */ Object.freeze([
  ...['filename', 'kustomize', 'raw'],
]);

/** What controllers make anew, and what only records what has been. */
const REMADE: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'po pod pods rs replicaset replicasets job jobs ev event events lease leases ep endpoints ' +
    'endpointslice endpointslices csr certificatesigningrequest certificatesigningrequests ' +
    'taskrun taskruns pipelinerun pipelineruns build builds workflow workflows',
);

const KUBECTL: Grammar = {
  options: [
    '-n --namespace=',
    '--context=',
    '--cluster=',
    '--user=',
    '--kubeconfig=',
    '-s --server=',
    '--token=',
    '--as=',
    '--as-group=',
    '--as-uid=',
    '--request-timeout=',
    '--certificate-authority=',
    '--client-certificate=',
    '--client-key=',
    '--tls-server-name=',
    '--cache-dir=',
    '-v --v=',
    '-f --filename=',
    '-k --kustomize=',
    '-l --selector=',
    '--field-selector=',
    '--grace-period=',
    '--timeout=',
    '-o --output=',
    '--raw=',
    '--cascade[=]',
    '--dry-run[=]',
    '--wait[=]',
    '--all',
    '--delete-local-data --delete-emptydir-data[=]',
    '-A --all-namespaces',
    '-R --recursive',
    '-h --help',
  ],
  abbreviations: false,
};

/** The options that the tools around a cluster share. */
const CLUSTER: Grammar = {
  options: [
    '-n --namespace=',
    '--kube-context=',
    '--kubeconfig=',
    '--kube-apiserver=',
    '--kube-token=',
    '--context=',
    '--timeout=',
    '--description=',
    '--cascade=',
    '-e --environment=',
    '-f --file --filename --config-file=',
    '-l --selector=',
    '--name=',
    '--region=',
    '--state=',
    '--profile=',
    '-p --project=',
    '--cluster=',
    '--dry-run',
    '--purge',
    '--yes',
    '-h --help',
    '--version',
  ],
  abbreviations: false,
};

const HELM: Tool = {
  rule: 'kubernetes.uninstall',
  grammar: CLUSTER,
  rows: [{ words: 'uninstall|un|del|delete', does: 'uninstall a release' }],
};

const HELMFILE: Tool = {
  rule: 'kubernetes.uninstall',
  grammar: CLUSTER,
  rows: [{ words: 'destroy|delete', does: 'uninstall all releases' }],
};

const DELIVERY: Tool = {
  rule: 'kubernetes.uninstall',
  grammar: CLUSTER,
  rows: [
    { words: 'uninstall', does: 'uninstall what runs in a cluster' },
    { words: 'app|appset|proj|cluster delete|rm', does: 'delete what runs in a cluster' },
    { words: 'backup|schedule|backup-location delete', does: 'delete backups' },
    { words: 'delete', does: 'delete what runs in a cluster' },
  ],
};

const CLUSTERS: Tool = {
  rule: 'kubernetes.cluster',
  grammar: CLUSTER,
  rows: [
    { words: 'delete cluster|nodegroup|fargateprofile', does: 'delete a cluster or its nodes' },
  ],
};

/** `kops delete cluster` only shows what it would do without `--yes`. */
const KOPS: Tool = {
  ...CLUSTERS,
  rows: [
    { words: 'delete cluster|instancegroup|ig|instance', needs: ['yes'], does: 'delete a cluster' },
  ],
};

const NODES: Tool = {
  rule: 'kubernetes.cluster',
  grammar: CLUSTER,
  rows: [{ words: 'reset', does: 'wipe a node of a cluster' }],
};

/** The rules by program name; a cluster on this machine for trying things out is not one. */
export const KUBERNETES_RULES: RuleTable = /* @__PURE__ */ rulesOf([
  { programs: KUBECTL_NAMES, rule: kubectl },
  { programs: 'minikube k3s microk8s k0s', rule: bundledKubectl },
  { programs: 'helm', rule: toolRule(HELM) },
  { programs: 'helmfile', rule: toolRule(HELMFILE) },
  { programs: 'flux argocd velero istioctl', rule: toolRule(DELIVERY) },
  { programs: 'eksctl', rule: toolRule(CLUSTERS) },
  { programs: 'kops', rule: toolRule(KOPS) },
  { programs: 'kubeadm talosctl k0s', rule: toolRule(NODES) },
]);
