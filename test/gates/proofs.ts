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

const SUITE = 'peers/gates/behaviour.ts';
const AI = 'gates/ai.test.ts';
const HISTORY = 'peers/gates/ai-history.test.ts';
const TOOLS = 'peers/gates/ai-tools.test.ts';
const AGENTS = 'peers/gates/openai-agents-calls.test.ts';
const REVIEW = 'peers/gates/langchain-review.test.ts';
const RUNS: Proof = [SUITE, 'lets an allowed call run once, and signs its judgement'];
const DENIES: Proof = [SUITE, 'keeps a denied call from running, and tells the model why'];
const ASKS: Proof = [SUITE, 'waits where a person is to decide, and runs nothing meanwhile'];
const APPROVED: Proof = [SUITE, 'runs an approved call once, and leaves one signed resolution'];
const FALLS_BACK: Proof = [SUITE, 'denies what a person should decide, and says so'];
const CLAUDE = 'peers/gates/claude-agent.test.ts';
const MCP = 'peers/gates/mcp.test.ts';
const MASTRA = 'peers/gates/mastra.test.ts';
const ADK = 'peers/gates/adk.test.ts';
/** What every framework of the suite does where the gate or its judge fails. */
const FAULTS: readonly Proof[] = [
  [SUITE, 'runs nothing where the gate itself throws, and hands on nothing that it threw'],
  [SUITE, 'runs a call where the judge %s and onUnavailable is allow'],
  [SUITE, 'runs no call where the judge %s and onUnavailable is deny'],
  [SUITE, 'asks where the judge %s and onUnavailable is ask'],
];

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
  'gateApproval()': [
    [RUNS],
    [DENIES, [AI, 'takes the stronger of %s and of what it says of %s']],
    [ASKS, APPROVED, [HISTORY, 'runs nothing whose input was changed after it was approved']],
    [[HISTORY, 'judges and runs what experimental_refineToolInput made of an input']],
    [
      [HISTORY, 'is not asked about what a provider runs itself'],
      [HISTORY, 'takes an approval without recordApprovals(), and signs it once'],
    ],
    FAULTS,
  ],
  'gateTools()': [
    [RUNS],
    [
      DENIES,
      [TOOLS, 'is a denial in AI SDK %s'],
      [AI, 'tells a model of AI SDK 5 a denial as an error, and all else as it was'],
      [AI, 'tells a model of AI SDK 4 a denial in the parts of a tool that has parts'],
    ],
    [ASKS, APPROVED, FALLS_BACK],
    [RUNS],
    [[HISTORY, 'leaves a tool without execute as it is']],
    FAULTS,
  ],
  'gateAgentTools()': [
    [RUNS],
    [DENIES, [AGENTS, 'keeps the receipts of a denial where the SDK keeps what guardrails say']],
    [ASKS, APPROVED],
    [[AGENTS, 'judges anew what another guardrail made of a call']],
    [[AGENTS, 'leaves tools of other types as they are']],
    FAULTS,
  ],
  'gateMiddleware()': [
    [RUNS],
    [
      DENIES,
      [REVIEW, 'refuses with an error message that names its receipts, also after a checkpoint'],
    ],
    [ASKS, APPROVED, [REVIEW, 'shows a person the call as it is, in the form of LangChain itself']],
    [[REVIEW, 'judges what a person made of a call before it runs: %s']],
    [[REVIEW, 'judges what a middleware before it made of a call, and not what one after it did']],
    FAULTS,
  ],
  'claudeGate()': [
    [
      RUNS,
      [CLAUDE, 'does not decide where it has nothing against the call, unless it is to say so'],
    ],
    [DENIES],
    [ASKS, APPROVED, FALLS_BACK],
    [[CLAUDE, 'judges anew what a person changed, and takes the approval for nothing else']],
    [[CLAUDE, "leaves the prompts of the host's own rules to the host"]],
    FAULTS,
  ],
  'gateTransport()': [
    [RUNS],
    [DENIES, [MCP, 'names the receipts of a refusal beside it']],
    [ASKS, APPROVED, FALLS_BACK],
    [RUNS],
    [[MCP, 'goes into no transport that is connected, and into nothing else']],
    [...FAULTS, [MCP, 'runs no call that was cancelled while it was judged']],
  ],
  'gateToolCallback()': [
    [RUNS],
    [DENIES],
    [
      ASKS,
      APPROVED,
      [MCP, 'takes an approval once, in the era of 2026'],
      [MCP, 'takes an approval for nothing that it did not ask about, in the era of 2026'],
    ],
    [RUNS],
    [RUNS],
    FAULTS,
  ],
  'mastraGate()': [
    [RUNS],
    [DENIES, [MASTRA, 'names the receipts in what the model gets']],
    [ASKS, APPROVED, [MASTRA, 'waits for a person where the host %s']],
    [RUNS],
    [[MASTRA, 'denies what a person should decide where only the hook is in place']],
    FAULTS,
  ],
  'adkGate()': [
    [RUNS],
    [DENIES, [ADK, 'asks the gate again where the same call comes again, and denies it again']],
    [ASKS, APPROVED, FALLS_BACK, [ADK, 'keeps what a tool itself says of confirmations']],
    [RUNS],
    [[SUITE, 'runs what is allowed beside what waits, once, and each as it was decided']],
    FAULTS,
  ],
  'thinkGate()': [[RUNS], [DENIES], [FALLS_BACK], [RUNS], [FALLS_BACK], FAULTS],
  ...Object.fromEntries(
    ['claude-code', 'codex', 'gemini', 'cursor', 'copilot', 'opencode'].map((harness) => {
      const answered = harness === 'opencode' ? THROWN : ANSWERED;
      return [harness, [[SENT], [answered], [answered], [ANSWERED], [FOREIGN], [FAILS]]] as const;
    }),
  ),
};
