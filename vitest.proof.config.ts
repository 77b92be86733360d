import { defineConfig } from 'vitest/config';
import { reportTo } from './tests/contract/report.ts';
import { isThorough } from './tests/thorough.ts';

/**
 * Crashes, races and histories: minutes of load on a database of their own, apart from the unit tests. A commit takes a
 * tenth of the counts (tests/thorough.ts).
 */
export default defineConfig({
  test: {
    include: ['tests/proof/**/*.test.ts'],
    setupFiles: ['tests/server/properties.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: isThorough ? 1_800_000 : 180_000,
    hookTimeout: 240_000,
    reporters: ['default', reportTo('proof')],
  },
});
