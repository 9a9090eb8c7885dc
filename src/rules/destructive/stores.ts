/**
 * Commands that empty or remove other stores of data: queues, key-value stores, clusters of files.
 *
 * @module
 */
import type { Hit, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { deletesIndexes } from './indexes.js';
import { hitOf, isIdle, rulesOf, type Tool, toolRule } from './subcommands.js';

/** `kafka-topics.sh --delete --topic name`. */
export function kafkaTopics(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, KAFKA);
  if (isIdle(options) || !options.has('delete')) return undefined;
  return hitOf('stores.delete', `${execution.name} --delete`, 'delete a topic and what is in it');
}

/** `hdfs dfs -rm -r path`, `hadoop fs -rmr path`, `hdfs namenode -format`. */
export function hadoop(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, HADOOP);
  const [area] = options.operands;
  if (isIdle(options)) return undefined;
  if (area?.text === 'namenode' && options.has('format')) {
    return hitOf('stores.delete', `${execution.name} namenode -format`, 'format a file system');
  }
  const removes = options.has('rmr') || (options.has('rm') && options.has('r'));
  if (!removes) return undefined;
  return hitOf('stores.delete', `${execution.name} -rm -r`, 'remove a directory of a cluster');
}

const KAFKA: Grammar = {
  options: ['--delete', '--topic=', '--bootstrap-server=', '--zookeeper=', '--help', '--version'],
  abbreviations: false,
};

const HADOOP: Grammar = {
  options: [
    '-rm',
    '-rmr',
    '-r -R -r',
    '-skipTrash',
    '-f',
    '-format',
    '-conf=',
    '-D=',
    '-fs=',
    '-help',
  ],
  singleDashLong: true,
  abbreviations: false,
};

const ETCD: Tool = {
  rule: 'stores.delete',
  grammar: {
    options: [
      '--endpoints=',
      '--cacert=',
      '--cert=',
      '--key=',
      '--user=',
      '--password=',
      '-w --write-out=',
      '--prefix',
      '--from-key',
      '--range',
      '-r --recursive',
      '-h --help',
    ],
    abbreviations: false,
  },
  rows: [
    {
      words: 'del|rm',
      needs: ['prefix', 'from-key', 'range', 'recursive'],
      does: 'delete many keys',
    },
  ],
};

const HASHICORP: Tool = {
  rule: 'stores.delete',
  grammar: {
    options: [
      '-http-addr=',
      '-address=',
      '-token=',
      '-datacenter=',
      '-namespace=',
      '-region=',
      '-recurse',
      '-purge',
      '-h -help',
      '-version',
    ],
    singleDashLong: true,
    abbreviations: false,
  },
  rows: [
    { words: 'kv delete', needs: ['recurse'], does: 'delete many keys' },
    { words: 'job stop', needs: ['purge'], does: 'remove a job' },
    { words: 'stop', needs: ['purge'], does: 'remove a job' },
    { words: 'namespace|volume delete', does: 'delete a namespace or a volume' },
  ],
};

const RABBIT: Tool = {
  rule: 'stores.delete',
  grammar: {
    options: [
      '-n --node=',
      '-p --vhost=',
      '-t --timeout=',
      '-H --host=',
      '-P --port=',
      '-u --username=',
      '-V --vhost=',
      '-c --config=',
      '-N --node=',
      '--help',
      '--version',
    ],
  },
  rows: [
    { words: 'reset|force_reset', does: 'wipe a node' },
    { words: 'delete_vhost|delete_queue|purge_queue', does: 'delete messages that wait' },
    { words: 'delete queue|vhost|exchange', does: 'delete a queue and what is in it' },
    { words: 'purge queue', does: 'delete messages that wait' },
  ],
};

const STREAMS: Tool = {
  rule: 'stores.delete',
  grammar: {
    options: ['-s --server=', '--creds=', '--context=', '--admin-url=', '-h --help', '--version'],
    abbreviations: false,
  },
  rows: [
    { words: 'stream|str|s rm|purge|delete', does: 'delete a stream or what is in it' },
    { words: 'kv|object rm|delete|del', does: 'delete a bucket' },
    { words: 'topics|namespaces|tenants|persistent delete', does: 'delete a topic' },
    { words: 'topic|cluster delete', does: 'delete a topic' },
  ],
};

const INFLUX: Tool = {
  rule: 'stores.delete',
  grammar: {
    options: [
      '-b --bucket=',
      '-o --org=',
      '-t --token=',
      '-p --predicate=',
      '--start=',
      '--stop=',
      '--host=',
      '-n --name=',
      '-i --id=',
      '-c --active-config=',
      '-h --help',
    ],
    abbreviations: false,
  },
  rows: [
    { words: 'bucket|org delete', does: 'delete a bucket' },
    // A predicate narrows it, as a condition does in SQL.
    { words: 'delete', unless: ['predicate'], does: 'delete all data of a bucket' },
  ],
};

const BIGQUERY: Tool = {
  rule: 'stores.delete',
  grammar: {
    options: ['--project_id=', '--location=', '--dataset_id=', '--format=', '--help'],
    abbreviations: false,
  },
  rows: [{ words: 'rm', does: 'remove a table or a data set' }],
};

const CEPH: Tool = {
  rule: 'stores.delete',
  grammar: {
    options: ['-p --pool=', '-c --conf=', '-n --name=', '-m --monmap=', '-h --help', '--version'],
    abbreviations: false,
  },
  rows: [
    { words: 'osd pool delete|rm', does: 'remove a pool' },
    { words: 'fs rm', does: 'remove a file system' },
    { words: 'osd destroy|purge', does: 'remove a disk of a cluster' },
    { words: 'rmpool|purge', does: 'remove a pool or what is in it' },
    { words: 'rm|remove', does: 'remove an image of a disk' },
    { words: 'volume delete', does: 'remove a volume' },
  ],
};

const RADOS: Tool = { ...CEPH, rows: [{ words: 'rmpool|purge', does: 'empty or remove a pool' }] };

const COUCHBASE: Tool = {
  rule: 'stores.delete',
  grammar: {
    options: ['-c --cluster=', '-u --username=', '-p --password=', '--bucket=', '-h --help'],
  },
  rows: [{ words: 'bucket-delete|bucket-flush', does: 'delete a bucket or what is in it' }],
};

const DOKKU: Tool = {
  rule: 'stores.delete',
  grammar: { options: ['--force', '-f', '--help', '--version'], abbreviations: false },
  colons: true,
  rows: [{ words: '* destroy', does: 'destroy an app or a data store' }],
};

const VAULTS: Tool = {
  ...DOKKU,
  colons: false,
  rows: [{ words: 'vault delete|rm|remove', does: 'delete a vault and all that is in it' }],
};

const GRAPHS: Tool = { ...VAULTS, rows: [{ words: 'database drop', does: 'drop a database' }] };

const ZOOKEEPER: Tool = {
  rule: 'stores.delete',
  grammar: { options: ['-server=', '-timeout=', '-r', '-h -help'], singleDashLong: true },
  rows: [{ words: 'deleteall|rmr', does: 'delete a tree of nodes' }],
};

/** The rules by program name. */
export const STORE_RULES: RuleTable = /* @__PURE__ */ rulesOf([
  { programs: 'kafka-topics kafka-topics.sh', rule: kafkaTopics },
  { programs: 'hdfs hadoop', rule: hadoop },
  { programs: 'etcdctl', rule: toolRule(ETCD) },
  { programs: 'consul nomad', rule: toolRule(HASHICORP) },
  { programs: 'rabbitmqctl rabbitmqadmin', rule: toolRule(RABBIT) },
  { programs: 'nats pulsar-admin rpk', rule: toolRule(STREAMS) },
  { programs: 'influx', rule: toolRule(INFLUX) },
  { programs: 'curl curlie', rule: deletesIndexes },
  { programs: 'dokku', rule: toolRule(DOKKU) },
  { programs: 'op', rule: toolRule(VAULTS) },
  { programs: 'neo4j-admin', rule: toolRule(GRAPHS) },
  { programs: 'bq', rule: toolRule(BIGQUERY) },
  { programs: 'ceph rbd gluster', rule: toolRule(CEPH) },
  { programs: 'rados', rule: toolRule(RADOS) },
  { programs: 'couchbase-cli', rule: toolRule(COUCHBASE) },
  { programs: 'zkCli.sh zkcli.sh zkCli', rule: toolRule(ZOOKEEPER) },
]);
