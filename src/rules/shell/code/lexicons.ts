/**
 * How the text of each programming language falls into tokens: one row a language.
 *
 * @module
 */
import type { Language } from './inline.js';

/** A way to write a text. */
export interface Quote {
  readonly open: string;
  readonly close: string;
  /** What a backslash does: a C escape, only guard the quote, or nothing. */
  readonly escapes: 'c' | 'quote' | 'none';
  /** What opens code in the text: `${` and `#{` until `}`, `$` a variable. */
  readonly code?: '${' | '#{' | '$' | '$(';
  /** Whether the text is a command that is run. */
  readonly runs?: boolean;
  /** Whether a line's end closes it too, for quotes that are also apostrophes. */
  readonly oneLine?: boolean;
}

/** How a language is written. */
export interface Lexicon {
  readonly comments: readonly string[];
  readonly blocks: readonly (readonly [string, string])[];
  readonly quotes: readonly Quote[];
  /** Characters that may begin a name besides letters and `_`. */
  readonly sigils: string;
  /** Characters that may end a name besides letters, digits and `_`. */
  readonly suffixes: string;
  /** Whether `/…/` is a pattern where a value may begin. */
  readonly patterns: boolean;
  /** Letters in front of a quote that change how it is read, and Perl's and Ruby's own quotes. */
  readonly special?: 'python' | 'perl' | 'ruby';
  readonly heredoc?: '<<' | '<<<';
  /** Whether a name and a space make a call: `system "x"`. */
  readonly bareCalls: boolean;
  /** Whether `name = value` among arguments names one of them. */
  readonly keywords: boolean;
  /** The marks that lead to a member. */
  readonly members: readonly string[];
  /** What joins two texts; a space when they only stand side by side, nothing when nothing does. */
  readonly concat: string;
}

/** The dot that joins texts, told apart from the one that leads to a member. */
export const GLUE = '..';

const C_COMMENTS = [['/*', '*/']] as const;

const DOUBLE: Quote = { open: '"', close: '"', escapes: 'c' };
const SINGLE: Quote = { open: "'", close: "'", escapes: 'c' };
const PLAIN_SINGLE: Quote = { open: "'", close: "'", escapes: 'quote' };

const JAVASCRIPT: Lexicon = {
  comments: ['//'],
  blocks: C_COMMENTS,
  quotes: [DOUBLE, SINGLE, { open: '`', close: '`', escapes: 'c', code: '${' }],
  sigils: '$#',
  suffixes: '$',
  patterns: true,
  bareCalls: false,
  keywords: false,
  members: ['?.', '.'],
  concat: '+',
};

const PYTHON: Lexicon = {
  comments: ['#'],
  blocks: [],
  quotes: [
    { open: '"""', close: '"""', escapes: 'c' },
    { open: "'''", close: "'''", escapes: 'c' },
    DOUBLE,
    SINGLE,
  ],
  sigils: '',
  suffixes: '',
  patterns: false,
  special: 'python',
  bareCalls: false,
  keywords: true,
  members: ['.'],
  concat: '+',
};

const RUBY: Lexicon = {
  comments: ['#'],
  blocks: [['=begin', '=end']],
  quotes: [
    { ...DOUBLE, code: '#{' },
    PLAIN_SINGLE,
    { open: '`', close: '`', escapes: 'c', code: '#{', runs: true },
  ],
  sigils: '@$',
  suffixes: '!?',
  patterns: true,
  special: 'ruby',
  heredoc: '<<',
  bareCalls: true,
  keywords: false,
  members: ['::', '&.', '.'],
  concat: '+',
};

const PERL: Lexicon = {
  comments: ['#'],
  blocks: [],
  quotes: [
    { ...DOUBLE, code: '$' },
    PLAIN_SINGLE,
    { open: '`', close: '`', escapes: 'c', code: '$', runs: true },
  ],
  sigils: '$@%&',
  suffixes: '',
  patterns: true,
  special: 'perl',
  heredoc: '<<',
  bareCalls: true,
  keywords: false,
  members: ['->', '::'],
  concat: GLUE,
};

const PHP: Lexicon = {
  comments: ['//', '#'],
  blocks: C_COMMENTS,
  quotes: [
    { ...DOUBLE, code: '$' },
    PLAIN_SINGLE,
    { open: '`', close: '`', escapes: 'c', code: '$', runs: true },
  ],
  sigils: '$@&',
  suffixes: '',
  patterns: false,
  heredoc: '<<<',
  bareCalls: false,
  keywords: false,
  members: ['?->', '->', '::', '\\'],
  concat: GLUE,
};

const LUA: Lexicon = {
  comments: ['--'],
  blocks: [['--[[', ']]']],
  quotes: [DOUBLE, SINGLE, { open: '[[', close: ']]', escapes: 'none' }],
  sigils: '',
  suffixes: '',
  patterns: false,
  bareCalls: false,
  keywords: false,
  members: ['.', ':'],
  concat: GLUE,
};

const R: Lexicon = {
  comments: ['#'],
  blocks: [],
  quotes: [DOUBLE, SINGLE],
  sigils: '',
  suffixes: '',
  patterns: false,
  bareCalls: false,
  keywords: true,
  members: ['::', '$', '.'],
  concat: '',
};

const JULIA: Lexicon = {
  comments: ['#'],
  blocks: [['#=', '=#']],
  quotes: [
    { open: '"""', close: '"""', escapes: 'c', code: '$(' },
    { ...DOUBLE, code: '$(' },
    { open: '`', close: '`', escapes: 'c', code: '$(' },
  ],
  sigils: '@',
  suffixes: '!',
  patterns: false,
  bareCalls: false,
  keywords: true,
  members: ['.'],
  concat: '*',
};

const ELIXIR: Lexicon = {
  comments: ['#'],
  blocks: [],
  quotes: [
    { open: '"""', close: '"""', escapes: 'c', code: '#{' },
    { ...DOUBLE, code: '#{' },
    SINGLE,
  ],
  sigils: ':@',
  suffixes: '!?',
  patterns: false,
  bareCalls: true,
  keywords: false,
  members: ['.'],
  concat: '<>',
};

const GROOVY: Lexicon = {
  comments: ['//'],
  blocks: C_COMMENTS,
  quotes: [
    { open: '"""', close: '"""', escapes: 'c', code: '${' },
    { open: "'''", close: "'''", escapes: 'c' },
    { ...DOUBLE, code: '${' },
    SINGLE,
  ],
  sigils: '$@',
  suffixes: '',
  patterns: true,
  bareCalls: true,
  keywords: false,
  members: ['?.', '.'],
  concat: '+',
};

const AWK: Lexicon = {
  comments: ['#'],
  blocks: [],
  quotes: [DOUBLE],
  sigils: '@',
  suffixes: '',
  patterns: true,
  bareCalls: false,
  keywords: false,
  members: [],
  concat: ' ',
};

const APPLESCRIPT: Lexicon = {
  comments: ['--', '#'],
  blocks: [['(*', '*)']],
  quotes: [DOUBLE],
  sigils: '',
  suffixes: '',
  patterns: false,
  bareCalls: true,
  keywords: false,
  members: [],
  concat: '&',
};

/** The programming languages that are read by tokens. */
export const LEXICONS: { readonly [language in Language]?: Lexicon } = {
  javascript: JAVASCRIPT,
  python: PYTHON,
  ruby: RUBY,
  perl: PERL,
  php: PHP,
  lua: LUA,
  r: R,
  julia: JULIA,
  elixir: ELIXIR,
  groovy: GROOVY,
  awk: AWK,
  applescript: APPLESCRIPT,
};
