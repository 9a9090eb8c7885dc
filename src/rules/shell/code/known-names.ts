/**
 * The functions, methods and objects whose results are known without running, by what they give.
 *
 * @module
 */
import { mapOf, setOf } from '../../tables.js';
import type { Source } from './values.js';

export type Kind =
  | 'home'
  | 'expand'
  | 'same'
  | 'join'
  | 'joinList'
  | 'paste'
  | 'parent'
  | 'here'
  | 'temporary'
  | 'glob'
  | 'globBelow'
  | 'entries'
  | 'walk'
  | 'variable'
  | 'file'
  | 'input'
  | 'base64'
  | 'buffer'
  | 'format'
  | 'list'
  | 'module'
  | 'attribute'
  | 'split'
  | 'shifted'
  | 'second'
  | 'record';

export const FUNCTIONS: ReadonlyMap<string, Kind> = /* @__PURE__ */ mapOf([
  [
    'home',
    'os.homedir Path.home Dir.home System.user_home System.user_home! homedir File.HomeDir.my_home ' +
      'os.userInfo().homedir Etc.getpwuid().dir',
  ],
  [
    'expand',
    'os.path.expanduser expanduser File.expand_path File.absolute_path Path.expand path.expand',
  ],
  [
    'same',
    'str bytes os.path.abspath os.path.realpath os.path.normpath os.fspath abspath realpath ' +
      'rel2abs path.normalize File.realpath normalizePath URI URI.parse URL URI.HTTP.build ' +
      'Pathname.new Pathname shlex.quote shlex.split escapeshellarg escapeshellcmd String ' +
      'encodeURIComponent encodeURI Shellwords.escape Shellwords.split util.promisify promisify pathToFileURL fileURLToPath ' +
      'url.pathToFileURL url.fileURLToPath File path HTTP.Request.Common quotemeta ' +
      'urllib.parse.quote urllib.parse.urlencode to_charlist String.to_charlist sorted reversed set ' +
      'as.character noquote shQuote iter next',
  ],
  [
    'join',
    'os.path.join path.join path.resolve path.posix.join File.join joinpath file.path Path.join ' +
      'File.Spec.catfile File.Spec.catdir catfile catdir Path Path.Path PurePath PosixPath Pathname.join ' +
      'Paths.get File.new.join',
  ],
  ['joinList', 'implode join shlex.join Shellwords.join'],
  ['paste', 'paste0 string strcat'],
  ['parent', 'os.path.dirname path.dirname File.dirname dirname Path.dirname'],
  [
    'here',
    'os.getcwd process.cwd Dir.pwd Dir.getwd getcwd cwd pwd Path.cwd File.cwd! File.cwd Deno.cwd getwd ' +
      'Cwd.getcwd Cwd.cwd Pathname.pwd',
  ],
  [
    'temporary',
    'tempfile.mkdtemp tempfile.gettempdir tempfile.mkstemp tempfile.mktemp os.tmpdir Dir.tmpdir ' +
      'Dir.mktmpdir sys_get_temp_dir tempnam tempdir tempfile mktempdir mktemp fs.mkdtempSync ' +
      'fs.mkdtemp fs.promises.mkdtemp os.tmpname File.Temp.tempdir System.tmp_dir! Deno.makeTempDir ' +
      'Deno.makeTempDirSync tempfile.TemporaryDirectory tempfile.NamedTemporaryFile tempfile.TemporaryFile',
  ],
  [
    'glob',
    'glob.glob glob.iglob glob Dir.glob glob.sync glob.globSync fs.globSync fs.glob fg.sync ' +
      'fast-glob.sync globby globby.sync Path.wildcard Sys.glob bsd_glob File.Glob.bsd_glob',
  ],
  ['entries', 'os.scandir'],
  ['walk', 'os.walk Find.find Dir.foreach enumerate.none'],
  [
    'variable',
    'os.getenv os.environ.get ENV.fetch getenv Sys.getenv System.get_env System.getenv Deno.env.get ' +
      'os.environb.get get_env ENV.to_h os.environ.copy os.environ.items Deno.env.toObject ENV.inspect ' +
      'ENV.to_a',
  ],
  [
    'file',
    'open io.open codecs.open gzip.open fs.readFileSync fs.readFile fs.promises.readFile ' +
      'fs.createReadStream fs.openAsBlob fs.promises.open fs.openSync Bun.file Deno.readTextFile ' +
      'Deno.readTextFileSync Deno.readFile Deno.readFileSync Deno.open Deno.openSync File.read File.open ' +
      'File.new File.binread File.readlines File.foreach IO.read IO.readlines IO.binread ' +
      'file_get_contents file fopen readfile curl_file_create CURLFile read_file slurp File.Slurp.read_file ' +
      'File.read! File.stream! readLines readr.read_file read.csv read.table scan readChar readBin ' +
      'io.lines read readlines linecache.getline pandas.read_csv pd.read_csv Image.open PIL.Image.open ' +
      'httr.upload_file upload_file form_file curl.form_file readline UploadIO.new FilePart.new ' +
      'Faraday.Multipart.FilePart.new HTTP.FormData.File.new subprocess.check_output subprocess.getoutput ' +
      'subprocess.run os.popen child_process.execSync child_process.spawnSync ' +
      'child_process.execFileSync shell_exec io.popen IO.popen Open3.capture2 Open3.capture2e ' +
      'Open3.capture3 ` Bun.spawnSync subprocess.Popen sqlite3.connect shutil.make_archive tarfile.open ' +
      'zipfile.ZipFile System.cmd fs.readdirSync os.listdir Dir.children Dir.entries readdir',
  ],
  ['input', 'input raw_input gets ARGF.read STDIN.read $stdin.read STDIN.gets io.read readStdin'],
  [
    'base64',
    'base64.b64decode b64decode atob base64_decode Base64.decode64 decode_base64 Base.decode64!',
  ],
  ['buffer', 'Buffer.from'],
  ['format', 'sprintf format string.format util.format Kernel.format'],
  ['list', 'list tuple array c Array.from Array.of'],
  ['module', 'require __import__ import importlib.import_module createRequire()'],
  ['attribute', 'getattr'],
  ['split', 'String.split'],
  ['shifted', 'shift'],
  ['second', 'enumerate'],
  ['record', 'dict'],
]);

export const METHODS: ReadonlyMap<string, Kind> = /* @__PURE__ */ mapOf([
  ['expand', '.expanduser .expand_path'],
  [
    'same',
    '.resolve .absolute .as_posix .toString .trim .strip .rstrip .lstrip .encode .decode .to_s .to_path ' +
      '.chomp .freeze .to_str .realpath .cleanpath .sort .reverse .absolutePath .getPath .values ' +
      '.to_a .each_entry .trimEnd .trimStart .href .ravel',
  ],
  ['joinList', '.join'],
  ['join', '.joinpath'],
  ['globBelow', '.glob .rglob'],
  ['entries', '.iterdir .children .each_child'],
  ['file', '.read_text .read_bytes .open .slurp .readlines'],
  ['format', '.format'],
  ['split', '.split'],
  ['shifted', '.shift'],
]);

/** Objects that hold the environment. */
export const ENVIRONMENTS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'os.environ os.environb process.env ENV _ENV _SERVER Bun.env import.meta.env ENVIRON',
);

export const METHOD_NAMES: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'get fetch items keys values to_h to_a inspect copy each map toString hasOwnProperty',
);

export const STREAMS: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'sys.stdin process.stdin io.stdin Deno.stdin Bun.stdin',
);

/** Handles that are read by name alone. */
export const NAMED_SOURCES: { readonly [name: string]: Source } = /* @__PURE__ */ Object.freeze({
  STDIN: 'input',
  readline: 'file',
  gets: 'input',
});

export const HOMES: ReadonlySet<string> = /* @__PURE__ */ setOf('HOME USERPROFILE HOMEPATH');

export const TEMPORARIES: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'TMPDIR TEMP TMP RUNNER_TEMP',
);

export const STANDARD_INPUT: ReadonlySet<string> = /* @__PURE__ */ setOf(
  '/dev/stdin 0 php://stdin php://input stdin -',
);

/** Joins that keep an absolute part in the middle as a part. */
export const KEEPS_ROOT: ReadonlySet<string> = /* @__PURE__ */ setOf(
  'path.join path.posix.join File.join File.Spec.catfile File.Spec.catdir catfile catdir file.path',
);

/** Functions whose paths may begin with `~`. */
export const EXPANDS: ReadonlySet<string> = /* @__PURE__ */ setOf('file.path');

export const MODULES: { readonly [module: string]: string } = /* @__PURE__ */ Object.freeze({
  'fs-extra': 'fs',
  'graceful-fs': 'fs',
  'node-fetch': 'fetch',
  'cross-fetch': 'fetch',
  'cross-spawn': 'child_process.spawn',
  'path.posix': 'path',
  'path.win32': 'path',
  bun: 'Bun',
});

/** Names that are written in more than one way. */
export const LONG_NAMES: { readonly [name: string]: string } = /* @__PURE__ */ Object.freeze({
  'pathlib.Path': 'Path',
  'pathlib.PurePath': 'PurePath',
  'pathlib.PosixPath': 'PosixPath',
  'pathlib.WindowsPath': 'Path',
  'fs.default': 'fs',
  'path.default': 'path',
  'os.default': 'os',
  'axios.default': 'axios',
  'child_process.default': 'child_process',
  'os.path.os': 'os',
});
