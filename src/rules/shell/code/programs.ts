/**
 * The names under which programs that take code are looked up.
 *
 * @module
 */

/** Names of interpreters as they are typed, common versions included. */
export const PROGRAMS_OF_CODE: readonly string[] = /* @__PURE__ */ Object.freeze([
  'awk',
  'bun',
  'deno',
  'elixir',
  'gawk',
  'groovy',
  'gsed',
  'iex',
  'ipython',
  'ipython3',
  'irb',
  'jshell',
  'jruby',
  'julia',
  'littler',
  'lua',
  'luajit',
  'mawk',
  'nawk',
  'node',
  'nodejs',
  'original-awk',
  'perl',
  'php',
  'py',
  'pypy',
  'pypy3',
  'python',
  'python2',
  'python3',
  'R',
  'r',
  'Rscript',
  'rscript',
  'ruby',
  'sed',
  'truffleruby',
  'ts-node',
  'tsx',
  ...versions('python2.', 6, 7),
  ...versions('python3.', 5, 16),
  ...versions('pypy3.', 5, 16),
  ...versions('lua5.', 1, 5),
  ...versions('php7.', 0, 4),
  ...versions('php8.', 0, 6),
  ...versions('ruby2.', 5, 7),
  ...versions('ruby3.', 0, 5),
  ...versions('perl5.', 10, 48),
  ...versions('node', 14, 30),
]);

function versions(name: string, first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `${name}${first + index}`);
}
