/**
 * Option grammars of programs that reach other hosts, each from the program's manual.
 *
 * @module
 */
import type { Grammar } from '../shell/options.js';

/** The options of scp that take a value. */
export const SCP: Grammar = {
  options: [
    '-c=',
    '-D=',
    '-F=',
    '-i=',
    '-J=',
    '-l=',
    '-o=',
    '-P=',
    '-S=',
    '-X=',
    '-pw=',
    '-pwfile=',
  ],
};

/** The options of ssh that take a value, and those with which it runs no session. */
export const SSH: Grammar = {
  options: [
    ...['-B=', '-b=', '-c=', '-D=', '-E=', '-e=', '-F=', '-I=', '-i=', '-J=', '-L=', '-l=', '-m='],
    ...['-O=', '-o=', '-P=', '-p=', '-Q=', '-R=', '-S=', '-W=', '-w='],
    ...['-n', '-f', '-N', '-V', '-G'],
  ],
};

/** The options of rsync that take a value, from its manual, and those that make it do nothing. */
export const RSYNC: Grammar = {
  abbreviations: false,
  options: [
    '-n --dry-run',
    '--list-only',
    '--daemon',
    '--server',
    '--help',
    '-V --version',
    '-e --rsh=',
    '-f --filter=',
    '-T --temp-dir=',
    '-B --block-size=',
    '-M --remote-option=',
    '-@ --modify-window=',
    '--address=',
    '--backup-dir=',
    '--bwlimit=',
    '--checksum-choice --cc=',
    '--checksum-seed=',
    '--chmod=',
    '--chown=',
    '--compare-dest=',
    '--compress-choice --zc=',
    '--compress-level --zl=',
    '--contimeout=',
    '--copy-as=',
    '--copy-dest=',
    '--debug=',
    '--early-input=',
    '--exclude=',
    '--exclude-from=',
    '--files-from=',
    '--groupmap=',
    '--iconv=',
    '--include=',
    '--include-from=',
    '--info=',
    '--link-dest=',
    '--log-file=',
    '--log-file-format=',
    '--max-alloc=',
    '--max-delete=',
    '--max-size=',
    '--min-size=',
    '--only-write-batch=',
    '--out-format=',
    '--outbuf=',
    '--partial-dir=',
    '--password-file=',
    '--port=',
    '--protocol=',
    '--read-batch=',
    '--rsync-path=',
    '--skip-compress=',
    '--sockopts=',
    '--stderr=',
    '--stop-after=',
    '--stop-at=',
    '--suffix=',
    '--timeout=',
    '--usermap=',
    '--write-batch=',
  ],
};

/** The options of sftp that take a value. */
export const SFTP: Grammar = {
  options: [
    ...['-B=', '-b=', '-c=', '-D=', '-F=', '-i=', '-J=', '-l=', '-o=', '-P=', '-R=', '-S='],
    ...['-s=', '-X='],
  ],
};

/** The options of lftp that take a value. */
export const LFTP: Grammar = {
  options: ['-c=', '-e=', '-f=', '-u= --user=', '-p=', '-d', '--help', '--version'],
};

/** The options of ftp that take a value. */
export const FTP_OPTIONS: Grammar = {
  options: ['-N=', '-o=', '-P=', '-q=', '-r=', '-s=', '-T=', '-u=', '-x=', '-k=', '-c='],
};

/** The options of smbclient. */
export const SMBCLIENT: Grammar = {
  options: [
    '-c --command=',
    '-L --list=',
    '-U --user=',
    '-W --workgroup=',
    '-p --port=',
    '-D --directory=',
    '-I --ip-address=',
    '-A --authentication-file=',
    '-T --tar=',
    '-m --max-protocol=',
    '-b --send-buffer=',
    '-t --timeout=',
    '-s --configfile=',
    '-n --netbiosname=',
    '-? --help',
  ],
};

/** The options of the netcats in use, taken together: OpenBSD's, the traditional one and ncat. */
export const NETCAT: Grammar = {
  options: [
    '-c --sh-exec=',
    '-e --exec=',
    '--lua-exec=',
    '-G=',
    '-g=',
    '-I=',
    '-i --idle-timeout=',
    '-M=',
    '-m --max-conns=',
    '-O=',
    '-o --output=',
    '-P=',
    '-p --source-port=',
    '-q=',
    '-s --source=',
    '-T=',
    '-V=',
    '-W=',
    '-w --wait=',
    '-X=',
    '-x --hex-dump=',
    '--allow=',
    '--deny=',
    '--delay=',
    '--proxy=',
    '--proxy-auth=',
    '--proxy-type=',
    '--proxy-dns=',
    '--ssl-cert=',
    '--ssl-key=',
    '--ssl-trustfile=',
    '--ssl-ciphers=',
    '--ssl-servername=',
    '--ssl-alpn=',
    '-U --unixsock',
    '-l --listen',
    '-k --keep-open',
    '-z --zero',
    '-h --help',
    '--version',
    '--recv-only',
    '--ssl',
  ],
};

/** The options of telnet that take a value. */
export const TELNET: Grammar = { options: ['-b=', '-e=', '-k=', '-l=', '-n=', '-S=', '-X='] };

/** The options of `openssl s_client` that take a value. */
export const S_CLIENT: Grammar = {
  singleDashLong: true,
  abbreviations: false,
  options: [
    ...['-connect=', '-host=', '-port=', '-servername=', '-cert=', '-key=', '-CAfile=', '-CApath='],
    ...['-starttls=', '-proxy=', '-alpn=', '-cipher=', '-ciphersuites=', '-verify=', '-bind='],
    ...[
      '-verify_hostname=',
      '-xmpphost=',
      '-name=',
      '-sess_out=',
      '-sess_in=',
      '-psk=',
      '-curves=',
    ],
  ],
};

/** The options of ping and its kin that take a value. */
export const PING: Grammar = {
  options: [
    '-p --pattern=',
    '-c --count=',
    '-i --interval=',
    '-I=',
    '-l --preload=',
    '-m=',
    '-M=',
    '-Q=',
    '-s --size=',
    '-S=',
    '-t --ttl=',
    '-T=',
    '-w --deadline=',
    '-W --timeout=',
    '-E --file=',
    '-e --sign=',
    '--data-string=',
  ],
};

/** The options of `git push` that take a value, and those with which it sends nothing. */
export const PUSH: Grammar = {
  options: [
    '-n --dry-run',
    '-d --delete',
    '-h --help',
    '--repo=',
    '-o --push-option=',
    '--receive-pack --exec=',
    '--recurse-submodules=',
    '--force-with-lease[=]',
    '--signed[=]',
    '-P --prefix=',
  ],
};

/** The options of `git remote` that take a value. */
export const REMOTE: Grammar = { options: ['-t=', '-m=', '--push', '--add', '--mirror[=]', '-f'] };

/** The options of database clients that take a value, taken together. */
export const DATABASE: Grammar = {
  options: [
    '-h -H -S --hostname --host=',
    '-d --dbname=',
    '-u --uri=',
    '-U --username=',
    '-p --port=',
    '-P=',
    '-D --database=',
    '-c --command=',
    '-e --execute=',
    '-f --file=',
    '-o --output=',
    '-v --set=',
    '-n=',
    '-a=',
    '-b=',
    '-w --password[=]',
    '--eval=',
    '--authenticationDatabase=',
  ],
};
