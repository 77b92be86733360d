import { defineConfig } from 'vitest/config';
import { reportTo } from './tests/contract/report.ts';

export default defineConfig({
  test: {
    include: [
      'platform/**/*.test.ts',
      'modules/**/*.test.ts',
      'scripts/**/*.test.ts',
      'tests/{acceptance,conformance,contract,guide}/**/*.test.ts',
    ],
    // Secrets of accounts are sealed with it.
    env: { QUDAO_SEAL_KEY: Buffer.alloc(32, 7).toString('base64') },
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: ['default', reportTo('unit')],
  },
});
