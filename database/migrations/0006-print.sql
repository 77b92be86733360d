-- Every print of a document, with what stood on the paper. Insert and read only: what left the house is not rewritten.
create table app.sys_print (
  tenant_code text not null default sec.tenant(),
  record_id uuid not null,
  print_no integer not null,
  noun text not null,
  record_code text not null,
  -- The version of the document that was printed.
  record_version integer not null,
  -- The older print that this one repeats; its printout is equal.
  copy_of integer,
  paper text not null,
  printout json not null,
  creator_id uuid not null default sec.user_id(),
  creator_name text not null,
  create_date timestamptz not null default now(),
  primary key (tenant_code, record_id, print_no)
);

alter table app.sys_print enable row level security;
alter table app.sys_print force row level security;
create policy tenant_wall on app.sys_print using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sys_print to qudao_app, qudao_report;
grant insert on app.sys_print to qudao_app;
