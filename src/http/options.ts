/**
 * The options of a judge over HTTP, read once.
 *
 * @module
 */
import { utf8 } from '../bytes.js';
import { digestBytes } from '../digest.js';
import type { Clock, JudgeInfo } from '../judge.js';
import { checkOptions } from '../members.js';
import { strictVerify } from '../receipt/ed25519.js';
import { isKeySet, type PublicKeySet, readKeySet } from '../receipt/key-set.js';
import type { VerifyOptions } from '../receipt/verify.js';
import { readInfo } from '../response.js';
import {
  checkNumber,
  readTransport,
  SERVICE_OPTIONS,
  type ServiceOptions,
  type Transport,
  wrongOption,
} from './service-options.js';
import type { SignatureDemand } from './signature.js';

/** The options of {@link httpJudge}. */
export interface HttpJudgeOptions extends ServiceOptions {
  /**
   * Who the judge is, as far as that is known before it answers. What a response says of its judge
   * takes its place. By default the model is `https:` or `http:`, the host, `#` and 32 hex
   * digits of the digest of the rest of the URL, which tells models behind one host apart without
   * showing a path.
   */
  readonly info?: JudgeInfo | undefined;
  /**
   * The keys of the judge, trusted as `answerer`: it has to sign each of its answers, to exactly
   * this request, and not long ago. The judgement and its receipts then carry what it signed.
   * Absent by default: answers are taken unsigned.
   */
  readonly judgeKeys?: VerifyOptions['keys'] | undefined;
  /** How old such a signature may be when it comes. Defaults to 60 000. */
  readonly answerMaxAgeMs?: number | undefined;
  /**
   * Random bytes, which mark requests for a signature and spread retries. Defaults to the host's
   * `crypto.getRandomValues`.
   */
  readonly random?: ((length: number) => Uint8Array) | undefined;
}

/** The options, checked and complete. */
export interface Settings {
  readonly transport: Transport;
  readonly info: JudgeInfo;
  readonly signature: SignatureDemand | undefined;
}

/** Reads the URL and the options. */
export function readSettings(given: string | URL, options: HttpJudgeOptions): Settings {
  checkOptions(options, NAMES, 'options');
  const { info, judgeKeys, answerMaxAgeMs } = options;
  const transport = readTransport(given, options);
  return Object.freeze({
    transport,
    info: info === undefined ? infoOf(transport.url) : readInfo(info, 'options.info', 'bad_option'),
    signature: readDemand(judgeKeys, answerMaxAgeMs, transport.clock),
  });
}

const NAMES: readonly (keyof HttpJudgeOptions)[] = [
  'info',
  'judgeKeys',
  'answerMaxAgeMs',
  ...SERVICE_OPTIONS,
];

function readDemand(
  keys: HttpJudgeOptions['judgeKeys'],
  maxAgeMs: number | undefined,
  clock: Clock,
): SignatureDemand | undefined {
  if (maxAgeMs !== undefined) checkNumber('answerMaxAgeMs', maxAgeMs, 0, Number.MAX_SAFE_INTEGER);
  if (keys !== undefined) return { keys: readKeys(keys), maxAgeMs, clock };
  if (maxAgeMs === undefined) return undefined;
  const rule = 'only a signature has an age';
  throw wrongOption('options.answerMaxAgeMs', rule, 'pass judgeKeys as well');
}

function readKeys(keys: NonNullable<HttpJudgeOptions['judgeKeys']>): PublicKeySet {
  return isKeySet(keys) ? keys : readKeySet(keys, strictVerify, 'options.judgeKeys');
}

function infoOf(url: URL): JudgeInfo {
  const rest = digestBytes(utf8(url.pathname + url.search)).slice('sha256:'.length);
  // 128 bits: with fewer, whoever chooses paths finds two that pass for one judge.
  return Object.freeze({ model: `${url.protocol}${url.host}#${rest.slice(0, 32)}` });
}
