import ky from 'ky';
import { expect, it } from 'vitest';

it('the tests of the client run on each major of ky that package.json allows', () => {
  // ky 2 renamed this option, and says so to whoever uses the old name.
  const asks = (): unknown =>
    ky('judge', { prefixUrl: 'https://judge.example', fetch: async () => new Response() });
  if (process.env['KY_MAJOR'] === '2') expect(asks).toThrow('prefixUrl');
  else expect(asks).not.toThrow();
});
