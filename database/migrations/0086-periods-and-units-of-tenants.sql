-- What 0070 and 0075 meant to do in tenants that exist, done in each of them: see 0085. Done already, it does nothing.
do $$
declare
  tenant record;
begin
  for tenant in select t.tenant_code from app.tenant_tenant t order by t.tenant_code loop
    perform sec.bind(tenant.tenant_code, null, '');
    -- Tenants that exist keep working in months that they have documents of and no period: open ones, for the tenant as a
    -- whole, from their first period to this month. Months before the first or before a closed one stay shut, and months
    -- without documents do not come: whoever needs one opens it.
    with known as (
      select p.tenant_code,
        greatest(min(p.start_date), max(p.end_date + 1) filter (where p.status = '2' and p.organize_code is null)) as since,
        (now() at time zone t.zone)::date as today
      from app.sys_accountperiod p
      join app.tenant_tenant t on t.tenant_code = p.tenant_code
      group by p.tenant_code, t.zone
    ),
    months as (
      select k.tenant_code, m::date as since, (m + interval '1 month' - interval '1 day')::date as until
      from known k
      cross join lateral generate_series(
        date_trunc('month', greatest(k.since, (k.today - interval '10 years')::date)::timestamp), k.today::timestamp,
        interval '1 month'
      ) m
    ),
    lacking as (
      select m.*
      from months m
      where not exists (
          select from app.sys_accountperiod p
          where p.tenant_code = m.tenant_code
            and p.organize_code is null
            and ((p.start_date <= m.until and p.end_date >= m.since)
              or (p.year, p.month) = (extract(year from m.since)::integer, extract(month from m.since)::integer))
        )
        and exists (
          select from (
            select tenant_code, organize_code, bill_date from app.stock_inout where deleted_flag = '0'
            union all
            select tenant_code, organize_code, bill_date from app.sale_bill where deleted_flag = '0'
            union all
            select tenant_code, organize_code, bill_date from app.order_order where deleted_flag = '0'
          ) d
          where d.tenant_code = m.tenant_code
            and d.bill_date between m.since and m.until
            and not exists (
              select from app.sys_accountperiod p
              where p.tenant_code = d.tenant_code
                and p.organize_code = d.organize_code
                and d.bill_date between p.start_date and p.end_date
            )
        )
    )
    insert into app.sys_accountperiod
      (tenant_code, id, year, month, start_date, end_date, status, creator_name)
    select l.tenant_code, sec.new_id(), extract(year from l.since)::integer, extract(month from l.since)::integer,
      l.since, l.until, '1', ''
    from lacking l;

    -- Numbers are held to the decimals of their unit from now on (A13). A unit keeps as many as are in use of it: in
    -- documents, on stock and in prices, trailing zeros not counted. Most numbers are whole and drop out of each scan.
    update app.data_unit
    set precision = greatest(0, least(4, coalesce(precision, 0)))
    where precision is null or precision not between 0 and 4;

    with counted as (
      select l.tenant_code, l.product_code as code, l.number
      from app.order_order_line l
      where l.number <> trunc(l.number)
      union all
      select l.tenant_code, l.product_code, l.number
      from app.order_delivery_line l
      where l.number <> trunc(l.number)
      union all
      select l.tenant_code, l.product_code, x.number
      from app.stock_inout_line l
      cross join lateral (values (l.number), (l.picked_number)) as x(number)
      where x.number <> trunc(x.number)
      union all
      select l.tenant_code, l.product_code, l.number
      from app.sale_opening_line l
      where l.number <> trunc(l.number)
      union all
      select e.tenant_code, b.material_code, x.number
      from app.stock_entry e
      join app.stock_balance b on b.tenant_code = e.tenant_code and b.id = e.balance_id
      cross join lateral (values (e.d_on_hand), (e.d_occupied), (e.d_frozen), (e.d_in_transit)) as x(number)
      where x.number <> trunc(x.number)
      union all
      select l.tenant_code, l.product_code, l.start_number
      from app.sale_ladderprice_line l
      where l.start_number <> trunc(l.start_number)
      union all
      select l.tenant_code, l.product_code, l.min_number
      from app.sale_pricestrategy_line l
      where l.min_number <> trunc(l.min_number)
    ),
    -- An auxiliary number that a rate ties to the number follows from it and needs no decimals of its own.
    auxiliary as (
      select l.tenant_code, l.product_code as code, l.store_number as number
      from app.stock_inout_line l
      where l.rate is null and l.store_number <> trunc(l.store_number)
      union all
      select l.tenant_code, l.product_code, l.store_number
      from app.order_delivery_line l
      where l.rate is null and l.store_number <> trunc(l.store_number)
    ),
    needed as (
      select m.tenant_code, m.main_unit_code as unit_code, min_scale(c.number) as decimals
      from counted c
      join app.data_material m on m.tenant_code = c.tenant_code and m.code = c.code
      union all
      select m.tenant_code, m.assist_unit_code, min_scale(a.number)
      from auxiliary a
      join app.data_material m on m.tenant_code = a.tenant_code and m.code = a.code
      where m.assist_unit_code is not null
    )
    update app.data_unit u
    set precision = n.decimals, row_version = u.row_version + 1
    from (select tenant_code, unit_code, least(4, max(decimals)) as decimals from needed group by 1, 2) n
    where u.tenant_code = n.tenant_code and u.code = n.unit_code and coalesce(u.precision, 0) < n.decimals;
  end loop;
end
$$;
