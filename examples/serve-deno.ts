/*
 * Serves the rules judge with Deno. Run it with --unstable-no-legacy-abort, so that the signal of a
 * request aborts when its client goes away, and not after each response as well.
 */
import { rulesJudge } from 'judgement';
import { type JudgeHandler, judgeHandler } from 'judgement/http';

/** What is used of Deno here; Deno itself knows all of it. */
declare const Deno: {
  readonly env: { get(name: string): string | undefined };
  serve(
    options: {
      readonly hostname: string;
      readonly port: number;
      readonly onListen: (address: { readonly port: number }) => void;
    },
    handler: JudgeHandler,
  ): unknown;
};

Deno.serve(
  {
    hostname: '127.0.0.1',
    port: Number(Deno.env.get('PORT') ?? 0),
    onListen: ({ port }) => console.log(`http://127.0.0.1:${port}/`),
  },
  judgeHandler(rulesJudge()),
);
