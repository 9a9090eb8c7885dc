/**
 * JSON text whose members keep the order that they were given in, whatever they are called.
 *
 * @module
 */

/**
 * Writes an object of members that are written already. An object of the language would put a member
 * such as `10` before all others, and the order of options is one that models look at.
 */
export function objectText(members: readonly (readonly [name: string, text: string])[]): string {
  return `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}
