/**
 * Run after every `npm install`. A registry that lacks the binaries of other platforms makes npm leave them out of the
 * lock, and `npm ci` then refuses the lock as incomplete. This writes them back as what they are: optional, for another
 * platform.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Entry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };
const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'netbsd', 'openbsd', 'sunos', 'aix'];
const processors = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];

let added = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (`node_modules/${name}` in lock.packages || `${path}/node_modules/${name}` in lock.packages) continue;
    const tail = name.split('/').at(-1) ?? name;
    const os = systems.find((system) => tail.includes(system));
    const cpu = processors.find((processor) => new RegExp(`(^|-)${processor}`).test(tail));
    lock.packages[`node_modules/${name}`] = {
      version: version.replace(/^[~^]/, ''),
      optional: true,
      ...(entry.dev === true ? { dev: true } : {}),
      ...(cpu === undefined ? {} : { cpu: [cpu] }),
      ...(os === undefined ? {} : { os: [os] }),
      ...(tail.includes('musl')
        ? { libc: ['musl'] }
        : os === 'linux' && tail.includes('gnu')
          ? { libc: ['glibc'] }
          : {}),
    };
    added += 1;
  }
}
const { '': root, ...rest } = lock.packages;
lock.packages = {
  '': root ?? {},
  ...Object.fromEntries(Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))),
};
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} optional packages of other platforms written back`);
