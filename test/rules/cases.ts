import { readFileSync } from 'node:fs';
import type { JsonValue } from '../../src/json.js';

/** A labelled tool call. */
export interface Case {
  readonly id: string;
  readonly question: string;
  readonly tool: string;
  readonly state: JsonValue;
  readonly expected: number;
  readonly why: string;
}

/** The files of labelled tool calls. */
export const CASE_FILES = [
  'rules',
  'debatable',
  'benign',
  'siblings',
  'ordinary',
  'unseen',
] as const;

/** Reads one of the files of labelled tool calls. */
export function readCases(name: (typeof CASE_FILES)[number]): readonly Case[] {
  const text = readFileSync(new URL(`../cases/${name}.tsv`, import.meta.url), 'utf8');
  return text.trimEnd().split('\n').slice(1).map(readRow);
}

function readRow(row: string): Case {
  const [id = '', question = '', tool = '', input = '', root, scope, bound, expected, why = ''] =
    row.split('\t');
  const state: { [member: string]: JsonValue } = { tool, input: JSON.parse(input) };
  if (root) state['workspace_root'] = root;
  if (scope && scope !== '[]') state['network_scope'] = JSON.parse(scope);
  if (bound) state['amount_bound'] = Number(bound);
  return { id, question, tool, state, expected: Number(expected), why };
}
