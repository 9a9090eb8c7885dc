/**
 * A transport with a gate in it: every `tools/call` that goes through is judged, on whichever side
 * the transport stands.
 *
 * @module
 */
import { makeController } from '../../abort.js';
import { JudgeError } from '../../errors.js';
import type { Gate } from '../../gate/gate.js';
import type { Verdict } from '../../gate/verdict.js';
import { checkOptions } from '../../members.js';
import { APPROVAL_OPTIONS, type ApprovalOptions, makeDesk } from '../shared/approvals.js';
import { membersOf, signalIn } from '../shared/look.js';
import { makeInbox } from './inbox.js';
import { copyOfCall, isToolsCall, readToolsCall, refusal } from './messages.js';

/** The options of {@link gateTransport}. */
export interface McpGateOptions extends ApprovalOptions {
  /**
   * On a client: asks its own user about a call that goes out. Without it, the gate denies what a
   * person should decide on. A server's gate asks the user of the client that calls.
   */
  readonly onAsk?: ((verdict: Verdict) => Promise<'allow' | 'deny'> | 'allow' | 'deny') | undefined;
}

/** What a transport of either SDK has, as far as it is used here. */
export interface McpTransport {
  /** Starts it; the SDK does, when it connects. */
  start(): Promise<void>;
  /** Sends a message to the other side. */
  send(message: never, options?: never): Promise<void>;
  /** Closes it. */
  close(): Promise<void>;
  /** Takes a message of the other side; the SDK sets it. */
  onmessage?: ((message: never, extra?: never) => void) | undefined;
}

/**
 * Puts a gate into a transport, before it is connected: for servers, clients and proxies, of both
 * SDKs and of the protocol's eras of 2025 and of 2026.
 *
 * A call that comes in is judged before the server sees it, one that goes out before it is sent. A
 * deny is the result of the call, with `isError` and the reason as its text; `_meta` names the
 * receipts. A server asks by `elicitation/create`, or from 2026 on by a result that requires input,
 * and a client by `onAsk`; where nobody can be asked, the gate's `fallback` decides. An approval is
 * for one call.
 *
 * @param transport The transport: its `send` and `onmessage` are changed.
 * @param gate The gate.
 * @param options See {@link McpGateOptions}.
 * @returns The same transport.
 * @throws `JudgeError` `bad_option` for what is no transport, one that is connected already, and
 *   options that do not exist or are none.
 *
 * @example
 * ```ts
 * import { rulesJudge, rulesQuestions } from 'judgement';
 * import { createGate } from 'judgement/gate';
 * import { gateTransport } from 'judgement/gates/mcp';
 *
 * const gate = createGate({ judge: rulesJudge(), questions: rulesQuestions });
 * const sent: unknown[] = [];
 * const inner = {
 *   onmessage: undefined as ((message: unknown) => void) | undefined,
 *   start: async () => {},
 *   send: async (message: unknown) => void sent.push(message),
 *   close: async () => {},
 * };
 * const transport = gateTransport(inner, gate);
 * const params = { name: 'bash', arguments: { command: 'rm -rf /' } };
 * const answered = new Promise((resolve) => { transport.onmessage = resolve; });
 * await transport.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
 * await answered;
 * console.log(sent.length); // 0
 * // await client.connect(transport);
 * ```
 */
export function gateTransport<Transport extends McpTransport>(
  transport: Transport,
  gate: Gate,
  options: McpGateOptions = {},
): Transport {
  checkOptions(options, [...APPROVAL_OPTIONS, 'onAsk'], 'options');
  checkTransport(transport);
  const { onAsk } = options;
  const desk = makeDesk(gate, options);
  const send: (...given: readonly unknown[]) => Promise<void> = (...given) =>
    Reflect.apply(innerSend, transport, given);
  const innerSend = transport.send;
  const innerClose = transport.close;
  const closing = makeController();
  let handler: unknown;
  const deliver = (...given: readonly unknown[]): void => {
    if (typeof handler === 'function') Reflect.apply(handler, transport, given);
  };
  const inbox = makeInbox({ desk, send, deliver, closing: closing.signal });
  let sent = 0;

  const sendGated = async (message: unknown, sendOptions?: unknown): Promise<void> => {
    if (!isToolsCall(message)) return send(message, sendOptions);
    // What is judged is what is sent, whatever becomes of the message meanwhile.
    const copy = copyOfCall(message);
    const call = readToolsCall(copy);
    // No request that is one: there is no id to answer it by.
    if (call === undefined) return undefined;
    sent += 1;
    const asked = desk.call(call.name, call.input, `${inbox.prefix}:out#${sent}`);
    const effects = onAsk === undefined ? (['allow', 'warn', 'deny'] as const) : undefined;
    const signal = signalIn(membersOf(sendOptions)['signal']) ?? closing.signal;
    let verdict = await desk.check(asked, { signal, effects });
    if (verdict.effect === 'ask' && onAsk !== undefined) {
      desk.noteAsked(verdict);
      const decision = (await onAsk(verdict)) === 'allow' ? 'allow' : 'deny';
      verdict = await desk.answer(verdict, { call: asked, decision }, signal);
    }
    if (verdict.effect === 'allow' || verdict.effect === 'warn') return send(copy, sendOptions);
    deliver({ jsonrpc: '2.0', id: call.id, result: refusal(verdict, call.isStateless) });
    return undefined;
  };
  Object.defineProperties(transport, {
    send: { value: sendGated, configurable: true, writable: true },
    close: {
      value: () => {
        closing.abort(undefined);
        return Reflect.apply(innerClose, transport, []);
      },
      configurable: true,
      writable: true,
    },
    onmessage: {
      configurable: true,
      enumerable: true,
      get: () => (handler === undefined ? undefined : inbox.receive),
      set: (given: unknown) => {
        handler = given;
      },
    },
  });
  return transport;
}

function checkTransport(transport: unknown): void {
  const given: { readonly [name in keyof McpTransport]?: unknown } = Object(transport);
  const isOne = [given.start, given.send, given.close].every((own) => typeof own === 'function');
  if (isOne && given.onmessage === undefined) return;
  throw new JudgeError('bad_option', {
    path: 'transport',
    rule: 'a gate goes into a transport before it is connected',
    fix: 'pass a transport of the MCP SDK, and connect what comes back',
  });
}
