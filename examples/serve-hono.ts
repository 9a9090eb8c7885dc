/*
 * Serves the rules judge as one route of a Hono application.
 */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { rulesJudge } from 'judgement';
import { judgeHandler } from 'judgement/http';

const handler = judgeHandler(rulesJudge());

const app = new Hono();
// All methods, as the handler itself says which it takes.
app.all('/judge', ({ req }) => handler(req.raw));

const port = Number(process.env['PORT'] ?? 0);
serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (address) => {
  console.log(`http://127.0.0.1:${address.port}/judge`);
});
