/**
 * What names mean in a shell, in layers: a subshell writes into a layer of its own.
 *
 * Copying all names for each subshell would cost a text of many variables and many subshells
 * quadratic time.
 *
 * @module
 */

/** Names and what they mean. */
export interface Names<Meaning> {
  /** What is meant by a name that is not in this layer. */
  readonly outer: Names<Meaning> | undefined;
  /** What was set in this layer, `undefined` for what was removed; absent until something is. */
  own: Map<string, Meaning | undefined> | undefined;
}

/** No names. */
export function noNames<Meaning>(): Names<Meaning> {
  return { outer: undefined, own: undefined };
}

/** A layer on top of names; they must not change as long as it is used. */
export function layerOn<Meaning>(names: Names<Meaning>): Names<Meaning> {
  return { outer: names.own === undefined ? names.outer : names, own: undefined };
}

/** What a name means, if anything. */
export function lookUp<Meaning>(names: Names<Meaning>, name: string): Meaning | undefined {
  for (let layer: Names<Meaning> | undefined = names; layer !== undefined; layer = layer.outer) {
    if (layer.own?.has(name) === true) return layer.own.get(name);
  }
  return undefined;
}

/** Gives a name a meaning, or takes it away. */
export function define<Meaning>(
  names: Names<Meaning>,
  name: string,
  meaning: Meaning | undefined,
): void {
  names.own ??= new Map();
  names.own.set(name, meaning);
}

/** Takes over what was set or removed in a layer on top. */
export function takeOver<Meaning>(names: Names<Meaning>, layer: Names<Meaning>): void {
  for (const [name, meaning] of layer.own ?? []) define(names, name, meaning);
}

/** Takes over what was set in a layer on top, but not what was removed: it may still be there. */
export function takeIn<Meaning>(names: Names<Meaning>, layer: Names<Meaning>): void {
  for (const [name, meaning] of layer.own ?? []) {
    if (meaning !== undefined) define(names, name, meaning);
  }
}

/** The names of both; where both have one, it means what it does in the second. */
export function together<Meaning>(first: Names<Meaning>, second: Names<Meaning>): Names<Meaning> {
  const layers: Names<Meaning>[] = [];
  for (let layer: Names<Meaning> | undefined = second; layer !== undefined; layer = layer.outer) {
    layers.push(layer);
  }
  const names = layerOn(first);
  for (const layer of layers.reverse()) takeIn(names, layer);
  return names;
}
