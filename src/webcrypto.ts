/**
 * Receipts by the host's own crypto: signers and verifiers that take their time, and all that goes
 * with them, without a curve of its own.
 *
 * @module
 */
export type { Fault, JudgeErrorCode, ReceiptErrorCode, TrustErrorCode } from './errors.js';
export { JudgeError, ReceiptError, TrustError } from './errors.js';
export type {
  AnswerEnvelope,
  AnsweredRequest,
  AnswerSignature,
  AnswerSignOptions,
} from './receipt/answer-attestation.js';
export { attestAnswerAsync } from './receipt/answer-attestation.js';
export type { AnswerTimes, VouchedAnswer } from './receipt/answer-conclusion.js';
export type { AnswerFacts, AnswerFault, VoteFacts, Voucher } from './receipt/answer-facts.js';
export type { AnswerPayload } from './receipt/answer-payload.js';
export type { AsyncAnswerCheckOptions } from './receipt/async-answer-check.js';
export { checkAnswerAsync } from './receipt/async-answer-check.js';
export type { AsyncPackageOptions } from './receipt/async-package.js';
export { verifyPackageAsync } from './receipt/async-package.js';
export type {
  AsyncChainOptions,
  AsyncRingOptions,
  AsyncVerifyOptions,
} from './receipt/async-verify.js';
export { asyncPublicKeySet, verifyChainAsync, verifyReceiptAsync } from './receipt/async-verify.js';
export type { BlockOptions } from './receipt/blocked.js';
export { blockAsync } from './receipt/blocked.js';
export type { AttestedReceipt } from './receipt/draft.js';
export type { AttestOptions } from './receipt/judgement.js';
export { attestAsync } from './receipt/judgement.js';
export type { AnyJwk, PublicJwk } from './receipt/key-encodings.js';
export type { AsyncVerify, KnownKey, PublicKeySet, TrustedKey } from './receipt/key-set.js';
export type { PublicKeyText } from './receipt/keys.js';
export { keyIdOf } from './receipt/keys.js';
export type { BrokenChain, ChainEnds, VerifiedChain } from './receipt/links.js';
export type { OpenedReceipt, OpenFaultCode, UnopenedReceipt } from './receipt/open.js';
export { openReceipt } from './receipt/open.js';
export type { YesSides } from './receipt/package/bars.js';
export type { ContractLookup, ContractSet, Contracts } from './receipt/package/contracts.js';
export type { PackageItem, PackageReport, ReportOptions } from './receipt/package/report.js';
export type { PackageRow, RowCheck, RowCode, RowStatus } from './receipt/package/rows.js';
export type { PortableSignature } from './receipt/portable.js';
export { exportSignature } from './receipt/portable.js';
export type { PublicKeyForms } from './receipt/public-key.js';
export { exportPublicKey, importPublicKey } from './receipt/public-key.js';
export type { ResolveOptions } from './receipt/resolution.js';
export { resolveAsync } from './receipt/resolution.js';
export type { SecretKey } from './receipt/secret.js';
export type { AsyncSigner, KeyOptions } from './receipt/signer.js';
export type {
  AsyncVerifier,
  HostKeyPair,
  Subtle,
  WebCryptoOptions,
  WebCryptoSigner,
} from './receipt/subtle.js';
export { webCryptoSigner, webCryptoVerifier } from './receipt/subtle.js';
export type { KeyTrust, Role, TrustFault } from './receipt/trust.js';
export type {
  AnswersDemand,
  DistrustedKey,
  ReceiptVerdict,
  RefusedReceipt,
  SignatureFacts,
  SignedBy,
  VerifiedReceipt,
} from './receipt/verdict.js';
