-- Invoices are issued by a provider outside: what it is asked for, and how far it is.
alter table app.invoice_maintain add column fail_msg text;
alter table app.invoice_maintain add column drawer text;
alter table app.invoice_maintain add column push_status text not null default '0';
grant update (fail_msg, drawer, push_status) on app.invoice_maintain to qudao_app;

-- The id is our number of the request, by which the provider knows it: what was sent once is looked for by it.
create table app.invoice_request (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  invoice_id uuid not null,
  kind text not null,
  system_code text not null,
  -- As it was asked for: every try says the same.
  body jsonb not null,
  state text not null default '0',
  faults integer not null default 0,
  polls integer not null default 0,
  attempts integer not null default 0,
  not_before timestamp with time zone not null default now(),
  lease_until timestamp with time zone,
  -- The call that is under way; one whose worker died is logged by the next.
  calling text,
  message text,
  file_id uuid,
  mail_id uuid,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  update_date timestamp with time zone,
  primary key (tenant_code, id),
  foreign key (tenant_code, invoice_id) references app.invoice_maintain (tenant_code, id) on delete cascade,
  foreign key (tenant_code, system_code) references app.approve_system (tenant_code, code)
);
-- An invoice is asked for once. Only a refusal, after which it is mended, makes room for another request.
create unique index invoice_request_once on app.invoice_request (tenant_code, invoice_id) where state <> '5';
create index invoice_request_of on app.invoice_request (tenant_code, invoice_id, create_date);
create index invoice_request_due on app.invoice_request (tenant_code, not_before) where state in ('0', '1', '2');
create index invoice_request_system on app.invoice_request (tenant_code, system_code);
alter table app.invoice_request enable row level security;
alter table app.invoice_request force row level security;
create policy tenant_wall on app.invoice_request using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.invoice_request to qudao_app, qudao_report;
grant insert, update (system_code, state, faults, polls, attempts, not_before, lease_until, calling, message, file_id, mail_id, update_date) on app.invoice_request to qudao_app;

-- A run of a job for this tenant as soon as somebody can take it: what was just asked for need not wait for the minute.
-- One that waits already is enough; a schedule that was paused stays so.
create or replace function sec.ask_job(p_bean text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if sec.tenant() is null then raise exception 'no tenant' using errcode = 'QD401'; end if;
  insert into sec.job_run (id, schedule_id, tenant_code, due)
  select sec.new_id(), s.id, sec.tenant(), clock_timestamp()
  from app.job_schedule s
  where s.bean_name = p_bean
    and s.status = '1'
    and not exists (
      select from sec.job_run r
      where r.schedule_id = s.id and r.tenant_code = sec.tenant() and r.lease_until is null
    )
  order by s.id
  limit 1
  on conflict do nothing;
  perform pg_notify('qudao_job', '');
end
$$;
revoke all on function sec.ask_job(text) from public;
grant execute on function sec.ask_job(text) to qudao_app;
