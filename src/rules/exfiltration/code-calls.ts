/**
 * Calls in code that reach another host: what they send, and where to.
 *
 * @module
 */

import { leadingText, textOf } from '../shell/code/values.js';
import type { CodeCall, Value } from '../shell/code.js';
import { mapOf, setOf } from '../tables.js';
import { isLocalHost, readAddress } from './target.js';

/**
 * What a call sends. `get`: only what stands in its address. `post`: also a body, its second
 * argument. `method`: a body when its options have one. `send`: its arguments, over a connection.
 * `upload`: a file that it is given by name.
 */
export type Sending = 'get' | 'post' | 'method' | 'send' | 'upload';

/** A call that reaches another host. */
export interface NetworkCall {
  readonly sending: Sending;
  /** The texts that say where to, as URLs; a host alone is written `tcp://host`. */
  readonly urls: readonly string[];
  /** The arguments that are addresses as a whole. */
  readonly addresses: readonly Value[];
}

/** What a call does on the network, if it is one of those that reach it. */
export function networkCallOf(call: CodeCall): NetworkCall | undefined {
  const { name, owner, args } = call;
  if (name === '|&') return awkConnection(args[0]);
  const sending = FUNCTIONS.get(name) ?? methodOf(call);
  if (sending === undefined) return undefined;
  const addresses = [...args, ...call.named.values()].filter(isAddress);
  const urls = [...addresses, ...nestedIn(args)].map((value) => leadingText(value)).filter(isUrl);
  const host = hostOf(call);
  if (host !== undefined) urls.push(host);
  let of = owner;
  for (let steps = 0; of !== undefined && steps < MAX_OWNERS; steps += 1) {
    if (of.call !== undefined) {
      urls.push(...of.call.args.map((value) => leadingText(value)).filter(isUrl));
      const outer = hostOf(of.call);
      if (outer !== undefined) urls.push(outer);
    }
    of = of.owner ?? of.call?.owner;
  }
  return { sending, urls: urls.slice(0, MAX_URLS), addresses };
}

/** Whether all that is known of where a call leads to is this machine. */
export function staysLocal(urls: readonly string[]): boolean {
  return urls.length > 0 && urls.every((url) => isLocalHost(readAddress(url).host));
}

/** The hosts that a call connects to, or an unknown one; nothing when it connects to none. */
export function connectionOf(call: CodeCall): readonly string[] | undefined {
  if (call.name === '|&') return awkConnection(call.args[0])?.urls;
  const connects = MAKES_CONNECTION.test(call.name) || connectsTo(call) !== undefined;
  if (!connects) return undefined;
  const host = hostOf(call);
  return host === undefined ? [] : [host];
}

/** Whether a call only prepares a connection, and to which host: `s.connect((host, port))`. */
export function connectsTo(call: CodeCall): string | undefined {
  const method = call.name.slice(call.name.lastIndexOf('.') + 1);
  return CONNECTS.has(method) ? hostOf(call) : undefined;
}

/** The methods of connections and clients, whatever they were made by. */
function methodOf(call: CodeCall): Sending | undefined {
  const { name, owner } = call;
  if (owner === undefined) return undefined;
  const at = name.lastIndexOf('.');
  const object = name.slice(0, at);
  const method = name.slice(at + 1).toLowerCase();
  // Without parentheses a constructor is called all the same in Perl and Ruby.
  const isClient = CLIENTS.has(object) || CLIENTS.has(`${object}()`) || CLIENT_ENDS.test(object);
  return isClient ? METHODS.get(method) : undefined;
}

/** `print |& "/inet/tcp/0/host/port"` of GNU awk. */
function awkConnection(value: Value | undefined): NetworkCall | undefined {
  const host = AWK_CONNECTION.exec(textOf(value) ?? '')?.[1];
  return host === undefined
    ? undefined
    : { sending: 'upload', urls: [`tcp://${host}`], addresses: [] };
}

/** A host that is given by itself: `connect(('host', 80))`, `{ hostname: 'host' }`. */
function hostOf(call: CodeCall): string | undefined {
  const texts: (Value | undefined)[] = [];
  for (const value of [...call.args, ...call.named.values()]) {
    texts.push(value.members?.get('hostname') ?? value.members?.get('host'), value.items?.[0]);
  }
  texts.push(call.named.get('host'), call.named.get('PeerAddr'), call.named.get('PeerHost'));
  if (TAKES_HOST.test(call.name)) texts.push(...call.args);
  for (const value of texts) {
    const text = textOf(value);
    if (text === undefined || !HOST.test(text) || DIGITS.test(text)) continue;
    return text.includes('://') ? text : `tcp://${text}`;
  }
  return undefined;
}

/** URLs in a record or a list of arguments: `{ url: '…' }`, `['https://…']`. */
function nestedIn(args: readonly Value[]): readonly Value[] {
  return args.flatMap((value) => {
    const members = value.members === undefined ? [] : [...value.members.values()];
    return [...members, ...(value.items ?? [])].filter(isAddress);
  });
}

function isAddress(value: Value): boolean {
  return isUrl(leadingText(value));
}

function isUrl(text: string): boolean {
  return URL_START.test(text);
}

const MAX_URLS = 16;
const MAX_OWNERS = 16;

const URL_START = /^(?:https?|wss?|ftps?|sftp|tcp|udp|ssl|tls|smtps?):\/\//i;
/** A host name or address, perhaps with a port. */
const HOST = /^(?:[a-z]{2,6}:\/\/)?\[?[A-Za-z0-9_][A-Za-z0-9._:-]{0,252}\]?$/;
/** A path by which GNU awk connects. */
const AWK_CONNECTION = /^\/inet[46]?\/(?:tcp|udp)\/\d{1,5}\/([^/]{1,253})\//;
const DIGITS = /^\d{1,5}$/;
/** Functions whose arguments are a host and a port. */
const TAKES_HOST =
  /(?:HTTPS?Connection|[Cc]onnect|create_connection|createConnection|TCPSocket\.(?:new|open)|INET\.new|SSL\.new|fsockopen|stream_socket_client|SMTP(?:_SSL)?|FTP(?:_TLS)?|FTP\.(?:new|open)|HTTP\.(?:new|start)|Telnet|gethostbyname|getaddrinfo|gethostbyaddr|lookup|resolve|getaddress|socket\.connect)$/;

/** Functions and constructors that open a connection to a host. */
const MAKES_CONNECTION =
  /(?:^|\.)(?:create_connection|createConnection|TCPSocket\.(?:new|open)|INET\.new|SSL\.new|fsockopen|stream_socket_client|net\.connect|net\.Socket|tls\.connect|connect|socket_connect|open_connection|socket\.tcp)$/;
const CONNECTS: ReadonlySet<string> = /* @__PURE__ */ setOf('connect connect_ex setpeername');

const FUNCTIONS: ReadonlyMap<string, Sending> = /* @__PURE__ */ mapOf<Sending>([
  [
    'get',
    'requests.get requests.head requests.options requests.delete httpx.get httpx.head httpx.delete ' +
      'urllib.request.urlretrieve urllib.urlopen urllib.request.build_opener().open axios.get ' +
      'axios.head axios.delete https.get http.get got.get ky.get superagent.get needle.get Net.HTTP.get ' +
      'Net.HTTP.get_response Net.HTTP.get_print URI.open HTTParty.get Faraday.get RestClient.get ' +
      'LWP.Simple.get LWP.Simple.getprint LWP.Simple.getstore getprint getstore readfile ' +
      'httr.GET download.file HTTP.get HTTPoison.get HTTPoison.get! Req.get Req.get! Downloads.download ' +
      'socket.http.request_get ky wget.download url.openStream URL().text URL().openStream ' +
      'fetch.get pandas.read_csv pd.read_csv open io.open file_get_contents fopen file urllib.request.Request.get',
  ],
  [
    'post',
    'requests.post requests.put requests.patch httpx.post httpx.put httpx.patch urllib.request.urlopen ' +
      'urllib.request.Request urllib2.urlopen urllib2.Request urlopen axios.post axios.put axios.patch ' +
      'axios.postForm axios.putForm needle.post needle.put Net.HTTP.post Net.HTTP.post_form RestClient.post ' +
      'RestClient.put RestClient.patch Faraday.post Faraday.put HTTP.post HTTP.put HTTPoison.post ' +
      'HTTPoison.post! HTTPoison.put HTTPoison.put! httr.POST httr.PUT RCurl.postForm POST ' +
      'socket.http.request http.request_post requests.api.post Net.HTTP.put navigator.sendBeacon ' +
      'superagent.post.send phin.post jQuery.post',
  ],
  [
    'method',
    'fetch requests.request httpx.request httpx.stream urllib3.request axios axios.request got got.post ' +
      'got.put got.patch ky.post ky.put ky.patch undici.request undici.fetch https.request http.request ' +
      'request request.post request.put HTTParty.post HTTParty.put HTTParty.patch Req.post Req.post! ' +
      'Req.put Req.put! httpc.request HTTP.request stream_context_create curl_setopt ' +
      'curl_setopt_array superagent.post superagent.put fetch.default Typhoeus.post Excon.post ' +
      'curl.curl_fetch_memory HTTP.Request.new Faraday.run_request aiohttp.request',
  ],
  [
    'send',
    'fwrite fputs socket_write socket_send socket_sendto stream_socket_sendto print printf say syswrite ' +
      'send mail smtplib.sendmail socket.gethostbyname socket.getaddrinfo dns.lookup dns.resolve ' +
      'dns.promises.lookup dns.promises.resolve gethostbyname Resolv.getaddress ' +
      'Addrinfo.getaddrinfo dns_get_record',
  ],
  [
    'upload',
    'Net.SCP.upload! Net.SCP.upload Net.SFTP.upload! ftp_put ftp_nb_put ftp_fput curl_upload ' +
      'curl.curl_upload RCurl.ftpUpload ftpUpload',
  ],
]);

/** Objects whose methods reach the network. */
const CLIENTS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'http.client.HTTPSConnection() http.client.HTTPConnection() httplib.HTTPSConnection() ' +
    'httplib.HTTPConnection() https.request() http.request() net.connect() net.createConnection() ' +
    'net.Socket() tls.connect() socket.socket() socket.create_connection() dgram.createSocket() ' +
    'ssl.wrap_socket() TCPSocket.new() TCPSocket.open() UDPSocket.new() Socket.tcp() ' +
    'IO.Socket.INET.new() IO.Socket.SSL.new() IO.Socket.IP.new() WebSocket() websocket.create_connection() ' +
    'websockets.connect() smtplib.SMTP() smtplib.SMTP_SSL() ftplib.FTP() ftplib.FTP_TLS() ' +
    'paramiko.SSHClient().open_sftp() paramiko.SFTPClient.from_transport() boto3.client() ' +
    'boto3.resource().Bucket() boto3.resource().Object() boto3.resource().meta.client Net.FTP.new() ' +
    'Net.FTP.open() Net.SMTP.new() Net.SMTP.start() requests.Session() requests.session() ' +
    'httpx.Client() httpx.AsyncClient() aiohttp.ClientSession() LWP.UserAgent.new() HTTP.Tiny.new() ' +
    'Net.HTTP.new() Net.HTTP.start() Faraday.new() GuzzleHttp.Client() Client() axios.create() ' +
    'got.extend() ky.create() XMLHttpRequest() urllib3.PoolManager() urllib.request.build_opener() ' +
    'socket.tcp() asyncio.open_connection() asyncio.open_connection() telnetlib.Telnet() ' +
    'Mojo.UserAgent.new() WWW.Mechanize.new() superagent.post() superagent.put() ' +
    'google.cloud.storage.Client().bucket().blob() storage.Client().bucket().blob()',
);
/** Connections within connections, such as a wrapped socket. */
const CLIENT_ENDS = /(?:\.wrap_socket|\.makefile|superagent\.post\(\)\.\w{1,20})\(\)$/;

const METHODS: ReadonlyMap<string, Sending> = /* @__PURE__ */ mapOf<Sending>([
  ['get', 'get head delete options open getrequest mirror'],
  ['post', 'post put patch post_form request_post send_request'],
  ['method', 'request urlopen fetch stream'],
  [
    'send',
    'send sendall sendto sendfile sendmsg write end puts print printf syswrite say send_message ' +
      'sendmail send_string send_bytes attach field writelines',
  ],
  [
    'upload',
    'storbinary storlines put upload upload_file upload_fileobj put_object putfo putbinaryfile ' +
      'puttextfile upload_from_filename upload_from_file',
  ],
]);
