/**
 * How a connection broke, in the words of the host, as far as those are known to be harmless.
 *
 * @module
 */

/**
 * The code of an error of the network, in brackets, or nothing.
 *
 * An error can hold the request in its message and its members, so nothing else of it is told.
 */
export function describeBreak(error: unknown): string {
  const code = findCode(error, 0);
  return code === undefined ? '' : ` (${code})`;
}

/** How deep an error is that says what was wrong beneath. */
const MAX_CAUSES = 5;

function findCode(error: unknown, depth: number): string | undefined {
  if (typeof error !== 'object' || error === null || depth === MAX_CAUSES) return undefined;
  try {
    if ('code' in error && typeof error.code === 'string' && CODES.has(error.code)) {
      return error.code;
    }
    // A port that no fetch may ask has no code, and words that are always the same.
    if ('message' in error && error.message === 'bad port') return 'bad port';
    return 'cause' in error ? findCode(error.cause, depth + 1) : undefined;
  } catch {
    // What a stranger threw may throw itself when it is looked at.
    return undefined;
  }
}

/** The codes that Node, Bun and undici give to what breaks beneath a fetch. */
const CODES: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'CERT_HAS_EXPIRED',
  'ConnectionClosed',
  'ConnectionRefused',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ETIMEDOUT',
  'FailedToOpenSocket',
  'HPE_INVALID_CHUNK_SIZE',
  'HPE_INVALID_CONSTANT',
  'HPE_INVALID_CONTENT_LENGTH',
  'HPE_INVALID_HEADER_TOKEN',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_OVERFLOW',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_INVALID_ARG',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'UND_ERR_SOCKET',
  'Z_BUF_ERROR',
  'Z_DATA_ERROR',
]);
