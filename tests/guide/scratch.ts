import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * A copy of the repository in a folder of its own, with the code blocks of CONTRIBUTING.md applied: what a newcomer
 * would have after following it.
 */
export interface Scratch {
  readonly folder: string;
  write(path: string, text: string): void;
  read(path: string): string;
  /** Runs a script of the copy to its end and answers what it printed; throws with its errors. */
  run(script: readonly string[], environment?: Readonly<Record<string, string>>): string;
  start(script: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess;
  remove(): void;
}

export function makeScratch(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'qudao-scratch-'));
  for (const part of [
    'platform',
    'modules',
    'apps',
    'scripts',
    'database',
    'tests',
    'package.json',
    'tsconfig.json',
    'tsconfig.base.json',
    'tsconfig.model.json',
    'tsconfig.server.json',
    'tsconfig.web.json',
    '.oxlintrc.json',
    'vitest.config.ts',
  ]) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const environmentOf = (more: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
    ...process.env,
    NODE_OPTIONS: '',
    VITEST: '',
    ...more,
  });
  return {
    folder,
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    write(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    run(script, environment = {}) {
      const { status, stdout, stderr } = spawnSync(process.execPath, script, {
        cwd: folder,
        env: environmentOf(environment),
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`${script.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`);
      return stdout;
    },
    start: (script, environment) =>
      spawn(process.execPath, script, {
        cwd: folder,
        env: environmentOf(environment),
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Block {
  readonly kind: 'file' | 'diff';
  readonly path: string;
  readonly text: string;
}

/** The fenced blocks that name a file: ```ts modules/data/model/season.ts */
export function blocksOf(guide: string): Block[] {
  return [...guide.matchAll(/^```(\w+) (\S+)\n([\s\S]*?)^```$/gm)].map(([, language = '', path = '', text = '']) => ({
    kind: language === 'diff' ? 'diff' : 'file',
    path,
    text,
  }));
}

/** A line with + goes below the line before it, one with - goes away. Answers how many lines were added. */
export function applyDiff(source: string, diff: string): { text: string; added: number } {
  const lines = source.split('\n');
  let at = -1;
  let added = 0;
  for (const line of diff.split('\n').filter((each) => each !== '')) {
    if (line.startsWith('+')) {
      lines.splice(at + 1, 0, line.slice(1));
      at += 1;
      added += 1;
    } else {
      at = lines.indexOf(line.slice(1));
      if (at < 0) throw new Error(`the guide names a line that is not there: ${line}`);
      if (line.startsWith('-')) lines.splice(at--, 1);
    }
  }
  return { text: lines.join('\n'), added };
}
