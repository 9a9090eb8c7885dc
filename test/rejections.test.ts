import { describe, expect, it } from 'vitest';
import * as contract from '../src/contract/index.js';
import { httpJudge } from '../src/http/index.js';
import * as entry from '../src/index.js';
import {
  type Answers,
  checkAnswers,
  checkQuestions,
  choice,
  hold,
  isJudgementError,
  judgementToWire,
  judgeSync,
  noul,
  score,
  snapshot,
  threshold,
  toolCall,
} from '../src/index.js';
import * as receipt from '../src/receipt/index.js';
import * as rules from '../src/rules/index.js';
import * as webcrypto from '../src/webcrypto.js';

/** Gives a function what its types do not allow, as a caller without types can. */
function untyped(call: unknown, ...args: readonly unknown[]): unknown {
  if (typeof call !== 'function') throw new Error('no function');
  return Reflect.apply(call, undefined, args);
}

/** The error of a call, as `Name code path fix`; or what it gave, when that is no error. */
async function saidBy(call: () => unknown): Promise<string> {
  try {
    return `gave ${typeof (await call())}`;
  } catch (error) {
    if (!isJudgementError(error)) return `threw ${String(error)}`;
    return `${error.name} ${error.code} ${error.path}: ${error.rule}; ${error.fix}`;
  }
}

const { signer, publicKey, secretKey, keyId } = receipt.generateKey();
const pair = receipt.generateKey();
const result = judgeSync({ state: toolCall({ tool: 'Bash', input: { command: 'rm -rf /' } }) });
const attested = receipt.attest(result, { signer });
const [first] = attested;
const later = Promise.resolve(result);
const set = contract.questionSet({ slug: 's', questions: { a: noul('A?') } });
const { subtle } = crypto;
const questionsOfX = { state: 'x', questions: { a: noul('A?') } };
const { stateDigest, questions, answers, responseDigest } = result;
const asked = { stateDigest, questions, answers, responseDigest };

/** Each public function, and what else it takes, right as it is: only the first is wrong. */
const REST: { readonly [name: string]: readonly unknown[] } = {
  appendTo: [() => attested],
  artifactId: [new Uint8Array(1)],
  asked: ['x'],
  asyncPublicKeySet: [{ subtle }],
  attest: [{ signer }],
  attestAnswer: [{ signer }],
  attestAnswerAsync: [{ signer }],
  attestAsync: [{ signer }],
  cached: [{ store: entry.memoryStore(), maxAgeMs: 1 }],
  cascade: [entry.rulesJudge()],
  changeSet: ['s', () => set],
  checkAnswer: [{ ...asked, judge: result.judge }, { keys: [publicKey] }],
  checkAnswers: [{}],
  checkLinks: [undefined],
  checkSuccessor: [set],
  choice: [['a', 'b']],
  compareVersions: [1, 1],
  exportPublicKey: ['pem'],
  exportSecretKey: ['pem'],
  exportSignature: [signer],
  hold: [{}, threshold(0.5)],
  importQuestions: [{ slug: 's' }],
  judgeMany: [{ a: noul('A?') }, { judge: entry.rulesJudge() }],
  judgeWith: [{ state: 'x', questions: { a: noul('A?') } }],
  newDraft: [{ model: 'm' }],
  preAuthEncode: [new Uint8Array(1)],
  quorum: [{ combine: 'median' }],
  reasonFacts: [{ subject: 'Bash' }],
  rename: [{ name: 'N' }],
  replay: [{ state: 'x' }],
  resolve: [{ signer, by: 'human://ada', decision: 'allow' }],
  resolveAsync: [{ signer, by: 'human://ada', decision: 'allow' }],
  score: [['a', 'b']],
  timeout: [1],
  verifyChain: [{ keys: [publicKey] }],
  verifyChainAsync: [{ keys: [publicKey], subtle }],
  verifyPackage: [{ keys: [publicKey] }],
  verifyReceipt: [{ keys: [publicKey] }],
  verifyReceiptAsync: [{ keys: [publicKey], subtle }],
  webCryptoSigner: [{ subtle }],
  webCryptoVerifier: [{ subtle }],
};

/** What is no mistake; all others refuse all five. */
const TAKES: { readonly [name: string]: readonly string[] } = {
  canonicalize: ['{}', 'text', 'null'],
  digest: ['{}', 'text', 'null'],
  snapshot: ['{}', 'text', 'null'],
  // Nothing at all is asked by nobody, and held to a policy it comes to nothing.
  hold: ['{}'],
  // Whatever was read from somewhere is reported on; what is still being read is not that.
  verifyPackage: ['undefined', '{}', 'text', 'null'],
  artifactId: ['text'],
  preAuthEncode: ['text'],
  generateKey: ['undefined', '{}'],
  memoryLog: ['undefined', '{}'],
  memorySetStore: ['undefined'],
  memoryStore: ['undefined', '{}'],
  rulesJudge: ['undefined', '{}'],
  threshold: ['undefined'],
  choice: ['text'],
  noul: ['text'],
  score: ['text'],
};

/** Those that answer about anything, or report on it. */
const ABOUT_ANYTHING = new Set([
  'isArtifactId',
  'isDigest',
  'isJudgementError',
  'matchesDigest',
  'openReceipt',
  'verifyReceipt',
  'verifyReceiptAsync',
]);

const functions = Object.entries({ ...contract, ...entry, ...receipt, ...rules, ...webcrypto })
  .filter(([name, value]) => typeof value === 'function' && !/^[A-Z]/.test(name))
  .sort(([left], [right]) => (left < right ? -1 : 1));

describe('a public function that is given the wrong thing', () => {
  it.each(functions)('throws an error with a code: %s', async (name, call) => {
    const wrong: readonly (readonly [string, unknown])[] = [
      ['undefined', undefined],
      ['{}', {}],
      ['a promise', Promise.resolve({})],
      ['text', 'x'],
      ['null', null],
    ];
    const rest = REST[name] ?? [];
    const gave: string[] = [];
    for (const [what, value] of wrong) {
      const said = await saidBy(() => untyped(call, value, ...rest));
      if (said.startsWith('gave')) gave.push(what);
      else expect(said).toMatch(/^(Judge|Receipt)Error [a-z_]+ \S+: .+; .+/);
      // With nothing right beside it, it may complain of anything, and still with a code.
      expect(await saidBy(() => untyped(call, value))).not.toMatch(/^threw/);
      expect(await saidBy(() => untyped(call, value, value, value))).not.toMatch(/^threw/);
    }
    const takes = ABOUT_ANYTHING.has(name) ? wrong.map(([what]) => what) : (TAKES[name] ?? []);
    expect(gave).toEqual(takes);
  });

  it('is one of all that there are', () => {
    expect(functions.length).toBeGreaterThanOrEqual(55);
    const names = functions.map(([name]) => name);
    expect(
      [...Object.keys(REST), ...Object.keys(TAKES)].filter((one) => !names.includes(one)),
    ).toEqual([]);
  });
});

/** What is wrong, who is told, and what the error says. */
type Row = readonly [wrong: string, call: () => unknown, says: string];

const AWAIT = 'await it first; pass what judge() returned';
const refused = receipt.openReceipt('{}');

describe('a result that is none', () => {
  const rows: readonly Row[] = [
    [
      'a promise, signed',
      () => untyped(receipt.attest, later, { signer }),
      `result: a result is what judge() returned, and this is a promise; ${AWAIT}`,
    ],
    ['a promise, signed later', () => untyped(receipt.attestAsync, later, { signer }), AWAIT],
    ['a promise and no options', () => untyped(receipt.attest, later), AWAIT],
    [
      'nothing',
      () => untyped(receipt.attest, undefined, { signer }),
      'JudgeError bad_option result',
    ],
    [
      'an empty object',
      () => untyped(receipt.attest, {}, { signer }),
      'pass what judge() returned',
    ],
    [
      'an answer that is null',
      () => untyped(judgementToWire, { ...result, answers: { a: null } }),
      'bad_option result',
    ],
    ['a promise, on the wire', () => untyped(judgementToWire, later), AWAIT],
    [
      'a promise, as premises',
      () => untyped(receipt.reasonFacts, later, {}),
      `bad_option judgements: a result is what judge() returned, and this is a promise; ${AWAIT}`,
    ],
    [
      'a promise of questions',
      () => untyped(hold, later, {}, threshold()),
      'bad_option questions: it is the value itself, and not a promise of it; await it first',
    ],
    [
      'a promise of answers',
      () => untyped(hold, { a: noul('A?') }, later, threshold()),
      'bad_option answers',
    ],
    [
      'a promise of a policy',
      () => untyped(hold, { a: noul('A?') }, {}, later),
      'bad_option policy',
    ],
    [
      'a question that is null',
      () => untyped(hold, { a: null }, { a: { noul: 1 } }, threshold()),
      'bad_question questions.a',
    ],
    [
      'a promise of a request',
      () => untyped(judgeSync, later),
      'bad_option request: it is the value itself',
    ],
    ['a promise of a call', () => untyped(toolCall, later), 'bad_option call: '],
    [
      'a promise of receipts',
      () => untyped(receipt.verifyChain, Promise.resolve([]), { keys: [] }),
      'bad_option receipts: it is the value itself, and not a promise of it; await it first',
    ],
    [
      'a promise of a package',
      () => untyped(receipt.verifyPackage, Promise.resolve([]), { keys: [] }),
      'bad_option input: it is the value itself, and not a promise of it; await it first',
    ],
    [
      'a promise of a judge',
      () => untyped(judgeSync, { state: 'x' }, { judge: Promise.resolve(entry.rulesJudge()) }),
      'bad_option options.judge: it is the value itself, and not a promise of it; await it first',
    ],
    [
      'a promise of a judge, asked with',
      () => untyped(entry.judgeWith, Promise.resolve(entry.rulesJudge()), questionsOfX),
      'bad_option judge: it is the value itself, and not a promise of it; await it first',
    ],
    [
      'a judge that was not made yet',
      () => untyped(entry.judge, { state: 'x' }, { judge: entry.rulesJudge }),
      'bad_option options.judge: a judge has an info and a function ask; pass a judge, or call the function that makes one',
    ],
    [
      'a judge of many that is none',
      () => untyped(entry.judgeMany, ['x'], { a: noul('A?') }, { judge: {} }),
      'bad_option options.judge: a judge has an info and a function ask; ',
    ],
    [
      'a request without a judge before it',
      () => untyped(entry.judgeWith, questionsOfX),
      'bad_option judge: a judge has an info and a function ask; pass a judge',
    ],
    [
      'a promise of a policy, in options',
      () => untyped(judgeSync, { state: 'x' }, { policy: Promise.resolve(threshold()) }),
      'bad_option options.policy: it is the value itself, and not a promise of it; await it first',
    ],
  ];
  it.each(rows)('%s', async (_wrong, call, says) => {
    expect(await saidBy(call)).toContain(says);
  });
});

describe('a receipt that is none', () => {
  const resolve = (what: unknown) => () =>
    untyped(receipt.resolve, what, { signer, by: 'human://ada', decision: 'allow' });
  const rows: readonly Row[] = [
    ['an envelope', resolve(first?.envelope), 'open it first: verifyReceipt(envelope, { keys })'],
    [
      'its text',
      resolve(JSON.stringify(first?.envelope)),
      'open it first: verifyReceipt(text, { keys })',
    ],
    ['a list', resolve(attested), 'pass one receipt of the list'],
    ['a result', resolve(result), 'sign it first, and pass one of the receipts of attest()'],
    ['a promise', resolve(later), 'await it first'],
    ['a receipt that did not open', resolve(refused), 'look at its code and rule'],
    [
      'a list, exported',
      () => untyped(receipt.exportSignature, attested, signer),
      'ReceiptError bad_payload receipt',
    ],
    [
      'an empty object, exported',
      () => untyped(receipt.exportSignature, {}, signer),
      'ReceiptError bad_payload receipt',
    ],
    ['a good one without a key', () => untyped(receipt.exportSignature, first), 'bad_option key: '],
  ];
  it.each(rows)('%s', async (_wrong, call, says) => {
    expect(await saidBy(call)).toContain(says);
  });

  it.each([
    ['nothing', undefined],
    ['bytes', new TextEncoder().encode(JSON.stringify(first?.envelope))],
  ])('is told from %s, with what to pass', (_, given) => {
    expect(receipt.verifyReceipt(given, { keys: [publicKey] })).toMatchObject({
      ok: false,
      code: 'not_json',
      path: 'envelope',
      rule: 'an envelope is an object, or its JSON text',
      fix: 'pass one of them; of bytes, new TextDecoder().decode(bytes)',
    });
  });

  it('is told from its envelope wherever envelopes are taken', () => {
    const keys = [publicKey];
    const mistaken = { ok: false, code: 'bad_envelope', fix: 'pass receipt.envelope' };
    expect(receipt.verifyReceipt(first, { keys })).toMatchObject({ ...mistaken, path: 'envelope' });
    const chain = receipt.verifyChain(attested, { keys });
    expect(chain).toMatchObject({ ...mistaken, index: 0, path: 'receipts[0].envelope' });
    const opened = receipt.openReceipt(first?.envelope);
    expect(receipt.openReceipt(opened)).toMatchObject({
      code: 'bad_envelope',
      fix: 'pass the envelope that it was opened from',
    });
  });

  it('is told from an empty line of a log', () => {
    const lines = `${attested.map(({ envelope }) => JSON.stringify(envelope)).join('\n')}\n`.split(
      '\n',
    );
    const chain = receipt.verifyChain(lines, { keys: [publicKey] });
    expect(chain).toMatchObject({
      ok: false,
      index: attested.length,
      code: 'bad_syntax',
      rule: 'the text is empty',
      fix: 'leave out the empty lines of a log',
    });
    expect(receipt.openReceipt(' \r\n')).toMatchObject({ rule: 'the text is empty' });
  });
});

describe('a key of another kind', () => {
  const keySet = (key: unknown) => () => untyped(receipt.publicKeySet, [key]);
  const secretText = receipt.exportSecretKey(secretKey, 'text');
  const secretPem = receipt.exportSecretKey(secretKey, 'pem');
  const rows: readonly Row[] = [
    [
      'a secret text',
      keySet(secretText),
      'keys[0]: this is a secret key, and a public one is needed; pass importSecretKey(secret).publicKey',
    ],
    ['a secret in PEM', keySet(secretPem), 'this is a secret key, and a public one is needed'],
    [
      'PEM',
      keySet(receipt.exportPublicKey(publicKey, 'pem')),
      'this is PEM; read it first: importPublicKey(pem)',
    ],
    ['a JWK', keySet(receipt.exportPublicKey(publicKey, 'jwk')), 'importPublicKey(jwk)'],
    ['a key id', keySet(keyId), 'this is the id of a key'],
    ['a signer', keySet(signer), 'pass its publicKey alone'],
    ['a pair', keySet(pair), 'pass its publicKey alone'],
    ['no list', () => untyped(receipt.publicKeySet, publicKey), 'pass a list, even of one'],
    ...[undefined, null, 7, new Uint8Array(32)].map(
      (key): Row => [
        `${key === null ? 'null' : typeof key}`,
        keySet(key),
        'bad_option keys[0]: a trusted key is text, or an object with a publicKey; pass the text, or { publicKey: bytes }',
      ],
    ),
    [
      'a pair to export',
      () => untyped(receipt.exportSecretKey, pair, 'text'),
      'bad_key secretKey: this is a key pair, and a secret key is needed; pass pair.secretKey',
    ],
    [
      'a pair to sign with',
      () => untyped(receipt.ed25519Signer, pair),
      'bad_key secretKey: this is a key pair, and a secret key is needed; pass pair.secretKey',
    ],
    [
      'nothing to sign with',
      () => untyped(receipt.ed25519Signer, undefined),
      'a JWK with kty OKP and crv Ed25519 (RFC 8037 §2); look where it was to come from',
    ],
    ...(
      [
        ['secretKey', () => receipt.ed25519Signer(`${secretText}\n`)],
        ['secretKey', () => receipt.ed25519Signer(` ${secretText}`)],
        ['secretKey', () => receipt.importSecretKey(`${secretText}\r\n`)],
        ['secretKey', () => webcrypto.webCryptoSigner(`${secretText}\n`, { subtle })],
        ['publicKey', () => receipt.importPublicKey(`${publicKey}\n`)],
        ['keys[0]', keySet(`${publicKey}\n`)],
        ['keys[0]', keySet(`\t${publicKey}`)],
        ['keys[0].publicKey', keySet({ publicKey: `${publicKey} ` })],
        [
          'options.judgeKeys[0]',
          () => httpJudge('https://judge.example', { judgeKeys: [`${publicKey}\n`] }),
        ],
      ] as const
    ).map(
      ([path, call], index): Row => [
        `a text with white space around it (${index + 1})`,
        call,
        `bad_key ${path}: no white space stands before or after the text of a key; trim it: text.trim()`,
      ],
    ),
    [
      'what is no key of a judge',
      () => untyped(httpJudge, 'https://judge.example', { judgeKeys: publicKey }),
      'bad_option options.judgeKeys: the trusted keys are a list; pass a list',
    ],
    [
      'a pair as a signer',
      () => untyped(receipt.attest, result, { signer: pair }),
      'options.signer: a signer has keyId and sign(); this is a key pair: pass pair.signer',
    ],
    [
      'a public key to sign with',
      () => untyped(receipt.ed25519Signer, publicKey),
      'this is a public key, and no secret',
    ],
    [
      'a key id to sign with',
      () => untyped(receipt.ed25519Signer, keyId),
      'this is the id of a key, and no secret',
    ],
  ];
  it.each(rows)('%s', async (_wrong, call, says) => {
    const said = await saidBy(call);
    expect(said).toContain(says);
    expect(said).not.toContain(secretText.slice('ed25519-secret:'.length));
  });
});

describe('what an error tells to do', () => {
  const questions = {
    bad: noul('Bad?'),
    how: choice('How?', ['allow', 'ask', 'deny']),
    far: score('How far?', ['near', 'far', 'away']),
  };
  const answers = { bad: { noul: 0 }, how: { choice: 'ask' }, far: { score: 1 } };
  const answer = (other: object) => () => checkAnswers(questions, { ...answers, ...other });
  const labels = Array.from({ length: 9 }, (_, index) => `${index}${'x'.repeat(60)}`);
  const rows: readonly Row[] = [
    [
      'NaN',
      answer({ bad: { noul: Number.NaN } }),
      'not_finite answers.bad.noul: a number must be finite (RFC 8785 §3.2.2.3); answer a number from 0 to 1, or { refusal: true }',
    ],
    [
      'NaN on a rubric',
      answer({ far: { score: Number.NaN } }),
      'answer a number from 0 to levels - 1, or { refusal: true }',
    ],
    [
      'another label',
      answer({ how: { choice: 'no' } }),
      'answer one of "allow", "ask", "deny", or { refusal: true }',
    ],
    [
      'another of many long labels',
      () => checkAnswers({ a: choice('A?', labels) }, { a: { choice: 'no' } }),
      `answer one of ${labels
        .slice(0, 6)
        .map((one) => `"${one.slice(0, 40)}…"`)
        .join(', ')}, …, or`,
    ],
    ['no object', answer({ bad: 0.2 }), 'answer as in { answers: { key: { noul: 0.2 } } }'],
    [
      'a bar in percent',
      () => threshold(50),
      'bad_policy threshold: a bar is a number above 0 and at most 1; pass 0.5 or the like',
    ],
    [
      'a bar of 0',
      () => threshold(0),
      'bad_policy threshold: a bar is a number above 0 and at most 1; pass 0.5 or the like',
    ],
    ['a bar as text', () => untyped(threshold, '0.5'), 'the bar comes first, options second'],
    [
      'options first',
      () => untyped(threshold, { setBy: 'me' }),
      'the bar comes first, options second',
    ],
    [
      'a question as text',
      () => untyped(checkQuestions, { a: 'Is it bad?' }),
      "bad_question questions.a: a question is an object, and its text is a part of it; write noul('…')",
    ],
    ...['Is it bad?', [noul('Is it bad?')], null].map(
      (given): Row => [
        `questions as ${JSON.stringify(given)}`,
        () => untyped(checkQuestions, given),
        "bad_question questions: questions are an object by key; pass { key: noul('…') }",
      ],
    ),
    [
      'a question without a key',
      () => checkQuestions({ '': noul('Is it bad?') }),
      'a key has 1 to 100 characters; name what is asked, and say the rest in the instructions',
    ],
    [
      'headers as text',
      () => untyped(httpJudge, 'https://judge.example', { headers: 'Bearer x' }),
      "bad_option options.headers: headers are an object, pairs or a function; pass { authorization: 'Bearer …' } or the like",
    ],
    [
      'another reason to block',
      () => untyped(receipt.block, { signer, reasonClass: 'policy', refusedKind: 'action' }),
      'bad_option options.reasonClass: it is one of the words of blocked.v1; use any of: policy_threshold_exceeded, quarantine_triggered, scope_violation, operator_revocation, human_escalation_pending',
    ],
    [
      'the wire form of a result',
      () => untyped(receipt.attest, judgementToWire(result), { signer }),
      'bad_option result: this is the wire form of a result; pass what judge() returned',
    ],
    [
      'a bound of NaN',
      () => toolCall({ tool: 'pay', amountBound: Number.NaN }),
      'bad_option call.amountBound: a bound must be a number, 0 or more; pass one, or leave it out',
    ],
    [
      'a limit of the wrong type',
      () => untyped(toolCall, { tool: 'pay', networkScope: [1n] }),
      'call.networkScope[0]',
    ],
  ];
  it.each(rows)('%s', async (_wrong, call, says) => {
    expect(await saidBy(call)).toContain(says);
  });

  it('leaves what is right alone', () => {
    const held: Answers<typeof questions> = checkAnswers(questions, answers);
    expect(hold(questions, held, threshold(1)).effect).toBe('ask');
    expect(snapshot(answers, 'answers')).toEqual(answers);
  });
});
