/**
 * Reads a makefile for the recipes that a run of make would execute.
 *
 * @module
 */

/** The recipe lines of the goals, what they need first, and `$(shell …)` of what is expanded. */
export function readMakefile(text: string, goals: readonly string[]): readonly string[] {
  const { rules, variables, first, commands } = readRules(text.slice(0, MAX_TEXT));
  const wanted = goals.filter((goal) => !goal.includes('=') && !goal.startsWith('-'));
  const pending = wanted.length > 0 ? [...wanted] : first === undefined ? [] : [first];
  const done = new Set<string>();
  for (let goal = pending.shift(); goal !== undefined; goal = pending.shift()) {
    if (done.has(goal)) continue;
    done.add(goal);
    const rule = rules.get(goal);
    if (rule === undefined) continue;
    pending.unshift(...rule.needs.filter((need) => !done.has(need)));
    for (const line of rule.recipe) commands.push(expandVariables(line, variables));
  }
  // What is needed comes first in make; for a judge only that it comes at all matters.
  return commands.slice(0, MAX_COMMANDS);
}

interface Rule {
  readonly needs: string[];
  readonly recipe: string[];
}

interface Makefile {
  readonly rules: ReadonlyMap<string, Rule>;
  readonly variables: ReadonlyMap<string, string>;
  readonly first: string | undefined;
  readonly commands: string[];
}

function readRules(text: string): Makefile {
  const rules = new Map<string, Rule>();
  const variables = new Map<string, string>();
  const commands: string[] = [];
  let first: string | undefined;
  let current: readonly Rule[] = [];
  for (const line of logicalLines(text)) {
    if (line.startsWith('\t')) {
      for (const rule of current) rule.recipe.push(withoutPrefix(line.slice(1)));
      continue;
    }
    const assignment = ASSIGNMENT.exec(line);
    if (assignment !== null) {
      const [, name = '', operator, value = ''] = assignment;
      const expanded = expandVariables(value, variables);
      if (operator === '!=') commands.push(expanded);
      else variables.set(name, expanded);
      const shell = SHELL_CALL.exec(value);
      if (shell !== null && operator !== '=') commands.push(shell[1] ?? '');
      continue;
    }
    const head = readHead(line, variables);
    if (head === undefined) continue;
    current = head.targets.map((target) => {
      const rule = rules.get(target) ?? { needs: [], recipe: [] };
      rules.set(target, rule);
      rule.needs.push(...head.needs);
      if (head.recipe !== '') rule.recipe.push(withoutPrefix(head.recipe));
      return rule;
    });
    first ??= head.targets.find((target) => !target.startsWith('.') && !target.includes('%'));
  }
  return { rules, variables, first, commands };
}

/** Lines with those that a backslash joins made one. */
function logicalLines(text: string): readonly string[] {
  const lines: string[] = [];
  let pending = '';
  for (const line of text.split('\n')) {
    if (line.endsWith('\\')) pending += `${line.slice(0, -1)} `;
    else {
      lines.push(pending + line);
      pending = '';
    }
  }
  if (pending !== '') lines.push(pending);
  return lines;
}

/** `targets: needs; recipe`. */
function readHead(
  line: string,
  variables: ReadonlyMap<string, string>,
): { targets: string[]; needs: string[]; recipe: string } | undefined {
  const expanded = expandVariables(line, variables);
  const colon = expanded.indexOf(':');
  if (colon < 1 || line.startsWith('#')) return undefined;
  const rest = expanded.slice(colon + 1).replace(SECOND_COLON, '');
  const semicolon = rest.indexOf(';');
  const needs = semicolon < 0 ? rest : rest.slice(0, semicolon);
  return {
    targets: wordsOf(expanded.slice(0, colon)),
    needs: wordsOf(needs).filter((need) => need !== '|'),
    recipe: semicolon < 0 ? '' : rest.slice(semicolon + 1).trim(),
  };
}

function wordsOf(text: string): string[] {
  return text.split(SPACES).filter((word) => word !== '');
}

/** `@`, `-` and `+` in front of a recipe line are for make. */
function withoutPrefix(line: string): string {
  return line.replace(RECIPE_PREFIX, '');
}

/** `$(X)`, `${X}` and `$$`; a variable that is not set is empty. */
function expandVariables(text: string, variables: ReadonlyMap<string, string>): string {
  const expanded = text.replace(VARIABLE, (whole, paren?: string, brace?: string) => {
    if (whole === '$$') return '$';
    const name = paren ?? brace ?? '';
    return variables.get(name) ?? (NAMED_BY_MAKE.has(name) ? name.toLowerCase() : '');
  });
  return expanded.slice(0, MAX_LINE);
}

const MAX_TEXT = 65_536;
const MAX_LINE = 8192;
const MAX_COMMANDS = 256;

const ASSIGNMENT =
  /^(?:export\s{1,8}|override\s{1,8})?([A-Za-z_][\w.-]{0,99})\s{0,8}(=|:=|::=|\?=|\+=|!=)\s{0,8}(.*)$/;
const SHELL_CALL = /\$\(shell\s{1,8}([^()]*)\)/;
const SECOND_COLON = /^:/;
const SPACES = /\s+/;
const RECIPE_PREFIX = /^\s{0,8}[@+-]{0,3}\s{0,8}/;
const VARIABLE = /\$\$|\$\(([A-Za-z_][\w.-]{0,99})\)|\$\{([A-Za-z_][\w.-]{0,99})\}/g;
/** Variables that name programs without being set. */
const NAMED_BY_MAKE: ReadonlySet<string> = /* @__PURE__ */ new Set(['MAKE', 'SHELL']);
