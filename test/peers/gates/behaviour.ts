/**
 * What must hold for the gate of every framework, told once. A test file describes how its
 * framework is run, in a {@link Harness}, and calls {@link holdsFor}.
 *
 * The model is scripted: it makes the calls it is told to make, all of them at once, of one tool
 * `bash` with the input `{ command }`, which takes down the command and gives `ran: <command>`.
 * The judge goes by the first word of the command: see {@link JUDGED}.
 *
 * @module
 */
import { describe, expect, it } from 'vitest';
import type { Gate, GateEffect, GateEvent, GateOptions } from '../../../src/gate/index.js';
import { createGate } from '../../../src/gate/index.js';
import type { Approver } from '../../../src/gates/shared/approvals.js';
import { bands, type Judge, JudgeError, noul } from '../../../src/index.js';
import {
  type AsyncSigner,
  generateKey,
  memoryLog,
  type OpenedReceipt,
  openReceipt,
  type PackageReport,
  type ReceiptLog,
  type UnopenedReceipt,
  verifyPackage,
} from '../../../src/receipt/index.js';

/** A call that the model makes. */
export interface ModelCall {
  readonly id: string;
  readonly command: string;
}

/** What somebody decides on a call that waits. */
export type Decision = 'approve' | 'reject';

/** A run as it stands: it ended, or it waits for somebody. */
export interface Run {
  /** The ids of the calls that wait for a person. */
  readonly waiting: readonly string[];
  /** The commands that the tool ran so far, in any order. */
  readonly ran: readonly string[];
  /**
   * What the model read as the result of a call, as text; `undefined` where it read nothing yet.
   * An object counts as its JSON.
   */
  modelSaw(id: string): string | undefined;
  /** Everything that was handed to the model or to the person who is asked, as one text. */
  readonly told: string;
  /** Lets a person decide on every call that waits, and goes on. `ran` goes on counting. */
  decide(decisions: { readonly [id: string]: Decision }): Promise<Run>;
}

/** How a framework is run with a gate in front of its tools. */
export interface Harness {
  /** What the tests are called after. */
  readonly name: string;
  /**
   * What becomes of an ask: `pauses`, for a framework that can ask a person; `falls back`, for one
   * that cannot, where the gate's `fallback` says what happens.
   */
  readonly ask: 'pauses' | 'falls back';
  /**
   * Whether a rejection can leave a signed resolution. Defaults to true. A framework that tells
   * nobody of a rejection says false, and its guide says so.
   */
  readonly signsRejections?: boolean;
  /** Whether it waits for one call at a time, the others after it. Defaults to false. */
  readonly asksOneByOne?: boolean;
  /** Whether the model never hears of the other calls of a turn in which one waits. Defaults to false. */
  readonly dropsSiblings?: boolean;
  /** Whether it tells the id of a call when it asks about it. Defaults to true. */
  readonly tellsCallIds?: boolean;
  /**
   * Starts a run in which the model makes these calls in one turn. Each run is a new conversation,
   * but all runs with one gate are one session.
   */
  start(gate: Gate, calls: readonly ModelCall[], options: StartOptions): Promise<Run>;
}

/** What a run is given beside the gate. */
export interface StartOptions {
  /** Who decides, with the key that signs. */
  readonly approver: Approver;
}

/** What the judge says of a command by its first word: the probability of harm. */
export const JUDGED: Readonly<Record<string, number>> = { ls: 0.01, rm: 0.99, maybe: 0.5 };

/** The words that a command may carry and that nobody must ever be told. */
const SECRET = 'hunter2-s3cr3t';

const QUESTIONS = { harm: noul('Does the call do harm?') };

const QUESTION_POLICY = bands({ deny: 0.8, allow: 0.2, setBy: 'policy://peers' });

/** A judge that can be told to fail. */
export type Failure = 'throws' | 'never answers' | 'is unavailable' | 'lies';

/** A gate with all that is needed to look at what it did. */
export interface Setting {
  readonly gate: Gate;
  readonly approver: Approver;
  readonly events: readonly GateEvent[];
  /** The commands that the judge was asked about. */
  readonly judged: readonly string[];
  /** The kinds of the receipts in the log, in order. */
  kinds(): Promise<readonly string[]>;
  /** All receipts verified as one package. */
  verify(): Promise<PackageReport>;
  /** All receipts, as text, for looking for what must not be there. */
  text(): Promise<string>;
}

/** Makes a gate with a scripted judge, a log and keys. */
export function setUp(options: Partial<GateOptions> = {}, failure?: Failure): Setting {
  const [machine, ada] = [generateKey(), generateKey()];
  const log: ReceiptLog = memoryLog();
  const events: GateEvent[] = [];
  const judged: string[] = [];
  const gate = createGate({
    judge: scripted(judged, failure),
    questions: QUESTIONS,
    policy: QUESTION_POLICY,
    signer: machine.signer,
    log,
    onEvent: (event) => events.push(event),
    timeoutMs: failure === 'never answers' ? 30 : 5_000,
    ...options,
  });
  const read = async () => (await log.read()).map(({ envelope }) => envelope);
  return {
    gate,
    approver: { by: 'human://ada', signer: ada.signer },
    events,
    judged,
    kinds: async () => (await read()).map((envelope) => kindOf(openReceipt(envelope))),
    verify: async () => verifyPackage(await read(), { keys: [machine.publicKey, ada.publicKey] }),
    text: async () =>
      (await read()).map(({ payload }) => Buffer.from(payload, 'base64url').toString()).join('\n'),
  };
}

/** Asserts all of it for one framework. */
export function holdsFor(harness: Harness): void {
  const pauses = harness.ask === 'pauses';
  const run = (setting: Setting, ...calls: readonly ModelCall[]): Promise<Run> =>
    harness.start(setting.gate, calls, { approver: setting.approver });

  describe(`a gate in ${harness.name}`, () => {
    it('lets an allowed call run once, and signs its judgement', async () => {
      const setting = setUp();
      const after = await run(setting, { id: 'c1', command: 'ls' });
      expect(after.ran).toEqual(['ls']);
      expect(after.waiting).toEqual([]);
      expect(after.modelSaw('c1')).toContain('ran: ls');
      expect(await setting.kinds()).toEqual(['judgement.v1']);
      await expectOnePackage(setting);
    });

    it('keeps a denied call from running, and tells the model why', async () => {
      const setting = setUp();
      const after = await run(setting, { id: 'c1', command: 'rm all' });
      expect(after.ran).toEqual([]);
      expect(after.waiting).toEqual([]);
      expect(after.modelSaw('c1')).toContain(
        'This call was not run (harm: noul 0.99 against a bar of 0.8)',
      );
      expect(await setting.kinds()).toEqual(['judgement.v1', 'blocked.v1']);
      expect(typesOf(setting)).toEqual(['judged', 'denied']);
      await expectOnePackage(setting);
    });

    it('judges calls side by side, each once, into one chain', async () => {
      const setting = setUp();
      const commands = ['ls', 'rm all', 'ls -l', 'rm one', 'ls -a'];
      const calls = commands.map((command, index) => ({ id: `c${index}`, command }));
      const after = await run(setting, ...calls);
      expect([...after.ran].sort()).toEqual(['ls', 'ls -a', 'ls -l']);
      expect([...setting.judged].sort()).toEqual([...commands].sort());
      for (const { id, command } of calls) {
        const said = command.startsWith('rm') ? 'This call was not run' : `ran: ${command}`;
        expect(after.modelSaw(id)).toContain(said);
      }
      const kinds = await setting.kinds();
      expect(kinds.filter((kind) => kind === 'judgement.v1')).toHaveLength(5);
      expect(kinds.filter((kind) => kind === 'blocked.v1')).toHaveLength(2);
      await expectOnePackage(setting);
    });

    it('judges anew where a call id comes again with another input', async () => {
      const setting = setUp();
      const first = await run(setting, { id: 'c1', command: 'ls' });
      const second = await run(setting, { id: 'c1', command: 'rm all' });
      expect(first.ran).toEqual(['ls']);
      expect(second.ran).not.toContain('rm all');
      expect(second.modelSaw('c1')).toContain('This call was not run');
      expect(setting.judged).toEqual(['ls', 'rm all']);
      await expectOnePackage(setting);
    });

    it('tells nothing of the input to the model, in events or in receipts', async () => {
      const setting = setUp();
      const after = await run(
        setting,
        { id: 'c1', command: `rm ${SECRET}` },
        { id: 'c2', command: `maybe ${SECRET}` },
      );
      expect(after.modelSaw('c1') ?? '').not.toContain(SECRET);
      const done = pauses ? await after.decide({ c2: 'reject' }) : after;
      if (harness.dropsSiblings === true && pauses) expect(done.modelSaw('c1')).toBeUndefined();
      else expect(done.modelSaw('c1')).toContain('This call was not run');
      expect(done.modelSaw('c2')).toBeDefined();
      expect(`${done.modelSaw('c1')} ${done.modelSaw('c2')}`).not.toContain(SECRET);
      expect(JSON.stringify(setting.events)).not.toContain(SECRET);
      expect(await setting.text()).not.toContain(SECRET);
    });

    it('says of an unmeasured call nothing that the judge threw', async () => {
      const setting = setUp({ onUnavailable: 'deny' }, 'throws');
      const after = await run(setting, { id: 'c1', command: 'ls' });
      expect(after.modelSaw('c1')).toContain('This call was not run');
      expect(`${after.told} ${JSON.stringify(setting.events)}`).not.toContain(SECRET);
    });

    it.each(FAILURES)(
      'runs a call where the judge %s and onUnavailable is allow',
      async (failure) => {
        const setting = setUp({ onUnavailable: 'allow' }, failure);
        const after = await run(setting, { id: 'c1', command: 'ls' });
        expect(after.ran).toEqual(['ls']);
        expect(typesOf(setting)).toEqual(['unjudged']);
        expect(await setting.kinds()).toEqual(['unjudged.v1']);
      },
    );

    it.each(FAILURES)(
      'runs no call where the judge %s and onUnavailable is deny',
      async (failure) => {
        const setting = setUp({ onUnavailable: 'deny' }, failure);
        const after = await run(setting, { id: 'c1', command: 'ls' });
        expect(after.ran).toEqual([]);
        expect(after.modelSaw('c1')).toContain('This call was not run');
        expect(typesOf(setting)).toEqual(['unjudged', 'denied']);
      },
    );

    it.each(FAILURES)('asks where the judge %s and onUnavailable is ask', async (failure) => {
      const setting = setUp({ onUnavailable: 'ask' }, failure);
      const after = await run(setting, { id: 'c1', command: 'ls' });
      expect(after.ran).toEqual([]);
      if (!pauses) {
        expect(after.modelSaw('c1')).toContain('This call was not run');
        return;
      }
      expect(after.waiting).toEqual(['c1']);
      const done = await after.decide({ c1: 'approve' });
      expect(done.ran).toEqual(['ls']);
      expect(typesOf(setting)).toEqual(['unjudged', 'asked', 'resolved']);
    });

    it('runs nothing where the gate itself throws, and hands on nothing that it threw', async () => {
      const { gate, approver } = setUp();
      const check = async () => Promise.reject(new Error(SECRET));
      const broken: Gate = { ...gate, check };
      const after = await harness.start(broken, [{ id: 'c1', command: 'ls' }], { approver });
      expect(after.ran).toEqual([]);
      expect(after.modelSaw('c1')).toContain('This call was not run: the gate failed');
      expect(after.told).not.toContain(SECRET);
    });

    it('goes on where whoever listens to events throws', async () => {
      const setting = setUp({
        onEvent: () => {
          throw new Error(SECRET);
        },
      });
      const after = await run(
        setting,
        { id: 'c1', command: 'ls' },
        { id: 'c2', command: 'rm all' },
      );
      expect(after.ran).toEqual(['ls']);
      expect(after.modelSaw('c2')).toContain('This call was not run');
    });

    it('runs nothing that cannot be recorded', async () => {
      const setting = setUp({ signer: brokenSigner() });
      const after = await run(setting, { id: 'c1', command: 'ls' });
      expect(after.ran).toEqual([]);
      expect(after.modelSaw('c1')).toContain('This call was not run');
      expect(after.told).not.toContain(SECRET);
    });

    it('lets everything run in shadow mode, and says what it would have done', async () => {
      const setting = setUp({ shadow: true });
      const after = await run(
        setting,
        { id: 'c1', command: 'rm all' },
        { id: 'c2', command: 'maybe' },
      );
      expect([...after.ran].sort()).toEqual(['maybe', 'rm all']);
      const would = setting.events.filter(({ type }) => type === 'shadow');
      expect(would.map(({ wouldBe }) => wouldBe).sort()).toEqual(['ask', 'deny']);
      await expectOnePackage(setting);
    });

    if (pauses) pausesFor(harness, run);
    else fallsBackFor(run);
  });
}

type Start = (setting: Setting, ...calls: readonly ModelCall[]) => Promise<Run>;

/** What holds where a person can be asked. */
function pausesFor(harness: Harness, run: Start): void {
  const { signsRejections = true, asksOneByOne = false, tellsCallIds = true } = harness;
  const c1 = tellsCallIds ? 'c1 ' : '';
  /** What the receipts say where a rejection is told to nobody. */
  const unsigned = signsRejections ? [] : ['escalation_open'];

  it('waits where a person is to decide, and runs nothing meanwhile', async () => {
    const setting = setUp();
    const after = await run(setting, { id: 'c1', command: 'maybe' });
    expect(after.waiting).toEqual(['c1']);
    expect(after.ran).toEqual([]);
    expect(await setting.kinds()).toEqual(['judgement.v1']);
    expect(typesOf(setting)).toEqual(['judged', 'asked']);
  });

  it('runs an approved call once, and leaves one signed resolution', async () => {
    const setting = setUp();
    const paused = await run(setting, { id: 'c1', command: 'maybe' });
    const done = await paused.decide({ c1: 'approve' });
    expect(done.ran).toEqual(['maybe']);
    expect(done.waiting).toEqual([]);
    expect(done.modelSaw('c1')).toContain('ran: maybe');
    expect(await setting.kinds()).toEqual(['judgement.v1', 'judgement.resolution.v1']);
    expect(setting.judged).toEqual(['maybe']);
    expect(resolved(setting, tellsCallIds)).toEqual([`${c1}allow human://ada`]);
    await expectOnePackage(setting);
  });

  it(`never runs a rejected call${signsRejections ? ', and leaves one signed resolution' : ''}`, async () => {
    const setting = setUp();
    const paused = await run(setting, { id: 'c1', command: 'maybe' });
    const done = await paused.decide({ c1: 'reject' });
    expect(done.ran).toEqual([]);
    expect(done.waiting).toEqual([]);
    expect(done.modelSaw('c1')).toBeDefined();
    expect(done.modelSaw('c1')).not.toContain('ran:');
    if (signsRejections) {
      expect(await setting.kinds()).toEqual(['judgement.v1', 'judgement.resolution.v1']);
      expect(resolved(setting, tellsCallIds)).toEqual([`${c1}deny human://ada`]);
    }
    await expectOnePackage(setting, unsigned);
  });

  it('runs what is allowed beside what waits, once, and each as it was decided', async () => {
    const setting = setUp();
    const paused = await run(
      setting,
      { id: 'c1', command: 'ls' },
      { id: 'c2', command: 'maybe one' },
      { id: 'c3', command: 'rm all' },
      { id: 'c4', command: 'maybe two' },
    );
    expect([...paused.waiting].sort()).toEqual(asksOneByOne ? ['c2'] : ['c2', 'c4']);
    const done = await paused.decide({ c2: 'approve', c4: 'reject' });
    expect([...done.ran].sort()).toEqual(['ls', 'maybe one']);
    if (harness.dropsSiblings === true) expect(done.modelSaw('c3')).toBeUndefined();
    else expect(done.modelSaw('c3')).toContain('This call was not run');
    expect([...setting.judged].sort()).toEqual(['ls', 'maybe one', 'maybe two', 'rm all']);
    const kinds = await setting.kinds();
    const answers = kinds.filter((kind) => kind === 'judgement.resolution.v1');
    expect(answers).toHaveLength(signsRejections ? 2 : 1);
    await expectOnePackage(setting, unsigned);
  });

  it('takes an approval for no other input under the same id', async () => {
    const setting = setUp();
    const paused = await run(setting, { id: 'c1', command: 'maybe one' });
    await paused.decide({ c1: 'approve' });
    const again = await run(setting, { id: 'c1', command: 'maybe two' });
    expect(again.waiting).toEqual(['c1']);
    expect(again.ran).not.toContain('maybe two');
    expect(setting.judged).toEqual(['maybe one', 'maybe two']);
  });

  it('runs no approved call whose approval cannot be signed', async () => {
    const setting = setUp();
    const approver: Approver = { by: 'human://ada', signer: brokenSigner() };
    const mute: Setting = { ...setting, approver };
    const paused = await run(mute, { id: 'c1', command: 'maybe' });
    const done = await paused.decide({ c1: 'approve' });
    expect(done.ran).toEqual([]);
    expect(done.modelSaw('c1')).toContain('This call was not run');
    expect(done.told).not.toContain(SECRET);
  });
}

/** What holds where nobody can be asked. */
function fallsBackFor(run: Start): void {
  it('denies what a person should decide, and says so', async () => {
    const setting = setUp();
    const after = await run(setting, { id: 'c1', command: 'maybe' });
    expect(after.ran).toEqual([]);
    expect(after.modelSaw('c1')).toContain('This call was not run');
    expect(fallbacks(setting)).toEqual(['deny for ask']);
    // The receipts say it: the judge would have had somebody decide, and nobody did.
    await expectOnePackage(setting, ['escalation_open']);
  });

  it('runs it where the gate was told that this takes the place of asking', async () => {
    const setting = setUp({ fallback: { ask: 'allow' } });
    const after = await run(setting, { id: 'c1', command: 'maybe' });
    expect(after.ran).toEqual(['maybe']);
    expect(fallbacks(setting)).toEqual(['allow for ask']);
    await expectOnePackage(setting, ['escalation_open']);
  });
}

const FAILURES: readonly Failure[] = ['throws', 'never answers', 'is unavailable', 'lies'];

function scripted(judged: string[], failure: Failure | undefined): Judge {
  return {
    info: { model: 'scripted', provider: 'peers' },
    async ask({ state }, { signal }) {
      const { command } = inputOf(state);
      judged.push(command);
      if (failure === 'throws') throw new Error(SECRET);
      if (failure === 'is unavailable') {
        throw new JudgeError('judge_unavailable', { path: 'judge', rule: SECRET, fix: SECRET });
      }
      if (failure === 'never answers') {
        return new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('aborted')));
        });
      }
      const [word = ''] = command.split(' ');
      return { answers: { harm: { noul: failure === 'lies' ? 7 : (JUDGED[word] ?? 1) } } };
    },
  };
}

function inputOf(state: unknown): { readonly command: string } {
  const { input }: { readonly input?: unknown } = Object(state);
  const { command }: { readonly command?: unknown } = Object(input);
  return { command: String(command) };
}

function brokenSigner(): AsyncSigner {
  const { keyId } = generateKey();
  return { keyId, sign: async () => Promise.reject(new Error(SECRET)) };
}

/** Every receipt is trusted, and no other row finds anything: no fork, no gap, no broken bar. */
async function expectOnePackage(setting: Setting, but: readonly string[] = []): Promise<void> {
  const report = await setting.verify();
  const rows = report.rows.filter(({ status }) => status !== 'pass');
  expect(rows.map(({ code }) => code)).toEqual(expect.arrayContaining([...but]));
  const found = rows.filter(({ code }) => !but.includes(code));
  expect(found.map(({ code, sentence }) => `${code}: ${sentence}`)).toEqual([]);
  expect(report.trusted).toBe(report.receipts);
}

function kindOf(receipt: OpenedReceipt | UnopenedReceipt): string {
  return receipt.ok ? (receipt.statement?.kind ?? receipt.payloadType) : receipt.code;
}

function typesOf({ events }: Setting): readonly string[] {
  return events.map(({ type }) => type);
}

function resolved({ events }: Setting, tellsCallIds: boolean): readonly string[] {
  return events
    .filter(({ type }) => type === 'resolved')
    .map(({ callId, decision, by }) => `${tellsCallIds ? `${callId} ` : ''}${decision} ${by}`);
}

function fallbacks({ events }: Setting): readonly string[] {
  const told = (effect: GateEffect | undefined) => effect ?? 'none';
  return events
    .filter(({ type }) => type === 'judged')
    .map(({ effect, fallbackFrom }) => `${effect} for ${told(fallbackFrom)}`);
}
