/**
 * What comes in over a transport: calls are judged before anybody else sees them.
 *
 * @module
 */

import { randomBytes } from '@noble/hashes/utils.js';
import { makeController } from '../../abort.js';
import { hex } from '../../bytes.js';
import type { GateCall } from '../../gate/call.js';
import type { Verdict } from '../../gate/verdict.js';
import type { Signal } from '../../judge.js';
import type { Desk } from '../shared/approvals.js';
import { membersOf } from '../shared/look.js';
import {
  canElicit,
  copyOfCall,
  elicitation,
  inputRequired,
  isToolsCall,
  readToolsCall,
  refusal,
  type ToolsCall,
  withoutApproval,
} from './messages.js';

/** What an inbox works with. */
export interface InboxOptions {
  readonly desk: Desk;
  /** Sends a message to the other side. */
  readonly send: (...given: readonly unknown[]) => Promise<void>;
  /** Hands a message to whoever is connected. */
  readonly deliver: (...given: readonly unknown[]) => void;
  /** Aborts when the transport closes. */
  readonly closing: Signal;
}

/** Takes what comes in. */
export interface Inbox {
  /** What the ids of calls of this transport begin with: others have the same ids. */
  readonly prefix: string;
  receive(message: unknown, extra?: unknown): void;
}

/** Makes the inbox of one transport. */
export function makeInbox({ desk, send, deliver, closing }: InboxOptions): Inbox {
  const prefix = `mcp:${hex(randomBytes(16))}`;
  const judging = new Map<string | number, (reason: unknown) => void>();
  const questions = new Map<unknown, (action: unknown) => void>();
  const waiting = new Map<string, GateCall>();
  let elicits = false;
  let ids = 0;
  const nextId = (kind: string): string => {
    ids += 1;
    return `${prefix}:${kind}#${ids}`;
  };

  const askUser = (verdict: Verdict, { id }: ToolsCall, signal: Signal): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const question = nextId('ask');
      questions.set(question, resolve);
      const giveUp = (): void => {
        questions.delete(question);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp);
      const params = elicitation(verdict);
      const request = { jsonrpc: '2.0', id: question, method: 'elicitation/create', params };
      // Over HTTP it belongs to the stream of the call.
      send(request, { relatedRequestId: id }).catch(reject);
    });

  const judge = async (call: ToolsCall, message: unknown, extra: unknown): Promise<void> => {
    const { id, isStateless, requestState = '', action } = call;
    const controller = makeController();
    judging.set(id, (reason) => controller.abort(reason));
    const { signal } = controller;
    const giveUp = (): void => controller.abort(closing.reason);
    closing.addEventListener('abort', giveUp);
    const respond = (result: object): Promise<void> => send({ jsonrpc: '2.0', id, result });
    try {
      const earlier = waiting.get(requestState);
      // An approval is for one call: whoever sends it again is asked again.
      waiting.delete(requestState);
      const callId = earlier?.callId ?? nextId('in');
      const asked = desk.call(call.name, call.input, callId);
      const canAsk = isStateless ? call.canElicit !== false : elicits;
      const effects = canAsk ? undefined : (['allow', 'warn', 'deny'] as const);
      let verdict = await desk.check(asked, { signal, effects });
      if (
        verdict.effect === 'ask' &&
        isStateless &&
        (earlier === undefined || action === undefined)
      ) {
        desk.noteAsked(verdict);
        // Not to be guessed: whoever knows it answers the question.
        const state = `mcp:${hex(randomBytes(16))}`;
        remember(waiting, state, asked);
        return await respond(inputRequired(verdict, state));
      }
      if (verdict.effect === 'ask') {
        // From 2026 on the user was asked by an earlier result: about that call, and no other.
        if (!isStateless) desk.noteAsked(verdict);
        const said = isStateless ? action : await askUser(verdict, call, signal);
        const decision = said === 'accept' ? 'allow' : 'deny';
        verdict = await desk.answer(verdict, { call: asked, decision }, signal);
      }
      if (verdict.effect === 'deny' || verdict.effect === 'ask') {
        return await respond(refusal(verdict, isStateless));
      }
      deliver(withoutApproval(message), extra);
    } catch {
      // Whoever cancelled the call waits for no response, and a closed transport has no use for one.
    } finally {
      judging.delete(id);
      closing.removeEventListener('abort', giveUp);
    }
  };

  return {
    prefix,
    receive(message, extra) {
      const { id, method, params, result } = membersOf(message);
      const settle = method === undefined ? questions.get(id) : undefined;
      if (settle !== undefined) {
        questions.delete(id);
        settle(membersOf(result)['action']);
        return;
      }
      if (method === 'initialize') elicits = canElicit(membersOf(params)['capabilities']);
      if (method === 'notifications/cancelled') {
        const { requestId } = membersOf(params);
        if (typeof requestId === 'string' || typeof requestId === 'number') {
          judging.get(requestId)?.(undefined);
        }
      }
      if (!isToolsCall(message)) {
        deliver(message, extra);
        return;
      }
      // What is judged is what is handed on, whatever becomes of the message meanwhile.
      const copy = copyOfCall(message);
      const call = readToolsCall(copy);
      // No request that is one: nobody could be told of a refusal, so nobody gets it.
      if (call !== undefined && !judging.has(call.id)) judge(call, copy, extra);
    },
  };
}

/** A client that never comes back with its answers must not fill the memory. */
const MOST_WAITING = 1_000;

function remember(waiting: Map<string, GateCall>, state: string, call: GateCall): void {
  waiting.set(state, call);
  for (const oldest of waiting.keys()) {
    if (waiting.size <= MOST_WAITING) return;
    waiting.delete(oldest);
  }
}
