/**
 * How wget reads its command line.
 *
 * @module
 */
import { inputText, isInput } from '../shell/code/interpreters.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, type Options, readOptions } from '../shell/options.js';
import { dropPrefix, sliceWord, type Word } from '../shell/word.js';

/** What a command line of wget asks for. */
export interface Retrieval {
  readonly options: Options;
  readonly urls: readonly Word[];
  /** The values of an option, whether it was given as one or as a command of the start-up file. */
  values(name: string): readonly Word[];
}

/** Reads a command line; nothing when wget would only print about itself. */
export function readWget(execution: Execution): Retrieval | undefined {
  const options = readOptions(execution.args, WGET);
  if (options.has('help') || options.has('version')) return undefined;
  const settings = options.values('execute').flatMap(readSetting);
  const listed = options.values('input-file').flatMap((file) => {
    const [content] = file.pieces.map((piece) =>
      piece.kind === 'unknown' ? piece.content : undefined,
    );
    if (content !== undefined) return wordsOf(content);
    if (!isInput(file)) return URL_FILE.test(file.text) ? [file] : [];
    const text = inputText(execution);
    return text === undefined ? [] : wordsOf(text);
  });
  return {
    options,
    urls: [...options.operands, ...listed],
    values(name: string): readonly Word[] {
      const plain = name.replace(SEPARATORS, '');
      const set = settings.filter((setting) => setting.name === plain);
      return [...options.values(name), ...set.map((setting) => setting.value)];
    },
  };
}

interface Setting {
  readonly name: string;
  readonly value: Word;
}

/** `post_data = x`; case, dashes and underscores of the name do not matter. */
function readSetting(word: Word): readonly Setting[] {
  const [prefix, name] = SETTING.exec(word.text) ?? [];
  if (prefix === undefined || name === undefined) return [];
  const plain = name.toLowerCase().replace(SEPARATORS, '');
  return [{ name: plain, value: dropPrefix(word, prefix.length) }];
}

export function wordsOf(text: Word): readonly Word[] {
  return [...text.text.matchAll(NOT_SPACE)].map((match) => {
    return sliceWord(text, match.index, match.index + match[0].length);
  });
}

const NOT_SPACE = /\S+/g;
const SETTING = /^\s*([\w-]+)\s*=\s*/;
const SEPARATORS = /[-_]/g;
/** The list of URLs may itself be fetched. */
const URL_FILE = /^(?:https?|ftps?):\/\//i;

/** The options of GNU Wget 1.21, from its manual. */
const WGET: Grammar = {
  options: [
    '-4 --inet4-only',
    '-6 --inet6-only',
    '-A --accept=',
    '--accept-regex=',
    '-E --adjust-extension',
    '-a --append-output=',
    '-b --background',
    '-K --backup-converted',
    '--backups[=]',
    '-B --base=',
    '--bind-address=',
    '--body-data=',
    '--body-file=',
    '--ca-certificate=',
    '--ca-directory=',
    '--certificate=',
    '--certificate-type=',
    '--check-certificate[=]',
    '--ciphers=',
    '--compression=',
    '--config=',
    '--connect-timeout=',
    '-c --continue',
    '-k --convert-links',
    '--crl-file=',
    '--cut-dirs=',
    '-d --debug',
    '--default-page=',
    '--delete-after',
    '--dns-timeout=',
    '-D --domains=',
    '--exclude-domains=',
    '-X --exclude-directories=',
    '-e --execute=',
    '--follow-tags=',
    '-x --force-directories',
    '-F --force-html',
    '--ftp-password=',
    '--ftp-user=',
    '--header=',
    '-h --help',
    '--hsts-file=',
    '--http-password=',
    '--http-user=',
    '--ignore-tags=',
    '-I --include-directories=',
    '-i --input-file=',
    '--input-metalink=',
    '-l --level=',
    '--limit-rate=',
    '--load-cookies=',
    '--local-encoding=',
    '--max-redirect=',
    '--method=',
    '-m --mirror',
    '-n --no=',
    '-N --timestamping',
    '-O --output-document=',
    '-o --output-file=',
    '-p --page-requisites',
    '--password=',
    '--pinnedpubkey=',
    '--post-data=',
    '--post-file=',
    '-P --directory-prefix=',
    '--prefer-family=',
    '--private-key=',
    '--private-key-type=',
    '--progress=',
    '--proxy[=]',
    '--proxy-password=',
    '--proxy-user=',
    '-q --quiet',
    '-Q --quota=',
    '--random-file=',
    '--read-timeout=',
    '-r --recursive',
    '--referer=',
    '--regex-type=',
    '-R --reject=',
    '--reject-regex=',
    '--rejected-log=',
    '-L --relative',
    '--remote-encoding=',
    '--report-speed=',
    '--restrict-file-names=',
    '--retry-on-http-error=',
    '--save-cookies=',
    '--secure-protocol=',
    '-S --server-response',
    '-H --span-hosts',
    '--start-pos=',
    '-T --timeout=',
    '-t --tries=',
    '--unlink',
    '--use-askpass=',
    '--user=',
    '-U --user-agent=',
    '-v --verbose',
    '-V --version',
    '-w --wait=',
    '--waitretry=',
    '--warc-dedup=',
    '--warc-file=',
    '--warc-header=',
    '--warc-max-size=',
    '--warc-tempdir=',
  ],
};
