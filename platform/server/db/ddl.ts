import type { Column, ForeignKey, Index, Table } from './shape.ts';

/**
 * The SQL a table needs, in the order it must run: table, indexes, wall, rights. Foreign keys come after all tables.
 */
export function createTable(table: Table): string {
  return [
    `create table app.${table.name} (`,
    [...table.columns.map(columnSql), `primary key (${table.key.join(', ')})`].map((part) => `  ${part}`).join(',\n'),
    ');',
    ...table.indexes.map((index) => createIndex(table, index)),
    wall(table),
    rights(table),
    ...(table.versions === undefined ? [] : [keepVersions(table.name, table.versions)]),
  ].join('\n');
}

/** From now on it is kept what the rows of the table were. */
export const keepVersions = (table: string, { parent }: { readonly parent?: string }): string =>
  `select sec.keep_versions(${[table, parent].flatMap((name) => (name === undefined ? [] : [`'${name}'`])).join(', ')});`;

export const addForeignKey = (table: Table, key: ForeignKey): string =>
  `alter table app.${table.name} add constraint ${key.name} foreign key (${key.columns.join(', ')}) ` +
  `references app.${key.target} (${key.targetColumns.join(', ')})${key.cascade ? ' on delete cascade' : ''};`;

/** Entries that wait for their place in a GIN index are read one by one at every search: few may wait. */
export const createIndex = (table: Table, index: Index): string =>
  [
    `create ${index.unique ? 'unique ' : ''}index ${index.name} on app.${table.name}`,
    index.using === undefined ? '' : ` using ${index.using}`,
    ` (${index.columns})`,
    index.using === 'gin' ? ' with (gin_pending_list_limit = 256)' : '',
    index.where ? ` where ${index.where}` : '',
    ';',
  ].join('');

/**
 * A required column on a table that has rows needs a default first: a person decides which. The right to update is
 * given column by column.
 */
export const addColumn = (table: Table, column: Column): string =>
  `alter table app.${table.name} add column ${columnSql(column)};` +
  (table.isAppendOnly === true || column.generated !== undefined
    ? ''
    : `\ngrant update (${column.name}) on app.${table.name} to qudao_app;`);

export const columnSql = (column: Column): string =>
  [
    `${column.name} ${column.type}`,
    column.notNull ? ' not null' : '',
    column.default === undefined ? '' : ` default ${column.default}`,
    column.generated === undefined ? '' : ` generated always as (${column.generated}) stored`,
  ].join('');

/** The wall: forced even on the owner, so a definer function sees no more than the tenant it was opened for. */
export function wall(table: Table): string {
  const [own, byPlatform] = ['tenant_code = (select sec.tenant())', '(select sec.is_platform())'];
  const policy = (name: string, rest: string): string => `create policy ${name} on app.${table.name} ${rest};`;
  return [
    `alter table app.${table.name} enable row level security;`,
    `alter table app.${table.name} force row level security;`,
    ...(table.realm === 'tenant'
      ? [policy('tenant_wall', `using (${own}) with check (${own})`)]
      : [
          policy('readable', 'for select using (true)'),
          policy('platform_writes', `using (${byPlatform}) with check (${byPlatform})`),
          policy('owner_writes', 'to qudao_owner using (true) with check (true)'),
        ]),
  ].join('\n');
}

/** No right to update the tenant: a row never moves, whatever a statement says. */
export function rights(table: Table): string {
  const reading = `grant select on app.${table.name} to qudao_app, qudao_report;\n`;
  if (table.isAppendOnly === true) return `${reading}grant insert on app.${table.name} to qudao_app;`;
  const changeable = table.columns
    .filter((column) => column.generated === undefined)
    .map((column) => column.name)
    .filter((name) => name !== 'tenant_code' && name !== 'id');
  return `${reading}grant insert, delete, update (${changeable.join(', ')}) on app.${table.name} to qudao_app;`;
}
