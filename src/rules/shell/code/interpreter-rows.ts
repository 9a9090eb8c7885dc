/**
 * How each interpreter takes code: one row a program, read with the program's own option grammar.
 *
 * @module
 */
import type { Interpreter } from './interpreters.js';

/** One row a program; a version behind its name (`python3.12`) is not part of it. */
export const INTERPRETERS: ReadonlyMap<string, Interpreter> = /* @__PURE__ */ rows([
  [
    'python pypy ipython py',
    {
      language: 'python',
      grammar: {
        options: [
          '-c=',
          '-m=',
          '-W=',
          '-X=',
          '-h --help',
          '-V --version',
          '--check-hash-based-pycs=',
        ],
        stopAtOperand: true,
      },
      code: ['c'],
      last: /^-[bBdEiIOPqRsSuvx]*[cm]/,
      idle: ['help', 'version'],
      file: ['m'],
      input: true,
    },
  ],
  [
    'node nodejs tsx ts-node',
    {
      language: 'javascript',
      grammar: {
        options: [
          '-e --eval=',
          '-p --print',
          '-c --check',
          '-h --help',
          '-v --version',
          '-r --require=',
          '-C --conditions=',
          '--import=',
          '--loader=',
          '--experimental-loader=',
          '--input-type=',
          '--env-file=',
          '-i --interactive',
          '--inspect[=]',
          '--test',
        ],
        stopAtOperand: true,
      },
      code: ['eval'],
      idle: ['check', 'help', 'version'],
      file: ['test'],
      operand: 'print',
      input: true,
    },
  ],
  [
    'bun',
    {
      language: 'javascript',
      grammar: {
        options: [
          '-e --eval=',
          '-p --print=',
          '-r --preload=',
          '--cwd=',
          '-h --help',
          '-v --version',
        ],
        stopAtOperand: true,
      },
      code: ['eval', 'print'],
      idle: ['help', 'version'],
    },
  ],
  [
    'ruby jruby truffleruby irb',
    {
      language: 'ruby',
      grammar: {
        options: [
          '-e=',
          '-r=',
          '-I=',
          '-C=',
          '-X=',
          '-E=',
          '-F=',
          '-i[=]',
          '-x[=]',
          '-K[=]',
          '-W[=]',
          '-T[=]',
          '-c',
          '-h --help',
          '--version',
          '--encoding=',
        ],
        stopAtOperand: true,
      },
      code: ['e'],
      idle: ['c', 'help', 'version'],
      input: true,
    },
  ],
  [
    'perl',
    {
      language: 'perl',
      grammar: {
        options: [
          '-e -E=',
          '-M -m=',
          '-I=',
          '-i[=]',
          '-F=',
          '-C[=]',
          '-D[=]',
          '-V[=]',
          '-c',
          '-v',
          '-h',
        ],
        stopAtOperand: true,
      },
      code: ['E'],
      idle: ['c', 'v', 'h', 'V'],
      input: true,
    },
  ],
  [
    'php',
    {
      language: 'php',
      grammar: {
        options: [
          '-r --run=',
          '-B --process-begin=',
          '-R --process-code=',
          '-E --process-end=',
          '-f --file=',
          '-F --process-file=',
          '-d --define=',
          '-c --php-ini=',
          '-z --zend-extension=',
          '-S --server=',
          '-t --docroot=',
          '-l --syntax-check',
          '-w --strip',
          '-s --syntax-highlight',
          '-m --modules',
          '-v --version',
          '-i --info',
          '-h --help',
        ],
        stopAtOperand: true,
      },
      code: ['run', 'process-begin', 'process-code', 'process-end'],
      idle: ['syntax-check', 'strip', 'syntax-highlight', 'modules', 'version', 'info', 'help'],
      file: ['file', 'process-file', 'server'],
      input: true,
    },
  ],
  [
    'lua luajit',
    {
      language: 'lua',
      grammar: { options: ['-e=', '-l=', '-b', '-v', '-i', '-E', '-W'], stopAtOperand: true },
      code: ['e'],
      idle: ['b'],
      input: true,
    },
  ],
  [
    'awk gawk mawk nawk original-awk goawk',
    {
      language: 'awk',
      grammar: {
        options: [
          '-F --field-separator=',
          '-v --assign=',
          '-f --file=',
          '-e --source=',
          '-E --exec=',
          '-i --include=',
          '-l --load=',
          '-o --pretty-print[=]',
          '-d --dump-variables[=]',
          '-p --profile[=]',
          '-D --debug[=]',
          '-L --lint[=]',
          '-W=',
          '-S --sandbox',
          '-h --help',
          '-V --version',
        ],
        stopAtOperand: true,
      },
      code: ['source'],
      idle: ['sandbox', 'help', 'version', 'pretty-print'],
      file: ['file', 'exec'],
      operand: true,
    },
  ],
  [
    'sed gsed ssed',
    {
      language: 'sed',
      grammar: {
        options: [
          '-e --expression=',
          '-f --file=',
          '-n --quiet --silent',
          '-E -r --regexp-extended',
          '-i --in-place[=]',
          '-l --line-length=',
          '-s --separate',
          '-u --unbuffered',
          '-z --null-data',
          '-b --binary',
          '--posix',
          '--debug',
          '--sandbox',
          '--help',
          '--version',
        ],
      },
      code: ['expression'],
      idle: ['sandbox', 'help', 'version'],
      file: ['file'],
      operand: true,
    },
  ],
  [
    'make gmake bmake',
    {
      language: 'make',
      grammar: {
        options: [
          '-f --file --makefile=',
          '-C --directory=',
          '-I --include-dir=',
          '-o --old-file --assume-old=',
          '-W --what-if --new-file --assume-new=',
          '-E --eval=',
          '-j --jobs[=]',
          '-l --load-average[=]',
          '-O --output-sync[=]',
          '-n --just-print --recon --dry-run',
          '-q --question',
          '-t --touch',
          '-h --help',
          '-v --version',
        ],
      },
      code: ['eval'],
      idle: ['dry-run', 'question', 'touch', 'help', 'version'],
    },
  ],
  [
    'vim vi nvim view gvim vimdiff rvim ex',
    {
      language: 'vim',
      grammar: {
        options: [
          '-c=',
          '--cmd=',
          '-S=',
          '-u=',
          '-U=',
          '-s',
          '-T=',
          '-w -W=',
          '-h --help',
          '--version',
        ],
        abbreviations: false,
      },
      code: ['cmd', 'c'],
      idle: ['help', 'version'],
    },
  ],
  [
    'rscript r littler',
    {
      language: 'r',
      grammar: { options: ['-e=', '-f --file=', '--version', '--help'], stopAtOperand: true },
      code: ['e'],
      file: ['file'],
      input: true,
    },
  ],
  [
    'julia',
    {
      language: 'julia',
      grammar: {
        options: ['-e --eval=', '-E --print=', '-L --load=', '-J=', '-p=', '-t=', '-C=', '-O[=]'],
        stopAtOperand: true,
      },
      code: ['eval', 'print'],
      input: true,
    },
  ],
  [
    'elixir iex',
    {
      language: 'elixir',
      grammar: {
        options: ['-e --eval=', '--rpc-eval=', '-r=', '-S=', '--erl='],
        stopAtOperand: true,
      },
      code: ['eval'],
    },
  ],
  [
    'groovy',
    {
      language: 'groovy',
      grammar: {
        options: ['-e=', '-cp --classpath=', '-D=', '-i[=]', '-n', '-p'],
        stopAtOperand: true,
      },
      code: ['e'],
    },
  ],
  [
    'jshell',
    {
      language: 'groovy',
      grammar: {
        options: ['-C=', '-J=', '-R=', '--class-path=', '--startup=', '--help', '--version'],
      },
      code: [],
      idle: ['help', 'version'],
      input: true,
    },
  ],
  [
    'tclsh wish expect',
    {
      language: 'tcl',
      grammar: { options: ['-c=', '-f=', '-encoding='], stopAtOperand: true },
      code: ['c'],
      input: true,
    },
  ],
  [
    'emacs emacsclient guile sbcl clisp clojure clj bb racket scheme csi janet fennel',
    {
      language: 'lisp',
      grammar: {
        options: [
          '-eval --eval --execute -e -x -c=',
          '-l --load=',
          '-Q',
          '-q',
          '-batch --batch',
          '-f --funcall=',
          '-script --script=',
        ],
        singleDashLong: true,
        abbreviations: false,
      },
      code: ['c'],
    },
  ],
  [
    'osascript',
    {
      language: 'applescript',
      grammar: { options: ['-e=', '-l=', '-s='] },
      code: ['e'],
      input: true,
    },
  ],
  [
    'gdb lldb',
    {
      language: 'gdb',
      grammar: {
        options: [
          '-ex --ex -eval-command --eval-command -iex -o --one-line=',
          '-batch --batch',
          '-x --command=',
        ],
        singleDashLong: true,
        abbreviations: false,
      },
      code: ['one-line'],
      input: true,
    },
  ],
  [
    'psql',
    {
      language: 'psql',
      grammar: {
        options: [
          '-c --command=',
          '-f --file=',
          '-d --dbname=',
          '-h --host=',
          '-p --port=',
          '-U --username=',
          '-v --set --variable=',
          '-o --output=',
          '-L --log-file=',
          '-P --pset=',
          '-F --field-separator=',
          '-R --record-separator=',
          '-T --table-attr=',
          '-V --version',
        ],
      },
      code: ['command'],
      file: ['file'],
    },
  ],
  [
    'sqlite',
    {
      language: 'sqlite',
      grammar: {
        options: [
          '-cmd --cmd=',
          '-init=',
          '-separator=',
          '-nullvalue=',
          '-newline=',
          '-help',
          '-version',
          '-safe',
        ],
        singleDashLong: true,
        abbreviations: false,
      },
      code: ['cmd'],
      idle: ['help', 'version', 'safe'],
    },
  ],
  [
    'mysql mariadb',
    {
      language: 'mysql',
      grammar: {
        options: [
          '-e --execute=',
          '-u --user=',
          '-p --password[=]',
          '-h --host=',
          '-P --port=',
          '-S --socket=',
          '-D --database=',
        ],
      },
      code: ['execute'],
    },
  ],
  [
    'lftp',
    {
      language: 'ftp',
      grammar: { options: ['-c=', '-e=', '-f=', '-u=', '-p='] },
      code: ['c', 'e'],
      input: true,
    },
  ],
  [
    'ftp sftp',
    { language: 'ftp', grammar: { options: ['-b=', '-P=', '-i=', '-o=', '-F=', '-J='] }, code: [] },
  ],
  ['ed red', { language: 'ed', grammar: { options: ['-p --prompt=', '-s', '-r'] }, code: [] }],
  // Programs that hand the value of an option to a shell.
  [
    'nc ncat netcat',
    {
      language: 'shell',
      grammar: {
        options: [
          '-c --sh-exec=',
          '-e --exec=',
          '-p --source-port=',
          '-s --source=',
          '-w --wait=',
          '-i=',
          '-x=',
          '-X=',
        ],
      },
      code: ['sh-exec', 'exec'],
    },
  ],
  [
    'zip',
    {
      language: 'shell',
      grammar: { options: ['-TT --unzip-command='], singleDashLong: true },
      code: ['unzip-command'],
    },
  ],
  [
    'split gsplit',
    {
      language: 'shell',
      grammar: { options: ['--filter=', '-a=', '-b=', '-l=', '-n='] },
      code: ['filter'],
    },
  ],
  [
    'sort gsort',
    {
      language: 'shell',
      grammar: { options: ['--compress-program=', '-k=', '-t=', '-o=', '-S=', '-T='] },
      code: ['compress-program'],
    },
  ],
]);

function rows(
  table: readonly (readonly [string, Interpreter])[],
): ReadonlyMap<string, Interpreter> {
  return new Map(table.flatMap(([names, row]) => names.split(' ').map((name) => [name, row])));
}
