import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dictKeys, refLists, type RefList } from '#platform/web/reference/lists.ts';
import { contractFolder, contractIsHere } from './shared.ts';

const at = (key: string): RefList => refLists[key] ?? { path: '' };

interface CachedList {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly params: string;
  readonly tree: boolean;
  readonly sortBy?: string;
  readonly checksCode: boolean;
  readonly dictionary?: boolean;
}

describe('the registry of reference lists', () => {
  test.skipIf(!contractIsHere)('holds every list of the contract, asked for as the contract says', () => {
    const { cachedLists } = JSON.parse(readFileSync(join(contractFolder, 'constants.json'), 'utf8')) as {
      cachedLists: readonly CachedList[];
    };
    const areas = cachedLists.filter(({ key }) => key !== 'pcaTree');
    for (const { key, method, path, tree, sortBy, checksCode, dictionary, params } of areas) {
      const list = at(key);
      expect([
        key,
        list.path,
        list.method ?? 'GET',
        list.isTree ?? false,
        list.sortBy,
        list.isUnchecked ?? false,
        list.isDict ?? false,
      ]).toEqual([key, path, method, tree, sortBy, !checksCode, dictionary ?? false]);
      for (const [, name = '', value = ''] of params.split(/ or | for |\[/)[0]?.matchAll(/(\w+)=([\w-]+)/g) ?? []) {
        // Where the contract describes two lists in one line, the tests below say which has which.
        if (!['tenantFlag', 'rootDataFlag'].includes(name))
          expect([key, name, String(list.params?.[name])]).toEqual([key, name, value]);
      }
    }
    console.log(
      `${cachedLists.length} lists of the contract, ${areas.length} of them in the table and the area tree in area.ts`,
    );
    expect(areas.length).toBeGreaterThan(100);
  });

  test('[A113] every page call asks for page 1 of everything, or for 9999 rows where the specification says so', () => {
    for (const [key, { path, params }] of Object.entries(refLists))
      if (path.endsWith('/page')) expect([-1, 9999], key).toContain(params?.['limit']);
  });

  test('[A114] [A115] [A137] cars, drivers, users and the types of tenant parameters ask for 9999', () => {
    for (const key of ['carList', 'driverList', 'userList', 'dict_tenant_params_type'])
      expect([key, at(key).params?.['limit']]).toEqual([key, 9999]);
    expect([at('carList').path, at('driverList').path, at('userList').path]).toEqual([
      '/tms/vehicle/list',
      '/tms/driver/list',
      '/sys/user/page',
    ]);
  });

  test('[A117] external systems and bill types are the enabled ones', () => {
    for (const key of ['externalSystemList', 'billTypeList'])
      expect(at(key).params).toEqual({ page: 1, limit: -1, enableFlag: '1' });
  });

  test('[A118] sub-storages are those the user has power over', () => {
    expect(at('subStorageList')).toMatchObject({
      path: '/data/storage/page',
      params: { page: 1, limit: -1, status: '1', powerFlag: '1' },
    });
    expect(at('storageList').params).toEqual({ page: 1, limit: -1, status: '1' });
  });

  test('[A120] departments are two lists', () => {
    expect([at('deptList'), at('groupDeptList')].map(({ path, params }) => [path, params])).toEqual([
      ['/data/bd/dept/list', { tenantFlag: '0' }],
      ['/data/bd/dept/list', { tenantFlag: '1' }],
    ]);
  });

  test('[A121] [A122] external standard classes, recipe classes and recipe numbers are asked for by POST with their flags', () => {
    expect(at('externalStandardClassList')).toMatchObject({
      method: 'POST',
      path: '/data/bd/external/standard/page',
      params: { rootDataFlag: '1' },
    });
    expect(at('recipeNoClassList')).toMatchObject({
      method: 'POST',
      path: '/data/bd/recipe/no/page',
      params: { rootDataFlag: '1', tenantFlag: '1' },
    });
    expect(at('recipeNoList')).toMatchObject({ method: 'POST', params: { rootDataFlag: '0' } });
  });

  test('[A124] organisations are three lists', () => {
    expect([at('organizationList').path, at('organizationAllList'), at('subOrganizationList').path]).toMatchObject([
      '/sys/organization/list',
      { path: '/sys/organization/allList', params: { type: '0' } },
      '/sys/organization/powerList',
    ]);
  });

  test('[A125] [A126] [A127] three paths are spelled as the specification spells them', () => {
    expect([at('costSubjectList').path, at('flowNoTypeList').path, at('productList').path]).toEqual([
      '/data/bd/finnance/costsubj/list',
      '/sys/flownotype/noTreelist',
      '/bd/bdproduct/page',
    ]);
  });

  test('[A136] [A139] each dictionary is asked for by its fixed number', () => {
    expect(dictKeys.length).toBe(46);
    for (const key of dictKeys) expect(at(key)).toMatchObject({ path: '/sys/dict/data/page', params: { page: 1 } });
    expect([at('dict_erp_organization').params, at('dict_file_permission_control').params]).toEqual([
      { page: 1, limit: -1, dictTypeId: '1001' },
      { page: 1, limit: -1, dictTypeId: '1042' },
    ]);
  });
});
