import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installSchema } from '#scripts/install.ts';
import { isKept, sourcesHash } from '#scripts/installation.ts';
import { openWorld, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('installation');
  await installSchema(world.adminUrl, world.url);
});
afterAll(() => world.close());

const root = join(import.meta.dirname, '../..');
const kept = (): Promise<boolean> => isKept(world.adminUrl, world.url);

/** db:migrate as an operator runs it: what it said, and which files of the product it loaded for that. */
function migrated(): { readonly said: string; readonly loaded: readonly string[] } {
  const hook = `
    import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => (console.error('loads ' + url), next(url, context)) });`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, 'scripts/migrate.ts'],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, DATABASE_ADMIN_URL: world.adminUrl, DATABASE_URL: world.url },
    },
  );
  return {
    said: stdout.trim(),
    loaded: [...stderr.matchAll(/loads file:\/\/(\S+)/g)].flatMap(([, path = '']) =>
      path.includes('node_modules') ? [] : [path],
    ),
  };
}

describe('db:migrate', () => {
  test('with nothing to do loads nothing of the product', () => {
    const { said, loaded } = migrated();
    expect(said).toBe('nothing to apply');
    expect(loaded.length).toBeGreaterThan(3);
    expect(loaded.filter((path) => /\/(modules\/|install\.ts)/.test(path))).toEqual([]);
  });

  test.each([
    ['a permission', `delete from sec.permission where permission = (select min(permission) from sec.permission)`],
    ['an address of the menu', `update app.sys_menu set url = 'gone' where url = (select min(url) from app.sys_menu)`],
    ['a column to hand down', `update sec.distributable set columns = '{}'`],
    [
      'an entry of a dictionary',
      `delete from app.sys_dictdata where id = (select min(id::text)::uuid from app.sys_dictdata)`,
    ],
    ['a parameter', `delete from app.sys_params where param_code = (select min(param_code) from app.sys_params)`],
    ['a job', `delete from app.job_schedule where bean_name = (select min(bean_name) from app.job_schedule)`],
    ['the furniture of tenants', `update sec.furniture set hash = 'another'`],
  ])('puts %s right that somebody changed by hand', async (_what, change) => {
    await world.sql(change);
    expect(await kept()).toBe(false);
    await installSchema(world.adminUrl, world.url);
    expect(await kept()).toBe(true);
  });

  test('loads the product where there is something to do', async () => {
    await world.sql(
      `delete from app.sys_dictdata where dict_type_id = (select min(dict_type_id) from app.sys_dictdata)`,
    );
    const { said, loaded } = migrated();
    expect([said, loaded.some((path) => path.endsWith('/scripts/install.ts')), await kept()]).toEqual([
      'nothing to apply',
      true,
      true,
    ]);
  });

  test('leaves a menu as its administrator named it', async () => {
    await world.sql(`
      update app.sys_menu
      set name = '我的菜单', status = '0'
      where url = (select max(url) from app.sys_menu)`);
    expect(await kept()).toBe(true);
  });

  test('furnishes a tenant that came by hand, and one that lost its mark', async () => {
    await world.sql(`
      insert into app.tenant_tenant
        (id, tenant_code, tenant_name, username, tenant_level, distributor_level, sys_tenant, path)
      values (gen_random_uuid(), '1900', '手工租户', 'byhand', '1', '0', '0', '/1900/')`);
    await world.sql(`delete from app.sys_flownotype where tenant_code = '1000' and code = 'SO'`);
    await world.sql(`delete from sec.furnished where tenant_code = '1000'`);
    expect(await kept()).toBe(true);
    expect(
      await world.sql(`
        select tenant_code, count(*) > 10 as has_numbers, bool_or(code = 'SO') as has_orders
        from app.sys_flownotype
        where tenant_code in ('1000', '1900')
        group by 1
        order by 1`),
    ).toEqual([
      { tenant_code: '1000', has_numbers: true, has_orders: true },
      { tenant_code: '1900', has_numbers: true, has_orders: true },
    ]);
  });

  test('spells names that came past the save since it last looked, new ones and changed ones', async () => {
    const spelled = (): Promise<unknown> =>
      world.sql(`select code, pinyin from app.data_brand where code like 'HAND%' order by code`);
    await world.sql(`
      insert into app.data_brand (tenant_code, id, code, name)
      values ('1000', gen_random_uuid(), 'HAND1', '海星')`);
    expect(await kept()).toBe(true);
    expect(await spelled()).toEqual([{ code: 'HAND1', pinyin: expect.stringContaining('haixing') as unknown }]);
    await world.sql(`update app.data_brand set name = '银河' where code = 'HAND1'`);
    expect(await kept()).toBe(true);
    expect(await spelled()).toEqual([{ code: 'HAND1', pinyin: expect.stringContaining('yinhe') as unknown }]);
    // As after a restore on a server that has counted fewer transactions.
    await world.sql(`update app.data_brand set pinyin = '' where code = 'HAND1'`);
    await world.sql(`update sec.installation set looked = '99999999999'`);
    expect(await kept()).toBe(true);
    expect(await spelled()).toEqual([{ code: 'HAND1', pinyin: expect.stringContaining('yinhe') as unknown }]);
  });

  test('of other sources installs again', async () => {
    await world.sql(`update sec.installation set sources = 'those of yesterday'`);
    expect(await kept()).toBe(false);
    await installSchema(world.adminUrl, world.url);
    expect(await kept()).toBe(true);
  });

  test('knows sources by what they declare: not by tests or pages', () => {
    const folder = mkdtempSync(join(tmpdir(), 'qudao-sources-'));
    try {
      for (const part of ['apps/api', 'modules/price', 'platform/model', 'scripts/seed', 'package.json'])
        cpSync(join(root, part), join(folder, part), { recursive: true });
      const before = sourcesHash(folder);
      writeFileSync(join(folder, 'modules/price/model/more.test.ts'), 'export {};');
      writeFileSync(join(folder, 'modules/price/web/more.ts'), 'export {};');
      expect(sourcesHash(folder)).toBe(before);
      writeFileSync(join(folder, 'modules/price/model/more.ts'), 'export {};');
      expect(sourcesHash(folder)).not.toBe(before);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
