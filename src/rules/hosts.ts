/**
 * Which hosts an executed command would reach, as far as its text says.
 *
 * @module
 */
import { urlsInCode } from './exfiltration/interpreters.js';
import { socketHost } from './exfiltration/sockets.js';
import { isText, literals } from './hosts/literals.js';
import { PACKAGES } from './hosts/packages.js';
import {
  hosts,
  links,
  type Place,
  type PlaceReader,
  type ReachedHost,
  reach,
  splitList,
} from './hosts/place.js';
import { REMOTE } from './hosts/remote.js';
import { REPOSITORIES } from './hosts/repositories.js';
import { WEB } from './hosts/web.js';
import type { RuleContext } from './rule.js';
import { codeOf } from './shell/code.js';
import type { Execution, Setting } from './shell/execution.js';
import { dropPrefix, textWord } from './shell/word.js';
import { unwrap } from './shell/wrappers.js';

export type { ReachedHost } from './hosts/place.js';

/**
 * The hosts that a command names and would reach: in URLs, in operands and options that its own
 * grammar reads as hosts, in redirections, in variables set for it, in inline code.
 *
 * @param execution The command.
 * @param context The run that it is a part of. Under `strict` a host that is not known is one too.
 * @returns The hosts as the program gets them, in the order of its text. None for a text that is
 *   only printed, searched or noted for later.
 */
export function hostsReached(execution: Execution, context: RuleContext): readonly ReachedHost[] {
  const places = [
    ...inRedirects(execution),
    ...inSettings(execution, context),
    ...inArguments(execution, context),
    ...inCode(execution),
  ];
  return places.flatMap((place) => reach(place, context));
}

/** `/dev/tcp/host/port`, read or written. */
function inRedirects({ redirects }: Execution): readonly Place[] {
  return hosts(
    redirects.flatMap(({ target }) => {
      const host = socketHost(target);
      return host === undefined ? [] : [textWord(host, target.span)];
    }),
  );
}

/** A proxy counts for whatever is run; another URL, for programs that do not take it for text. */
function inSettings(execution: Execution, context: RuleContext): readonly Place[] {
  const settings = [...execution.settings, ...settingsInArguments(execution, context)];
  if (settings.length === 0) return [];
  const proxies = settings.filter(({ name }) => PROXY.test(name)).map(({ value }) => value);
  const others = settings.filter(({ name }) => !PROXY.test(name)).map(({ value }) => value);
  // A variable may hold a list, such as `GOPROXY=https://…,direct`.
  return [...hosts(proxies), ...(isText(execution) ? [] : links(others.flatMap(splitList)))];
}

/** `env NAME=value command`, and what is exported to the commands that follow. */
function settingsInArguments({ name, args }: Execution, { run }: RuleContext): readonly Setting[] {
  if (name !== 'env' && name !== 'export') return [];
  if (run.executions.at(-1)?.name === name) return [];
  return args.flatMap((word) => {
    const [prefix = '', variable] = SETTING.exec(word.text) ?? [];
    if (variable === undefined || (name === 'export' && !PROXY.test(variable))) return [];
    return [{ name: variable, value: dropPrefix(word, prefix.length) }];
  });
}

function inArguments(execution: Execution, context: RuleContext): readonly Place[] {
  const reader = READERS.map((table) => readerIn(table, execution.name)).find((one) => one);
  if (reader !== undefined) return reader(execution, context);
  const places = literals(execution);
  // What a wrapper runs is judged by itself, and may well be an echo.
  return places.length > 0 && unwrap(execution).length > 0 ? [] : places;
}

function readerIn(
  table: { readonly [program: string]: PlaceReader },
  name: string,
): PlaceReader | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function inCode(execution: Execution): readonly Place[] {
  const inline = codeOf(execution);
  if (inline === undefined) return [];
  return hosts(urlsInCode(inline).map((url) => textWord(url, inline.code.span)));
}

const SETTING = /^([A-Za-z_]\w*)=/;
const PROXY = /^(?:https?|ftp|all|rsync|grpc|socks)_proxy$/i;

const READERS = [WEB, REMOTE, REPOSITORIES, PACKAGES] as const;
