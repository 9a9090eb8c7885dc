/**
 * Tests of what is judged: matchers for any `expect`, and stand-ins for judges, signers and clocks.
 *
 * @module
 */
export {
  type FixedClock,
  fakeSigner,
  fixedClock,
  type ScriptedAnswers,
  type ScriptedJudge,
  scriptedJudge,
} from './doubles.js';
export {
  type BarOptions,
  type JudgementMatcherFunctions,
  type JudgementMatchers,
  judgementMatchers,
  type MatcherResult,
  type Receipts,
  type ReplayableOptions,
  type ResolutionOptions,
} from './matchers.js';
