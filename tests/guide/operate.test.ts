import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Read by the code although nobody sets them for it. */
const foreign = new Set(['PATH', 'npm_package_version']);
/** Read by tests alone, and told because whoever runs them needs it. */
const ofTests = ['QUDAO_SHARED'];

/**
 * Names in `process.env['X']`, in an environment that is handed over (`given['X']`), and in what reads one by its name.
 */
const reads = /process\.env(?:\[\s*'(\w+)'\s*\]|\.(\w+))|(?:\bgiven\[|\b\w+In\()\s*'([A-Z][A-Z0-9_]+)'/g;

function readByCode(): readonly string[] {
  const names = globSync(['{apps,platform,modules,scripts}/**/*.ts', 'apps/web/*.ts'])
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(reads)])
    .flatMap(([, bracket, dot, named]) => bracket ?? dot ?? named ?? []);
  return [...new Set(names)].filter((name) => !foreign.has(name)).toSorted();
}

test('docs/operate.md tells every variable that the code reads, and no other', () => {
  const text = readFileSync('docs/operate.md', 'utf8');
  const told = [...text.matchAll(/^\| (`[A-Z][^|]*`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
  expect(new Set(told).size).toBe(told.length);
  expect(told.filter((name) => !ofTests.includes(name)).toSorted()).toEqual(readByCode());
});

test('docs/operate.md and docs/scale.md name commands and files that are there', () => {
  const scripts = (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts;
  for (const file of ['docs/operate.md', 'docs/scale.md']) {
    const text = readFileSync(file, 'utf8');
    const commands = [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name = '']) => name);
    expect(commands.filter((name) => scripts[name] === undefined)).toEqual([]);
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[\w-]+)?\)/g)].map(([, path = '']) => `docs/${path}`);
    expect(links.filter((path) => globSync(path).length === 0)).toEqual([]);
  }
});
