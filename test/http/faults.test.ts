import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allOf,
  ask,
  countingTimer,
  errorOf,
  GOOD,
  JSON_TYPE,
  MARKER,
  SECRET,
  state,
  timers,
  until,
} from './asking.js';
import { type Exchange, type FaultServer, startFaultServer } from './fault-server.js';
import { FAULTS } from './faults.js';

describe('a judge over HTTP that', () => {
  it.each(FAULTS)('answers with $name is $code', async (fault) => {
    const server = await startFaultServer(fault.answer);
    const { timer, pending } = countingTimer();
    const before = timers();
    try {
      const url = `${server.origin}/?key=${SECRET}`;
      const error = await errorOf(ask(url, { timeoutMs: 400, timer }));

      expect(error).toMatchObject({ code: fault.code, path: fault.path, attempts: 1 });
      expect(error.rule).toMatch(fault.rule);
      expect('status' in error ? error.status : undefined).toBe(fault.status);
      expect('cause' in error).toBe(false);
      expect(allOf(error)).not.toContain(SECRET);
      expect(allOf(error)).not.toContain(MARKER);
      expect(allOf(error)).not.toContain(state.input.command);

      expect(pending()).toBe(0);
      await until(() => server.open.size === 0);
      expect(server.requests.length).toBe(fault.requests ?? 1);
      await until(() => timers() <= before);
    } finally {
      await server.close();
    }
  });

  it('answers as it should is allowed: each of these faults is all that is wrong', async () => {
    const server = await startFaultServer(({ respond }) => respond(200, JSON_TYPE, GOOD));
    const { timer, pending } = countingTimer();
    const result = await ask(server.origin, { timer });
    expect(result).toMatchObject({ effect: 'allow', judge: { model: 'm-1' }, latencyMs: 3 });
    expect(pending()).toBe(0);
    await until(() => server.open.size === 0);
    await server.close();
  });

  it('was given up costs no connection in the long run, not even one that the host keeps', async () => {
    const server = await startFaultServer(() => undefined);
    await errorOf(ask(server.origin, { timeoutMs: 50 }));
    // Node opens another in the place of the one that it closed, and closes it after four seconds.
    await until(() => server.open.size + server.spare.size === 0, 10_000);
    await server.close();
  });

  it('is not there is unavailable', async () => {
    const server = await startFaultServer(() => undefined);
    await server.close();
    const error = await errorOf(ask(server.origin));
    expect(error).toMatchObject({ code: 'judge_unavailable', path: 'judge', attempts: 1 });
    expect(error.rule).toContain('(ECONNREFUSED)');
  });
});

describe('a port that no fetch may ask', () => {
  it('is told as such', async () => {
    const error = await errorOf(ask('http://127.0.0.1:1/'));
    expect(error).toMatchObject({ code: 'judge_unavailable', path: 'judge', attempts: 1 });
    expect(error.rule).toContain('(bad port)');
  });
});

describe('a redirect', () => {
  let other: FaultServer;
  beforeAll(async () => {
    other = await startFaultServer(({ respond }) => respond(200, JSON_TYPE, GOOD));
  });
  afterAll(() => other.close());

  it('to another port is not followed, and what is there is told nothing', async () => {
    const server = await startFaultServer(({ respond }) =>
      respond(308, { location: `${other.origin}/` }),
    );
    const error = await errorOf(ask(server.origin));
    expect(error).toMatchObject({ code: 'judge_unavailable', status: 308 });
    expect(error.rule).toBe('no redirect to another origin is followed');
    expect(other.connections()).toBe(0);
    await server.close();
  });

  it('by way of the same host to another is not followed either', async () => {
    const server = await startFaultServer(({ respond, index }) =>
      respond(307, { location: index === 0 ? '/next' : `${other.origin}/` }),
    );
    expect(await errorOf(ask(server.origin))).toMatchObject({ code: 'judge_unavailable' });
    expect(server.requests.length).toBe(2);
    expect(other.connections()).toBe(0);
    await server.close();
  });

  it('within the host is followed up to five times, with the same request', async () => {
    const server = await startFaultServer(({ respond, index }) =>
      index < 5
        ? respond(index % 2 === 0 ? 307 : 308, { location: `/hop/${index}` }, MARKER)
        : respond(200, JSON_TYPE, GOOD),
    );
    const result = await ask(`${server.origin}/v1?key=1#part`);
    expect(result.effect).toBe('allow');
    expect(server.requests.map(({ target }) => target)).toEqual([
      '/v1?key=1',
      '/hop/0',
      '/hop/1',
      '/hop/2',
      '/hop/3',
      '/hop/4',
    ]);
    const [first] = server.requests;
    for (const request of server.requests) {
      expect(request.method).toBe('POST');
      expect(request.body).toBe(first?.body);
      expect(request.headers.get('authorization')).toBe(`Bearer ${SECRET}`);
    }
    await until(() => server.open.size === 0);
    await server.close();
  });
});

describe('a connection that is kept', () => {
  const KEPT = { ...JSON_TYPE, connection: 'keep-alive' };

  it('is used again for the next request', async () => {
    const server = await startFaultServer(({ respond }) => respond(200, KEPT, GOOD));
    await ask(server.origin);
    await settled();
    await ask(server.origin);
    expect(server.requests.length).toBe(2);
    expect(server.connections()).toBe(1);
    await server.close();
  });

  const errors: readonly { name: string; answer: (exchange: Exchange) => void }[] = [
    { name: 'status 500', answer: ({ respond }) => respond(500, KEPT, MARKER.repeat(1_000)) },
    {
      name: 'a wrong type',
      answer: ({ respond }) => respond(200, { ...KEPT, 'content-type': 'text/html' }, GOOD),
    },
    { name: 'what is no JSON', answer: ({ respond }) => respond(200, KEPT, `${GOOD}!`) },
    {
      name: 'a body that is too long',
      answer: ({ respond }) => respond(200, KEPT, GOOD.padEnd(2_000_000)),
    },
    {
      name: 'a redirect',
      answer: ({ respond }) => respond(302, { ...KEPT, location: '/' }, MARKER),
    },
    {
      name: 'a second response that nobody asked for',
      answer({ socket }) {
        const forged = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${GOOD.length}\r\n\r\n${GOOD}`;
        socket.write(`HTTP/1.1 500 No\r\ncontent-length: 2\r\n\r\nno${forged}`);
      },
    },
  ];

  it.each(errors)('answers the next request after $name', async ({ answer }) => {
    const real = GOOD.replace('{"noul":0}', '{"noul":1}');
    const server = await startFaultServer((exchange) =>
      exchange.index === 0 ? answer(exchange) : exchange.respond(200, KEPT, real),
    );
    await errorOf(ask(server.origin));
    await settled();
    const result = await ask(server.origin);
    expect(result.effect).toBe('deny');
    expect(server.requests.length).toBe(2);
    await until(() => server.open.size <= 1);
    await server.close();
  });
});

/** Node gives a connection back a moment after the last byte was read. */
function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 30));
}

describe('what comes before a response', () => {
  it('does not count: 103 with hints', async () => {
    const server = await startFaultServer(({ head, respond }) => {
      head(103, { link: '</style.css>' });
      respond(200, JSON_TYPE, GOOD);
    });
    expect((await ask(server.origin)).effect).toBe('allow');
    await server.close();
  });
});
