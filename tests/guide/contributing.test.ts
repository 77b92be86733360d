import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withDatabase } from '#apps/api/environment.ts';
import type { Label } from '#platform/model/label.ts';
import type { PrintRecord, Printout } from '#platform/model/print.ts';
import { openBrowser, openPage } from '#tests/e2e/browser.ts';
import { furnish } from '#tests/furniture.ts';
import { freePort } from '#tests/proof/cluster.ts';
import type { Pivot } from '#report/model/answer.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';
import { applyDiff, blocksOf, makeScratch, type Block, type Scratch } from './scratch.ts';

// A whole copy is built, checked and opened in a browser: on a slow machine a minute is not enough for any of these.
vi.setConfig({ testTimeout: 300_000 });

const guide = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8');
const blocks = blocksOf(guide);
const isOfModule = ({ path, text }: Block): boolean => path.startsWith('modules/visit/') || text.includes('#visit/');
const isPage = ({ path }: Block): boolean => path.endsWith('.tsx') || path === 'modules/data/web/module.ts';
const blocksFor = (noun: string): Block[] =>
  blocks.filter(
    (block) => !isPage(block) && !isOfModule(block) && (block.text.includes(noun) || block.path.includes(noun)),
  );
const onlyOnce = (value: string, at: number, all: readonly string[]): boolean => all.indexOf(value) === at;
const port = await freePort(8131);

let world: World;
let scratch: Scratch;
let product: ChildProcess;
beforeAll(async () => {
  world = await openWorld('guide');
  await furnish(world.first);
  scratch = makeScratch();
});
afterAll(async () => {
  product?.kill('SIGKILL');
  scratch.remove();
  await world.close();
});

const environment = (): Record<string, string> => ({
  DATABASE_URL: world.url,
  DATABASE_ADMIN_URL: withDatabase(world.adminUrl, new URL(world.adminUrl).pathname.slice(1)),
  PORT: String(port),
  LOG_LEVEL: 'error',
  DRAIN_SECONDS: '0',
});

async function stopProduct(): Promise<void> {
  const gone = new Promise((resolve) => {
    product.once('exit', resolve);
  });
  product.kill('SIGTERM');
  await gone;
}

async function startProduct(): Promise<void> {
  product = scratch.start(['apps/api/main.ts', '--only', 'api'], environment());
  let complaint = '';
  product.stderr?.on('data', (text: Buffer) => {
    complaint += text.toString();
  });
  for (let i = 0; i < 600; i += 1) {
    if (
      await fetch(`http://127.0.0.1:${port}/readyz`).then(
        (reply) => reply.ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  throw new Error(`the product of the scratch copy did not start: ${complaint}`);
}

/** The administrator of tenant 1000, or whoever is named, over HTTP to the scratch copy's product. */
function remote({ token }: Session = world.first): Pick<Session, 'call' | 'must'> {
  const call: Session['call'] = async (method, path, body) => {
    const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: { token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.includes('json') === true;
    return {
      ...(isJson ? (JSON.parse(text) as object) : { code: -1, msg: '', data: null }),
      status: reply.status,
      headers: Object.fromEntries(reply.headers),
      text,
    } as never;
  };
  return {
    call,
    async must(method, path, body) {
      const reply = await call<never>(method, path, body);
      if (reply.code !== 0) throw new Error(`${method} ${path}: ${reply.code} ${reply.msg}`);
      return reply.data;
    },
  };
}

/** Somebody of tenant 1000 with a role that came with it. */
async function hire(code: string): Promise<Session> {
  const roles = await world.first.must<{ id: string; code: string }[]>('GET', '/sys/role/list');
  await world.first.must('POST', '/sys/user', {
    username: code.toLowerCase(),
    realName: code,
    password: world.password,
    confirmPassword: world.password,
    roleIdList: roles.filter((role) => role.code === code).map(({ id }) => id),
  });
  return world.login(code.toLowerCase());
}

describe('following CONTRIBUTING.md', () => {
  test('an entity costs one file, two lines and one migration', () => {
    const season = blocksFor('season');
    const files = season.filter((block) => block.kind === 'file' && block.path.endsWith('.ts'));
    const diffs = season.filter((block) => block.kind === 'diff');
    const migrations = season.filter((block) => block.path.endsWith('.sql'));
    expect([files.length, diffs.length, migrations.length]).toEqual([1, 2, 1]);
    for (const { path, text } of [...files, ...migrations]) scratch.write(path, text);
    for (const { path, text: diff } of diffs) {
      const { text, added } = applyDiff(scratch.read(path), diff);
      expect(added).toBe(1);
      scratch.write(path, text);
    }
  });

  test('the migration in the guide is what db:draft prints', () => {
    const drafted = scratch.run(['scripts/draft-migration.ts'], environment());
    const written = blocks.find((block) => block.path.endsWith('season.sql'))?.text ?? '';
    expect(written.trim()).toBe(drafted.trim());
  });

  test('after db:migrate its calls, export and permissions work', async () => {
    scratch.run(['scripts/migrate.ts'], environment());
    await startProduct();
    const admin = remote();
    const { id } = await admin.must<{ id: string }>('POST', '/data/bd/season', {
      code: 'S26',
      name: '二〇二六春',
      startDate: '2026-03-01',
    });
    expect(
      (
        await admin.must<{ list: { name: string }[]; total: number }>(
          'GET',
          '/data/bd/season/page?startDateStart=2026-02-01',
        )
      ).list.map((row) => row.name),
    ).toEqual(['二〇二六春']);
    const opened = await admin.must<object>('GET', `/data/bd/season/${id}`);
    await admin.must('PUT', '/data/bd/season', { ...opened, endDate: '2026-05-31' });
    await admin.must('PUT', '/data/bd/season/disable', [id]);
    expect(
      (await admin.call('POST', '/data/bd/season', { code: 'S26', name: '重复', startDate: '2026-03-01' })).code,
    ).toBe(10002);
    expect((await admin.call('POST', '/data/bd/season', { code: 'S27', name: '缺日期' })).code).toBe(10003);
    const file = await admin.call('POST', '/data/bd/season/export', {});
    expect(String(file.headers['content-type'])).toContain('spreadsheetml');
    expect(await admin.must<string[]>('GET', '/sys/menu/permissions')).toEqual(
      expect.arrayContaining(
        ['page', 'view', 'save', 'update', 'delete', 'export', 'enable', 'disable'].map(
          (action) => `data:season:${action}`,
        ),
      ),
    );
    expect(JSON.stringify(await admin.must('GET', '/sys/menu/nav'))).toContain('data/season');
    await admin.must('DELETE', `/data/bd/season/${id}`);
    await stopProduct();
  });

  test('a document moves stock at audit and gives it back at unaudit', async () => {
    for (const block of blocksFor('scrap')) {
      scratch.write(
        block.path,
        block.kind === 'file' ? block.text : applyDiff(scratch.read(block.path), block.text).text,
      );
    }
    const module = 'modules/stock/server/module.ts';
    scratch.write(
      module,
      scratch
        .read(module)
        .replace('services: [materialStockService', 'services: [scrapService, materialStockService')
        .replace('redRoute, ', 'redRoute, scrapTotalRoute, ')
        .replace('  checks: stockChecks,', '  checks: stockChecks,\n  jobs: [cancelOldScrapsJob],'),
    );
    scratch.write('database/migrations/9002-scrap.sql', scratch.run(['scripts/draft-migration.ts'], environment()));
    scratch.run(['scripts/migrate.ts'], environment());
    await startProduct();
    const admin = remote();
    const available = async (): Promise<string | undefined> =>
      (await admin.must<{ list: { availableNumber: string }[] }>('GET', '/stock/enquiry/page?productCode=M1')).list[0]
        ?.availableNumber;
    const note = (number: string): object => ({
      organizeCode: 'O1',
      storageCode: 'W1',
      reason: '破损',
      damagedDate: '2026-03-02',
      lines: [{ productCode: 'M1', number }],
    });
    const { id } = await admin.must<{ id: string }>('POST', '/stock/scrap', note('3'));
    await admin.must('PUT', '/stock/scrap/audit', [id]);
    expect(await available()).toBe('97');
    // The report that the guide adds, by what it declares and over the same notes.
    const asked = 'code=stockage&figure=scraps&startDate=2020-01-01&rows=storage&columns=material';
    const scrapped = await admin.must<Pivot>('GET', `/report/data/pivot?${asked}`);
    expect(scrapped.list.map(({ key, cells }) => [key, Number(cells['M1']?.now[0])])).toEqual([['W1', 3]]);
    expect(Number(scrapped.sum.now[0])).toBe(3);
    await admin.must('PUT', '/stock/scrap/unaudit', [id]);
    expect(await available()).toBe('100');
    const big = await admin.must<{ id: string }>('POST', '/stock/scrap', note('101'));
    expect((await admin.call('PUT', '/stock/scrap/audit', [big.id])).code).toBe(10020);
    // What accountants and not the warehouse may ask, in a tenant that was there before.
    const toldTo = async (role: string): Promise<number> =>
      (await remote(await hire(role)).call('GET', '/stock/scrap/total')).code;
    expect([await toldTo('AR_ACCOUNTANT'), await toldTo('WAREHOUSE')]).toEqual([0, 403]);
    // The field that the note got later, and the job that looks after old notes.
    expect(await admin.must('GET', `/stock/scrap/${id}`)).toMatchObject({ damagedDate: '2026-03-02' });
    // What it prints: without the reason, with a signature more; and the paper for whoever carries the goods away.
    const printed = async (layout?: string): Promise<Printout | undefined> =>
      (await admin.must<PrintRecord[]>('POST', '/stock/scrap/print', { ids: [id], layout }))[0]?.printout;
    const labelsOf = (parts: readonly { readonly label: Label }[] = []): string[] => parts.map(({ label }) => label[2]);
    const whole = await printed();
    expect(labelsOf(whole?.head)).not.toContain('Reason');
    expect(labelsOf(whole?.signatures)).toContain('Warehouse');
    const list = await printed('disposal');
    expect(list?.title[2]).toBe('Disposal list');
    expect(labelsOf(list?.columns)).toEqual(expect.arrayContaining(['Number', 'Disposed of by']));
    expect(await admin.must('GET', `/stock/scrap/${id}`)).toMatchObject({ printCount: 2 });
    const job = { beanName: 'cancelOldScraps', cronExpression: '0 3 * * *' };
    await remote(world.platform).must('POST', '/sys/schedule', job);
  });

  test('a module costs its folder, its alias and its place, and a name in each list of modules', async () => {
    const visits = blocks.filter(isOfModule);
    expect(visits.map(({ path }) => path.replace(/^modules\/visit\/.*/, 'modules/visit')).filter(onlyOnce)).toEqual([
      'modules/visit',
      'package.json',
      'apps/api/modules.ts',
      'apps/api/compose.ts',
      'apps/web/modules.ts',
    ]);
    for (const { path, kind, text } of visits)
      scratch.write(path, kind === 'file' ? text : applyDiff(scratch.read(path), text).text);
    for (const path of ['apps/api/modules.ts', 'apps/api/compose.ts'])
      scratch.write(path, scratch.read(path).replace(/(sales,\s*[\w,\s]*?\w),?\s*\]/, '$1, visit]'));
    scratch.write(
      'scripts/boundaries.ts',
      scratch.read('scripts/boundaries.ts').replace(/('sales',[^\]]*?'),?\s*\] as const/, "$1, 'visit'] as const"),
    );
    await stopProduct();
    scratch.write('database/migrations/9003-visit.sql', scratch.run(['scripts/draft-migration.ts'], environment()));
    scratch.run(['scripts/migrate.ts'], environment());
    await startProduct();
    await remote().must('POST', '/visit/visit', {
      code: 'V1',
      name: '春季拜访',
      organizeCode: 'O1',
      visitDate: '2026-03-01',
    });
    expect((await remote().must<{ total: number }>('GET', '/visit/visit/page?organizeCode=O1')).total).toBe(1);
    expect(JSON.stringify(await remote().must('GET', '/sys/menu/nav'))).toContain('visit/visit');
  });

  test('in the browser the entity has its list, form and picker, and the page of its own shows', async () => {
    // Somebody refers to the new noun: that is where its picker opens.
    scratch.write(
      'modules/data/model/goods/brand.ts',
      scratch
        .read('modules/data/model/goods/brand.ts')
        .replace(/^(import \{[^}]*)(\} from '#platform\/model\/field.ts';)$/m, '$1, ref $2')
        .replace('export const brand', "import { season } from './season.ts';\n\nexport const brand")
        .replace(
          '    name: name(),',
          "    name: name(),\n    seasonCode: ref(['季节编码', '季節編碼', 'Season code'], () => season),",
        ),
    );
    for (const block of blocks.filter(isPage))
      scratch.write(
        block.path,
        block.kind === 'file' ? block.text : applyDiff(scratch.read(block.path), block.text).text,
      );
    await stopProduct();
    scratch.write(
      'database/migrations/9004-brand-season.sql',
      scratch.run(['scripts/draft-migration.ts'], environment()),
    );
    scratch.run(['scripts/migrate.ts'], environment());
    scratch.run(['node_modules/vite/bin/vite.js', 'build', 'apps/web']);
    await startProduct();
    const today = new Date().toISOString().slice(0, 10);
    await remote().must('POST', '/data/bd/season', { code: 'S-NOW', name: '进行中的季节', startDate: today });

    const browser = await openBrowser();
    const { page, complaints } = await openPage(browser, `http://127.0.0.1:${port}`, {
      session: { token: world.first.token, tenantCode: world.first.tenantCode },
    });
    await page.goto('/#/data-season');
    await page.getByTestId('season-on').filter({ hasText: '进行中的季节' }).waitFor();
    await page.locator('[data-verb="add"]').first().click();
    await page.locator('[data-field="code"] input').last().fill('S-NEW');
    await page.locator('[data-field="name"] input').last().fill('新季节');
    await page.locator('[data-field="startDate"] input').last().fill(today);
    await page.keyboard.press('Enter');
    await page.locator('[data-verb="save"]').last().click();
    await expect
      .poll(async () => (await remote().must<{ total: number }>('GET', '/data/bd/season/page?code=S-NEW')).total)
      .toBe(1);

    await page.goto('/#/data-brand?tenantFlag=0');
    await page.locator('[data-panel="data-brand?tenantFlag=0"] [data-verb="add"]').click();
    await page.locator('[data-field="seasonCode"] [data-verb="pick"]').last().click();
    await page.locator('.picker').getByText('进行中的季节').waitFor();
    expect(complaints).toEqual([]);
    await browser.close();
  });

  test('the copy passes the type check and the boundaries', () => {
    scratch.run(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.server.json', '--singleThreaded']);
    scratch.run(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.web.json', '--singleThreaded']);
    scratch.run(['scripts/boundaries.ts']);
  });
});
