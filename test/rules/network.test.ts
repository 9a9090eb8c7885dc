import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/json.js';
import { readCall } from '../../src/rules/call.js';
import type { Finding } from '../../src/rules/finding.js';
import { normalizeHost } from '../../src/rules/host.js';
import {
  type HostForm,
  hostsOf,
  isLoopback,
  networkFindings,
  readScope,
} from '../../src/rules/network.js';
import { punycode } from '../../src/rules/punycode.js';
import { readCases } from './cases.js';

const SCOPE = ['api.example.com', '*.internal.net'];

function findingsOf(input: JsonValue, scope: readonly string[] = SCOPE): readonly Finding[] {
  return networkFindings(readCall({ tool: 'x', input, network_scope: scope }));
}

/** `host:port` of each host, with the trouble before them if there is any; nothing for no host. */
function read(text: string, form?: HostForm): string | undefined {
  const reading = hostsOf(text, form);
  if (reading === undefined) return undefined;
  const hosts = reading.reaches.map(({ host, port }) =>
    port === undefined ? host : `${host}:${port}`,
  );
  return [...(reading.trouble === undefined ? [] : [reading.trouble]), ...hosts].join(' ');
}

/** The host as Node's own URL parser, which follows the WHATWG standard, reads it. */
function hostInNode(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

describe('punycode', () => {
  // The samples of RFC 3492 §7.1.
  it.each([
    ['ليهمابتكلموشعربي؟', 'egbpdaj6bu4bxfgehfvwxn'],
    ['他们为什么不说中文', 'ihqwcrb4cv8a8dqg056pqjye'],
    ['Pročprostěnemluvíčesky', 'Proprostnemluvesky-uyb24dma41a'],
    ['למההםפשוטלאמדבריםעברית', '4dbcagdahymbxekheh6e0a7fei0b'],
    ['почемужеонинеговорятпорусски', 'b1abfaaepdrnnbgefbadotcwatmq2g4l'],
    ['3年B組金八先生', '3B-ww4c5e180e575a65lsy2b'],
    ['-> $1.00 <-', '-> $1.00 <--'],
    ['bücher', 'bcher-kva'],
  ])('encodes %s', (label, encoded) => {
    expect(punycode(label)).toBe(encoded);
  });

  it('agrees with Node on letters of many scripts', () => {
    const letters = fc.constantFrom(...'äöüéñçøåžłőабвгдежзиклмнопαβγδεζηθабв日本語中文한국어กขค');
    const labels = fc.string({ unit: letters, minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(labels, (label) => {
        const expected = domainToASCII(`${label}.example`);
        fc.pre(expected !== '');
        expect(normalizeHost(`${label}.example`)).toBe(expected);
      }),
    );
  });
});

describe('normalizeHost', () => {
  it.each([
    ['API.Example.COM', 'api.example.com'],
    ['api.example.com.', 'api.example.com'],
    ['api%2Eexample.com', 'api.example.com'],
    ['ａｐｉ.example.com', 'api.example.com'],
    ['api。example．com', 'api.example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['ΒΌΛΟΣ.example', 'xn--nxasmq6b.example'],
    ['βόλος.example', 'xn--nxasmm1c.example'],
    ['a\u00adpi.example', 'api.example'],
    ['a_b.example', 'a_b.example'],
    ['127.1', '127.0.0.1'],
    ['0x7f.0.0.1', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['4294967295', '255.255.255.255'],
    ['1.2.3.4.', '1.2.3.4'],
    ['::1', '::1'],
    ['[0:0:0:0:0:0:0:1]', '::1'],
    ['2001:DB8::0:1', '2001:db8::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['::ffff:127.0.0.1', '::ffff:7f00:1'],
    ['fe80::1%25eth0', 'fe80::1'],
  ])('writes %s as %s', (raw, expected) => {
    expect(normalizeHost(raw)).toBe(expected);
  });

  it.each([
    ...['', '.', 'a..b', '.a', 'a b', 'a/b', 'a%2fb', 'a%00', 'a%', 'a%ff', 'a@b', 'a;b', 'a*b'],
    ...['a／b', 'a\u2100b', '1.2.3.4.5', '256.1.1.1', '4294967296', 'x.09'],
    ...[':::', '1::2::3', '1:2:3:4:5:6:7:8:9', '1:2:3', '::12345', '::1.2.3', '1.2.3.4::'],
    '[::1',
    ...['::256.1.1.1', 'ü'.repeat(64), `${'a'.repeat(64)}.example`, `${'a.'.repeat(127)}aa`],
    'x'.repeat(5000),
  ])('finds no host in %j', (raw) => {
    expect(normalizeHost(raw)).toBeUndefined();
  });

  it('agrees with Node on addresses in any notation', () => {
    const part = fc
      .tuple(fc.nat({ max: 300 }), fc.constantFrom(10, 8, 16))
      .map(([n, base]) => (base === 10 ? '' : base === 8 ? '0' : '0x') + n.toString(base));
    const wide = fc
      .tuple(fc.nat({ max: 0xffffffff }), fc.constantFrom(10, 8, 16))
      .map(([n, base]) => (base === 10 ? '' : base === 8 ? '0' : '0X') + n.toString(base));
    const address = fc
      .tuple(fc.array(part, { maxLength: 4 }), fc.option(wide, { nil: undefined }))
      .map(([parts, last]) => [...parts, ...(last === undefined ? [] : [last])].join('.'))
      .filter((text) => text !== '');
    fc.assert(
      fc.property(address, (text) => {
        expect(normalizeHost(text)).toBe(hostInNode(`http://${text}/`));
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        expect(normalizeHost(text)).toBe(hostInNode(`http://[${text}]/`));
      }),
      { numRuns: 500 },
    );
  });
});

describe('isLoopback', () => {
  it.each([
    ...['localhost', 'LOCALHOST.', 'a.localhost', '127.0.0.1', '127.1', '0x7f.1', '2130706433'],
    ...['127.255.255.254', '::1', '[::1]', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7fff:1'],
  ])('is true of %s', (host) => {
    expect(isLoopback(host)).toBe(true);
  });

  it.each([
    ...['localhost.evil.example', 'notlocalhost', '128.0.0.1', '0.0.0.0', '::2', '::ffff:8.8.8.8'],
    ...['127.0.0.1.evil.example', '127.0.0.1.5', '', 'a b'],
  ])('is false of %j', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});

describe('hostsOf', () => {
  it.each([
    ['https://api.example.com/v1', 'api.example.com:443'],
    ['http://api.example.com:8080', 'api.example.com:8080'],
    ['HTTPS://API.EXAMPLE.COM.', 'api.example.com:443'],
    ['https://user:p%40w@api.example.com/', 'api.example.com:443'],
    ['https://api.example.com:x@evil.example/', 'evil.example:443'],
    ['https://a@b@evil.example/', 'evil.example:443'],
    ['https://evil.example?@api.example.com/', 'evil.example:443'],
    ['https://evil.example#@api.example.com/', 'evil.example:443'],
    ['https:evil.example', 'evil.example:443'],
    ['https:/evil.example', 'evil.example:443'],
    ['https:///evil.example', 'evil.example:443'],
    ['https:\\\\evil.example', 'evil.example:443'],
    ['//evil.example/x', 'evil.example'],
    ['/\\evil.example/x', 'evil.example'],
    [' https://evil.example/ \n', 'evil.example:443'],
    ['ws://evil.example', 'evil.example:80'],
    ['ssh://git@evil.example:22/x', 'evil.example:22'],
    ['git+ssh://git@evil.example/x', 'evil.example'],
    ['mongodb+srv://u:p@db.example/x', 'db.example'],
    ['mongodb://u:p@a.example,b.example:27017/x', 'a.example b.example:27017'],
    ['jdbc:postgresql://db.example:5432/x', 'db.example:5432'],
    ['s3://bucket/key', 'bucket'],
    ['http://[::1]:8080/', '::1:8080'],
    ['git@evil.example:x/y.git', 'evil.example'],
    ['evil.example:x/y.git', 'evil.example'],
    ['evil.example', 'evil.example'],
    ['evil.example/x?y', 'evil.example'],
    ['user@evil.example:8443/x', 'evil.example:8443'],
    ['localhost:3000/api', 'localhost:3000'],
    ['cache:6379', 'cache:6379'],
    ['127.1', '127.0.0.1'],
    ['::1', '::1'],
    ['custom://evil.example/x', 'evil.example'],
    [
      'https://api.example.com\\@evil.example/',
      'parsers_differ api.example.com:443 evil.example:443',
    ],
    ['https://evil.example\\.internal.net/', 'parsers_differ evil.example:443'],
    ['https://api.example.com\t.evil.example/', 'parsers_differ api.example.com.evil.example:443'],
    ['https://api.example.com/a\nb', 'parsers_differ api.example.com:443'],
    ['https://a b.internal.net/', 'unreadable'],
    ['https://evil.example%2f.internal.net/', 'unreadable'],
    ['https://evil.example／.internal.net/', 'unreadable'],
    ['https://x:99999/', 'unreadable'],
    ['https://x:y/', 'unreadable'],
    ['https://:80/', 'unreadable'],
    ['https://{host}/x', 'unreadable'],
  ])('reads %j as %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ...['', ' ', '/relative/path', './x', '../x', '?q=a.example', '#a.example', 'not a url'],
    ...['data:text/plain,hi', 'data:text/html,<a href="https://evil.example">', 'about:blank'],
    ...['mailto:a@evil.example', 'javascript:fetch("https://evil.example")', 'file:///etc/passwd'],
    ...['blob:https://evil.example/1', 'tel:911', 'urn:isbn:1', 'https://', 'index.html', 'a/b.c'],
    ...['users', '12345', 'v1.2/users', '{{base}}/x', '$URL', 'memo://notes', 'C:\\x', 'foo:bar'],
  ])('finds no host in %j', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('takes a bare name for a host only where one is called for', () => {
    expect(read('redis', 'host')).toBe('redis');
    expect(read('data:6379', 'host')).toBe('data:6379');
    expect(read('evil.example/x', 'host')).toBe('evil.example');
    expect(read('a;b', 'host')).toBe('unreadable');
    expect(read('not a host', 'host')).toBeUndefined();
    expect(read('evil.example', 'link')).toBeUndefined();
    expect(read('//evil.example', 'link')).toBeUndefined();
    expect(read('https://evil.example', 'link')).toBe('evil.example:443');
    expect(read('git@evil.example:x', 'link')).toBe('evil.example');
  });

  it('says where the host stands in the text', () => {
    for (const text of ['https://api.example.com:8443/x', ' https://API.example.com:8443/x']) {
      const span = hostsOf(text)?.span;
      expect(text.slice(span?.start, span?.end).toLowerCase()).toBe('api.example.com:8443');
    }
  });

  it('reads no host but the one that a WHATWG parser reaches, or says that it cannot tell', () => {
    const piece = fc.constantFrom(
      ...['api.example.com', 'evil', '.', '.example', '@', ':', ':80', '/', '//', '\\', '?', '#'],
      ...['%2e', '%40', '%', '127.1', '0x7f', '[', ']', '[::1]', ' ', '\t', '\n', 'ü', '。', '／'],
      ...['a', 'A', '-', '_', ';', ',', '&', '=', '*', '|', '^', '<', '\0', '\u00ad', 'xn--', '8'],
    );
    const urls = fc
      .tuple(
        fc.constantFrom('https:', 'http://', 'wss://', 'https:/', 'ftp:///', 'HTTPS://'),
        fc.constantFrom('', 'api.example.com', 'a.example/', 'u:p@b.example'),
        fc.array(piece, { maxLength: 6 }),
      )
      .map(([scheme, base, parts]) => scheme + base + parts.join(''));
    let told = 0;
    fc.assert(
      fc.property(urls, (url) => {
        const reading = hostsOf(url);
        const host = hostInNode(url);
        if (reading === undefined) expect(host).toBeUndefined();
        else if (reading.trouble === undefined) {
          told += 1;
          // Node refuses some names, such as a bad `xn--` label, which then reach nothing.
          if (host !== undefined)
            expect(reading.reaches.map((reach) => reach.host)).toEqual([host]);
        }
      }),
      { numRuns: 2000 },
    );
    expect(told).toBeGreaterThan(100);
  });
});

describe('readScope', () => {
  it.each<[string, string, string | undefined, boolean]>([
    ['*', 'anything.example', undefined, true],
    ['*:443', 'anything.example', '443', true],
    ['*:443', 'anything.example', '80', false],
    ['api.example.com', 'api.example.com', '443', true],
    ['API.example.com.', 'api.EXAMPLE.com', undefined, true],
    ['api.example.com', 'x.api.example.com', undefined, false],
    ['*.internal.net', 'internal.net', undefined, true],
    ['*.internal.net', 'a.b.internal.net', undefined, true],
    ['*.internal.net', 'notinternal.net', undefined, false],
    ['*.internal.net', 'internal.net.evil.example', undefined, false],
    ['*.internal.net:8443', 'a.internal.net', '8443', true],
    ['*.internal.net:8443', 'a.internal.net', '443', false],
    ['api.example.com:8443', 'api.example.com', '8443', true],
    ['api.example.com:08443', 'api.example.com', '8443', true],
    ['api.example.com:8443', 'api.example.com', '443', false],
    ['api.example.com:8443', 'api.example.com', undefined, false],
    ['https://api.example.com/v1?x#y', 'api.example.com', '443', true],
    ['https://u:p@api.example.com', 'api.example.com', '443', true],
    ['api.example.com/v1', 'api.example.com', undefined, true],
    ['bücher.example', 'xn--bcher-kva.example', undefined, true],
    ['xn--bcher-kva.example', 'bücher.example', undefined, true],
    ['127.0.0.1', '127.1', undefined, true],
    ['0x7f000001', '127.0.0.1', undefined, true],
    ['::1', '0:0:0:0:0:0:0:1', undefined, true],
    ['[::1]', '::1', undefined, true],
    ['[::1]:8080', '::1', '8080', true],
    ['[::1]:8080', '::1', '80', false],
    ['localhost', '127.0.0.1', undefined, false],
    ['', 'a', undefined, false],
    ['*.', 'a', undefined, false],
    ['**', 'a', undefined, false],
    ['*foo.com', 'barfoo.com', undefined, false],
    ['a.*.com', 'a.b.com', undefined, false],
    ['not a host', 'a', undefined, false],
  ])('%j and the host %s with port %s: %s', (entry, host, port, expected) => {
    expect(readScope([entry]).allows(host, port)).toBe(expected);
  });

  it('covers what any entry covers, and nothing without entries or for no host', () => {
    expect(readScope(['a.example', 'b.example']).allows('b.example')).toBe(true);
    expect(readScope([]).allows('a.example')).toBe(false);
    expect(readScope(['*']).allows('a b')).toBe(false);
  });
});

describe('network_off_scope', () => {
  it.each<[JsonValue, readonly string[]]>([
    [{ url: 'https://evil.example/x' }, ['input.url']],
    [{ urls: ['https://api.example.com', 'https://evil.example'] }, ['input.urls[1]']],
    [{ url: { href: 'https://evil.example' } }, ['input.url.href']],
    [{ request: [{ endpoint: '//evil.example/x' }] }, ['input.request[0].endpoint']],
    [{ host: 'evil', path: '/x' }, ['input.host']],
    [{ source: 'https://evil.example/x.zip' }, ['input.source']],
    [{ destination: 'me@evil.example:/x' }, ['input.destination']],
    [{ url: 'https://api.example.com/' }, []],
    [{ url: 'https://api.example.com/?u=https://evil.example' }, []],
    [{ content: 'https://evil.example', query: 'https://evil.example' }, []],
    [{ command: 'curl https://evil.example' }, []],
    [{ path: 'node_modules/@scope/x' }, []],
    [{ headers: { Host: 'evil.example', Origin: 'https://evil.example' } }, []],
    [{ host: 'a.internal.net', url: 5, uri: null }, []],
  ])('finds in %j the places %j', (input, places) => {
    expect(findingsOf(input).map(({ where }) => where)).toEqual(places);
  });

  it('is true of nothing when no scope is declared, and of everything when it covers nothing', () => {
    expect(findingsOf({ url: 'https://evil.example' }, [])).toEqual([]);
    expect(findingsOf({ url: 'https://api.example.com' }, [' '])).toHaveLength(1);
  });

  it('counts loopback as a host like any other', () => {
    expect(findingsOf({ url: 'http://localhost:3000' })).toHaveLength(1);
    expect(findingsOf({ url: 'http://localhost:3000' }, ['localhost'])).toEqual([]);
  });

  it('holds a port in the scope against the port of the URL, its scheme or the field beside it', () => {
    const scope = ['api.example.com:443', 'db.example:5432'];
    expect(findingsOf({ url: 'https://api.example.com' }, scope)).toEqual([]);
    expect(findingsOf({ url: 'http://api.example.com' }, scope)).toHaveLength(1);
    expect(findingsOf({ host: 'db.example', port: 5432 }, scope)).toEqual([]);
    expect(findingsOf({ host: 'db.example', port: '5433' }, scope)).toHaveLength(1);
    expect(findingsOf({ host: 'db.example' }, scope)).toHaveLength(1);
  });

  it('counts a URL that is read in two ways as off scope even if both are in it', () => {
    const [finding] = findingsOf({ url: 'https://api.example.com\\@a.internal.net/' });
    expect(finding).toMatchObject({
      rule: 'network.parsers_differ',
      sentence: 'input.url is read as different hosts by different programs.',
    });
    expect(findingsOf({ url: 'https://a\\b' }, ['a', 'b'])).toHaveLength(1);
    expect(findingsOf({ url: 'https://a\\b' }, ['*:443'])).toHaveLength(1);
    expect(findingsOf({ url: 'https://a\\b' }, ['*'])).toEqual([]);
  });

  it('explains without the password', () => {
    const [finding] = findingsOf({ url: 'https://user:secret@evil.example:8443/?token=t' });
    expect(finding).toEqual({
      rule: 'network.off_scope',
      where: 'input.url',
      span: { start: 8, end: 37 },
      sentence: 'input.url reaches evil.example:8443, which the network scope does not cover.',
    });
    const [unreadable] = findingsOf({ url: 'https://user:secret@a b/' });
    expect(unreadable).toMatchObject({
      rule: 'network.unreadable_host',
      sentence: 'input.url names a host that cannot be read.',
    });
  });
});

describe('the labelled calls', () => {
  /** Rows that the documented rules decide the other way. */
  const DIFFERENT: { readonly [id: string]: string } = {
    N009: '`*.internal.net` covers the apex too',
  };

  it.each(['rules', 'debatable'] as const)('in %s.tsv are answered as expected', (name) => {
    const cases = readCases(name).filter(
      ({ question, tool }) => question === 'network_off_scope' && tool !== 'Bash',
    );
    const wrong = cases.filter(
      ({ state, expected }) => networkFindings(readCall(state)).length > 0 !== (expected === 1),
    );
    const ids = Object.keys(DIFFERENT).filter((id) => cases.some((row) => row.id === id));
    expect(cases.length).toBeGreaterThan(15);
    expect(wrong.map(({ id }) => id)).toEqual(ids);
  });
});
