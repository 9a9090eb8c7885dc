/**
 * Verifying a package with keys that take their time, such as those of the host.
 *
 * @module
 */
import { checkOptions } from '../members.js';
import type { CheckedAnswer } from './answer-facts.js';
import { type AsyncVerifyOptions, toAsyncKeySet, verifyLater } from './async-verify.js';
import { examineEntry, type Item } from './package/examine.js';
import { checkClaimedLater, readClaimedKeys } from './package/keys.js';
import { type Entry, readPackage } from './package/read.js';
import {
  type PackageReport,
  REPORT_OPTIONS,
  type ReportOptions,
  readSettings,
  reportOn,
} from './package/report.js';
import { checkSubtle, webCryptoVerifier } from './subtle.js';

/** What {@link verifyPackageAsync} takes beside the package. */
export interface AsyncPackageOptions extends AsyncVerifyOptions, ReportOptions {
  readonly answers?: ReportOptions['answers'];
}

/**
 * Verifies a package of receipts as `verifyPackage()` does and with the same report, by the host's
 * crypto; up to 64 receipts at a time.
 *
 * @param input Envelopes or artifact records in a list, in any order, as objects or JSON text; one
 *   of them; JSON lines; or a folder of Treeship: a map, or an object, of file names to text or
 *   bytes.
 * @param options See {@link AsyncPackageOptions}. A folder that brings keys needs `subtle`, also
 *   where each of yours has its own `verify`.
 * @returns The rows, and what is known of each entry.
 * @throws {@link ReceiptError} and {@link JudgeError} as `verifyPackage()` and
 *   {@link verifyReceiptAsync} do, as a rejection.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { attestAsync, verifyPackageAsync, webCryptoSigner } from 'judgement/webcrypto';
 *
 * const { subtle } = crypto;
 * const signer = await webCryptoSigner(new Uint8Array(32).fill(7), { subtle });
 * const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command: 'ls' } }) });
 * const log = (await attestAsync(result, { signer })).map(({ envelope }) => envelope);
 * const report = await verifyPackageAsync(log, { keys: [signer.publicKey], subtle });
 * console.log(report.status, report.trusted); // pass 6
 * ```
 */
export async function verifyPackageAsync(
  input: unknown,
  options: AsyncPackageOptions,
): Promise<PackageReport> {
  checkOptions(options, ['keys', 'subtle', ...REPORT_OPTIONS], 'options');
  const settings = readSettings(input, options);
  const keySet = toAsyncKeySet(options);
  const read = readPackage(input, settings.maxReceipts);
  const subtle = read.keys.length === 0 ? undefined : checkSubtle(options.subtle);
  const claimed = readClaimedKeys(read.keys, keySet, (publicKey, keyId) =>
    webCryptoVerifier(publicKey, { keyId, subtle: checkSubtle(subtle) }),
  );
  const known = new Map<string, Promise<CheckedAnswer>>();
  const open = async (entry: Entry): Promise<Item> => {
    const verdict = await verifyLater(entry.envelope, keySet, settings.demand, known);
    return examineEntry(entry, verdict, await checkClaimedLater(claimed.keys, verdict));
  };
  const items = await openAll(read.entries, open);
  return reportOn(read, claimed.rows, items, await openAll(read.seals, open), settings);
}

/** Enough to keep the cores of a host busy, and few enough to hold. */
const IN_FLIGHT = 64;

async function openAll(
  entries: readonly Entry[],
  open: (entry: Entry) => Promise<Item>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let at = 0; at < entries.length; at += IN_FLIGHT) {
    items.push(...(await Promise.all(entries.slice(at, at + IN_FLIGHT).map(open))));
  }
  return items;
}
