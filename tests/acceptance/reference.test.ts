import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';
import type { Field } from '#platform/model/field.ts';
import { menuIdOf } from '#platform/server/db/id.ts';
import { contractFile, contractIsHere } from '#tests/contract/shared.ts';
import { furnish } from '#tests/furniture.ts';
import { openWorld, type Session, type World } from '#tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld('reference');
  await furnish(world.first);
  await world.first.must('POST', '/channelsale/order', {
    organizeCode: 'O1',
    customerCode: 'CU1',
    lines: [{ productCode: 'M1', number: '1', price: '2' }],
  });
});
afterAll(() => world.close());

interface Rows<Row> {
  list: Row[];
  total: number;
}
interface Entry {
  dictValue: string;
  dictLabel: string;
  sort: number | null;
  remark: string | null;
}

describe('dictionaries', () => {
  test.skipIf(!contractIsHere)(
    '[A138] [A140] all types of the contract exist under their fixed numbers, each with entries of dictValue and dictLabel',
    async () => {
      const types = contractFile('enums.json').dictionaryTypes as readonly {
        dictType: string;
        dictTypeId?: string;
        id?: string | number;
      }[];
      const known = await world.first.must<{ id: string; dictTypeId: string; dictType: string }[]>(
        'GET',
        '/sys/dict/type/all',
      );
      for (const type of types) {
        const found = known.find(({ dictType }) => dictType === type.dictType);
        expect(found?.dictTypeId, type.dictType).toBe(String(type.dictTypeId ?? type.id));
        const { list } = await world.first.must<Rows<Entry>>(
          'GET',
          `/sys/dict/data/page?page=1&limit=-1&dictTypeId=${found?.dictTypeId ?? ''}`,
        );
        expect(list.length, type.dictType).toBeGreaterThan(0);
        for (const { dictValue, dictLabel } of list)
          expect([typeof dictValue, typeof dictLabel]).toEqual(['string', 'string']);
      }
      console.log(`${types.length} dictionary types`);
    },
  );

  test('[A142] [A143] /sys/dict/type/all answers every dictionary with its name, type, sort, remark and entries', async () => {
    const all = await world.first.must<{ dataList: Entry[] }[]>('GET', '/sys/dict/type/all');
    for (const { dataList, ...type } of all) {
      expect(Object.keys(type)).toEqual(expect.arrayContaining(['dictName', 'dictType', 'sort', 'remark']));
      for (const entry of dataList)
        expect(Object.keys(entry)).toEqual(expect.arrayContaining(['dictLabel', 'dictValue', 'sort', 'remark']));
    }
    expect(all.length).toBeGreaterThan(40);
  });
});

describe('areas', () => {
  test('[A132] [A133] of level 3, and those whose code ends in 00 but not 0000, are leaves', async () => {
    interface Area {
      id: string;
      code: string;
      levelType: string;
      leaf?: boolean;
      children?: null;
    }
    const provinces = await world.first.must<Area[]>('GET', '/sys/area/pca?pid=');
    expect(provinces.every(({ code, leaf }) => code.endsWith('0000') && leaf === undefined)).toBe(true);
    const below = await world.first.must<Area[]>('GET', `/sys/area/pca?pid=${provinces[0]?.id ?? ''}`);
    expect(below.length).toBeGreaterThan(0);
    for (const { code, leaf, children, levelType } of below) {
      const isLeaf = levelType === '3' || (code.endsWith('00') && !code.endsWith('0000'));
      expect([code, leaf === true, children === null]).toEqual([code, isLeaf, isLeaf]);
    }
    const [district] = await world.sql<{ pid: string }>(`select pid from app.sys_area where level_type = '3' limit 1`);
    for (const area of district === undefined
      ? []
      : await world.first.must<Area[]>('GET', `/sys/area/pca?pid=${district.pid}`))
      expect([area.leaf, area.children]).toEqual([true, null]);
  });
});

describe('values on the wire', () => {
  test('[A344] [A397] enumeration values are strings and flags are 1 or 0, in every list and record of every noun', async () => {
    let seen = 0;
    const look = (
      fields: Readonly<Record<string, Field>>,
      row: Readonly<Record<string, unknown>>,
      where: string,
    ): void => {
      for (const [key, field] of Object.entries(fields)) {
        const value = row[key];
        if (value === null || value === undefined || (field.kind !== 'choice' && field.kind !== 'flag')) continue;
        expect(typeof value, `${where}.${key}`).toBe('string');
        if (field.kind === 'flag') expect(['0', '1'], `${where}.${key}`).toContain(value);
        else expect(Object.keys(field.choices), `${where}.${key}`).toContain(value);
        seen += 1;
      }
    };
    for (const noun of models.flatMap((module) => [...module.entities, ...module.documents])) {
      const session: Session = noun.kind === 'entity' && noun.realm === 'global' ? world.platform : world.first;
      const path =
        noun.list.path ?? `${noun.path}${noun.kind === 'document' || noun.calls.includes('page') ? '/page' : '/list'}`;
      const data = await session.must<Rows<Record<string, unknown>> | Record<string, unknown>[]>(
        'GET',
        `${path}?page=1&limit=50`,
      );
      for (const row of 'list' in data ? data.list : data)
        look(noun.kind === 'entity' ? noun.fields : noun.head, row, noun.name);
      const [first] = 'list' in data ? data.list : data;
      if (noun.kind !== 'document' || first === undefined) continue;
      const { lines } = await session.must<{ lines: Record<string, unknown>[] }>(
        'GET',
        `${noun.path}/${String(first['id'])}`,
      );
      for (const line of lines) look(noun.lines, line, `${noun.name} line`);
    }
    expect(seen).toBeGreaterThan(100);
    // What is sent is held to the same: a number or a bare true is no flag.
    expect((await world.first.call('POST', '/data/bd/brand', { code: 'W1', name: 'x', status: 1 })).code).toBe(10003);
    expect((await world.first.call('POST', '/data/bd/brand', { code: 'W2', name: 'x', status: true })).code).toBe(
      10003,
    );
    expect((await world.first.call('POST', '/data/bd/brand', { code: 'W3', name: 'x', status: '2' })).code).toBe(10003);
    console.log(`${seen} choices and flags looked at`);
  });
});

describe('accounts', () => {
  const hire = async (username: string, more: object): Promise<number> =>
    (
      await world.first.call('POST', '/sys/user', {
        username,
        realName: username,
        password: world.password,
        confirmPassword: world.password,
        ...more,
      })
    ).code;

  test('[A369] [A371] are main or sub, marked as verified here or by the ERP, and of four types', async () => {
    const [main] = await world.sql<{ id: string }>(`select id from app.sys_user where username = 'first'`);
    const needs: Readonly<Record<string, object>> = {
      'accountRank 1': { mainUserId: main?.id },
      // The ERP keeps it.
      'verifyType 1': { password: undefined, confirmPassword: undefined },
      'accountType 1': { customerCode: 'CU1' },
      'accountType 2': { supplierCode: 'S1' },
      'accountType 3': { personnelCode: 'P1' },
    };
    for (const [field, values] of [
      ['accountRank', ['0', '1']],
      ['verifyType', ['0', '1']],
      ['accountType', ['0', '1', '2', '3']],
    ] as const) {
      for (const value of values)
        expect(
          await hire(`${field}${value}`, { [field]: value, ...needs[`${field} ${value}`] }),
          `${field} ${value}`,
        ).toBe(0);
      expect(await hire(`${field}x`, { [field]: '9' }), field).toBe(10003);
    }
  });

  test('[A366] see only the organisations and warehouses they have power over', async () => {
    await world.first.must('POST', '/sys/organization', { code: 'O2', name: '分公司' });
    await world.first.must('POST', '/data/storage', { code: 'W2', name: '二号仓', organizeCode: 'O2' });
    const role = await world.first.must<{ id: string }>('POST', '/sys/role', {
      code: 'LOCAL',
      name: '本地',
      menuList: [menuIdOf('data/depot?tenantFlag=0')],
    });
    expect(await hire('local', { organizeCode: 'O2', roleIdList: [role.id] })).toBe(0);
    const session = await world.login('local');
    const codes = (rows: readonly { code: string }[]): string[] => rows.map(({ code }) => code);
    expect(codes(await session.must('GET', '/sys/organization/powerList'))).toEqual(['O2']);
    expect(
      codes(
        (await session.must<Rows<{ code: string }>>('GET', '/data/storage/page?page=1&limit=-1&status=1&powerFlag=1'))
          .list,
      ),
    ).toEqual(['W2']);
    expect(codes(await world.first.must('GET', '/sys/organization/powerList'))).toEqual(['1000', 'O1', 'O2']);
  });
});
