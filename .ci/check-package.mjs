/*
 * Checks an installed package: what is in it, what it exports and what its files import.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const root = process.argv[2];
const faults = [];
const { dependencies, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .sort();

const PAGES = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'guides/calibration.md',
  'guides/combining.md',
  'guides/gates.md',
  'guides/http.md',
  'guides/judges.md',
  'guides/limits.md',
  'guides/question-sets.md',
  'guides/rules.md',
  'guides/verify.md',
  'package.json',
];
for (const page of PAGES) if (!files.includes(page)) faults.push(`${page} is missing`);
for (const file of files) {
  if (PAGES.includes(file) || /^dist\/.+\.(?:js|d\.ts)$/.test(file)) continue;
  faults.push(`${file} does not belong into the package`);
}

for (const [path, target] of Object.entries(exports)) {
  const paths = typeof target === 'string' ? [target] : Object.values(target);
  for (const one of paths) if (!existsSync(join(root, one))) faults.push(`${path}: no file ${one}`);
  if (typeof target === 'object' && Object.keys(target)[0] !== 'types') {
    faults.push(`${path}: types must come first`);
  }
}

for (const file of files.filter((name) => name.endsWith('.js'))) {
  for (const specifier of importsOf(file)) {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';
    const isThere = specifier.startsWith('.')
      ? existsSync(join(root, dirname(file), specifier))
      : dependencies[name] !== undefined;
    if (!isThere) faults.push(`${file}: there is no ${specifier}`);
  }
}

// The types of another package can need those of a host.
const reached = new Set(Object.values(exports).flatMap(({ types = [] }) => types));
for (const types of reached) {
  for (const specifier of importsOf(types)) {
    if (specifier.startsWith('.')) {
      reached.add(join(dirname(types), specifier.replace(/\.js$/, '.d.ts')));
    } else faults.push(`${types}: the types of an entry need ${specifier}`);
  }
}

function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  return ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
}

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
const entries = Object.keys(exports).length;
console.log(`${files.length} files, ${entries} entries: all there, and nothing else`);
