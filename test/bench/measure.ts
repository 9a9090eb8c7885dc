/**
 * Times of functions, as ratios that hold on a slow machine too.
 *
 * @module
 */

/** One thing to measure, by name. */
export interface Candidate {
  readonly name: string;
  run(): unknown;
}

/** The best mean time of one call in milliseconds, by name. */
export type Times = ReadonlyMap<string, number>;

/** How long one round of one candidate takes at least, in milliseconds. */
const ROUND = 4;

/**
 * Runs the candidates in turn, so that a busy machine hits all of them alike.
 *
 * @returns The best round of each: what disturbs a round only ever makes it slower.
 */
export function measure(candidates: readonly Candidate[], rounds = 15): Times {
  const calls = new Map(candidates.map((one) => [one.name, callsPerRound(one)]));
  const samples = new Map<string, number[]>(candidates.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const one of candidates) samples.get(one.name)?.push(time(one, calls.get(one.name) ?? 1));
  }
  return new Map([...samples].map(([name, times]) => [name, Math.min(...times)]));
}

/** The time of one candidate as a multiple of another's. */
export function ratio(times: Times, name: string, reference: string): number {
  return timeOf(times, name) / timeOf(times, reference);
}

/** The time of one call of a candidate, in milliseconds. */
export function timeOf(times: Times, name: string): number {
  const found = times.get(name);
  if (found === undefined) throw new Error(`${name} was not measured`);
  return found;
}

/** Warms a candidate up, and finds out how many calls fill a round. */
function callsPerRound(candidate: Candidate): number {
  let calls = 1;
  while (calls < 1_000_000 && time(candidate, calls) * calls < ROUND) calls *= 2;
  return calls;
}

let kept: unknown;

/** The mean time of so many calls. */
function time({ run }: Candidate, calls: number): number {
  const start = performance.now();
  for (let call = 0; call < calls; call += 1) kept = run();
  const spent = performance.now() - start;
  // What nobody uses may be left out by the engine.
  if (kept === performance) throw new Error('unreachable');
  return spent / calls;
}
