import type { World } from '#tests/world.ts';

interface Copies {
  readonly count: number;
  readonly from: string;
  readonly days: number;
  /** What their numbers begin with. */
  readonly mark?: string;
}

/** As many orders like one as a test wants, on days one behind the other: a hand would type them for weeks. */
export async function copyOrder(
  { sql }: Pick<World, 'sql'>,
  id: string,
  { count, from, days, mark = 'C' }: Copies,
): Promise<void> {
  const columnsOf = async (table: string): Promise<string> => {
    const rows = await sql<{ name: string }>(
      `
        select column_name as name
        from information_schema.columns
        where table_schema = 'app' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    );
    return rows.map(({ name }) => name).join(', ');
  };
  const [heads, lines] = [await columnsOf('order_order'), await columnsOf('order_order_line')];
  const copied = (columns: string): string =>
    columns
      .split(', ')
      .map((column) => `c.${column}`)
      .join(', ');
  await sql(
    `
      insert into app.order_order (${heads})
      select ${copied(heads)}
      from app.order_order o
      cross join generate_series(1, $2::integer) as n
      cross join lateral jsonb_populate_record(
        o,
        jsonb_build_object(
          'id', md5('copy ' || n || ' of ' || $1)::uuid, 'code', $5 || lpad(n::text, 6, '0'),
          'bill_date', $3::date + (n % $4::integer)
        )
      ) as c
      where o.id = $1::uuid`,
    [id, count, from, days, mark],
  );
  await sql(
    `
      insert into app.order_order_line (${lines})
      select ${copied(lines)}
      from app.order_order_line l
      cross join generate_series(1, $2::integer) as n
      cross join lateral jsonb_populate_record(
        l,
        jsonb_build_object(
          'id', md5('copy ' || n || ' of ' || l.id)::uuid, 'parent_id', md5('copy ' || n || ' of ' || $1)::uuid,
          'number', l.number + n % 7, 'amount', l.price * (l.number + n % 7),
          'list_amount', l.list_price * (l.number + n % 7)
        )
      ) as c
      where l.parent_id = $1::uuid`,
    [id, count],
  );
}
