/**
 * Rules for commands that write over disks, their partition tables and what is built on them.
 *
 * @module
 */
import type { CommandRule, Hit, RuleContext, RuleTable } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { type Options, readOptions } from '../shell/options.js';
import { dropPrefix, type Word } from '../shell/word.js';
import { DISK_TOOLS, type DiskTool } from './disk-tools.js';
import { formats, formatsByType, isFormatter } from './formats.js';
import { isWorthKeeping } from './overwriting.js';
import { isDisk, isSystemFile } from './protection.js';
import { named } from './targets.js';

/** `dd of=…` to a disk, over a file of the system, or of nothing over a file. */
export function dumps(execution: Execution, context: RuleContext): Hit | undefined {
  if (execution.args.some((word) => HELP.test(word.text))) return undefined;
  const input = operandsOf('if', execution).at(-1);
  for (const name of DUMPS_TO) {
    const target = operandsOf(name, execution).at(-1);
    if (target === undefined) continue;
    const hit = dumpsTo(target, input, execution, context);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

/** `ddrescue source disk`. */
export function rescues(execution: Execution): Hit | undefined {
  const options = readOptions(execution.args, {
    options: ['-b=', '-i=', '-o=', '-s=', '-r=', '-c='],
  });
  const target = options.operands[1];
  return target !== undefined && isDisk(target, execution)
    ? overwrite(target, execution)
    : undefined;
}

/** Tools for disks and volumes, each by its row. */
export function usesDiskTool(execution: Execution, context: RuleContext): Hit | undefined {
  const tool = Object.hasOwn(DISK_TOOLS, execution.name) ? DISK_TOOLS[execution.name] : undefined;
  if (tool === undefined) return undefined;
  const options = readOptions(execution.args, tool);
  if (IDLE.some((name) => options.has(name))) return undefined;
  if (tool.dry?.some((name) => options.has(name)) === true) return undefined;
  if (!destroys(tool, options)) return undefined;
  const target = options.operands.find((word) => isDisk(word, execution));
  if (tool.onDisk === true && target === undefined) {
    const unknown = options.operands.some((word) => !word.known);
    if (!(unknown && context.strict)) return undefined;
  }
  const span = (target ?? options.operands.at(-1))?.span;
  return {
    rule: tool.rule,
    sentence: `${execution.name} would ${tool.does}.`,
    ...(span === undefined ? {} : { span }),
  };
}

/** `format c:` of Windows. */
export function formatsDrive(execution: Execution): Hit | undefined {
  const { args } = execution;
  const drive = args.find((word) => DRIVE.test(word.text));
  if (drive === undefined || args.some((word) => word.text === '/?')) return undefined;
  return {
    rule: 'disks.format',
    sentence: `format would make a new file system on ${named(drive)} and lose what is there.`,
    span: drive.span,
  };
}

/** `diskpart`, when what it is given to run cleans a disk, or is not known. */
export function partitions(execution: Execution): Hit | undefined {
  const { stdin, args } = execution;
  const scripted = args.some((word) => word.text.toLowerCase() === '/s');
  const text = stdin.kind === 'text' ? stdin.text : stdin.kind === 'pipe' ? stdin.text : undefined;
  if (!scripted && (text === undefined || !CLEANS.test(text.text))) return undefined;
  return {
    rule: 'disks.partition',
    sentence: 'diskpart would change the partitions of a disk.',
  };
}

/** All rules for disks by program name; {@link diskProgram} adds the families. */
export const DISKS: RuleTable = /* @__PURE__ */ Object.freeze({
  dd: dumps,
  gdd: dumps,
  dcfldd: dumps,
  dc3dd: dumps,
  ddrescue: rescues,
  mkfs: formatsByType,
  mke2fs: formats,
  mkswap: formats,
  mkdosfs: formats,
  mkntfs: formats,
  mkreiserfs: formats,
  newfs: formats,
  format: formatsDrive,
  'format.com': formatsDrive,
  diskpart: partitions,
});

/** The rule for a program that the table does not name: `mkfs.ext4`, and each tool of a row. */
export function diskProgram(name: string): CommandRule | undefined {
  if (Object.hasOwn(DISK_TOOLS, name)) return usesDiskTool;
  return isFormatter(name) ? formats : undefined;
}

/** Whether a tool, as it is called, does what its row says. */
function destroys(tool: DiskTool, options: Options): boolean {
  if (tool.when?.some((name) => options.has(name)) === true) return true;
  if (tool.commands !== undefined) return callsCommand(tool, options.operands);
  return tool.when === undefined && options.operands.length > 0;
}

function callsCommand(tool: DiskTool, operands: readonly Word[]): boolean {
  const texts = operands.map((word) =>
    tool.anyCase === true ? word.text.toLowerCase() : word.text,
  );
  return (tool.commands ?? []).some((command) => {
    const names = command.split(' ');
    // `parted` takes its commands behind the device, several in a row.
    const starts = tool.anywhere === true ? texts.map((_, index) => index) : [0];
    return starts.some((start) =>
      names.every((name, index) => isCommand(texts[start + index], name, tool)),
    );
  });
}

function isCommand(text: string | undefined, name: string, tool: DiskTool): boolean {
  if (text === undefined) return false;
  if (text === name) return true;
  return tool.shortened === true && text.length >= SHORTEST && name.startsWith(text);
}

function dumpsTo(
  target: Word,
  input: Word | undefined,
  execution: Execution,
  context: RuleContext,
): Hit | undefined {
  if (isDisk(target, execution)) return overwrite(target, execution);
  if (execution.elsewhere === 'container') return undefined;
  if (isSystemFile(target, execution, context)) {
    return {
      rule: 'files.overwrite_system',
      sentence: `${execution.name} would write over ${named(target)}, a part of the system.`,
      span: target.span,
    };
  }
  if (input?.text !== '/dev/null' || !isWorthKeeping(target, execution, context)) return undefined;
  return {
    rule: 'files.empty',
    sentence: `${execution.name} would empty ${named(target)}.`,
    span: target.span,
  };
}

function overwrite(target: Word, execution: Execution): Hit {
  return {
    rule: 'disks.overwrite',
    sentence: `${execution.name} would write over the disk ${named(target)}.`,
    span: target.span,
  };
}

/** The values of the operands `name=value`. */
function operandsOf(name: string, execution: Execution): readonly Word[] {
  const prefix = `${name}=`;
  return execution.args
    .filter((word) => word.text.startsWith(prefix))
    .map((word) => dropPrefix(word, prefix.length));
}

const IDLE: readonly string[] = ['help', 'version'];

/** Where `dd` and its like write to. */
const DUMPS_TO: readonly string[] = ['of', 'hof', 'ofs', 'wipe', 'hwipe'];

const HELP = /^--(?:help|version)$/;

/** A drive of Windows. */
const DRIVE = /^[a-z]:\\?$/i;

/** The commands of `diskpart` that lose something. */
const CLEANS = /(?:^|\n)\s*(?:clean|format|delete|convert)\b/i;

/** How short a command may be made. */
const SHORTEST = 2;
