/**
 * node tests/bench/search.ts [rows] [--keep database]
 * Search as people type, over many customers of one tenant: what PostgreSQL needs as the application role, and how long
 * the picker and the suggestions of the browser take. Makes the small demo in a scratch database, fills the customers
 * by SQL, drops the database.
 */
import { parseArgs } from 'node:util';
import { customer } from '#data/model/partner/customer.ts';
import { asAdministrator, type AdminClient } from '#platform/server/db/migrate.ts';
import { planList } from '#platform/server/list/list.ts';
import { pinyinOf } from '#platform/server/list/pinyin.ts';
import { databaseExists, dropDatabase } from '#scripts/install.ts';
import { openBrowser, openPage } from '#tests/e2e/browser.ts';
import { cpuOf } from '#tests/e2e/cpu.ts';
import { openFromMenu } from '#tests/e2e/menu.ts';
import { buildWeb, makeDemo, startProduct, urlsOf } from '#tests/e2e/product.ts';
import { asApplication, timeOf, type Time } from './timed.ts';

const {
  values: { keep },
  positionals: [wanted = '200000'],
} = parseArgs({ options: { keep: { type: 'string' } }, allowPositionals: true });
const rows = Number.parseInt(wanted, 10);
const bars = { database: 50, browser: 300 };
const database = keep ?? `qudao_search_bench_${process.pid}`;
const urls = urlsOf(database);
const tenant = '1000';
let isOver = false;

const terms: readonly (readonly [what: string, asked: Readonly<Record<string, string>>])[] = [
  ['initials, few', { keyword: 'hdjcdc' }],
  ['initials, many', { keyword: 'hdjc' }],
  ['initials, nearly all', { keyword: 'gs' }],
  ['one letter', { keyword: 'h' }],
  ['a letter nobody begins with', { keyword: 'v' }],
  ['full pinyin', { keyword: 'huadong' }],
  ['full pinyin, nearly all', { keyword: 'gongsi' }],
  ['two Chinese letters', { keyword: '华东' }],
  ['two, nearly all', { keyword: '公司' }],
  ['absent', { keyword: '不存在' }],
  ['code', { keyword: 'C012345' }],
  ['part of a code, many', { keyword: '12' }],
  ['two words', { keyword: '上海 hdjc' }],
  ['name filter', { name: 'hdjc', status: '1' }],
  ['code filter', { code: 'C0123', status: '1' }],
  ['nothing asked', { status: '1' }],
];

try {
  await buildWeb();
  const accounts = keep !== undefined && (await databaseExists(urls.admin, database)) ? null : await makeDemo(urls);
  const session = {
    username: 'lancai',
    password: accounts?.find(({ username }) => username === 'lancai')?.password ?? process.env['E2E_PASSWORD'] ?? '',
  };
  await asAdministrator(urls.admin, fill);
  await asAdministrator(urls.admin, measureDatabase);
  await measureBrowser(session);
} finally {
  if (keep === undefined) await dropDatabase(urls.admin, database);
}
process.exitCode = isOver ? 1 : 0;

async function fill(client: AdminClient): Promise<void> {
  const begun = performance.now();
  const {
    rows: [found],
  } = await client.query<{ count: number }>(
    `
      select count(*)::integer as count
      from app.data_customer
      where tenant_code = $1 and code ~ '^C[0-9]{6}$'`,
    [tenant],
  );
  if (found?.count === rows) return;
  const cities = [
    '上海',
    '北京',
    '广州',
    '深圳',
    '杭州',
    '苏州',
    '南京',
    '重庆',
    '成都',
    '长沙',
    '武汉',
    '厦门',
    '青岛',
    '宁波',
    '合肥',
    '郑州',
    '西安',
    '天津',
    '东莞',
    '佛山',
  ];
  const words = [
    ...'华东建材鑫隆盛达恒通利源宏图伟业金泰瑞丰祥和顺发永康美居安德信诚远博雅新天地光明海星河山川森林云峰',
  ];
  const trades = ['建材', '装饰', '涂料', '五金', '贸易', '家居', '化工', '工程', '物资', '商贸'];
  let seed = 1;
  const any = (list: readonly string[]): string => {
    seed = (seed * 48271) % 2147483647;
    return list[seed % list.length] ?? '';
  };
  await client.query(`delete from app.data_customer where tenant_code = $1 and code ~ '^C[0-9]{6}$'`, [tenant]);
  // Filled at once it is made in a tenth of the time.
  const {
    rows: [index],
  } = await client.query<{ definition: string }>(`
    select indexdef as definition
    from pg_indexes
    where schemaname = 'app' and indexname = 'data_customer_search'`);
  await client.query('drop index app.data_customer_search');
  for (let from = 0; from < rows; from += 10_000) {
    const count = Math.min(10_000, rows - from);
    const names = Array.from({ length: count }, (_row, i) =>
      from + i === 777
        ? '华东建材独此一家'
        : `${any(cities)}${any(words)}${any(words)}${i % 3 === 0 ? '' : any(words)}${any(trades)}${i % 50 === 0 ? '经营部' : '有限公司'}`,
    );
    await client.query(
      `
        insert into app.data_customer (tenant_code, id, code, name, pinyin, class_code, customer_type, create_date)
        select $1, gen_random_uuid(), 'C' || to_char($2 + x.n, 'FM000000'), x.name, x.pinyin, 'K12', '0',
          now() - ($2 + x.n) * interval '1 minute'
        from unnest($3::text[], $4::text[]) with ordinality x(name, pinyin, n)`,
      [tenant, from, names, names.map((name) => pinyinOf([name]))],
    );
  }
  await client.query(index?.definition ?? '');
  await client.query('vacuum analyze app.data_customer');
  console.log(`${rows} customers filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
}

/**
 * Rows and total of a list call, and the rows of a suggestion. The bar is for the time PostgreSQL works on it: on a
 * machine that does other things too the clock also tells of those.
 */
async function measureDatabase(client: AdminClient): Promise<void> {
  const {
    rows: [user],
  } = await client.query<{ id: string }>(`select id from app.sys_user where tenant_code = $1 and username = 'lancai'`, [
    tenant,
  ]);
  const pid = await asApplication(client, { tenant, userId: user?.id ?? '', flags: 'S' });
  for (const [what, asked] of terms) {
    const { rows: list, count } = planList(customer, { ...asked, page: '1', limit: '20' });
    const page = await timeOf(client, [list, count], pid);
    const suggestions =
      'keyword' in asked
        ? await timeOf(client, [planList(customer, { ...asked, suggest: '1', limit: '8' }).rows], pid)
        : null;
    const isSlow = page.work > bars.database || (suggestions?.work ?? 0) > bars.database;
    isOver ||= isSlow;
    const told = ({ work, clock }: Time): string =>
      `${work.toFixed(1).padStart(5)} ms (clock ${clock.toFixed(1).padStart(5)})`;
    console.log(
      `${isSlow ? 'SLOW' : 'ok  '} ${what.padEnd(28)} page and total ${told(page)}${suggestions === null ? '' : `  suggestions ${told(suggestions)}`}`,
    );
  }
  await client.query('rollback');
}

/** From the click or the last letter to the first row on the screen, by the page's own clock. */
async function measureBrowser(account: { readonly username: string; readonly password: string }): Promise<void> {
  const product = await startProduct(urls);
  const browser = await openBrowser();
  try {
    const { data } = (await (
      await fetch(`${product.url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(account),
      })
    ).json()) as { data: { token: string; tenantCode: string } };
    const { page } = await openPage(browser, product.url, { session: data });
    await page.goto('/');
    await page.locator('.sidebar .ant-menu-submenu').first().waitFor();
    await openFromMenu(page, 'order/order');
    const panel = page.locator('.tab-panel').filter({ visible: true });
    await panel.locator('[data-verb="add"]').click();
    const field = panel.locator('[data-field="customerCode"]');
    const untilRow = (selector: string, event: string): Promise<void> =>
      page.evaluate(
        `window.until = new Promise((resolve) => { addEventListener('${event}', () => { const begun = performance.now(); const look = () => { if (document.querySelector('${selector}')) resolve(performance.now() - begun); else requestAnimationFrame(look); }; look(); }, { once: true, capture: true }); }); undefined`,
      );
    const cpu = await cpuOf(page);
    let work = 0;
    const opened: number[] = [];
    const suggested: number[] = [];
    for (let run = 0; run < 6; run += 1) {
      await untilRow('.picker .entity-table [data-row-key]', 'click');
      const cost = await cpu.of(
        1,
        async () => {
          await field.locator('[data-verb="pick"]').click();
          opened.push(await page.evaluate<number>('window.until'));
        },
        0,
      );
      // The first one also fetches the dialog's code.
      if (run > 0) work += cost / 5;
      await page.locator('.picker .picker-footer .ant-btn').first().click();
      await page.locator('.picker').waitFor({ state: 'detached' });
      const word = ['hdjc', 'huadong', '华东', 'gs', 'c0123', 'shhd'][run] ?? '';
      await field.locator('input').fill(word.slice(0, -1));
      await page.waitForTimeout(600);
      await field.locator('input').press('Escape');
      await untilRow('.suggestions [aria-busy="false"] .suggestion', 'input');
      await field.locator('input').pressSequentially(word.slice(-1));
      suggested.push(await page.evaluate<number>('window.until'));
      await field.locator('input').fill('');
    }
    const told = (what: string, [first = 0, ...rest]: readonly number[]): void => {
      const median = rest.toSorted((a, b) => a - b)[2] ?? 0;
      isOver ||= median > bars.browser;
      console.log(
        `${median > bars.browser ? 'SLOW' : 'ok  '} ${what}: ${median.toFixed(0)} ms, the first time ${first.toFixed(0)} ms`,
      );
    };
    told('picker, from the click to the first row', opened);
    console.log(`     of which the page itself works ${work.toFixed(0)} ms`);
    told('suggestions, from the last letter to the first row', suggested);
  } finally {
    await browser.close();
    await product.stop();
  }
}
