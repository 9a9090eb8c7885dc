import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { httpJudge } from '../../src/http/index.js';
import { judgeWith, noul } from '../../src/index.js';

it('asks a judge on a socket', async () => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"answers":{"a":{"noul":0.2}},"latency_ms":7,"request_id":"r1"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const result = await judgeWith(httpJudge(`http://127.0.0.1:${port}/`), {
    state: 'x',
    questions: { a: noul('?') },
  });
  expect(result.effect).toBe('allow');
  expect(result.latencyMs).toBe(7);
  expect(result.requestId).toBe('r1');
  server.closeAllConnections();
  server.close();
});
