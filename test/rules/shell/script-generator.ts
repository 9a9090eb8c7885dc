/**
 * Random scripts over the shell's grammar whose commands are all stubs, for comparison with Bash.
 *
 * @module
 */

/** The names that scripts call; each is a program that records its argv and succeeds. */
export const STUBS: readonly string[] = ['alpha', 'beta', 'gamma', 'delta'];

/** A source of numbers in [0, 1) that repeats for a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One random script. */
export function generateScript(random: () => number): string {
  const generator = new Generator(random);
  return generator.script();
}

class Generator {
  readonly #random: () => number;
  #variables: string[] = [];
  #arrays: string[] = [];
  #functions: string[] = [];
  #depth = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  script(): string {
    const count = 1 + this.#below(4);
    return Array.from({ length: count }, () => this.#statement()).join(this.#pick(['; ', '\n']));
  }

  #statement(): string {
    if (this.#depth > 3) return this.#simple();
    this.#depth += 1;
    const text = this.#pick<() => string>([
      () => this.#simple(),
      () => this.#simple(),
      () => this.#simple(),
      () => this.#assignment(),
      () => this.#assignment(),
      () => this.#array(),
      () => `${this.#simple()} && ${this.#simple()}`,
      () => `false || ${this.#simple()}`,
      () => `true || ${this.#simple()}`,
      () => `false && ${this.#simple()}`,
      () => `! false && ${this.#simple()}`,
      () => `${this.#simple()} | ${this.#simple()}`,
      () => `( ${this.#apart()} )`,
      () => `{ ${this.#statement()}; }`,
      () => `if true; then ${this.#statement()}; else ${this.#simple()}; fi`,
      () => `if false; then ${this.#simple()}; elif true; then ${this.#statement()}; fi`,
      () => this.#loop(),
      () => this.#choice(),
      () => this.#define(),
      () => this.#call(),
      () => `eval ${this.#quote(this.#simple())}`,
      () => `sh -c ${this.#quote(this.#closed())}`,
      () => `sh -c ${this.#quote('alpha "$1" $2')} name ${this.#word()} ${this.#literal()}`,
      () => `{ sh <<'END'\n${this.#closed()}\nEND\n}`,
      () => `echo ${this.#quote(this.#closed())} | sh`,
      () => `while false; do ${this.#simple()}; done`,
      () => `until true; do ${this.#simple()}; done`,
      () => `command ${this.#simple()}`,
      () => `set -- ${this.#literal()} ${this.#literal()}; alpha "$@" $# $1`,
      () => `{ alpha <<END >/dev/null\n${this.#literal()} $(${this.#simple()})\nEND\n}`,
      () => `beta <<< ${this.#word()}`,
      () => `printf -v made '%s-%s' ${this.#literal()} ${this.#literal()}; gamma "$made"`,
      () => `case ${this.#literal()} in (*) ${this.#simple()};; esac`,
    ])();
    this.#depth -= 1;
    return text;
  }

  #simple(): string {
    const words = Array.from({ length: this.#below(4) }, () => this.#word());
    const redirect = this.#chance(0.1) ? this.#pick([' >/dev/null', ' 2>&1', ' </dev/null']) : '';
    const prefix = this.#chance(0.05) ? `SET=${this.#literal()} ` : '';
    return `${prefix}${this.#stub()} ${words.join(' ')}${redirect}`.trimEnd();
  }

  /** A statement whose assignments are not seen outside. */
  #apart(): string {
    const [variables, arrays, functions] = [this.#variables, this.#arrays, this.#functions];
    this.#variables = [...variables];
    this.#arrays = [...arrays];
    this.#functions = [...functions];
    const text = this.#statement();
    this.#variables = variables;
    this.#arrays = arrays;
    this.#functions = functions;
    return text;
  }

  /** A statement that reads no variable, for a shell that does not have them. */
  #closed(): string {
    const [variables, arrays, functions] = [this.#variables, this.#arrays, this.#functions];
    this.#variables = [];
    this.#arrays = [];
    this.#functions = [];
    const text = this.#simple();
    this.#variables = variables;
    this.#arrays = arrays;
    this.#functions = functions;
    return text;
  }

  #stub(): string {
    const name = this.#pick(STUBS);
    return this.#pick([
      name,
      name,
      name,
      `\\${name}`,
      `"${name}"`,
      `${name.slice(0, 2)}''${name.slice(2)}`,
      `$'${name}'`,
    ]);
  }

  #assignment(): string {
    const name = `v${this.#below(4)}`;
    const value = this.#pick<() => string>([
      () => this.#word(),
      () => `"${this.#literal()} ${this.#literal()}"`,
      () => `'a  b'`,
      () => '',
    ])();
    if (!this.#variables.includes(name)) this.#variables.push(name);
    return `${name}=${value}`;
  }

  #array(): string {
    const name = `w${this.#below(2)}`;
    const items = Array.from({ length: 1 + this.#below(3) }, () => this.#word());
    if (!this.#arrays.includes(name)) this.#arrays.push(name);
    return `${name}=(${items.join(' ')})`;
  }

  #loop(): string {
    const items = Array.from({ length: 1 + this.#below(3) }, () => this.#word());
    const name = 'item';
    const before = this.#variables;
    this.#variables = [...before, name];
    const body = this.#statement();
    this.#variables = before;
    return `for ${name} in ${items.join(' ')}; do ${body}; alpha "$item"; done`;
  }

  #choice(): string {
    const subject = this.#pick(['abc', 'xyz', 'a-b']);
    const pattern = this.#pick(['abc', 'a*', '*z', '?-?', '[x-z]*', 'q']);
    return `case ${subject} in ${pattern}) ${this.#simple()};; *) ${this.#simple()};; esac`;
  }

  #define(): string {
    const name = `f${this.#below(2)}`;
    const body = `alpha "$1" $2; ${this.#simple()}`;
    if (!this.#functions.includes(name)) this.#functions.push(name);
    return `${name}() { ${body}; }`;
  }

  #call(): string {
    const name = this.#functions.length === 0 ? 'beta' : this.#pick(this.#functions);
    return `${name} ${this.#word()} ${this.#literal()}`;
  }

  #word(): string {
    return this.#pick<() => string>([
      () => this.#literal(),
      () => this.#literal(),
      () => `'${this.#literal()} ${this.#literal()}'`,
      () => `"${this.#literal()} \\$ ${this.#literal()}"`,
      () => `$'a\\tb\\x41'`,
      () => `a\\ b`,
      () => `{${this.#literal()},${this.#literal()}}x`,
      () => `p{1..3}`,
      () => `"$(echo ${this.#literal()})"`,
      () => `$(echo ${this.#literal()} ${this.#literal()})`,
      () => `\`echo ${this.#literal()}\``,
      () => `\${nothing:-${this.#literal()}}`,
      () => `''`,
      () => `*.none`,
      () => this.#reference(),
      () => this.#reference(),
      () => `--${this.#literal()}=${this.#literal()}`,
      () => `"\${nothing:-"${this.#literal()} x"}"`,
    ])();
  }

  #reference(): string {
    const choices: string[] = [];
    for (const name of this.#variables) {
      choices.push(`$${name}`, `"$${name}"`, `"\${${name}}"`, `pre\${${name}}post`);
      choices.push(`"\${${name}#a}"`, `"\${${name}%%b*}"`, `"\${${name}/a/Z}"`, `\${${name}:+set}`);
      choices.push(`"\${${name}^^}"`, `"\${${name}:1}"`);
    }
    for (const name of this.#arrays) {
      choices.push(`"\${${name}[@]}"`, `\${${name}[0]}`, `"\${${name}[*]}"`, `$${name}`);
    }
    return choices.length === 0 ? this.#literal() : this.#pick(choices);
  }

  #literal(): string {
    return this.#pick([
      'a',
      'bb',
      'a-b',
      'x.y',
      '-r',
      '/',
      'a/b',
      '10',
      'é',
      '=',
      '@',
      '%',
      'abab',
    ]);
  }

  #quote(text: string): string {
    return `'${text.replaceAll("'", `'\\''`)}'`;
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[this.#below(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }
}
