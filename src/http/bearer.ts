/**
 * Bearer tokens (RFC 6750), compared in a time that says nothing about them.
 *
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes, utf8 } from '../bytes.js';
import { JudgeError } from '../errors.js';

/**
 * Makes an `authorize` of {@link judgeHandler} that lets requests with one of some tokens in.
 *
 * What is compared are SHA-256 digests, each with every one, so that the time it takes depends on
 * the number of tokens and on the length of what was sent, and not on what the tokens are. The
 * tokens themselves are not kept.
 *
 * @param tokens One token, or several while they are being exchanged: 16 to 1,000 characters each,
 *   of those that RFC 6750 §2.1 allows. Make them of 16 random bytes or more.
 * @returns Whether a request has the header `authorization: Bearer …` with one of them.
 * @throws `JudgeError` `bad_option` for no token, for one that is shorter or longer, and for
 *   one that no header can carry; the message never holds it.
 * @see RFC 6750 §2.1
 *
 * @example
 * ```ts
 * import { rulesJudge } from 'judgement';
 * import { bearer, judgeHandler } from 'judgement/http';
 *
 * const authorize = bearer('c2VjcmV0LWZvci10aGlzLWV4YW1wbGU');
 * const handler = judgeHandler(rulesJudge(), { authorize });
 * const response = await handler(new Request('https://judge.example/'));
 * console.log(response.status, response.headers.get('www-authenticate')); // 401 Bearer
 * ```
 */
export function bearer(tokens: string | readonly string[]): (request: Request) => boolean {
  const list: readonly unknown[] = Array.isArray(tokens) ? tokens : [tokens];
  if (list.length === 0) throw badToken('tokens', 'there is a token');
  const digests = list.map((token, index) => digestToken(token, `tokens[${index}]`));
  return (request) => {
    const [, sent = ''] = CREDENTIALS.exec(request.headers.get('authorization') ?? '') ?? [];
    const digest = sha256(utf8(sent));
    let matches = 0;
    for (const known of digests) matches += equalBytes(known, digest) ? 1 : 0;
    return matches > 0;
  };
}

/** RFC 6750 §2.1: `b64token`; RFC 9110 §11.1: the name of the scheme has no case. */
const CREDENTIALS = /^bearer +([\w.~+/-]+=*)$/i;

const TOKEN = /^[\w.~+/-]+=*$/;
const SHORTEST = 16;
const LONGEST = 1_000;

function digestToken(token: unknown, path: string): Uint8Array {
  if (typeof token !== 'string') throw badToken(path, 'a token is text');
  if (token.length < SHORTEST || token.length > LONGEST) {
    throw badToken(path, `a token has ${SHORTEST} to ${LONGEST} characters`);
  }
  if (!TOKEN.test(token)) throw badToken(path, 'a token is of letters, digits and -._~+/, then =');
  return sha256(utf8(token));
}

function badToken(path: string, rule: string): JudgeError {
  return new JudgeError('bad_option', { path, rule, fix: 'pass base64url of random bytes' });
}
