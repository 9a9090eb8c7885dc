/**
 * What treeship-core signs and decides, as this library sees it.
 *
 * @module
 */
import { matchesDigest, type Question } from 'judgement';
import { verifyChain, verifyReceipt } from 'judgement/receipt';
import { makeDice } from './dice.js';
import { attestSomething } from './judgements.js';
import type { Program } from './programs.js';
import { FULL_BLOCKED, FULL_HALT, FULL_JUDGEMENT, FULL_RESOLUTION } from './samples.js';
import { seedOf } from './signers.js';
import { drawJsonText } from './states.js';
import type { Tally } from './tally.js';
import { twinsOf } from './tampering.js';

/** What `sign` of treeship-core gives. */
interface Sealed {
  readonly envelope: string;
  readonly id: string;
  readonly digest: string;
  readonly public_key: string;
}

interface About {
  readonly judge: string;
  readonly kinds: readonly string[];
}

/** Receipts of every kind that it knows, an action, and one of no kind. */
export function checkSigned({ equal }: Tally, program: Program): void {
  const [about] = program.ask<About>([{ op: 'about' }]);
  equal('version', about?.judge, 'treeship-rules/0.32.0');
  const kinds = [...(about?.kinds ?? []), 'note.v1'];
  for (const kind of Object.keys(PAYLOADS)) equal(`${kind} is known`, kinds.includes(kind), true);
  const rows = [
    ...kinds.map((kind) => ({ kind, system: 'ship://interop', payload: PAYLOADS[kind] ?? NOTE })),
    { action: 'tool.call' },
  ];
  const common = { op: 'sign', seed: SEED, key_id: KEY_ID, parent: PARENT, subject: 'call 7' };
  program.ask<Sealed>(rows.map((row) => ({ ...common, ...row }))).forEach((theirs, index) => {
    const row = rows[index];
    const kind = row !== undefined && 'kind' in row ? row.kind : undefined;
    const keys = [{ publicKey: theirs.public_key, keyId: KEY_ID }];
    const ours = verifyReceipt(theirs.envelope, { keys });
    const name = kind ?? 'an action';
    equal(`${name}: accepted`, ours.ok ? 'ok' : `${ours.code} ${ours.path} ${ours.rule}`, 'ok');
    if (!ours.ok) return;
    const { id, digest, parentId, statement } = ours;
    equal(
      `${name}: named`,
      { id, digest, parentId },
      { id: theirs.id, digest: theirs.digest, parentId: PARENT },
    );
    equal(`${name}: kind`, statement?.kind, kind);
    if (kind === undefined) return;
    equal(`${name}: payload`, statement?.payload, PAYLOADS[kind] ?? NOTE);
  });
}

/** Judgements of its own judge: linked, digested over a state that we match, and safe from twins. */
export function checkJudged({ equal }: Tally, program: Program): void {
  const dice = makeDice(70);
  const states = Array.from({ length: 40 }, () => {
    const input = drawJsonText(dice);
    const bound = dice.pick(['100', '100.0', '1e2', '99.5']);
    return `{"tool":"Bash","workspace_root":"/srv","amount_bound":${bound},"input":${input}}`;
  });
  const requests = states.map((state) => ({
    op: 'judge',
    seed: SEED,
    key_id: KEY_ID,
    bar: 0.5,
    at: '2026-12-01T12:00:00Z',
    state,
  }));
  interface Judged {
    readonly receipts: readonly Sealed[];
  }
  program.ask<Judged>(requests).forEach(({ receipts, error }, index) => {
    equal(`judge #${index}`, error, undefined);
    if (receipts === undefined) return;
    const [first, second] = receipts;
    if (first === undefined || second === undefined) return;
    const keys = [{ publicKey: first.public_key, keyId: KEY_ID }];
    const log = receipts.map(({ envelope }) => envelope);
    const chain = verifyChain(log, { keys, from: null, head: receipts.at(-1)?.id ?? '' });
    equal(`judge #${index}: chain`, chain.ok ? chain.receipts.length : chain.rule, 6);
    for (const receipt of chain.receipts) {
      const digest = receipt.judgement?.state_digest ?? '';
      const form = matchesDigest(digest, states[index] ?? '');
      equal(`judge #${index}: state`, form === 'treeship' || form === 'rfc8785', true);
    }
    if (index > 0) return;
    for (const twin of twinsOf(JSON.parse(first.envelope), JSON.parse(second.envelope))) {
      equal(`judge, ${twin.name}`, verifyReceipt(twin.text, { keys }).ok, false);
    }
  });
}

/** The policy: what each answer comes to, where both sides have a rule for it. */
export function checkDecisions({ equal }: Tally, program: Program): void {
  const dice = makeDice(6);
  const rows = Array.from({ length: 300 }, () => attestSomething(dice)).flatMap(
    ({ judgement: { questions, answers, decisions } }) =>
      Object.entries(questions).flatMap(([key, question]) => {
        const { bar, effect, outcome, appliesTo, reason } = decisions[key] ?? {};
        const answer = answers[key];
        // A refusal, a route, and a number that is not there are decided here alone.
        if (bar === undefined || answer === undefined || answer.refusal === true) return [];
        if (reason === 'unmeasurable' || isRoute(question)) return [];
        const { instructions: _, criteria: __, ...asked } = { criteria: undefined, ...question };
        return [
          { request: { op: 'decide', question: asked, answer, bar }, effect, outcome, appliesTo },
        ];
      }),
  );
  interface Decided {
    readonly fault: string | null;
    readonly decision: unknown;
  }
  equal('enough decisions', rows.length > 200, true);
  program.ask<Decided>(rows.map(({ request }) => request)).forEach((theirs, index) => {
    const { request, effect, outcome, appliesTo } = rows[index] ?? {};
    equal(`${JSON.stringify(request)}`, theirs, {
      fault: null,
      decision: { outcome, effect, applies_to: appliesTo },
    });
  });
}

function isRoute(question: Question): boolean {
  return question.type === 'choice' && !question.options.includes('deny');
}

const SEED = Buffer.from(seedOf('theirs')).toString('hex');
const KEY_ID = 'key_cf1f8ae373a4763a';
const PARENT = 'art_87a5ec7bc6b306dafb5e47c3dd139877';
const NOTE = { list: [1, 1.5, null, { é: '😀' }] };

/** Payloads of the kinds whose schemas are checked here; a note does for the others. */
const PAYLOADS: Readonly<Record<string, object>> = {
  'judgement.v1': FULL_JUDGEMENT,
  'judgement.resolution.v1': FULL_RESOLUTION,
  'blocked.v1': FULL_BLOCKED,
  'halt.v1': FULL_HALT,
};
