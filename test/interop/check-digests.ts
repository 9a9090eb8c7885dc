/**
 * State digests: which text each side digests.
 *
 * @module
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { canonicalize, digest, matchesDigest, parseJson } from 'judgement';
import { makeDice } from './dice.js';
import { attestSomething } from './judgements.js';
import type { Program } from './programs.js';
import { drawJsonText } from './states.js';
import type { Tally } from './tally.js';

/** What `digest` of treeship-core says. */
interface Digested {
  readonly digest?: string;
  readonly error?: string;
}

/** The vectors: the digest of treeship-core is that of one of the texts that they list. */
export function checkVectors({ equal }: Tally, program: Program): void {
  const rows: readonly { readonly json: string; readonly texts: readonly string[] }[] = JSON.parse(
    readFileSync('test/vectors/treeship-texts.json', 'utf8'),
  );
  program.ask<Digested>(rows.map(({ json }) => ask(json))).forEach((theirs, index) => {
    const { json, texts } = rows[index] ?? { json: '', texts: [] };
    equal(`vector ${json}: read there`, theirs.error === undefined, texts.length > 0);
    if (theirs.digest === undefined) return;
    equal(`vector ${json}: its text`, texts.map(sha256).includes(theirs.digest), true);
    equal(`vector ${json}: matched`, isForm(matchesDigest(theirs.digest, json)), true);
  });
}

/** Texts by chance: the digest of treeship-core is matched, and by no other state. */
export function checkTexts({ equal }: Tally, program: Program): void {
  const dice = makeDice(8785);
  const texts = Array.from({ length: 1_000 }, () => drawJsonText(dice));
  program.ask<Digested>(texts.map(ask)).forEach((theirs, index) => {
    const text = texts[index] ?? '';
    equal(`${text}: read there`, theirs.error, undefined);
    const form = matchesDigest(theirs.digest ?? '', text);
    equal(`${text}: matched`, isForm(form), true);
    equal(`${text}: told apart`, form === 'rfc8785', canonicalDigest(text) === theirs.digest);
    equal(`${text}: another state`, matchesDigest(theirs.digest ?? '', `[${text}]`), undefined);
  });
}

/** The states of judgements by chance: without floats that are whole, the digests are one. */
export function checkStates({ equal }: Tally, program: Program): void {
  const dice = makeDice(100);
  const rows = Array.from({ length: 100 }, () => attestSomething(dice));
  const requests = rows.flatMap(({ state, judgement: { questions } }) => [
    ask(canonicalize(state)),
    ask(canonicalize(questions)),
  ]);
  program.ask<Digested>(requests).forEach((theirs, index) => {
    const judgement = rows[index >> 1]?.judgement;
    const ours = index % 2 === 0 ? judgement?.stateDigest : judgement?.questionsDigest;
    equal(`state or questions #${index}`, theirs.digest, ours);
  });
}

function ask(text: string): object {
  return { op: 'digest', text };
}

function isForm(form: string | undefined): boolean {
  return form === 'treeship' || form === 'rfc8785';
}

/** The digest of the state that a text is, where this library reads it. */
function canonicalDigest(text: string): string | undefined {
  try {
    return digest(parseJson(text));
  } catch {
    return undefined;
  }
}

function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
