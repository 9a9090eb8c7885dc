/**
 * Commands that delete what is stored elsewhere: object stores, remotes of files, backups.
 *
 * @module
 */
import type { RuleTable } from '../rule.js';
import { UNKNOWN, type Word } from '../shell/word.js';
import { reachesOut, reachOf } from './reach.js';
import { type Call, rulesOf, type Tool, toolRule } from './subcommands.js';

/** Whether a removal takes more than one object: a pattern, a whole bucket, names from an input. */
function removesMany(call: Call): boolean {
  return (
    call.options.has('recursive') ||
    call.options.has('stdin') ||
    call.operands.some((word) => word.text.includes('*') || BUCKET.test(word.text))
  );
}

/** Whether a command that deletes ends in a remote place, or in a local one outside. */
function endsElsewhere(call: Call): boolean {
  const target = call.operands.at(-1);
  if (target === undefined) return false;
  if (isRemote(target) || endsOutside(target, call)) return true;
  // What is sent from here, and where to only the running shell knows, leaves this machine.
  const [source] = call.operands;
  const open = target.text.startsWith(UNKNOWN) && source !== target;
  return open && source?.known === true && !isRemote(source);
}

function isRemote(word: Word): boolean {
  return REMOTE.test(word.text) && !DRIVE.test(word.text);
}

function endsOutside(word: Word, call: Call): boolean {
  return reachesOut(reachOf(word, call.execution, call.context), call.context);
}

/** MinIO's client writes `alias/bucket` for a remote place. */
function endsInAlias(call: Call): boolean {
  const target = call.operands.at(-1);
  if (target === undefined) return false;
  return LOCAL.test(target.text) ? endsOutside(target, call) : true;
}

function deletesAtDestination(call: Call): boolean {
  return call.options.value('delete-destination')?.text === 'true' && endsElsewhere(call);
}

/** `gs://bucket`, with no object behind it. */
const BUCKET = /^[a-z0-9]+:\/\/[^/]+\/?$/;

/** `s3://…`, `https://…`, `remote:path`. */
const REMOTE = /^:?[\w.+@,=\uFFFC-]+:/;

const DRIVE = /^[A-Za-z]:[\\/]/;
const LOCAL = /^(?:[./~]|$)/;

const MANY = 'delete many objects of a store';
const BUCKETS = 'remove a bucket';
const MIRRORS = 'delete what is missing in the source at the destination';

const AWS: Tool = {
  rule: 'storage.delete',
  grammar: {
    options: [
      '--profile=',
      '--region=',
      '--output=',
      '--endpoint-url=',
      '--query=',
      '--exclude=',
      '--include=',
      '--acl=',
      '--sse[=]',
      '--sse-kms-key-id=',
      '--storage-class=',
      '--cache-control=',
      '--content-type=',
      '--content-encoding=',
      '--content-language=',
      '--content-disposition=',
      '--expires=',
      '--metadata=',
      '--metadata-directive=',
      '--source-region=',
      '--page-size=',
      '--request-payer[=]',
      '--recursive',
      '--delete',
      '--dryrun',
      '--force',
      '--help',
    ],
    abbreviations: false,
  },
  idle: ['dryrun'],
  rows: [
    { words: 's3 rm', needs: ['recursive'], does: MANY },
    { words: 's3 rb', does: BUCKETS },
    { words: 's3 sync', needs: ['delete'], when: endsElsewhere, does: MIRRORS },
  ],
};

const GSUTIL: Tool = {
  rule: 'storage.delete',
  grammar: {
    options: [
      '-o=',
      '-h=',
      '-i=',
      '-u=',
      '-x=',
      '-y=',
      '-j=',
      '-r -R --recursive',
      '-I --stdin',
      '-d',
      '-n --dry-run',
      '--help',
      '--version',
    ],
  },
  rows: [
    { words: 'rm|del|delete|remove', when: removesMany, does: MANY },
    { words: 'rb|deletebucket|deletebuckets|removebucket|removebuckets', does: BUCKETS },
    { words: 'rsync', needs: ['d'], when: endsElsewhere, does: MIRRORS },
  ],
};

const GCLOUD: Tool = {
  rule: 'storage.delete',
  grammar: {
    options: [
      '--project=',
      '--account=',
      '--configuration=',
      '--format=',
      '--verbosity=',
      '--impersonate-service-account=',
      '--billing-project=',
      '--exclude=',
      '-r -R --recursive',
      '-I --read-paths-from-stdin --stdin',
      '--delete-unmatched-destination-objects',
      '--dry-run',
      '-h --help',
    ],
  },
  rows: [
    { words: 'storage rm', when: removesMany, does: MANY },
    { words: 'storage objects delete', when: removesMany, does: MANY },
    { words: 'alpha|beta storage rm', when: removesMany, does: MANY },
    {
      words: 'storage rsync',
      needs: ['delete-unmatched-destination-objects'],
      when: endsElsewhere,
      does: MIRRORS,
    },
  ],
};

/** `s3cmd`, `s5cmd`, `b2`, `mc` and their kin, which spell much alike. */
const BUCKET_TOOLS: Tool = {
  rule: 'storage.delete',
  grammar: {
    options: [
      '-c --config=',
      '--endpoint-url=',
      '--access_key=',
      '--secret_key=',
      '--profile=',
      '--exclude=',
      '--include=',
      '-C --config-dir=',
      '--older-than=',
      '--newer-than=',
      '-r -R --recursive',
      '--stdin',
      '--delete-removed',
      '--delete',
      '--remove',
      '-n --dry-run --dryrun',
      '-h --help',
      '--version',
    ],
    abbreviations: false,
  },
  idle: ['dryrun'],
  rows: [
    { words: 'rm|del|delete', when: removesMany, does: MANY },
    { words: 'rb|delete-bucket', does: BUCKETS },
    { words: 'bucket delete', does: BUCKETS },
    {
      words: 'sync',
      needs: ['delete-removed', 'delete', 'remove'],
      when: endsElsewhere,
      does: MIRRORS,
    },
    { words: 'mirror', needs: ['remove'], when: endsInAlias, does: MIRRORS },
  ],
};

const AZCOPY: Tool = {
  rule: 'storage.delete',
  grammar: {
    options: [
      '--recursive',
      '--delete-destination=',
      '--include-pattern=',
      '--exclude-pattern=',
      '--log-level=',
      '--dry-run',
      '-h --help',
    ],
    abbreviations: false,
  },
  rows: [
    { words: 'remove|rm', when: removesMany, does: MANY },
    { words: 'sync', when: deletesAtDestination, does: MIRRORS },
  ],
};

const RCLONE: Tool = {
  rule: 'storage.delete',
  grammar: {
    options: [
      '--config=',
      '-f --filter=',
      '--filter-from=',
      '--include=',
      '--include-from=',
      '--exclude=',
      '--exclude-from=',
      '--files-from=',
      '--max-age=',
      '--min-age=',
      '--max-size=',
      '--min-size=',
      '--max-depth=',
      '--max-delete=',
      '--transfers=',
      '--checkers=',
      '--bwlimit=',
      '--backup-dir=',
      '--suffix=',
      '--log-file=',
      '--log-level=',
      '--stats=',
      '--retries=',
      '--tpslimit=',
      '--s3-chunk-size=',
      '--user-agent=',
      '-n --dry-run',
      '-h --help',
      '-V --version',
    ],
    abbreviations: false,
  },
  rows: [
    { words: 'purge|delete', when: endsElsewhere, does: 'delete a remote directory' },
    // A directory for backups takes what a sync removes.
    { words: 'sync', unless: ['backup-dir'], when: endsElsewhere, does: MIRRORS },
  ],
};

const BACKUPS: Tool = {
  rule: 'storage.backups',
  grammar: {
    options: [
      '-r --repo --repository=',
      '-p --password-file=',
      '--password-command=',
      '-o --option=',
      '-H --host=',
      '--tag=',
      '--path=',
      '-a --glob-archives=',
      '-P --prefix=',
      '--keep-last=',
      '--keep-within=',
      '-l --keep-last=',
      '-d --keep-daily=',
      '-w --keep-weekly=',
      '-m --keep-monthly=',
      '-y --keep-yearly=',
      '--keep-hourly=',
      '--prune',
      '--force',
      '--delete',
      '--confirm',
      '-n --dry-run',
      '-h --help',
      '--version',
    ],
  },
  rows: [],
};

const LOSES_BACKUPS = 'delete backups';

const RESTIC: Tool = {
  ...BACKUPS,
  rows: [{ words: 'forget', needs: ['prune'], does: LOSES_BACKUPS }],
};

const BORG: Tool = {
  ...BACKUPS,
  rows: [
    { words: 'delete|prune', does: LOSES_BACKUPS },
    { words: 'repo-delete', does: LOSES_BACKUPS },
  ],
};

/** These only show what they would delete unless they are told to. */
const CONFIRMED: Tool = {
  ...BACKUPS,
  rows: [
    { words: 'remove-older-than', needs: ['force'], does: LOSES_BACKUPS },
    { words: 'remove-all-but-n-full', needs: ['force'], does: LOSES_BACKUPS },
    { words: 'delete', needs: ['confirm'], does: LOSES_BACKUPS },
    { words: 'snapshot delete', needs: ['delete'], does: LOSES_BACKUPS },
  ],
};

const SERVERS: Tool = {
  ...BACKUPS,
  rows: [{ words: 'stanza-delete|delete', does: LOSES_BACKUPS }],
};

/** The rules by program name. */
export const STORAGE_RULES: RuleTable = /* @__PURE__ */ rulesOf([
  { programs: 'aws awslocal', rule: toolRule(AWS) },
  { programs: 'gsutil', rule: toolRule(GSUTIL) },
  { programs: 'gcloud', rule: toolRule(GCLOUD) },
  { programs: 's3cmd s5cmd b2 mc mcli', rule: toolRule(BUCKET_TOOLS) },
  { programs: 'azcopy', rule: toolRule(AZCOPY) },
  { programs: 'rclone', rule: toolRule(RCLONE) },
  { programs: 'restic', rule: toolRule(RESTIC) },
  { programs: 'borg', rule: toolRule(BORG) },
  { programs: 'duplicity wal-g kopia', rule: toolRule(CONFIRMED) },
  { programs: 'pgbackrest barman', rule: toolRule(SERVERS) },
]);
