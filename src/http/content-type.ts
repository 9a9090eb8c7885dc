/**
 * What a content type says of a body that should be JSON: for requests, responses and refusals.
 *
 * @module
 */

/** What stands in the way of reading a body as JSON. */
export type TypeFault = 'type' | 'charset';

/** Says what is wrong with a content type, if anything is; parameters but a charset do not matter. */
export function jsonTypeFault(contentType: string | null): TypeFault | undefined {
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim());
  if (!JSON_TYPE.test(type)) return 'type';
  const isUtf8 = parameters.every((one) => !IS_CHARSET.test(one) || UTF_8.test(one));
  return isUtf8 ? undefined : 'charset';
}

/** `application/json` (RFC 8259 §11), or a type that ends in `+json` (RFC 6839 §3.1). */
const JSON_TYPE = /^application\/(?:[\w!#$&^.-]+\+)?json$/i;

/** Whatever begins like a charset is held to be one. */
const IS_CHARSET = /^charset/i;

/** JSON between systems is UTF-8 (RFC 8259 §8.1). */
const UTF_8 = /^charset=(?:"utf-?8"|utf-?8)$/i;
