/**
 * Ask a judge before an agent's tool call, hold its answers to your bar, and say what came of it.
 *
 * @module
 */
export type {
  Answer,
  AnswerFor,
  Answers,
  ChoiceAnswer,
  NoulAnswer,
  Refusal,
  ScoreAnswer,
  Unmeasurable,
} from './answer.js';
export { checkAnswers } from './answer.js';
export type { Judged, JudgeManyOptions, Progress } from './batch.js';
export { judgeMany } from './batch.js';
export { canonicalize } from './canonical.js';
export type { CachedOptions } from './combine/cached.js';
export { cached } from './combine/cached.js';
export type { CascadeOptions } from './combine/cascade.js';
export { cascade } from './combine/cascade.js';
export type { FallbackOptions } from './combine/fallback.js';
export { fallback } from './combine/fallback.js';
export type { AnswerStore, MemoryStoreOptions, SyncAnswerStore } from './combine/memory-store.js';
export { memoryStore } from './combine/memory-store.js';
export type { QuorumOptions } from './combine/quorum.js';
export { quorum } from './combine/quorum.js';
export type { RetryOptions } from './combine/retry.js';
export { retry } from './combine/retry.js';
export type { TimeoutOptions } from './combine/timeout.js';
export { timeout } from './combine/timeout.js';
export type {
  DefaultRequest,
  JudgeOptions,
  JudgeSyncOptions,
  RulesQuestions,
} from './default-judge.js';
export { judge, judgeSync } from './default-judge.js';
export type { WireDetails } from './details.js';
export type { Digest, DigestForm } from './digest.js';
export { digest, digestBytes, isDigest, matchesDigest } from './digest.js';
export type {
  Fault,
  JudgeErrorCode,
  JudgeFault,
  JudgementError,
  ReceiptErrorCode,
  TrustErrorCode,
} from './errors.js';
export { isJudgementError, JudgeError, ReceiptError, TrustError } from './errors.js';
export type { Held } from './hold.js';
export { hold } from './hold.js';
export type { JsonObject, JsonPrimitive, JsonValue, ParseJsonOptions } from './json.js';
export { MAX_DEPTH, parseJson, snapshot } from './json.js';
export type {
  AnswerDetails,
  AnswerSource,
  AskOptions,
  AskRequest,
  Clock,
  ContractLock,
  ContractRef,
  Judge,
  JudgeInfo,
  JudgeKind,
  JudgeMethod,
  Judgement,
  JudgeRequest,
  JudgeResponse,
  JudgeWithOptions,
  KeptAnswer,
  Origin,
  PanelVote,
  Signal,
  State,
  SyncJudge,
  Usage,
} from './judge.js';
export { judgeWith } from './judge.js';
export type { Decision, Effect, Outcome, Policy, Reason } from './policy.js';
export { bands, routes, shadow, threshold } from './policy.js';
export type {
  BandsOptions,
  RoutesOptions,
  ScoreRule,
  ThresholdOptions,
} from './policy-options.js';
export type {
  ChoiceQuestion,
  Criterion,
  NoulQuestion,
  Question,
  Questions,
  QuestionText,
  ScoreQuestion,
} from './question.js';
export { checkQuestions, choice, noul, score } from './question.js';
export type {
  AnyJwk,
  Appended,
  AppendOptions,
  AppendToOptions,
  ArtifactId,
  AsyncSigner,
  AsyncVerify,
  AttestedReceipt,
  AttestOptions,
  BlockedPayload,
  BlockOptions,
  BrokenChain,
  ChainEnds,
  ChainOptions,
  ContractLookup,
  ContractSet,
  Contracts,
  ContradictedAnswer,
  DistrustedKey,
  Ed25519Signer,
  Envelope,
  EnvelopeSignature,
  FactsOptions,
  FrameOptions,
  GenerateOptions,
  HaltPayload,
  JsonFaultCode,
  JudgementPayload,
  KeyOptions,
  KeyPair,
  KeyTrust,
  KnownKey,
  KnownPayload,
  LogEntry,
  LogHead,
  LogWriter,
  MakeReceipts,
  Onto,
  OpenedReceipt,
  OpenFaultCode,
  PackageItem,
  PackageOptions,
  PackageReport,
  PackageRow,
  PayloadAnswer,
  PayloadJudge,
  PayloadVote,
  PortableSignature,
  PublicJwk,
  PublicKeyForms,
  PublicKeySet,
  PublicKeyText,
  ReadOptions,
  ReasonFact,
  ReceiptLike,
  ReceiptLog,
  ReceiptVerdict,
  RefusedReceipt,
  Replay,
  ReplayedAnswer,
  ReplayOptions,
  ResolutionPayload,
  ResolveOptions,
  Role,
  RowCheck,
  RowCode,
  RowStatus,
  SecretJwk,
  SecretKey,
  SecretKeyForms,
  SecretKeyText,
  SignatureBytes,
  SignatureFacts,
  Signed,
  SignedBy,
  SignedEnvelope,
  Signer,
  Statement,
  Subject,
  TrustedKey,
  TrustFault,
  UnjudgedPayload,
  UnopenedReceipt,
  VerifiedChain,
  VerifiedReceipt,
  Verifier,
  Verify,
  VerifyOptions,
  YesSides,
} from './receipt/index.js';
export type {
  Explanation,
  Finding,
  RuleKey,
  RuleQuestion,
  RulesOptions,
  Span,
  ToolCallInput,
} from './rules/index.js';
export { explain, RULESET_VERSION, rulesJudge, rulesQuestions, toolCall } from './rules/index.js';
export type { Timer } from './timer.js';
export type {
  WireAnswer,
  WireDecision,
  WireJudgement,
  WireOrigin,
  WireSource,
  WireVote,
} from './wire.js';
export { judgementToWire } from './wire.js';
