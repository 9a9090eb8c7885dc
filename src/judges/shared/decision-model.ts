/**
 * Who a service with models made for decisions is, before it answers.
 *
 * @module
 */
import type { JudgeInfo } from '../../judge.js';
import { present } from '../../members.js';

/** What is told of such a model. */
export interface DecisionModel {
  readonly model: string;
  readonly provider?: string | undefined;
  /** What the service rounds to. */
  readonly decimals: number;
}

/** Who it is: it gives a distribution, and nobody gets the same answers for certain by asking again. */
export function decisionModel({ model, provider, decimals }: DecisionModel): JudgeInfo {
  return Object.freeze({
    model,
    ...present({ provider }),
    kind: 'decision-model',
    method: 'distribution',
    replayable: false,
    decimals,
  });
}
