// node tests/proof/ledger-check.ts <administrator's url>: reads every ledger of a database and prints what does not add
// up.
import { asAdministrator } from '#platform/server/db/migrate.ts';
import { goodsOf, kitRules } from './kit-rules.ts';

/** One thing that does not add up: which rule, where, and by how much. */
export interface Finding {
  readonly rule: string;
  readonly where: string;
  readonly detail: string;
}

/** Whatever answers SQL as a superuser: row-level security would hide other tenants' faults. */
export interface Sql {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/**
 * Knows the tables and nothing of the code that fills them: a mistake in the posting functions cannot repeat itself
 * here. Ledgers are found in the catalogue; what the stock ledger must say is recounted from the documents themselves.
 */
export async function checkLedgers(client: Sql): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const ask = async (rule: string, text: string): Promise<void> => {
    const { rows } = await client.query(
      `select place, detail from (${text}) found(place, detail) order by place limit 20`,
    );
    findings.push(...rows.map((row) => ({ rule, where: String(row['place']), detail: String(row['detail']) })));
  };
  for (const ledger of await ledgersIn(client))
    for (const [rule, text] of ledgerRules(ledger)) await ask(`${ledger.name}: ${rule}`, text);
  for (const [rule, text] of stockRules) await ask(`stock: ${rule}`, text);
  for (const [rule, text] of kitRules) await ask(`kits: ${rule}`, text);
  for (const [rule, text] of moneyRules) await ask(`money: ${rule}`, text);
  for (const [rule, text] of periodRules) await ask(`periods: ${rule}`, text);
  return findings;
}

interface Books {
  readonly name: string;
  readonly measures: readonly string[];
  readonly held: string | null;
}

/** Owed as well as owned. */
const signed: ReadonlySet<string> = new Set([
  'capital.balance',
  'receivable.amount',
  'payable.amount',
  'budget.adj',
  'cost.number',
  'cost.amount',
]);

async function ledgersIn(client: Sql): Promise<Books[]> {
  const { rows } = await client.query(`
    select replace(e.relname, '_entry', '') as name,
      (
        select array_agg(substr(a.attname, 3) order by a.attnum)::text[]
        from pg_attribute a
        where a.attrelid = e.oid and a.attname like 'd\\_%'
      ) as measures,
      (
        select a.attname::text
        from pg_attribute a
        where a.attrelid = h.oid and a.atttypid = 'numeric'::regtype and a.attnum > 0
      ) as held
    from pg_class e
    left join pg_class h on h.relnamespace = e.relnamespace and h.relname = replace(e.relname, '_entry', '_hold')
    join pg_class b on b.relnamespace = e.relnamespace and b.relname = replace(e.relname, '_entry', '_balance')
    where e.relnamespace = 'app'::regnamespace and e.relkind = 'r' and e.relname like '%\\_entry'`);
  return rows.map((row) => ({
    name: String(row['name']),
    measures: row['measures'] as string[],
    held: row['held'] as string | null,
  }));
}

function ledgerRules({ name, measures, held }: Books): readonly (readonly [rule: string, sql: string])[] {
  const [balance, entry, hold] = ['balance', 'entry', 'hold'].map((part) => `app.${name}_${part}`);
  const place = (alias: string): string => `${alias}.tenant_code || ' ' || ${alias}.id`;
  return [
    ...measures.flatMap(
      (measure) =>
        [
          [
            `balance of ${measure} is the sum of its entries`,
            `
              select ${place('b')}, 'balance ' || b.${measure} || ', entries ' || coalesce(sum(e.d_${measure}), 0)
              from ${balance} b
              left join ${entry} e on e.tenant_code = b.tenant_code and e.balance_id = b.id
              group by b.tenant_code, b.id, b.${measure}
              having b.${measure} <> coalesce(sum(e.d_${measure}), 0)`,
          ],
          [
            `${measure} after each entry follows from the one before`,
            `
              select ${place('x')}, 'was ' || before || ', moved ' || moved || ', says ' || says
              from (
                select tenant_code, id, coalesce(lag(${measure}_after) over w, 0) as before, d_${measure} as moved,
                  ${measure}_after as says
                from ${entry}
                window w as (partition by tenant_code, balance_id order by version)
              ) x
              where before + moved <> says`,
          ],
          ...(signed.has(`${name}.${measure}`)
            ? []
            : ([
                [
                  `${measure} is not negative`,
                  `
                    select ${place('b')}, b.${measure}::text
                    from ${balance} b
                    where b.${measure} < 0 and not b.may_go_negative`,
                ],
              ] as const)),
        ] as const,
    ),
    [
      'versions run from 1 without a gap to the balance',
      `
        select b.tenant_code || ' ' || b.id,
          'balance ' || b.version || ', entries ' || count(e.id) || ' up to ' || coalesce(max(e.version), 0)
        from ${balance} b
        left join ${entry} e on e.tenant_code = b.tenant_code and e.balance_id = b.id
        group by b.tenant_code, b.id, b.version
        having b.version <> count(e.id)
          or b.version <> coalesce(max(e.version), 0)
          or count(distinct e.version) <> count(e.id)
          or coalesce(min(e.version), 1) <> 1`,
    ],
    [
      'no idempotency key posted twice',
      `
        select e.tenant_code || ' ' || e.idem_key, count(*)::text
        from ${entry} e
        group by e.tenant_code, e.idem_key
        having count(*) > 1`,
    ],
    [
      'every entry belongs to a balance',
      `
        select ${place('e')}, e.balance_id::text
        from ${entry} e
        where not exists (select from ${balance} b where b.tenant_code = e.tenant_code and b.id = e.balance_id)`,
    ],
    [
      'a reversal is the exact opposite of one entry, which is no reversal itself',
      `
        select ${place('r')}, 'of ' || r.reversal_of
        from ${entry} r
        left join ${entry} e on e.tenant_code = r.tenant_code and e.id = r.reversal_of
        where r.reversal_of is not null
          and (
            e.id is null
            or e.reversal_of is not null
            or e.balance_id <> r.balance_id
            or e.holder_doc_id <> r.holder_doc_id
            or ${measures.map((measure) => `e.d_${measure} + r.d_${measure} <> 0`).join(' or ')}
          )`,
    ],
    [
      'an entry is reversed once at most',
      `
        select e.tenant_code || ' ' || e.reversal_of, count(*)::text
        from ${entry} e
        where e.reversal_of is not null
        group by e.tenant_code, e.reversal_of
        having count(*) > 1`,
    ],
    ...(held === null
      ? []
      : ([
          [
            `${held} is the sum of the holds`,
            `
              select ${place('b')}, 'balance ' || b.${held} || ', holds ' || coalesce(sum(h.${held}), 0)
              from ${balance} b
              left join ${hold} h on h.tenant_code = b.tenant_code and h.balance_id = b.id
              group by b.tenant_code, b.id, b.${held}
              having b.${held} <> coalesce(sum(h.${held}), 0)`,
          ],
          [
            'each hold is the sum of its entries',
            `
              select coalesce(h.tenant_code, e.tenant_code) || ' ' || coalesce(h.doc_id, e.holder_doc_id) || ' ' ||
                coalesce(h.line_id, e.holder_line_id),
                'hold ' || coalesce(h.${held}, 0) || ', entries ' || coalesce(e.held, 0)
              from ${hold} h
              full join (
                select tenant_code, holder_doc_id, holder_line_id, balance_id, sum(d_${held}) as held
                from ${entry}
                group by 1, 2, 3, 4
              ) e on e.tenant_code = h.tenant_code
                and e.holder_doc_id = h.doc_id
                and e.holder_line_id = h.line_id
                and e.balance_id = h.balance_id
              where coalesce(h.${held}, 0) <> coalesce(e.held, 0)`,
          ],
        ] as const)),
  ];
}

/** What must lie in the warehouses and be promised, counted from the documents: audited movements and open orders. */
const stockRules: readonly (readonly [rule: string, sql: string])[] = [
  [
    'every audited order holds exactly what it still has to deliver, and no other order holds anything',
    `
      select coalesce(o.tenant_code, h.tenant_code) || ' ' || coalesce(o.code, h.doc_id::text),
        'owed ' || coalesce(o.owed, 0) || ', held ' || coalesce(h.held, 0)
      from (
        select d.tenant_code, d.id, d.code,
          sum(
            case
              when d.bill_status = '1'
                and d.deleted_flag = '0' then (l.number - coalesce(l.closed_number, 0) - coalesce(l.out_number, 0)) *
                  g.each
              else 0
            end
          ) as owed
        from app.order_order d
        join app.order_order_line l on l.tenant_code = d.tenant_code and l.parent_id = d.id
        cross join lateral (${goodsOf('l')}) g
        group by d.tenant_code, d.id, d.code
        union all
        select d.tenant_code, d.id, d.code,
          sum(case when d.bill_status = '1' and d.sent_flag = '0' and d.deleted_flag = '0' then l.number else 0 end)
        from app.stock_allocation d
        join app.stock_allocation_line l on l.tenant_code = d.tenant_code and l.parent_id = d.id
        group by d.tenant_code, d.id, d.code
      ) o
      full join (select tenant_code, doc_id, sum(occupied) as held from app.stock_hold group by tenant_code, doc_id) h
        on h.tenant_code = o.tenant_code
        and h.doc_id = o.id
      where coalesce(o.owed, 0) <> coalesce(h.held, 0)`,
  ],
  [
    'occupied of a material is what the audited orders still owe of it',
    `
      select coalesce(b.tenant_code, o.tenant_code) || ' ' || coalesce(b.storage_code, o.storage_code) || ' ' ||
        coalesce(b.material_code, o.material_code),
        'occupied ' || coalesce(b.occupied, 0) || ', owed ' || coalesce(o.owed, 0)
      from (
        select tenant_code, storage_code, material_code, sum(occupied) as occupied
        from app.stock_balance
        group by 1, 2, 3
      ) b
      full join (
        select d.tenant_code, coalesce(l.out_storage_code, d.storage_code) as storage_code, g.material_code,
          sum((l.number - coalesce(l.closed_number, 0) - coalesce(l.out_number, 0)) * g.each) as owed
        from app.order_order d
        join app.order_order_line l on l.tenant_code = d.tenant_code and l.parent_id = d.id
        cross join lateral (${goodsOf('l')}) g
        where d.bill_status = '1' and d.deleted_flag = '0'
        group by 1, 2, 3
        union all
        select d.tenant_code, d.out_storage_code, l.product_code, sum(l.number)
        from app.stock_allocation d
        join app.stock_allocation_line l on l.tenant_code = d.tenant_code and l.parent_id = d.id
        where d.bill_status = '1' and d.sent_flag = '0' and d.deleted_flag = '0'
        group by 1, 2, 3
      ) o on o.tenant_code = b.tenant_code and o.storage_code = b.storage_code and o.material_code = b.material_code
      where coalesce(b.occupied, 0) <> coalesce(o.owed, 0)`,
  ],
  [
    'on hand of a material is what the audited movements brought and took',
    `
      select coalesce(b.tenant_code, o.tenant_code) || ' ' || coalesce(b.storage_code, o.storage_code) || ' ' ||
        coalesce(b.material_code, o.material_code),
        'on hand ' || coalesce(b.on_hand, 0) || ', moved ' || coalesce(o.moved, 0)
      from (
        select tenant_code, storage_code, material_code, sum(on_hand) as on_hand
        from app.stock_balance
        group by 1, 2, 3
      ) b
      full join (
        select m.tenant_code, m.storage_code, m.material_code, sum(m.moved) as moved
        from (
          select d.tenant_code, d.storage_code, g.material_code,
            case when (d.move_type < '4') <> (d.red_flag = '1') then 1 else -1 end *
              (l.number * g.each - g.missing) as moved
          from app.stock_inout d
          join app.stock_inout_line l on l.tenant_code = d.tenant_code and l.parent_id = d.id
          cross join lateral (${goodsOf('l')}) g
          where d.bill_status in ('1', '2') and d.cancel_flag = '0' and d.deleted_flag = '0'
          union all
          select d.tenant_code, l.storage_code, l.product_code, l.number
          from app.sale_opening d
          join app.sale_opening_line l on l.tenant_code = d.tenant_code and l.parent_id = d.id
          where d.kind = 'stock' and d.bill_status = '1' and d.deleted_flag = '0'
        ) m
        group by 1, 2, 3
      ) o on o.tenant_code = b.tenant_code and o.storage_code = b.storage_code and o.material_code = b.material_code
      where coalesce(b.on_hand, 0) <> coalesce(o.moved, 0)`,
  ],
  [
    'nothing is promised that is not there',
    `
      select b.tenant_code || ' ' || b.storage_code || ' ' || b.material_code,
        'on hand ' || b.on_hand || ', occupied ' || b.occupied || ', frozen ' || b.frozen
      from app.stock_balance b
      where b.on_hand - b.occupied - b.frozen < 0
        and not b.may_go_negative
        and not exists (select from app.sys_params where param_code = 'ST002' and param_value = '1')
        and not exists (
          select from app.tenant_params p
          where p.tenant_code = b.tenant_code and p.code = 'ST002' and p.value = '1'
        )`,
  ],
  [
    'a document posts under operation numbers it has counted',
    `
      select e.tenant_code || ' ' || e.doc_code,
        'posted as ' || max(e.op_seq) || ', counted ' || coalesce(max(d.op_seq)::text, 'nothing')
      from app.stock_entry e
      left join (
        select tenant_code, id, op_seq
        from app.order_order
        union all
        select tenant_code, id, op_seq
        from app.stock_inout
        union all
        select tenant_code, id, op_seq
        from app.stock_allocation
        union all
        select tenant_code, id, op_seq
        from app.sale_opening
      ) d on d.tenant_code = e.tenant_code and d.id = e.doc_id
      group by e.tenant_code, e.doc_code, e.doc_id
      having coalesce(max(d.op_seq), -1) < max(e.op_seq)`,
  ],
];

/** What customers owe, have promised and have paid, counted from orders, movements and bills. */
const moneyRules: readonly (readonly [rule: string, sql: string])[] = [
  [
    'a customer owes what his cash and credit lack',
    `
      select coalesce(r.tenant_code, c.tenant_code) || ' ' || coalesce(r.customer_code, c.customer_code),
        'owes ' || coalesce(r.amount, 0) || ', accounts ' || coalesce(c.balance, 0)
      from app.receivable_balance r
      full join (
        select a.tenant_code, a.organize_code, a.customer_code, sum(b.balance) as balance
        from app.sale_capitalaccount a
        join app.capital_balance b on b.tenant_code = a.tenant_code and b.account_code = a.account_code
        where a.account_type in ('A001', 'A002')
        group by 1, 2, 3
      ) c on c.tenant_code = r.tenant_code and c.organize_code = r.organize_code and c.customer_code = r.customer_code
      where coalesce(r.amount, 0) + coalesce(c.balance, 0) <> 0`,
  ],
  [
    'batches of rebate hold what their account does, and each what its moves left of it',
    `
      select a.tenant_code || ' ' || a.account_code,
        'balance ' || coalesce(c.balance, 0) || ', batches ' || coalesce(r.remaining, 0)
      from app.sale_capitalaccount a
      left join app.capital_balance c on c.tenant_code = a.tenant_code and c.account_code = a.account_code
      left join (select tenant_code, account_code, sum(remaining) as remaining from app.rebate_batch group by 1, 2) r
        on r.tenant_code = a.tenant_code
        and r.account_code = a.account_code
      where a.account_type = 'A003' and coalesce(c.balance, 0) <> coalesce(r.remaining, 0)
      union all
      select b.tenant_code || ' ' || b.id, 'remaining ' || b.remaining || ', moves ' || m.amount
      from app.rebate_batch b
      join (
        select tenant_code, batch_id, sum(amount) as amount
        from app.rebate_move
        where not is_lapsed
        group by 1, 2
      ) m on m.tenant_code = b.tenant_code and m.batch_id = b.id
      where b.source_type <> 'sale:capitalaccount' and b.remaining <> m.amount`,
  ],
  [
    'credit is used or not, and never stands above nothing',
    `
      select b.tenant_code || ' ' || b.account_code, 'balance ' || b.balance
      from app.capital_balance b
      join app.sale_capitalaccount a on a.tenant_code = b.tenant_code and a.account_code = b.account_code
      where a.account_type = 'A002' and b.balance > 0`,
  ],
  [
    'what opened the books is what the standing opening documents say, account by account and customer by customer',
    `
      select coalesce(o.tenant_code, p.tenant_code) || ' ' || coalesce(o.doc_id, p.doc_id)::text,
        concat_ws(
          ', ', coalesce(o.item, p.item), 'documents ' || coalesce(o.amount, 0), 'ledgers ' || coalesce(p.amount, 0)
        )
      from (
        select d.tenant_code, d.id as doc_id, coalesce(l.item, d.kind) as item, sum(l.amount) as amount
        from app.sale_opening d
        join app.sale_opening_line l on l.tenant_code = d.tenant_code and l.parent_id = d.id
        where d.bill_status = '1' and d.deleted_flag = '0'
        group by 1, 2, 3
        having sum(l.amount) <> 0
      ) o
      full join (
        select x.tenant_code, x.doc_id, x.item, sum(x.amount) as amount
        from (
          select e.tenant_code, e.doc_id,
            case
              when e.d_credit_limit <> 0 then 'credit'
              when a.account_type = 'A003' then 'rebate'
              else a.account_type
            end as item,
            e.d_balance + e.d_credit_limit as amount
          from app.capital_entry e
          join app.capital_balance b on b.tenant_code = e.tenant_code and b.id = e.balance_id
          join app.sale_capitalaccount a on a.tenant_code = b.tenant_code and a.account_code = b.account_code
          where e.doc_type = 'sale:opening'
          union all
          select tenant_code, doc_id, 'AR', d_amount
          from app.receivable_entry
          where doc_type = 'sale:opening'
          union all
          select tenant_code, doc_id, 'AP', d_amount
          from app.payable_entry
          where doc_type = 'sale:opening'
          union all
          select tenant_code, doc_id, 'PRE', d_prepaid
          from app.payable_entry
          where doc_type = 'sale:opening'
          union all
          select tenant_code, doc_id, 'stock', d_amount
          from app.cost_entry
          where doc_type = 'sale:opening'
        ) x
        group by 1, 2, 3
        having sum(x.amount) <> 0
      ) p on p.tenant_code = o.tenant_code and p.doc_id = o.doc_id and p.item = o.item
      where coalesce(o.amount, 0) <> coalesce(p.amount, 0)`,
  ],
  [
    'what is owed to a supplier for goods is what the standing receipts and their returns amount to',
    `
      select coalesce(m.tenant_code, p.tenant_code) || ' ' || coalesce(m.id, p.doc_id)::text,
        'movement ' || coalesce(m.owed, 0) || ', ledger ' || coalesce(p.owed, 0)
      from (
        select h.tenant_code, h.id,
          (
            select sum(case when h.red_flag = '1' then -l.amount else l.amount end)
            from app.stock_inout_line l
            where l.tenant_code = h.tenant_code and l.parent_id = h.id
          ) as owed
        from app.stock_inout h
        where h.move_type = '1' and h.bill_status in ('1', '2') and h.cancel_flag = '0' and h.deleted_flag = '0'
      ) m
      full join (
        select e.tenant_code, e.doc_id, sum(e.d_amount) as owed
        from app.payable_entry e
        where e.doc_type = 'stock:inout'
        group by 1, 2
        having sum(e.d_amount) <> 0
      ) p on p.tenant_code = m.tenant_code and p.doc_id = m.id
      where coalesce(m.owed, 0) <> coalesce(p.owed, 0)`,
  ],
  [
    'an audited order holds what it has yet to pay, and no other order holds money',
    `
      select coalesce(o.tenant_code, h.tenant_code) || ' ' || coalesce(o.code, h.doc_id::text),
        'to pay ' || coalesce(o.open, 0) || ', held ' || coalesce(h.held, 0)
      from (
        select d.tenant_code, d.id, d.code,
          -- That of an exchange waits for a part until its goods are let out (B6a).
          d.order_type = '5'
            and not exists (
              select from app.order_delivery x
              where x.tenant_code = d.tenant_code
                and x.order_code = d.code
                and x.confirm_flag = '1'
                and x.cancel_flag = '0'
                and x.deleted_flag = '0'
            ) as waits,
          case
            when d.bill_status = '1'
              and d.deleted_flag = '0'
              and exists (
                select from app.order_order_line l
                where l.parent_id = d.id and l.number - coalesce(l.closed_number, 0) - coalesce(l.out_number, 0) > 0
              ) then d.payable_amount - coalesce((
                select sum(k.amount)
                from app.doc_link k
                where k.tenant_code = d.tenant_code
                  and k.from_id = d.id
                  and k.kind in ('out', 'freight')
                  and k.is_active
              ), 0) - coalesce((
                -- What a revision posted at once is paid, too.
                select sum(coalesce(l.closed_amount, 0) + coalesce(l.adjusted_amount, 0))
                from app.order_order_line l
                where l.tenant_code = d.tenant_code and l.parent_id = d.id
              ), 0)
            else 0
          end as open
        from app.order_order d
      ) o
      full join (
        select tenant_code, doc_id, sum(occupied) as held
        from app.capital_hold
        where line_id = doc_id
        group by 1, 2
      ) h
        on h.tenant_code = o.tenant_code
        and h.doc_id = o.id
      where coalesce(o.open, 0) <> coalesce(h.held, 0)
        and (o.waits is not true or coalesce(h.held, 0) > coalesce(o.open, 0))`,
  ],
  [
    'a line that is shipped or closed costs nothing more, and what is closed of it is the sum of its closes',
    `
      select l.tenant_code || ' ' || o.code || ' ' || l.line_no,
        concat_ws(
          ', ', 'costs ' || l.amount, 'gone ' || g.amount, 'closed ' || l.closed_number || ' at ' || l.closed_amount,
          'closes ' || l.closes::text
        )
      from app.order_order o
      join app.order_order_line l on l.tenant_code = o.tenant_code and l.parent_id = o.id
      cross join lateral (
        select coalesce(sum(k.amount), 0) as amount
        from app.doc_link k
        where k.tenant_code = l.tenant_code and k.from_line_id = l.id and k.kind = 'out' and k.is_active
      ) g
      cross join lateral (
        select coalesce(sum((c->>'number')::numeric), 0) as number, coalesce(sum((c->>'amount')::numeric), 0) as amount
        from jsonb_array_elements(l.closes) c
      ) c
      where o.bill_status in ('1', '2')
        and o.cancel_flag = '0'
        and o.deleted_flag = '0'
        and (
          (
            coalesce(l.out_number, 0) + coalesce(l.closed_number, 0) = l.number
            and l.amount - coalesce(l.discount_amount, 0) - g.amount - coalesce(l.adjusted_amount, 0) -
              coalesce(l.closed_amount, 0) <> 0
          )
          or coalesce(l.closed_number, 0) <> c.number
          or coalesce(l.closed_amount, 0) <> c.amount
        )`,
  ],
  [
    'what was sold is what audited movements carried',
    `
      select coalesce(m.tenant_code, s.tenant_code) || ' ' || coalesce(m.id, s.doc_id)::text,
        'carried ' || coalesce(m.amount, 0) || ', sold ' || coalesce(s.amount, 0)
      from (
        select d.tenant_code, d.id, sum(k.amount) as amount
        from app.stock_inout d
        join app.doc_link k
          on k.tenant_code = d.tenant_code
          and k.to_id = d.id
          and k.kind in ('out', 'freight')
          and k.is_active
        where d.bill_status in ('1', '2')
        group by 1, 2
      ) m
      full join (
        select tenant_code, doc_id, sum(d_amount) as amount
        from app.receivable_entry
        where post_type = 'SAL'
        group by 1, 2
        having sum(d_amount) <> 0
      ) s on s.tenant_code = m.tenant_code and s.doc_id = m.id
      where coalesce(m.amount, 0) <> coalesce(s.amount, 0)`,
  ],
  [
    'what came back is what returns gave for it, else what red movements carried; none got back more than it paid',
    `
      select coalesce(m.tenant_code, s.tenant_code) || ' ' || coalesce(m.id, s.doc_id)::text,
        'due ' || coalesce(m.amount, 0) || ', returned ' || coalesce(s.amount, 0)
      from (
        select d.tenant_code, d.id, coalesce(max(r.amount), sum(k.amount)) as amount
        from app.stock_inout d
        left join app.doc_link k
          on k.tenant_code = d.tenant_code
          and k.to_id = d.id
          and k.kind = 'return'
          and k.is_active
        left join (
          select t.tenant_code, x->>'movementId' as movement_id,
            (x->'record'->>'refund')::numeric - (x->'record'->>'charge')::numeric -
              coalesce((x->'record'->'credit'->>'charged')::numeric, 0) as amount
          from app.order_refund t
          cross join lateral jsonb_array_elements(t.receipts) x
          where t.receipts is not null
        ) r on r.tenant_code = d.tenant_code and r.movement_id = d.id::text
        where d.red_flag = '1'
        group by 1, 2
      ) m
      full join (
        select tenant_code, doc_id, -sum(d_amount) as amount
        from app.receivable_entry
        where doc_type = 'stock:inout' and post_type in ('RET', 'ADJ')
        group by 1, 2
        having sum(d_amount) <> 0
      ) s on s.tenant_code = m.tenant_code and s.doc_id = m.id
      where coalesce(m.amount, 0) <> coalesce(s.amount, 0)
      union all
      select e.tenant_code || ' ' || e.holder_doc_id, 'got back ' || sum(e.d_balance) || ' too much'
      from app.capital_entry e
      where e.post_type in ('DED', 'RTN') and e.holder_doc_id <> e.doc_id
      group by e.tenant_code, e.holder_doc_id, e.balance_id
      having sum(e.d_balance) > 0
      union all
      select l.tenant_code || ' ' || l.id, 'counted ' || coalesce(l.returned_number, 0)
      from app.order_order_line l
      where coalesce(l.returned_number, 0) <> coalesce((
        select sum(k.number)
        from app.doc_link k
        where k.tenant_code = l.tenant_code and k.from_line_id = l.id and k.kind = 'return' and k.is_active
      ), 0)
        or coalesce(l.returned_number, 0) > coalesce(l.out_number, 0)`,
  ],
  [
    'freight is carried once while goods of its order have left, and not at all before',
    `
      select o.tenant_code || ' ' || o.code,
        'freight ' || coalesce(o.freight_amount, 0) || ', carried ' || coalesce(f.amount, 0) || ' with ' ||
          coalesce(f.shipped, 0) || ' lines gone'
      from app.order_order o
      left join (
        select tenant_code, from_id, sum(amount) filter (where kind = 'freight') as amount,
          count(*) filter (where kind = 'out') as shipped
        from app.doc_link
        where kind in ('out', 'freight') and is_active
        group by 1, 2
      ) f on f.tenant_code = o.tenant_code and f.from_id = o.id
      where coalesce(f.amount, 0) <> case when f.shipped > 0 then coalesce(o.freight_amount, 0) else 0 end`,
  ],
  [
    'what is paid for an order is its goods less what is taken off them and its freight, and its lines bear all that is taken off',
    `
      select o.tenant_code || ' ' || o.code,
        concat_ws(
          ', ', 'goods ' || o.total_amount, 'off ' || o.discount_amount, 'of the lines ' || l.off,
          'charges ' || o.charge_amount, 'payable ' || o.payable_amount
        )
      from app.order_order o
      join (
        select tenant_code, parent_id, sum(amount) as amount, sum(coalesce(discount_amount, 0)) as off,
          bool_or(coalesce(discount_amount, 0) > amount) as is_below
        from app.order_order_line
        group by 1, 2
      ) l on l.tenant_code = o.tenant_code and l.parent_id = o.id
      where o.bill_status in ('1', '2')
        and o.cancel_flag = '0'
        and (
          l.is_below
          or l.off <> coalesce(o.discount_amount, 0)
          or o.payable_amount <> l.amount - l.off + coalesce(o.charge_amount, 0)
        )`,
  ],
  [
    'lines of orders are counted as they are linked, and never beyond what was ordered',
    `
      select o.tenant_code || ' ' || o.code || ' ' || l.line_no,
        concat_ws(
          ', ', 'released ' || l.released_number, 'out ' || l.out_number, 'signed ' || l.signed_number,
          'short ' || l.short_number, 'closed ' || l.closed_number
        )
      from app.order_order o
      join app.order_order_line l on l.tenant_code = o.tenant_code and l.parent_id = o.id
      where coalesce(l.released_number, 0) <> coalesce((
        select sum(k.number)
        from app.doc_link k
        where k.tenant_code = l.tenant_code and k.from_line_id = l.id and k.kind = 'release' and k.is_active
      ), 0)
        or coalesce(l.out_number, 0) <> coalesce((
          select sum(k.number)
          from app.doc_link k
          where k.tenant_code = l.tenant_code and k.from_line_id = l.id and k.kind = 'out' and k.is_active
        ), 0)
        or coalesce(l.out_number, 0) > coalesce(l.released_number, 0)
        or coalesce(l.released_number, 0) + coalesce(l.closed_number, 0) > l.number
        or coalesce(l.signed_number, 0) + coalesce(l.short_number, 0) > coalesce(l.out_number, 0)`,
  ],
  [
    'goods that are there are the goods that were costed, and none left cost nothing',
    `
      select coalesce(c.tenant_code, s.tenant_code) || ' ' || coalesce(c.material_code, s.material_code),
        'costed ' || coalesce(c.number, 0) || ' at ' || coalesce(c.amount, 0) || ', there ' || coalesce(s.there, 0)
      from app.cost_balance c
      full join (
        select tenant_code, stock_organize_code, material_code, sum(on_hand + in_transit) as there
        from app.stock_balance
        group by 1, 2, 3
      ) s on s.tenant_code = c.tenant_code
        and s.stock_organize_code = c.stock_organize_code
        and s.material_code = c.material_code
      where coalesce(c.number, 0) <> coalesce(s.there, 0)
        or (coalesce(c.number, 0) = 0 and coalesce(c.amount, 0) <> 0)`,
  ],
];

if (import.meta.main) {
  const [url] = process.argv.slice(2);
  if (url === undefined) throw new Error('usage: node tests/proof/ledger-check.ts <administrator url of the database>');
  const findings = await asAdministrator(url, checkLedgers);
  for (const { rule, where, detail } of findings) console.log(`${rule}\n  ${where}: ${detail}`);
  console.log(findings.length === 0 ? 'every ledger adds up' : `${findings.length} findings`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}

/** What is kept of a closed period, by kind: in how many, in how much, on whose books. */
const keptKinds = [
  { kind: 'stock', number: 'e.d_on_hand + e.d_in_transit', amount: '0', organization: 'stock_organize_code' },
  { kind: 'cost', number: 'e.d_number', amount: 'e.d_amount', organization: 'stock_organize_code' },
  { kind: 'receivable', number: '0', amount: 'e.d_amount', organization: 'organize_code' },
] as const;

/** What was kept when periods were closed, each summed from the first entry of the books. */
const periodRules: readonly (readonly [rule: string, sql: string])[] = [
  [
    'only closed periods keep balances',
    `
      select p.tenant_code || ' ' || p.start_date, p.status
      from app.sys_accountperiod p
      where p.status <> '2'
        and exists (select from app.period_balance f where f.tenant_code = p.tenant_code and f.period_id = p.id)`,
  ],
  ...keptKinds.map(
    ({ kind, number, amount, organization }) =>
      [
        `${kind} that was kept of a period is its entries up to that day`,
        `
          select p.tenant_code || ' ' || p.start_date || ' ' || d.balance_id,
            'kept ' || d.number || ' / ' || d.amount || ', entries ' || d.real_number || ' / ' || d.real_amount
          from app.sys_accountperiod p
          cross join lateral (
            select coalesce(f.balance_id, x.balance_id) as balance_id, coalesce(f.number, 0) as number,
              coalesce(f.amount, 0) as amount, coalesce(x.number, 0) as real_number,
              coalesce(x.amount, 0) as real_amount
            from (
              select *
              from app.period_balance k
              where k.tenant_code = p.tenant_code and k.period_id = p.id and k.kind = '${kind}'
            ) f
            full join (
              select e.balance_id, sum(${number}) as number, sum(${amount}) as amount
              from app.${kind}_entry e
              join app.${kind}_balance b on b.tenant_code = e.tenant_code and b.id = e.balance_id
              where e.tenant_code = p.tenant_code
                and e.biz_date <= p.end_date
                and (p.organize_code is null or b.${organization} = p.organize_code)
              group by e.balance_id
            ) x on x.balance_id = f.balance_id
          ) d
          where exists (select from app.period_balance k where k.tenant_code = p.tenant_code and k.period_id = p.id)
            and (d.number, d.amount) <> (d.real_number, d.real_amount)`,
      ] as const,
  ),
];
