/**
 * The web as it was when a change was last meant: at the newest commit before this one whose message has a line
 * `Visual: <reason>`, not older than the one that tests/visual-base names; built once per machine. A base that moves
 * with every commit would let a page drift a little each time, one that is moved by hand is forgotten.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const named = readFileSync('tests/visual-base', 'utf8').trim();

export function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/** Nothing where the commit is neither here nor to be fetched: a clone may know only the last commits. */
export function findBase(): string | undefined {
  const isHere = (): boolean => succeeds('cat-file', '-e', `${named}:platform/web/gallery/gallery.tsx`);
  const isFound =
    isHere() ||
    (succeeds('fetch', '--quiet', '--unshallow', 'origin') && isHere()) ||
    (succeeds('fetch', '--quiet', '--depth=1', 'origin', named) && isHere());
  return isFound ? meantSince(named) : undefined;
}

/** A commit is compared with what was meant before it, work that is not committed yet with all that was. */
function meantSince(commit: string): string {
  const own = git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD') : undefined;
  const meant = git('log', '--format=%H', '--extended-regexp', '--grep=^Visual: *[^ ]', `${commit}..HEAD`).split('\n');
  return meant.find((each) => each !== '' && each !== own) ?? commit;
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
export function buildBase(commit: string): string {
  const kept = join(tmpdir(), `qudao-visual-${userInfo().uid}-${commit.slice(0, 12)}`);
  if (existsSync(join(kept, 'index.html'))) return kept;
  const temp = mkdtempSync(join(tmpdir(), 'visual-'));
  try {
    const [tree, built] = [join(temp, 'tree'), join(temp, 'web')];
    unpack(commit, tree);
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
function unpack(commit: string, tree: string): void {
  mkdirSync(tree);
  execFileSync('tar', ['-x', '-C', tree], {
    input: execFileSync('git', ['archive', commit], { maxBuffer: 512 * 1024 * 1024 }),
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
