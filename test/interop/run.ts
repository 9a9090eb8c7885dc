/**
 * Checks receipts against implementations of others, and says how many checks hold.
 *
 * @module
 */
import { checkStates, checkTexts, checkVectors } from './check-digests.js';
import { checkDifferences, checkEnvelopes, checkPortable, checkTwins } from './check-envelopes.js';
import { checkBars, checkPackages } from './check-packages.js';
import { checkPayloads } from './check-payloads.js';
import { checkSignatures } from './check-signatures.js';
import { checkDecisions, checkJudged, checkSigned } from './check-theirs.js';
import { type Language, type Program, prepare } from './programs.js';
import { makeTally, type Tally } from './tally.js';

type Check = (tally: Tally, program: Program) => void | Promise<void>;

const CHECKS: Readonly<Record<Language, readonly Check[]>> = {
  rust: [
    checkEnvelopes,
    (tally, program) => checkTwins(tally, program, false),
    checkDifferences,
    checkPayloads,
    checkVectors,
    checkTexts,
    checkStates,
    checkSignatures,
    checkSigned,
    checkJudged,
    checkDecisions,
    checkPackages,
    checkBars,
  ],
  python: [checkPortable, (tally, program) => checkTwins(tally, program, true)],
  go: [checkPortable, (tally, program) => checkTwins(tally, program, true)],
};

/** The most failures that are shown for one language. */
const MOST_SHOWN = 20;

for (const language of ['rust', 'python', 'go'] as const) {
  if (!(await check(language))) process.exitCode = 1;
}

/** Runs the checks of one language. A toolchain that is missing fails: nothing is passed over. */
async function check(language: Language): Promise<boolean> {
  const tally = makeTally();
  const started = performance.now();
  try {
    const program = prepare(language);
    for (const run of CHECKS[language]) await run(tally, program);
  } catch (error) {
    console.log(`${language}: not checked to the end: ${String(error)}`);
    console.log(`${language}: ${tally.passed} passed, ${tally.failures.length} failed, incomplete`);
    return false;
  }
  for (const failure of tally.failures.slice(0, MOST_SHOWN)) console.log(`${language}: ${failure}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { passed, failures } = tally;
  console.log(`${language}: ${passed} passed, ${failures.length} failed (${seconds} s)`);
  return failures.length === 0;
}
