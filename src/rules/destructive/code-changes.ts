/**
 * What functions of programming languages do to files: one row a function, by language.
 *
 * @module
 */
import type { CodeCall, Language } from '../shell/code.js';
import { mapOf } from '../tables.js';

/** What a call does to a file. */
export interface Change {
  /** It removes it, writes over it, or makes it the current directory. */
  readonly kind: 'remove' | 'write' | 'enter';
  /** Where the file stands: in an argument, in all of them, or in what it is a method of. */
  readonly takes: 'first' | 'second' | 'last' | 'all' | 'owner';
  /** Whether it removes empty directories only. */
  readonly empty?: boolean;
  /** Whether it writes only when it is told to by a mode. */
  readonly mode?: boolean;
  /** Whether it puts another file in its place, as programs are installed. */
  readonly copies?: boolean;
}

/** What a call does to files, if it does anything to them. */
export function changeOf(language: Language, call: CodeCall): Change | undefined {
  const table = CHANGES[language];
  if (table === undefined) return undefined;
  const { name, owner } = call;
  const method = owner === undefined ? undefined : name.slice(name.lastIndexOf('.'));
  const change = table.get(name) ?? (method === name ? undefined : ownChange(table, call, method));
  // `rmdir` of Node removes what is in it when it is told to.
  const recursive = call.args.some((arg) => arg.members?.has('recursive') === true);
  return change?.empty === true && recursive ? { ...change, empty: false } : change;
}

/** Methods of a path, whatever it was made by: `Path('/x').unlink()`, `Bun.file('x').delete()`. */
function ownChange(
  table: ReadonlyMap<string, Change>,
  call: CodeCall,
  method: string | undefined,
): Change | undefined {
  const holds = call.owner?.pieces !== undefined || FILE_OBJECTS.has(call.owner?.name ?? '');
  return method === undefined || !holds ? undefined : table.get(method);
}

const REMOVE: Change = { kind: 'remove', takes: 'first' };
const REMOVE_ALL: Change = { kind: 'remove', takes: 'all' };
const REMOVE_EMPTY: Change = { kind: 'remove', takes: 'first', empty: true };
const REMOVE_OWNER: Change = { kind: 'remove', takes: 'owner' };
const REMOVE_OWNER_EMPTY: Change = { kind: 'remove', takes: 'owner', empty: true };
const OPEN: Change = { kind: 'write', takes: 'first', mode: true };
const OPEN_LAST: Change = { kind: 'write', takes: 'last', mode: true };
const OPEN_OWNER: Change = { kind: 'write', takes: 'owner', mode: true };
const WRITE: Change = { kind: 'write', takes: 'first' };
const WRITE_SECOND: Change = { kind: 'write', takes: 'second' };
const WRITE_OWNER: Change = { kind: 'write', takes: 'owner' };
const COPY: Change = { kind: 'write', takes: 'second', copies: true };
const ENTER: Change = { kind: 'enter', takes: 'first' };

/** Objects that stand for the file that they were made with. */
const FILE_OBJECTS: ReadonlySet<string> = /* @__PURE__ */ new Set(['Bun.file()']);

const CHANGES: { readonly [language in Language]?: ReadonlyMap<string, Change> } = {
  python: /* @__PURE__ */ mapOf([
    [
      REMOVE,
      'shutil.rmtree os.remove os.unlink os.removedirs distutils.dir_util.remove_tree posix.remove',
    ],
    [REMOVE_EMPTY, 'os.rmdir posix.rmdir'],
    [REMOVE_OWNER, '.unlink .rmtree .remove .removedirs'],
    [REMOVE_OWNER_EMPTY, '.rmdir'],
    [OPEN, 'open io.open codecs.open gzip.open'],
    [OPEN_OWNER, '.open'],
    [WRITE, 'os.truncate'],
    [WRITE_OWNER, '.write_text .write_bytes'],
    [COPY, 'shutil.copy shutil.copy2 shutil.copyfile shutil.move os.replace os.rename'],
    [ENTER, 'os.chdir'],
  ]),
  javascript: /* @__PURE__ */ mapOf([
    [
      REMOVE,
      'fs.rm fs.rmSync fs.unlink fs.unlinkSync fs.promises.rm fs.promises.unlink fs.remove ' +
        'fs.removeSync fs.emptyDir fs.emptyDirSync fs.emptydir fs.emptydirSync rimraf rimraf.sync ' +
        'rimraf.rimraf rimraf.rimrafSync rimraf.native del del.sync del.deleteAsync del.deleteSync ' +
        'deleteAsync deleteSync Deno.remove Deno.removeSync fs.rmrf',
    ],
    [REMOVE_EMPTY, 'fs.rmdir fs.rmdirSync fs.promises.rmdir'],
    [REMOVE_OWNER, '.delete .unlink'],
    [
      WRITE,
      'fs.writeFile fs.writeFileSync fs.promises.writeFile fs.truncate fs.truncateSync ' +
        'fs.promises.truncate fs.createWriteStream fs.outputFile fs.outputFileSync Bun.write ' +
        'Deno.writeTextFile Deno.writeTextFileSync Deno.writeFile Deno.writeFileSync Deno.truncate ' +
        'Deno.truncateSync Deno.create Deno.createSync',
    ],
    [OPEN, 'fs.open fs.openSync fs.promises.open fs.appendFile fs.appendFileSync'],
    [
      COPY,
      'fs.copyFile fs.copyFileSync fs.promises.copyFile fs.copy fs.copySync fs.rename fs.renameSync ' +
        'fs.promises.rename fs.move fs.moveSync fs.cp fs.cpSync Deno.copyFile Deno.copyFileSync ' +
        'Deno.rename Deno.renameSync',
    ],
    [ENTER, 'process.chdir Deno.chdir'],
  ]),
  ruby: /* @__PURE__ */ mapOf([
    [
      REMOVE_ALL,
      'FileUtils.rm_rf FileUtils.rm_r FileUtils.rm FileUtils.rm_f FileUtils.rmtree ' +
        'FileUtils.remove_dir FileUtils.remove_entry FileUtils.remove_entry_secure FileUtils.remove ' +
        'FileUtils.safe_unlink FileUtils.remove_file File.delete File.unlink rm_rf rm_r rm_f ' +
        'remove_dir remove_entry rmtree',
    ],
    [REMOVE_EMPTY, 'Dir.rmdir Dir.delete Dir.unlink FileUtils.rmdir'],
    [REMOVE_OWNER, '.rmtree .delete .unlink'],
    [REMOVE_OWNER_EMPTY, '.rmdir'],
    [OPEN, 'File.open File.new IO.open open'],
    [OPEN_OWNER, '.open'],
    [WRITE, 'File.write IO.write File.binwrite IO.binwrite File.truncate'],
    [WRITE_OWNER, '.write .binwrite .truncate'],
    [COPY, 'FileUtils.cp FileUtils.copy FileUtils.mv FileUtils.move FileUtils.install File.rename'],
    [ENTER, 'Dir.chdir FileUtils.cd FileUtils.chdir'],
  ]),
  perl: /* @__PURE__ */ mapOf([
    [
      REMOVE_ALL,
      'unlink rmtree remove_tree File.Path.rmtree File.Path.remove_tree CORE.unlink pathrmdir ' +
        'File.Remove.remove',
    ],
    [REMOVE_EMPTY, 'rmdir CORE.rmdir'],
    [REMOVE_OWNER, '.remove_tree .remove .rmtree'],
    [OPEN_LAST, 'open'],
    [WRITE, 'truncate write_file'],
    [WRITE_OWNER, '.spew .spew_utf8 .spew_raw'],
    [COPY, 'copy move cp mv File.Copy.copy File.Copy.move rename'],
    [ENTER, 'chdir'],
  ]),
  php: /* @__PURE__ */ mapOf([
    [REMOVE, 'unlink'],
    [REMOVE_EMPTY, 'rmdir'],
    [OPEN, 'fopen'],
    [WRITE, 'file_put_contents'],
    [COPY, 'copy rename'],
    [ENTER, 'chdir'],
  ]),
  lua: /* @__PURE__ */ mapOf([
    [REMOVE, 'os.remove'],
    [REMOVE_EMPTY, 'lfs.rmdir'],
    [OPEN, 'io.open'],
    [WRITE, 'io.output'],
    [ENTER, 'lfs.chdir'],
  ]),
  r: /* @__PURE__ */ mapOf([
    [REMOVE_ALL, 'unlink file.remove fs.dir_delete fs.file_delete base.unlink'],
    [OPEN, 'file'],
    [WRITE, 'file.create'],
    [WRITE_SECOND, 'writeLines saveRDS write.csv write.table write'],
    [COPY, 'file.copy file.rename'],
    [ENTER, 'setwd'],
  ]),
  julia: /* @__PURE__ */ mapOf([
    [REMOVE, 'rm Base.rm Base.Filesystem.rm'],
    [OPEN, 'open'],
    [WRITE, 'write truncate'],
    [COPY, 'cp mv'],
    [ENTER, 'cd'],
  ]),
  elixir: /* @__PURE__ */ mapOf([
    [REMOVE, 'File.rm File.rm! File.rm_rf File.rm_rf!'],
    [REMOVE_EMPTY, 'File.rmdir File.rmdir!'],
    [WRITE, 'File.write File.write!'],
    [COPY, 'File.cp File.cp! File.rename File.rename!'],
    [ENTER, 'File.cd File.cd!'],
  ]),
  groovy: /* @__PURE__ */ mapOf([
    [REMOVE_OWNER, '.deleteDir .delete .deleteOnExit'],
    [REMOVE, 'Files.delete Files.deleteIfExists FileUtils.deleteDirectory FileUtils.forceDelete'],
    [WRITE_OWNER, '.write .setText .newWriter .newOutputStream'],
  ]),
  awk: /* @__PURE__ */ mapOf([[WRITE, '>']]),
};
