/**
 * The web as it was at the commit that tests/visual-base names, built once per machine. A base that moves with every
 * commit would let a page drift a little each time; this one moves when a change is meant.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

export const baseCommit = readFileSync('tests/visual-base', 'utf8').trim();

export function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/** Whether the commit is here, or could be fetched: a clone may know only the last commits. */
export function hasBase(): boolean {
  const isHere = (): boolean => succeeds('cat-file', '-e', `${baseCommit}:platform/web/gallery/gallery.tsx`);
  return (
    isHere() ||
    (succeeds('fetch', '--quiet', '--depth=1', 'origin', baseCommit) && isHere()) ||
    (succeeds('fetch', '--quiet', '--unshallow', 'origin') && isHere())
  );
}

function succeeds(...args: string[]): boolean {
  try {
    git(...args);
    return true;
  } catch {
    return false;
  }
}

/** The folder of the built web. */
export function buildBase(): string {
  const kept = join(tmpdir(), `qudao-visual-${userInfo().uid}-${baseCommit.slice(0, 12)}`);
  if (existsSync(join(kept, 'index.html'))) return kept;
  const temp = mkdtempSync(join(tmpdir(), 'visual-'));
  try {
    const [tree, built] = [join(temp, 'tree'), join(temp, 'web')];
    unpack(tree);
    const vite = join(tree, 'node_modules/vite/bin/vite.js');
    execFileSync(process.execPath, [vite, 'build', 'apps/web', '--outDir', built, '--logLevel', 'warn'], {
      cwd: tree,
      env: { ...process.env, NODE_ENV: 'production', GALLERY: '1' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    // Whole or not at all: a run that was cut off leaves nothing that looks like a build.
    rmSync(kept, { recursive: true, force: true });
    renameSync(built, kept);
    return kept;
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

/** With its own packages, if they were others: a new version of a library is a change, too. */
function unpack(tree: string): void {
  mkdirSync(tree);
  execFileSync('tar', ['-x', '-C', tree], {
    input: execFileSync('git', ['archive', baseCommit], { maxBuffer: 512 * 1024 * 1024 }),
  });
  if (isContained(lockOf(tree), lockOf('.')))
    symlinkSync(join(process.cwd(), 'node_modules'), join(tree, 'node_modules'));
  else
    execFileSync('npm', ['ci', '--no-fund', '--no-audit', '--prefer-offline', '--ignore-scripts'], {
      cwd: tree,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
}

type Packages = Readonly<Record<string, { readonly version?: string }>>;

function lockOf(tree: string): Packages {
  return (JSON.parse(readFileSync(join(tree, 'package-lock.json'), 'utf8')) as { packages: Packages }).packages;
}

/** Packages that were added since do not change what is built from the old ones. */
function isContained(then: Packages, now: Packages): boolean {
  return Object.entries(then).every(([path, { version }]) => now[path]?.version === version);
}
