/**
 * Question sets: typed questions in versions that never change, published, resolved and asked.
 *
 * @module
 */
export type { Fault, JudgeErrorCode } from '../errors.js';
export { JudgeError } from '../errors.js';
export type { Asked } from './asked.js';
export { asked } from './asked.js';
export type { ChangeKind, VersionChange } from './differences.js';
export { compareVersions } from './differences.js';
export type { ImportOptions } from './plain.js';
export { importQuestions } from './plain.js';
export { readQuestionSet } from './reader.js';
export type { Contract, ContractName, QuestionsOf } from './resolve.js';
export { resolveContract } from './resolve.js';
export type { ImportedCalibration, ImportedSet, ImportedVersion } from './runtype.js';
export { importRuntype, importRuntypeVersion } from './runtype.js';
export { questionSetSchema } from './schema.js';
export type {
  DraftChanges,
  QuestionSet,
  QuestionSetInput,
  QuestionSetVersion,
} from './set.js';
export { newDraft, publish, questionSet, rename } from './set.js';
export type {
  ChangeSetOptions,
  ListOptions,
  PutOptions,
  PutResult,
  QuestionSetStore,
  SyncQuestionSetStore,
} from './store.js';
export { changeSet, checkSuccessor, memorySetStore, setHead } from './store.js';
