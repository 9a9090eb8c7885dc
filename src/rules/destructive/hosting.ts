/**
 * Commands that delete hosted things: applications, repositories, packages, secrets.
 *
 * @module
 */
import type { RuleTable } from '../rule.js';
import { UNKNOWN } from '../shell/word.js';
import { type Call, rulesOf, type Subcommand, type Tool, toolRule } from './subcommands.js';

/** Whether `gh api -X DELETE path` deletes a repository or the like, rather than one item. */
function deletesThroughApi(call: Call): boolean {
  if (call.options.value('method')?.text.toUpperCase() !== 'DELETE') return false;
  const [word] = call.operands;
  if (word === undefined) return false;
  if (word.text === UNKNOWN) return call.context.strict;
  const [path = ''] = word.text.replace(API, '').split('?');
  const names = path.split('/').filter((name) => name !== '');
  return API_LOSSES.some((pattern) => matchesPath(pattern.split('/'), names));
}

function matchesPath(pattern: readonly string[], names: readonly string[]): boolean {
  if (pattern.at(-1) !== '**' && pattern.length !== names.length) return false;
  return pattern.every(
    (part, index) =>
      part === '**' || (part === '*' && names[index] !== undefined) || part === names[index],
  );
}

/** The host and version in front of an interface's paths. */
const API = /^https:\/\/[\w.-]+\/(?:api\/v\d\/)?/;

/** Paths whose deletion loses more than an item. */
const API_LOSSES: readonly string[] = /* @__PURE__ */ Object.freeze([
  ...['repos/*/*', 'orgs/*', 'repos/*/*/releases/*', 'repos/*/*/git/refs/heads/**'],
  ...['repos/*/*/environments/*', 'repos/*/*/pages', 'user/packages/*/*'],
  ...['orgs/*/packages/*/*', 'users/*/packages/*/*', 'projects/*', 'groups/*'],
]);

const FORGE: Tool = {
  rule: 'hosting.delete',
  grammar: {
    options: [
      '-X --method=',
      '-f --raw-field=',
      '-F --field=',
      '-H --header=',
      '-R --repo=',
      '-q --jq=',
      '-t --template=',
      '-p --preview=',
      '-b --branch=',
      '-s --source=',
      '--hostname=',
      '--input=',
      '--cache=',
      '--force',
      '-h --help',
      '--version',
    ],
    abbreviations: false,
  },
  rows: [
    { words: 'repo|project delete', does: 'delete a repository' },
    { words: 'release delete', does: 'delete a release' },
    { words: 'codespace|cs delete', does: 'delete a workspace and what is in it' },
    { words: 'repo sync', needs: ['force'], does: 'overwrite a branch' },
    {
      words: 'api',
      when: deletesThroughApi,
      does: 'delete a repository or what is published in it',
    },
  ],
};

/** npm takes any unambiguous beginning of a command's name. */
const REGISTRY: Tool = {
  rule: 'hosting.unpublish',
  grammar: {
    options: [
      '--registry=',
      '-w --workspace=',
      '--otp=',
      '--tag=',
      '--version -v=',
      '--prefix=',
      '--dry-run',
      '-h --help',
    ],
    abbreviations: false,
  },
  rows: [
    { words: 'unp*', does: 'remove a published package' },
    { words: 'yank', does: 'remove a published package' },
  ],
};

const HEROKU: Tool = {
  rule: 'hosting.delete',
  colons: true,
  grammar: {
    options: [
      '-a --app=',
      '-r --remote=',
      '-c --confirm=',
      '-t --team=',
      '-f --force',
      '-h --help',
    ],
    abbreviations: false,
  },
  rows: [
    { words: 'pg reset', does: 'empty a database' },
    { words: 'apps destroy|delete', does: 'delete an application' },
    { words: 'destroy', does: 'delete an application' },
    { words: 'addons destroy|remove', does: 'delete an add-on and its data' },
    { words: 'pg backups delete', does: 'delete a backup' },
    { words: 'pipelines|spaces destroy', does: 'delete a group of applications' },
    { words: 'kafka topics destroy', does: 'delete a topic' },
  ],
};

/** What a deployment's tool deletes, for most of them. */
const APPLICATIONS: Subcommand = {
  words:
    'project|projects|app|apps|site|sites|service|services|deployment rm|remove|delete|destroy',
  does: 'delete an application',
};

const PLATFORMS: Tool = {
  rule: 'hosting.delete',
  colons: true,
  grammar: {
    options: [
      '-t --token --auth=',
      '-S --scope=',
      '--cwd=',
      '-A --local-config=',
      '-Q --global-config=',
      '-P --project=',
      '-s --site=',
      '-c --config=',
      '-e --env --environment=',
      '-r --recursive',
      '--all-collections',
      '--no-backup',
      '--project-ref=',
      '--workdir=',
      '--dry-run',
      '-h --help',
      '-v --version',
    ],
    abbreviations: false,
  },
  rows: [APPLICATIONS],
};

const VERCEL: Tool = {
  ...PLATFORMS,
  rows: [
    { words: 'remove|rm', does: 'delete deployments' },
    { words: 'blob|storage store remove|delete|rm', does: 'delete a store' },
    APPLICATIONS,
  ],
};

const FIREBASE: Tool = {
  ...PLATFORMS,
  rows: [
    {
      words: 'firestore delete',
      needs: ['recursive', 'all-collections'],
      does: 'delete collections of a database',
    },
    { words: 'database remove', does: 'delete data of a database' },
    { words: 'firestore databases delete', does: 'delete a database' },
    { words: 'functions delete', does: 'delete a function' },
    { words: 'hosting disable', does: 'take a site down' },
    { words: 'hosting sites delete', does: 'delete a site' },
    { words: 'apphosting backends delete', does: 'delete an application' },
  ],
};

const WRANGLER: Tool = {
  ...PLATFORMS,
  rows: [
    { words: 'delete', does: 'delete an application' },
    {
      words: 'd1|hyperdrive|vectorize|workflows|dispatch-namespace delete',
      does: 'delete a store',
    },
    { words: 'r2 bucket delete', does: 'delete a bucket' },
    { words: 'kv namespace delete', does: 'delete a store' },
    { words: 'kv bulk delete', does: 'delete many entries of a store' },
    { words: 'pages project delete', does: 'delete an application' },
    { words: 'queues delete|purge', does: 'delete a queue or what is in it' },
  ],
};

const SUPABASE: Tool = {
  ...PLATFORMS,
  rows: [
    { words: 'db reset', does: 'reset a database' },
    { words: 'stop', needs: ['no-backup'], does: 'delete the data of the local stack' },
    { words: 'projects|branches|functions delete', does: 'delete a project or a part of it' },
    { words: 'storage rm', needs: ['recursive'], does: 'delete many objects of a store' },
  ],
};

const FLY: Tool = {
  ...PLATFORMS,
  grammar: {
    options: ['-a --app=', '-c --config=', '-o --org=', '-t --access-token=', '-h --help'],
    abbreviations: false,
  },
  rows: [
    { words: 'certs|ips|secrets|auth|tokens|wireguard|ssh **' },
    { words: 'destroy', does: 'delete an application' },
    { words: '* destroy|delete|remove|rm', does: 'delete an application or its storage' },
  ],
};

const RAILWAY: Tool = {
  ...PLATFORMS,
  rows: [
    { words: 'down|delete', does: 'delete a deployment' },
    {
      words: 'environment|service|volume delete|remove|rm',
      does: 'delete a service or its storage',
    },
  ],
};

/** Hosted databases. */
const DATABASES: Tool = {
  ...PLATFORMS,
  rows: [
    {
      words:
        'db|database|databases|branch|branches|project|projects|group|org|instance|cluster|' +
        'clusters delete|destroy|drop|wipe|rm',
      does: 'delete a database',
    },
  ],
};

const VAULT: Tool = {
  rule: 'hosting.secrets',
  grammar: {
    options: [
      '-address=',
      '-namespace -ns=',
      '-mount=',
      '-versions=',
      '-format=',
      '-field=',
      '-ca-cert=',
      '-output-curl-string',
      '-h -help',
      '-version',
    ],
    singleDashLong: true,
    abbreviations: false,
  },
  idle: ['output-curl-string'],
  rows: [
    { words: 'kv metadata delete', does: 'delete all versions of a secret' },
    { words: 'kv destroy', does: 'destroy versions of a secret for good' },
    { words: 'secrets disable', does: 'delete all secrets of an engine' },
    { words: 'namespace delete', does: 'delete a namespace and its secrets' },
  ],
};

/** The rules by program name. */
export const HOSTING_RULES: RuleTable = /* @__PURE__ */ rulesOf([
  { programs: 'gh glab', rule: toolRule(FORGE) },
  { programs: 'npm pnpm gem vsce ovsx', rule: toolRule(REGISTRY) },
  { programs: 'heroku', rule: toolRule(HEROKU) },
  { programs: 'vercel vc now', rule: toolRule(VERCEL) },
  { programs: 'netlify ntl render surge koyeb', rule: toolRule(PLATFORMS) },
  { programs: 'firebase', rule: toolRule(FIREBASE) },
  { programs: 'wrangler', rule: toolRule(WRANGLER) },
  { programs: 'supabase', rule: toolRule(SUPABASE) },
  { programs: 'fly flyctl', rule: toolRule(FLY) },
  { programs: 'railway', rule: toolRule(RAILWAY) },
  { programs: 'neonctl neon pscale turso atlas edgedb gel', rule: toolRule(DATABASES) },
  { programs: 'vault bao', rule: toolRule(VAULT) },
]);
