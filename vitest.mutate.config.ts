import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { mutated, type Mutant } from './scripts/mutate/mutants.ts';

/** Tests of the money cores with one small fault in the product, which `npm run mutate` names. */
const mutant = JSON.parse(process.env['MUTANT'] ?? 'null') as Mutant | null;

export default defineConfig({
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      load: (id) => (mutant !== null && id === resolve(mutant.file) ? mutated(readFileSync(id, 'utf8'), mutant) : null),
    },
  ],
  // What was transformed before it got its fault would be taken from the disk, and every fault would survive.
  test: {
    fsModuleCache: false,
    pool: 'threads',
    isolate: false,
    bail: 1,
    testTimeout: 20_000,
    reporters: ['dot'],
    setupFiles: ['tests/server/properties.ts'],
  },
});
