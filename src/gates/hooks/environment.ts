/**
 * The environment names of Treeship's plugin, read as options.
 *
 * @module
 */
import { JudgeError } from '../../errors.js';

/** What the names say. */
export interface TreeshipOptions {
  /** Who is asked: nobody, the rules, or a judge over HTTP. */
  readonly judge: 'off' | 'rules' | 'http';
  /** Where the judge is, for `httpJudge()`. It may carry a secret. */
  readonly url?: string;
  /** The bar, for `threshold()`. */
  readonly threshold?: number;
  /** The amount bound, for the context of a gate. */
  readonly amountBound?: number;
  /** For the gate: a strict plugin asks the operator when nobody judged, and others let it pass. */
  readonly onUnavailable: 'allow' | 'ask';
}

/**
 * Reads `TREESHIP_JUDGE` (absent, empty or `0`: off; a URL: that judge; anything else: the rules),
 * `TREESHIP_JUDGE_THRESHOLD`, `TREESHIP_JUDGE_BOUND` and `TREESHIP_JUDGE_STRICT` out of an
 * environment that is handed in. Nothing is read from the process, and no value is in an error.
 *
 * @param environment The names and their values: `process.env` on Node.
 * @returns The options.
 * @throws `JudgeError` `bad_option` for a threshold or a bound that is no number in range: a
 *   bar that cannot be read must not become the default one.
 *
 * @example
 * ```ts
 * import { readTreeshipOptions } from 'judgement/gates/hooks';
 *
 * const environment = { TREESHIP_JUDGE: '1', TREESHIP_JUDGE_BOUND: '100' };
 * const { judge, amountBound, onUnavailable } = readTreeshipOptions(environment);
 * console.log(judge, amountBound, onUnavailable); // rules 100 allow
 * ```
 */
export function readTreeshipOptions(environment: {
  readonly [name: string]: string | undefined;
}): TreeshipOptions {
  const judge = read(environment, 'TREESHIP_JUDGE');
  const isUrl = judge !== undefined && /^https?:\/\//.test(judge);
  const bar = readNumber(environment, 'TREESHIP_JUDGE_THRESHOLD', 1);
  if (bar === 0) throw wrong('TREESHIP_JUDGE_THRESHOLD', 'a bar is above 0');
  const bound = readNumber(environment, 'TREESHIP_JUDGE_BOUND', Number.MAX_VALUE);
  return Object.freeze({
    judge: judge === undefined || judge === '0' ? 'off' : isUrl ? 'http' : 'rules',
    ...(isUrl ? { url: judge } : {}),
    ...(bar === undefined ? {} : { threshold: bar }),
    ...(bound === undefined ? {} : { amountBound: bound }),
    onUnavailable: read(environment, 'TREESHIP_JUDGE_STRICT') === '1' ? 'ask' : 'allow',
  });
}

function read(
  environment: { readonly [name: string]: string | undefined },
  name: string,
): string | undefined {
  const given: unknown = Object.hasOwn(Object(environment), name) ? environment[name] : undefined;
  if (given === undefined || given === '') return undefined;
  if (typeof given === 'string') return given;
  throw wrong(name, 'a value of the environment is text');
}

function readNumber(
  environment: { readonly [name: string]: string | undefined },
  name: string,
  most: number,
): number | undefined {
  const text = read(environment, name);
  if (text === undefined) return undefined;
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= most) return value;
  throw wrong(
    name,
    most === 1 ? 'a bar is a number above 0, and at most 1' : 'a bound is a number, 0 or more',
  );
}

/** Digits, with a fraction where there is one. */
const DECIMAL = /^\d+(?:\.\d+)?$/;

function wrong(name: string, rule: string): JudgeError {
  return new JudgeError('bad_option', { path: name, rule, fix: 'correct it, or leave it unset' });
}
