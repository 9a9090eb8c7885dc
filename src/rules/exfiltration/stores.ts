/**
 * Local files put into stores that others run: buckets, pastes, drives.
 *
 * @module
 */
import type { CommandRule, Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, type Options, readOptions } from '../shell/options.js';
import type { Word } from '../shell/word.js';
import { dataIn } from './data.js';
import { FORGES } from './forges.js';
import { PUSHES } from './pushes.js';
import { describeHost, isLocalUrl, remoteHost } from './target.js';

/** The rules of clients of stores. */
export const STORES: RuleTable = /* @__PURE__ */ Object.freeze({
  ...FORGES,
  ...PUSHES,
  aws,
  gsutil: /* @__PURE__ */ copies('cp mv rsync', 'bucket', 'rsync'),
  gcloud,
  az: /* @__PURE__ */ uploads(
    'storage blob upload',
    'storage blob upload-batch',
    'storage blob sync',
    'storage blob directory upload',
    'storage file upload',
    'storage file upload-batch',
    'storage fs file upload',
    'storage fs directory upload',
    'storage azcopy blob upload',
  ),
  azcopy: /* @__PURE__ */ copies('copy cp sync', 'url'),
  s3cmd: /* @__PURE__ */ copies('put sync cp mv', 'bucket', 'put sync cp mv'),
  s4cmd: /* @__PURE__ */ copies('put sync dsync cp mv', 'bucket', 'sync dsync'),
  s5cmd: /* @__PURE__ */ copies('cp mv sync pipe', 'bucket'),
  rclone: /* @__PURE__ */ copies('copy copyto move moveto sync bisync rcat', 'remote', '*'),
  mc: /* @__PURE__ */ copies('cp mv mirror put pipe', 'alias'),
  mcli: /* @__PURE__ */ copies('cp mv mirror put pipe', 'alias'),
  b2: /* @__PURE__ */ uploads('upload-file', 'upload_file', 'upload-unbound-stream', 'file upload'),
  swift: /* @__PURE__ */ uploads('upload'),
  oci: /* @__PURE__ */ uploads('os object put', 'os object bulk-upload', 'os object sync'),
  ibmcloud: /* @__PURE__ */ uploads('cos upload', 'cos object-put', 'cos put-object'),
  wrangler: /* @__PURE__ */ uploads('r2 object put', 'kv key put', 'kv bulk put'),
  'linode-cli': /* @__PURE__ */ uploads('obj put'),
  gdrive: /* @__PURE__ */ uploads('upload', 'files upload'),
  dropbox_uploader: /* @__PURE__ */ uploads('upload'),
  'dropbox_uploader.sh': /* @__PURE__ */ uploads('upload'),
  'mega-put': /* @__PURE__ */ uploads(''),
  megaput: /* @__PURE__ */ uploads(''),
  ipfs: /* @__PURE__ */ uploads('add'),
  hf: /* @__PURE__ */ uploads('upload', 'upload-large-folder'),
  'huggingface-cli': /* @__PURE__ */ uploads('upload', 'upload-large-folder'),
  kaggle: /* @__PURE__ */ uploads('datasets create', 'datasets version'),
  transfer: /* @__PURE__ */ uploads(''),
  slackcat: paste,
  'telegram-send': paste,
  gist: paste,
  pastebinit: paste,
  wgetpaste: paste,
  pbcli: paste,
  ix: paste,
  sprunge: paste,
});

function aws(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, AWS);
  const [service, verb, ...rest] = options.operands;
  const endpoint = options.value('endpoint-url');
  if (service === undefined || verb === undefined || rest[0]?.text === 'help') return undefined;
  if (options.has('dryrun') || (endpoint !== undefined && isLocalUrl(endpoint))) return undefined;
  if (service.text === 's3' && AWS_COPIES.has(verb.text)) {
    return judgeCopy(rest, (word) => BUCKET.test(word.text), context);
  }
  if (AWS_BODIES.has(verb.text) && options.has('body')) return stored(undefined);
  if (!AWS_MESSAGES.has(verb.text)) return undefined;
  const told = execution.args.some((word) => {
    return AWS_FILE.test(word.text) || dataIn(word, context) === 'data';
  });
  return told ? stored(undefined) : undefined;
}

function gcloud(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, GCLOUD);
  if (options.has('dry-run') || options.has('help')) return undefined;
  const words = options.operands.filter((word) => word.text !== 'alpha' && word.text !== 'beta');
  const [group, verb, ...rest] = words;
  if (group?.text === 'storage' && GSUTIL_COPIES.has(verb?.text ?? '')) {
    return judgeCopy(rest, (word) => BUCKET.test(word.text), context);
  }
  if (group?.text !== 'compute' || verb?.text !== 'scp') return undefined;
  return judgeCopy(rest, (word) => remoteHost(word) !== undefined, context);
}

/** What the spelling of a remote side is. */
type Form = 'bucket' | 'url' | 'remote' | 'alias';

const FORMS: { readonly [form in Form]: (word: Word) => boolean } = {
  bucket: (word) => BUCKET.test(word.text),
  url: (word) => WEB_URL.test(word.text) && !isLocalUrl(word),
  remote: (word) => RCLONE_REMOTE.test(word.text),
  alias: (word) => ALIAS.test(word.text),
};

/**
 * Clients that copy, by a verb, from sources to a target in either direction. `-n` is a dry run for
 * some of the verbs (`*`: for all), and for others says not to overwrite.
 */
function copies(verbs: string, form: Form, dryRuns = ''): CommandRule {
  const known = new Set(verbs.split(' '));
  const dry = new Set(dryRuns.split(' '));
  return ({ args }, context) => {
    const options = readOptions(args, CLIENT);
    if (isIdle(options)) return undefined;
    const at = options.operands.findIndex((word) => known.has(word.text));
    if (at < 0) return undefined;
    const rest = options.operands.slice(at + 1);
    const verb = options.operands[at]?.text ?? '';
    if (options.has('n') && (dryRuns === '*' || dry.has(verb))) return undefined;
    const [only] = rest;
    // Verbs that read their standard input, and `-I`, which reads the names of files there.
    if ((INPUT_VERBS.has(verb) || options.has('I')) && rest.length === 1 && only !== undefined) {
      return FORMS[form](only) ? stored(only) : undefined;
    }
    return judgeCopy(rest, FORMS[form], context);
  };
}

/** Clients whose verb says that they upload. */
function uploads(...phrases: readonly string[]): CommandRule {
  const known = phrases.map((phrase) => (phrase === '' ? [] : phrase.split(' ')));
  return ({ args }) => {
    const options = readOptions(args, UPLOADER);
    if (isIdle(options)) return undefined;
    const texts = options.operands.map((word) => word.text);
    const isGiven = known.some((phrase) => args.length > phrase.length && holds(texts, phrase));
    return isGiven ? stored(undefined) : undefined;
  };
}

/** Programs that publish their files, or else their input. */
function paste({ args, stdin }: Execution): Hit | undefined {
  const options = readOptions(args, PASTE);
  if (isIdle(options) || options.has('list')) return undefined;
  const given = options.operands.length > 0 || options.has('i') || stdin.kind !== 'inherited';
  return given ? stored(undefined) : undefined;
}

function judgeCopy(
  operands: readonly Word[],
  isRemote: (word: Word) => boolean,
  context: RuleContext,
): Hit | undefined {
  const target = operands.at(-1);
  if (target === undefined || operands.length < 2) return undefined;
  const local = operands.slice(0, -1).some((source) => !isRemote(source));
  const remote = isRemote(target) || (context.strict && !target.known);
  return local && remote ? stored(target) : undefined;
}

function isIdle(options: Options): boolean {
  return ['help', 'dry-run', 'version'].some((name) => options.has(name));
}

/** Whether the words stand one behind the other somewhere. */
function holds(texts: readonly string[], phrase: readonly string[]): boolean {
  return texts.some((_, at) => phrase.every((word, offset) => texts[at + offset] === word));
}

function stored(target: Word | undefined): Hit {
  const name = target === undefined ? undefined : STORE_NAME.exec(target.text)?.[0];
  const where = name === undefined ? 'a store on another host' : describeHost(name);
  return { rule: 'store.upload', sentence: `It uploads local data to ${where}.` };
}

/** The name of a bucket or remote, without the path in it. */
const STORE_NAME = /^(?:[a-z0-9]+:\/\/)?[^/:@?]+/;

const BUCKET = /^(?:s3|gs|b2|oss|cos|r2|swift):\/\//;
const WEB_URL = /^https?:\/\//i;
/** `remote:path`, or `:backend,option=value:path`. */
const RCLONE_REMOTE = /^(?::[a-z0-9]+[^:]*:|[\w.+@][\w .+@-]+:|[A-Za-z0-9]:(?![\\/]))/;
/** `alias/bucket/key`: no path that says that it is one. */
const ALIAS = /^[A-Za-z0-9][\w-]*\/[^/]/;

const INPUT_VERBS: ReadonlySet<string> = /* @__PURE__ */ new Set(['rcat', 'pipe']);
const GSUTIL_COPIES: ReadonlySet<string> = /* @__PURE__ */ new Set(['cp', 'mv', 'rsync']);

const AWS_COPIES: ReadonlySet<string> = /* @__PURE__ */ new Set(['cp', 'mv', 'sync']);
const AWS_BODIES: ReadonlySet<string> = /* @__PURE__ */ new Set(['put-object', 'upload-part']);
/** Calls that carry a message or a value of their own. */
const AWS_MESSAGES: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['publish', 'send-message', 'send-message-batch', 'send-email', 'send-raw-email'],
  ...['put-record', 'put-records', 'put-item', 'put-log-events', 'put-parameter', 'put-events'],
  ...['create-secret', 'put-secret-value', 'update-secret', 'invoke'],
]);
const AWS_FILE = /^(?:--[\w-]+=)?fileb?:\/\//;

const AWS: Grammar = {
  abbreviations: false,
  options: [
    ...['--endpoint-url=', '--profile=', '--region=', '--output=', '--query=', '--ca-bundle='],
    ...['--cli-read-timeout=', '--cli-connect-timeout=', '--color=', '--cli-binary-format='],
    ...['--dryrun', '--dry-run', '--recursive', '--quiet', '--delete', '--no-sign-request'],
    ...['--acl=', '--exclude=', '--include=', '--content-type=', '--content-encoding='],
    ...['--cache-control=', '--content-disposition=', '--content-language=', '--expires='],
    ...['--metadata=', '--metadata-directive=', '--storage-class=', '--sse=', '--sse-c='],
    ...['--sse-c-key=', '--sse-kms-key-id=', '--grants=', '--website-redirect=', '--page-size='],
    ...['--expected-size=', '--source-region=', '--request-payer=', '--checksum-algorithm='],
    ...['--body=', '--bucket=', '--key=', '--payload=', '--message=', '--topic-arn='],
  ],
};

const GCLOUD: Grammar = {
  options: [
    ...['--project=', '--account=', '--configuration=', '--zone=', '--region=', '--format='],
    ...['--impersonate-service-account=', '--billing-project=', '--verbosity=', '--port='],
    ...['--scp-flag=', '--ssh-key-file=', '--content-type=', '--cache-control=', '--exclude='],
    ...['--storage-class=', '--dry-run', '--help', '-r --recursive'],
  ],
};

const UPLOADER: Grammar = {
  abbreviations: false,
  options: ['-h --help', '--dryrun --what-if --dry-run', '--version'],
};

/** The options with values that the clients share, or that stand before their operands. */
const CLIENT: Grammar = {
  abbreviations: false,
  options: [
    ...['-n', '--dryrun --what-if --dry-run', '-h --help', '-V --version', '-l --list'],
    ...['-I', '-o --option=', '-c --config=', '--profile=', '--endpoint-url=', '--access_key='],
    ...['--secret_key=', '--host=', '--host-bucket=', '--region=', '--acl=', '--storage-class='],
    ...['--transfers=', '--checkers=', '--bwlimit=', '--exclude=', '--include=', '--filter='],
    ...['--exclude-from=', '--include-from=', '--filter-from=', '--files-from=', '--log-level='],
    ...['--log-file=', '--max-age=', '--min-age=', '--max-size=', '--retries=', '--timeout='],
    ...['--numworkers=', '--concurrency=', '--metadata=', '--content-type=', '--attr=', '--tags='],
    ...['--encrypt-key=', '--older-than=', '--newer-than=', '--limit-upload=', '--s3-provider='],
  ],
};

const PASTE: Grammar = {
  options: [
    ...['-h --help', '-v --version', '-l --list', '-i=', '-f=', '-t=', '-d=', '-b=', '-a=', '-u='],
  ],
};
