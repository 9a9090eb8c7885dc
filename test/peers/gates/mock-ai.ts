/**
 * Scripted models for the AI SDK, 4 to 7, and what is read from their prompts.
 *
 * @module
 */
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { ModelCall } from './behaviour.js';

const ZERO = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 };
const DONE: Said[] = [{ type: 'text', text: 'done' }];
const USAGE = { inputTokens: ZERO, outputTokens: { total: 0, text: 0, reasoning: 0 } };

/** What a model says: that it calls `bash`, or a text. */
export type Said =
  | {
      readonly type: 'tool-call';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly input: string;
    }
  | { readonly type: 'text'; readonly text: string };

/** What a model of specification 2, 3 or 4 says when it calls `bash`, and what when it is done. */
export function turns(calls: readonly ModelCall[]) {
  const content: Said[] = calls.map(({ id, command }) => ({
    type: 'tool-call',
    toolCallId: id,
    toolName: 'bash',
    input: JSON.stringify({ command }),
  }));
  const reason = (unified: 'tool-calls' | 'stop') => ({ unified, raw: unified });
  return {
    calling: { content, finishReason: reason('tool-calls'), usage: USAGE, warnings: [] },
    done: {
      content: DONE,
      finishReason: reason('stop'),
      usage: USAGE,
      warnings: [],
    },
  };
}

/** The results of a call in the prompts that a model was given, as text; the last of them. */
export function resultIn(prompts: readonly unknown[], id: string): string | undefined {
  const parts = prompts
    .flatMap((prompt): readonly unknown[] => (Array.isArray(prompt) ? prompt : []))
    .flatMap((message): readonly unknown[] => {
      const { content }: { readonly content?: unknown } = Object(message);
      return Array.isArray(content) ? content : [];
    });
  const result = [...parts].reverse().find((part) => {
    const { type, toolCallId }: { type?: unknown; toolCallId?: unknown } = Object(part);
    return type === 'tool-result' && toolCallId === id;
  });
  if (result === undefined) return undefined;
  const { output, result: old }: { output?: unknown; result?: unknown } = Object(result);
  return JSON.stringify(output ?? old);
}

/** What is said, in parts of a stream. */
export function streamed(content: readonly Said[]): LanguageModelV4StreamPart[] {
  return content.flatMap((part): LanguageModelV4StreamPart[] =>
    part.type === 'tool-call'
      ? [part]
      : [
          { type: 'text-start', id: 't' },
          { type: 'text-delta', id: 't', delta: part.text },
          { type: 'text-end', id: 't' },
        ],
  );
}
