/**
 * What stands in for a judge, a signer and a clock in tests, and is the same on every run.
 *
 * @module
 */
import { fromHex, utf8 } from '../bytes.js';
import { digestBytes } from '../digest.js';
import { JudgeError } from '../errors.js';
import type { Clock, Judge, JudgeInfo, JudgeRequest } from '../judge.js';
import { ed25519Signer } from '../receipt/ed25519.js';
import type { Ed25519Signer } from '../receipt/signer.js';

/** The answers to one asking, by key; an error to throw; or a function that finds them out. */
export type ScriptedAnswers =
  | { readonly [key: string]: object }
  | Error
  | ((request: JudgeRequest) => unknown);

/** A judge that says what it was told to. */
export interface ScriptedJudge extends Judge {
  /** What it was asked, in order. */
  readonly requests: readonly JudgeRequest[];
}

/**
 * A judge that says what a script has: one entry for every asking, or each of a list in turn. Once
 * a list is used up, whoever asks gets an error.
 *
 * @param script The answers: of all askings, or a list of them.
 * @param info Who it is. Defaults to a model `scripted-1`.
 * @returns A judge that answers later, as services do, and keeps what it was asked.
 *
 * @example
 * ```ts
 * import { judge, noul } from 'judgement';
 * import { scriptedJudge } from 'judgement/testing';
 *
 * const scripted = scriptedJudge([{ unsafe: { noul: 0.9 } }, new Error('it is down')]);
 * const request = { state: 'rm -rf /', questions: { unsafe: noul('Is it unsafe?') } };
 * console.log((await judge(request, { judge: scripted })).effect); // deny
 * await judge(request, { judge: scripted }).catch(({ code }) => console.log(code)); // judge_unavailable
 * console.log(scripted.requests.length); // 2
 * ```
 */
export function scriptedJudge(
  script: ScriptedAnswers | readonly ScriptedAnswers[],
  info: JudgeInfo = { model: 'scripted-1' },
): ScriptedJudge {
  const requests: JudgeRequest[] = [];
  return Object.freeze({
    info,
    requests,
    async ask(request: JudgeRequest) {
      requests.push(request);
      const next = isList(script) ? script[requests.length - 1] : script;
      if (next === undefined) {
        throw new Error(`the script has no answer to asking ${requests.length}`);
      }
      if (next instanceof Error) throw next;
      return { answers: typeof next === 'function' ? await next(request) : next };
    },
  });
}

/**
 * A signer whose key follows from a name, so that receipts have the same ids on every run. Anyone
 * can make it: its signatures prove nothing.
 *
 * @param name Whose key it is. Defaults to `test`.
 * @returns A signer that knows its public key.
 *
 * @example
 * ```ts
 * import { fakeSigner } from 'judgement/testing';
 *
 * console.log(fakeSigner('ada').publicKey === fakeSigner('ada').publicKey); // true
 * console.log(fakeSigner('ada').keyId === fakeSigner('bob').keyId); // false
 * ```
 */
export function fakeSigner(name = 'test'): Ed25519Signer {
  const digest = digestBytes(utf8(`a key for tests, and for nothing else: ${name}`));
  const secret = fromHex(digest.slice('sha256:'.length));
  return ed25519Signer(secret ?? new Uint8Array(32));
}

/** A clock that stands still until it is moved. */
export interface FixedClock extends Clock {
  /** Moves it on. */
  advance(milliseconds: number): void;
  /** Sets it to a time: RFC 3339, or milliseconds since 1970. */
  set(time: string | number): void;
}

/**
 * A clock that stands still until it is moved.
 *
 * @param time RFC 3339, or milliseconds since 1970. Defaults to `2026-01-01T00:00:00Z`.
 * @returns A clock.
 * @throws `JudgeError` `bad_option` for a time that is none.
 *
 * @example
 * ```ts
 * import { fixedClock } from 'judgement/testing';
 *
 * const clock = fixedClock('2026-12-01T09:00:00Z');
 * clock.advance(1_500);
 * console.log(new Date(clock()).toISOString()); // 2026-12-01T09:00:01.500Z
 * ```
 */
export function fixedClock(time: string | number = '2026-01-01T00:00:00Z'): FixedClock {
  let now = readTime(time);
  return Object.freeze(
    Object.assign(() => now, {
      advance(milliseconds: number): void {
        now = readTime(now + milliseconds);
      },
      set(to: string | number): void {
        now = readTime(to);
      },
    }),
  );
}

function isList(
  script: ScriptedAnswers | readonly ScriptedAnswers[],
): script is readonly ScriptedAnswers[] {
  return Array.isArray(script);
}

function readTime(time: string | number): number {
  const value = typeof time === 'number' ? time : Date.parse(time);
  if (Number.isFinite(value)) return value;
  throw new JudgeError('bad_option', {
    path: 'time',
    rule: 'a time is RFC 3339, or milliseconds since 1970',
    fix: 'write it as 2026-12-01T09:00:00Z',
  });
}
