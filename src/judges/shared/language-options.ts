/**
 * The options that judges of language models have in common, read once.
 *
 * @module
 */
import {
  checkNumber,
  SERVICE_OPTIONS,
  type ServiceOptions,
  wrongOption,
} from '../../http/service-options.js';
import { type JsonObject, snapshot } from '../../json.js';
import type { JudgeInfo, JudgeMethod } from '../../judge.js';
import { checkOptions, isObject, present } from '../../members.js';
import type { ApiKey } from './api-key.js';
import { readText } from './options.js';
import { DECIMALS } from './shares.js';

/** What every judge of a language model takes. */
export interface LanguageJudgeOptions extends ServiceOptions {
  /** The model to ask. Name a version: an alias can mean another one tomorrow. */
  readonly model: string;
  /**
   * The key of the service, or a function that gives it: it is asked before each attempt. It is
   * kept in a closure; no judge, error, receipt or digest holds it. None by default.
   */
  readonly apiKey?: ApiKey | undefined;
  /** Who runs the model, for results and receipts. Absent by default. */
  readonly provider?: string | undefined;
  /**
   * In how many orders the labels are shown, 1 to 255, but never more than there are labels. What
   * comes of them is averaged. Each is a request of its own. Defaults to 1.
   */
  readonly rotations?: number | undefined;
  /** How many requests are made at once, 1 to 100. Defaults to 8. */
  readonly parallel?: number | undefined;
  /** How many tokens an answer may have, 1 to 100 000. */
  readonly maxTokens?: number | undefined;
  /** How often to ask again for each request, 0 to 100. Defaults to 2. */
  readonly retries?: number | undefined;
  /**
   * Members to add to the body of each request, such as routing of a gateway's. What this library
   * writes itself cannot be among them. None by default.
   */
  readonly extra?: JsonObject | undefined;
}

/** Those options, checked and complete. */
export interface LanguageSettings {
  readonly info: JudgeInfo;
  readonly rotations: number;
  readonly parallel: number;
  readonly maxTokens: number | undefined;
  readonly extra: JsonObject;
}

/** What a dialect adds to what all have in common. */
export interface LanguageRules {
  readonly method: JudgeMethod;
  /** The names of its own options. */
  readonly names: readonly string[];
  /** Members of a body that cannot be added, and why. */
  readonly taken: readonly string[];
}

/**
 * Reads the options that all have in common; those of the service are read by whoever opens it.
 *
 * @throws `JudgeError` `bad_option` with the path.
 */
export function readLanguage(
  options: LanguageJudgeOptions,
  { method, names, taken }: LanguageRules,
): LanguageSettings {
  checkOptions(options, [...SERVICE_OPTIONS, ...NAMES, ...names], 'options');
  const { model, provider, rotations = 1, parallel = 8, maxTokens, extra = {} } = options;
  const named = provider && readText(provider, 'options.provider', 'name who runs the model');
  checkNumber('rotations', rotations, 1, MAX_LABELS);
  checkNumber('parallel', parallel, 1, MAX_PARALLEL);
  if (maxTokens !== undefined) checkNumber('maxTokens', maxTokens, 1, MAX_TOKENS);
  return {
    info: Object.freeze({
      model: readText(model, 'options.model', 'name the model as the service does'),
      kind: 'llm',
      method,
      replayable: false,
      decimals: DECIMALS,
      ...present({ provider: named }),
    }),
    rotations,
    parallel,
    maxTokens,
    extra: readExtra(extra, taken),
  };
}

/** Reads a number from 0 to `most`. */
export function readUpTo(value: unknown, name: string, most: number): number {
  if (typeof value === 'number' && value >= 0 && value <= most) return value;
  throw wrongOption(`options.${name}`, `it is a number from 0 to ${most}`, 'leave it out');
}

/** Reads one of some words. */
export function readWordOf<const W extends string>(
  value: unknown,
  name: string,
  words: readonly W[],
): W {
  const word = words.find((one) => one === value);
  if (word !== undefined) return word;
  throw wrongOption(`options.${name}`, `it is one of ${words.join(', ')}`, 'leave it out');
}

const NAMES = [
  'model',
  'apiKey',
  'provider',
  'rotations',
  'parallel',
  'maxTokens',
  'extra',
] as const;

const MAX_LABELS = 255;
const MAX_PARALLEL = 100;
const MAX_TOKENS = 100_000;

function readExtra(extra: unknown, taken: readonly string[]): JsonObject {
  const copy = snapshot(extra, 'options.extra');
  if (!isObject(copy)) {
    throw wrongOption('options.extra', 'it is an object', 'pass { member: value }');
  }
  const name = taken.find((one) => Object.hasOwn(copy, one));
  if (name === undefined) return copy;
  const rule = 'what is written into each request, or would change what is measured, is not added';
  throw wrongOption(`options.extra.${name}`, rule, 'leave it out, or use the option that there is');
}
