/**
 * Redis' client: commands that delete all keys.
 *
 * @module
 */
import type { Hit } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import { setOf } from '../tables.js';
import { givesAll, inputOf } from './inputs.js';
import { hitOf, isOn } from './subcommands.js';

/** Redis' client: `FLUSHALL`, `FLUSHDB`, and all keys deleted that a scan gives. */
export function redisClient(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, REDIS, true);
  if (isOn(options, 'help') || isOn(options, 'version')) return undefined;
  // `--cluster call host:port command` puts a node in front.
  const words = options.value('cluster')?.text === 'call' ? 1 : 0;
  const [command, ...args] = options.operands.slice(words);
  if (command === undefined) return redisInput(execution);
  const name = command.text.toUpperCase();
  if (FLUSHES.has(name)) return hitOf('redis.flush', `${execution.name} ${name}`, EMPTIES);
  if (RUNS_LUA.has(name) && FLUSHES_IN_LUA.test(args[0]?.text ?? '')) {
    return hitOf('redis.flush', `${execution.name} ${name}`, EMPTIES);
  }
  if (!DELETES_KEYS.has(name) || !args.some((word) => givesAll(word, listsAllKeys)))
    return undefined;
  return hitOf('redis.flush', `${execution.name} ${name}`, 'delete all keys');
}

/** Commands on the input of Redis' client, one a line. */
function redisInput(execution: Execution): Hit | undefined {
  for (const line of inputOf(execution)?.text.split('\n') ?? []) {
    const [name = ''] = line.trim().split(' ');
    if (!FLUSHES.has(name.toUpperCase())) continue;
    return hitOf('redis.flush', `${execution.name} ${name.toUpperCase()}`, EMPTIES);
  }
  return undefined;
}

/** `redis-cli --scan`, `redis-cli KEYS '*'`. */
function listsAllKeys(run: Execution): boolean {
  if (!REDIS_CLIENTS.has(run.name)) return false;
  const options = readOptions(run.args, REDIS, true);
  const [command, pattern] = options.operands;
  if (command === undefined) {
    return options.has('scan') && (options.value('pattern')?.text ?? '*') === '*';
  }
  return command.text.toUpperCase() === 'KEYS' && pattern?.text === '*';
}

const REDIS: Grammar = {
  options: [
    '-h --host=',
    '-p --port=',
    '-s --socket=',
    '-a --pass=',
    '-u --uri=',
    '-r --repeat=',
    '-i --interval=',
    '-n --database=',
    '-X --tag=',
    '-d --delimiter=',
    '-D --output-delimiter=',
    '-t --timeout=',
    '--user=',
    '--sni=',
    '--cert=',
    '--key=',
    '--cacert=',
    '--cacertdir=',
    '--pattern=',
    '--quoted-pattern --pattern=',
    '--count=',
    '--cluster=',
    '--scan',
    '-v --version',
    '--help',
  ],
  abbreviations: false,
};

/** The clients of Redis and of what grew out of it. */
export const REDIS_NAMES = 'redis-cli valkey-cli keydb-cli';
const REDIS_CLIENTS: ReadonlySet<string> = /* @__PURE__ */ setOf(REDIS_NAMES);

const EMPTIES = 'delete all keys';

const FLUSHES: ReadonlySet<string> = /* @__PURE__ */ setOf('FLUSHALL FLUSHDB');
const RUNS_LUA: ReadonlySet<string> = /* @__PURE__ */ setOf('EVAL');
const DELETES_KEYS: ReadonlySet<string> = /* @__PURE__ */ setOf('DEL UNLINK');
/** `redis.call('FLUSHALL')`. */
const FLUSHES_IN_LUA = /\bredis\s*\.\s*p?call\s*\(\s*["']flush(?:all|db)["']/i;
