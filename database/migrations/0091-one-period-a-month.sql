-- A month of the tenant as a whole is there once, as one of an organisation is: without an organisation the key took it
-- for two. Of months that are there twice the closed one stays, else the open one, else the first; an open one that
-- stays holds the days of all of them, so that no document lies outside.
do $$
declare
  tenant record;
begin
  for tenant in select t.tenant_code from app.tenant_tenant t order by t.tenant_code loop
    perform sec.bind(tenant.tenant_code, null, '');
    update app.sys_accountperiod p
    set start_date = least(p.start_date, d.start_date), end_date = greatest(p.end_date, d.end_date)
    from (
      select organize_code, year, month, min(start_date) as start_date, max(end_date) as end_date,
        (array_agg(id order by status desc, create_date, id))[1] as id
      from app.sys_accountperiod
      group by 1, 2, 3
      having count(*) > 1
    ) d
    where p.id = d.id and p.status <> '2';
    with ranked as (
      select id, row_number() over (partition by organize_code, year, month order by status desc, create_date, id) as n
      from app.sys_accountperiod
    ),
    forgotten as (delete from app.period_balance b using ranked r where b.period_id = r.id and r.n > 1)
    delete from app.sys_accountperiod p
    using ranked r
    where p.id = r.id and r.n > 1;
  end loop;
end
$$;
drop index app.sys_accountperiod_key;
create unique index sys_accountperiod_key
  on app.sys_accountperiod (tenant_code, organize_code, year, month) nulls not distinct;
