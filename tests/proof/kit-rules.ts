/** What a line is of: its goods, or so many of each component of a kit (I4). */
export const goodsOf = (line: string): string => `
  select ${line}.product_code as material_code, 1 as each, 0 as missing
  where ${line}.components is null
  union all
  select c->>'productCode', (c->>'number')::numeric, coalesce((c->'missing'->>'number')::numeric, 0)
  from jsonb_array_elements(${line}.components) c`;

/** What one kit of a line holds and how it is weighed; what is paid for it differs from part to part. */
const heldBy = (line: string): string => `
  (
    select jsonb_agg(c - 'amount' - 'alone' - 'missing' order by c->>'productCode')
    from jsonb_array_elements(${line}.components) c
  )`;

/** Lines of kits with what is paid for them: of orders that are audited, of movements that are. */
const paidKits = `
  select l.tenant_code, l.id, l.components, l.amount - coalesce(l.discount_amount, 0) as amount
  from app.order_order_line l
  where l.components is not null
  union all
  select l.tenant_code, l.id, l.components, l.amount
  from app.stock_inout d
  join app.stock_inout_line l on l.tenant_code = d.tenant_code and l.parent_id = d.id
  where l.components is not null and d.bill_status in ('1', '2') and d.cancel_flag = '0'`;

/** Kits are sold as kits, and taken from the warehouse and given back as what they hold (A15, A15a). */
export const kitRules: readonly (readonly [rule: string, sql: string])[] = [
  [
    'the components of a kit bear what is paid for it, to the cent, on orders and on audited movements',
    `
      select x.tenant_code || ' ' || x.id, 'paid ' || x.amount || ', components ' || c.amount
      from (${paidKits}) x
      cross join lateral (select sum((c->>'amount')::numeric) as amount from jsonb_array_elements(x.components) c) c
      where x.amount <> c.amount`,
  ],
  [
    'a component bears its weight of what is paid for the kit, and less than a cent more or less',
    `
      select x.tenant_code || ' ' || x.id || ' ' || (c->>'productCode'),
        'bears ' || (c->>'amount') || ' of ' || x.amount || ' at ' || (c->>'weight') || ' of ' || w.weight
      from (${paidKits}) x
      cross join lateral (select sum((c->>'weight')::numeric) as weight from jsonb_array_elements(x.components) c) w
      cross join lateral jsonb_array_elements(x.components) c
      where abs((c->>'amount')::numeric * w.weight - x.amount * (c->>'weight')::numeric) >= 0.01 * w.weight`,
  ],
  [
    'what lines moved in the warehouse is what they say: of a kit its components, and never the kit',
    `
      select coalesce(l.tenant_code, e.tenant_code) || ' ' || coalesce(l.id, e.line_id) || ' ' ||
        coalesce(l.material_code, e.material_code),
        'says ' || coalesce(l.moved, 0) || ', moved ' || coalesce(e.moved, 0)
      from (
        select d.tenant_code, l.id, g.material_code,
          sum(
            case when (d.move_type < '4') <> (d.red_flag = '1') then 1 else -1 end * (l.number * g.each - g.missing)
          ) as moved
        from app.stock_inout d
        join app.stock_inout_line l on l.tenant_code = d.tenant_code and l.parent_id = d.id
        cross join lateral (${goodsOf('l')}) g
        where d.bill_status in ('1', '2') and d.cancel_flag = '0' and d.deleted_flag = '0'
        group by 1, 2, 3
      ) l
      full join (
        select e.tenant_code, e.line_id, b.material_code, sum(e.d_on_hand) as moved
        from app.stock_entry e
        join app.stock_balance b on b.tenant_code = e.tenant_code and b.id = e.balance_id
        where e.doc_type = 'stock:inout'
        group by 1, 2, 3
        having sum(e.d_on_hand) <> 0
      ) e on e.tenant_code = l.tenant_code and e.line_id = l.id and e.material_code = l.material_code
      where coalesce(l.moved, 0) <> coalesce(e.moved, 0)`,
  ],
  [
    'what lines of orders hold is what they have yet to deliver: of a kit its components, and never the kit',
    `
      select coalesce(l.tenant_code, h.tenant_code) || ' ' || coalesce(l.id, h.line_id) || ' ' ||
        coalesce(l.material_code, h.material_code),
        'owes ' || coalesce(l.owed, 0) || ', holds ' || coalesce(h.held, 0)
      from (
        select d.tenant_code, l.id, g.material_code,
          (l.number - coalesce(l.closed_number, 0) - coalesce(l.out_number, 0)) * g.each as owed
        from app.order_order d
        join app.order_order_line l on l.tenant_code = d.tenant_code and l.parent_id = d.id
        cross join lateral (${goodsOf('l')}) g
        where d.bill_status = '1' and d.deleted_flag = '0'
      ) l
      full join (
        select h.tenant_code, h.line_id, b.material_code, sum(h.occupied) as held
        from app.stock_hold h
        join app.stock_balance b on b.tenant_code = h.tenant_code and b.id = h.balance_id
        group by 1, 2, 3
      ) h on h.tenant_code = l.tenant_code and h.line_id = l.id and h.material_code = l.material_code
      where coalesce(l.owed, 0) <> coalesce(h.held, 0)`,
  ],
  [
    'a kit leaves as its order was audited and comes back as it left',
    `
      select t.tenant_code || ' ' || t.id,
        k.kind || ' of ' || coalesce(f.held::text, 'goods') || ', is ' || coalesce(t.held::text, 'goods')
      from app.doc_link k
      join (
        select l.tenant_code, l.id, ${heldBy('l')} as held
        from app.order_order_line l
        union all
        select l.tenant_code, l.id, ${heldBy('l')}
        from app.stock_inout_line l
      ) f on f.tenant_code = k.tenant_code and f.id = k.from_line_id
      join (select l.tenant_code, l.id, ${heldBy('l')} as held from app.stock_inout_line l) t
        on t.tenant_code = k.tenant_code
        and t.id = k.to_line_id
      where k.kind in ('out', 'red', 'return') and k.is_active and k.number > 0 and f.held is distinct from t.held`,
  ],
  [
    'an order that is not audited has settled no kit',
    `
      select d.tenant_code || ' ' || d.code || ' ' || l.line_no, l.components::text
      from app.order_order d
      join app.order_order_line l on l.tenant_code = d.tenant_code and l.parent_id = d.id
      where d.bill_status not in ('1', '2') and l.components is not null`,
  ],
  [
    'kits that came back to the last one cost their components what they cost when they left',
    `
      select s.tenant_code || ' ' || s.id || ' ' || c.material_code, 'left at ' || c.cost || ', came back at ' || r.cost
      from app.stock_inout_line s
      join lateral (
        select sum(l.number) filter (where k.kind = 'red') as number, array_agg(l.id) as lines
        from app.doc_link k
        join app.stock_inout h on h.tenant_code = k.tenant_code and h.id = k.to_id
        join app.stock_inout_line l on l.tenant_code = k.tenant_code and l.id = k.to_line_id
        where k.tenant_code = s.tenant_code
          and k.from_line_id = s.id
          and k.kind in ('red', 'part')
          and k.is_active
          and h.bill_status in ('1', '2')
          and h.cancel_flag = '0'
      ) back on back.number = s.number
      cross join lateral (
        select b.material_code, sum(-e.d_amount) as cost
        from app.cost_entry e
        join app.cost_balance b on b.tenant_code = e.tenant_code and b.id = e.balance_id
        where e.tenant_code = s.tenant_code and e.line_id = s.id
        group by 1
      ) c
      cross join lateral (
        select coalesce(sum(e.d_amount), 0) as cost
        from app.cost_entry e
        join app.cost_balance b on b.tenant_code = e.tenant_code and b.id = e.balance_id
        where e.tenant_code = s.tenant_code
          and e.line_id = any(back.lines)
          and b.material_code = c.material_code
          and e.post_type <> 'COSTADJ'
      ) r
      where s.components is not null and c.cost <> r.cost`,
  ],
];
