/**
 * The input of a tool call of the OpenAI Agents SDK, which is JSON text.
 *
 * @module
 */

/**
 * Reads the input. A text that is no JSON is an input as well, so that it is judged; the tool refuses
 * it. What a lone `undefined` means is left to the gate, which refuses it.
 */
export function readArguments(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    // As the SDK does it: what is judged must be what the tool is given.
    return JSON.parse(text);
  } catch {
    return text;
  }
}
