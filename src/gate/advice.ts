/**
 * What an agent asked for is advice, and no judgement of a gate.
 *
 * @module
 */
import { passedOn, readInner } from '../combine/inner.js';
import { JudgeError } from '../errors.js';
import type { AskOptions, Judge, JudgeRequest, JudgeResponse } from '../judge.js';

/** The member that marks what an agent asked for: the agent chose when, and what to send. */
export const ADVISORY = 'advisory';

/** The judge, with advice refused where it is passed off as its answer. */
export function withoutAdvice(judge: Judge): Judge {
  const inner = readInner(judge, 'options.judge');
  return Object.freeze({
    ...passedOn(inner),
    async ask(request: JudgeRequest, options: AskOptions): Promise<JudgeResponse> {
      const response = await judge.ask(request, options);
      if (!isAdvisory(response)) return response;
      throw new JudgeError('unsupported', {
        path: 'response.advisory',
        rule: 'what an agent asked for is advice, and no judgement of a gate',
        fix: 'let the gate ask the judge itself',
      });
    },
  });
}

function isAdvisory(response: unknown): boolean {
  return typeof response === 'object' && response !== null && ADVISORY in response;
}
