/**
 * Measure on labelled answers which bar gives which accuracy, and hold answers to that bar.
 *
 * @module
 */
export type { Interval, IntervalOptions } from './bounds.js';
export { binomialPValue, clopperPearson, hoeffdingBentkusPValue, wilson } from './bounds.js';
export type { CalibrateOptions, Halves } from './calibrate.js';
export { calibrate } from './calibrate.js';
export { conformalQuantile, conformalThreshold } from './conformal.js';
export type { CurveArea, RiskPoint } from './curves.js';
export { aurc, riskCoverage } from './curves.js';
export type { Label } from './decision.js';
export { decisionOf, decisionProbability } from './decision.js';
export type { FittedThreshold, HeldOutCheck, HeldOutOptions, Unfitted } from './fit.js';
export { checkHeldOut, fitThreshold } from './fit.js';
export type {
  LabelledFromOptions,
  LabelledLog,
  Skipped,
  SkipReason,
} from './from-receipts.js';
export { labelledFrom } from './from-receipts.js';
export type { Guarantee, GuaranteeOptions, ThresholdTest } from './guarantee.js';
export {
  candidateThresholds,
  guaranteed,
} from './guarantee.js';
export type { Labelled, LabelledRow, LabelledState } from './labels.js';
export type {
  IsotonicMap,
  LogitExample,
  MapKind,
  PlattMap,
  ProbabilityMap,
  ScoredExample,
  TemperatureMap,
} from './maps.js';
export {
  applyMap,
  fitIsotonic,
  fitMap,
  fitPlatt,
  fitTemperature,
  mapProbability,
} from './maps.js';
export type { ReliabilityPlotOptions, RiskCoveragePlotOptions } from './plot.js';
export { reliabilityPlot, riskCoveragePlot } from './plot.js';
export type { CalibratedOptions } from './policy.js';
export { calibrated } from './policy.js';
export type {
  CalibrationRecord,
  DrawnCounts,
  HalfCounts,
  NoThreshold,
  QuestionCalibration,
  Staleness,
} from './record.js';
export { checkHistory, checkRecord, stale } from './record.js';
export type { Bin, BinOptions, EdgeRule } from './reliability.js';
export { ece, mce, reliability, rmsce } from './reliability.js';
export type {
  CostReport,
  JudgedRow,
  JudgeLabelledOptions,
  LabelledRun,
  RunCalibration,
  TokenPrice,
} from './run.js';
export { judgeLabelled } from './run.js';
export { brier, logLoss } from './scores.js';
export type { Split, SplitOptions } from './split.js';
export { splitLabeled } from './split.js';
export type { Measured, Tally, TallyStep } from './tally.js';
export { tally } from './tally.js';
