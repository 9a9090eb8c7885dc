/*
 * Serves the rules judge with Bun.
 */
import { rulesJudge } from 'judgement';
import { type JudgeHandler, judgeHandler } from 'judgement/http';

/** What is used of Bun here; `@types/bun` has all of it. */
declare const Bun: {
  serve(options: {
    readonly hostname: string;
    readonly port: number;
    readonly fetch: JudgeHandler;
  }): { readonly url: URL };
};

const port = Number(process.env['PORT'] ?? 0);
const server = Bun.serve({ hostname: '127.0.0.1', port, fetch: judgeHandler(rulesJudge()) });
console.log(server.url.href);
