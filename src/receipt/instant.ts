/**
 * Times that others wrote, as moments that can be compared.
 *
 * @module
 */
import type { JsonValue } from '../json.js';

/**
 * Reads a time as RFC 3339 writes it, in milliseconds since 1970, or nothing.
 *
 * The language's own reader takes many other texts, each host its own.
 */
export function instantOf(value: JsonValue | undefined): number | undefined {
  if (typeof value !== 'string' || !RFC_3339.test(value)) return undefined;
  const instant = Date.parse(value.toUpperCase());
  return Number.isNaN(instant) ? undefined : instant;
}

/** A date and a time with a zone (RFC 3339 §5.6); the language checks the ranges. */
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;
