/**
 * Paths into a response, for errors: cut where they would show what the response says.
 *
 * @module
 */
import type { Questions } from '../question.js';
import { pathTo } from '../walk.js';

/** The longest part of a path that only the caller's own keys and labels and names of ours form. */
export function safePath(path: string, questions: Questions): string {
  const known = WIRE_PATHS.get(path);
  if (known !== undefined) return known;
  const places = Object.entries(questions)
    .filter(([key]) => isWithin(path, pathTo('answers', [key])))
    .flatMap(([key, question]) =>
      placesOf(key, 'options' in question ? question.options : YES_OR_NO),
    );
  return cutTo(path, places, path.startsWith('answers') ? 'answers' : 'response');
}

/** The longest of some places that a path leads to or into, or the least of what can be told. */
export function cutTo(path: string, places: readonly string[], least: string): string {
  let longest = least;
  for (const place of places) {
    if (place.length > longest.length && isWithin(path, place)) longest = place;
  }
  return longest;
}

/** Paths in the names of here, in those of the wire. */
const WIRE_PATHS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['response.judge', 'response.judge'],
  ['response.judge.model', 'response.judge.model'],
  ['response.judge.provider', 'response.judge.provider'],
  ['response.judge.kind', 'response.judge.kind'],
  ['response.judge.method', 'response.judge.method'],
  ['response.judge.replayable', 'response.judge.replayable'],
  ['response.judge.decimals', 'response.judge.decimals'],
  ['response.latencyMs', 'response.latency_ms'],
  ['response.requestId', 'response.request_id'],
  ['response.requestedModel', 'response.requested_model'],
  ['response.modelUnreported', 'response.model_unreported'],
  ['response.details', 'response.details'],
  ['response.usage', 'response.usage'],
  ['response.usage.inputTokens', 'response.usage.input_tokens'],
  ['response.usage.outputTokens', 'response.usage.output_tokens'],
]);

const YES_OR_NO = ['yes', 'no'] as const;

const MEMBERS = [
  'noul',
  'choice',
  'score',
  'refusal',
  'unmeasurable',
  'confidence',
  'probabilities',
] as const;

function placesOf(key: string, labels: readonly string[]): readonly string[] {
  return [
    pathTo('answers', [key]),
    ...MEMBERS.map((member) => pathTo('answers', [key, member])),
    ...labels.map((label) => pathTo('answers', [key, 'probabilities', label])),
  ];
}

function isWithin(path: string, place: string): boolean {
  return path.startsWith(place) && /^(?:$|[.[])/.test(path.slice(place.length));
}
