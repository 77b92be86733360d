import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

/**
 * The files that define nouns and all they need of the modules, in one chunk, and what they and the frame need first in
 * another: left to itself the bundler tears those that some dialog needs too into chunks of their own, a dozen small
 * ones before the first list. One that was left out would close a circle between two chunks, and nothing would start.
 * What a module computes (prices, processes) stays with whoever needs it.
 */
function definitionChunks(): { name: string; test: (id: string) => boolean }[] {
  const root = join(import.meta.dirname, '../..');
  const known = new Set<string>();
  const take = (file: string): void => {
    if (known.has(file)) return;
    known.add(file);
    for (const [, request = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type)[^;]*? from '([^']+)'/gm,
    )) {
      const [, owner = '', name = ''] = /^#(\w+)\/model\/([\w/-]+\.ts)$/.exec(request) ?? [];
      if (request.startsWith('./')) take(join(dirname(file), request));
      else if (owner !== '')
        take(join(root, owner === 'platform' ? 'platform' : join('modules', owner), 'model', name));
    }
  };
  for (const module of readdirSync(join(root, 'modules'))) take(join(root, 'modules', module, 'model', 'module.ts'));
  // What the frame needs before anybody has logged in; packed together such small files are smaller than one by one.
  const ofFrame = new Set([
    ...['entity', 'field', 'document', 'permission'].map((name) => join(root, 'platform/model', `${name}.ts`)),
    ...[
      'text/language',
      'text/texts',
      'registry/registry',
      'page/settled',
      'api/client',
      'page/cookie',
      'api/key',
      'api/outcome',
      'api/queries',
      'api/quiet',
      'api/session',
      'route/menu',
      'route/route',
    ].map((name) => join(root, 'platform/web', `${name}.ts`)),
  ]);
  return [
    { name: 'frame', test: (id) => ofFrame.has(id) },
    { name: 'definitions', test: (id) => known.has(id) && !ofFrame.has(id) },
  ];
}

export default defineConfig(({ mode, command }) => {
  const proxy = { '/api': loadEnv(mode, '.', 'API_')['API_URL'] ?? 'http://127.0.0.1:8080' };
  return {
    plugins: [react()],
    define: { hasGallery: JSON.stringify(command === 'serve' || process.env['GALLERY'] === '1') },
    build: {
      outDir: '../../dist/web',
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1200,
      rolldownOptions: {
        output: { codeSplitting: { includeDependenciesRecursively: false, groups: definitionChunks() } },
      },
    },
    server: { proxy },
    preview: { proxy },
  };
});
