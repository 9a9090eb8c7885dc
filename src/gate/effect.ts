/**
 * The four effects that a gate has, which of them is the stronger, and what takes the place of one
 * that a host cannot express.
 *
 * @module
 */
import { JudgeError } from '../errors.js';

/** What is to happen to a tool call: it runs, it runs with a warning, a person decides, it does not run. */
export type GateEffect = 'allow' | 'warn' | 'ask' | 'deny';

/** The effects, the weakest first. */
export const GATE_EFFECTS: readonly GateEffect[] = /* @__PURE__ */ Object.freeze([
  'allow',
  'warn',
  'ask',
  'deny',
]);

/**
 * The strongest of several effects: `deny`, `ask`, `warn`, `allow`. It is how a gate and the
 * policy that a host has of its own are put together, so that neither weakens the other.
 *
 * @param effects Effects of the gate and of the host; `undefined` counts as no opinion.
 * @returns The strongest; `allow` when nobody has an opinion.
 *
 * @example
 * ```ts
 * import { strongest } from 'judgement/gate';
 *
 * console.log(strongest('allow', 'ask', undefined)); // ask
 * ```
 */
export function strongest(...effects: readonly (GateEffect | undefined)[]): GateEffect {
  let rank = 0;
  for (const effect of effects) {
    if (effect === undefined) continue;
    const own = GATE_EFFECTS.indexOf(effect);
    // An effect that nobody knows, from a host in plain JavaScript, must not count as an allow.
    rank = Math.max(rank, own < 0 ? GATE_EFFECTS.length - 1 : own);
  }
  return GATE_EFFECTS[rank] ?? 'deny';
}

/** What takes the place of `ask` and of `warn` where a host has no such thing. */
export interface Fallbacks {
  /** For a call that a person should decide on. Defaults to `deny`. */
  readonly ask?: 'allow' | 'deny' | undefined;
  /** For a call that may run, with a warning. Defaults to `allow`. */
  readonly warn?: 'allow' | 'deny' | undefined;
}

/** The effect that a host can express, and the one that it stands for where it is another. */
export interface Expressed {
  readonly effect: GateEffect;
  readonly fallbackFrom?: GateEffect;
}

/** What a host can express of an effect; `deny` and `allow` every host can. */
export function express(
  effect: GateEffect,
  effects: readonly GateEffect[],
  fallbacks: Fallbacks,
): Expressed {
  if (effect === 'allow' || effect === 'deny' || effects.includes(effect)) return { effect };
  const { ask = 'deny', warn = 'allow' } = fallbacks;
  return { effect: effect === 'ask' ? ask : warn, fallbackFrom: effect };
}

/** Reads the declared fallbacks of a caller. */
export function readFallbacks(given: unknown, path: string): Fallbacks {
  if (given === undefined) return {};
  const { ask, warn }: { readonly ask?: unknown; readonly warn?: unknown } = Object(given);
  return { ask: readFallback(ask, `${path}.ask`), warn: readFallback(warn, `${path}.warn`) };
}

function readFallback(value: unknown, path: string): 'allow' | 'deny' | undefined {
  if (value === undefined || value === 'allow' || value === 'deny') return value;
  throw new JudgeError('bad_option', {
    path,
    rule: 'what takes the place of an effect is allow or deny',
    fix: 'pass one of them, or leave it out',
  });
}

/** Whether a value is one of the four effects. */
export function isGateEffect(value: unknown): value is GateEffect {
  return GATE_EFFECTS.some((effect) => effect === value);
}
