/**
 * Tells whoever listens what a gate did.
 *
 * @module
 */
import { letGoOf } from '../abort.js';
import { present } from '../members.js';
import { readClock, toRfc3339 } from '../time.js';
import type { GateEvent, GateEventType } from './events.js';
import type { Settings } from './options.js';
import type { Verdict } from './verdict.js';

/** Tells of a verdict. */
export function tell(settings: Settings, verdict: Verdict): void {
  const { effect, unjudged, unrecorded, wouldBe, receipts } = verdict;
  const ids = receipts.map(({ id }) => id);
  emit(settings, unjudged === undefined ? 'judged' : 'unjudged', verdict, ids);
  if (unrecorded !== undefined) emit(settings, 'unrecorded', verdict, []);
  if (wouldBe !== undefined) emit(settings, 'shadow', verdict, []);
  else if (effect === 'deny') emit(settings, 'denied', verdict, []);
  else if (effect === 'ask') emit(settings, 'asked', verdict, []);
}

/** Tells of one thing; what the listener throws, at once or later, is dropped. */
export function emit(
  { onEvent, clock }: Settings,
  type: GateEventType,
  verdict: Verdict,
  receipts: readonly string[],
): void {
  if (onEvent === undefined) return;
  try {
    const { effect, judgement, unjudged, unrecorded, resolved, fallbackFrom, wouldBe } = verdict;
    const event: GateEvent = Object.freeze({
      type,
      at: toRfc3339(readClock(clock)),
      tool: verdict.tool,
      effect,
      receipts: Object.freeze(receipts),
      ...present({
        callId: verdict.callId,
        session: verdict.session,
        callDigest: verdict.callDigest,
        stateDigest: judgement?.stateDigest,
        fallbackFrom,
        wouldBe,
        decidedBy: judgement?.decidedBy,
        code: type === 'unrecorded' ? unrecorded : unjudged?.code,
        decision: resolved?.decision,
        by: resolved?.by,
      }),
    });
    letGoOf(onEvent(event));
  } catch {
    // A listener that fails must not decide on a call.
  }
}
