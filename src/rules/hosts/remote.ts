/**
 * The hosts that remote shells, copies and bare connections reach, and names that are looked up.
 *
 * @module
 */
import {
  DATABASE,
  FTP_OPTIONS,
  LFTP,
  NETCAT,
  PING,
  RSYNC,
  S_CLIENT,
  SCP,
  SFTP,
  SMBCLIENT,
  SSH,
  TELNET,
} from '../exfiltration/grammars.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, type Options, readOptions } from '../shell/options.js';
import { dropPrefix, type Word } from '../shell/word.js';
import { hosts, links, type Place, type PlaceReader, partOf, remotes, splitList } from './place.js';

/** How each of the programs names its hosts. */
export const REMOTE: { readonly [program: string]: PlaceReader } = /* @__PURE__ */ Object.freeze({
  ssh,
  autossh: ssh,
  mosh: ssh,
  dbclient: ssh,
  plink: ssh,
  rsh: ssh,
  'ssh-copy-id': ssh,
  sftp,
  psftp: sftp,
  scp: /* @__PURE__ */ copy(() => SCP),
  pscp: /* @__PURE__ */ copy(() => SCP),
  sshfs: /* @__PURE__ */ copy(() => SCP),
  rsync: /* @__PURE__ */ copy(() => RSYNC),
  nc: netcat,
  ncat: netcat,
  netcat,
  'nc.openbsd': netcat,
  'nc.traditional': netcat,
  socat,
  openssl,
  smbclient,
  dig: lookUp,
  kdig: lookUp,
  drill: lookUp,
  delv: lookUp,
  host: lookUp,
  nslookup: lookUp,
  telnet: /* @__PURE__ */ first(() => TELNET),
  ftp: /* @__PURE__ */ first(() => FTP_OPTIONS),
  lftp: /* @__PURE__ */ first(() => LFTP),
  ncftp: /* @__PURE__ */ first(() => FTP_OPTIONS),
  ncftpget: /* @__PURE__ */ first(() => FTP_OPTIONS),
  ncftpput: /* @__PURE__ */ first(() => FTP_OPTIONS),
  tftp: /* @__PURE__ */ first(() => PLAIN),
  'gnutls-cli': /* @__PURE__ */ first(() => PLAIN),
  ping: /* @__PURE__ */ first(() => PING),
  ping6: /* @__PURE__ */ first(() => PING),
  hping3: /* @__PURE__ */ first(() => PING),
  nping: /* @__PURE__ */ every(() => PING),
  traceroute: /* @__PURE__ */ first(() => TRACE),
  tracepath: /* @__PURE__ */ first(() => TRACE),
  mtr: /* @__PURE__ */ first(() => TRACE),
  ntpdate: /* @__PURE__ */ every(() => PLAIN),
  rdate: /* @__PURE__ */ every(() => PLAIN),
  snmpwalk: /* @__PURE__ */ first(() => SNMP),
  snmpget: /* @__PURE__ */ first(() => SNMP),
  snmpset: /* @__PURE__ */ first(() => SNMP),
  snmptrap: /* @__PURE__ */ first(() => SNMP),
  mount: ({ args }) => remotes(readOptions(args, MOUNT).operands),
  ansible: inventory,
  'ansible-playbook': inventory,
  gpg: keyserver,
  gpg2: keyserver,
  'apt-key': keyserver,
  'ssh-keyscan': /* @__PURE__ */ every(() => PLAIN),
  whois: /* @__PURE__ */ every(() => PLAIN),
  nmap: /* @__PURE__ */ every(() => SCAN),
  masscan: /* @__PURE__ */ every(() => SCAN),
  'test-connection': /* @__PURE__ */ first(() => POWERSHELL),
  'test-netconnection': /* @__PURE__ */ first(() => POWERSHELL),
  tnc: /* @__PURE__ */ first(() => POWERSHELL),
  'resolve-dnsname': /* @__PURE__ */ first(() => POWERSHELL),
  psql: database,
  pg_dump: database,
  pg_restore: database,
  mysql: database,
  mariadb: database,
  mysqldump: database,
  mongo: database,
  mongosh: database,
  mongodump: database,
  'redis-cli': database,
  sqlcmd: database,
  ldapsearch: database,
});

function ssh(execution: Execution): readonly Place[] {
  const options = readOptions(execution.args, SSH, true);
  if (options.has('V') || options.has('Q')) return [];
  const host = options.operands.slice(0, 1).map(withoutUser);
  return hosts([...host, ...detours(options), ...options.values('W')]);
}

function sftp(execution: Execution): readonly Place[] {
  const options = readOptions(execution.args, SFTP);
  const host = options.operands.slice(0, 1);
  const named = remotes(host);
  return [...(named.length > 0 ? named : hosts(host.map(withoutUser))), ...hosts(detours(options))];
}

function copy(grammar: () => Grammar): PlaceReader {
  return ({ args }) => {
    const options = readOptions(args, grammar());
    return [...remotes(options.operands), ...hosts(detours(options))];
  };
}

/** Hosts on the way: `-J`, and what `-o` sets. */
function detours(options: Options): readonly Word[] {
  const set = options.values('o').flatMap((setting) => partOf(setting, SSH_SETTING));
  return [...options.values('J'), ...set].flatMap(splitList).map(withoutUser);
}

function netcat(execution: Execution): readonly Place[] {
  const options = readOptions(execution.args, NETCAT);
  if (options.has('unixsock') || options.has('help')) return [];
  const to = options.has('listen') ? [] : options.operands.slice(0, 1);
  // -x is a proxy to one netcat, and to another a file for what was sent.
  const proxies = [...options.values('proxy'), ...options.values('hex-dump')];
  return hosts([...to, ...proxies.filter((word) => HOST_AND_PORT.test(word.text))]);
}

function socat(execution: Execution): readonly Place[] {
  return hosts(execution.args.flatMap((word) => partOf(word, SOCAT)));
}

function openssl(execution: Execution): readonly Place[] {
  const [subcommand, ...rest] = execution.args;
  const options = readOptions(rest, S_CLIENT);
  if (subcommand?.text !== 's_client') return links(options.values('url'));
  const target = options.value('connect') ?? options.value('host') ?? options.operands[0];
  return hosts([target, options.value('proxy')]);
}

function smbclient(execution: Execution): readonly Place[] {
  const options = readOptions(execution.args, SMBCLIENT);
  const shares = options.operands.flatMap((word) => partOf(word, SHARE));
  return hosts([...shares, ...options.values('list'), ...options.values('ip-address')]);
}

function first(grammar: () => Grammar): PlaceReader {
  return ({ args }) => {
    const options = readOptions(args, grammar());
    return hosts([options.value('host') ?? options.operands[0]]);
  };
}

function every(grammar: () => Grammar): PlaceReader {
  return ({ args }) => {
    const options = readOptions(args, grammar());
    return hosts([...options.operands, ...options.values('host')]);
  };
}

/** The server that is asked, and the name, which whoever answers for its domain gets to see. */
function lookUp(execution: Execution): readonly Place[] {
  const { operands } = readOptions(execution.args, LOOK_UP);
  return hosts(
    operands.flatMap((word) => {
      if (word.text.startsWith('@')) return [dropPrefix(word, 1)];
      return NAME.test(word.text) ? [word] : [];
    }),
  );
}

/** The host of a database is an option, a variable, in a URL or in a list of settings. */
function database(execution: Execution): readonly Place[] {
  const options = readOptions(execution.args, DATABASE);
  const settings = execution.settings.filter((setting) => DATABASE_HOSTS.has(setting.name));
  const given = [...options.values('host'), ...settings.map((setting) => setting.value)];
  const places = [...options.operands, ...options.values('dbname')];
  return [
    ...hosts(given.filter((word) => !word.text.startsWith('/'))),
    ...links([...places, ...options.values('uri')]),
    ...hosts(places.flatMap((word) => partOf(word, CONNECTION_HOST))),
    ...(MONGO.test(execution.name) ? hosts(places.flatMap(mongoHost)) : []),
  ];
}

/** `host/database` and `host:port`, as MongoDB's clients read them; a script ends in `.js`. */
function mongoHost(word: Word): readonly Word[] {
  return word.text.endsWith('.js') ? [] : partOf(word, MONGO_HOST);
}

/** `-i host,`: a list of hosts, rather than a file of them, has a comma in it. */
function inventory({ args }: Execution): readonly Place[] {
  const lists = readOptions(args, INVENTORY).values('inventory');
  return hosts(lists.filter((word) => word.text.includes(',')).flatMap(splitList));
}

function keyserver({ args }: Execution): readonly Place[] {
  return hosts(readOptions(args, KEYS).values('keyserver'));
}

function withoutUser(word: Word): Word {
  return SCHEME.test(word.text) ? word : dropPrefix(word, word.text.lastIndexOf('@') + 1);
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const SSH_SETTING = /^((?:proxyjump|hostname)[=\s]\s*)(\S+)/i;
const HOST_AND_PORT = /^[^/]*[^/:]:\d+$/;
/** The network addresses of socat that name a host. */
const SOCAT =
  /^((?:tcp|udp|sctp|openssl|ssl|dccp)[46]?(?:-connect|-datagram|-sendto)?:|(?:socks\w*|proxy)(?:-connect)?:)(\[[^\]]*\]|[^:,]*)/i;
const SHARE = /^([/\\]{2})([^/\\]+)/;
/** A name with a domain, an address or this machine; types of records have no dot. */
const NAME = /[.:]|^localhost$|\uFFFC/;
/** `host=name` among the settings of a connection. */
const CONNECTION_HOST = /^((?:[^']*\s)?host=)([^\s/]+)/;

const MONGO = /^mongo/;
const MONGO_HOST = /^()([\w-]+(?:\.[\w-]+)+(?=\/|:\d)(?::\d+)?|[\w-]+:\d+|localhost(?=\/))/;

const DATABASE_HOSTS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['PGHOST', 'PGHOSTADDR', 'MYSQL_HOST'],
]);

const PLAIN: Grammar = {
  options: ['-h --host=', '-p --port=', '-t=', '-T=', '-m=', '-c=', '-V --version'],
};

const SNMP: Grammar = {
  options: ['-v=', '-c=', '-u=', '-l=', '-a=', '-A=', '-x=', '-X=', '-t=', '-r=', '-m=', '-O='],
};

const MOUNT: Grammar = { options: ['-t= --types=', '-o= --options=', '-O=', '-L=', '-U='] };

const INVENTORY: Grammar = {
  options: [
    '-i= --inventory= --inventory-file= --inventory=',
    '-m= --module-name=',
    '-a= --args=',
    '-u= --user=',
    '-e= --extra-vars=',
    '-l= --limit=',
  ],
};

const KEYS: Grammar = { options: ['--keyserver=', '-r=', '-u=', '-o='], abbreviations: false };

const TRACE: Grammar = {
  options: [
    ...['-f=', '-g=', '-i=', '-m=', '-N=', '-p=', '-q=', '-s=', '-t=', '-w=', '-z=', '-l=', '-c='],
  ],
};

const SCAN: Grammar = {
  singleDashLong: true,
  abbreviations: false,
  options: [
    ...['-p=', '-iL=', '-iR=', '-oN=', '-oX=', '-oG=', '-oA=', '-e=', '-S=', '-D=', '-g=', '-T='],
    ...['--script=', '--script-args=', '--top-ports=', '--rate=', '--exclude=', '--ports='],
    ...['--max-retries=', '--min-rate=', '--max-rate=', '--host-timeout='],
  ],
};

const LOOK_UP: Grammar = {
  options: ['-x=', '-t=', '-c=', '-p=', '-q=', '-k=', '-y=', '-b=', '-f='],
};

const POWERSHELL: Grammar = {
  singleDashLong: true,
  abbreviations: false,
  options: [
    '-ComputerName -computername -TargetName -targetname -Name -name --host=',
    ...['-Port -port=', '-Count -count=', '-Type -type=', '-Server -server='],
  ],
};
