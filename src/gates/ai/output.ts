/**
 * What a tool of the AI SDK gives in place of a result when its call was refused, and how the model
 * is told, in each version of the SDK.
 *
 * @module
 */

/** The output of a call that was refused. */
export interface RefusedOutput {
  readonly refused: true;
  /** Why: nothing of the input. */
  readonly reason: string;
}

/** Makes the output of a refused call; only what is made here counts as one. */
export function refusedOutput(reason: string): RefusedOutput {
  const output: RefusedOutput = Object.freeze({ refused: true, reason });
  REFUSED.add(output);
  return output;
}

/**
 * What the model is given for an output. AI SDK 6 and 7 hand over `{ toolCallId, input, output }`
 * and know denials; 5 hands over the output as it is, and knows errors alone.
 */
export function modelOutput(
  given: unknown,
  toModelOutput: ((given: unknown) => unknown) | undefined,
): unknown {
  const isWrapped = isWrappedOutput(given);
  const output = isWrapped ? given.output : given;
  if (isRefused(output)) {
    const { reason } = output;
    return isWrapped ? { type: 'execution-denied', reason } : { type: 'error-text', value: reason };
  }
  if (toModelOutput !== undefined) return toModelOutput(given);
  return typeof output === 'string'
    ? { type: 'text', value: output }
    : { type: 'json', value: jsonOf(output) };
}

/** What AI SDK 4 gives to the model for an output, where the tool says so itself. */
export function resultContent(given: unknown, toContent: (given: unknown) => unknown): unknown {
  return isRefused(given) ? [{ type: 'text', text: given.reason }] : toContent(given);
}

/**
 * The outputs of refused calls. A tool's own output that looks like one is not; but one that came
 * back from a message, where it is a copy, is told by its members, or a denial would be lost.
 */
const REFUSED: WeakSet<object> = /* @__PURE__ */ new WeakSet();

function isRefused(output: unknown): output is RefusedOutput {
  if (typeof output !== 'object' || output === null) return false;
  if (REFUSED.has(output)) return true;
  const { refused, reason }: { readonly refused?: unknown; readonly reason?: unknown } = output;
  return refused === true && typeof reason === 'string' && Object.keys(output).length === 2;
}

function isWrappedOutput(given: unknown): given is { readonly output: unknown } {
  if (typeof given !== 'object' || given === null) return false;
  return ['toolCallId', 'input', 'output'].every((name) => Object.hasOwn(given, name));
}

/** As the SDK itself does where a tool says nothing of its output. */
function jsonOf(output: unknown): unknown {
  const text: string | undefined = JSON.stringify(output);
  return text === undefined ? null : JSON.parse(text);
}
