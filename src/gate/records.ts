/**
 * Signs what a gate did, each receipt onto the one before it, so that calls side by side make one
 * chain.
 *
 * @module
 */
import type { Clock, Judgement } from '../judge.js';
import { present } from '../members.js';
import type { Questions } from '../question.js';
import {
  type LogWriter,
  logWriter,
  type MakeReceipts,
  type Onto,
  type Signed,
} from '../receipt/append.js';
import { blockAsync } from '../receipt/blocked.js';
import { type AttestedReceipt, draft, readFrame, signLater } from '../receipt/draft.js';
import { isArtifactId } from '../receipt/envelope.js';
import { attestAsync } from '../receipt/judgement.js';
import { resolveAsync } from '../receipt/resolution.js';
import type { AsyncSigner } from '../receipt/signer.js';
import type { ReceiptLog } from '../receipt/store.js';
import type { ReadCall } from './call.js';
import type { GateEffect } from './effect.js';
import type { Answering } from './options.js';
import type { Unjudged } from './verdict.js';

/** Signs and appends. */
export interface Recorder {
  /** A judgement, and the refusal that followed from it. */
  judged(
    call: ReadCall,
    judgement: Judgement<Questions>,
    denied: boolean,
  ): Promise<readonly AttestedReceipt[]>;
  /** That a call was not judged, and what happened to it. */
  unjudged(
    call: ReadCall,
    unjudged: Unjudged,
    effect: GateEffect,
  ): Promise<readonly AttestedReceipt[]>;
  /** What a person decided on a judgement. */
  resolved(judgement: AttestedReceipt, answering: Signing): Promise<AttestedReceipt>;
}

/** A person's answer, with the key that signs it. */
export interface Signing extends Answering {
  readonly signer: AsyncSigner;
  /** The resolution that this one takes the place of. */
  readonly replaces?: AttestedReceipt | undefined;
}

/** What a recorder works with. */
export interface RecorderOptions {
  readonly signer: AsyncSigner;
  readonly log: ReceiptLog | undefined;
  /** Who wanted to act: a URI. */
  readonly actor: string | undefined;
  readonly clock: Clock;
}

/** Makes a recorder; it also writes resolutions, which have a signer of their own. */
export function makeRecorder({ signer, log, actor, clock }: RecorderOptions): Recorder {
  const writer = log === undefined ? chainWriter() : logWriter(log);
  return {
    judged(call, judgement, denied) {
      return writer.append(async (onto) => {
        const { parent } = onto;
        const frame = { signer, clock, ...subjectOf(call) };
        const receipts = await attestAsync(judgement, { ...frame, parent });
        if (!denied) return receipts;
        const refusal = await blockAsync({
          ...frame,
          parent: receipts.at(-1)?.id ?? parent,
          // A host that has nobody to ask refuses what somebody should decide on.
          reasonClass:
            judgement.effect === 'deny' ? 'policy_threshold_exceeded' : 'human_escalation_pending',
          refusedKind: 'action',
          actor,
          description: judgement.decidedBy.join(', ').slice(0, 300) || undefined,
          evidenceDigest: judgement.stateDigest,
        });
        return [...receipts, refusal];
      });
    },
    unjudged(call, { code }, effect) {
      return writer.append(async ({ parent }) => {
        const frame = readFrame({ clock }, 'system://judgement-gate');
        const payload = present({
          actor,
          call_digest: call.callDigest,
          code,
          effect,
          schema: 'unjudged.v1',
          unjudged_at: frame.timestamp,
        });
        const { subject } = subjectOf(call);
        const unsigned = draft({
          ...frame,
          kind: 'unjudged.v1',
          payload,
          ...present({
            subject: subject === undefined ? undefined : { artifactId: subject },
            parentId: parent,
          }),
        });
        return [await signLater(unsigned, signer)];
      });
    },
    async resolved(judgement, { signer: decider, by, decision, reason, replaces }) {
      const signed = await writer.append(async ({ parent }) => [
        await resolveAsync(judgement, {
          signer: decider,
          by,
          decision,
          reason,
          replaces,
          parent,
          clock,
        }),
      ]);
      const [receipt = judgement] = signed;
      return receipt;
    },
  };
}

/** Writes a chain that nobody keeps but whoever gets the receipts. */
function chainWriter(): LogWriter {
  let onto: Onto = {};
  let last: Promise<unknown> = Promise.resolve();
  return {
    append<T extends Signed>(make: MakeReceipts<T>): Promise<readonly T[]> {
      const appended = last.then(async () => {
        const receipts = await make(onto);
        const id = receipts.at(-1)?.id;
        if (isArtifactId(id)) onto = { parent: id };
        return receipts;
      });
      last = appended.catch(() => undefined);
      return appended;
    },
  };
}

/** What receipts of a call are about: the framework's name of it. */
function subjectOf({ callId }: ReadCall): { readonly subject?: string } {
  return callId === undefined ? {} : { subject: `call:${callId}` };
}
