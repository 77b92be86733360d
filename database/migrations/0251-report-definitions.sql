-- Reports that people of a tenant put together themselves.
create table app.report_definition (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  report_type text not null,
  chart_type text not null default 'bar',
  data_source text not null,
  sort integer,
  status text not null default '1',
  remark text,
  columns jsonb not null,
  filters jsonb,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  pinyin text not null default '',
  search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored,
  primary key (tenant_code, id)
);
create unique index report_definition_key on app.report_definition (tenant_code, code);
create index report_definition_recent on app.report_definition (tenant_code, create_date DESC, id DESC);
create index report_definition_report_type on app.report_definition (tenant_code, report_type, create_date DESC, id DESC);
create index report_definition_chart_type on app.report_definition (tenant_code, chart_type, create_date DESC, id DESC);
create index report_definition_status on app.report_definition (tenant_code, status, create_date DESC, id DESC);
create index report_definition_search on app.report_definition using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.report_definition enable row level security;
alter table app.report_definition force row level security;
create policy tenant_wall on app.report_definition using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.report_definition to qudao_app, qudao_report;
grant insert, delete, update (code, name, report_type, chart_type, data_source, sort, status, remark, columns, filters, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.report_definition to qudao_app;
