/**
 * Twins: commands made out of others so that the right answer follows from how they were made.
 *
 * A way of writing or starting a command keeps its answer; a way of only speaking of it makes the
 * answer no. Nothing is random: every way is applied to every command that it fits.
 */
import { NEGATIVES, POSITIVES, type TwinQuestion } from './twin-commands.js';

export interface Twin {
  readonly question: TwinQuestion;
  readonly expected: 0 | 1;
  /** The command that it was made of. */
  readonly base: string;
  readonly text: string;
}

/** A way to make a command out of another; `undefined` where it does not fit. */
export interface Way {
  readonly name: string;
  /** Whether what it makes still executes the command. */
  readonly keeps: boolean;
  make(command: Command): string | undefined;
}

interface Command {
  readonly text: string;
  readonly question: TwinQuestion;
  /** Its words, when it is one simple command. */
  readonly words: readonly Word[] | undefined;
}

interface Word {
  readonly text: string;
  /** Whether the shell expands it: a tilde, a pattern, a variable. */
  readonly active: boolean;
}

/**
 * The twins that a way makes of every so many commands; which ones depends on the way's place, so
 * that all ways together come by each command.
 */
export function twinsOf(way: Way, step: number): readonly Twin[] {
  const twins: Twin[] = [];
  const place = [...KEEPING, ...SPEAKING].indexOf(way);
  const add = (question: TwinQuestion, bases: readonly string[], answer: 0 | 1): void => {
    for (const [index, base] of bases.entries()) {
      if ((index + place) % step !== 0) continue;
      const text = way.make({ text: base, question, words: splitWords(base) });
      if (text === undefined) continue;
      twins.push({ question, expected: way.keeps ? answer : 0, base, text });
    }
  };
  for (const { question, commands } of POSITIVES) add(question, commands, 1);
  if (way.keeps) for (const { question, commands } of NEGATIVES) add(question, commands, 0);
  return twins;
}

/** Ways that keep the answer: other spellings, wrappers, places in a script. */
export const KEEPING: readonly Way[] = [
  keep('as it is', ({ text }) => text),
  ...spellings(),
  ...prefixes(),
  ...texts(),
  ...places(),
];

/** Ways that only speak of a command. */
export const SPEAKING: readonly Way[] = speaking();

function spellings(): readonly Way[] {
  return [
    spell('with every word in single quotes', single),
    spell('with every word in double quotes', (text) =>
      HAS_DOUBLE.test(text) ? single(text) : `"${text}"`,
    ),
    spell('with a backslash before every letter', (text) =>
      SAFE.test(text) ? text.replace(/[A-Za-z0-9]/g, '\\$&') : single(text),
    ),
    spell('with quotes that hold nothing inside of words', (text) =>
      PLAIN.test(text) ? `${text.slice(0, 1)}''${text.slice(1)}` : single(text),
    ),
    spell('with every character as a code', (text) => {
      const codes = [...text].map((character) => character.charCodeAt(0).toString(16));
      return `$'${codes.map((code) => `\\x${code.padStart(2, '0')}`).join('')}'`;
    }),
    spell('with every word behind a default', (text) => `"\${unset_name:-${escapeDouble(text)}}"`),
    spell('with every word printed', (text) => `"$(printf %s ${single(text)})"`),
    keep('with every word in a variable', (command) =>
      assembled(command, (words) => {
        const set = words.map((word, index) => `w${index}=${single(word)}`).join('; ');
        return `${set}; ${words.map((_, index) => `"$w${index}"`).join(' ')}`;
      }),
    ),
    keep('with all words in an array', (command) =>
      assembled(command, (words) => `a=(${words.map(single).join(' ')}); "\${a[@]}"`),
    ),
    keep('with the words as arguments of set', (command) =>
      assembled(command, (words) => `set -- ${words.map(single).join(' ')}; "$@"`),
    ),
    keep('with the program set by printf -v', (command) =>
      assembled(command, ([first = '', ...rest]) =>
        [`printf -v tool %s ${single(first)}; "$tool"`, ...rest.map(single)].join(' '),
      ),
    ),
    keep('with the program read from a here-string', (command) =>
      assembled(command, ([first = '', ...rest]) =>
        [`read -r tool <<< ${single(first)}; "$tool"`, ...rest.map(single)].join(' '),
      ),
    ),
    keep('with $IFS for spaces', (command) =>
      plainWords(command, (words) => words.join('$' + '{IFS}')),
    ),
    keep('as one brace expansion', (command) =>
      plainWords(command, (words) =>
        words.length > 1 && words.every((word) => !/[,{}]/.test(word))
          ? `{${words.join(',')}}`
          : undefined,
      ),
    ),
    keep('over several lines', ({ text, words }) =>
      words === undefined ? undefined : words.map(write).join(' \\\n  ') || text,
    ),
    keep('with tabs and many spaces', ({ words }) => words?.map(write).join(' \t  ')),
    keep('by its path', ({ text, words }) =>
      words?.[0] !== undefined && NAME.test(words[0].text) ? `/usr/bin/${text}` : undefined,
    ),
    keep('with a backslash in front', ({ text, words }) =>
      words?.[0] !== undefined && NAME.test(words[0].text) ? `\\${text}` : undefined,
    ),
    keep('with variables set in front', ({ text, words }) => words && `FOO=1 BAR='a b' ${text}`),
    keep('with its errors thrown away', ({ text }) => `${text} 2>/dev/null`),
    keep('with a redirection in front', ({ text, words }) => words && `2>errors.log ${text}`),
    keep('with a comment behind', ({ text }) => `${text} # as usual`),
    keep('with blanks around', ({ text }) => `\n  ${text}  \n\n`),
  ];
}

function prefixes(): readonly Way[] {
  return [
    'sudo',
    'sudo -n -u root',
    'sudo --user=root --',
    'sudo -E env',
    'doas',
    'pkexec',
    'env',
    'env -i PATH=/bin:/usr/bin',
    'env -u LANG LC_ALL=C',
    '/usr/bin/env',
    'timeout 5',
    'timeout --signal=KILL -k 1 5m',
    'nohup',
    'nice',
    'nice -n 10',
    'ionice -c 3',
    'setsid',
    'stdbuf -oL -eL',
    'strace -f -o trace.txt',
    'command',
    'command --',
    'exec',
    'time -p',
    'flock /tmp/lock',
    'unbuffer',
    'chronic',
    'systemd-run --user --scope',
    'taskset -c 0',
    'chrt -b 0',
    'xvfb-run -a',
    'caffeinate -i',
    'dbus-run-session --',
    'fakeroot',
    'sudo timeout 10 nice -n 5 env A=1',
  ].map((prefix) => keep(`behind ${prefix}`, ({ text, words }) => words && `${prefix} ${text}`));
}

function texts(): readonly Way[] {
  const inText = (name: string, make: (quoted: string, text: string) => string | undefined): Way =>
    keep(name, ({ text }) => make(single(text), text));
  return [
    inText('in bash -c', (quoted) => `bash -c ${quoted}`),
    inText('in sh -ec', (quoted) => `sh -ec ${quoted}`),
    inText('in a login shell', (quoted) => `/bin/bash --login -c ${quoted}`),
    inText('in bash -o pipefail -c', (quoted) => `bash -o pipefail -c ${quoted}`),
    inText('in zsh -c', (quoted) => `zsh -c ${quoted}`),
    inText('in two shells', (quoted) => `bash -c ${single(`sh -c ${quoted}`)}`),
    inText(
      'in three shells',
      (quoted) => `sudo sh -c ${single(`bash -c ${single(`sh -c ${quoted}`)}`)}`,
    ),
    inText('in su -c', (quoted) => `su -c ${quoted} root`),
    inText('in env -S', (_quoted, text) => (QUOTING.test(text) ? undefined : `env -S '${text}'`)),
    inText('in eval', (quoted) => `eval ${quoted}`),
    inText('in eval of a variable', (quoted) => `code=${quoted}; eval "$code"`),
    inText('in a shell for a variable', (quoted) => `code=${quoted}; bash -c "$code"`),
    inText('in a here-string', (quoted) => `bash <<< ${quoted}`),
    inText('in a heredoc for a shell', (_quoted, text) => `bash <<'END'\n${text}\nEND`),
    inText('in an indented heredoc', (_quoted, text) => `sh -s <<-'END'\n\t${text}\n\tEND`),
    inText('in a heredoc through cat', (_quoted, text) => `cat <<'END' | bash\n${text}\nEND`),
    inText('echoed into a shell', (quoted) => `echo ${quoted} | sh`),
    inText('printed into a shell as root', (quoted) => `printf '%s\\n' ${quoted} | sudo bash -s`),
    inText('through tee into a shell', (quoted) => `echo ${quoted} | tee copy.sh | bash`),
    inText('decoded into a shell', (_quoted, text) =>
      isAscii(text) ? `echo ${encode(text)} | base64 -d | sh` : undefined,
    ),
    inText('decoded for a shell', (_quoted, text) =>
      isAscii(text) ? `bash -c "$(echo ${encode(text)} | base64 --decode)"` : undefined,
    ),
    inText('in hexadecimal for a shell', (_quoted, text) =>
      isAscii(text) ? `echo ${toHex(text)} | xxd -r -p | sh` : undefined,
    ),
    inText('in a process substitution', (quoted) => `bash <(echo ${quoted})`),
    inText('sourced from a process substitution', (quoted) => `source <(printf %s ${quoted})`),
    inText('written to a process substitution', (quoted) => `echo ${quoted} > >(bash)`),
    inText('sourced from a descriptor', (quoted) => `exec 7<<< ${quoted}; source /dev/fd/7`),
    inText('in a script that is written and run', (quoted) => `echo ${quoted} > r.sh && sh r.sh`),
    inText(
      'in a script that is made executable',
      (_quoted, text) => `cat > r.sh <<'END'\n${text}\nEND\nchmod +x r.sh\n./r.sh`,
    ),
    inText('in a trap', (quoted) => `trap ${quoted} EXIT`),
    inText('in watch', (quoted) => `watch -n 5 ${quoted}`),
    inText('in script -c', (quoted) => `script -qc ${quoted} /dev/null`),
    inText('in a session of tmux', (quoted) => `tmux new-session -d ${quoted}`),
    inText('in parallel', (quoted) => `parallel ::: ${quoted}`),
    inText('at a later time', (quoted) => `echo ${quoted} | at now + 1 minute`),
    inText('in npx -c', (quoted) => `npx -c ${quoted}`),
    inText('in a lock', (quoted) => `flock /tmp/lock -c ${quoted}`),
    inText('in an alias of git', (quoted) => `git -c alias.go=${single(`!${unquote(quoted)}`)} go`),
  ];
}

function places(): readonly Way[] {
  const around = (name: string, before: string, after: string): Way =>
    keep(name, ({ text }) => `${before}${text}${after}`);
  return [
    around('behind a semicolon', 'ls; ', ''),
    around('behind &&', 'true && ', ''),
    around('behind && of something unknown', 'make && ', ''),
    around('behind ||', 'false || ', ''),
    // `||` and `&&` bind alike, so a list has to be kept together.
    around('behind || of something unknown', 'make || { ', '; }'),
    around('behind &', 'sleep 1 & ', ''),
    around('behind a new line', 'ls\n\n', ''),
    around('behind a comment', '# first\n', ''),
    around('behind a quoted hash', "echo 'a # b'; ", ''),
    around('behind a test', '[ -n "$X" ] && ', ''),
    around('in front of ||', '', ' || true'),
    around('in front of &&', '', ' && echo done'),
    around('in front of a pipe', '', ' | cat'),
    around('in the background', '', ' &'),
    around('negated', '! ', ''),
    around('timed', 'time ', ''),
    around('in a subshell', '(', ')'),
    around('in a subshell within one', '( ( ', ' ) )'),
    around('in a group', '{ ', '; }'),
    around('in a function', 'f() { ', '; }; f'),
    around('in a function with the keyword', 'function go { ', '; }; go'),
    around('in a function within one', 'f() { g() { ', '; }; g; }; f'),
    around('in a for loop', 'for i in 1 2; do ', '; done'),
    around('in an arithmetic for loop', 'for ((i = 0; i < 1; i++)); do ', '; done'),
    around('in a while loop', 'while true; do ', '; break; done'),
    around('in an until loop', 'until false; do ', '; break; done'),
    around('in the condition of a loop', 'while ', '; do break; done'),
    around('in an if', 'if true; then ', '; fi'),
    around('in an if of something unknown', 'if [ -e x ]; then ', '; fi'),
    around('in an else', 'if false; then :; else ', '; fi'),
    around('in an elif', 'if [ -e x ]; then :; elif [ -e y ]; then ', '; fi'),
    around('in a condition', 'if ', '; then :; fi'),
    around('in a case', 'case x in x) ', ' ;; esac'),
    around('in a case of something unknown', 'case "$1" in a | b) ', ' ;; *) ls ;; esac'),
    around('in a substitution', 'echo "$(', ')"'),
    around('in a substitution that is assigned', 'x=$(', ')'),
    around('in an argument', 'ls "a$(', ')b"'),
    around('in a default', ': "${unset_name:-$(', ')}"'),
    around('in an array', 'a=( $(', ') )'),
    around('in a process substitution that is read', 'cat <(', ')'),
    around('in a here-string', 'cat <<< "$(', ')"'),
    keep('in a heredoc that is expanded', ({ text }) => `cat <<END\n$(${text})\nEND`),
    keep('on the line of a heredoc', ({ text }) => `cat <<'END'; ${text}\nnotes\nEND`),
    keep('behind a heredoc', ({ text }) => `cat > notes.md <<'END'\nnotes\nEND\n${text}`),
    keep('in backquotes', ({ text }) => (/[\\`$]/.test(text) ? undefined : `echo \`${text}\``)),
    keep('in a coprocess', ({ text, words }) => words && `coproc ${text}`),
    keep('behind a pipe', ({ text, words }) => words && `yes | ${text}`),
    keep(
      'in find -exec',
      ({ words }) => words && `find . -maxdepth 0 -exec ${words.map(write).join(' ')} \\;`,
    ),
    keep('in xargs', ({ words }) => words && `echo one | xargs -I{} ${words.map(write).join(' ')}`),
    keep('with the last word from xargs', ({ words }) => {
      const last = words?.at(-1);
      if (words === undefined || words.length < 2 || last === undefined) return undefined;
      if (last.active || !SAFE.test(last.text)) return undefined;
      return `echo ${last.text} | xargs ${words.slice(0, -1).map(write).join(' ')}`;
    }),
  ];
}

function speaking(): readonly Way[] {
  const spoken = (
    name: string,
    make: (quoted: string, text: string) => string | undefined,
  ): Way => ({
    name,
    keeps: false,
    make: ({ text }) => make(single(text), text),
  });
  const ofProgram = (name: string, make: (program: string) => string): Way => ({
    name,
    keeps: false,
    make: ({ words }) =>
      words?.[0] !== undefined && NAME.test(words[0].text) ? make(words[0].text) : undefined,
  });
  return [
    spoken('echoed', (quoted) => `echo ${quoted}`),
    spoken('printed', (quoted) => `printf '%s\\n' ${quoted}`),
    spoken('echoed to a file', (quoted) => `echo ${quoted} >> notes.md`),
    spoken('echoed through a pipe', (quoted) => `echo ${quoted} | tee notes.md | wc -l`),
    spoken('searched for', (quoted) => `grep -rn -e ${quoted} .`),
    spoken('searched for with rg', (quoted) => `rg -F ${quoted} docs`),
    spoken('searched for in the log', (quoted) => `git log --oneline --grep=${quoted}`),
    spoken('in a commit message', (quoted) => `git commit -m ${quoted}`),
    spoken(
      'in a commit message from a heredoc',
      (_quoted, text) => `git commit -m "$(cat <<'END'\nDo not run\n${text}\nEND\n)"`,
    ),
    spoken(
      'in a commit message on standard input',
      (_quoted, text) => `git commit -F - <<'END'\n${text}\nEND`,
    ),
    spoken('in the name of a tag', (quoted) => `git tag -a v1 -m ${quoted}`),
    spoken('in a heredoc for a file', (_quoted, text) => `cat > notes.md <<'END'\n${text}\nEND`),
    spoken(
      'in a heredoc behind a redirection',
      (_quoted, text) => `cat <<'END' >> notes.md\n$ ${text}\nEND`,
    ),
    spoken('in a heredoc for tee', (_quoted, text) => `tee notes.md <<'END'\n${text}\nEND`),
    spoken('in a comment', (_quoted, text) => `# ${text}`),
    spoken('in a comment behind a command', (_quoted, text) => `npm test # ${text}`),
    spoken('in a variable', (quoted) => `code=${quoted}`),
    spoken('in a variable that is printed', (quoted) => `code=${quoted}; echo "$code"`),
    spoken('in an array that is printed', (quoted) => `a=(${quoted}); printf '%s\\n' "\${a[@]}"`),
    spoken('in the environment of a command', (quoted) => `CODE=${quoted} npm test`),
    spoken('in an alias that nobody uses', (quoted) => `alias go=${quoted}`),
    spoken('in a function that nobody calls', (_quoted, text) => `f() { ${text}; }`),
    spoken('in a function that is shown', (_quoted, text) => `f() { ${text}; }; declare -f f`),
    spoken('behind false &&', (_quoted, text) => `false && ${text}`),
    spoken('behind true ||', (_quoted, text) => `true || ${text}`),
    spoken('in if false', (_quoted, text) => `if false; then ${text}; fi`),
    spoken('in while false', (_quoted, text) => `while false; do ${text}; done`),
    spoken('in a case that is not taken', (_quoted, text) => `case a in b) ${text} ;; esac`),
    spoken('in a loop over nothing', (_quoted, text) => `for x in; do ${text}; done`),
    spoken('behind exit', (_quoted, text) => `exit 0; ${text}`),
    spoken('behind exec of another command', (_quoted, text) => `exec true; ${text}`),
    spoken('in a shell that only reads', (quoted) => `bash -n -c ${quoted}`),
    spoken('as the name of a shell', (quoted) => `bash -c ls ${quoted}`),
    spoken('as an argument of a script', (quoted) => `bash check.sh ${quoted}`),
    spoken('compared', (quoted) => `[ "$CODE" = ${quoted} ] && echo same`),
    spoken('compared in double brackets', (quoted) => `[[ $CODE == ${quoted} ]]`),
    spoken('as an argument of a command that does nothing', (quoted) => `: ${quoted}`),
    spoken('as a condition of jq', (quoted) => `jq --arg c ${quoted} '.c == $c' x.json`),
    spoken('in single quotes within double quotes', (_quoted, text) =>
      /[$`"\\!]/.test(text) ? undefined : `echo "it says '${text}'"`,
    ),
    spoken('as a prompt', (quoted) => `read -r -p ${quoted} answer`),
    spoken('in a notice', (quoted) => `notify-send done ${quoted}`),
    spoken('in a shell that echoes it', (quoted) => `bash -c ${single(`echo ${quoted}`)}`),
    spoken('printed by Python', (_quoted, text) =>
      /['"\\$`]/.test(text) ? undefined : `python3 -c "print('${text}')"`,
    ),
    spoken('printed by Node', (_quoted, text) =>
      /['"\\$`]/.test(text) ? undefined : `node -e "console.log('${text}')"`,
    ),
    spoken('written and only shown', (quoted) => `echo ${quoted} > r.sh; cat r.sh`),
    spoken('written and only checked', (quoted) => `echo ${quoted} > r.sh; bash -n r.sh`),
    spoken('written beside what is run', (quoted) => `echo ${quoted} > r.sh; bash other.sh`),
    spoken('encoded', (quoted) => `echo ${quoted} | base64`),
    spoken('decoded and shown', (_quoted, text) =>
      isAscii(text) ? `echo ${encode(text)} | base64 -d` : undefined,
    ),
    ofProgram('with its manual asked for', (program) => `man ${program}`),
    ofProgram('with its place asked for', (program) => `which ${program} && type -a ${program}`),
    ofProgram('with its presence asked for', (program) => `command -v ${program} >/dev/null`),
    ofProgram('with a package of its name', (program) => `apt-get install -y ${program}`),
  ];
}

function keep(name: string, make: (command: Command) => string | undefined): Way {
  return { name, keeps: true, make };
}

/** A way to write each word that the shell does not expand. */
function spell(name: string, write_: (text: string) => string): Way {
  return keep(name, ({ words }) =>
    words?.map((word) => (word.active ? word.text : write_(word.text))).join(' '),
  );
}

/** A way that needs every word as plain text. */
function assembled(
  { words }: Command,
  make: (words: readonly string[]) => string | undefined,
): string | undefined {
  if (words === undefined || words.some((word) => word.active)) return undefined;
  return make(words.map((word) => word.text));
}

/** A way that needs words without anything special in them. */
function plainWords(
  command: Command,
  make: (words: readonly string[]) => string | undefined,
): string | undefined {
  return assembled(command, (words) =>
    words.every((word) => SAFE.test(word)) ? make(words) : undefined,
  );
}

function write(word: Word): string {
  return word.active || SAFE.test(word.text) ? word.text : single(word.text);
}

/** Splits one simple command at its blanks; `undefined` when it is more than that. */
function splitWords(text: string): readonly Word[] | undefined {
  if (COMPOUND.test(text.replace(QUOTED, ''))) return undefined;
  return (text.match(WORDS) ?? []).map((word) => ({
    text: word.replaceAll("'", ''),
    active: !word.includes("'") && ACTIVE.test(word),
  }));
}

function single(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function unquote(quoted: string): string {
  return quoted.slice(1, -1).replaceAll("'\\''", "'");
}

function escapeDouble(text: string): string {
  return text.replace(/["$`\\}]/g, '\\$&');
}

function encode(text: string): string {
  return Buffer.from(`${text}\n`).toString('base64');
}

function toHex(text: string): string {
  return Buffer.from(text).toString('hex');
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

const NAME = /^[a-z][\w.-]*$/;
const PLAIN = /^[\w./:@=+-]{2,}$/;
const SAFE = /^[\w./:@=+-]+$/;
const HAS_DOUBLE = /["$`\\]/;
const QUOTING = /['"\\$`|<>;&()]/;
const QUOTED = /'[^']*'/g;
const COMPOUND = /[|<>;&()`\n]|\$\(/;
const WORDS = /(?:'[^']*'|[^\s'])+/g;
const ACTIVE = /^~|[*?$]/;
