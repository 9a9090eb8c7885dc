/**
 * Verifying a package: a pile of receipts, and every fact that can be had from it.
 *
 * @module
 */
import { checkOptions } from '../members.js';
import { ed25519Verifier } from './ed25519.js';
import { examineEntry, type Item } from './package/examine.js';
import { checkClaimed, readClaimedKeys } from './package/keys.js';
import { readPackage } from './package/read.js';
import {
  type PackageReport,
  REPORT_OPTIONS,
  type ReportOptions,
  readSettings,
  reportOn,
} from './package/report.js';
import { toKeySet, type VerifyOptions, verifyWith } from './verify.js';

/** What {@link verifyPackage} takes beside the package. */
export interface PackageOptions extends VerifyOptions, ReportOptions {
  readonly answers?: ReportOptions['answers'];
}

/**
 * Verifies a package of receipts: each as {@link verifyReceipt} does, and all of them against each
 * other. It reports on whatever it is given, and throws for the keys, the options and a promise that
 * nobody awaited alone.
 *
 * There is a row for each thing that was found, with a code that is never renamed: about the
 * input, the signatures, the keys that the package brings, the ids, duplicates, kinds, the chain,
 * the clock, calls, judgements and their bars, who vouches for the answers, resolutions, what was
 * blocked, replays, contracts.
 * A row that passes says what was checked. A package that is intact can still say that its callers
 * broke their own bars; and one that is not is reported on all the same.
 *
 * It takes time and memory in proportion to the package.
 *
 * @param input Envelopes or artifact records in a list, in any order, as objects or JSON text; one
 *   of them; JSON lines; or a folder of Treeship: a map, or an object, of file names to text or
 *   bytes.
 * @param options See {@link PackageOptions}.
 * @returns The rows, and what is known of each entry.
 * @throws {@link ReceiptError} `bad_key` as {@link publicKeySet} does, `bad_id` for a `from` or `head`
 *   that is no artifact id.
 * @throws {@link JudgeError} `bad_option` for an option that does not exist or is out of range, and
 *   as {@link verifyReceipt} does; the codes of `snapshot()` for a state that is not JSON.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { attest, generateKey, verifyPackage } from 'judgement/receipt';
 * import { rulesJudge } from 'judgement/rules';
 *
 * const { signer, publicKey } = generateKey();
 * const state = toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } });
 * const log = attest(judgeSync({ state }), { signer }).map(({ envelope }) => envelope);
 * const report = verifyPackage(log, {
 *   keys: [publicKey],
 *   states: [state],
 *   judges: [rulesJudge()],
 * });
 * console.log(report.status, report.trusted); // pass 6
 * for (const { code, sentence } of report.rows) console.log(code, sentence);
 * ```
 */
export function verifyPackage(input: unknown, options: PackageOptions): PackageReport {
  checkOptions(options, ['keys', ...REPORT_OPTIONS], 'options');
  const settings = readSettings(input, options);
  const keySet = toKeySet(options.keys);
  const read = readPackage(input, settings.maxReceipts);
  const claimed = readClaimedKeys(read.keys, keySet, (publicKey, keyId) =>
    ed25519Verifier(publicKey, { keyId }),
  );
  const verifying = { demand: settings.demand, known: new Map() };
  const open = (entry: Item['entry']): Item => {
    const verdict = verifyWith(entry.envelope, keySet, verifying);
    return examineEntry(entry, verdict, checkClaimed(claimed.keys, verdict));
  };
  return reportOn(read, claimed.rows, read.entries.map(open), read.seals.map(open), settings);
}
