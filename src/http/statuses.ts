/**
 * What a status says of a judge that did not answer, and what to do about it.
 *
 * @module
 */

/** Whether the same request may do better a moment later. */
export function isPassing(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status < 600);
}

/** A status in words. */
export function describeStatus(status: number): { readonly rule: string; readonly fix: string } {
  const rule = `a judge answers with status 200, and this response has ${status}`;
  return { rule, fix: FIXES[status] ?? fixOf(status) };
}

function fixOf(status: number): string {
  if (isPassing(status)) return 'ask again later';
  if (status < 300) return 'look whether the URL is that of a judge';
  return 'look into the log of the judge for what it did not like';
}

const FIXES: Readonly<Record<number, string>> = /* @__PURE__ */ Object.freeze({
  401: 'send what the judge knows you by, in options.headers',
  403: 'send what allows you to ask, in options.headers',
  404: 'look whether the URL is that of a judge',
  405: 'look whether the URL is that of a judge',
  413: 'send less: the judge does not read that much',
  429: 'ask again later, or less often',
});
