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
  return 'look whether the URL is that of a judge';
}

const FIXES: Readonly<Record<number, string>> = /* @__PURE__ */ Object.freeze({
  400: 'send what the judge reads: a state and questions, which nothing on the way changed',
  401: 'send what the judge knows you by, in options.headers',
  403: 'send what allows you to ask, in options.headers',
  413: 'send less: the judge does not read that much',
  415: 'send content-type: application/json, and no content encoding',
  422: 'ask what the judge is made for: its state, its questions, and no more than it takes',
  429: 'ask again later, or less often',
});
