/**
 * Commands that delete resources of the large clouds: AWS, Google Cloud, Azure and their kin.
 *
 * @module
 */
import type { Hit, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { setOf } from '../tables.js';
import {
  type Call,
  hitOf,
  isIdle,
  rulesOf,
  type Subcommand,
  type Tool,
  toolRule,
} from './subcommands.js';

/** `aws service delete-…`, `terminate-…`, `purge-…`; `aws s3` has rows of its own. */
export function aws(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, AWS);
  const [service, operation, third] = options.operands.map((word) => word.text);
  if (service === undefined || operation === undefined || third === 'help') return undefined;
  if (isIdle(options) || options.has('generate-cli-skeleton')) return undefined;
  if (!losesResource(operation)) return undefined;
  return hitOf('cloud.delete', `${execution.name} ${service} ${operation}`, DELETES);
}

/** Whether an operation of the AWS interface takes away more than one item or setting. */
function losesResource(operation: string): boolean {
  if (NAMED_LOSSES.has(operation)) return true;
  if (!LOSING.some((prefix) => operation.startsWith(prefix))) return false;
  return !SMALL.some((suffix) => operation.endsWith(suffix));
}

/** Whether `az deployment … --mode Complete` removes all that the template does not name. */
function isComplete(call: Call): boolean {
  return call.options.value('mode')?.text.toLowerCase() === 'complete';
}

const AWS: Grammar = {
  options: [
    '--profile=',
    '--region=',
    '--output=',
    '--endpoint-url=',
    '--query=',
    '--color=',
    '--ca-bundle=',
    '--cli-read-timeout=',
    '--cli-connect-timeout=',
    '--cli-binary-format=',
    '--dry-run',
    '--generate-cli-skeleton[=]',
    '--help',
    '--version',
  ],
  abbreviations: false,
};

const DELETES = 'delete a cloud resource';

/** How operations that take something away begin. */
const LOSING: readonly string[] = /* @__PURE__ */ Object.freeze([
  ...['delete-', 'batch-delete-', 'bulk-delete-', 'force-delete-', 'terminate-', 'purge-'],
  ...['destroy-', 'remove-db-', 'abort-environment-'],
]);

const NAMED_LOSSES: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'schedule-key-deletion deregister-image close-account remove-all-resources delete-objects',
);

/** What they end in when only an item or a setting goes. */
const SMALL: readonly string[] = /* @__PURE__ */ Object.freeze([
  ...['-object', '-item', '-message', '-message-batch', '-tags', '-tagging', '-tag', '-policy'],
  ...['-policies', '-alias', '-aliases', '-change-set', '-association', '-permission'],
  ...['-attributes', '-annotation', '-metric-filter', '-subscription-filter', '-login-profile'],
  ...['-access-key', '-permissions-boundary', '-bucket-cors', '-bucket-website', '-suppression'],
]);

/** Groups of a cloud's tool that only hold what this machine knows. */
const LOCAL: Subcommand = { words: 'config|auth|components|info|topic|account|login|logout **' };

const GCLOUD: Tool = {
  rule: 'cloud.delete',
  grammar: {
    options: [
      '--project=',
      '--account=',
      '--configuration=',
      '--format=',
      '--filter=',
      '--verbosity=',
      '--impersonate-service-account=',
      '--billing-project=',
      '--access-token-file=',
      '--flags-file=',
      '--zone=',
      '--region=',
      '--location=',
      '--instance -i=',
      '--cluster=',
      '--keyring=',
      '--key=',
      '--secret=',
      '--service=',
      '--dry-run',
      '-h --help',
      '-v --version',
    ],
  },
  rows: [
    LOCAL,
    { words: 'alpha|beta|preview config|auth|components **' },
    // Objects are files, and have rows of their own.
    { words: 'storage rm|cp|mv|rsync|objects' },
    { words: '** delete|destroy|bulk-delete|delete-*|purge', does: DELETES },
  ],
};

const AZURE: Tool = {
  rule: 'cloud.delete',
  grammar: {
    options: [
      '-n --name=',
      '-g --resource-group=',
      '--ids=',
      '--subscription=',
      '-o --output=',
      '--query=',
      '--mode=',
      '--account-name=',
      '--container-name -c=',
      '-s --source=',
      '--resource-type=',
      '--dry-run --dryrun',
      '-y --yes',
      '-h --help',
      '-v --version',
    ],
  },
  idle: ['dryrun'],
  rows: [
    LOCAL,
    { words: 'tag|lock|role|policy|extension|configure **' },
    { words: 'storage blob|file|message|entity delete' },
    {
      words: 'deployment group create',
      when: isComplete,
      does: 'delete what a template leaves out',
    },
    { words: 'deployment **' },
    { words: '** delete|purge|delete-batch|delete-*', does: DELETES },
  ],
};

/** Tools whose last word of a path is the verb: `tool noun … verb name`. */
const NOUN_VERB: Tool = {
  rule: 'cloud.delete',
  grammar: {
    options: [
      '-t --access-token --token=',
      '-o --output=',
      '--format=',
      '--context=',
      '-c --config=',
      '-u --api-url=',
      '-p --profile=',
      '-r --region=',
      '--zone=',
      '--project=',
      '--project-id=',
      '--org=',
      '--os-cloud=',
      '--dry-run',
      '-h --help',
      '--version',
    ],
    abbreviations: false,
  },
  rows: [
    { words: 'auth|config|context|profile|tag|tags|ssh-key|sshkeys|completion|plugin **' },
    { words: 'compute ssh-key|tag|firewall **' },
    { words: 'resource service-instance-delete', does: DELETES },
    {
      words: '* ** delete|rm|d|del|remove|destroy|terminate|purge|delete-*|bulk-delete',
      does: DELETES,
    },
  ],
};

/** Its files are those of the cloud store below. */
const DATABRICKS: Tool = {
  rule: 'cloud.delete',
  grammar: {
    options: ['-r --recursive', '-p --profile=', '-h --help'],
    abbreviations: false,
  },
  rows: [
    { words: 'fs rm', needs: ['recursive'], does: DELETES },
    { words: 'catalogs|schemas|tables|volumes|warehouses|clusters delete', does: DELETES },
  ],
};

/** Cloud Foundry's and its kin's tools put the verb first. */
const VERB_FIRST: Tool = {
  rule: 'cloud.delete',
  grammar: { options: ['-f', '-r', '-s=', '-o=', '-h --help', '--version'] },
  rows: [{ words: 'delete|d|delete-service|ds|delete-org|delete-space', does: DELETES }],
};

/** The rules by program name. */
export const CLOUD_RULES: RuleTable = /* @__PURE__ */ rulesOf([
  { programs: 'aws awslocal', rule: aws },
  { programs: 'gcloud', rule: toolRule(GCLOUD) },
  { programs: 'az', rule: toolRule(AZURE) },
  {
    programs: 'doctl hcloud linode-cli scw vultr-cli oci ibmcloud openstack exo civo',
    rule: toolRule(NOUN_VERB),
  },
  { programs: 'databricks', rule: toolRule(DATABRICKS) },
  { programs: 'cf', rule: toolRule(VERB_FIRST) },
]);
