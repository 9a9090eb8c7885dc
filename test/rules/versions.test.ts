import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { explain, RULESET_VERSION, type RuleKey, rulesQuestions } from '../../src/rules/index.js';
import { CASE_FILES, type Case, readCases } from './cases.js';

/** The answers of one version: by file and question, the rows answered yes and a digest of all. */
interface Answers {
  readonly version: string;
  readonly files: {
    readonly [file: string]: {
      readonly [question: string]: { readonly digest: string; readonly yes: readonly string[] };
    };
  };
}

const PINNED = new URL(`../vectors/answers-${RULESET_VERSION}.json`, import.meta.url);

const HOW_TO_BUMP = `
The rules answer otherwise than version ${RULESET_VERSION} did. A receipt names the version that it
was judged by, so a released version answers as it always has:
  1. raise RULESET_VERSION in src/rules/index.ts,
  2. say in guides/rules.md what the new version changed,
  3. write its answers with UPDATE_ANSWERS=1 npx vitest run test/rules/versions.test.ts.
Only a version that nobody has released yet may be written anew, by the third step alone.`;

/** All questions about all rows of a file, whatever question the row was labelled for. */
function answersTo(rows: readonly Case[]): Answers['files'][string] {
  const keys = Object.keys(rulesQuestions).filter(isRuleKey);
  const explained = rows.map((row) => ({ row, answers: explain(row.state) }));
  return Object.fromEntries(
    keys.map((key) => {
      const yes = explained
        .filter(({ answers }) => answers[key].noul === 1)
        .map(({ row }) => row.id);
      const all = explained.map(({ row, answers }) => [row.id, row.state, answers[key].noul]);
      const hash = createHash('sha256').update(JSON.stringify(all)).digest('hex');
      return [key, { digest: `sha256:${hash}`, yes }];
    }),
  );
}

function isRuleKey(key: string): key is RuleKey {
  return Object.hasOwn(rulesQuestions, key);
}

function readPinned(): Answers {
  return JSON.parse(readFileSync(PINNED, 'utf8'));
}

describe(`the answers of version ${RULESET_VERSION} to every labelled call`, () => {
  if (process.env['UPDATE_ANSWERS'] === '1') {
    const files = Object.fromEntries(CASE_FILES.map((file) => [file, answersTo(readCases(file))]));
    const answers: Answers = { version: RULESET_VERSION, files };
    writeFileSync(PINNED, `${JSON.stringify(answers)}\n`);
  }

  it.each(CASE_FILES)('in %s.tsv are those that were written down', (file) => {
    const now = answersTo(readCases(file));
    const then = readPinned().files[file] ?? {};
    const changed = Object.keys(now).flatMap((question) => {
      const yesNow = new Set(now[question]?.yes);
      const yesThen = new Set(then[question]?.yes);
      return [
        ...[...yesNow].filter((id) => !yesThen.has(id)).map((id) => `${id} ${question}: now yes`),
        ...[...yesThen].filter((id) => !yesNow.has(id)).map((id) => `${id} ${question}: now no`),
      ];
    });
    expect(changed, HOW_TO_BUMP).toEqual([]);
    // The same rows and no others: a row that goes, comes or changes its state changes a digest.
    expect(now, HOW_TO_BUMP).toEqual(then);
  });

  it('are written down under the version that the judge names', () => {
    expect(readPinned().version).toBe(RULESET_VERSION);
  });
});
