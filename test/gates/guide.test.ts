import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { COLUMNS, PROOFS } from './proofs.js';

const GUIDE = readFileSync(new URL('../../guides/gates.md', import.meta.url), 'utf8');
const TABLES = ['| Gate ', '| Harness '].map((head) => rowsOf(GUIDE, head));
const ROWS = TABLES.flatMap((rows) => rows.slice(1)).map(
  (cells) => [(cells[0] ?? '').replaceAll('`', ''), cells] as const,
);

describe('the tables in the guide to gates', () => {
  it('have the columns that are proved, and a row for each that is', () => {
    for (const [head = []] of TABLES) expect(head.slice(1)).toEqual([...COLUMNS]);
    expect(ROWS.map(([name]) => name).sort()).toEqual(Object.keys(PROOFS).sort());
  });

  it.each(ROWS)('say of %s nothing that no test says', (name, cells) => {
    const proofs = PROOFS[name] ?? [];
    expect(cells).toHaveLength(1 + COLUMNS.length);
    expect(proofs).toHaveLength(COLUMNS.length);
    for (const [index, cell] of cells.slice(1).entries()) {
      expect(cell).not.toBe('');
      expect(proofs[index]?.length).toBeGreaterThan(0);
      for (const [file, test] of proofs[index] ?? []) expect(testsIn(file)).toContain(test);
    }
  });
});

/** The cells of a table, by its rows, without the line beneath its head. */
function rowsOf(text: string, head: string): readonly (readonly string[])[] {
  const lines = text.slice(text.indexOf(head)).split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  const rows = lines.slice(0, end).filter((_, index) => index !== 1);
  return rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The names of the tests of a file, as they are written. */
function testsIn(file: string): readonly string[] {
  const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = ts.isCallExpression(node) ? node.arguments[0] : undefined;
    if (name !== undefined && ts.isStringLiteralLike(name)) names.push(name.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022));
  return names;
}
