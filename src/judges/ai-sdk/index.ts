/**
 * Decision models of the AI SDK as judges, and judges as such models. It imports nothing of the SDK.
 *
 * @module
 */
export type { JudgeDialect } from '../../http/dialect.js';
export { gatewayDialect } from './gateway.js';
export type { AiSdkJudge, AiSdkJudgeOptions } from './judge.js';
export { aiSdkJudge } from './judge.js';
export type { AiSdkModelOptions } from './model.js';
export { aiSdkModel } from './model.js';
export type {
  AiSdkResponse,
  DecisionAnswer,
  DecisionCall,
  DecisionModel,
  DecisionPart,
  DecisionQuestion,
  DecisionReply,
  DecisionWarning,
  EvaluationModel,
  JsonMetadata,
  JudgeModel,
} from './types.js';
