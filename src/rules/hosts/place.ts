/**
 * Words that name a host, and how programs read them.
 *
 * @module
 */
import { findRemote, readAddress } from '../exfiltration/target.js';
import type { Span } from '../finding.js';
import type { RuleContext } from '../rule.js';
import type { Execution } from '../shell/execution.js';
import { dropPrefix, sliceWord, UNKNOWN, type Word } from '../shell/word.js';
import type { HostForm } from '../url.js';

/** A host that a command would reach. */
export interface ReachedHost {
  /** The host, `host:port` or URL, as the program gets it. */
  readonly host: string;
  /** How the program reads it. */
  readonly form: HostForm;
  /** Where it stands in the command text. */
  readonly span: Span;
}

/** A word that a program reads as the place of something on a network. */
export interface Place {
  readonly word: Word;
  readonly form: HostForm;
}

/** Says which words of a command are places that it would reach. */
export type PlaceReader = (execution: Execution, context: RuleContext) => readonly Place[];

/** Hosts: names, with or without a port, or URLs. */
export function hosts(words: readonly (Word | undefined)[]): readonly Place[] {
  const places: Place[] = [];
  for (const word of words) if (word !== undefined) places.push({ word, form: 'host' });
  return places;
}

/** The words that are URLs, or `git@host:path`; the others are something else. */
export function links(words: readonly (Word | undefined)[]): readonly Place[] {
  const places: Place[] = [];
  for (const word of words) {
    // A colon stands in all of them, and in few others.
    if (word?.text.includes(':') !== true) continue;
    // `-ihttps://…`: a value may be attached to its letter.
    const url = urlIn(word) ?? (ATTACHED.test(word.text) ? urlIn(dropPrefix(word, 2)) : undefined);
    if (url === undefined) places.push(...hosts(partOf(word, GIT_REMOTE)));
    else places.push({ word: url, form: 'link' });
  }
  return places;
}

/** The words that are URLs, or any places as `scp` writes them: `host:path`. */
export function repositories(words: readonly Word[]): readonly Place[] {
  return words.flatMap((word) => {
    const places = links([word]);
    return places.length > 0 ? places : remotes([word]);
  });
}

/** The hosts of places as `scp` writes them: `user@host:path`. */
export function remotes(words: readonly Word[]): readonly Place[] {
  return words.flatMap((word) => {
    if (urlIn(word) !== undefined) return [{ word, form: 'link' as const }];
    const found = findRemote(word.text);
    if (found === undefined) return [];
    return hosts([sliceWord(word, found.start, found.start + found.host.length)]);
  });
}

/** The URL that a word is: as a whole, behind `name=`, or behind `git+`. */
export function urlIn(word: Word): Word | undefined {
  const start = URL_START.exec(word.text)?.[1]?.length;
  return start === undefined ? undefined : sliceWord(word, start, word.text.length);
}

/** The parts of a list with commas. */
export function splitList(word: Word): readonly Word[] {
  const words: Word[] = [];
  let start = 0;
  for (const text of word.text.split(',')) {
    if (text !== '') words.push(sliceWord(word, start, start + text.length));
    start += text.length + 1;
  }
  return words;
}

/** The part of a word that the second group of a pattern finds behind the first. */
export function partOf(word: Word, pattern: RegExp): readonly Word[] {
  const [, before = '', part = ''] = pattern.exec(word.text) ?? [];
  return part === '' ? [] : [sliceWord(word, before.length, before.length + part.length)];
}

/**
 * What a place comes to, with what is not known in it left out. A host that is not known at all is
 * none, and under `strict` one that is in no scope.
 */
export function reach({ word, form }: Place, context: RuleContext): readonly ReachedHost[] {
  const { text, span } = word;
  const { scheme, host, start, end } = readAddress(text);
  if (isOpen(host)) return context.strict ? [{ host: UNREADABLE, form: 'host', span }] : [];
  if (!text.includes(UNKNOWN)) return text === '' ? [] : [{ host: text, form, span }];
  const authority = text.slice(start, end);
  const port = authority.includes(UNKNOWN) ? '' : (PORT.exec(authority)?.[0] ?? '');
  const name = host.includes(':') ? `[${host}]` : host;
  return [{ host: `${scheme === '' ? '' : `${scheme}://`}${name}${port}`, form, span }];
}

/** Whether a host is for something else to fill in: a variable, a template, a pattern. */
function isOpen(host: string): boolean {
  return OPEN.test(host);
}

/** A scheme that leads to another host; `name=` and `git+` before it are taken off. */
const URL_START =
  /^((?:-{0,2}[\w.@:-]+=)?(?:git\+)?)(?:https?|ftps?|sftp|scp|ssh|git|svn|svn\+ssh|wss?|rsync|telnet|ldaps?|smb|nfs|tcp|tls|udp|rediss?|postgres|postgresql|mysql|mariadb|mongodb|mongodb\+srv|amqps?|mqtts?|nats|docker|oci|s3|gs|rtsp|rtmps?|gopher|dict|tftp|imaps?|pop3|smtps?|socks[45][ah]?):\/{1,3}[^/\s]/i;

/** No host, so that no scope covers it. */
const UNREADABLE = 'unknown!';

const ATTACHED = /^-[A-Za-z][a-z+]+:/;
const GIT_REMOTE = /^(git@)([\w.-]+)(?=:)/;

const OPEN = /[\uFFFC${}<>*]|^%/;
const PORT = /:\d+$/;
