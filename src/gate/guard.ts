/**
 * A gate in front of a plain function.
 *
 * @module
 */
import { type JsonValue, snapshot } from '../json.js';
import { checkOptions, present } from '../members.js';
import type { AnswerOptions } from './answer.js';
import type { GateCall } from './call.js';
import type { Gate } from './gate.js';
import type { Verdict } from './verdict.js';

/** The options of {@link Gate.guard}. */
export interface GuardOptions<Input> {
  /** What the tool does in the caller's own words. Absent by default. */
  readonly capability?: string | undefined;
  /** Whose calls they are. Absent by default. */
  readonly session?: string | undefined;
  /** The id of a call. Defaults to one that no other call of the gate's guards has. */
  readonly callId?: ((input: Input) => string) | undefined;
  /**
   * Asks a person, and gives what they decided. Without it, a call that a person should decide on
   * is refused.
   */
  readonly onAsk?: ((verdict: Verdict) => AnswerOptions | Promise<AnswerOptions>) | undefined;
}

/** A function with a gate in front: it rejects with {@link CallRefused} for a call that may not run. */
export type Guarded<Input, Rest extends readonly unknown[], Output> = (
  input: Input,
  ...rest: Rest
) => Promise<Awaited<Output>>;

/** A call that was not run. Its message is for the model: it holds nothing of the input. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
  /** What the gate said of it. */
  readonly verdict: Verdict;

  constructor(verdict: Verdict, reason: string = verdict.reason) {
    super(reason);
    this.verdict = verdict;
  }
}

/** What the calls of one guarded function are called. */
export interface Naming {
  /** The tool's name. */
  readonly name: string;
  /** What the ids of its calls start with, and those of no other function of the gate. */
  readonly prefix: string;
}

/** See {@link Gate.guard}. */
export function guardTool<Input, Rest extends readonly unknown[], Output>(
  gate: Gate,
  { name, prefix }: Naming,
  tool: (input: Input, ...rest: Rest) => Output,
  options: GuardOptions<Input>,
): Guarded<Input, Rest, Output> {
  checkOptions(options, ['capability', 'session', 'callId', 'onAsk'], 'options');
  const { capability, session, onAsk } = options;
  let calls = 0;
  return async (input, ...rest): Promise<Awaited<Output>> => {
    calls += 1;
    const callId = options.callId === undefined ? `${prefix}.${calls}` : options.callId(input);
    // A copy: what a person is asked about must be what they answer to, whoever writes meanwhile.
    const copy = copyOf(input);
    const call: GateCall = {
      tool: name,
      input: copy === undefined ? input : copy,
      callId,
      ...present({ capability, session }),
    };
    let verdict = await gate.check(call);
    if (verdict.effect === 'ask' && onAsk !== undefined) {
      verdict = await gate.answer(call, await onAsk(verdict));
    }
    if (verdict.effect === 'ask' || verdict.effect === 'deny') throw new CallRefused(verdict);
    if (verdict.wouldBe === undefined && !gate.holds(verdict, { ...call, input })) {
      throw new CallRefused(verdict, CHANGED);
    }
    if (copy !== undefined) return await tool(thaw<Input>(copy), ...rest);
    // Nothing was judged but that there is no input, or, in shadow mode, that it cannot be read.
    if (input !== undefined && verdict.callDigest !== undefined) {
      throw new CallRefused(verdict, CHANGED);
    }
    return await tool(input, ...rest);
  };
}

const CHANGED = 'This call was not run: its input changed after it was judged';

/** What cannot be copied cannot be judged either; the gate says so. */
function copyOf(input: unknown): JsonValue | undefined {
  try {
    return snapshot(input, 'input');
  } catch {
    return undefined;
  }
}

/** A copy that the tool may write to: what was judged is frozen, and the input is not what it was. */
function thaw<Input>(judged: JsonValue): Input {
  return JSON.parse(JSON.stringify(judged));
}
