import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { explain, RULESET_VERSION } from '../../src/rules/index.js';
import { CASE_FILES, type Case, readCases } from './cases.js';

const PAGE = readFileSync(new URL('../../guides/rules.md', import.meta.url), 'utf8');

/** The rules that the page lists, in its order. */
function listed(): readonly string[] {
  return [...PAGE.matchAll(/^\| `([a-z_]+\.[a-z_]+)` +\|/gm)].flatMap((match) => match[1] ?? []);
}

/** The rules that the source names where it makes a finding. */
function written(): ReadonlySet<string> {
  const folder = new URL('../../src/rules/', import.meta.url);
  const rules = new Set<string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const source = readFileSync(new URL(file, folder), 'utf8');
    for (const [, rule = ''] of source.matchAll(NAMED)) rules.add(rule);
  }
  return rules;
}

/** The rules that find something in the labelled calls. */
function found(): ReadonlySet<string> {
  const rules = new Set<string>();
  for (const { state } of CASE_FILES.flatMap(readCases)) {
    for (const strict of [false, true]) {
      for (const { findings, notes } of Object.values(explain(state, { strict }))) {
        for (const { rule } of [...findings, ...notes]) rules.add(rule);
      }
    }
  }
  return rules;
}

/** A rule's id behind `rule:`, or as the first text of a hit. */
const NAMED = /(?:\brule(?::| =)|[hH]it(?:Of)?\(|\bthrough\(\s*\w+,)\s*'([a-z_]+\.[a-z_]+)'/g;

/** A row of ids: those answered yes, and those answered no. */
const ARGUABLE = /^\| [^|]+ \| ((?:[A-Z]\d+ ?)+|–) *\| ((?:[A-Z]\d+ ?)+|–) *\|$/gm;
const OTHERWISE = /^Nine of these are not answered as the file labels them: ([^.]+)\.$/m;
const ID = /[A-Z]\d{3}/g;

function idsIn(cell: string): readonly string[] {
  return cell.match(ID) ?? [];
}

function byId([left]: readonly [string, number], [right]: readonly [string, number]): number {
  return left < right ? -1 : 1;
}

function answerTo({ question, state }: Case): number {
  const [, answer] = Object.entries(explain(state)).find(([key]) => key === question) ?? [];
  if (answer === undefined) throw new RangeError(`no question ${question}`);
  return answer.noul;
}

describe('the page of rules', () => {
  it('lists each rule once', () => {
    expect(new Set(listed()).size).toBe(listed().length);
  });

  it('lists all rules that the source names and that find something, and no others', () => {
    const rules = new Set([...written(), ...found()]);
    expect([...listed()].sort()).toEqual([...rules].sort());
  });

  it('lists each arguable call once, with the answer of today', () => {
    const listed = [...PAGE.matchAll(ARGUABLE)].flatMap(([, yes = '', no = '']) => [
      ...idsIn(yes).map((id) => [id, 1] as const),
      ...idsIn(no).map((id) => [id, 0] as const),
    ]);
    const answered = readCases('debatable').map((row) => [row.id, answerTo(row)] as const);
    expect(listed.sort(byId)).toEqual(answered.sort(byId));
  });

  it('names the arguable calls that are answered otherwise than labelled', () => {
    const [, named = ''] = OTHERWISE.exec(PAGE) ?? [];
    const otherwise = readCases('debatable').filter((row) => answerTo(row) !== row.expected);
    expect(named.match(ID)).toEqual(otherwise.map((row) => row.id));
  });

  it('says what the version of the rules has changed', () => {
    expect(PAGE).toContain(`| \`${RULESET_VERSION}\` |`);
  });
});
