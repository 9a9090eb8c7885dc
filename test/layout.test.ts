import { readdirSync, readFileSync } from 'node:fs';
import { posix, sep } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('..', import.meta.url).pathname;

/** Files that are tables of what programs take and do, one row after another. */
const TABLES: readonly string[] = [
  'src/rules/destructive/disk-tools.ts',
  'src/rules/shell/code/interpreter-rows.ts',
];

interface Import {
  readonly from: string;
  /** A path from the root for a file of ours, else the name as it is written. */
  readonly to: string;
  readonly typeOnly: boolean;
}

interface Source {
  readonly name: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
  readonly imports: readonly Import[];
}

const sources: readonly Source[] = readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path.split(sep).join('/')}`)
  .filter((name) => name.endsWith('.ts'))
  .sort()
  .map((name) => read(name, readFileSync(ROOT + name, 'utf8')));
const imports = sources.flatMap((source) => source.imports);

describe('the files of src', () => {
  it('are all read', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(200);
  });

  it('have at most 400 lines, but for tables', () => {
    const long = sources.filter(({ text }) => text.split('\n').length > 401);
    expect(long.map(({ name }) => name).filter((name) => !TABLES.includes(name))).toEqual([]);
  });

  it('open by saying what they are for', () => {
    const silent = sources.filter(({ text }) => !OPENING.test(text));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('never switch a check off', () => {
    const found = sources.flatMap(({ name, text }) =>
      text.split('\n').flatMap((line, at) => (SWITCHES.test(line) ? [`${name}:${at + 1}`] : [])),
    );
    expect(found).toEqual([]);
  });

  it('never say any', () => {
    const found = sources.flatMap(({ name, tree }) =>
      nodesOf(tree).flatMap((node) =>
        node.kind === ts.SyntaxKind.AnyKeyword ? [`${name}:${lineOf(node, tree)}`] : [],
      ),
    );
    expect(found).toEqual([]);
  });

  it('do no work when they are loaded, beyond what a bundler may leave out', () => {
    const found = sources.flatMap(({ tree, name }) =>
      tree.statements.flatMap(workOf).map((node) => `${name}:${lineOf(node, tree)}`),
    );
    expect(found).toEqual([]);
  });
});

describe('the imports of src', () => {
  it('name a package in one place each', () => {
    const importers = (name: string): readonly string[] => [
      ...new Set(imports.filter(({ to }) => to.startsWith(name)).map(({ from }) => from)),
    ];
    expect(importers('unbash')).toEqual(['src/rules/shell/parse.ts']);
    expect(importers('@noble/curves')).toEqual(['src/receipt/curve.ts']);
    expect(importers('ky')).toEqual(['src/http/request.ts']);
  });

  it('name no package but the five', () => {
    const packages = imports.filter(({ to }) => !to.startsWith('src/')).map(({ to }) => to);
    const others = packages.filter((name) => !PACKAGES.test(name));
    expect(others).toEqual([]);
  });

  it('have an extension where they are relative, and lead to a file', () => {
    const names = new Set(sources.map(({ name }) => name));
    const lost = imports.filter(({ to }) => to.startsWith('src/') && !names.has(to));
    expect(lost).toEqual([]);
  });

  it('keep receipts from the rules, and the rules from everything but errors and JSON', () => {
    const crossing = imports.filter(
      ({ from, to }) => from.startsWith('src/receipt/') && to.startsWith('src/rules/'),
    );
    expect(crossing).toEqual([]);
    const beneath = imports.filter(
      ({ from, to }) => from.startsWith('src/rules/') && to.startsWith('src/') && !inRules(to),
    );
    const allowed = ['src/errors.ts', 'src/json.ts', 'src/walk.ts'];
    const others = beneath.filter(({ to, typeOnly }) => !typeOnly && !allowed.includes(to));
    expect(others).toEqual([]);
    const types = beneath.filter(({ to }) => !allowed.includes(to)).map(({ to }) => to);
    expect([...new Set(types)]).toEqual(['src/judge.ts']);
  });

  it('keep question sets from receipts and the rules, and all else from question sets', () => {
    const inSets = (path: string): boolean => path.startsWith('src/contract/');
    const beyond = /^src\/(?:receipt|rules|http|combine|calibration)\//;
    const away = imports.filter(({ from, to }) => inSets(from) && beyond.test(to));
    const back = imports.filter(({ from, to }) => inSets(to) && !inSets(from) && !atRuntype(from));
    expect([...away, ...back]).toEqual([]);
  });

  it('lead to HTTP from nowhere else but the judges that are asked over it', () => {
    const inHttp = (path: string): boolean => path.startsWith('src/http/');
    const isNear = (path: string): boolean => inHttp(path) || inJudges(path);
    expect(imports.filter(({ from, to }) => inHttp(to) && !isNear(from))).toEqual([]);
  });

  it('lead to the judges that people call from nowhere else, and from them to no rules', () => {
    expect(imports.filter(({ from, to }) => inJudges(to) && !inJudges(from))).toEqual([]);
    expect(imports.filter(({ from, to }) => inJudges(from) && inRules(to))).toEqual([]);
  });

  it('lead to gates from nowhere else, from gates to no rules, and from the core to no framework', () => {
    const isGate = (path: string): boolean => /^src\/gates?\//.test(path);
    expect(
      imports.filter(({ from, to }) => isGate(to) && !isGate(from) && !inTesting(from)),
    ).toEqual([]);
    expect(
      imports.filter(({ from, to }) => isGate(from) && (inRules(to) || inTesting(to))),
    ).toEqual([]);
    const core = imports.filter(({ from }) => from.startsWith('src/gate/'));
    expect(core.filter(({ to }) => to.startsWith('src/gates/'))).toEqual([]);
    expect(imports.filter(({ from, to }) => inTesting(to) && !inTesting(from))).toEqual([]);
  });

  it('keep calibration to numbers: of receipts the types and the times, of rules and HTTP nothing', () => {
    const isOurs = (path: string): boolean => path.startsWith('src/calibration/');
    const beyond = imports.filter(({ from, to }) => isOurs(from) && /^src\/\w+\//.test(to));
    const values = beyond.filter(({ to, typeOnly }) => !isOurs(to) && !typeOnly);
    expect(values.map(({ to }) => to)).toEqual(['src/receipt/instant.ts']);
    const back = imports.filter(({ from, to }) => isOurs(to) && !isOurs(from) && !atRuntype(from));
    expect(back).toEqual([]);
  });

  it('form no cycle, but for types', () => {
    expect(cycleIn(imports.filter(({ typeOnly }) => !typeOnly))).toEqual([]);
  });
});

describe('the checks themselves', () => {
  const text = `
    import type { A } from './a.js';
    import { type B } from './b.js';
    import { c, type C } from '../c.js';
    export type { D } from './d.js';
    export { e } from 'e/f.js';
    import './side.js';
    const lazy = () => work();
    const late = async () => import('../late.js');
    const literal = [{ a: /x/, b: new Map([[1, () => work()]]) }];
    const pure = /* @__PURE__ */ freeze([work()]);
    const busy = work();
    let one = two\`three\`;
    work();
    for (const x of []) x;
    export class Fine { static make() { return work(); } }
    class Busy { static value = work(); }
  `;

  it('tell type imports from others', () => {
    const { imports: found } = read('src/rules/x.ts', text);
    expect(found.map(({ to, typeOnly }) => [to, typeOnly])).toEqual([
      ['src/rules/a.ts', true],
      ['src/rules/b.ts', true],
      ['src/c.ts', false],
      ['src/rules/d.ts', true],
      ['e/f.js', false],
      ['src/rules/side.ts', false],
      ['src/late.ts', false],
    ]);
  });

  it('find work, and not what only will be done', () => {
    const { tree } = read('src/x.ts', text);
    const found = tree.statements.flatMap(workOf).map((node) => node.getText(tree));
    expect(found).toEqual([
      "import './side.js';",
      'new Map([[1, () => work()]])',
      'work()',
      'two`three`',
      'work();',
      'for (const x of []) x;',
      'work()',
    ]);
  });

  it('find a cycle', () => {
    const edge = (from: string, to: string): Import => ({ from, to, typeOnly: false });
    expect(cycleIn([edge('a', 'b'), edge('b', 'c'), edge('a', 'c')])).toEqual([]);
    expect(cycleIn([edge('z', 'a'), edge('a', 'b'), edge('b', 'a')])).toEqual(['a', 'b', 'a']);
  });
});

/** A doc comment that ends a sentence, and the tag that makes it the module's. */
const OPENING = /^\/\*\*\n(?: \*(?! @).*\n)* \* \S.*[.?…]\n \*\n \* @module\n \*\/\n/;

/** Comments that tell a compiler or a linter to look away. */
const SWITCHES = /@ts-(?:ignore|expect-error|nocheck)|biome-ignore|eslint-disable/;

const PACKAGES = /^(?:ky|unbash|valibot|@noble\/(?:curves|hashes)\/.+\.js)$/;

function inRules(path: string): boolean {
  return path.startsWith('src/rules/');
}

function inTesting(path: string): boolean {
  return path.startsWith('src/testing/');
}

/** A service that keeps question sets and calibrations of its own, which are read into ours. */
function atRuntype(path: string): boolean {
  return path.startsWith('src/judges/runtype/');
}

function inJudges(path: string): boolean {
  return path.startsWith('src/judges/');
}

function read(name: string, text: string): Source {
  const tree = ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
  return { name, text, tree, imports: importsOf(tree, name) };
}

function importsOf(tree: ts.SourceFile, from: string): readonly Import[] {
  const late = nodesOf(tree).flatMap((node) => lateImportOf(node, from));
  return [...tree.statements.flatMap((one) => importOf(one, from)), ...late];
}

/** What is only loaded when it is needed. */
function lateImportOf(node: ts.Node, from: string): readonly Import[] {
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return [];
  const [specifier] = node.arguments;
  if (specifier === undefined || !ts.isStringLiteral(specifier)) return [];
  return [{ from, to: placeOf(specifier.text, from), typeOnly: false }];
}

function placeOf(specifier: string, from: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.ts');
}

function importOf(statement: ts.Statement, from: string): readonly Import[] {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
  const { moduleSpecifier } = statement;
  if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
  return [{ from, to: placeOf(moduleSpecifier.text, from), typeOnly: isTypeOnly(statement) }];
}

function isTypeOnly(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause, isTypeOnly: whole } = statement;
    if (whole || exportClause === undefined || ts.isNamespaceExport(exportClause)) return whole;
    return exportClause.elements.every((one) => one.isTypeOnly);
  }
  const { importClause } = statement;
  if (importClause === undefined) return false;
  const { namedBindings, name, isTypeOnly: whole } = importClause;
  if (whole || name !== undefined || namedBindings === undefined) return whole;
  return ts.isNamedImports(namedBindings) && namedBindings.elements.every((one) => one.isTypeOnly);
}

/** What a statement does when its file is loaded: calls that are not marked as pure, and loops. */
function workOf(statement: ts.Statement): readonly ts.Node[] {
  if (ts.isImportDeclaration(statement)) return statement.importClause ? [] : [statement];
  if (ts.isVariableStatement(statement) || ts.isClassDeclaration(statement)) {
    return callsIn(statement);
  }
  const isDeclaration =
    ts.isExportDeclaration(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isDeclaration ? [] : [statement];
}

function callsIn(node: ts.Node): readonly ts.Node[] {
  if (ts.isFunctionLike(node)) return [];
  const isCall =
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isTaggedTemplateExpression(node) ||
    ts.isAwaitExpression(node);
  if (isCall) return PURE.test(leadingText(node)) ? [] : [node];
  const found: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...callsIn(child));
  });
  return found;
}

const PURE = /\/\* @__PURE__ \*\/\s*$/;

/** What stands between a node and what comes before it. */
function leadingText(node: ts.Node): string {
  return node.getFullText().slice(0, node.getLeadingTriviaWidth());
}

function nodesOf(node: ts.Node): readonly ts.Node[] {
  const found = [node];
  ts.forEachChild(node, (child) => {
    found.push(...nodesOf(child));
  });
  return found;
}

function lineOf(node: ts.Node, tree: ts.SourceFile): number {
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
}

/** The files of one cycle, from the first to itself again; none when there is no cycle. */
function cycleIn(edges: readonly Import[]): readonly string[] {
  const done = new Set<string>();
  const visit = (name: string, trail: readonly string[]): readonly string[] => {
    if (trail.includes(name)) return [...trail.slice(trail.indexOf(name)), name];
    if (done.has(name)) return [];
    for (const { to } of edges.filter(({ from }) => from === name)) {
      const cycle = visit(to, [...trail, name]);
      if (cycle.length > 0) return cycle;
    }
    done.add(name);
    return [];
  };
  for (const { from } of edges) {
    const cycle = visit(from, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
