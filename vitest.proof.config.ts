import { defineConfig } from 'vitest/config';
import { reportTo } from './tests/contract/report.ts';

/** Crashes, races and histories: minutes of load on a database of their own, apart from the unit tests. */
export default defineConfig({
  test: {
    include: ['tests/proof/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    reporters: ['default', reportTo('proof')],
  },
});
