/**
 * The platform's own values are what the options ask for.
 *
 * @module
 */
import { type Clock, judge, type Signal, toolCall } from '../../src/index.js';

/** An `AbortSignal` is a signal, and `Date.now` a clock. */
export async function platform(): Promise<void> {
  const { signal } = new AbortController();
  const given: Signal = signal;
  const clock: Clock = Date.now;
  const state = toolCall({ tool: 'Bash', input: { command: 'ls' } });
  await judge({ state }, { signal, clock });
  await judge({ state }, { signal: given, clock: () => 0 });
}
