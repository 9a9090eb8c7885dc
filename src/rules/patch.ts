/**
 * The files that a patch names, in the format of the `apply_patch` tool.
 *
 * @module
 */
import type { Span } from './finding.js';

/** A file that a patch names, and where in its text. */
export interface PatchedFile {
  readonly path: string;
  readonly span: Span;
}

/** Whether a text is such a patch. */
export function isPatch(text: string): boolean {
  return BEGIN.test(text);
}

/** The files that a patch adds, changes, removes or moves to. */
export function filesOfPatch(text: string): readonly PatchedFile[] {
  const files: PatchedFile[] = [];
  for (const match of text.matchAll(FILE)) {
    const [line, path = ''] = match;
    const end = match.index + line.length;
    files.push({ path, span: { start: end - path.length, end } });
  }
  return files;
}

const BEGIN = /^\s*\*\*\* Begin Patch/;
const FILE = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to):[ \t]*([^\r\n]*)/gm;
