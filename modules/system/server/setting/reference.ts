import type { RowOf } from '#platform/model/entity.ts';
import { textOf } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { derived, statement, type Row } from '#platform/server/db/statement.ts';
import { selection } from '#platform/server/list/list.ts';
import { slim } from '#platform/server/list/slim.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { dictType } from '#system/model/dict.ts';
import { organization } from '#system/model/organization.ts';
import { area } from '#system/model/region.ts';
import { role } from '#system/model/user.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';

/** Lists that the specification names beside the derived calls. */
export const referenceRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/sys/organization/powerList',
    permission: 'session',
    soft: permissionOf(organization, 'page'),
    effect: 'none',
    summary: 'Organisations the user has power over',
    handle: organizationsInPower,
  },
  {
    method: 'GET',
    path: '/sys/organization/allList',
    permission: 'session',
    soft: permissionOf(organization, 'page'),
    effect: 'none',
    summary: 'Every organisation of the tenant, by type',
    handle: allOrganizations,
  },
  {
    method: 'GET',
    path: '/sys/role/list',
    permission: 'session',
    effect: 'none',
    summary: 'Roles to choose from',
    handle: roleNames,
  },
  {
    method: 'GET',
    path: '/sys/dict/type/all',
    permission: 'session',
    effect: 'none',
    summary: 'Every dictionary with its entries',
    handle: allDictionaries,
  },
  {
    method: 'GET',
    path: '/sys/area/pca',
    permission: 'session',
    effect: 'none',
    summary: 'Direct children of an area',
    handle: childAreas,
  },
];

/** A new dictionary type takes the next of the fixed numbers. */
export const dictTypeService = serveEntity(dictType, {
  async beforeSave(ctx, next, previous) {
    if (previous !== null) return next;
    const rows = await ctx.rows(
      statement(
        { next: 'text?' },
        `
          select (max(dict_type_id::integer) + 1)::text as next
          from app.sys_dict
          where dict_type_id ~ '^\\d+$'`,
      ),
    );
    return { ...next, dictTypeId: rows[0]?.next ?? '2001' };
  },
});

async function organizationsInPower(call: Call): Promise<readonly Row[]> {
  const { columns, joins } = selection(organization, true);
  const {
    identity,
    rows: { rows },
  } = await call.read({
    rows: derived<RowOf<typeof organization>>(`
      select ${columns}
      from app.${tableOf(organization)} t${joins}
      where t.status = '1'
        and ((select sec.organizations()) is null or t.code = any((select sec.organizations())::text[]))
      order by t.tenant_code, t.code`),
  });
  return identity.isFull ? rows : rows.map((row) => slim(organization, row));
}

async function allOrganizations(call: Call): Promise<readonly Row[]> {
  const type = call.query['type'] ?? null;
  const { columns, joins } = selection(organization, true);
  const {
    identity,
    rows: { rows },
  } = await call.read({
    rows: derived<RowOf<typeof organization>>(
      `
        select ${columns}
        from app.${tableOf(organization)} t${joins}
        where ($1::text is null or t.type = $1)
        order by t.sort nulls last, t.code`,
      [type],
    ),
  });
  return identity.isFull ? rows : rows.map((row) => slim(organization, row));
}

async function roleNames(call: Call): Promise<readonly Row[]> {
  const {
    rows: { rows },
  } = await call.read({
    rows: statement(
      { id: 'uuid', code: 'text?', name: 'text', status: 'text' },
      `select id, code, name, status from app.${tableOf(role)} where status = '1' order by code`,
    ),
  });
  return rows;
}

async function allDictionaries(call: Call): Promise<unknown> {
  const {
    rows: { types, entries },
  } = await call.read({
    types: statement(
      { dictTypeId: 'text', dictType: 'text', dictName: 'text', sort: 'integer?', remark: 'text?' },
      `
        select dict_type_id, dict_type, dict_name, sort, remark
        from app.sys_dict
        where status = '1'
        order by dict_type_id`,
    ),
    entries: statement(
      {
        dictTypeId: 'text',
        dictValue: 'text',
        dictLabel: 'text',
        labelTw: 'text?',
        labelEn: 'text?',
        sort: 'integer?',
        remark: 'text?',
      },
      `
        select dict_type_id, dict_value, dict_label, label_tw, label_en, sort, remark
        from app.sys_dictdata
        where status = '1'
        order by dict_type_id, sort nulls last, dict_value`,
    ),
  });
  const byType = Map.groupBy(entries, (entry) => entry.dictTypeId);
  return types.map((type) => ({
    ...type,
    id: type.dictTypeId,
    dataList: (byType.get(type.dictTypeId) ?? []).map(({ dictLabel, labelTw, labelEn, dictTypeId, ...entry }) => ({
      ...entry,
      dictLabel: textOf([dictLabel, labelTw ?? dictLabel, labelEn ?? dictLabel], call.language),
    })),
  }));
}

/** 000 §4: level 3 is the leaf level, and codes ending in 00 but not 0000 get null children; both literally. */
async function childAreas(call: Call): Promise<readonly Row[]> {
  const pid = call.query['pid'] ?? '';
  const { columns, joins } = selection(area, true);
  const {
    rows: { rows },
  } = await call.read({
    rows: derived<RowOf<typeof area>>(
      `
        select ${columns}
        from app.${tableOf(area)} t${joins}
        where ($1 = '' and t.pid is null)
          or t.pid::text = $1
          or t.pid = (select id from app.${tableOf(area)} where code = $1)
        order by t.code`,
      [pid === '0' ? '' : pid],
    ),
  });
  return rows.map((row) =>
    isLeafArea(row.code ?? '', row.levelType ?? '') ? { ...row, children: null, leaf: true } : row,
  );
}

export const isLeafArea = (code: string, level: string): boolean =>
  level === '3' || (code.endsWith('00') && !code.endsWith('0000'));
