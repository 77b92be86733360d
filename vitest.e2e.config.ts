import { defineConfig } from 'vitest/config';
import { reportTo } from './tests/contract/report.ts';
import { LongestFirst } from './tests/e2e/longest-first.ts';
import { moveToTestServer } from './tests/server/server.ts';

await moveToTestServer();

/** `E2E_PART=figures` runs what is timed, any other part the rest; without it everything runs. */
const part = process.env['E2E_PART'];
const timed = 'tests/e2e/*figures.test.ts';

// The product that the browser talks to seals its secrets with it.
process.env['QUDAO_SEAL_KEY'] ??= Buffer.alloc(32, 7).toString('base64');
// The ERP that bills are downloaded from lives on this machine.
process.env['EXCHANGE_ALLOW_PRIVATE'] ??= '1';

/** Files at once, each worker with a product and a database of its own (CI: 2); what is timed runs alone. */
const workers = part === 'figures' ? 1 : Number.parseInt(process.env['E2E_WORKERS'] ?? '1', 10);

/** A person at a browser, against the started product. */
export default defineConfig({
  test: {
    include: [part === 'figures' ? timed : 'tests/e2e/**/*.test.ts'],
    exclude: part === undefined || part === 'figures' ? [] : [timed],
    globalSetup: ['tests/e2e/setup.ts'],
    pool: 'forks',
    maxWorkers: workers,
    fileParallelism: workers > 1,
    sequence: { sequencer: LongestFirst },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // A second try is the whole file alone, on a fresh database: half-done work of the first is no ground to stand on.
    retry: 0,
    expect: { poll: { timeout: 45_000 } },
    reporters: ['default', reportTo(part === undefined ? 'e2e' : `e2e-${part}`)],
  },
});
