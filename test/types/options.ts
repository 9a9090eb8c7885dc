/**
 * What is absent from options may be there as `undefined`, as it is when it is passed on.
 *
 * @module
 */
import {
  bands,
  type DefaultRequest,
  type JudgeOptions,
  type JudgeResponse,
  type JudgeSyncOptions,
  noul,
  parseJson,
  type RulesOptions,
  routes,
  score,
  type ThresholdOptions,
  type ToolCallInput,
} from '../../src/index.js';
import {
  type AppendToOptions,
  type AttestOptions,
  type BlockOptions,
  type ChainOptions,
  type FactsOptions,
  type GenerateOptions,
  type KeyOptions,
  memoryLog,
  type PackageOptions,
  type ResolveOptions,
  type TrustedKey,
} from '../../src/receipt/index.js';
import type { AsyncChainOptions } from '../../src/webcrypto.js';

/** Each of them in full, with nothing in it that may be left out. */
export function absent(needed: {
  readonly attest: Pick<AttestOptions, 'signer'>;
  readonly resolve: Pick<ResolveOptions, 'signer' | 'by' | 'decision'>;
  readonly block: Pick<BlockOptions, 'signer' | 'reasonClass' | 'refusedKind'>;
}): void {
  const { attest, resolve, block } = needed;
  const frame = { parent: undefined, subject: undefined, system: undefined, clock: undefined };
  const attestOptions: AttestOptions = { ...attest, ...frame, notes: undefined };
  const { subject: _subject, system: _system, ...links } = frame;
  const more = { route: undefined, reason: undefined, replaces: undefined };
  const resolveOptions: ResolveOptions = { ...resolve, ...links, ...more };
  const blockOptions: BlockOptions = { ...block, ...frame, actor: undefined, approver: undefined };
  const limits = { workspaceRoot: undefined, networkScope: undefined, scratchRoots: undefined };
  const call: ToolCallInput = { tool: 'Bash', ...limits, amountBound: undefined, input: undefined };
  const asked = { policy: undefined, contract: undefined, signal: undefined, clock: undefined };
  const later: JudgeOptions = { judge: undefined, ...asked };
  const atOnce: JudgeSyncOptions = { judge: undefined, ...asked };
  const request: DefaultRequest = { state: 'text', questions: undefined };
  const response: JudgeResponse = { answers: {}, requestId: undefined, usage: undefined };
  const bars: ThresholdOptions = { setBy: undefined, questions: undefined, yes: undefined };
  const rules: RulesOptions = { strict: undefined };
  const key: KeyOptions = { keyId: undefined };
  const random: GenerateOptions = { random: undefined };
  const facts: FactsOptions = { subject: undefined };
  const attempts: AppendToOptions = { attempts: undefined };
  const trusted: TrustedKey = { publicKey: '', keyId: undefined, roles: undefined, by: undefined };
  const chain: ChainOptions = { keys: [trusted], from: undefined, head: undefined };
  const chainLater: AsyncChainOptions = { keys: [], subtle: undefined, head: undefined };
  const pile: PackageOptions = { keys: [], states: undefined, judges: undefined, yes: undefined };
  noul('A?', { criteria: undefined });
  score('A?', ['a', 'b'], { criteria: undefined });
  bands({ deny: 0.6, allow: 0.4, setBy: undefined });
  routes(['a'], { bar: undefined, setBy: undefined });
  parseJson('1', { path: undefined, maxLength: undefined });
  memoryLog({ from: undefined });
  void [attestOptions, resolveOptions, blockOptions, call, later, atOnce, request, response, bars];
  void [rules, key, random, facts, attempts, chain, chainLater, pile];
}
