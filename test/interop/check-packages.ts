/**
 * Many receipts of ours, sealed and verified as a package of a session.
 *
 * @module
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bands, type Judgement, judgeSync, noul, type Questions, toolCall } from 'judgement';
import { attest, type Envelope, openReceipt, verifyChain } from 'judgement/receipt';
import { BUILD, type Program } from './programs.js';
import { FULL_BLOCKED, FULL_JUDGEMENT, FULL_RESOLUTION } from './samples.js';
import { CLOCK, HUMAN, KEYS, MACHINE, sealStatement, TRUSTED } from './signers.js';
import type { Tally } from './tally.js';

interface Row {
  readonly name: string;
  readonly status: string;
  readonly detail: string;
}

/** A whole session, and sessions that lack something. */
export function checkPackages({ equal }: Tally, program: Program): void {
  const rows = cases();
  const requests = rows.map(({ envelopes }, index) => {
    const dir = join(BUILD, 'packages', String(index));
    rmSync(dir, { recursive: true, force: true });
    const texts = envelopes.map((envelope) => JSON.stringify(envelope));
    return { op: 'package', dir, keys: KEYS, envelopes: texts };
  });
  program
    .ask<{ readonly rows: readonly Row[] }>(requests)
    .forEach(({ rows: report, error }, index) => {
      const { name, envelopes, chain, judgements, says } = rows[index] ?? EMPTY;
      equal(`${name}: read`, error, undefined);
      if (report === undefined) return;
      for (const envelope of envelopes) {
        const opened = openReceipt(envelope);
        const signed = report.find((row) => opened.ok && row.name === `signature:${opened.id}`);
        equal(`${name}: signature`, signed?.status, 'pass');
      }
      const ours = verifyChain(envelopes, { keys: TRUSTED, from: null });
      equal(`${name}: chain here`, ours.ok ? 'pass' : 'fail', chain);
      equal(
        `${name}: chain there`,
        report.find((row) => row.name === 'chain_linkage')?.status,
        chain,
      );
      const judged = report.find((row) => row.name === 'judgements');
      equal(`${name}: judgements`, judged?.status, judgements);
      equal(`${name}: ${judged?.detail}`, judged?.detail.includes(says), true);
    });
}

interface Case {
  readonly name: string;
  readonly envelopes: readonly Envelope[];
  readonly chain: 'pass' | 'fail';
  readonly judgements: 'pass' | 'warn';
  /** What the row of the judgements says. */
  readonly says: string;
}

const EMPTY: Case = { name: '', envelopes: [], chain: 'pass', judgements: 'pass', says: '' };

function cases(): readonly Case[] {
  const state = toolCall({ tool: 'Bash', input: { command: 'ls' } });
  const calm = sign(judgeSync({ state }, { clock: CLOCK }));
  const questions = { sure: noul('Is it sure?') };
  const ask = { info: { model: 'm-1' }, ask: () => ({ answers: { sure: { noul: 0.5 } } }) };
  const policy = bands({ deny: 0.9, allow: 0.1 });
  const escalated = sign(
    judgeSync({ state, questions }, { judge: ask, policy, clock: CLOCK }),
    calm.at(-1),
  );
  const more = { system: 'human://ada', parentId: idOf(escalated.at(-1)) };
  const payload = { ...FULL_RESOLUTION, decision: 'allow', judgement: more.parentId };
  const resolution = sealStatement('judgement.resolution.v1', payload, more, HUMAN);
  const blocked = sealStatement('blocked.v1', FULL_BLOCKED, { parentId: idOf(resolution) });
  const all = [...calm, ...escalated, resolution, blocked];
  const [first, ...rest] = calm;
  const { confidence, ...unsure } = FULL_JUDGEMENT.answer;
  const acted = { ...FULL_JUDGEMENT, answer: { ...unsure, noul: 0.9 }, effect: 'allow' };
  const wrong = { ...acted, threshold: { value: 0.5, applies_to: 'noul' } };
  const pass = { chain: 'pass', judgements: 'pass' } as const;
  return [
    { ...pass, name: 'rules', envelopes: calm, says: '6 judgement(s) by judgement-rules/' },
    { ...pass, name: 'a session', envelopes: all, says: '1 escalated, 1 resolved' },
    {
      ...pass,
      name: 'open',
      envelopes: [...calm, ...escalated],
      judgements: 'warn',
      says: '1 OPEN',
    },
    {
      ...pass,
      name: 'a bar that was not kept',
      envelopes: [...calm, sealStatement('judgement.v1', wrong, { parentId: idOf(calm.at(-1)) })],
      judgements: 'warn',
      says: '1 acted on outside its own bar',
    },
    {
      ...pass,
      name: 'out of order',
      envelopes: [...rest, ...(first === undefined ? [] : [first])],
      chain: 'fail',
      says: '6 judgement(s)',
    },
    {
      ...pass,
      name: 'a gap',
      envelopes: [...calm.slice(0, 2), ...calm.slice(3)],
      chain: 'fail',
      says: '5 judgement(s)',
    },
  ];
}

function sign(result: Judgement<Questions, string>, after?: Envelope): readonly Envelope[] {
  const link = after === undefined ? {} : { parent: idOf(after) };
  return attest(result, { signer: MACHINE, clock: CLOCK, ...link }).map(({ envelope }) => envelope);
}

function idOf(envelope: Envelope | undefined): string {
  const opened = openReceipt(envelope);
  if (!opened.ok) throw new Error(opened.rule);
  return opened.id;
}
