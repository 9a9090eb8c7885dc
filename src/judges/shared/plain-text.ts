/**
 * JSON as one line of text in which everything can be seen, for a prompt.
 *
 * @module
 */
import type { JsonValue } from '../../json.js';

/**
 * Writes JSON on one line, with what a reader would not see, or a model would take for more than
 * text, written as `\uXXXX`.
 *
 * JSON has no raw line breaks within its texts, so that nothing in it can look like a line of the
 * prompt around it. Invisible characters (tags, variation selectors, marks of direction, joiners)
 * can hide text from a person, and separators of lines other than LF break lines all the same.
 * `<` and words in brackets begin what chat templates set between messages, such as `<|im_end|>`
 * and `[/INST]`, which some servers read as that wherever they stand; of their wide forms some
 * tokenizers make the same (NFKC, UAX #15).
 */
export function plainJson(value: JsonValue): string {
  return JSON.stringify(value).replace(HIDDEN, escapeAll);
}

/**
 * `[` before a capital or a slash stands only within a text, as no JSON value starts with either.
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}<\uff1c\ufe64\uff3b]|\[(?=\/?[A-Z_]+\])/gu;

function escapeAll(character: string): string {
  let text = '';
  for (let index = 0; index < character.length; index += 1) {
    text += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }
  return text;
}
