-- The life of a document is walked over links that ended, too; beside them the partial indexes found nothing.
drop index app.doc_link_from;
drop index app.doc_link_to;
create index doc_link_from on app.doc_link (tenant_code, from_id);
create index doc_link_to on app.doc_link (tenant_code, to_id);

create table app.order_template (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  name text not null,
  content jsonb not null,
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  pinyin text not null default '',
  search_text text not null generated always as (app.search_text('', name, pinyin)) stored,
  search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text('', name, pinyin))) stored,
  primary key (tenant_code, id)
);
create index order_template_recent on app.order_template (tenant_code, create_date DESC, id DESC);
create index order_template_status on app.order_template (tenant_code, status, create_date DESC, id DESC);
create index order_template_search on app.order_template using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.order_template enable row level security;
alter table app.order_template force row level security;
create policy tenant_wall on app.order_template using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_template to qudao_app, qudao_report;
grant insert, delete, update (name, content, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.order_template to qudao_app;
