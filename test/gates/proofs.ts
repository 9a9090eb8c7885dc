/**
 * The tests behind each cell of the tables in the guide to gates.
 *
 * @module
 */

/** The columns after the name, in their order. */
export const COLUMNS = ['Hook', 'Deny', 'Ask', 'Rewrite', 'Not covered', 'Gate fails'] as const;

/** A file under `test/`, and the name of a test in it, as it is written there. */
export type Proof = readonly [file: string, name: string];

const GATE = 'gate/gate.test.ts';
const HOOKS = 'gates/hooks.test.ts';
const SENT: Proof = [HOOKS, '%s, %s: is read as a call'];
const ANSWERED: Proof = [HOOKS, '%s, %s: %s is %j'];
const THROWN: Proof = [HOOKS, 'opencode: ask and deny are an error to throw'];
const FOREIGN: Proof = [HOOKS, '%s: %s is a fault, and its answer is a deny'];
const FAILS: Proof = [HOOKS, '%s: refuses where the gate itself fails'];

/** The proofs of each row, cell by cell; the first cell names the row. */
export const PROOFS: { readonly [name: string]: readonly (readonly Proof[])[] } = {
  guard: [
    [[GATE, 'runs once when it may, with what was judged']],
    [[GATE, 'does not run when it may not, or when nobody can be asked']],
    [[GATE, 'runs when a person allows it, and not when they decline it']],
    [[GATE, 'does not run with an input that changed while somebody thought about it']],
    [[GATE, 'runs once when it may, with what was judged']],
    [
      [GATE, '%s, onUnavailable %s: does so, with an event and a receipt'],
      [GATE, 'is refused and never an allow: %s'],
    ],
  ],
  ...Object.fromEntries(
    ['claude-code', 'codex', 'gemini', 'cursor', 'copilot', 'opencode'].map((harness) => {
      const answered = harness === 'opencode' ? THROWN : ANSWERED;
      return [harness, [[SENT], [answered], [answered], [ANSWERED], [FOREIGN], [FAILS]]] as const;
    }),
  ),
};
