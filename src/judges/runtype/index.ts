/**
 * Runtype's judgment tool as a judge, its catalogue of models, and its question sets.
 *
 * @module
 */
export type { CalibratedOptions } from '../../calibration/policy.js';
export type { HttpJudge } from '../../http/client.js';
export type { ApiKey } from '../shared/api-key.js';
export type { ServiceJudgeOptions } from '../shared/options.js';
export type { RuntypeCalibration, RuntypeQuestionCalibration } from './calibration.js';
export { runtypeCalibrated } from './calibration.js';
export type { RuntypeModel } from './catalogue.js';
export type { RuntypeJudgment } from './form.js';
export type { RuntypeJudge, RuntypeOptions, RuntypeResponse } from './judge.js';
export { runtype } from './judge.js';
export type { RuntypeServiceOptions } from './service.js';
export type { RecordedCalibration, RecordOptions, ResolvedSet, RuntypeSets } from './sets.js';
export { runtypeSets } from './sets.js';
