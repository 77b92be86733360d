-- What stood in the ledgers at the end of a closed period (A4): stock in how many, cost in how many and in how much,
-- receivables in how much, by the balance they belong to. Written when a period is closed and gone when it is opened
-- again; nobody changes a figure.
create table app.period_balance (
  tenant_code text not null default sec.tenant(),
  period_id uuid not null,
  kind text not null,
  balance_id uuid not null,
  number numeric(20,4) not null,
  amount numeric(20,4) not null,
  primary key (tenant_code, period_id, kind, balance_id),
  foreign key (tenant_code, period_id) references app.sys_accountperiod (tenant_code, id)
);
alter table app.period_balance enable row level security;
alter table app.period_balance force row level security;
create policy tenant_wall on app.period_balance using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.period_balance to qudao_app, qudao_report;
grant insert, delete on app.period_balance to qudao_app;

-- A month is summed without the years before it.
create index stock_entry_day on app.stock_entry (tenant_code, biz_date);
create index cost_entry_day on app.cost_entry (tenant_code, biz_date);
create index receivable_entry_day on app.receivable_entry (tenant_code, biz_date);
