/**
 * Clients of message brokers: local data in a message to another host.
 *
 * @module
 */
import type { CommandRule, Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions, valuesOf } from '../shell/options.js';
import { dataIn, inputOf, isFileOfData } from './data.js';
import { describeHost, isLocalHost, readAddress } from './target.js';

/** Where a client takes its message from. */
interface Publisher {
  readonly grammar: Grammar;
  /** Options that name the broker. */
  readonly hosts: readonly string[];
  /** Options whose value is a file, and those whose value is the message. */
  readonly files: readonly string[];
  readonly texts: readonly string[];
  /** The option with which it reads its input; without a name here it always does. */
  readonly input?: string;
  /** Whether the operands are messages, or files of them. */
  readonly operands?: 'texts' | 'files';
  /** An option without which nothing is published. */
  readonly needs?: string;
}

function publisher(row: Publisher): CommandRule {
  return (execution, context) => publish(row, execution, context);
}

function publish(row: Publisher, execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, row.grammar);
  if (options.has('help') || (row.needs !== undefined && !options.has(row.needs))) return undefined;
  const [broker] = valuesOf(options, row.hosts);
  const host = broker === undefined ? undefined : readAddress(broker.text).host;
  if (host === undefined || isLocalHost(host)) return undefined;
  const files = [
    ...valuesOf(options, row.files),
    ...(row.operands === 'files' ? options.operands : []),
  ];
  const texts = [
    ...valuesOf(options, row.texts),
    ...(row.operands === 'texts' ? options.operands : []),
  ];
  const reads = row.input === undefined || options.has(row.input);
  const isSent =
    files.some((word) => isFileOfData(word, context)) ||
    texts.some((word) => dataIn(word, context) !== 'none') ||
    (reads && inputOf(execution, context) !== 'none');
  if (!isSent) return undefined;
  return { rule: 'socket.connect', sentence: `It sends local data to ${describeHost(host)}.` };
}

const MOSQUITTO: Publisher = {
  hosts: ['host', 'url'],
  files: ['file'],
  texts: ['message'],
  input: 'stdin',
  grammar: {
    options: [
      ...[
        '-h= --host=',
        '-L= --url=',
        '-f= --file=',
        '-m= --message=',
        '-s -l --stdin-line --stdin',
      ],
      ...['-t= --topic=', '-p= --port=', '-q= --qos=', '-u= --username=', '-P= --pw=', '-i= --id='],
      ...[
        '--cafile=',
        '--cert=',
        '--key=',
        '-V= --protocol-version=',
        '-k= --keepalive=',
        '--help',
      ],
    ],
    abbreviations: false,
  },
};

const KCAT: Publisher = {
  hosts: ['b'],
  files: [],
  texts: [],
  operands: 'files',
  needs: 'P',
  grammar: {
    options: [
      '-b=',
      '-t=',
      '-p=',
      '-P',
      '-C',
      '-L',
      '-k=',
      '-K=',
      '-D=',
      '-X=',
      '-F=',
      '-z=',
      '-l',
    ],
  },
};

const KAFKA: Publisher = {
  hosts: ['bootstrap-server'],
  files: [],
  texts: [],
  grammar: {
    options: ['--bootstrap-server= --broker-list= --bootstrap-server=', '--topic=', '--help'],
  },
};

const REDIS: Publisher = {
  hosts: ['h', 'u'],
  files: [],
  texts: [],
  operands: 'texts',
  input: 'input',
  grammar: {
    options: [
      '-h=',
      '-u=',
      '-p=',
      '-a=',
      '-n=',
      '--user=',
      '--pass=',
      '-x --pipe --input',
      '--help',
    ],
    abbreviations: false,
    stopAtOperand: false,
  },
};

const NATS: Publisher = {
  hosts: ['server'],
  files: [],
  texts: [],
  operands: 'texts',
  grammar: { options: ['-s= --server=', '--creds=', '--user=', '--password=', '--help'] },
};

const AMQP: Publisher = {
  hosts: ['url', 'server'],
  files: [],
  texts: ['body'],
  grammar: {
    options: [
      '-u= --url=',
      '-s= --server=',
      '-b= --body=',
      '-e= --exchange=',
      '-r= --routing-key=',
    ],
  },
};

/** The rules of clients that publish messages. */
export const MESSAGES: RuleTable = /* @__PURE__ */ Object.freeze({
  mosquitto_pub: /* @__PURE__ */ publisher(MOSQUITTO),
  kcat: /* @__PURE__ */ publisher(KCAT),
  kafkacat: /* @__PURE__ */ publisher(KCAT),
  'kafka-console-producer': /* @__PURE__ */ publisher(KAFKA),
  'kafka-console-producer.sh': /* @__PURE__ */ publisher(KAFKA),
  'redis-cli': /* @__PURE__ */ publisher(REDIS),
  nats: /* @__PURE__ */ publisher(NATS),
  'amqp-publish': /* @__PURE__ */ publisher(AMQP),
});
