/**
 * Receipts: sign a judgement, and verify what others signed.
 *
 * @module
 */
export type { Fault, JudgeErrorCode, ReceiptErrorCode, TrustErrorCode } from '../errors.js';
export { JudgeError, ReceiptError, TrustError } from '../errors.js';
export type {
  AnswerEnvelope,
  AnsweredRequest,
  AnswerSignature,
  AnswerSignOptions,
} from './answer-attestation.js';
export { attestAnswer, attestAnswerAsync } from './answer-attestation.js';
export type { AnswerCheckOptions } from './answer-check.js';
export { checkAnswer } from './answer-check.js';
export type { AnswerTimes, VouchedAnswer } from './answer-conclusion.js';
export type { AnswerFacts, AnswerFault, VoteFacts, Voucher } from './answer-facts.js';
export type { AnswerPayload } from './answer-payload.js';
export type { AppendToOptions, LogWriter, MakeReceipts, Onto, Signed } from './append.js';
export { appendTo, logWriter } from './append.js';
export type { BlockOptions } from './blocked.js';
export { block, blockAsync } from './blocked.js';
export type { ChainOptions } from './chain.js';
export { verifyChain } from './chain.js';
export type { AttestedReceipt, FrameOptions } from './draft.js';
export type { GenerateOptions, KeyPair } from './ed25519.js';
export { ed25519Signer, ed25519Verifier, generateKey } from './ed25519.js';
export type {
  ArtifactId,
  Envelope,
  EnvelopeSignature,
  SignedEnvelope,
} from './envelope.js';
export { artifactId, isArtifactId, preAuthEncode } from './envelope.js';
export type { SignatureBytes } from './envelope-reader.js';
export type { FactsOptions, ReasonFact } from './facts.js';
export { reasonFacts } from './facts.js';
export type { AttestOptions } from './judgement.js';
export { attest, attestAsync } from './judgement.js';
export type { AnyJwk, PublicJwk, SecretJwk } from './key-encodings.js';
export type { AsyncVerify, KnownKey, PublicKeySet, TrustedKey, Verify } from './key-set.js';
export type { PublicKeyText } from './keys.js';
export { keyIdOf, parsePublicKey, publicKeyText } from './keys.js';
export type {
  BlockedPayload,
  HaltPayload,
  KnownPayload,
  ResolutionPayload,
  UnjudgedPayload,
} from './kinds.js';
export type { BrokenChain, ChainEnds, VerifiedChain } from './links.js';
export type { JsonFaultCode, OpenedReceipt, OpenFaultCode, UnopenedReceipt } from './open.js';
export { openReceipt } from './open.js';
export type { YesSides } from './package/bars.js';
export type { ContractLookup, ContractSet, Contracts } from './package/contracts.js';
export type { PackageItem, PackageReport, ReportOptions } from './package/report.js';
export type { PackageRow, RowCheck, RowCode, RowStatus } from './package/rows.js';
export type { PackageOptions } from './package.js';
export { verifyPackage } from './package.js';
export type {
  JudgementPayload,
  PayloadAnswer,
  PayloadDetails,
  PayloadJudge,
  PayloadVote,
} from './payloads.js';
export type { PortableSignature } from './portable.js';
export { exportSignature } from './portable.js';
export type { PublicKeyForms } from './public-key.js';
export { exportPublicKey, importPublicKey } from './public-key.js';
export { publicKeySet } from './public-key-set.js';
export type { ContradictedAnswer, Replay, ReplayedAnswer, ReplayOptions } from './replay.js';
export { replay } from './replay.js';
export type { ResolveOptions } from './resolution.js';
export { resolve, resolveAsync } from './resolution.js';
export type { SecretKey, SecretKeyText } from './secret.js';
export { secretKeyText } from './secret.js';
export type { SecretKeyForms } from './secret-key.js';
export { exportSecretKey, importSecretKey } from './secret-key.js';
export type { AsyncSigner, Ed25519Signer, KeyOptions, Signer, Verifier } from './signer.js';
export type { ReceiptLike } from './source.js';
export type { Statement, Subject } from './statement.js';
export type {
  Appended,
  AppendOptions,
  LogEntry,
  LogHead,
  ReadOptions,
  ReceiptLog,
} from './store.js';
export { checkLinks, memoryLog } from './store.js';
export type { KeyTrust, Role, TrustFault } from './trust.js';
export type {
  AnswersDemand,
  DistrustedKey,
  ReceiptVerdict,
  RefusedReceipt,
  SignatureFacts,
  SignedBy,
  VerifiedReceipt,
} from './verdict.js';
export type { VerifyOptions } from './verify.js';
export { verifyReceipt } from './verify.js';
