import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sqlForm } from './sql-form.ts';
import { sameTokens, tokensOf } from './sql-token.ts';
import { columnsOf, mostColumns } from './text-width.ts';

const place = { indent: 2, column: 9 };
const form = (...parts: string[]): string => sqlForm(parts, place) ?? parts.join('');

describe('SQL', () => {
  test('of at most 100 columns stands on one line', () => {
    expect(form('select a.id, a.code\n   from app.brand a\n  where a.id = $1')).toBe(
      'select a.id, a.code from app.brand a where a.id = $1',
    );
  });

  test('that is longer has a line per clause, two columns further in than the line that opens it', () => {
    expect(
      form(
        'select o.id, o.code, sum(l.number) as total from app.order_order o left join app.order_order_line l on l.parent_id = o.id where o.bill_status = $1 group by o.id order by o.code limit 10 offset 20',
      ),
    ).toBe(`
    select o.id, o.code, sum(l.number) as total
    from app.order_order o
    left join app.order_order_line l on l.parent_id = o.id
    where o.bill_status = $1
    group by o.id
    order by o.code
    limit 10 offset 20`);
  });

  test('has a condition a line only where all of them are too wide, and the `and` of between is none', () => {
    const days = 'o.bill_date between $1::date and $2::date';
    const more = `and o.organize_code = any((select sec.organizations())::text[]) and o.deleted_flag = '0'`;
    expect(form(`select o.id from app.order_order o where ${days} ${more}`)).toBe(`
    select o.id
    from app.order_order o
    where o.bill_date between $1::date and $2::date
      and o.organize_code = any((select sec.organizations())::text[])
      and o.deleted_flag = '0'`);
  });

  test('indents tables of a with, sub-selects and cases that do not fit', () => {
    const asked =
      'asked as materialized (select l.id, l.number, l.product_code from app.order_line l where l.parent_id = any($1::uuid[]))';
    const sum = `coalesce((select sum(k.number) from app.doc_link k where k.from_line_id = a.id and k.kind = 'ship' and k.is_active), 0) as shipped`;
    expect(form(`with ${asked}, few as (select 1) select a.id, ${sum} from asked a`)).toBe(`
    with asked as materialized (
      select l.id, l.number, l.product_code
      from app.order_line l
      where l.parent_id = any($1::uuid[])
    ),
    few as (select 1)
    select a.id,
      coalesce((
        select sum(k.number)
        from app.doc_link k
        where k.from_line_id = a.id and k.kind = 'ship' and k.is_active
      ), 0) as shipped
    from asked a`);
  });

  test('of a write names columns, values, what happens on conflict and what is answered', () => {
    expect(
      form(
        'insert into app.external_code (system_code, type, external_code, record_id) values ($1, $2, $3, $4) on conflict (tenant_code, system_code, type, external_code) do update set record_id = excluded.record_id, update_date = now() returning id',
      ),
    ).toBe(`
    insert into app.external_code (system_code, type, external_code, record_id)
    values ($1, $2, $3, $4)
    on conflict (tenant_code, system_code, type, external_code) do update
      set record_id = excluded.record_id, update_date = now()
    returning id`);
  });

  test('keeps holes as they are, glued to what they were glued to', () => {
    const hole = '${ rules.map((rule) => `(${rule})`).join(" or ") }';
    const text = form(
      'select t.id, t.code, t.name, t.create_date from app.',
      '${table}',
      '_line t',
      '${joins}',
      ' where ',
      hole,
      ' order by t.create_date',
    );
    expect(text).toBe(`
    select t.id, t.code, t.name, t.create_date
    from app.\${table}_line t\${joins}
    where ${hole}
    order by t.create_date`);
  });

  test.each([
    ['a comment', 'select 1 -- not this\n  from x'],
    ['a dollar quote', 'select $$ a   b $$   from x'],
    ['an escape between the tokens', 'select 1\\n  from x'],
    ['an open string', "select 'a   from x"],
  ])('keeps its form when it holds %s', (_what, text) => {
    expect(sqlForm([text], place)).toBeNull();
  });

  test('leaves white space inside of strings and names alone', () => {
    expect(form(`select  'a   b' || E'\\\\n  c'  as  "two  words"  from x`)).toBe(
      `select 'a   b' || E'\\\\n  c' as "two  words" from x`,
    );
  });

  test('keeps the space before a fragment that goes on with a query', () => {
    expect(form(' left  join app.brand b on b.id = t.id')).toBe(' left join app.brand b on b.id = t.id');
    expect(form('\n   and b.status = 1')).toBe(' and b.status = 1');
  });
});

const word = fc.constantFrom(
  'a',
  'b.code',
  'sec.user_id()',
  '$1',
  '$2::uuid[]',
  "'it''s  so'",
  '"odd  name"',
  'null',
  '42',
);
const condition = fc
  .tuple(word, fc.constantFrom('=', '<>', 'like', 'is distinct from'), word)
  .map((parts) => parts.join(' '));
const gap = fc.constantFrom(' ', '\n', '  ', '\n      ', '\t');
const { query } = fc.letrec<{ query: string; item: string }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small' },
    word,
    fc.tuple(word, word).map(([a, b]) => `coalesce(${a}, ${b}) as x`),
    condition.map((each) => `case when ${each} then 1 else 2 end as y`),
    tie('query').map((each) => `(${each}) as z`),
    tie('query').map((each) => `exists (${each})`),
  ),
  query: fc
    .tuple(
      fc.array(tie('item'), { minLength: 1, maxLength: 6 }),
      fc.array(fc.tuple(fc.constantFrom('join', 'left join'), condition), { maxLength: 2 }),
      fc.array(fc.oneof(condition, tie('item')), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(' and ', ' or '),
    )
    .map(([items, joins, where, joint]) => {
      const joined = joins.map(([join, on], i) => ` ${join} app.table_${i} t${i} on ${on}`).join('');
      return `select ${items.join(', ')} from app.brand b${joined} where ${where.join(joint)} order by 1`;
    }),
}));

/** Other white space between the tokens, none inside of them. */
const spaced = fc
  .tuple(query, fc.infiniteStream(gap))
  .map(([text, gaps]) =>
    (tokensOf([text]) ?? [])
      .map((token, i) => (token.space && i > 0 ? (gaps.next().value ?? ' ') : '') + token.text)
      .join(''),
  );

describe('whatever is written', () => {
  test('has the tokens it had, rests in its form and stays within the width', () => {
    fc.assert(
      fc.property(spaced, (text) => {
        const once = form(text);
        expect(sameTokens(tokensOf([text]) ?? [], tokensOf([once]) ?? [])).toBe(true);
        expect(form(once)).toBe(once);
        expect(once.split('\n').filter((line) => columnsOf(line) > mostColumns)).toEqual([]);
      }),
      { seed: 12, numRuns: 100 },
    );
  });

  test('has one form, however it was spaced', () => {
    fc.assert(
      fc.property(spaced, (text) => {
        const plain = (tokensOf([text]) ?? [])
          .map((token, i) => (token.space && i > 0 ? ' ' : '') + token.text)
          .join('');
        expect(form(text)).toBe(form(plain));
      }),
      { seed: 12, numRuns: 100 },
    );
  });
});
