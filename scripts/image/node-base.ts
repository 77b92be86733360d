import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The name that the Dockerfile builds on. */
export const baseName = 'docker.io/library/node:26-slim';

const release = 'bookworm';

/** Where this machine has its own packages from. */
function mirror(): string {
  const [first = ''] = run('apt-get', 'indextargets', '--format', '$(REPO_URI)', `Codename: ${release}`).split('\n');
  if (first === '') throw new Error(`apt knows no packages of ${release}`);
  return first;
}

/**
 * Where the registry of images cannot be reached, a base of the same name is made of Debian and the Node of this
 * repository, once per machine. What only this machine needs (its certificates, its npm registry) goes in here and
 * nowhere else.
 */
export function ensureBase(say: (line: string) => void): void {
  if (hasImage(baseName)) return;
  const folder = mkdtempSync(join(tmpdir(), 'qudao-base-'));
  try {
    say('debootstrap');
    run('debootstrap', '--variant=minbase', '--include=ca-certificates,libatomic1', release, folder, mirror());
    rmSync(join(folder, 'var/cache/apt/archives'), { recursive: true, force: true });
    rmSync(join(folder, 'var/lib/apt/lists'), { recursive: true, force: true });
    run('chroot', folder, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node');
    addNode(folder);
    addMachine(folder);
    say('base image');
    commit(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const hasImage = (name: string): boolean => {
  try {
    run('buildah', 'inspect', '--type', 'image', name);
    return true;
  } catch {
    return false;
  }
};

export function run(program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  }).trim();
}

function addNode(folder: string): void {
  const local = join(folder, 'usr/local');
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true });
  copyFileSync(process.execPath, join(local, 'bin/node'));
  const npm = dirname(dirname(realpathSync(run('sh', '-c', 'command -v npm'))));
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, `bin/${name}`));
}

function addMachine(folder: string): void {
  const bundle = '/etc/ssl/certs/ca-certificates.crt';
  copyFileSync(realpathSync(bundle), join(folder, bundle));
  mkdirSync(join(folder, 'usr/local/etc'), { recursive: true });
  const settings = [`cafile=${bundle}`, `registry=${run('npm', 'config', 'get', 'registry')}`];
  appendFileSync(join(folder, 'usr/local/etc/npmrc'), `${settings.join('\n')}\n`);
}

function commit(folder: string): void {
  const container = run('buildah', 'from', 'scratch');
  run('buildah', 'add', '-q', container, folder, '/');
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const bundle = 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt';
  run('buildah', 'config', '--env', path, '--env', bundle, '--cmd', 'node', container);
  run('buildah', 'commit', '-q', '--rm', container, baseName);
}
