import { asAdministrator, type AdminClient } from '#platform/server/db/migrate.ts';
import type { World } from '#tests/world.ts';

/** How far everybody of a tenant reaches, read from the tables; and a way back to how it was at first. */
export interface Reaches {
  /**
   * What a write of this editor did that it must not: somebody reaches further than before and than the editor, or
   * somebody mightier reaches less. `touched` is the account that was written: one mightier than the editor is not his
   * to write, whatever the field.
   */
  complaintsOf(editor: string, touched: string | null): Promise<string[]>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

const tables = [
  'app.sys_user',
  'app.sys_role',
  'sec.principal',
  'sec.assignment',
  'sec.user_role',
  'sec.role_grant',
  'sec.grant_cut',
  'sec.grantor_grant',
  'sec.reach',
] as const;
const nameOf = (table: string): string => `kept_${table.replace('.', '_')}`;
const dimensions = ['organizations', 'storages', 'departments', 'brands', 'channels'] as const;
type Reach = readonly string[] | null;
type Person = Readonly<Record<(typeof dimensions)[number], Reach>> & {
  readonly username: string;
  readonly isSuper: boolean;
  readonly rights: readonly string[];
  /** The customer, supplier or salesperson that the account is shut in with. */
  readonly own: string | null;
  readonly placed: string;
};

export async function openReaches(world: World, tenant: string): Promise<Reaches> {
  const [opened, closed] = [Promise.withResolvers<AdminClient>(), Promise.withResolvers<undefined>()];
  const connection = asAdministrator(world.adminUrl, (made) => {
    opened.resolve(made);
    return closed.promise;
  });
  const client = await opened.promise;
  const columns = new Map<string, string>();
  for (const table of tables) {
    await client.query(
      `create temporary table ${nameOf(table)} as select * from ${table} where tenant_code = '${tenant}'`,
    );
    const { rows } = await client.query<{ names: string }>(
      `
        select string_agg(quote_ident(attname), ', ') as names
        from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    columns.set(table, rows[0]?.names ?? '');
  }
  const read = async (): Promise<Map<string, Person>> => {
    const found = await client.query<Person & { id: string }>(stateSql, [tenant]);
    return new Map(found.rows.map((row) => [row.id, row]));
  };
  const before = await read();
  const statedAs = async (): Promise<string> =>
    (await client.query<{ mark: string }>(statedSql, [tenant])).rows[0]?.mark ?? '';
  const stated = await statedAs();
  return {
    complaintsOf: async (editor, touched) => complaints({ before, after: await read(), editor, touched }),
    async restore() {
      // Names and telephones may stay as they were written: only what a reach is made of is put back.
      if ((await statedAs()) === stated) return;
      await client.query(`begin; set local session_replication_role = replica`);
      for (const table of tables)
        await client.query(`
          delete from ${table}
          where tenant_code = '${tenant}';
          insert into ${table} (${columns.get(table) ?? ''})
          select ${columns.get(table) ?? ''}
          from ${nameOf(table)}`);
      await client.query('commit');
    },
    async close() {
      closed.resolve(undefined);
      await connection;
    },
  };
}

interface Change {
  readonly before: ReadonlyMap<string, Person>;
  readonly after: ReadonlyMap<string, Person>;
  readonly editor: string;
  readonly touched: string | null;
}

function complaints({ before, after, editor, touched }: Change): string[] {
  const me = before.get(editor);
  if (me === undefined) return ['the editor is nobody'];
  const found: string[] = [];
  const written = touched === null || touched === editor ? undefined : before.get(touched);
  if (written !== undefined && isMightier(written, me)) found.push(`wrote the mightier ${written.username}`);
  const self = after.get(editor);
  if (self?.placed !== me.placed) found.push(`the editor stands elsewhere: ${String(self?.placed)}`);
  for (const [id, now] of after) {
    const then = before.get(id);
    if (now.isSuper && then?.isSuper !== true) found.push(`${now.username} became administrator`);
    for (const right of now.rights)
      if (!me.rights.includes(right) && then?.rights.includes(right) !== true)
        found.push(`${now.username} got ${right}`);
    for (const key of dimensions)
      if (grew(then === undefined ? [] : then[key], now[key], me[key]))
        found.push(`${now.username} got ${key} ${JSON.stringify(now[key])}, had ${JSON.stringify(then?.[key])}`);
  }
  for (const [id, then] of before) {
    if (id === editor || !isMightier(then, me)) continue;
    const now = after.get(id);
    if (now === undefined) found.push(`${then.username} is gone`);
    else if (
      then.rights.some((right) => !now.rights.includes(right)) ||
      dimensions.some((key) => !within(then[key], now[key]))
    )
      found.push(`${then.username} lost something`);
  }
  return found;
}

const ofReach = (columns: readonly string[], table: string): string => `
  (
    select string_agg(concat_ws('|', id, ${columns.join(', ')}), ';' order by id)
    from ${table}
    where tenant_code = $1
  )`;
const lists = ['organize_list', 'storage_list', 'brand_list', 'channel_list', 'status'];
const statedSql = `
  select md5(
    concat(
      ${ofReach(
        [
          'role_id_list',
          'account_type',
          'account_rank',
          'main_user_id',
          'organize_code',
          'dept_id',
          'super_admin',
          ...lists,
        ],
        'app.sys_user',
      )},
      ${ofReach(['customer_code', 'supplier_code', 'personnel_code'], 'app.sys_user')},
      ${ofReach(['menu_list', 'dept_list', 'creator_id', ...lists], 'app.sys_role')}
    )
  ) as mark`;

const within = (inner: Reach, outer: Reach): boolean =>
  outer === null || (inner !== null && inner.every((code) => outer.includes(code)));
const grew = (then: Reach, now: Reach, mine: Reach): boolean =>
  then !== null && mine !== null && (now === null || now.some((code) => !then.includes(code) && !mine.includes(code)));
const isMightier = (other: Person, me: Person): boolean =>
  other.isSuper ||
  other.rights.some((right) => !me.rights.includes(right)) ||
  dimensions.some((key) => !within(other[key], me[key]));

const stateSql = `
  select p.user_id as id, p.username, p.super_admin as "isSuper",
    array(
      select distinct g.permission
      from sec.user_role ur
      join sec.role_grant g using (tenant_code, role_id)
      where ur.tenant_code = p.tenant_code
        and ur.user_id = p.user_id
        and not exists (
          select from sec.grant_cut c
          where c.tenant_code = p.tenant_code
            and c.user_id = p.user_id
            and c.role_id = g.role_id
            and c.permission = g.permission
        )
      order by 1
    ) as rights,
    array_remove(p.organizations, '') as organizations, array_remove(p.storages, '') as storages,
    array_remove(p.departments, '') as departments, array_remove(p.brands, '') as brands,
    array_remove(p.channels, '') as channels,
    concat_ws(
      ' ', p.account_type, p.organize_code, p.personnel_code, p.customer_code, p.supplier_code, p.main_user_id,
      p.is_active
    ) as placed
  from sec.principal p
  where p.tenant_code = $1`;
