import { posix, win32 } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/json.js';
import { readCall } from '../../src/rules/call.js';
import type { Finding } from '../../src/rules/finding.js';
import { isWithin, normalize, pathFindings } from '../../src/rules/path.js';
import { readCases } from './cases.js';

const ROOT = '/srv/proj';

interface Limits {
  readonly root?: string;
  readonly scratch?: readonly string[];
}

function findingsOf(
  input: JsonValue,
  { root = ROOT, scratch = [] }: Limits = {},
): readonly Finding[] {
  const state = { tool: 'x', input, workspace_root: root, scratch_roots: scratch };
  return pathFindings(readCall(state));
}

function rulesOf(path: string, limits?: Limits): readonly string[] {
  return findingsOf({ file_path: path }, limits).map(({ rule }) => rule);
}

function isOutside(path: string, limits?: Limits): boolean {
  return rulesOf(path, limits).length > 0;
}

describe('normalize', () => {
  it.each([
    ['', '.'],
    ['/', '/'],
    ['//', '/'],
    ['.', '.'],
    ['./', '.'],
    ['a/', 'a'],
    ['a//b/./c', 'a/b/c'],
    ['a/../..', '..'],
    ['../../a', '../../a'],
    ['a/../../b', '../b'],
    ['/..', '/'],
    ['/../a', '/a'],
    ['/a/b/../..', '/'],
    ['...', '...'],
    ['..a/.b', '..a/.b'],
  ])('makes %j %j', (path, expected) => {
    expect(normalize(path)).toBe(expected);
  });

  it('agrees with POSIX normalization but for a slash at the end', () => {
    const names = fc.constantFrom('', '.', '..', '...', 'a', 'b', '..a', ' ', '~');
    const paths = fc.array(names, { maxLength: 12 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(paths, (path) => {
        const expected = posix.normalize(path);
        const trimmed = expected.length > 1 ? expected.replace(/\/$/, '') : expected;
        expect(normalize(path)).toBe(trimmed);
      }),
      { numRuns: 500 },
    );
  });
});

describe('isWithin', () => {
  it.each([
    ['/srv/proj', '/srv/proj', true],
    ['/srv/proj', '/srv/proj/a', true],
    ['/srv/proj', '/srv/project', false],
    ['/srv/proj', '/srv', false],
    ['/', '/etc', true],
    ['c:/', 'c:/x', true],
    ['c:/work', 'd:/work', false],
  ])('says of the root %s and %s: %s', (root, path, expected) => {
    expect(isWithin(root, path)).toBe(expected);
  });
});

describe('path_outside_workspace on a POSIX root', () => {
  it('agrees with lexical resolution', () => {
    const names = fc.constantFrom(
      '',
      '.',
      '..',
      '..',
      '...',
      'a',
      'srv',
      'proj',
      'proj2',
      '..a',
      ' x',
    );
    const paths = fc
      .tuple(
        fc.constantFrom('', '/', '/srv/', '/srv/proj/', '/srv/proj'),
        fc.array(names, { maxLength: 9 }),
      )
      .map(([prefix, parts]) => prefix + parts.join('/'));
    fc.assert(
      fc.property(paths, (path) => {
        // A space before a path is trimmed by some tools, so the leading one is left out here.
        const relative = posix.relative(ROOT, posix.resolve(ROOT, path.trimStart()));
        expect(isOutside(path)).toBe(relative === '..' || relative.startsWith('../'));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['~', 'path.home'],
    ['~/x', 'path.home'],
    ['~alice', 'path.home'],
    ['~alice/.ssh', 'path.home'],
    ['~\\x', 'path.home'],
    ['$HOME/.ssh/id_rsa', 'path.home'],
    ['${HOME}/x', 'path.home'],
    ['%USERPROFILE%\\x', 'path.home'],
    ['$env:APPDATA\\x', 'path.home'],
    ['$TMPDIR/x', 'path.home'],
    ['/srv/proj\0/../../etc', 'path.nul'],
    ['a\0', 'path.nul'],
    [' /etc/passwd', 'path.outside'],
    ['/dev/null', 'path.outside'],
    ['/tmp/x', 'path.outside'],
    ['/SRV/PROJ/x', 'path.outside'],
    ['$PWD/../x', 'path.outside'],
    ['C:\\Users\\dev\\x.txt', 'path.outside'],
    ['C:/Users', 'path.outside'],
    ['c:', 'path.outside'],
    ['..\\..\\x', 'path.outside'],
    ['a\\..\\..\\x', 'path.outside'],
    ['\\\\server\\share\\x', 'path.outside'],
    ['\\etc\\passwd', 'path.outside'],
    ['file:///etc/passwd', 'path.outside'],
    ['FILE:///etc/passwd', 'path.outside'],
    ['file:/etc/passwd', 'path.outside'],
    ['file://localhost/etc/passwd', 'path.outside'],
    ['file://server/srv/proj/x', 'path.outside'],
    ['file:///srv/proj/%2e%2e/x', 'path.outside'],
    ['file:///srv/proj/%2E%2E%2Fx', 'path.outside'],
    ['file:///srv/proj/%00', 'path.outside'],
    ['file:///srv/proj/%E0%A4', 'path.outside'],
    ['file:///C:/x', 'path.outside'],
    ['x://../../../etc', 'path.outside'],
  ])('is %j outside by the rule %s', (path, rule) => {
    expect(rulesOf(path)).toEqual([rule]);
  });

  it.each([
    ['', 'the root itself'],
    ['~$draft.docx', 'what an office program names its locks'],
    ['~3 items', 'no user is called so'],
    ['a/~/b', 'a tilde inside is a name'],
    ['$PROJECT/x', 'an unknown variable may be a name'],
    ['$PWD/x', 'the current directory'],
    ['$HOMER/x', 'another variable'],
    ['%2e%2e/x', 'percent-encoding is literal outside of a URL'],
    ['src\\a.ts', 'a backslash that stays inside'],
    ['\\srv\\proj\\a.ts', 'slashes of the other kind'],
    ['/srv/proj/a/../b', 'climbs no further than the root'],
    ['https://example.com/x', 'a URL is a name below the root'],
    ['file:///srv/proj/a%20b', 'a file URL inside'],
    ['file:///srv/proj/a?x=../../..#../..', 'the query of a file URL names no file'],
    ['es2022', 'a word'],
    ['Paris, France', 'words'],
  ])('is %j inside: %s', (path) => {
    expect(rulesOf(path)).toEqual([]);
  });

  it('reads file URLs as the URL standard writes them', () => {
    const names = fc.array(fc.constantFrom('a', 'é', ' ', '%', '#', '?', 'b c'), { minLength: 1 });
    fc.assert(
      fc.property(names, fc.constantFrom('/srv/proj/', '/srv/', '/etc/'), (parts, prefix) => {
        const path = prefix + parts.join('');
        expect(isOutside(pathToFileURL(path).href)).toBe(prefix !== '/srv/proj/');
      }),
    );
  });

  it('is true of no path without a root, and of none below the root /', () => {
    const input = { paths: ['/etc/passwd', '~', '../x'] };
    expect(pathFindings(readCall({ tool: 'x', input }))).toEqual([]);
    expect(findingsOf(input, { root: '/' })).toEqual([]);
  });

  it('allows what is below a scratch root', () => {
    const limits = { scratch: ['/tmp/job', '/var/cache/'] };
    expect(isOutside('/tmp/job/x', limits)).toBe(false);
    expect(isOutside('/tmp/job/../x', limits)).toBe(true);
    expect(isOutside('/tmp/jobs', limits)).toBe(true);
    expect(isOutside('/var/cache/x', limits)).toBe(false);
    expect(isOutside('~/x', limits)).toBe(true);
  });

  it('takes a root with a slash at its end, and one that is not normalized', () => {
    expect(isOutside('/srv/proj', { root: '/srv/proj/' })).toBe(false);
    expect(isOutside('/srv/proj2', { root: '/srv/proj/' })).toBe(true);
    expect(isOutside('/srv/proj/a', { root: '/srv/x/..//proj' })).toBe(false);
  });
});

describe('path_outside_workspace on a Windows root', () => {
  const root = 'C:\\work\\proj';

  it('agrees with lexical resolution on its drive', () => {
    const names = fc.constantFrom('', '.', '..', 'a', 'WORK', 'work', 'proj', 'Proj', 'proj2');
    const prefixes = fc.constantFrom(
      '',
      '\\',
      '/',
      'C:\\',
      'c:/',
      'D:\\',
      'C:\\work\\proj\\',
      '\\\\h\\s\\',
    );
    const paths = fc
      .tuple(prefixes, fc.array(names, { maxLength: 8 }), fc.constantFrom('\\', '/'))
      .map(([prefix, parts, slash]) => prefix + parts.join(slash));
    fc.assert(
      fc.property(paths, (path) => {
        fc.pre(!/^[\\/]{2,}[^h]/.test(path));
        const relative = win32.relative(root, win32.resolve(root, path));
        const expected = relative.split('\\')[0] === '..' || win32.isAbsolute(relative);
        expect(isOutside(path, { root })).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['D:x', true],
    ['C:x', false],
    ['c:\\WORK\\PROJ\\x', false],
    ['a\\.. \\..\\x', true],
    ['..\\ ', true],
    ['... \\x', true],
    ['a.\\b ', false],
    ['/etc/passwd', true],
    ['\\\\?\\C:\\work\\proj\\x', false],
    ['\\\\?\\C:\\x', true],
    ['\\\\.\\PhysicalDrive0', true],
    ['file:///C:/work/proj/x', false],
    ['file:///C:/x', true],
    ['~\\x', true],
  ])('says that %j is outside: %s', (path, expected) => {
    expect(isOutside(path, { root })).toBe(expected);
  });

  it('takes a drive or a share as the root', () => {
    expect(isOutside('C:\\x', { root: 'C:\\' })).toBe(false);
    expect(isOutside('D:\\x', { root: 'C:\\' })).toBe(true);
    expect(isOutside('\\\\SERVER\\share\\a', { root: '\\\\server\\share' })).toBe(false);
    expect(isOutside('\\\\?\\UNC\\server\\share\\a', { root: '\\\\server\\share' })).toBe(false);
    expect(isOutside('a', { root: '\\\\server\\share' })).toBe(false);
    expect(isOutside('..\\x', { root: '\\\\server\\share' })).toBe(true);
    expect(isOutside('C:\\x', { root: '\\\\server\\share' })).toBe(true);
  });
});

describe('which fields are paths', () => {
  it.each<[JsonValue, readonly string[]]>([
    [{ paths: ['a', '/etc'] }, ['input.paths[1]']],
    [{ edits: [{ file: 'a' }, { file: '/etc' }] }, ['input.edits[1].file']],
    [{ path: { from: '/etc', to: 'a' } }, ['input.path.from']],
    [{ command: 'cat /etc/passwd' }, []],
    [{ command: 'ls', path: '/etc' }, ['input.path']],
    [{ pattern: '/etc/**' }, []],
    [{ content: '/etc', message: '/etc', query: '../..' }, []],
    [{ uri: 'file:///etc/passwd' }, ['input.uri']],
    [{ url: 'https://example.com/../../..' }, []],
    [{ path: 42, file: null, files: true }, []],
  ])('finds in %j the places %j', (input, places) => {
    expect(findingsOf(input).map(({ where }) => where)).toEqual(places);
  });

  it('takes no long or many-lined text under a vague key for a path', () => {
    expect(findingsOf({ source: '// a\nb', file: `/9j/${'A'.repeat(5000)}` })).toEqual([]);
    expect(findingsOf({ file_path: '/etc\n' })).toHaveLength(1);
    expect(findingsOf({ path: `/etc/${'./'.repeat(5000)}x` })).toHaveLength(1);
  });

  it.each<[JsonValue, boolean]>([
    [{ path: '/api/users', method: 'GET' }, false],
    [{ path: '/api/users', method: 'post' }, false],
    [{ path: '/api/users', host: 'api.example.com' }, false],
    [{ path: '/api/users', url: 'https://api.example.com/v1' }, false],
    [{ path: '/api/users', base_url: 'https://api.example.com' }, false],
    [{ path: '/api/users' }, true],
    [{ path: '/api/users', method: 'atomic' }, true],
    [{ path: '/api/users', url: '' }, true],
    [{ path: '../users', method: 'GET' }, true],
    [{ path: '//etc', method: 'GET' }, true],
    [{ path: '~/x', method: 'GET' }, true],
    [{ file_path: '/api/users', method: 'GET' }, true],
    [{ path: '/etc/cron.d/x', url: 'https://example.com/x.tar.gz' }, true],
    [{ path: '/etc/x', url: 'https://example.com/x.zip?y', method: 'GET' }, true],
    [{ request: { method: 'GET' }, path: '/etc' }, true],
  ])('tells an HTTP route from a file in %j: outside %s', (input, outside) => {
    expect(findingsOf(input).length > 0).toBe(outside);
  });

  it('reads the files that a patch names, with their place in its text', () => {
    const patch = [
      '*** Begin Patch',
      '*** Update File: src/a.ts',
      '*** Move to: ../b.ts',
      '@@',
      '+*** Update File: /etc/hosts',
      '*** Add File: /etc/passwd',
      '*** Delete File: ~/x',
      '*** End Patch',
    ].join('\r\n');
    for (const input of [{ input: patch }, { patch }, patch, { command: ['apply_patch', patch] }]) {
      const findings = findingsOf(input);
      expect(findings.map(({ span }) => patch.slice(span?.start, span?.end))).toEqual([
        '../b.ts',
        '/etc/passwd',
        '~/x',
      ]);
    }
    expect(findingsOf({ content: patch, input: 'see *** Update File: /etc' })).toEqual([]);
  });

  it('explains with at most 80 characters of the path', () => {
    const [finding] = findingsOf({ file_path: '/etc/passwd' });
    expect(finding).toEqual({
      rule: 'path.outside',
      where: 'input.file_path',
      span: { start: 0, end: 11 },
      sentence: 'input.file_path names "/etc/passwd", which is outside the workspace.',
    });
    const [long] = findingsOf({ file_path: `/${'e'.repeat(500)}` });
    expect(long?.sentence).toContain(`"/${'e'.repeat(78)}…"`);
    const [control] = findingsOf({ file_path: '/\n' });
    expect(control?.sentence).toContain('"/\\n"');
  });
});

describe('the labelled calls', () => {
  /** Rows that the documented rules decide the other way. */
  const DIFFERENT: { readonly [id: string]: string } = {
    P036: '`$HOME` counts as the home directory, as `~` does',
    P064: 'an HTTP route beside its method is not a file',
    P101: 'its drive has no such directory: the root is C:\\work\\proj',
  };

  it.each(['rules', 'debatable'] as const)('in %s.tsv are answered as expected', (name) => {
    const cases = readCases(name).filter(({ question }) => question === 'path_outside_workspace');
    const wrong = cases.filter(
      ({ state, expected }) => pathFindings(readCall(state)).length > 0 !== (expected === 1),
    );
    const ids = Object.keys(DIFFERENT).filter((id) => cases.some((row) => row.id === id));
    expect(cases.length).toBeGreaterThan(20);
    expect(wrong.map(({ id }) => id)).toEqual(ids);
  });
});
