import { gzipSync } from 'node:zlib';
import { GOOD, JSON_TYPE, MARKER } from './asking.js';
import type { Exchange } from './fault-server.js';

/** A fault of a judge, and the error that it comes to. */
export interface Fault {
  readonly name: string;
  readonly answer: (exchange: Exchange) => void;
  readonly code: 'judge_unavailable' | 'bad_answer';
  readonly path: string;
  /** The start of the rule. */
  readonly rule: string | RegExp;
  readonly status?: number;
  /** How many requests the server sees, where it is not one. */
  readonly requests?: number;
}

const HTML = `<!doctype html><title>${MARKER}</title>`;

/** GOOD, and so many bytes more that say nothing. */
function padded(bytes: number): string {
  return GOOD + ' '.repeat(bytes - GOOD.length);
}

function body(text: string | Buffer, headers: Readonly<Record<string, string>> = JSON_TYPE) {
  return ({ respond }: Exchange): void => respond(200, headers, text);
}

function status(code: number, headers: Readonly<Record<string, string>> = {}) {
  return ({ respond }: Exchange): void => respond(code, { ...JSON_TYPE, ...headers }, GOOD);
}

function answersOf(answers: string): string {
  return `{"answers":${answers},"judge":{"model":"m-1"},"${MARKER}":1}`;
}

const CHUNKED = { ...JSON_TYPE, 'transfer-encoding': 'chunked', connection: 'close' };

function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

const TOO_SLOW = {
  code: 'judge_unavailable',
  path: 'options.timeoutMs',
  rule: 'the judge answers within 400 ms',
} as const;
const BROKEN = {
  code: 'judge_unavailable',
  path: 'judge',
  rule: 'the connection to the judge failed or broke',
} as const;
const CUT = {
  code: 'judge_unavailable',
  path: 'response',
  rule: 'the connection broke before the end of the body',
  status: 200,
} as const;
const NOT_JSON = {
  code: 'judge_unavailable',
  path: 'response',
  rule: 'the body is JSON, whole',
  status: 200,
} as const;
const OTHER_TYPE = {
  code: 'judge_unavailable',
  path: 'response',
  rule: 'the content type of a response is application/json',
  status: 200,
} as const;
const OTHER_CHARSET = {
  code: 'judge_unavailable',
  path: 'response',
  rule: 'JSON is sent in UTF-8',
  status: 200,
} as const;
const TOO_LONG = {
  code: 'judge_unavailable',
  path: 'response',
  rule: 'a body of at most 1048576 bytes is read',
  status: 200,
} as const;
const AMBIGUOUS = {
  code: 'bad_answer',
  path: 'response',
  rule: 'the body is JSON that is read in one way only',
  status: 200,
} as const;
const BAD_ANSWER = { code: 'bad_answer', status: 200 } as const;

const slow: readonly Fault[] = [
  { name: 'no response at all', answer: () => undefined, ...TOO_SLOW },
  {
    name: 'headers that come one letter at a time',
    answer: ({ socket }) => dribble(socket, `HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(500)}`),
    ...TOO_SLOW,
  },
  {
    name: 'a body that comes one letter at a time',
    answer({ socket, head }) {
      head(200, { ...JSON_TYPE, 'content-length': '4000' });
      dribble(socket, padded(4_000));
    },
    ...TOO_SLOW,
    status: 200,
  },
  {
    name: 'a body that stops in the middle, on a connection that stays',
    answer({ socket, head }) {
      head(200, { ...JSON_TYPE, 'content-length': '4000' });
      socket.write(GOOD);
    },
    ...TOO_SLOW,
    status: 200,
  },
  {
    name: 'a chunk that never ends the body',
    answer({ socket, head }) {
      head(200, CHUNKED);
      socket.write(chunk(GOOD));
    },
    ...TOO_SLOW,
    status: 200,
  },
];

const cut: readonly Fault[] = [
  {
    name: 'half a body of a length that was promised',
    answer({ socket, head }) {
      head(200, { ...JSON_TYPE, 'content-length': String(GOOD.length + 100) });
      socket.end(GOOD);
    },
    ...CUT,
  },
  {
    name: 'half a body in chunks',
    answer({ socket, head }) {
      head(200, CHUNKED);
      socket.end(chunk(GOOD.slice(0, -1)));
    },
    ...NOT_JSON,
    rule: /^the body is JSON, whole|^the connection broke/,
  },
  {
    name: 'a body in chunks without the last one, on a connection that was to stay',
    answer({ socket, head }) {
      head(200, { ...JSON_TYPE, 'transfer-encoding': 'chunked' });
      socket.end(chunk(GOOD));
    },
    ...CUT,
  },
  {
    name: 'half a body whose end is that of the connection',
    answer({ socket, head }) {
      head(200, { ...JSON_TYPE, connection: 'close' });
      socket.end(GOOD.slice(0, -1));
    },
    ...NOT_JSON,
  },
  {
    name: 'a reset in the middle of a body',
    answer({ socket, head }) {
      head(200, { ...JSON_TYPE, 'content-length': String(GOOD.length + 100) });
      socket.write(GOOD);
      setTimeout(() => socket.resetAndDestroy(), 30);
    },
    ...CUT,
  },
  { name: 'a connection that is closed at once', answer: ({ socket }) => socket.end(), ...BROKEN },
  {
    name: 'a connection that is reset at once',
    answer: ({ socket }) => socket.resetAndDestroy(),
    ...BROKEN,
  },
  {
    name: 'what is no HTTP',
    answer: ({ socket }) => socket.end(`220 ${MARKER} ESMTP\r\n\r\n`),
    ...BROKEN,
  },
  {
    name: 'headers of 64 KiB',
    answer: ({ respond }) =>
      respond(200, { ...JSON_TYPE, 'x-long': MARKER.padEnd(65_536, 'x') }, GOOD),
    ...BROKEN,
  },
  {
    name: 'two lengths that differ',
    answer({ socket }) {
      socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 73\r\n\r\n${GOOD}`);
    },
    ...BROKEN,
  },
];

const types: readonly Fault[] = [
  { name: '200 with HTML', answer: body(HTML, { 'content-type': 'text/html' }), ...OTHER_TYPE },
  { name: '200 with HTML that is called JSON', answer: body(HTML), ...NOT_JSON },
  {
    name: 'JSON that is called text',
    answer: body(GOOD, { 'content-type': 'text/plain' }),
    ...OTHER_TYPE,
  },
  {
    name: 'JSON that is called JavaScript',
    answer: body(GOOD, { 'content-type': 'application/javascript' }),
    ...OTHER_TYPE,
  },
  {
    name: 'JSON in lines',
    answer: body(GOOD, { 'content-type': 'application/json-seq' }),
    ...OTHER_TYPE,
  },
  { name: 'JSON without a type', answer: body(GOOD, {}), ...OTHER_TYPE },
  {
    name: 'two types',
    answer: body(GOOD, { 'content-type': 'application/json, text/html' }),
    ...OTHER_TYPE,
  },
  {
    name: 'another charset',
    answer: body(GOOD, { 'content-type': 'application/json; charset=iso-8859-1' }),
    ...OTHER_CHARSET,
  },
  {
    name: 'a charset of 16 bits',
    answer: body(Buffer.from(GOOD, 'utf16le'), {
      'content-type': 'application/json; charset=utf-16',
    }),
    ...OTHER_CHARSET,
  },
  {
    name: 'two charsets',
    answer: body(GOOD, { 'content-type': 'application/json; charset=utf-8; charset=utf-7' }),
    ...OTHER_CHARSET,
  },
  { name: '16 bits without saying so', answer: body(Buffer.from(GOOD, 'utf16le')), ...NOT_JSON },
  {
    name: 'bytes that are no UTF-8',
    answer: body(Buffer.from(GOOD.replace('m-1', 'm-\xff'), 'latin1')),
    ...OTHER_CHARSET,
  },
  {
    name: 'a byte order mark',
    answer: body(`\ufeff${GOOD}`),
    code: 'judge_unavailable',
    path: 'response',
    rule: 'no byte order mark stands before JSON',
    status: 200,
  },
  { name: '200 with nothing', answer: body(''), ...NOT_JSON },
];

const sizes: readonly Fault[] = [
  {
    name: 'a bomb: 64 MiB that were compressed to 64 KiB',
    answer: body(gzipSync(padded(64 * 1_048_576)), { ...JSON_TYPE, 'content-encoding': 'gzip' }),
    ...TOO_LONG,
  },
  { name: 'a body of 2 MB', answer: body(padded(2_000_000)), ...TOO_LONG },
  {
    name: 'a body of 2 MB in chunks',
    answer({ socket, head }) {
      head(200, CHUNKED);
      socket.end(`${chunk(padded(2_000_000))}0\r\n\r\n`);
    },
    ...TOO_LONG,
  },
  {
    name: 'a body without end',
    answer({ socket, head }) {
      head(200, CHUNKED);
      socket.write(chunk(GOOD));
      const more = (): void => {
        while (!socket.destroyed && socket.write(chunk(' '.repeat(16_384))));
      };
      socket.on('drain', more);
      more();
    },
    ...TOO_LONG,
  },
  {
    name: 'half of a compressed body',
    answer: body(gzipSync(padded(5_000)).subarray(0, 40), {
      ...JSON_TYPE,
      'content-encoding': 'gzip',
    }),
    ...NOT_JSON,
    rule: /^the body is JSON, whole|^the connection broke/,
  },
  {
    name: 'a body that is not compressed as it says',
    answer: body(GOOD, { ...JSON_TYPE, 'content-encoding': 'gzip' }),
    ...CUT,
  },
  {
    name: 'an encoding that nobody knows',
    answer: body(gzipSync(GOOD), { ...JSON_TYPE, 'content-encoding': 'x-unknown' }),
    ...OTHER_CHARSET,
  },
  { name: 'lists as deep as there is room', answer: body('['.repeat(1_000_000)), ...AMBIGUOUS },
];

const redirects: readonly Fault[] = [
  {
    name: 'a redirect to itself',
    answer: status(307, { location: '/' }),
    code: 'judge_unavailable',
    path: 'response',
    rule: 'at most 5 redirects are followed',
    status: 307,
    requests: 6,
  },
  {
    name: 'two redirects to each other',
    answer: (exchange) =>
      status(308, { location: exchange.index % 2 === 0 ? '/other' : '/' })(exchange),
    code: 'judge_unavailable',
    path: 'response',
    rule: 'at most 5 redirects are followed',
    status: 308,
    requests: 6,
  },
  ...[
    '//localhost',
    'http://127.0.0.2/',
    'https://127.0.0.1/',
    'file:///etc/passwd',
    'data:,{}',
  ].map(
    (location): Fault => ({
      name: `a redirect to ${location}`,
      answer: status(307, { location }),
      code: 'judge_unavailable',
      path: 'response',
      rule: 'no redirect to another origin is followed',
      status: 307,
    }),
  ),
  ...[301, 302, 303, 304, 300].map(
    (code): Fault => ({
      name: `a redirect of status ${code}`,
      answer: status(code, { location: '/other' }),
      code: 'judge_unavailable',
      path: 'response',
      rule: 'only a redirect of status 307 or 308 keeps a request as it is',
      status: code,
    }),
  ),
  ...[{}, { location: 'http://[' }].map(
    (headers, index): Fault => ({
      name: `a redirect to ${index === 0 ? 'nowhere' : 'what is no URL'}`,
      answer: status(307, headers),
      code: 'judge_unavailable',
      path: 'response',
      rule: 'a redirect says where it leads',
      status: 307,
    }),
  ),
];

const statuses: readonly Fault[] = [
  ...[
    201, 202, 203, 206, 299, 400, 401, 403, 404, 408, 410, 413, 418, 422, 429, 500, 502, 503, 504,
    529, 599,
  ],
  204,
  205,
].map((code) => ({
  name: `status ${code}`,
  answer: ({ respond, head, socket }: Exchange): void => {
    if (code === 204 || code === 205) {
      head(code, { connection: 'close' });
      socket.end();
    } else respond(code, JSON_TYPE, GOOD);
  },
  code: 'judge_unavailable',
  path: 'response',
  rule: `a judge answers with status 200, and this response has ${code}`,
  status: code,
}));

const bodies: readonly Fault[] = [
  {
    name: 'two members of one name',
    answer: body('{"answers":{"unsafe":{"noul":1}},"answers":{"unsafe":{"noul":0}}}'),
    ...AMBIGUOUS,
  },
  {
    name: 'two members of one name, deep within',
    answer: body(answersOf('{"unsafe":{"noul":1,"noul":0}}')),
    ...AMBIGUOUS,
  },
  {
    name: 'a number that no double holds',
    answer: body(answersOf('{"unsafe":{"noul":1e400}}')),
    ...AMBIGUOUS,
  },
  {
    name: 'half of a surrogate pair',
    answer: body(answersOf('{"unsafe":{"noul":0},"a":"\\ud800"}')),
    ...AMBIGUOUS,
  },
  {
    name: 'a member that changes prototypes',
    answer: body(answersOf('{"__proto__":{"unsafe":{"noul":0}}}')),
    ...AMBIGUOUS,
  },
  {
    name: 'NaN as JavaScript has it',
    answer: body(answersOf('{"unsafe":{"noul":NaN}}')),
    ...NOT_JSON,
  },
  { name: 'more after the end', answer: body(`${GOOD}${GOOD}`), ...NOT_JSON },
  {
    name: 'NaN as text',
    answer: body(answersOf('{"unsafe":{"noul":"NaN"}}')),
    ...BAD_ANSWER,
    path: 'answers.unsafe.noul',
    rule: 'a noul is answered by `noul`, a number from 0 to 1',
  },
  ...['-0.1', '1.1', 'null', 'true', '"0"', '[0]', '{}'].map(
    (noul): Fault => ({
      name: `an answer of ${noul}`,
      answer: body(answersOf(`{"unsafe":{"noul":${noul}}}`)),
      ...BAD_ANSWER,
      path: 'answers.unsafe.noul',
      rule: 'a noul is answered by `noul`, a number from 0 to 1',
    }),
  ),
  {
    name: 'answers to other questions',
    answer: body(answersOf(`{"${MARKER}":{"noul":0}}`)),
    ...BAD_ANSWER,
    path: 'answers.unsafe',
    rule: 'every question that is asked is answered',
  },
  {
    name: 'an answer to a key that only looks the same',
    answer: body(answersOf('{"unsafe ":{"noul":0},"Unsafe":{"noul":0}}')),
    ...BAD_ANSWER,
    path: 'answers.unsafe',
    rule: 'every question that is asked is answered',
  },
  {
    name: 'a probability of a label that was not asked about',
    answer: body(answersOf(`{"unsafe":{"noul":0,"probabilities":{"${MARKER}":1}}}`)),
    ...BAD_ANSWER,
    path: 'answers.unsafe.probabilities',
    rule: 'it is of a label of the question',
  },
  {
    name: 'a distribution that is null',
    answer: body(answersOf('{"unsafe":{"noul":0,"probabilities":null}}')),
    ...BAD_ANSWER,
    path: 'answers.unsafe.probabilities',
    rule: 'it is an object by label',
  },
  ...['null', '[]', '"allow"', '0', 'true', `"${MARKER}"`].map(
    (text): Fault => ({
      name: `a body of ${text}`,
      answer: body(text),
      ...BAD_ANSWER,
      path: 'response',
      rule: 'it is an object',
    }),
  ),
  ...['null', '[]', '"allow"', '7'].map(
    (answers): Fault => ({
      name: `answers of ${answers}`,
      answer: body(answersOf(answers)),
      ...BAD_ANSWER,
      path: 'answers',
      rule: 'answers are an object by key',
    }),
  ),
  ...['-1', '1.5', '"3"', '1e300', '{}'].map(
    (latency): Fault => ({
      name: `a latency of ${latency}`,
      answer: body(GOOD.replace('"latency_ms":3', `"latency_ms":${latency}`)),
      ...BAD_ANSWER,
      path: 'response.latency_ms',
      rule: 'it is a whole number, not negative',
    }),
  ),
  {
    name: 'a judge without a model',
    answer: body(GOOD.replace('"model"', '"name"')),
    ...BAD_ANSWER,
    path: 'response.judge.model',
    rule: 'a judge says which model it is',
  },
  {
    name: 'a request id that is no text',
    answer: body(GOOD.replace('"latency_ms":3', '"request_id":7')),
    ...BAD_ANSWER,
    path: 'response.request_id',
    rule: 'it is text of 1 to 1,000 characters',
  },
  {
    name: 'tokens that are no number',
    answer: body(GOOD.replace('"latency_ms":3', `"usage":{"input_tokens":"${MARKER}"}`)),
    ...BAD_ANSWER,
    path: 'response.usage.input_tokens',
    rule: 'it is a whole number, not negative',
  },
];

export const FAULTS: readonly Fault[] = [
  ...slow,
  ...cut,
  ...types,
  ...sizes,
  ...redirects,
  ...statuses,
  ...bodies,
];

/** Writes a letter every 20 ms, until nobody listens. */
function dribble(socket: Exchange['socket'], text: string): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at === text.length) return clearInterval(timer);
    socket.write(text.charAt(at));
    at += 1;
  }, 20);
  socket.on('close', () => clearInterval(timer));
}
