/**
 * What is known of the decision models at Cloudflare, however they are reached.
 *
 * @module
 */
import { wrongOption } from '../../http/service-options.js';
import type { JudgeInfo } from '../../judge.js';
import { decisionModel } from '../shared/decision-model.js';
import type { SystemOneLimits } from '../shared/system-one-form.js';

/** What the models take, counted exactly; tokens are left to the service. */
export const CLEF_LIMITS: SystemOneLimits = /* @__PURE__ */ Object.freeze({
  questions: 64,
  key: Object.freeze({
    is: /^[A-Za-z0-9_.-]{1,100}$/,
    rule: 'a key has 1 to 100 characters of A-Z, a-z, 0-9, _, . and -',
  }),
});

/** Who a model is, before it answers. */
export function clefInfo(model: string, decimals: number | undefined): JudgeInfo {
  // The service rounds to four.
  return decisionModel({ model, provider: 'cloudflare', decimals: decimals ?? 4 });
}

/** The path of a model by its name: `clef` is `@cf/cloudflare/clef`. */
export function pathOf(model: string): string {
  if (NAME.test(model)) return `@cf/cloudflare/${model}`;
  const fix = 'pass clef, clef-flash or the like';
  throw wrongOption('options.model', 'a model is named by letters, digits and -', fix);
}

const NAME = /^[a-z0-9][a-z0-9-]{0,99}$/;

/** Two codes say it: one that is documented, and one that comes. */
const USED_UP: ClefError = /* @__PURE__ */ Object.freeze({
  word: 'the free allocation of the day is used up',
  fix: 'ask tomorrow, or let the account pay',
  passing: false,
});

/** The codes of errors, in words; a code that is not known is not told. */
export const CLEF_ERRORS: ReadonlyMap<number, ClefError> = /* @__PURE__ */ new Map<
  number,
  ClefError
>([
  [3036, USED_UP],
  [3040, { word: 'no capacity', fix: 'ask again later', passing: true }],
  [4006, USED_UP],
  [5004, { word: 'bad input', fix: 'ask what the model takes' }],
  [5006, { word: 'no questions, or one of an unknown type', fix: 'ask what the model takes' }],
  [5012, { word: 'not taken, or failed', fix: 'ask what the model takes, or again later' }],
  [5021, { word: 'too large', fix: 'send less: it is more than the model reads' }],
  [6003, { word: 'not JSON', fix: 'look for what changes requests on the way' }],
  [7000, { word: 'no such model', fix: 'look whether options.model is right' }],
  [10000, { word: 'bad token', fix: 'send a valid token as options.apiKey' }],
]);

/** What an error code says. */
export interface ClefError {
  readonly word: string;
  readonly fix: string;
  /** Whether the same request may do better later; by its status where this says nothing. */
  readonly passing?: boolean;
}
