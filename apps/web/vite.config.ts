import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type ConfigEnv, type Plugin, type UserConfig } from 'vite';
import { chunkGroups, type Group } from '#scripts/web-chunks.ts';
import { compressedBeside } from '#scripts/web-compress.ts';
import { shortPreloads } from '#scripts/web-preloads.ts';
import { tierGroups } from '#scripts/web-tiers.ts';

const root = join(import.meta.dirname, '../..');

/**
 * `virtual:screens`: asked of the definitions in a process of its own, so that a server which runs on hears of new
 * ones.
 */
function screens(): Plugin {
  const name = 'virtual:screens';
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      for (const module of readdirSync(join(root, 'modules')))
        this.addWatchFile(join(root, 'modules', module, 'model', 'nouns.ts'));
      const urls = execFileSync(process.execPath, [join(root, 'scripts/screens.ts')], { cwd: root, encoding: 'utf8' });
      return `export const screens = ${urls}`;
    },
  };
}

/** How the browser's part is built, with the chunks that are wanted. */
function webConfig({ mode, command }: ConfigEnv, groups: readonly Group[]): UserConfig {
  const preloads = shortPreloads();
  const proxy = { '/api': loadEnv(mode, '.', 'API_')['API_URL'] ?? 'http://127.0.0.1:8080' };
  return {
    root: import.meta.dirname,
    plugins: [react(), screens(), preloads.plugin, compressedBeside()],
    define: { hasGallery: JSON.stringify(command === 'serve' || process.env['GALLERY'] === '1') },
    build: {
      outDir: '../../dist/web',
      emptyOutDir: true,
      modulePreload: {
        polyfill: false,
        resolveDependencies: (url, deps, { hostId }) => preloads.needed(url, deps, hostId),
      },
      chunkSizeWarningLimit: 1200,
      rolldownOptions: {
        output: { codeSplitting: { includeDependenciesRecursively: false, groups: [...groups] } },
      },
    },
    server: { proxy },
    preview: { proxy },
  };
}

export default defineConfig(async (env) => {
  const groups = chunkGroups(root);
  if (env.command !== 'build') return webConfig(env, groups);
  return webConfig(env, [...(await tierGroups(webConfig(env, groups))), ...groups]);
});
