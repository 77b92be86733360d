/**
 * Who may import whom: the architecture as a table, and the few rules of the house that a linter does not know.
 * `npm run check` refuses every other import. To allow one more, change the table here, in a commit of its own.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { castComplaints, castReasons, castsIn, rowComplaints } from './casts.ts';
import { furtherUses, tableComplaints, usesBeyond } from './table-owners.ts';

/** From the ground up: a module knows the models of those before it and nothing of those after it. */
const modules = [
  'system',
  'message',
  'data',
  'workflow',
  'stock',
  'price',
  'promotion',
  'funds',
  'sales',
  'purchase',
  'invoice',
  'expense',
  'report',
] as const;

/** Server files that a module offers to the modules above it. Everything else of its server floor is private. */
const offered: readonly string[] = [
  'system/server/operation/exchange.ts',
  'system/server/operation/external-bill.ts',
  'system/server/setting/param.ts',
  'system/server/setting/print-trail.ts',
  'system/server/setting/self-audit.ts',
  'system/server/message/message.ts',
  'system/server/operation/system-secret.ts',
  'message/server/notice/notice-mail.ts',
  'stock/server/ledger.ts',
  'stock/server/available.ts',
  'stock/server/average-costs.ts',
  'stock/server/cost.ts',
  'stock/server/counting.ts',
  'stock/server/inout.ts',
  'stock/server/movement-draft.ts',
  'stock/server/opening.ts',
  'stock/server/red-movement.ts',
  'stock/server/red/parts-back.ts',
  'stock/server/red/red-refusals.ts',
  'workflow/server/task/bill-change.ts',
  'workflow/server/task/refusals.ts',
  'data/server/combination.ts',
  'data/server/fixed-term.ts',
  'data/server/unit-decimals.ts',
  'price/server/current-prices.ts',
  'price/server/kit-reads.ts',
  'price/server/many-books.ts',
  'price/server/price-reads.ts',
  'price/server/price-refusals.ts',
  'price/server/pricing.ts',
  'promotion/server/active-activities.ts',
  'promotion/server/points/points-book.ts',
  'promotion/server/promotion-reads.ts',
  'promotion/server/promotion-rest.ts',
  'promotion/server/promotion-usage.ts',
  'promotion/server/simulated-activities.ts',
  'funds/server/capital.ts',
  'funds/server/standing.ts',
  'funds/server/account-check.ts',
  'funds/server/payable/payable-book.ts',
  'funds/server/payout.ts',
  'sales/server/order/order.ts',
  'sales/server/delivery/short-lines.ts',
  // What a tenant that buys does to the tenant that sells: its receipt signs, its order is pushed once.
  'sales/server/delivery/delivery-sign.ts',
  'sales/server/exchange/order-push.ts',
  'sales/server/order/order-progress.ts',
  'purchase/server/made/make-bill.ts',
];

const serverPackages = ['node:', 'npm:kysely', 'npm:zod'];
const webPackages = ['npm:react', 'npm:react-dom', 'npm:antd', 'npm:@ant-design', 'npm:dayjs', 'npm:@tanstack'];

/**
 * A row: the floor, and what its files may import besides their own floor. A floor is `platform/model`, `sales/server`,
 * `apps/api` …; an entry is a floor, one file, a package (`npm:zod`) or all of Node (`node:`); `*` is anything.
 */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'platform/model': ['npm:decimal.js'],
  'platform/server': [
    'platform/model',
    ...serverPackages,
    'npm:fastify',
    'npm:@fastify',
    'npm:pg',
    'npm:croner',
    'npm:@aws-sdk',
    'npm:basic-ftp',
    'npm:otpauth',
    'npm:uqr',
    'npm:nodemailer',
    'npm:sanitize-html',
    'npm:saxes',
    'npm:pinyin-pro',
  ],
  'platform/web': ['platform/model', ...webPackages, 'npm:echarts', 'npm:uqr'],
  ...Object.fromEntries(
    modules.flatMap((module, height) => {
      const below = modules.slice(0, height);
      const models = ['platform/model', ...[...below, module].map((each) => `${each}/model`)];
      return [
        [`${module}/model`, [...models, 'npm:decimal.js']],
        [
          `${module}/server`,
          [
            ...models,
            'platform/server',
            ...offered.filter((file) => below.some((each) => file.startsWith(`${each}/`))),
            ...serverPackages,
          ],
        ],
        [
          `${module}/web`,
          [
            ...models,
            'platform/web',
            ...webPackages,
            ...(module === 'workflow' ? ['npm:bpmn-js'] : []),
            ...(module === 'expense' ? ['npm:qr'] : []),
          ],
        ],
      ];
    }),
  ),
  'apps/api': [
    ...floors('model', 'server'),
    'apps/worker/worker.ts',
    'node:',
    'npm:fastify',
    'npm:@fastify',
    'npm:zod',
  ],
  'apps/worker': [...floors('model', 'server'), 'apps/api/main.ts', 'node:', 'npm:fastify'],
  // The build itself answers which module has which screens (vite.config.ts).
  'apps/web': [...floors('model', 'web'), ...webPackages, 'npm:virtual:screens'],
  scripts: ['*'],
  tests: ['*'],
  config: ['*'],
};

/**
 * Packages that only one folder may open, whatever the table says: the pool is made behind the door and nowhere else.
 */
const reserved: Readonly<Record<string, string>> = {
  'npm:pg': 'platform/server/db/',
  'npm:@aws-sdk': 'platform/server/file/',
  'npm:basic-ftp': 'platform/server/file/',
  'npm:saxes': 'platform/server/sheet/',
  'npm:echarts': 'platform/web/chart/',
};

const emptyNames = ['utils', 'util', 'helpers', 'helper', 'common', 'lib', 'index', 'manager', 'base', 'misc'];
/** Bytes, not lines: a wide line must not buy room. A test file tells a story and may be longer. */
const mostBytes = { product: 20_000, tests: 40_000 };
/** Product files of this size are asked whether they hold two things; the check prints how many there are. */
const askedBytes = 12_000;
/** Files that may import an address made at run time, each with its reason. */
const computedImports: Readonly<Record<string, string>> = {
  'platform/web/loading/chunk.ts': 'a chunk that failed is fetched past the caches',
};

/** What one text shows of itself; it is the same until the text or a rule of this file changes. */
export interface Look {
  readonly complaints: readonly string[];
  /** Files that are read before it, not those it fetches later. */
  readonly imports: readonly string[];
  /** Files that it fetches later. */
  readonly late: readonly string[];
  /** What it does with tables of others. */
  readonly uses: readonly string[];
  /** How often product code casts through `unknown` or `never` in it. */
  readonly casts: number;
}

/** Reviewed exceptions, each with its reason. */
export interface Reasons {
  readonly tables?: Readonly<Record<string, string>>;
  readonly casts?: Readonly<Record<string, string>>;
}
export const reviewed: Reasons = { tables: furtherUses, casts: castReasons };

/** Pure: path in the repository -> source text, to one sentence per violation. */
export function check(
  files: ReadonlyMap<string, string>,
  look = lookAt,
  { tables = {}, casts: castsFor = {} }: Reasons = {},
): string[] {
  const looks = new Map([...files].map(([path, source]) => [path, look(path, source)]));
  const graph = new Map([...looks].map(([path, { imports }]) => [path, imports.filter((to) => files.has(to))]));
  const uses = new Map([...looks].map(([path, { uses: own }]) => [path, own]));
  const casts = new Map([...looks].map(([path, { casts: own }]) => [path, own]));
  return [
    ...[...looks.values()].flatMap(({ complaints }) => complaints),
    ...circles(graph),
    ...tableComplaints(uses, tables),
    ...castComplaints(casts, castsFor),
  ];
}

export function lookAt(path: string, source: string): Look {
  const facts = read(path, source);
  const complaints = [
    ...namingComplaints(path),
    ...facts.faults,
    ...importComplaints(path, facts.imports),
    ...exportComplaints(path, facts),
    ...sizeComplaints(path, source),
    ...moneyComplaints(path, source, facts.comments),
    ...(hasTypedRows(path) ? rowComplaints(path, source, facts.comments) : []),
  ];
  return {
    complaints: complaints.map((text) => `${path}: ${text}`),
    imports: facts.imports.filter((found) => !found.isLazy).map((found) => resolve(path, found.request)),
    late: facts.imports.filter((found) => found.isLazy).map((found) => resolve(path, found.request)),
    uses: floorOf(path) === 'tests' ? [] : usesBeyond(path, source, modules),
    casts: hasTypedRows(path) ? castsIn(source, facts.comments) : 0,
  };
}

export function sourceFiles(): Map<string, string> {
  const paths = globSync(
    ['{platform,modules,apps,scripts,tests}/**/*.{ts,tsx,mts,cts,js,mjs,cjs,jsx}', '*.config.ts'],
    { exclude: ['**/node_modules/**', '**/dist/**'] },
  );
  return new Map(paths.toSorted().map((path) => [path.replaceAll('\\', '/'), readFileSync(path, 'utf8')]));
}

interface Import {
  readonly request: string;
  readonly isLazy: boolean;
}
interface Span {
  readonly start: number;
  readonly end: number;
}
interface Facts {
  readonly imports: readonly Import[];
  readonly comments: readonly Span[];
  readonly faults: readonly string[];
  readonly hasDefault: boolean;
  readonly isBarrel: boolean;
}

function read(path: string, source: string): Facts {
  const { module, comments, errors } = parseSync(path, source);
  const entries = module.staticExports.flatMap((statement) => statement.entries);
  const requests = [
    ...module.staticImports.map((statement) => statement.moduleRequest.value),
    ...entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
  ];
  return {
    imports: [
      ...[...new Set(requests)].map((request) => ({ request, isLazy: false })),
      ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
        request: source.slice(start, end).replace(/^['"`]|['"`]$/g, ''),
        isLazy: true,
      })),
    ],
    comments,
    faults: errors.map((error) => error.message),
    hasDefault: entries.some(({ exportName }) => exportName.kind === 'Default' || exportName.name === 'default'),
    isBarrel: entries.some(({ importName }) => importName.kind === 'AllButDefault' || importName.kind === 'All'),
  };
}

/**
 * `modules/sales/server/order/order.ts` stands on the floor `sales/server`; a test beside the code stands with the
 * tests.
 */
function floorOf(path: string): string {
  if (/\.test\.tsx?$/.test(path)) return 'tests';
  if (path.endsWith('.config.ts')) return 'config';
  const [first = '', second = ''] = short(path).split('/');
  return first === 'scripts' || first === 'tests' ? first : `${first}/${second}`;
}

function short(path: string): string {
  return path.replace(/^modules\//, '');
}

/** A path in the repository, `npm:package/…` or `node:…`. */
function resolve(from: string, request: string): string {
  if (request.startsWith('node:')) return request;
  if (request.startsWith('.')) return posix.normalize(posix.join(dirname(from), request));
  if (!request.startsWith('#')) return `npm:${request}`;
  const path = request.slice(1);
  return modules.some((module) => path.startsWith(`${module}/`)) ? `modules/${path}` : path;
}

function importComplaints(path: string, imports: readonly Import[]): string[] {
  const floor = floorOf(path);
  const row = mayImport[floor];
  if (row === undefined) return [`no floor of the table (${floor})`];
  return imports.flatMap(({ request }) => {
    const to = resolve(path, request);
    const isOwn = !to.includes(':') && floorOf(to) === floor;
    if (request.includes('${') && computedImports[path] !== undefined) return [];
    if (request.includes('../../')) return [`use a # import instead of ${request}`];
    const guard = Object.entries(reserved).find(([what, folder]) => covers(what, to) && !path.startsWith(folder));
    if (guard !== undefined) return [`only ${guard[1]} may import ${request}`];
    return isOwn || row.some((entry) => covers(entry, short(to))) ? [] : [`${floor} may not import ${request}`];
  });
}

function covers(entry: string, to: string): boolean {
  return entry === '*' || to === entry || to.startsWith(entry.endsWith(':') ? entry : `${entry}/`);
}

function namingComplaints(path: string): string[] {
  const stem = (part: string): string => part.split('.')[0] ?? part;
  return [
    ...path
      .split('/')
      .filter((part) => emptyNames.includes(stem(part)))
      .map((part) => `the name ${part} says nothing; name it after what it knows`),
    ...(/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.[a-z]+$/.test(basename(path)) ? [] : ['file names are kebab-case']),
  ];
}

function exportComplaints(path: string, facts: Facts): string[] {
  const mayDefault = floorOf(path) === 'config' || path.startsWith('apps/web/');
  return [
    ...(facts.hasDefault && !mayDefault ? ['no default export'] : []),
    ...(facts.isBarrel ? ['no barrel (export * from)'] : []),
  ];
}

function sizeComplaints(path: string, source: string): string[] {
  const bytes = Buffer.byteLength(source);
  const most = isProduct(path) ? mostBytes.product : mostBytes.tests;
  return bytes > most ? [`${bytes} bytes, more than ${most}: split it`] : [];
}

/** Where rows have types: modules, and the platform's server. */
function hasTypedRows(path: string): boolean {
  return /^modules\/|^platform\/server\//.test(path) && floorOf(path) !== 'tests';
}

function isProduct(path: string): boolean {
  return /^(platform|modules|apps|scripts)\//.test(path) && floorOf(path) !== 'tests';
}

/** Money is a decimal string; a float on the way loses cents that no test of a round amount sees. */
function moneyComplaints(path: string, source: string, comments: readonly Span[]): string[] {
  if (!/^(platform|modules)\//.test(path) || floorOf(path) === 'tests') return [];
  return [...source.matchAll(/(?<![\w.$])(?:Number|(?:Number\.)?parseFloat)\s*\(/g)]
    .filter((match) => !comments.some(({ start, end }) => start <= match.index && match.index < end))
    .map((match) => ({ before: source.slice(0, match.index), rest: source.slice(match.index).split('\n', 1)[0] ?? '' }))
    .filter(({ rest }) => !rest.includes('// not money'))
    .map(
      ({ before, rest }) =>
        `line ${before.split('\n').length}: ${rest.slice(0, rest.indexOf('('))}() of money? Use ` +
        'platform/model/decimal.ts, or end the line with "// not money"',
    );
}

/** In a graph of files, or of rooms (rooms.ts): none is left out, though only one way round is told of some. */
export function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const walk = (file: string): void => {
    const at = trail.indexOf(file);
    if (at >= 0) found.push(`circle: ${[...trail.slice(at), file].join(' -> ')}`);
    if (at >= 0 || done.has(file)) return;
    trail.push(file);
    for (const next of graph.get(file) ?? []) walk(next);
    trail.pop();
    done.add(file);
  };
  for (const file of graph.keys()) walk(file);
  return found;
}

function floors(...kinds: readonly string[]): string[] {
  return kinds.flatMap((kind) => ['platform', ...modules].map((owner) => `${owner}/${kind}`));
}

/** What the check prints of a tree without complaints. */
export function praise(files: ReadonlyMap<string, string>): string {
  const asked = [...files].filter(([path, source]) => isProduct(path) && Buffer.byteLength(source) > askedBytes).length;
  return `${files.size} files keep the boundaries; ${asked} of the product are over ${askedBytes / 1000} kB`;
}

if (import.meta.main) {
  const files = sourceFiles();
  const complaints = check(files, lookAt, reviewed);
  console.log(complaints.length === 0 ? praise(files) : complaints.join('\n'));
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
