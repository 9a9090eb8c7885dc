import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'judgement', include: ['test/**/*.test.ts'], exclude: ['test/peers/**'] },
      },
      {
        // The range in package.json spans two majors of ky, and each has to do.
        extends: true,
        resolve: { alias: [{ find: /^ky$/, replacement: 'ky2' }] },
        test: {
          name: 'judgement on ky 2',
          env: { KY_MAJOR: '2' },
          include: ['test/http/{client,faults,aborts,retries,secrets,ky}*.test.ts'],
        },
      },
    ],
  },
});
