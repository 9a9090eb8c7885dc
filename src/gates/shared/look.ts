/**
 * Looks at what a framework hands over, of which nothing is known for certain.
 *
 * @module
 */
import type { Signal } from '../../judge.js';

/** The members of a value, each of which may be anything. */
export function membersOf(value: unknown): { readonly [member: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** A value, if it is an abort signal. */
export function signalIn(value: unknown): Signal | undefined {
  return isSignal(value) ? value : undefined;
}

function isSignal(value: unknown): value is Signal {
  const { addEventListener, removeEventListener }: Partial<Record<keyof Signal, unknown>> =
    Object(value);
  return typeof addEventListener === 'function' && typeof removeEventListener === 'function';
}
