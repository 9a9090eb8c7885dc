/**
 * Writing to a log that others write to: sign onto its head, and again where somebody was faster.
 *
 * @module
 */
import { JudgeError, ReceiptError } from '../errors.js';
import { checkOptions } from '../members.js';
import type { ArtifactId, Envelope } from './envelope.js';
import type { ReceiptLog } from './store.js';

/** Signs receipts: the first onto the head, each of the others onto the one before it. */
export type MakeReceipts<T extends Signed> = (onto: Onto) => readonly T[] | Promise<readonly T[]>;

/** What receipts are signed onto, as an option of `attest()`; nothing for an empty log. */
export interface Onto {
  readonly parent?: ArtifactId | undefined;
}

/** A receipt that was just signed. */
export interface Signed {
  readonly id: string;
  readonly envelope: Envelope;
}

/** What {@link appendTo} takes beside the log. */
export interface AppendToOptions {
  /** How often to sign anew when somebody else was faster, 1 or more. Defaults to 256. */
  readonly attempts?: number | undefined;
}

/** A writer of one log; see {@link logWriter}. */
export interface LogWriter {
  /** Signs receipts onto the head of the log and appends them, after all that came before. */
  append<T extends Signed>(make: MakeReceipts<T>): Promise<readonly T[]>;
}

/**
 * Signs receipts onto the head of a log and appends them; where somebody else appended meanwhile,
 * signs them anew onto the new head.
 *
 * @param log The log.
 * @param make Signs the receipts onto the head that it is given; it may be called more than once,
 *   and what it signed in vain is thrown away.
 * @param options See {@link AppendToOptions}.
 * @returns The receipts that were appended.
 * @throws {@link ReceiptError} `log_busy` when somebody else was faster each time: nothing was
 *   appended then. And whatever the log and `make` throw.
 * @throws {@link JudgeError} `bad_option` for what is no log, for a `make` that is no function or
 *   gives no list of receipts, for attempts that are no count, and for an option that does not exist.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { appendTo, attest, generateKey, memoryLog } from 'judgement/receipt';
 *
 * const { signer } = generateKey();
 * const log = memoryLog();
 * for (const command of ['ls', 'rm -rf /']) {
 *   const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command } }) });
 *   await appendTo(log, (onto) => attest(result, { signer, ...onto }));
 * }
 * console.log((await log.read()).length); // 12
 * ```
 */
export async function appendTo<T extends Signed>(
  log: ReceiptLog,
  make: MakeReceipts<T>,
  options: AppendToOptions = {},
): Promise<readonly T[]> {
  const attempts = readAttempts(options);
  checkLog(log);
  checkMake(make);
  let head = await log.head();
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const receipts = await make(head === undefined ? {} : { parent: head });
    checkReceipts(receipts);
    const last = receipts.at(-1);
    if (last === undefined) return receipts;
    const envelopes = receipts.map(({ envelope }) => envelope);
    const appended = await log.append(envelopes, { expectedHead: head });
    // A store that wrote them, lost its own answer and tried again finds them at the head.
    if (appended.ok || appended.head === last.id) return receipts;
    head = appended.head;
  }
  throw new ReceiptError('log_busy', {
    path: 'log',
    rule: `a receipt is appended within ${attempts} attempts`,
    fix: 'write through one logWriter() for each process, or allow more attempts',
  });
}

/**
 * A writer that lets the callers of one process wait for each other, so that each signs once and
 * only other processes can be faster.
 *
 * @param log The log.
 * @param options As for {@link appendTo}.
 * @returns A writer. Its `append` is {@link appendTo}, in the order of the calls; one that fails
 *   does not stop those after it.
 * @throws {@link JudgeError} `bad_option` as {@link appendTo} does.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { attest, generateKey, logWriter, memoryLog } from 'judgement/receipt';
 *
 * const { signer } = generateKey();
 * const log = memoryLog();
 * const writer = logWriter(log);
 * const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command: 'ls' } }) });
 * const write = () => writer.append((onto) => attest(result, { signer, ...onto }));
 * await Promise.all([write(), write(), write()]);
 * console.log((await log.read()).length); // 18
 * ```
 */
export function logWriter(log: ReceiptLog, options: AppendToOptions = {}): LogWriter {
  readAttempts(options);
  checkLog(log);
  let last: Promise<unknown> = Promise.resolve();
  return Object.freeze({
    append<T extends Signed>(make: MakeReceipts<T>): Promise<readonly T[]> {
      const appended = last.then(() => appendTo(log, make, options));
      last = appended.catch(() => undefined);
      return appended;
    },
  });
}

const ATTEMPTS = 256;

function checkLog(log: unknown): void {
  const given: { readonly [name in keyof ReceiptLog]?: unknown } = Object(log);
  if (typeof given.head === 'function' && typeof given.append === 'function') return;
  throw new JudgeError('bad_option', {
    path: 'log',
    rule: 'a log has the functions head, append and read',
    fix: 'pass memoryLog(), or a log of your own; await it first if it is a promise',
  });
}

function checkMake(make: unknown): void {
  if (typeof make === 'function') return;
  throw new JudgeError('bad_option', {
    path: 'make',
    rule: 'it is a function that signs receipts onto what it is given',
    fix: 'pass (onto) => attest(result, { signer, ...onto })',
  });
}

function checkReceipts(receipts: unknown): void {
  if (Array.isArray(receipts) && receipts.every((each) => Object(each).envelope)) return;
  throw new JudgeError('bad_option', {
    path: 'make',
    rule: 'it gives a list of the receipts that it signed',
    fix: 'return what attest() gave, or [block(options)]',
  });
}

function readAttempts(options: AppendToOptions): number {
  checkOptions(options, ['attempts'], 'options');
  const { attempts = ATTEMPTS } = options;
  if (Number.isSafeInteger(attempts) && attempts > 0) return attempts;
  throw new JudgeError('bad_option', {
    path: 'options.attempts',
    rule: 'attempts are a whole number, 1 or more',
    fix: 'leave it out to try 256 times',
  });
}
