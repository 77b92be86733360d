import { combined, grouped, stands, within, type Books, type FigureTruth, type Truth } from './statement.ts';

/** Entries `e` of the stock ledger with their balances `b`. */
const posted =
  (value: string, where: (books: Books) => string = () => 'true'): Truth =>
  (books) =>
    grouped(
      'b.material_code',
      value,
      `
        app.stock_entry e
        join app.stock_balance b on b.id = e.balance_id
        left join app.stock_inout h on h.tenant_code = e.tenant_code and h.id = e.doc_id
        where e.tenant_code = '${books.tenant}' and ${where(books)}`,
    );

/** Pieces of purchase lines `l` that movements brought, and that red ones took back. */
const moved = (kind: 'receive' | 'red'): string => `
  coalesce((
    select sum(x.number)
    from app.doc_link k ${kind === 'red' ? `join app.doc_link r on r.tenant_code = k.tenant_code and r.from_line_id = k.to_line_id and r.is_active and r.kind = 'red'` : ''}
    join app.stock_inout_line x on x.tenant_code = k.tenant_code and x.id = ${kind === 'red' ? 'r' : 'k'}.to_line_id
    join app.stock_inout m
      on m.tenant_code = k.tenant_code
      and m.id = x.parent_id
      and m.bill_status in ('1', '2')
      and m.cancel_flag = '0'
    where k.tenant_code = l.tenant_code and k.from_line_id = l.id and k.is_active and k.kind = 'receive'
  ), 0)`;
const arrived = moved('receive');
const returned = moved('red');
/** What went back to the supplier is to come again. */
const awaited = `greatest(0, l.number - coalesce(l.closed_number, 0) - ${arrived} + ${returned})`;
const toCome: Truth = (books) =>
  grouped(
    'l.product_code',
    `sum(${awaited})`,
    `
      app.order_purchase h
      join app.order_purchase_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
      where ${stands('h', books)} and h.bill_status = '1'`,
  );

/** What the ledger of costs has for goods, shared among the warehouses of an organisation by what lies in each. */
const worth: Truth = ({ tenant }) => `
  select s.material_code as key, sum(round(s.on_hand * c.amount / nullif(c.number, 0), 2)) as value
  from (
    select b.stock_organize_code, b.storage_code, b.batch_no, b.material_code, sum(e.d_on_hand) as on_hand
    from app.stock_entry e
    join app.stock_balance b on b.id = e.balance_id
    where e.tenant_code = '${tenant}'
    group by 1, 2, 3, 4
  ) s
  join (
    select b.stock_organize_code, b.material_code, sum(e.d_number) as number, sum(e.d_amount) as amount
    from app.cost_entry e
    join app.cost_balance b on b.id = e.balance_id
    where e.tenant_code = '${tenant}'
    group by 1, 2
  ) c on c.stock_organize_code = s.stock_organize_code and c.material_code = s.material_code
  group by 1`;
const R10: FigureTruth = {
  by: 'material',
  told: {
    onHand: posted('sum(e.d_on_hand)'),
    occupied: posted('sum(e.d_occupied)'),
    frozen: posted('sum(e.d_frozen)'),
    inTransit: posted('sum(e.d_in_transit)'),
    available: posted('sum(e.d_on_hand - e.d_occupied - e.d_frozen)'),
    onOrder: toCome,
    stockValue: worth,
  },
};

const before = ({ from }: Books): string => `e.biz_date < '${from}'`;
const until = ({ to }: Books): string => `e.biz_date <= '${to}'`;
/** By the type of the movement; what nothing moved came as others do, and left as others do. */
const typed = (sign: '' | '-', type: string, orElse = 'false'): Truth =>
  posted(
    `${sign}sum(e.d_on_hand)`,
    (books) => `${within('e.biz_date', books)} and coalesce(h.move_type = '${type}', ${orElse})`,
  );
const byTransfer = `e.post_type in ('TIN', 'TOUT')`;
const R11: FigureTruth = {
  by: 'material',
  told: {
    opening: posted('sum(e.d_on_hand)', before),
    producedIn: typed('', '0'),
    purchasedIn: typed('', '1'),
    transferIn: typed('', '2', `e.post_type = 'TIN'`),
    otherIn: typed('', '3', `e.d_on_hand > 0 and not ${byTransfer}`),
    soldOut: typed('-', '4'),
    usedOut: typed('-', '5'),
    transferOut: typed('-', '6', `e.post_type = 'TOUT'`),
    otherOut: typed('-', '7', `e.d_on_hand < 0 and not ${byTransfer}`),
    lost: posted('-sum(e.d_in_transit)', (books) => `${within('e.biz_date', books)} and e.post_type = 'LOSS'`),
    closing: posted('sum(e.d_on_hand)', until),
  },
};

/**
 * Goods that came, oldest first, and all that has left since taken from the oldest of them: what is left of each. What
 * was taken back by the day never came.
 */
const layers = ({ tenant, to }: Books): string => `
  select b.material_code as key, '${to}'::date - e.biz_date as age,
    least(
      e.d_on_hand,
      greatest(0, sum(e.d_on_hand) over (partition by b.id order by e.biz_date, e.id) - greatest(0, t.came - t.there))
    ) as lying
  from app.stock_balance b
  join app.stock_entry e on e.balance_id = b.id
  join (
    select x.balance_id, sum(x.d_on_hand) as there,
      sum(x.d_on_hand) filter (
        where x.d_on_hand > 0
        and x.reversal_of is null
        and not exists (
          select from app.stock_entry r
          where r.tenant_code = x.tenant_code and r.reversal_of = x.id and r.biz_date <= '${to}'
        )
      ) as came
    from app.stock_entry x
    where x.tenant_code = '${tenant}' and x.biz_date <= '${to}'
    group by 1
  ) t on t.balance_id = b.id
  where b.tenant_code = '${tenant}'
    and e.biz_date <= '${to}'
    and e.d_on_hand > 0
    and e.reversal_of is null
    and not exists (
      select from app.stock_entry r
      where r.tenant_code = e.tenant_code and r.reversal_of = e.id and r.biz_date <= '${to}'
    )`;
const lying =
  (first: number, last: number): Truth =>
  (books) =>
    grouped('y.key', 'sum(y.lying)', `(${layers(books)}) y where y.age between ${first} and ${last}`);
const there = posted('sum(e.d_on_hand)', until);
const gone = posted(
  '-sum(e.d_on_hand)',
  (books) => `${until(books)} and e.biz_date > '${books.to}'::date - 90 and h.move_type in ('4', '5')`,
);
const R12: FigureTruth = {
  by: 'material',
  told: {
    onHand: there,
    lying30: lying(-9999, 30),
    lying90: lying(31, 90),
    lying180: lying(91, 180),
    lyingLong: lying(181, 99_999),
    turnoverDays: (books) =>
      combined(there(books), gone(books), 'round(a.value * 90 / nullif(greatest(0, b.value), 0), 0)'),
  },
};

/** What of open orders has yet to leave. */
const demand: Truth = (books) =>
  grouped(
    'l.product_code',
    `
      sum(
        greatest(
          0,
          l.number - coalesce((select sum((c->>'number')::numeric) from jsonb_array_elements(l.closes) c), 0) -
            coalesce((
              select sum(x.number)
              from app.doc_link k
              join app.stock_inout_line x on x.tenant_code = k.tenant_code and x.id = k.to_line_id
              where k.tenant_code = l.tenant_code and k.from_line_id = l.id and k.is_active and k.kind = 'out'
            ), 0)
        )
      )`,
    `
      app.order_order h
      join app.order_order_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
      where ${stands('h', books)} and h.bill_status = '1'`,
  );
const free = posted('sum(e.d_on_hand - e.d_frozen)');
function awaiting(value: string): Truth {
  return (books) => `
    select d.key, ${value} as value
    from (${demand(books)}) d
    left join (${free(books)}) f on f.key = d.key
    left join (${toCome(books)}) c on c.key = d.key
    where d.value > 0`;
}
const R13: FigureTruth = {
  by: 'material',
  told: {
    demand: awaiting('d.value'),
    available: awaiting('coalesce(f.value, 0)'),
    onOrder: awaiting('coalesce(c.value, 0)'),
    short: awaiting('greatest(0, d.value - coalesce(f.value, 0))'),
    shortAfter: awaiting('greatest(0, d.value - coalesce(f.value, 0) - coalesce(c.value, 0))'),
  },
};

const bought =
  (value: string): Truth =>
  (books) =>
    grouped(
      'h.supplier_code',
      value,
      `
        app.order_purchase h
        join app.order_purchase_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
        where ${stands('h', books)} and ${within('h.bill_date', books)}`,
    );
/** All of the line came, nothing of it after the day that was agreed; that some went back again is not about time. */
const inTime = `
  l.number - coalesce(l.closed_number, 0) - ${arrived} <= 0
  and ${arrived} > 0
  and not exists (
    select from app.doc_link k
    join app.stock_inout m
      on m.tenant_code = k.tenant_code
      and m.id = k.to_id
      and m.bill_status in ('1', '2')
      and m.red_flag = '0'
    where k.tenant_code = l.tenant_code
      and k.from_line_id = l.id
      and k.is_active
      and k.kind = 'receive'
      and m.bill_date > h.arrival_date
  )`;
const R18: FigureTruth = {
  by: 'supplier',
  told: {
    purchasedNumber: bought('sum(l.number)'),
    purchasedAmount: bought('sum(l.amount)'),
    receivedNumber: bought(`sum(${arrived} - ${returned})`),
    openNumber: bought(`sum(${awaited})`),
    onTimeRate: bought(`
      round(
        100.0 * count(*) filter (where h.arrival_date is not null and ${inTime})
          / nullif(count(h.arrival_date), 0), 1
      )`),
  },
};

/** Deliveries, when goods of each left first, and when they were received. */
const journeys = (value: string): Truth => {
  const hours = (from: string, to: string): string => `extract(epoch from ${to} - ${from})::numeric / 3600`;
  return (books) => `
    select h.storage_code as key, ${value} as value
    from (
      select h.*, o.required_date, greatest(0, ${hours('o.audit_date', 'w.time')}) as to_out,
        greatest(0, ${hours('w.time', 'h.sign_date')}) as to_sign,
        (h.sign_date at time zone 'Asia/Shanghai')::date as sign_day
      from app.order_delivery h
      left join app.order_order o on o.tenant_code = h.tenant_code and o.code = h.order_code
      left join (
        select k.from_id, min(m.audit_date) as time
        from app.doc_link k
        join app.stock_inout m
          on m.tenant_code = k.tenant_code
          and m.id = k.to_id
          and m.bill_status in ('1', '2')
          and m.red_flag = '0'
        where k.is_active and k.kind = 'ship'
        group by 1
      ) w on w.from_id = h.id
      where ${stands('h', books)} and ${within('h.bill_date', books)}
    ) h
    group by 1`;
};
const R24: FigureTruth = {
  by: 'storage',
  told: {
    deliveryCount: journeys('count(*)'),
    hoursToOut: journeys('round(avg(h.to_out), 1)'),
    hoursToSign: journeys('round(avg(h.to_sign), 1)'),
    onTimeRate: journeys(`
      round(
        100.0 * count(*) filter (where h.sign_day <= h.required_date)
          / nullif(count(*) filter (where h.sign_day is not null and h.required_date is not null), 0), 1
      )`),
  },
};

export const goodsTruths = { R10, R11, R12, R13, R18, R24 };
