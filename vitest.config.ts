import { defineConfig } from 'vitest/config';
import { reportTo } from './tests/contract/report.ts';
import { moveToTestServer } from './tests/server/server.ts';

await moveToTestServer();

/**
 * Files that speak to a server share the modules of their worker: to load the whole product anew for each of them would
 * cost two seconds a file. Files of the web and of pure functions change globals, so each has modules of its own.
 */
const properties = 'tests/server/properties.ts';
const mocking = ['tests/acceptance/login-flood.test.ts']; // replaces a module before it is loaded
const served = [
  'platform/server/**/*.test.ts',
  'modules/*/server/**/*.test.ts',
  'tests/{acceptance,conformance}/**/*.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'served',
          include: served,
          exclude: mocking,
          isolate: false,
          setupFiles: ['tests/server/environment.ts', properties],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: [
            'platform/**/*.test.ts',
            'modules/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/{contract,guide}/**/*.test.ts',
            ...mocking,
          ],
          exclude: served.filter((pattern) => !pattern.startsWith('tests/')),
          setupFiles: [properties],
        },
      },
    ],
    // Secrets of accounts are sealed with it; rows are compared with what their statements say of them.
    env: { QUDAO_SEAL_KEY: Buffer.alloc(32, 7).toString('base64'), QUDAO_COMPARE_ROWS: '1' },
    pool: 'forks',
    // A worker waits for its database a third of the time.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 240_000,
    reporters: ['default', reportTo('unit')],
  },
});
