/**
 * Judges a call, records what came of it and says what is to happen.
 *
 * @module
 */
import { aborted } from '../asking.js';
import { type Judge, type Judgement, judgeWith, type Signal } from '../judge.js';
import { present } from '../members.js';
import type { Policy } from '../policy.js';
import type { Questions } from '../question.js';
import type { AttestedReceipt } from '../receipt/draft.js';
import { type GateCall, type ReadCall, stateOf } from './call.js';
import { codeOf } from './codes.js';
import { express, type GateEffect, isGateEffect, strongest } from './effect.js';
import type { Settings } from './options.js';
import { emit, tell } from './telling.js';
import { describeJudgement, describeUnjudged, type Unjudged, type Verdict } from './verdict.js';

/** What a check is given beside the call. */
export interface Checking {
  readonly signal: Signal | undefined;
  readonly effects: readonly GateEffect[];
}

/** Judges a call, records it and tells of it. */
export async function decide(
  settings: Settings,
  read: ReadCall,
  { signal, effects }: Checking,
): Promise<Verdict> {
  const heard = await listen(settings, read, signal);
  const { shadow, onUnavailable, fallback } = settings;
  const judged = 'judgement' in heard ? heard.judgement : undefined;
  const unjudged = 'unjudged' in heard ? heard.unjudged : undefined;
  const decided = judged === undefined ? unjudgedEffect(unjudged, onUnavailable) : effectOf(judged);
  const { effect: expressed, fallbackFrom } = express(decided, effects, fallback);
  const wouldBe = shadow ? (judged === undefined ? decided : shadowedEffect(judged)) : undefined;
  const wanted = shadow ? 'allow' : expressed;
  const { receipts, unrecorded } = await record(settings, read, heard, wanted);
  const kept = unrecorded === undefined || shadow;
  const last = express(kept ? wanted : strongest(wanted, settings.onUnrecorded), effects, fallback);
  const { effect } = last;
  const reason =
    unrecorded !== undefined && effect !== wanted
      ? `${describeUnjudged({ code: unrecorded, unreadable: false }, effect)}`
      : describe(heard, effect);
  const verdict: Verdict = Object.freeze({
    effect,
    reason,
    receipts: Object.freeze(receipts),
    ...namesOf(read),
    ...present({
      fallbackFrom: last.fallbackFrom ?? (effect === wanted && !shadow ? fallbackFrom : undefined),
      wouldBe,
      judgement: judged,
      unjudged,
      unrecorded,
    }),
  });
  tell(settings, verdict);
  return verdict;
}

/**
 * The verdict for a host that asks about a call that another one asked about before: what it cannot
 * express is replaced for it as well, and what ran at a host with nobody to ask does not run at one
 * that can ask. What was refused stays refused.
 */
export function expressFor(
  settings: Settings,
  verdict: Verdict,
  effects: readonly GateEffect[],
): Verdict {
  const { fallbackFrom: replaced, ...rest } = verdict;
  const meant = verdict.effect === 'allow' ? (replaced ?? 'allow') : verdict.effect;
  const { effect, fallbackFrom } = express(meant, effects, settings.fallback);
  if (effect === verdict.effect && (fallbackFrom ?? replaced) === replaced) return verdict;
  const { judgement, unjudged } = verdict;
  const reason =
    judgement === undefined
      ? describeUnjudged(unjudged ?? UNKNOWN, effect)
      : describeJudgement(judgement, effect);
  const fitted: Verdict = Object.freeze({ ...rest, effect, reason, ...present({ fallbackFrom }) });
  if (effect === 'deny') emit(settings, 'denied', fitted, []);
  else if (effect === 'ask') emit(settings, 'asked', fitted, []);
  return fitted;
}

const UNKNOWN: Unjudged = { code: 'error', unreadable: false };

type Heard = { readonly judgement: Judgement<Questions> } | { readonly unjudged: Unjudged };

async function listen(
  settings: Settings,
  read: ReadCall,
  signal: Signal | undefined,
): Promise<Heard> {
  const { questions, contract, context, clock } = settings;
  const blame: Blame = { judge: false };
  try {
    const judge = blamedJudge(settings.judge, blame);
    const policy = blamedPolicy(settings.policy, blame);
    const state =
      settings.state === undefined ? stateOf(read, context) : settings.state(copyOf(read));
    const request = { state, questions };
    return { judgement: await judgeWith(judge, request, { policy, contract, signal, clock }) };
  } catch (error) {
    if (signal?.aborted) throw aborted(signal);
    const code = codeOf(error);
    return { unjudged: { code, unreadable: !(blame.judge && UNAVAILABLE.includes(code)) } };
  }
}

/** Whose an error is: the judge's from when it is asked until its answers are held to the bar. */
interface Blame {
  judge: boolean;
}

function blamedJudge(judge: Judge, blame: Blame): Judge {
  return {
    info: judge.info,
    ask(request, options) {
      blame.judge = true;
      return judge.ask(request, options);
    },
  };
}

function blamedPolicy(policy: Policy, blame: Blame): Policy {
  return {
    threshold: policy.threshold,
    decide(...given) {
      // For good: what a policy gave may throw when it is looked at, too.
      blame.judge = false;
      return policy.decide(...given);
    },
    check: (questions) => policy.check?.(questions),
  };
}

/** The call, with the input as it was read: a state that is made of another would judge another. */
function copyOf({ tool, input, capability, callId, session }: ReadCall): GateCall {
  return { tool, input, capability, callId, session };
}

/** The errors that are a judge's; any other is of the call or of the set-up, and never an allow. */
const UNAVAILABLE: readonly string[] = ['judge_unavailable', 'bad_answer'];

function unjudgedEffect(unjudged: Unjudged | undefined, onUnavailable: GateEffect): GateEffect {
  return unjudged?.unreadable === false ? onUnavailable : 'deny';
}

/** Answers that were all ignored say nothing against the call. */
function effectOf({ effect }: Judgement<Questions>): GateEffect {
  return effect === 'none' ? 'allow' : effect;
}

function shadowedEffect({ decisions }: Judgement<Questions>): GateEffect {
  const effects = Object.values(decisions).map(({ wouldBe }) => wouldBe);
  return strongest(...effects.filter(isGateEffect));
}

function describe(heard: Heard, effect: GateEffect): string {
  return 'judgement' in heard
    ? describeJudgement(heard.judgement, effect)
    : describeUnjudged(heard.unjudged, effect);
}

interface Recorded {
  readonly receipts: readonly AttestedReceipt[];
  readonly unrecorded?: string;
}

async function record(
  { recorder }: Settings,
  read: ReadCall,
  heard: Heard,
  effect: GateEffect,
): Promise<Recorded> {
  if (recorder === undefined) return { receipts: [] };
  try {
    if ('unjudged' in heard) {
      return { receipts: await recorder.unjudged(read, heard.unjudged, effect) };
    }
    return { receipts: await recorder.judged(read, heard.judgement, effect === 'deny') };
  } catch (error) {
    return { receipts: [], unrecorded: codeOf(error) };
  }
}

function namesOf({
  tool,
  callId,
  session,
  callDigest,
}: ReadCall): Pick<Verdict, 'tool' | 'callId' | 'session' | 'callDigest'> {
  return { tool, callDigest, ...present({ callId, session }) };
}
