/**
 * Data sent by mail.
 *
 * @module
 */
import type { Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Grammar, readOptions } from '../shell/options.js';
import type { Word } from '../shell/word.js';
import { dataIn, stdinOf } from './data.js';
import { isLocalHost } from './target.js';

/** The rules of programs that send mail. */
export const MAIL: RuleTable = /* @__PURE__ */ Object.freeze({
  mail,
  mailx: mail,
  nail: mail,
  's-nail': mail,
  'bsd-mailx': mail,
  mutt: mail,
  neomutt: mail,
  sendmail,
  ssmtp: sendmail,
  msmtp: sendmail,
  exim4: sendmail,
  exim: sendmail,
  swaks,
  mpack: mail,
  sendemail: swaks,
  'send-mailmessage': swaks,
});

/** `mail`, `mutt`: a message is what comes in, and what is attached. */
function mail(execution: Execution, context: RuleContext): Hit | undefined {
  const options = readOptions(execution.args, MAILX);
  if (options.has('help') || options.has('version')) return undefined;
  const recipients = [
    ...options.operands,
    ...options.values('to-addr'),
    ...options.values('cc'),
    ...options.values('bcc'),
  ].filter((word) => isElsewhere(word));
  if (recipients.length === 0) return undefined;
  const told = execution.args.some((word) => dataIn(word, context) === 'data');
  return told || options.has('attach') || hasInput(execution) ? SENT : undefined;
}

function sendmail(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, SENDMAIL);
  const recipients = options.operands.filter(isElsewhere);
  // With -t the recipients are in the message itself.
  return (recipients.length > 0 || options.has('t')) && hasInput(execution) ? SENT : undefined;
}

/** Programs that send a message whenever they are given somebody to send it to. */
function swaks(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, SWAKS);
  const server = options.value('server')?.text ?? '';
  if (isLocalHost(server.replace(PORT, ''))) return undefined;
  return [...options.values('to'), ...options.values('bcc')].some(isElsewhere) ? SENT : undefined;
}

/** Whether there is something to send that nobody types. */
function hasInput(execution: Execution): boolean {
  const stdin = stdinOf(execution);
  if (stdin.kind === 'file') return stdin.path.text !== '/dev/null';
  return stdin.kind !== 'inherited';
}

/** A name without a host is a user of this machine. */
function isElsewhere(word: Word): boolean {
  const at = word.text.lastIndexOf('@');
  const [host = ''] = word.text.slice(at + 1).split(LIST_END);
  return at < 0 ? !word.known : !isLocalHost(host);
}

const SENT: Hit = { rule: 'mail.send', sentence: 'It sends a message with local data by mail.' };

const PORT = /:\d*$/;
/** What ends an address in a list. */
const LIST_END = /[>,\s]/;

const MAILX: Grammar = {
  options: [
    '-s --subject=',
    '-a -A --attach=',
    '-b --bcc=',
    '-c --cc=',
    '-r --return-address=',
    '-S=',
    '-q=',
    '-u --user=',
    '-t --to-addr',
    '-h --help',
    '-V --version',
  ],
};

const SENDMAIL: Grammar = {
  options: ['-f=', '-F=', '-t', '-r=', '-C=', '-o=', '-B=', '-h=', '-N=', '-X=', '-a=', '-q[=]'],
};

const SWAKS: Grammar = {
  singleDashLong: true,
  abbreviations: false,
  options: [
    '-t --to -To --To -to=',
    '--cc -Cc=',
    '--bcc -Bcc -bcc=',
    '-s -SmtpServer --server=',
    '-f --from -From=',
    '-u -Subject --header=',
    '-m -Body --body=',
    '-a --attach -Attachments=',
    '--data=',
    '-p --port -Port=',
    '--auth=',
    '-au --auth-user=',
    '-ap --auth-password=',
  ],
};
