import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';
import { unit } from '#data/model/goods/unit.ts';
import { isSearched, searchedKeys } from '#platform/model/search.ts';
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { pinyinOf } from '#platform/server/list/pinyin.ts';
import { planList } from '#platform/server/list/list.ts';
import { fillPinyin, searchedTables } from '#platform/server/list/search-fill.ts';
import { menuIdOf } from '#platform/server/db/id.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

interface Row {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}
interface Page {
  readonly list: readonly Row[];
  readonly total: number;
  readonly totalCapped?: true;
}
interface Found {
  readonly noun: string;
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

let world: World;
const customers = '/data/customer/manage';
const saveCustomer = (session: Session, code: string, name: string, more: object = {}): Promise<{ id: string }> =>
  session.must('POST', customers, { code, name, classCode: 'K1', customerType: '1', ...more });
const page = (session: Session, asked: Readonly<Record<string, string>>, path = customers): Promise<Page> =>
  session.must('GET', `${path}/page?${new URLSearchParams(asked).toString()}`);
const codes = async (session: Session, asked: Readonly<Record<string, string>>, path = customers): Promise<string[]> =>
  (await page(session, asked, path)).list.map(({ code }) => code);
const anywhere = (session: Session, keyword: string): Promise<Found[]> =>
  session.must('GET', `/sys/search?keyword=${encodeURIComponent(keyword)}`);

beforeAll(async () => {
  world = await openWorld('search');
  await furnish(world.first);
  await furnish(world.second, '二');
  await saveCustomer(world.first, 'HD01', '华东建材有限公司', { abbreviation: '华建' });
  await saveCustomer(world.first, 'CQ-2', '重庆3M中国店');
  await saveCustomer(world.first, 'TW3', '臺灣銀行');
  await saveCustomer(world.second, 'HD99', '华东建材二部');
});
afterAll(() => world.close());

describe('a list', () => {
  test.each([
    ['the code, in any case', 'hd01'],
    ['a part of the name', '东建'],
    ['one letter of the name', '材'],
    ['initials', 'hdjc'],
    ['initials from within', 'jcyx'],
    ['the full pinyin', 'huadong'],
    ['the beginning of it', 'hu'],
    ['its short name', '华建'],
    ['initials of its short name', 'hj'],
    ['several words', '公司 hd'],
    ['letters of full width', 'ＨＤ０１'],
  ])('finds a customer by %s', async (_how, keyword) => {
    expect(await codes(world.first, { keyword })).toEqual(['HD01']);
  });

  test('finds by both readings, by mixed names, and traditional names by their pinyin', async () => {
    expect(await codes(world.first, { keyword: 'cq3m' })).toEqual(['CQ-2']);
    expect(await codes(world.first, { keyword: 'zhongqing' })).toEqual(['CQ-2']);
    expect(await codes(world.first, { keyword: '3m中' })).toEqual(['CQ-2']);
    expect(await codes(world.first, { keyword: 'twyh' })).toEqual(['TW3']);
  });

  test('takes one letter for the beginning of something, and signs for signs', async () => {
    expect(await codes(world.first, { keyword: 't' })).toEqual(['TW3']);
    for (const keyword of ['%', '_', '\\', '%%', 'hd%', "' or 1=1 --", '\u0000', '\n', '不存在', 'zzzz'])
      expect(await codes(world.first, { keyword }), keyword).toEqual(
        keyword.trim().replace('\u0000', '') === '' ? expect.any(Array) : [],
      );
  });

  test('finds in its name filter also by pinyin, but not by code; its code filter stays as it was', async () => {
    expect(await codes(world.first, { name: 'hdjc' })).toEqual(['HD01']);
    expect(await codes(world.first, { name: '华东' })).toEqual(['HD01']);
    expect(await codes(world.first, { name: 'hd01' })).toEqual([]);
    expect(await codes(world.first, { code: 'D01' })).toEqual(['HD01']);
    expect(await codes(world.first, { code: 'd01' })).toEqual([]);
    expect(await codes(world.first, { code: 'HD', name: '东' })).toEqual(['HD01']);
  });

  test('keeps its other filters, its order and its total', async () => {
    expect(await codes(world.first, { keyword: 'hdjc', status: '0' })).toEqual([]);
    expect(
      await codes(world.first, { keyword: '1', orderField: 'code', order: 'asc' }, '/data/bd/material/all'),
    ).toEqual([]);
    const sorted = await page(
      world.first,
      { keyword: '内墙漆', orderField: 'name', order: 'asc', limit: '2' },
      '/data/bd/material/all',
    );
    expect([sorted.list.map(({ code }) => code), sorted.total]).toEqual([['M1', 'M2'], 5]);
    expect(await codes(world.first, { keyword: 'nqq', page: '2', limit: '2' }, '/data/bd/material/all')).toEqual([
      'M3',
      'M2',
    ]);
  });

  test('of many rows that fit goes on from page to page without a gap, and asks the index for few', async () => {
    // The newest thousand and the older two and a half are called differently: too many to be sorted, and none of them
    // near.
    await world.sql(`
      insert into app.data_unit (tenant_code, id, code, name, pinyin, create_date)
      select '1000', gen_random_uuid(), 'U' || n, case when n > 1000 then '度' else '' end || '量' || n, 'l' || n,
        now() + interval '1 day' - n * interval '1 minute'
      from generate_series(1, 3500) n`);
    await world.sql('analyze app.data_unit');
    const units = (keyword: string, more: Readonly<Record<string, string>> = {}): Promise<string[]> =>
      codes(world.first, { keyword, limit: '500', ...more }, '/data/bd/unit');
    const numbered = (from: number, to: number): string[] =>
      Array.from({ length: to - from + 1 }, (_unit, at) => `U${from + at}`);
    const paged = async (keyword: string): Promise<string[]> => {
      const all: string[] = [];
      for (let n = 1; n <= 7; n += 1) all.push(...(await units(keyword, { page: String(n) })));
      return all;
    };
    expect(await paged('量')).toEqual(numbered(1, 3500));
    expect(await paged('度')).toEqual(numbered(1001, 3500));
    expect(await paged('u34')).toEqual(['U34', ...numbered(340, 349), ...numbered(3400, 3499)]);
    expect(await units('u', { limit: '3', orderField: 'code', order: 'desc' })).toEqual(['U999', 'U998', 'U997']);
    expect(await units('u3', { limit: '3', orderField: 'name', order: 'asc' })).toEqual(['U3000', 'U3001', 'U3002']);
    const totals = await Promise.all(
      ['量', '度', '量 u3', '度量1'].map(
        async (keyword) => (await page(world.first, { keyword, limit: '10' }, '/data/bd/unit')).total,
      ),
    );
    expect(totals).toEqual([3500, 2500, 612, 999]);
    const { text, values } = planList(unit, { keyword: 'u3499', limit: '20' }).rows;
    const plan = await asAdministrator(world.adminUrl, async (client) => {
      await client.query(
        `begin; select sec.bind('1000', null, ''); set local role qudao_app; set local plan_cache_mode = force_generic_plan`,
      );
      const literals = values.map((value) =>
        Array.isArray(value)
          ? `array[${value.map((each) => client.escapeLiteral(String(each))).join(', ')}]`
          : String(value),
      );
      await client.query(`prepare sought as ${text}`);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute sought (${literals.join(', ')})`);
      await client.query('rollback');
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('Bitmap Index Scan on data_unit_search');
    expect(plan).not.toContain('Seq Scan on data_unit');
    await world.sql(`delete from app.data_unit where code like 'U%'`);
  });

  test('suggests the record whose code was typed first, then what begins with it, short names first', async () => {
    for (const [code, name] of [
      ['S-HD', '上海华东'],
      ['HD', '另一家'],
      ['HD02', '华东建材有限公司上海分公司'],
    ] as const)
      await saveCustomer(world.first, code, name);
    const { list, total } = await page(world.first, { keyword: 'HD', suggest: '1', limit: '10' });
    expect([list.map(({ code }) => code), total]).toEqual([['HD', 'HD01', 'HD02', 'S-HD'], 4]);
    expect(await codes(world.first, { keyword: 'HD', suggest: '1', limit: '1' })).toEqual(['HD']);
    for (const code of ['S-HD', 'HD', 'HD02']) await world.first.must('DELETE', `${customers}?key=code`, [code]);
  });
});

describe('what is found', () => {
  test('follows a change of the name, and leaves with the record', async () => {
    const { id } = await saveCustomer(world.first, 'N1', '临时名称');
    await world.first.must('PUT', customers, { id, name: '正式名称' });
    expect([await codes(world.first, { keyword: 'lsmc' }), await codes(world.first, { keyword: 'zsmc' })]).toEqual([
      [],
      ['N1'],
    ]);
    await world.first.must('PUT', `${customers}/disable`, [id]);
    expect(await codes(world.first, { keyword: 'zsmc' })).toEqual(['N1']);
    await world.first.must('DELETE', `${customers}/${id}`);
    expect(await codes(world.first, { keyword: 'zsmc' })).toEqual([]);
  });

  test('is never of another tenant, whoever asks', async () => {
    expect(await codes(world.second, { keyword: 'hdjc' })).toEqual(['HD99']);
    expect((await anywhere(world.second, '华东')).map(({ code }) => code)).toEqual(['HD99']);
    expect((await anywhere(world.platform, '华东')).map(({ code }) => code)).toEqual([]);
  });

  test('is only what the user has power over, and in the palette only kinds he may open', async () => {
    await world.first.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
    await saveCustomer(world.first, 'OR1', '范围客户甲', { organizeCode: 'O1' });
    await saveCustomer(world.first, 'OR2', '范围客户乙', { organizeCode: 'O2' });
    const organizations = await world.first.must<{ id: string; code: string }[]>('GET', '/sys/organization/list');
    const role = await world.first.must<{ id: string }>('POST', '/sys/role', {
      code: 'SEEK',
      name: '查找',
      menuList: [menuIdOf('data/customer?tenantFlag=0'), menuIdOf('data/customer')],
      organizeList: [organizations.find(({ code }) => code === 'O2')?.id],
    });
    await world.first.must('POST', '/sys/user', {
      username: 'seeker',
      realName: '查找者',
      password: world.password,
      confirmPassword: world.password,
      roleIdList: [role.id],
    });
    const seeker = await world.login('seeker');
    expect(await codes(seeker, { keyword: 'fwkh' })).toEqual(['OR2']);
    expect(await codes(seeker, { keyword: 'OR1', suggest: '1' })).toEqual([]);
    const view = await world.first
      .must<{ id: string; permissions: string | null }[]>('GET', '/sys/menu/list')
      .then((menus) => menus.find(({ permissions }) => permissions === 'data:customer:view')?.id);
    expect(await anywhere(seeker, 'fwkh')).toEqual([]);
    await world.first.must('PUT', '/sys/role', {
      id: role.id,
      menuList: [menuIdOf('data/customer?tenantFlag=0'), menuIdOf('data/customer'), view],
    });
    expect((await anywhere(seeker, 'fwkh')).map(({ noun, code }) => [noun, code])).toEqual([['data:customer', 'OR2']]);
    expect(await anywhere(seeker, '内墙漆')).toEqual([]);
    expect((await anywhere(world.first, 'fwkh')).map(({ code }) => code).toSorted()).toEqual(['OR1', 'OR2']);
  });

  test('includes copies that were handed down, and again when their original was renamed', async () => {
    const tenants = await world.sql<{ id: string }>(`select id from app.tenant_tenant where tenant_code = '1000'`);
    await world.platform.must('POST', '/sys/tenant', {
      pid: tenants[0]?.id,
      tenantCode: '1001',
      tenantName: '下级',
      username: 'admin1001',
      password: world.password,
      confirmPassword: world.password,
    });
    const below = await world.login('admin1001');
    const { id } = await world.first.must<{ id: string }>('POST', '/data/bd/brand', { code: 'HX', name: '海星' });
    const hand = (): Promise<unknown> =>
      world.first.must('POST', '/data/bd/brand/pushDown', { tenantCodeArrays: ['1001'], codes: ['HX'] });
    await hand();
    expect(await codes(below, { keyword: 'haixing' }, '/data/bd/brand')).toEqual(['HX']);
    await world.first.must('PUT', '/data/bd/brand', { id, name: '星河' });
    await hand();
    expect([
      await codes(below, { keyword: 'haixing' }, '/data/bd/brand'),
      await codes(below, { keyword: 'xinghe' }, '/data/bd/brand'),
    ]).toEqual([[], ['HX']]);
  });

  test('includes rows that came past the save: by code and name at once, by pinyin after the next deploy', async () => {
    await world.sql(`
      insert into app.data_brand (tenant_code, id, code, name)
      select '1000', gen_random_uuid(), 'RAW' || n, '直接写入' || n
      from generate_series(1, 3) n`);
    const found = (keyword: string): Promise<string[]> =>
      codes(world.first, { keyword }, '/data/bd/brand').then((list) => list.toSorted());
    expect([await found('直接'), await found('raw'), await found('zjxr')]).toEqual([
      ['RAW1', 'RAW2', 'RAW3'],
      ['RAW1', 'RAW2', 'RAW3'],
      [],
    ]);
    const tables = searchedTables(models.flatMap((module) => module.entities));
    expect(await asAdministrator(world.adminUrl, (client) => fillPinyin(client, tables))).toBeGreaterThanOrEqual(3);
    expect(await found('zjxr')).toEqual(['RAW1', 'RAW2', 'RAW3']);
    expect(await asAdministrator(world.adminUrl, (client) => fillPinyin(client, tables))).toBe(0);
  });
});

describe('the index', () => {
  test('knows the bits of every part of every name: nothing that a record contains goes unfound', async () => {
    const names = fc
      .array(fc.constantFrom(...'华东建材重长行漆カナ3Mm5L -&%_\\（）①ＡＢéß🎨𠮷'), { minLength: 1, maxLength: 9 })
      .map((letters) => letters.join('').trim())
      .filter((name) => name !== '');
    await fc.assert(
      fc.asyncProperty(names, fc.nat(), fc.nat(), async (name, from, length) => {
        const letters = [...name];
        const at = from % letters.length;
        const part = letters
          .slice(at, at + 1 + (length % letters.length))
          .join('')
          .trim();
        // One letter of ASCII is the beginning of something; a full-width one is the same.
        fc.pre(part !== '' && !/\s/.test(part) && !/^[\u0000-\u007f]$/.test(part.normalize('NFKC')));
        await world.sql(
          `
            insert into app.data_channel (tenant_code, id, code, name, pinyin)
            values ('1000', gen_random_uuid(), 'PROP', $1, $2)`,
          [name, pinyinOf([name])],
        );
        try {
          expect(await codes(world.first, { keyword: part }, '/data/bd/channel')).toContain('PROP');
          expect(await codes(world.first, { name: part }, '/data/bd/channel')).toContain('PROP');
        } finally {
          await world.sql(`delete from app.data_channel where code = 'PROP'`);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('holds nothing that is guarded', () => {
    const searched = models.flatMap((module) => module.entities).filter(isSearched);
    expect(searched.length).toBeGreaterThan(50);
    for (const entity of searched)
      for (const key of Object.values(searchedKeys(entity)).flat())
        expect(entity.fields[key]?.guarded, `${entity.name}.${key}`).not.toBe(true);
  });
});
