import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { CAPABILITIES, MATRIX } from './matrix.js';

/** The guide, whose tables are padded with spaces for whoever reads it as text. */
const GUIDE = readFileSync(new URL('../../guides/judges.md', import.meta.url), 'utf8').replaceAll(
  / {2,}/g,
  ' ',
);

/** The rows of the table whose first column is the judge, cell by cell. */
const TABLE = rowsOf(GUIDE, '| Judge | Distribution |');
const ROWS = TABLE.slice(1).map(
  (cells) => [/`(\w+\(\))`/.exec(cells[0] ?? '')?.[1] ?? '', cells] as const,
);

describe('the matrix in the guide', () => {
  it('has the columns that are proved', () => {
    expect(TABLE[0]).toEqual(['Judge', ...CAPABILITIES]);
  });

  it('has a row for each judge that is proved, and no other', () => {
    expect(ROWS.map(([name]) => name)).toEqual(Object.keys(MATRIX));
  });

  it('has a row for a judge of every entry', () => {
    const { exports }: { readonly exports: object } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    );
    const entries = Object.keys(exports).filter((path) => path.startsWith('./judges/'));
    const named = rowsOf(GUIDE, '| Entry | Judges |').slice(1);
    expect(
      named.map(([entry = '']) => entry.replaceAll('`', '').replace('judgement', '.')),
    ).toEqual(expect.arrayContaining(entries));
    for (const [, judges = ''] of named) {
      const names = [...judges.matchAll(/`(\w+\(\))`/g)].map((match) => match[1] ?? '');
      expect(names.some((name) => MATRIX[name] !== undefined)).toBe(true);
    }
  });

  it.each(ROWS)('says of %s nothing that no test says', (name, cells) => {
    const proofs = MATRIX[name] ?? [];
    expect(cells).toHaveLength(1 + CAPABILITIES.length);
    expect(proofs).toHaveLength(CAPABILITIES.length);
    for (const [index, cell] of cells.slice(1).entries()) {
      expect(cell).not.toBe('');
      const proved = proofs[index] ?? [];
      expect(proved.length).toBeGreaterThan(0);
      for (const [file, test] of proved) expect(testsIn(file)).toContain(test);
    }
  });
});

/** The cells of a table, by its rows, without the line beneath its head. */
function rowsOf(text: string, head: string): readonly (readonly string[])[] {
  const lines = text.slice(text.indexOf(head)).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines
    .slice(0, end)
    .filter((_, index) => index !== 1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** The names of the tests of a file, as they are written. */
function testsIn(file: string): readonly string[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const name =
      ts.isCallExpression(node) && isTest(node.expression) ? node.arguments[0] : undefined;
    if (name !== undefined && ts.isStringLiteralLike(name)) names.push(name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022));
  return names;
}

/** Whether what is called is `it`, or what `it.each` gives. */
function isTest(called: ts.Expression): boolean {
  if (ts.isIdentifier(called)) return called.text === 'it';
  if (!ts.isCallExpression(called) || !ts.isPropertyAccessExpression(called.expression))
    return false;
  const { expression, name } = called.expression;
  return ts.isIdentifier(expression) && expression.text === 'it' && name.text === 'each';
}
