/**
 * What verifying a package of 10,000 receipts costs, in time and in memory.
 *
 * Fails below the floors. Costs are processor time, as ratios within one process.
 *
 * @module
 */
import { createPublicKey, verify } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ed25519 } from '@noble/curves/ed25519.js';
import { judgeSync, toolCall } from 'judgement';
import {
  attest,
  type Envelope,
  generateKey,
  openReceipt,
  publicKeySet,
  verifyPackage,
  verifyReceipt,
} from 'judgement/receipt';

/**
 * How many times faster than a loop over @noble/curves at least; how much more time a package of ten
 * times the size may take at most, and how much more memory one of twice the size; and what the
 * work besides the signature may take of native verification, alone and with the rows of a package,
 * whose goal is 0.4 as well: it measures 0.38 to 0.40, which leaves no room for a busy machine.
 */
const FLOOR = { speed: 2.8, growth: 13, memory: 2.6, besides: 0.4, rows: 0.48 };

const SMALL = 1_000;
const LARGE = 10_000;
/** As many as a loop over @noble/curves is timed for: each takes as long as the others. */
const SAMPLE = 200;
/** How often the work besides the signature is measured. */
const ROUNDS = 30;

const { signer, publicKey } = generateKey();
const rawKey = Buffer.from(publicKey.slice('ed25519:'.length), 'base64url');
const collect = findCollector();
const envelopes = makeChain(LARGE);
const small = envelopes.slice(0, SMALL);
const sample = envelopes.slice(0, SAMPLE).map(open);

reportSpeed();
reportGrowth();
reportRest();

function reportSpeed(): void {
  const keys = publicKeySet([publicKey]);
  // In turn, so that a busy machine hits both alike.
  const rounds = [1, 2, 3].map(() => [
    costOf(() => sample.every(isGoodByNoble), 1) / SAMPLE,
    costOf(() => verifyPackage(envelopes, { keys }), 1) / LARGE,
  ]);
  const noble = Math.min(...rounds.map(([cost = 0]) => cost));
  const ours = Math.min(...rounds.map(([, cost = 0]) => cost));
  console.log(`a package of ${LARGE} receipts, by speed`);
  atLeast('verifyPackage : a loop over @noble/curves', noble / ours, FLOOR.speed);
  print('microseconds a receipt', ours);
}

function reportGrowth(): void {
  // Without the arithmetic of signatures, which is the same for each, so that the rest shows.
  const keys = publicKeySet([{ publicKey, verify: () => true }]);
  const verifySmall = (): unknown => verifyPackage(small, { keys });
  const verifyLarge = (): unknown => verifyPackage(envelopes, { keys });
  console.log(`${LARGE} receipts and ${SMALL}, signatures aside`);
  atMost('time', costOf(verifyLarge) / costOf(verifySmall), FLOOR.growth);
  // Against half of it: what a thousand hold on to is lost among what the engine itself does.
  const half = envelopes.slice(0, LARGE / 2);
  const held = memoryOf(verifyLarge);
  atMost(
    'memory : that of half',
    held / memoryOf(() => verifyPackage(half, { keys })),
    FLOOR.memory,
  );
  print('kilobytes a receipt', held / LARGE / 1_024);
}

function reportRest(): void {
  const keys = publicKeySet([{ publicKey, verify: () => true }]);
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), rawKey]);
  const native = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const isGood = ({ bytes, signature }: Signed): boolean => verify(null, bytes, native, signature);
  const works: readonly (readonly [string, () => unknown])[] = [
    ['openReceipt', () => small.map((envelope) => openReceipt(envelope))],
    ['verifyReceipt', () => small.map((envelope) => verifyReceipt(envelope, { keys }))],
    ['verifyPackage', () => verifyPackage(small, { keys })],
  ];
  // In turn, so that a busy machine hits all alike; and the best of each, as the engine has to see
  // first what it has to do, and what disturbs a round only ever makes it slower.
  const rounds = Array.from({ length: ROUNDS }, () => [
    costOf(() => sample.every(isGood), 1) / SAMPLE,
    ...works.map(([, run]) => costOf(run, 1) / SMALL),
  ]);
  const best = (place: number): number => Math.min(...rounds.map((round) => round[place] ?? 0));
  console.log('work besides the signature, by native verification');
  works.forEach(([name], index) => {
    const most = name === 'verifyPackage' ? FLOOR.rows : FLOOR.besides;
    atMost(`${name} : node:crypto`, best(index + 1) / best(0), most);
  });
}

/**
 * The processor time of one run in microseconds, the best of several: on a busy machine a run waits
 * for others, which is no cost of its own.
 */
function costOf(run: () => unknown, rounds = 5): number {
  const costs = Array.from({ length: rounds }, () => {
    const start = process.cpuUsage();
    if (run() === undefined) throw new Error('nothing was run');
    const { user, system } = process.cpuUsage(start);
    return user + system;
  });
  return Math.min(...costs);
}

/** Six receipts a call, each linked onto the one before. */
function makeChain(length: number): readonly Envelope[] {
  const chain: Envelope[] = [];
  for (let parent: { parent?: string } = {}; chain.length < length; ) {
    const state = toolCall({ tool: 'Bash', input: { command: `ls ${chain.length}` } });
    const receipts = attest(judgeSync({ state }), { signer, ...parent });
    chain.push(...receipts.map(({ envelope }) => envelope));
    const last = receipts.at(-1);
    parent = last === undefined ? {} : { parent: last.id };
  }
  return chain.slice(0, length);
}

interface Signed {
  readonly bytes: Uint8Array;
  readonly signature: Uint8Array;
}

function open(envelope: Envelope): Signed {
  const opened = openReceipt(envelope);
  const signature = opened.ok ? opened.signatures[0]?.signature : undefined;
  if (!opened.ok || signature === undefined) throw new Error('a receipt cannot be opened');
  return { bytes: opened.signedBytes, signature };
}

function isGoodByNoble({ bytes, signature }: Signed): boolean {
  return ed25519.verify(signature, bytes, rawKey, { zip215: false });
}

/** What a result holds on to, in bytes. */
function memoryOf(run: () => unknown): number {
  run();
  const before = heapSize();
  const kept = run();
  const held = heapSize() - before;
  if (kept === undefined) throw new Error('nothing was kept');
  return held;
}

function heapSize(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** The collector of this process, which is there when it is asked for. */
function findCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('gc');
  if (typeof found !== 'function') throw new Error('this host has no collector to call');
  return () => {
    Reflect.apply(found, undefined, []);
    Reflect.apply(found, undefined, []);
  };
}

function print(name: string, value: number): void {
  console.log(`  ${name.padEnd(44)}${value.toFixed(2).padStart(9)}`);
}

function atLeast(name: string, value: number, least: number): void {
  floor(name, value, value >= least, `at least ${least}`);
}

function atMost(name: string, value: number, most: number): void {
  floor(name, value, value <= most, `at most ${most}`);
}

function floor(name: string, value: number, isKept: boolean, bound: string): void {
  const mark = isKept ? '✓' : '✗';
  console.log(`  ${name.padEnd(44)}${value.toFixed(2).padStart(9)}  ${mark} ${bound}`);
  if (!isKept) process.exitCode = 1;
}
