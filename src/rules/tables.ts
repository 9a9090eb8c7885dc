/**
 * Tables of words, written as lines of text.
 *
 * @module
 */

/** A set of the words of a text. */
export function setOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** A map of the members of an object; the names of commands are looked up faster in a map. */
export function tableOf<Value>(rows: {
  readonly [name: string]: Value;
}): ReadonlyMap<string, Value> {
  return new Map(Object.entries(rows));
}

/**
 * A row of a table that is written as an object, by a name out of the judged text.
 *
 * The name can be `constructor` or the like, which every object inherits.
 */
export function rowOf<Row>(table: { readonly [name: string]: Row }, name: string): Row | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** A map from each word of a row's text to what the row says of them all. */
export function mapOf<Value>(
  rows: readonly (readonly [value: Value, words: string])[],
): ReadonlyMap<string, Value> {
  const map = new Map<string, Value>();
  for (const [value, words] of rows) {
    for (const word of words.split(' ')) map.set(word, value);
  }
  return map;
}
