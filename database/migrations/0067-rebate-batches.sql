-- Rebate lapses batch by batch (A9): every + on a rebate account makes one, every - takes what lapses first. I15: what
-- the batches hold together is the balance of their account.
create table app.rebate_batch (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  account_code text not null,
  source_type text not null,
  source_id uuid not null,
  source_code text not null,
  granted numeric(20,4) not null,
  remaining numeric(20,4) not null,
  give_date date not null,
  expire_date date,
  create_date timestamptz not null default now(),
  primary key (tenant_code, id),
  constraint rebate_batch_remaining check (remaining >= 0)
);
create index rebate_batch_open on app.rebate_batch (tenant_code, account_code, expire_date) where remaining > 0;
alter table app.rebate_batch enable row level security;
alter table app.rebate_batch force row level security;
create policy tenant_wall on app.rebate_batch using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.rebate_batch to qudao_app, qudao_report;

-- What each entry of a rebate account took of a batch or put into it; order_id is the order that it paid.
create table app.rebate_move (
  tenant_code text not null default sec.tenant(),
  id uuid not null default gen_random_uuid(),
  batch_id uuid not null,
  entry_id bigint not null,
  order_id uuid not null,
  amount numeric(20,4) not null,
  -- Answered for by another batch, because this one had lapsed.
  is_lapsed boolean not null default false,
  primary key (tenant_code, id),
  foreign key (tenant_code, batch_id) references app.rebate_batch (tenant_code, id)
);
create index rebate_move_batch on app.rebate_move (tenant_code, batch_id);
create index rebate_move_entry on app.rebate_move (tenant_code, entry_id);
create index rebate_move_order on app.rebate_move (tenant_code, order_id);
alter table app.rebate_move enable row level security;
alter table app.rebate_move force row level security;
create policy tenant_wall on app.rebate_move using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.rebate_move to qudao_app, qudao_report;

-- The last day of rebate that is given on a day: FD004 months later (12; 0 is never), by organisation, tenant,
-- installation.
create or replace function app.rebate_expiry(p_organize text, p_day date) returns date
language plpgsql stable security invoker set search_path = app, pg_catalog
as $$
declare
  months integer;
begin
  select coalesce((
    select t.value
    from tenant_params t
    where t.code = 'FD004' and t.status = '1' and t.organize_code is not distinct from p_organize
  ), (
    select t.value
    from tenant_params t
    where t.code = 'FD004' and t.status = '1' and t.organize_code is null
  ),
    (select s.param_value from sys_params s where s.param_code = 'FD004' and s.status = '1'), '12')::integer
  into months;
  return case when months = 0 then null else (p_day + make_interval(months => months))::date end;
end
$$;

-- Takes rebate out of batches, from the one that is named first, then what lapses first; what never lapses comes last.
-- Answers nothing: batches that cannot give it are a fault of ours, for the balance could (I15).
create or replace function app.rebate_take(
  p_entry app.capital_entry, p_account text, p_amount numeric, p_first uuid
) returns void
language plpgsql security invoker set search_path = app, pg_catalog
as $$
declare
  batch record;
  open numeric := p_amount;
begin
  for batch in
    select b.id, b.remaining
    from rebate_batch b
    where b.tenant_code = p_entry.tenant_code and b.account_code = p_account and b.remaining > 0
    order by b.id is distinct from p_first, b.expire_date nulls last, b.id
    for update
  loop
    exit when open <= 0;
    insert into rebate_move (tenant_code, batch_id, entry_id, order_id, amount)
    values (p_entry.tenant_code, batch.id, p_entry.id, p_entry.holder_doc_id, -least(batch.remaining, open));
    update rebate_batch b
    set remaining = b.remaining - least(batch.remaining, open)
    where b.tenant_code = p_entry.tenant_code and b.id = batch.id;
    open := open - least(batch.remaining, open);
  end loop;
  if open > 0 then
    raise exception 'rebate batches of % lack %', p_account, open;
  end if;
end
$$;

-- Rebate that comes is a batch of its own, with the entry that brought it.
create or replace function app.rebate_give(
  p_entry app.capital_entry, p_account text, p_amount numeric, p_expire date
) returns void
language plpgsql security invoker set search_path = app, pg_catalog
as $$
declare
  made uuid := gen_random_uuid();
begin
  if p_amount <= 0 then
    return;
  end if;
  insert into rebate_batch
    (tenant_code, id, account_code, source_type, source_id, source_code, granted, remaining, give_date, expire_date)
  values (
    p_entry.tenant_code, made, p_account, p_entry.doc_type, p_entry.doc_id, p_entry.doc_code, p_amount, p_amount,
    p_entry.biz_date, p_expire
  );
  insert into rebate_move (tenant_code, batch_id, entry_id, order_id, amount)
  values (p_entry.tenant_code, made, p_entry.id, p_entry.holder_doc_id, p_amount);
end
$$;

-- Goods that come back refill the batches that paid for their order, the one taken last first (A9a). What belongs to a
-- batch that has lapsed meanwhile is a new one of 30 days; what nobody remembers having taken, one that never lapses.
create or replace function app.rebate_refill(p_entry app.capital_entry, p_account text) returns void
language plpgsql security invoker set search_path = app, pg_catalog
as $$
declare
  used record;
  part numeric;
  open numeric := p_entry.d_balance;
begin
  for used in
    select b.id, b.expire_date, -sum(m.amount) as taken
    from rebate_move m
    join rebate_batch b on b.tenant_code = m.tenant_code and b.id = m.batch_id
    where m.tenant_code = p_entry.tenant_code and m.order_id = p_entry.holder_doc_id and b.account_code = p_account
    group by b.id, b.expire_date
    having sum(m.amount) < 0
    order by max(m.entry_id) filter (where m.amount < 0) desc, b.expire_date desc nulls first, b.id desc
  loop
    exit when open <= 0;
    part := least(used.taken, open);
    if used.expire_date < p_entry.biz_date then
      perform rebate_give(p_entry, p_account, part, p_entry.biz_date + 30);
      -- The lapsed batch has been answered for: the next refund does not refill it once more.
      insert into rebate_move (tenant_code, batch_id, entry_id, order_id, amount, is_lapsed)
      values (p_entry.tenant_code, used.id, p_entry.id, p_entry.holder_doc_id, part, true);
    else
      insert into rebate_move (tenant_code, batch_id, entry_id, order_id, amount)
      values (p_entry.tenant_code, used.id, p_entry.id, p_entry.holder_doc_id, part);
      update rebate_batch b
      set remaining = b.remaining + part
      where b.tenant_code = p_entry.tenant_code and b.id = used.id;
    end if;
    open := open - part;
  end loop;
  perform rebate_give(p_entry, p_account, open, null);
end
$$;

-- An entry that is taken back takes its own moves back. A batch that it made goes only whole: of rebate that was used
-- since, the grant is not undone (B7a). What it refilled is taken from where it was put, else from what lapses first.
create or replace function app.rebate_undo(p_entry app.capital_entry, p_account text) returns void
language plpgsql security invoker set search_path = app, pg_catalog
as $$
declare
  done record;
  open numeric := p_entry.d_balance;
begin
  for done in
    select m.batch_id, m.amount, m.is_lapsed, b.remaining, b.granted,
      b.source_id = e.doc_id and b.granted = m.amount as is_made
    from rebate_move m
    join rebate_batch b on b.tenant_code = m.tenant_code and b.id = m.batch_id
    join capital_entry e on e.tenant_code = m.tenant_code and e.id = m.entry_id
    where m.tenant_code = p_entry.tenant_code and m.entry_id = p_entry.reversal_of
    order by m.batch_id
  loop
    if done.is_made and done.remaining <> done.granted then
      raise exception 'rebate batch is used' using errcode = 'QD020', detail = '{}';
    end if;
    if not done.is_lapsed then
      if done.amount > done.remaining and done.amount > 0 then
        perform rebate_take(p_entry, p_account, done.amount, done.batch_id);
      else
        insert into rebate_move (tenant_code, batch_id, entry_id, order_id, amount)
        values (p_entry.tenant_code, done.batch_id, p_entry.id, p_entry.holder_doc_id, -done.amount);
        update rebate_batch b
        set remaining = b.remaining - done.amount
        where b.tenant_code = p_entry.tenant_code and b.id = done.batch_id;
      end if;
      open := open + done.amount;
    else
      insert into rebate_move (tenant_code, batch_id, entry_id, order_id, amount, is_lapsed)
      values (p_entry.tenant_code, done.batch_id, p_entry.id, p_entry.holder_doc_id, -done.amount, true);
    end if;
  end loop;
  -- Of an entry from before batches were kept.
  if open > 0 then
    perform rebate_give(p_entry, p_account, open, null);
  elsif open < 0 then
    perform rebate_take(p_entry, p_account, -open, null);
  end if;
end
$$;

-- Batches follow every entry of a rebate account, whoever posts it: a way of posting that forgot them would leave
-- rebate that never lapses, or none to take (A9, I15).
create or replace function app.rebate_follow() returns trigger
language plpgsql security invoker set search_path = app, pg_catalog
as $$
declare
  account record;
begin
  select a.account_code, a.organize_code
  into account
  from capital_balance b
  join sale_capitalaccount a on a.tenant_code = b.tenant_code and a.account_code = b.account_code
  where b.tenant_code = new.tenant_code and b.id = new.balance_id and a.account_type = 'A003';
  if account.account_code is null then
    return null;
  elsif new.reversal_of is not null then
    perform rebate_undo(new, account.account_code);
  elsif new.d_balance < 0 then
    perform rebate_take(new, account.account_code, -new.d_balance, null);
  elsif new.post_type = 'RTN' then
    perform rebate_refill(new, account.account_code);
  else
    perform rebate_give(new, account.account_code, new.d_balance, rebate_expiry(account.organize_code, new.biz_date));
  end if;
  return null;
end
$$;

revoke all on function app.rebate_expiry(text, date) from public;
revoke all on function app.rebate_take(app.capital_entry, text, numeric, uuid) from public;
revoke all on function app.rebate_give(app.capital_entry, text, numeric, date) from public;
revoke all on function app.rebate_refill(app.capital_entry, text) from public;
revoke all on function app.rebate_undo(app.capital_entry, text) from public;
revoke all on function app.rebate_follow() from public;

-- What is there already was promised without a last day, and keeps having none.
insert into app.rebate_batch (
  tenant_code, id, account_code, source_type, source_id, source_code, granted, remaining, give_date
)
select b.tenant_code, gen_random_uuid(), a.account_code, 'sale:capitalaccount', a.id, a.account_code, b.balance,
  b.balance, current_date
from app.capital_balance b
join app.sale_capitalaccount a on a.tenant_code = b.tenant_code and a.account_code = b.account_code
where a.account_type = 'A003' and b.balance > 0;

create trigger capital_entry_rebate
after insert on app.capital_entry
for each row
when (new.d_balance <> 0)
execute function app.rebate_follow();
