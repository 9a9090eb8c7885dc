/**
 * A log of receipts that many writers share: one chain, which grows at its head alone.
 *
 * @module
 */
import { base64url } from '../bytes.js';
import { JudgeError, ReceiptError } from '../errors.js';
import { checkOptions } from '../members.js';
import { type ArtifactId, type Envelope, isArtifactId } from './envelope.js';
import { type ParsedEnvelope, parseEnvelope } from './envelope-reader.js';
import { readContents } from './statement.js';

/** The end of a log: the id of its last receipt, and nothing while it is empty. */
export type LogHead = ArtifactId | undefined;

/** A receipt of a log. */
export interface LogEntry {
  readonly id: ArtifactId;
  readonly envelope: Envelope;
}

/** What came of an append: the new head, or the head that somebody else moved the log to. */
export type Appended =
  | { readonly ok: true; readonly head: LogHead }
  | { readonly ok: false; readonly head: LogHead };

/** What {@link ReceiptLog.append} compares. */
export interface AppendOptions {
  /** The head that the first receipt is linked onto; `undefined` for an empty log. */
  readonly expectedHead: LogHead;
}

/** What {@link ReceiptLog.read} reads. */
export interface ReadOptions {
  /** The id of the receipt after which to begin. Defaults to the beginning. */
  readonly after?: ArtifactId | undefined;
  /** How many receipts to read. Defaults to 1,000. */
  readonly limit?: number | undefined;
}

/**
 * A log of receipts, wherever it is kept.
 *
 * A store in a database is these three functions: `append` checks its receipts with
 * {@link checkLinks}, then writes them and moves the head in one transaction, and only where the
 * head still is `expectedHead`. So no two receipts follow the same one, whoever writes.
 */
export interface ReceiptLog {
  /** The id of the last receipt. */
  head(): Promise<LogHead>;
  /** Appends all of the receipts if the head is still the expected one, and else none. */
  append(envelopes: readonly Envelope[], options: AppendOptions): Promise<Appended>;
  /** Reads receipts in order; an empty list at the end. */
  read(options?: ReadOptions): Promise<readonly LogEntry[]>;
}

/**
 * Checks that receipts can be appended to a log: each can be opened, the first is linked onto the
 * head, and each of the others onto the one before it.
 *
 * The first receipt of an empty log may be linked onto anything, such as the action that it is
 * about. Signatures are not checked: a log keeps what it is given, and its readers verify it.
 *
 * @param envelopes The receipts in order.
 * @param head The head that they go onto; `undefined` for an empty log.
 * @returns Frozen copies with their ids; the last of them is the new head.
 * @throws {@link ReceiptError} `broken_chain` for a receipt that is not linked onto the one before
 *   it, and the codes of {@link openReceipt} for what is no receipt.
 * @throws {@link JudgeError} as {@link openReceipt} says, for faults of its JSON.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { attest, checkLinks, generateKey } from 'judgement/receipt';
 *
 * const { signer } = generateKey();
 * const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command: 'ls' } }) });
 * const receipts = attest(result, { signer });
 * const entries = checkLinks(receipts.map(({ envelope }) => envelope), undefined);
 * console.log(entries.at(-1)?.id === receipts.at(-1)?.id); // true
 * ```
 */
export function checkLinks(envelopes: readonly unknown[], head: LogHead): readonly LogEntry[] {
  if (!Array.isArray(envelopes)) {
    const fix = 'pass the envelopes in order, oldest first';
    throw new JudgeError('bad_option', { path: 'envelopes', rule: 'they are a list', fix });
  }
  let parent = head;
  const entries = envelopes.map((envelope: unknown, index) => {
    const parsed = parseEnvelope(envelope);
    const { parentId } = readContents(parsed.payloadType, parsed.payload);
    if (parent !== undefined && parentId !== parent) refuseLink(index);
    parent = parsed.id;
    return Object.freeze({ id: parsed.id, envelope: writeEnvelope(parsed) });
  });
  return Object.freeze(entries);
}

/**
 * A log in memory, for one process: for tests, and for programs that hand their receipts on.
 *
 * @param options `from`: the id of a receipt kept elsewhere that the log goes on from. None by
 *   default.
 * @returns The log. Its `append` throws as {@link checkLinks} does; its `read` throws
 *   {@link ReceiptError} `bad_id` for an `after` that is not in it. Both throw {@link JudgeError}
 *   `bad_option` for options that are none and for one that does not exist.
 * @throws {@link ReceiptError} `bad_id` for a `from` that is no artifact id.
 * @throws {@link JudgeError} `bad_option` for an option that does not exist.
 *
 * @example
 * ```ts
 * import { judgeSync, toolCall } from 'judgement';
 * import { appendTo, attest, generateKey, memoryLog } from 'judgement/receipt';
 *
 * const { signer } = generateKey();
 * const log = memoryLog();
 * const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command: 'ls' } }) });
 * await appendTo(log, (onto) => attest(result, { signer, ...onto }));
 * console.log((await log.read()).length); // 6
 * ```
 */
export function memoryLog(options: { readonly from?: ArtifactId | undefined } = {}): ReceiptLog {
  checkOptions(options, ['from'], 'options');
  const { from } = options;
  if (from !== undefined && !isArtifactId(from)) refuseId('options.from');
  const entries: LogEntry[] = [];
  const places = new Map<string, number>();
  let head: LogHead = from;
  return Object.freeze({
    head: async (): Promise<LogHead> => head,
    // Between the comparison and the last write nothing is awaited, so nobody comes in between.
    async append(envelopes: readonly Envelope[], append: AppendOptions): Promise<Appended> {
      checkOptions(append, ['expectedHead'], 'options');
      if (append.expectedHead !== head) return { ok: false, head };
      for (const entry of checkLinks(envelopes, head)) {
        places.set(entry.id, entries.length);
        entries.push(entry);
        head = entry.id;
      }
      return { ok: true, head };
    },
    async read(options: ReadOptions = {}): Promise<readonly LogEntry[]> {
      checkOptions(options, ['after', 'limit'], 'options');
      const { after, limit = PAGE } = options;
      checkLimit(limit);
      const place = after === undefined || after === from ? -1 : places.get(after);
      if (place === undefined) return refuseId('options.after');
      return Object.freeze(entries.slice(place + 1, place + 1 + limit));
    },
  });
}

const PAGE = 1_000;

/** What was read, written again: each of its parts has one spelling, so it is the same text. */
function writeEnvelope({ payload, payloadType, signatures }: ParsedEnvelope): Envelope {
  const sealed = signatures.map(({ keyId, signature }) =>
    Object.freeze({ keyid: keyId, sig: base64url(signature) }),
  );
  return Object.freeze({
    payload: base64url(payload),
    payloadType,
    signatures: Object.freeze(sealed),
  });
}

function refuseLink(index: number): never {
  throw new ReceiptError('broken_chain', {
    path: `envelopes[${index}].parentId`,
    rule: 'a receipt names the one before it, and the first the head of the log',
    fix: 'sign with the head as parent, and append in order',
  });
}

function refuseId(path: string): never {
  throw new ReceiptError('bad_id', {
    path,
    rule: 'a place in a log is the id of one of its receipts',
    fix: 'pass the id of a receipt that was appended, or leave it out',
  });
}

function checkLimit(limit: unknown): void {
  if (typeof limit === 'number' && Number.isSafeInteger(limit) && limit > 0) return;
  throw new JudgeError('bad_option', {
    path: 'options.limit',
    rule: 'a limit is a whole number, 1 or more',
    fix: 'leave it out to read 1,000 receipts',
  });
}
