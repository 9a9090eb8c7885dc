/**
 * Punycode: one label of a domain name in any script as ASCII (RFC 3492).
 *
 * @module
 */

/** Encodes one label, without the `xn--` before it (RFC 3492 §6.3). */
export function punycode(label: string): string {
  const points = Array.from(label, (letter) => letter.codePointAt(0) ?? 0);
  const basic = points.filter((point) => point < INITIAL_N);
  let output = String.fromCharCode(...basic);
  if (basic.length > 0) output += '-';
  let n = INITIAL_N;
  let delta = 0;
  let bias = INITIAL_BIAS;
  let handled = basic.length;
  while (handled < points.length) {
    const next = points.reduce(
      (least, point) => (point >= n && point < least ? point : least),
      TOP,
    );
    delta += (next - n) * (handled + 1);
    n = next;
    for (const point of points) {
      if (point < n) delta += 1;
      if (point !== n) continue;
      output += encodeDelta(delta, bias);
      bias = adapt(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled += 1;
    }
    delta += 1;
    n += 1;
  }
  return output;
}

function encodeDelta(delta: number, bias: number): string {
  let output = '';
  let rest = delta;
  for (let k = BASE; ; k += BASE) {
    const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
    if (rest < threshold) return output + DIGITS.charAt(rest);
    output += DIGITS.charAt(threshold + ((rest - threshold) % (BASE - threshold)));
    rest = Math.floor((rest - threshold) / (BASE - threshold));
  }
}

/** RFC 3492 §6.1. */
function adapt(delta: number, count: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? DAMP : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

// RFC 3492 §5.
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const INITIAL_BIAS = 72;
const INITIAL_N = 128;
const TOP = 0x110000;
const DIGITS = 'abcdefghijklmnopqrstuvwxyz0123456789';
