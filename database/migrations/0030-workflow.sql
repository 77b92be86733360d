-- Approval of documents: definitions of processes, what runs, what waits for whom, and what was decided.

create table app.activiti_model (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  name text not null,
  key text not null,
  category text,
  description text,
  version integer,
  last_update_time timestamp with time zone,
  model_xml text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  pinyin text not null default '',
  search_text text not null generated always as (app.search_text(key, name, pinyin)) stored,
  search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(key, name, pinyin))) stored,
  primary key (tenant_code, id)
);
create unique index activiti_model_key on app.activiti_model (tenant_code, key);
create index activiti_model_recent on app.activiti_model (tenant_code, create_date DESC, id DESC);
create index activiti_model_search on app.activiti_model using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.activiti_model enable row level security;
alter table app.activiti_model force row level security;
create policy tenant_wall on app.activiti_model using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.activiti_model to qudao_app, qudao_report;
grant insert, delete, update (name, key, category, description, version, last_update_time, model_xml, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.activiti_model to qudao_app;

create table app.activiti_process (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  name text not null,
  key text not null,
  category text,
  version integer not null,
  deployment_id uuid,
  resource_name text,
  diagram_name text,
  state text not null default '1',
  business_url text,
  description text,
  doc_type text,
  warning text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  pinyin text not null default '',
  search_text text not null generated always as (app.search_text(key, name, pinyin)) stored,
  search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(key, name, pinyin))) stored,
  primary key (tenant_code, id)
);
create unique index activiti_process_key on app.activiti_process (tenant_code, key, version);
create index activiti_process_recent on app.activiti_process (tenant_code, create_date DESC, id DESC);
create index activiti_process_state on app.activiti_process (tenant_code, state, create_date DESC, id DESC);
create index activiti_process_search on app.activiti_process using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.activiti_process enable row level security;
alter table app.activiti_process force row level security;
create policy tenant_wall on app.activiti_process using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.activiti_process to qudao_app, qudao_report;
grant insert, delete, update (name, key, category, version, deployment_id, resource_name, diagram_name, state, business_url, description, doc_type, warning, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.activiti_process to qudao_app;

create table app.activiti_deployment (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  name text not null,
  key text,
  category text,
  deploy_time timestamp with time zone,
  process_count integer,
  source text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  pinyin text not null default '',
  search_text text not null generated always as (app.search_text(coalesce(key, ''), name, pinyin)) stored,
  search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(coalesce(key, ''), name, pinyin))) stored,
  primary key (tenant_code, id)
);
create index activiti_deployment_recent on app.activiti_deployment (tenant_code, create_date DESC, id DESC);
create index activiti_deployment_search on app.activiti_deployment using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.activiti_deployment enable row level security;
alter table app.activiti_deployment force row level security;
create policy tenant_wall on app.activiti_deployment using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.activiti_deployment to qudao_app, qudao_report;
grant insert, delete, update (name, key, category, deploy_time, process_count, source, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.activiti_deployment to qudao_app;

create table app.activiti_bizroute (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  name text not null,
  process_definition_key text not null,
  doc_type text not null,
  organize_codes text[] not null default '{}',
  condition text,
  priority integer default '100',
  route_name text not null,
  save_url text not null,
  form_name text not null,
  callback_url text,
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
create index activiti_bizroute_recent on app.activiti_bizroute (tenant_code, create_date DESC, id DESC);
create index activiti_bizroute_status on app.activiti_bizroute (tenant_code, status, create_date DESC, id DESC);
create index activiti_bizroute_search on app.activiti_bizroute using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.activiti_bizroute enable row level security;
alter table app.activiti_bizroute force row level security;
create policy tenant_wall on app.activiti_bizroute using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.activiti_bizroute to qudao_app, qudao_report;
grant insert, delete, update (name, process_definition_key, doc_type, organize_codes, condition, priority, route_name, save_url, form_name, callback_url, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.activiti_bizroute to qudao_app;

create table app.activiti_substitute (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  user_id uuid not null,
  substitute_id uuid not null,
  start_date date not null,
  end_date date not null,
  doc_types jsonb,
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create index activiti_substitute_recent on app.activiti_substitute (tenant_code, create_date DESC, id DESC);
create index activiti_substitute_user_id on app.activiti_substitute (tenant_code, user_id, create_date DESC, id DESC);
create index activiti_substitute_substitute_id on app.activiti_substitute (tenant_code, substitute_id, create_date DESC, id DESC);
create index activiti_substitute_status on app.activiti_substitute (tenant_code, status, create_date DESC, id DESC);
alter table app.activiti_substitute enable row level security;
alter table app.activiti_substitute force row level security;
create policy tenant_wall on app.activiti_substitute using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.activiti_substitute to qudao_app, qudao_report;
grant insert, delete, update (user_id, substitute_id, start_date, end_date, doc_types, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.activiti_substitute to qudao_app;

create table app.approve_bill (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  enable_flag text default '1',
  system_code text not null,
  erp_product text,
  flow_number text,
  main_table text,
  key_field text,
  ui_type text,
  sort integer,
  remark text,
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
create unique index approve_bill_key on app.approve_bill (tenant_code, code);
create index approve_bill_recent on app.approve_bill (tenant_code, create_date DESC, id DESC);
create index approve_bill_system_code on app.approve_bill (tenant_code, system_code, create_date DESC, id DESC);
create index approve_bill_enable_flag on app.approve_bill (tenant_code, enable_flag, create_date DESC, id DESC);
create index approve_bill_erp_product on app.approve_bill (tenant_code, erp_product, create_date DESC, id DESC);
create index approve_bill_flow_number on app.approve_bill (tenant_code, flow_number, create_date DESC, id DESC);
create index approve_bill_search on app.approve_bill using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.approve_bill enable row level security;
alter table app.approve_bill force row level security;
create policy tenant_wall on app.approve_bill using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.approve_bill to qudao_app, qudao_report;
grant insert, delete, update (code, name, enable_flag, system_code, erp_product, flow_number, main_table, key_field, ui_type, sort, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.approve_bill to qudao_app;

create table app.approve_billdict (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  bill_type_code text not null,
  record_type text not null,
  field_code text not null,
  field_name text not null,
  ui_type text,
  show_flag text not null default '1',
  sort integer,
  enable_flag text default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  pinyin text not null default '',
  search_text text not null generated always as (app.search_text(field_code, field_name, pinyin)) stored,
  search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(field_code, field_name, pinyin))) stored,
  primary key (tenant_code, id)
);
create unique index approve_billdict_key on app.approve_billdict (tenant_code, bill_type_code, record_type, field_code);
create index approve_billdict_recent on app.approve_billdict (tenant_code, create_date DESC, id DESC);
create index approve_billdict_bill_type_code on app.approve_billdict (tenant_code, bill_type_code, create_date DESC, id DESC);
create index approve_billdict_record_type on app.approve_billdict (tenant_code, record_type, create_date DESC, id DESC);
create index approve_billdict_ui_type on app.approve_billdict (tenant_code, ui_type, create_date DESC, id DESC);
create index approve_billdict_enable_flag on app.approve_billdict (tenant_code, enable_flag, create_date DESC, id DESC);
create index approve_billdict_search on app.approve_billdict using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.approve_billdict enable row level security;
alter table app.approve_billdict force row level security;
create policy tenant_wall on app.approve_billdict using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.approve_billdict to qudao_app, qudao_report;
grant insert, delete, update (bill_type_code, record_type, field_code, field_name, ui_type, show_flag, sort, enable_flag, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.approve_billdict to qudao_app;

create table app.approve_template (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  template_type text not null,
  bill_type_code text,
  content text not null,
  version text,
  enable_flag text default '1',
  remark text,
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
create unique index approve_template_key on app.approve_template (tenant_code, code);
create index approve_template_recent on app.approve_template (tenant_code, create_date DESC, id DESC);
create index approve_template_bill_type_code on app.approve_template (tenant_code, bill_type_code, create_date DESC, id DESC);
create index approve_template_template_type on app.approve_template (tenant_code, template_type, create_date DESC, id DESC);
create index approve_template_version on app.approve_template (tenant_code, version, create_date DESC, id DESC);
create index approve_template_enable_flag on app.approve_template (tenant_code, enable_flag, create_date DESC, id DESC);
create index approve_template_search on app.approve_template using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.approve_template enable row level security;
alter table app.approve_template force row level security;
create policy tenant_wall on app.approve_template using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.approve_template to qudao_app, qudao_report;
grant insert, delete, update (code, name, template_type, bill_type_code, content, version, enable_flag, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.approve_template to qudao_app;

create table app.approve_organization (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  pid uuid,
  code text not null,
  name text not null,
  erp_code text,
  system_code text,
  enable_flag text default '1',
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
create unique index approve_organization_key on app.approve_organization (tenant_code, code);
create index approve_organization_recent on app.approve_organization (tenant_code, create_date DESC, id DESC);
create index approve_organization_pid on app.approve_organization (tenant_code, pid);
create index approve_organization_system_code on app.approve_organization (tenant_code, system_code, create_date DESC, id DESC);
create index approve_organization_erp_code on app.approve_organization (tenant_code, erp_code, create_date DESC, id DESC);
create index approve_organization_enable_flag on app.approve_organization (tenant_code, enable_flag, create_date DESC, id DESC);
create index approve_organization_search on app.approve_organization using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.approve_organization enable row level security;
alter table app.approve_organization force row level security;
create policy tenant_wall on app.approve_organization using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.approve_organization to qudao_app, qudao_report;
grant insert, delete, update (pid, code, name, erp_code, system_code, enable_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.approve_organization to qudao_app;

create table app.approve_user (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  user_id uuid not null,
  system_code text not null,
  erp_user_code text not null,
  erp_user_name text,
  org_code text,
  enable_flag text default '1',
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  pinyin text not null default '',
  search_text text not null generated always as (app.search_text(erp_user_code, coalesce(erp_user_name, ''), pinyin)) stored,
  search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(erp_user_code, coalesce(erp_user_name, ''), pinyin))) stored,
  primary key (tenant_code, id)
);
create unique index approve_user_key on app.approve_user (tenant_code, system_code, erp_user_code);
create index approve_user_recent on app.approve_user (tenant_code, create_date DESC, id DESC);
create index approve_user_user_id on app.approve_user (tenant_code, user_id, create_date DESC, id DESC);
create index approve_user_system_code on app.approve_user (tenant_code, system_code, create_date DESC, id DESC);
create index approve_user_org_code on app.approve_user (tenant_code, org_code, create_date DESC, id DESC);
create index approve_user_enable_flag on app.approve_user (tenant_code, enable_flag, create_date DESC, id DESC);
create index approve_user_search on app.approve_user using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.approve_user enable row level security;
alter table app.approve_user force row level security;
create policy tenant_wall on app.approve_user using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.approve_user to qudao_app, qudao_report;
grant insert, delete, update (user_id, system_code, erp_user_code, erp_user_name, org_code, enable_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.approve_user to qudao_app;

create table app.activiti_correction (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  bill_date date not null,
  bill_status text not null,
  organize_code text,
  applicant_id uuid,
  dept_code text,
  post text,
  entry_date date,
  correction_date date,
  work_content text,
  achievement text,
  remark text,
  organize_name text,
  applicant_name text,
  dept_name text,
  audit_person_name text,
  audit_date timestamp with time zone,
  audit_msg text,
  process_instance_id text,
  op_seq integer not null default 0,
  audit_count integer not null default 0,
  cancel_flag text not null default '0',
  close_reason text,
  print_count integer not null default 0,
  deleted_flag text not null default '0',
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index activiti_correction_key on app.activiti_correction (tenant_code, code);
create index activiti_correction_recent on app.activiti_correction (tenant_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index activiti_correction_bill_date on app.activiti_correction (tenant_code, bill_date DESC, id DESC) where deleted_flag = '0'::text;
create index activiti_correction_bill_status on app.activiti_correction (tenant_code, bill_status, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index activiti_correction_dept_code on app.activiti_correction (tenant_code, dept_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
create index activiti_correction_organize_code on app.activiti_correction (tenant_code, organize_code, create_date DESC, id DESC) where deleted_flag = '0'::text;
alter table app.activiti_correction enable row level security;
alter table app.activiti_correction force row level security;
create policy tenant_wall on app.activiti_correction using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.activiti_correction to qudao_app, qudao_report;
grant insert, delete, update (code, bill_date, bill_status, organize_code, applicant_id, dept_code, post, entry_date, correction_date, work_content, achievement, remark, organize_name, applicant_name, dept_name, audit_person_name, audit_date, audit_msg, process_instance_id, op_seq, audit_count, cancel_flag, close_reason, print_count, deleted_flag, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.activiti_correction to qudao_app;

create table app.activiti_correction_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  parent_id uuid not null,
  line_no integer not null,
  primary key (tenant_code, id)
);
create index activiti_correction_line_parent on app.activiti_correction_line (tenant_code, parent_id, line_no);
alter table app.activiti_correction_line enable row level security;
alter table app.activiti_correction_line force row level security;
create policy tenant_wall on app.activiti_correction_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.activiti_correction_line to qudao_app, qudao_report;
grant insert, delete, update (parent_id, line_no) on app.activiti_correction_line to qudao_app;

alter table app.activiti_process add constraint activiti_process_deployment_id_fkey foreign key (tenant_code, deployment_id) references app.activiti_deployment (tenant_code, id);
alter table app.activiti_substitute add constraint activiti_substitute_user_id_fkey foreign key (tenant_code, user_id) references app.sys_user (tenant_code, id);
alter table app.activiti_substitute add constraint activiti_substitute_substitute_id_fkey foreign key (tenant_code, substitute_id) references app.sys_user (tenant_code, id);
alter table app.approve_bill add constraint approve_bill_system_code_fkey foreign key (tenant_code, system_code) references app.approve_system (tenant_code, code);
alter table app.approve_billdict add constraint approve_billdict_bill_type_code_fkey foreign key (tenant_code, bill_type_code) references app.approve_bill (tenant_code, code);
alter table app.approve_template add constraint approve_template_bill_type_code_fkey foreign key (tenant_code, bill_type_code) references app.approve_bill (tenant_code, code);
alter table app.approve_organization add constraint approve_organization_pid_fkey foreign key (tenant_code, pid) references app.approve_organization (tenant_code, id);
alter table app.approve_organization add constraint approve_organization_system_code_fkey foreign key (tenant_code, system_code) references app.approve_system (tenant_code, code);
alter table app.approve_user add constraint approve_user_user_id_fkey foreign key (tenant_code, user_id) references app.sys_user (tenant_code, id);
alter table app.approve_user add constraint approve_user_system_code_fkey foreign key (tenant_code, system_code) references app.approve_system (tenant_code, code);
alter table app.approve_user add constraint approve_user_org_code_fkey foreign key (tenant_code, org_code) references app.approve_organization (tenant_code, code);
alter table app.activiti_correction add constraint activiti_correction_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);
alter table app.activiti_correction add constraint activiti_correction_applicant_id_fkey foreign key (tenant_code, applicant_id) references app.sys_user (tenant_code, id);
alter table app.activiti_correction add constraint activiti_correction_dept_code_fkey foreign key (tenant_code, dept_code) references app.data_dept (tenant_code, code);
alter table app.activiti_correction_line add constraint activiti_correction_line_parent_id_fkey foreign key (tenant_code, parent_id) references app.activiti_correction (tenant_code, id) on delete cascade;


-- ── What runs ─────────────────────────────────────────────────────────────────────────────────────────────────

-- The text of a version. Apart from its row: lists of definitions are read often, drawings seldom and once per process.
create table app.wf_source (
  tenant_code text not null default sec.tenant(),
  process_id uuid not null,
  xml text not null,
  primary key (tenant_code, process_id)
);

-- One document on its way. Whoever acts on it locks this row first; state is opaque and gone when it has ended.
create table app.wf_instance (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  process_id uuid not null,
  process_key text not null,
  process_name text not null,
  process_version integer not null,
  doc_type text not null,
  bill_id uuid not null,
  bill_code text not null,
  business_key text not null,
  route_name text not null,
  organize_code text,
  starter_id uuid not null,
  starter_name text not null,
  status text not null default 'running',
  -- Values of the dictionary flow_status.
  flow_status text not null default '1',
  state jsonb,
  is_suspended boolean not null default false,
  -- Rolled back or rejected once: from then on nobody is skipped.
  is_returned boolean not null default false,
  urge_time timestamptz,
  revision integer not null default 1,
  start_time timestamptz not null default now(),
  end_time timestamptz,
  primary key (tenant_code, id)
) with (fillfactor = 70);
-- One at a time for a document, whatever its process or version.
create unique index wf_instance_running on app.wf_instance (tenant_code, business_key) where status = 'running';
create index wf_instance_started on app.wf_instance (tenant_code, starter_id, id desc);
create index wf_instance_open on app.wf_instance (tenant_code, id desc) where status = 'running';
create index wf_instance_process on app.wf_instance (tenant_code, process_id);
alter table app.wf_instance add constraint wf_instance_process_id_fkey foreign key (tenant_code, process_id) references app.activiti_process (tenant_code, id);

-- Open tasks only. Signers added to a task are rows beside it: before (it waits for them) or after (they wait for it).
create table app.wf_task (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  instance_id uuid not null,
  token integer not null,
  place integer,
  node text not null,
  name text not null,
  doc_type text not null,
  assignee_id uuid,
  owner_id uuid,
  fallback_role text,
  kind text not null default 'step' check (kind in ('step', 'starter', 'before', 'after')),
  phase text not null default 'open' check (phase in ('open', 'waiting', 'later')),
  parent_id uuid,
  create_time timestamptz not null default now(),
  due_time timestamptz,
  primary key (tenant_code, id)
);
create index wf_task_instance on app.wf_task (tenant_code, instance_id);
create index wf_task_assignee on app.wf_task (tenant_code, assignee_id, id desc) where assignee_id is not null;
alter table app.wf_task add constraint wf_task_instance_id_fkey foreign key (tenant_code, instance_id) references app.wf_instance (tenant_code, id);

-- Who may take a task that is nobody's yet. What a person is (roles, departments led) is asked when he asks: a change of role moves open work at once.
create table app.wf_candidate (
  tenant_code text not null default sec.tenant(),
  ref text not null,
  task_id uuid not null,
  -- Only holders with power over this organisation.
  organize_code text,
  primary key (tenant_code, ref, task_id)
);
create index wf_candidate_task on app.wf_candidate (tenant_code, task_id);
alter table app.wf_candidate add constraint wf_candidate_task_id_fkey foreign key (tenant_code, task_id) references app.wf_task (tenant_code, id) on delete cascade;

-- What was done: one row per deed, never changed.
create table app.wf_history (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  -- Deeds of one command share their time: this is their order.
  seq bigint generated always as identity,
  instance_id uuid not null,
  task_id uuid,
  node text not null,
  name text not null,
  action text not null,
  -- Value of taskResult; null for what decides nothing (added signers, copies, reminders).
  result text,
  comment text,
  assignee_id uuid,
  assignee_name text not null,
  -- For whom it was done.
  owner_id uuid,
  owner_name text,
  start_time timestamptz not null default now(),
  end_time timestamptz not null default now(),
  primary key (tenant_code, id)
);
create index wf_history_instance on app.wf_history (tenant_code, instance_id, seq);
create index wf_history_person on app.wf_history (tenant_code, assignee_id, seq desc) where result is not null;
alter table app.wf_history add constraint wf_history_instance_id_fkey foreign key (tenant_code, instance_id) references app.wf_instance (tenant_code, id);

create table app.wf_timer (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  instance_id uuid not null,
  token integer not null,
  node text not null,
  due_time timestamptz not null,
  primary key (tenant_code, id)
);
create index wf_timer_due on app.wf_timer (tenant_code, due_time);
create index wf_timer_instance on app.wf_timer (tenant_code, instance_id);
alter table app.wf_timer add constraint wf_timer_instance_id_fkey foreign key (tenant_code, instance_id) references app.wf_instance (tenant_code, id);

-- Who was sent a copy: may open the document and its trail, decides nothing.
create table app.wf_reader (
  tenant_code text not null default sec.tenant(),
  instance_id uuid not null,
  user_id uuid not null,
  create_time timestamptz not null default now(),
  primary key (tenant_code, instance_id, user_id)
);
alter table app.wf_reader add constraint wf_reader_instance_id_fkey foreign key (tenant_code, instance_id) references app.wf_instance (tenant_code, id);

do $$
declare t text;
begin
  foreach t in array array['wf_source', 'wf_instance', 'wf_task', 'wf_candidate', 'wf_history', 'wf_timer', 'wf_reader'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy tenant_wall on app.%I using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()))', t);
    execute format('grant select on app.%I to qudao_app, qudao_report', t);
    execute format('grant insert on app.%I to qudao_app', t);
  end loop;
end $$;
-- A version and a deed that was done are written once.
grant delete on app.wf_source, app.wf_task, app.wf_candidate, app.wf_timer, app.wf_reader to qudao_app;
grant update (process_id, process_key, process_name, process_version, status, flow_status, state, is_suspended, is_returned, urge_time, revision, end_time) on app.wf_instance to qudao_app;
grant update (assignee_id, owner_id, phase) on app.wf_task to qudao_app;
grant update (due_time) on app.wf_timer to qudao_app;

-- Who holds a role, with power over an organisation where one is named. Grants are worked out in schema sec, where no session may read.
create function sec.role_holders(p_role text, p_organize text) returns setof uuid
language sql stable security definer set search_path = pg_catalog
as $$
  select p.user_id from sec.principal p join sec.user_role ur on ur.tenant_code = p.tenant_code and ur.user_id = p.user_id join app.sys_role r on r.id = ur.role_id
   where p.tenant_code = sec.tenant() and p.is_active and r.code = p_role and r.status = '1' and (p_organize is null or p.organizations is null or p_organize = any(p.organizations))
$$;

-- Roles of a colleague, and the organisations he has power over; null is all of them.
create function sec.roles_of(p_user uuid) returns table (role_code text, organizations text[])
language sql stable security definer set search_path = pg_catalog
as $$
  select r.code, p.organizations from sec.principal p join sec.user_role ur on ur.tenant_code = p.tenant_code and ur.user_id = p.user_id join app.sys_role r on r.id = ur.role_id
   where p.tenant_code = sec.tenant() and p.is_active and p.user_id = p_user and r.code is not null and r.status = '1'
$$;
revoke all on function sec.role_holders(text, text), sec.roles_of(uuid) from public;
grant execute on function sec.role_holders(text, text), sec.roles_of(uuid) to qudao_app, qudao_report;
