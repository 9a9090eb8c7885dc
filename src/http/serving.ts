/**
 * Asks the judge behind a handler, checks what it says and writes it as the contract has it.
 *
 * @module
 */
import { hear } from '../asking.js';
import { canonicalize } from '../canonical.js';
import type { Clock, Judge, JudgeInfo, JudgeRequest, JudgeResponse } from '../judge.js';
import { present } from '../members.js';
import { readClock } from '../time.js';
import { fromJudge } from './service-fault.js';
import type { Watch } from './watch.js';

/** A judge that is served. */
export interface Served {
  readonly judge: Judge;
  /** Who it is, checked. */
  readonly info: JudgeInfo;
  readonly clock: Clock;
}

/**
 * Asks the judge and writes its response: `{answers, judge, latency_ms, request_id, usage}`.
 *
 * The text is canonical, so that the same answers have the same digest wherever they are given.
 */
export async function serve(served: Served, request: JudgeRequest, watch: Watch): Promise<string> {
  const { judge, info, clock } = served;
  const { signal } = watch;
  const asked = readClock(clock);
  try {
    const response = await watch.until(ask(judge, request, signal), 'timed_out');
    const elapsedMs = Math.max(0, Math.round(readClock(clock) - asked));
    return write(hear(request.questions, response, { info, signal, elapsedMs }));
  } catch (error) {
    throw fromJudge(error);
  }
}

/** A judge that throws at once rejects. */
async function ask(
  judge: Judge,
  request: JudgeRequest,
  signal: AbortSignal,
): Promise<JudgeResponse> {
  return judge.ask(request, { signal });
}

function write({ answers, judge, decimals, origin }: ReturnType<typeof hear>): string {
  const { latencyMs, requestId, usage } = origin;
  return canonicalize({
    answers,
    // Who reads the answers cannot check their sums without knowing what they are rounded to.
    judge: { ...judge, ...present({ decimals }) },
    latency_ms: latencyMs,
    ...present({
      request_id: requestId,
      usage:
        usage && present({ input_tokens: usage.inputTokens, output_tokens: usage.outputTokens }),
    }),
  });
}
