import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Smaller files fit into the first packet as they are. */
const least = 1024;
const wanted = /\.(?:js|css|html|svg|json)$/;

/**
 * Writes each text of the build beside itself as brotli and gzip, once and as small as they get; the server sends what
 * the browser takes (decision 0081).
 */
export function compressedBeside(): Plugin {
  return {
    name: 'compressed-beside',
    apply: 'build',
    writeBundle: async ({ dir = '' }, bundle) => {
      const files = Object.keys(bundle).filter((name) => wanted.test(name));
      await Promise.all(files.map((name) => compress(join(dir, name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const text = readFileSync(path);
  if (text.length < least) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(text, { params }));
  writeFileSync(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
}
