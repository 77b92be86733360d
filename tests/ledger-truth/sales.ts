import { combined, grouped, stands, within, type Books, type FigureTruth, type Truth } from './statement.ts';

/** Lines `l` of orders `h`, with what links of a kind carry of each. */
const ordered = (books: Books): string => `
  app.order_order h
  join app.order_order_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
  where ${stands('h', books)} and ${within('h.bill_date', books)}`;
const linked = (kind: string): string => `
  coalesce((
    select sum(x.number)
    from app.doc_link k
    join app.stock_inout_line x on x.tenant_code = k.tenant_code and x.id = k.to_line_id
    join app.stock_inout m on m.tenant_code = k.tenant_code and m.id = x.parent_id and m.bill_status in ('1', '2')
    where k.tenant_code = l.tenant_code and k.from_line_id = l.id and k.is_active and k.kind = '${kind}'
  ), 0)`;
const out = linked('out');
const back = linked('return');
const released = `
  coalesce((
    select sum(d.number)
    from app.doc_link k
    join app.order_delivery_line d on d.tenant_code = k.tenant_code and d.id = k.to_line_id
    where k.tenant_code = l.tenant_code and k.from_line_id = l.id and k.is_active and k.kind = 'release'
  ), 0)`;
const signed = `
  coalesce((
    select sum(d.signed_number)
    from app.order_delivery_line d
    where d.tenant_code = l.tenant_code and d.order_line_id = l.id::text
  ), 0)`;
const closed = `coalesce((select sum((c->>'number')::numeric) from jsonb_array_elements(l.closes) c), 0)`;
const invoiced = `
  coalesce((
    select sum(i.number)
    from app.doc_link m
    join app.doc_link i
      on i.tenant_code = m.tenant_code
      and i.from_line_id = m.to_line_id
      and i.kind = 'invoice'
      and i.is_active
    where m.tenant_code = l.tenant_code and m.from_line_id = l.id and m.is_active and m.kind in ('out', 'return')
  ), 0)`;
const ofOrders =
  (key: string, value: string, where = 'true'): Truth =>
  (books) =>
    grouped(key, value, `${ordered(books)} and ${where}`);

/** Goods that left for customers, red ones against them, with the order they left for. */
const sold = (books: Books, days = within('h.bill_date', books)): string => `
  app.stock_inout h
  join app.stock_inout_line l on l.tenant_code = h.tenant_code and l.parent_id = h.id
  left join app.doc_link k on k.tenant_code = h.tenant_code
    and k.to_id = h.id
    and k.to_line_id = l.id
    and k.is_active
    and k.kind in ('out', 'return')
  left join app.order_order o on o.tenant_code = k.tenant_code and o.id = k.from_id
  where ${stands('h', books)} and h.move_type = '4' and ${days}`;
const net = (value: string): string => `sum(case h.red_flag when '1' then -${value} else ${value} end)`;
const ofSales =
  (key: string, value: string, where = 'true'): Truth =>
  (books) =>
    grouped(key, value, `${sold(books)} and ${where}`);
const blue = `h.red_flag = '0'`;

const everybody = (what: string): Truth => ofOrders('h.customer_code', what);
const R01: FigureTruth = {
  by: 'customer',
  told: {
    orderedNumber: everybody('sum(l.number)'),
    orderedAmount: everybody('sum(l.amount)'),
    releasedNumber: everybody(`sum(${released})`),
    outNumber: everybody(`sum(${out})`),
    signedNumber: everybody(`sum(${signed})`),
    invoicedNumber: everybody(`sum(${invoiced})`),
    closedNumber: everybody(`sum(${closed})`),
    executionRate: everybody(`round(100 * sum(${out}) / nullif(sum(l.number) - sum(${closed}), 0), 1)`),
    orderCount: everybody('count(distinct h.id)'),
    customerCount: everybody('1'),
  },
};

const R03: FigureTruth = {
  by: 'material',
  told: {
    amount: ofSales('l.product_code', net('l.amount')),
    number: ofSales('l.product_code', net('l.number')),
    orderCount: ofSales('l.product_code', 'count(distinct o.id)'),
    customerCount: ofSales('l.product_code', 'count(distinct h.customer_code)'),
    averageOrder: ofSales('l.product_code', `round(${net('l.amount')} / nullif(count(distinct o.id), 0), 2)`),
  },
};

const R02: FigureTruth = {
  by: 'order',
  told: { amount: ofSales('o.code', net('l.amount')), number: ofSales('o.code', net('l.number')) },
};

/** Days on which customers bought, from a year before the span on. */
const bought = (value: string): Truth => {
  const from = (books: Books): string => `('${books.from}'::date - interval '12 months')::date`;
  return (books) => `
    select s.key,
      ${value.replaceAll('$from', `'${books.from}'::date`).replaceAll('$to', `'${books.to}'::date`)} as value
    from (
      select h.customer_code as key, h.bill_date as day
      from ${sold(books, `h.bill_date between ${from(books)} and '${books.to}'`)} and ${blue}
    ) s
    group by 1`;
};
const R04: FigureTruth = {
  by: 'customer',
  told: {
    amount: ofSales('h.customer_code', net('l.amount')),
    orderCount: ofSales('h.customer_code', 'count(distinct o.id)'),
    lastDays: bought('$to - max(s.day)'),
    activeCount: bought('bool_or(s.day >= $from)::integer'),
    newCount: bought('bool_and(s.day >= $from)::integer'),
    lostCount: bought('bool_and(s.day < $from)::integer'),
  },
};

const R05: FigureTruth = {
  by: 'material',
  told: {
    amount: ofSales('l.product_code', net('l.amount')),
    number: ofSales('l.product_code', net('l.number')),
  },
};

/** What people and departments are to sell in the months that the span touches. */
const aimed: Truth = (books) => `
  select h.salesman_code as key, sum(l.target_amount) as value
  from app.sale_objective h
  join app.sale_objective_line l on l.parent_id = h.id
  where ${stands('h', books)}
    and h.customer_code is null
    and (h.year || '-' || lpad(l.month::text, 2, '0')) between left('${books.from}', 7) and left('${books.to}', 7)
  group by 1`;
const made: Truth = ofSales('o.salesman_code', net('l.amount'));
/** Calendar days of the months, for each of those that are gone (E2). */
const pace = ({ from, to }: Books): string => `
  ( (
    select count(*)
    from generate_series(
      date_trunc('month', '${from}'::date), date_trunc('month', '${to}'::date) + interval '1 month - 1 day',
      interval '1 day'
    )
  )::numeric / (select count(*) from generate_series('${from}'::date, '${to}'::date, interval '1 day')))`;
const aimedAndMade =
  (value: string): Truth =>
  (books) =>
    combined(aimed(books), made(books), value);
const R06: FigureTruth = {
  by: 'salesman',
  told: {
    target: aimed,
    amount: made,
    achievement: aimedAndMade('round(100 * coalesce(b.value, 0) / nullif(a.value, 0), 1)'),
    gap: aimedAndMade('greatest(0, coalesce(a.value, 0) - coalesce(b.value, 0))'),
    forecast: (books) => `select m.key, round(m.value * ${pace(books)}, 2) as value from (${made(books)}) m`,
  },
};

/** What the ledger of costs says of goods that left. */
const cost: Truth = (books) => `
  select h.customer_code as key, -sum(e.d_amount) as value
  from app.cost_entry e
  join app.stock_inout h on h.tenant_code = e.tenant_code and h.id = e.doc_id and h.move_type = '4'
  where ${stands('h', books)} and ${within('h.bill_date', books)}
  group by 1`;
/** What the ledger of receivables says was paid with rebate when they left. */
const rebate: Truth = (books) => `
  select b.customer_code as key, -sum(e.d_amount) as value
  from app.receivable_entry e
  join app.receivable_balance b on b.id = e.balance_id
  join app.stock_inout h on h.tenant_code = e.tenant_code and h.id = e.doc_id and h.move_type = '4'
  where ${stands('h', books)} and ${within('h.bill_date', books)} and e.post_type = 'RBT'
  group by 1`;
const income: Truth = (books) =>
  combined(R04.told['amount']!(books), rebate(books), 'coalesce(a.value, 0) - coalesce(b.value, 0)');
const earned =
  (value: string): Truth =>
  (books) =>
    combined(income(books), cost(books), value);
const profit = 'coalesce(a.value, 0) - coalesce(b.value, 0)';
const R07: FigureTruth = {
  by: 'customer',
  told: {
    amount: R04.told['amount']!,
    number: ofSales('h.customer_code', net('l.number')),
    rebateUsed: rebate,
    costAmount: cost,
    profitAmount: earned(profit),
    profitRate: earned(`round(100 * (${profit}) / nullif(a.value, 0), 1)`),
  },
};

const given = `l.line_type in ('1', '4')`;
const ofGifts = (value: string): Truth => ofOrders('l.product_code', value, given);
const R09: FigureTruth = {
  by: 'material',
  told: {
    number: ofGifts('sum(l.number)'),
    giftAmount: ofGifts('sum(l.number * coalesce(l.list_price, l.retail_price, 0))'),
    outNumber: ofGifts(`sum(${out})`),
    openTrials: ofGifts(`sum(case l.line_type when '4' then greatest(0, ${out} - ${back}) else 0 end)`),
  },
};

const share = (number: string): Truth =>
  ofOrders('h.customer_code', `sum(case when l.number <> 0 then round(l.amount * (${number}) / l.number, 2) end)`);
const R17: FigureTruth = {
  by: 'customer',
  told: {
    shippedAmount: share(out),
    returnedAmount: share(back),
    invoicedAmount: share(invoiced),
    uninvoicedAmount: share(`${out} - ${back} - ${invoiced}`),
  },
};

const cameBack = `h.red_flag = '1'`;
const ofRed = (value: string): Truth => ofSales('h.customer_code', value, cameBack);
const R19: FigureTruth = {
  by: 'customer',
  told: {
    returnedAmount: ofRed('sum(l.amount)'),
    returnedNumber: ofRed('sum(l.number)'),
    soldAmount: ofSales('h.customer_code', 'sum(l.amount)', blue),
    returnRate: ofSales(
      'h.customer_code',
      `round(100 * sum(l.amount) filter (where ${cameBack}) / nullif(sum(l.amount) filter (where ${blue}), 0), 1)`,
    ),
  },
};

export const salesTruths = { R01, R02, R03, R04, R05, R06, R07, R09, R17, R19 };
