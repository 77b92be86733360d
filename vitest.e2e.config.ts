import { defineConfig } from 'vitest/config';
import { reportTo } from './tests/contract/report.ts';

/** `E2E_PART=figures` runs what is timed, any other part the rest (CI runs two parts at once with --shard); without it everything runs. */
const part = process.env['E2E_PART'];
const timed = 'tests/e2e/*figures.test.ts';

// The product that the browser talks to seals its secrets with it.
process.env['QUDAO_SEAL_KEY'] ??= Buffer.alloc(32, 7).toString('base64');

/** A person at a browser, against the started product. One file after another: they share one product and one machine. */
export default defineConfig({
  test: {
    include: [part === 'figures' ? timed : 'tests/e2e/**/*.test.ts'],
    exclude: part === undefined || part === 'figures' ? [] : [timed],
    globalSetup: ['tests/e2e/setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // A busy machine is slow, not wrong: two halves at once on two cores get a second try, and the report says so.
    retry: process.env['CI'] === undefined ? 0 : 1,
    expect: { poll: { timeout: 45_000 } },
    reporters: ['default', reportTo(part === undefined ? 'e2e' : `e2e-${part}`)],
  },
});
