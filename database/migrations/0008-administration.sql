-- Administration: what runs a deployment.

create table app.approve_system (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  enable_flag text default '1',
  code text not null,
  name text not null,
  erp_product text,
  database_type text,
  interface_type text,
  url text,
  account text,
  version text,
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index approve_system_key on app.approve_system (tenant_code, code);
create index approve_system_recent on app.approve_system (tenant_code, create_date DESC, id DESC);
create index approve_system_enable_flag on app.approve_system (tenant_code, enable_flag, create_date DESC, id DESC);
create index approve_system_erp_product on app.approve_system (tenant_code, erp_product, create_date DESC, id DESC);
create index approve_system_database_type on app.approve_system (tenant_code, database_type, create_date DESC, id DESC);
alter table app.approve_system enable row level security;
alter table app.approve_system force row level security;
create policy tenant_wall on app.approve_system using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.approve_system to qudao_app, qudao_report;
grant insert, delete, update (enable_flag, code, name, erp_product, database_type, interface_type, url, account, version, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.approve_system to qudao_app;

create table app.job_schedule (
  id uuid not null,
  bean_name text not null,
  params text,
  cron_expression text not null,
  remark text,
  status text not null default '1',
  job_id text,
  times integer,
  job_name text,
  next_time timestamp with time zone,
  last_time timestamp with time zone,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (id)
);
create index job_schedule_recent on app.job_schedule (create_date DESC, id DESC);
create index job_schedule_status on app.job_schedule (status, create_date DESC, id DESC);
alter table app.job_schedule enable row level security;
alter table app.job_schedule force row level security;
create policy readable on app.job_schedule for select using (true);
create policy platform_writes on app.job_schedule using ((select sec.is_platform())) with check ((select sec.is_platform()));
create policy owner_writes on app.job_schedule to qudao_owner using (true) with check (true);
grant select on app.job_schedule to qudao_app, qudao_report;
grant insert, delete, update (bean_name, params, cron_expression, remark, status, job_id, times, job_name, next_time, last_time, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.job_schedule to qudao_app;

create table app.job_schedulelog (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  job_id text,
  bean_name text,
  params text,
  times integer,
  status text,
  error text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create index job_schedulelog_recent on app.job_schedulelog (tenant_code, create_date DESC, id DESC);
create index job_schedulelog_status on app.job_schedulelog (tenant_code, status, create_date DESC, id DESC);
alter table app.job_schedulelog enable row level security;
alter table app.job_schedulelog force row level security;
create policy tenant_wall on app.job_schedulelog using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.job_schedulelog to qudao_app, qudao_report;
grant insert, delete, update (job_id, bean_name, params, times, status, error, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.job_schedulelog to qudao_app;

create table app.sys_accountperiod (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  year integer not null,
  month integer not null,
  start_date date not null,
  end_date date not null,
  status text not null default '0',
  close_date timestamp with time zone,
  closer_name text,
  organize_code text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index sys_accountperiod_key on app.sys_accountperiod (tenant_code, organize_code, year, month);
create index sys_accountperiod_recent on app.sys_accountperiod (tenant_code, create_date DESC, id DESC);
create index sys_accountperiod_organize_code on app.sys_accountperiod (tenant_code, organize_code, create_date DESC, id DESC);
create index sys_accountperiod_status on app.sys_accountperiod (tenant_code, status, create_date DESC, id DESC);
alter table app.sys_accountperiod enable row level security;
alter table app.sys_accountperiod force row level security;
create policy tenant_wall on app.sys_accountperiod using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sys_accountperiod to qudao_app, qudao_report;
grant insert, delete, update (year, month, start_date, end_date, status, close_date, closer_name, organize_code, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sys_accountperiod to qudao_app;

create table app.sys_appuser (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  username text not null,
  real_name text,
  mobile text not null,
  email text,
  status text not null default '1',
  account_type text not null default '1',
  customer_code text,
  main_user_flag text not null default '1',
  main_user_id uuid,
  open_id text,
  last_login_date timestamp with time zone,
  head_url text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index sys_appuser_key on app.sys_appuser (tenant_code, username);
create index sys_appuser_recent on app.sys_appuser (tenant_code, create_date DESC, id DESC);
create index sys_appuser_customer_code on app.sys_appuser (tenant_code, customer_code, create_date DESC, id DESC);
create index sys_appuser_account_type on app.sys_appuser (tenant_code, account_type, create_date DESC, id DESC);
create index sys_appuser_status on app.sys_appuser (tenant_code, status, create_date DESC, id DESC);
alter table app.sys_appuser enable row level security;
alter table app.sys_appuser force row level security;
create policy tenant_wall on app.sys_appuser using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sys_appuser to qudao_app, qudao_report;
grant insert, delete, update (username, real_name, mobile, email, status, account_type, customer_code, main_user_flag, main_user_id, open_id, last_login_date, head_url, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sys_appuser to qudao_app;

create table app.sys_carousel (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  title text not null,
  image_url text not null,
  link_url text,
  place text not null default '0',
  start_date date,
  end_date date,
  sort integer,
  status text not null default '1',
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create index sys_carousel_recent on app.sys_carousel (tenant_code, create_date DESC, id DESC);
create index sys_carousel_place on app.sys_carousel (tenant_code, place, create_date DESC, id DESC);
create index sys_carousel_status on app.sys_carousel (tenant_code, status, create_date DESC, id DESC);
alter table app.sys_carousel enable row level security;
alter table app.sys_carousel force row level security;
create policy tenant_wall on app.sys_carousel using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sys_carousel to qudao_app, qudao_report;
grant insert, delete, update (title, image_url, link_url, place, start_date, end_date, sort, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sys_carousel to qudao_app;

create table app.sys_filepermission (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  file_type text,
  control text not null,
  role_id_list text[] not null default '{}',
  user_id_list text[] not null default '{}',
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
create unique index sys_filepermission_key on app.sys_filepermission (tenant_code, code);
create index sys_filepermission_recent on app.sys_filepermission (tenant_code, create_date DESC, id DESC);
create index sys_filepermission_control on app.sys_filepermission (tenant_code, control, create_date DESC, id DESC);
create index sys_filepermission_status on app.sys_filepermission (tenant_code, status, create_date DESC, id DESC);
alter table app.sys_filepermission enable row level security;
alter table app.sys_filepermission force row level security;
create policy tenant_wall on app.sys_filepermission using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sys_filepermission to qudao_app, qudao_report;
grant insert, delete, update (code, name, file_type, control, role_id_list, user_id_list, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sys_filepermission to qudao_app;

create table app.sys_flownotype (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  doc_type text,
  prefix text,
  date_pattern text default 'yyyyMMdd',
  serial_length integer not null default '4',
  reset text not null default '3',
  current_no integer default '0',
  sample text,
  status text not null default '1',
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index sys_flownotype_key on app.sys_flownotype (tenant_code, code);
create index sys_flownotype_recent on app.sys_flownotype (tenant_code, create_date DESC, id DESC);
create index sys_flownotype_doc_type on app.sys_flownotype (tenant_code, doc_type, create_date DESC, id DESC);
create index sys_flownotype_reset on app.sys_flownotype (tenant_code, reset, create_date DESC, id DESC);
create index sys_flownotype_status on app.sys_flownotype (tenant_code, status, create_date DESC, id DESC);
alter table app.sys_flownotype enable row level security;
alter table app.sys_flownotype force row level security;
create policy tenant_wall on app.sys_flownotype using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sys_flownotype to qudao_app, qudao_report;
grant insert, delete, update (code, name, doc_type, prefix, date_pattern, serial_length, reset, current_no, sample, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sys_flownotype to qudao_app;

create table app.sys_notice (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  title text not null,
  type text not null,
  sender_name text,
  sender_date timestamp with time zone,
  status text not null default '0',
  read_status text,
  content text not null,
  receiver_type text not null default '0',
  receiver_name text,
  read_date timestamp with time zone,
  receiver_ids jsonb,
  attachments text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create index sys_notice_recent on app.sys_notice (tenant_code, create_date DESC, id DESC);
create index sys_notice_type on app.sys_notice (tenant_code, type, create_date DESC, id DESC);
create index sys_notice_status on app.sys_notice (tenant_code, status, create_date DESC, id DESC);
alter table app.sys_notice enable row level security;
alter table app.sys_notice force row level security;
create policy tenant_wall on app.sys_notice using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sys_notice to qudao_app, qudao_report;
grant insert, delete, update (title, type, sender_name, sender_date, status, read_status, content, receiver_type, receiver_name, read_date, receiver_ids, attachments, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sys_notice to qudao_app;

create table app.sys_news (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  title text not null,
  type text,
  summary text,
  content text not null,
  cover_url text,
  status text not null default '0',
  publish_date timestamp with time zone,
  author text,
  sort integer,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create index sys_news_recent on app.sys_news (tenant_code, create_date DESC, id DESC);
create index sys_news_type on app.sys_news (tenant_code, type, create_date DESC, id DESC);
create index sys_news_status on app.sys_news (tenant_code, status, create_date DESC, id DESC);
alter table app.sys_news enable row level security;
alter table app.sys_news force row level security;
create policy tenant_wall on app.sys_news using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sys_news to qudao_app, qudao_report;
grant insert, delete, update (title, type, summary, content, cover_url, status, publish_date, author, sort, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sys_news to qudao_app;

create table app.sys_message (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  title text not null,
  type text not null,
  content text not null,
  receiver_id uuid,
  sender_name text,
  send_date timestamp with time zone,
  read_status text not null default '0',
  read_date timestamp with time zone,
  business_key text,
  route_name text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create index sys_message_recent on app.sys_message (tenant_code, create_date DESC, id DESC);
create index sys_message_title on app.sys_message (tenant_code, title, create_date DESC, id DESC);
create index sys_message_type on app.sys_message (tenant_code, type, create_date DESC, id DESC);
create index sys_message_read_status on app.sys_message (tenant_code, read_status, create_date DESC, id DESC);
alter table app.sys_message enable row level security;
alter table app.sys_message force row level security;
create policy tenant_wall on app.sys_message using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sys_message to qudao_app, qudao_report;
grant insert, delete, update (title, type, content, receiver_id, sender_name, send_date, read_status, read_date, business_key, route_name, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sys_message to qudao_app;

create table app.sys_version (
  id uuid not null,
  version_code text not null,
  platform text not null default '0',
  release_date date not null,
  title text not null,
  content text not null,
  force_flag text not null default '0',
  download_url text,
  status text not null default '0',
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (id)
);
create unique index sys_version_key on app.sys_version (platform, version_code);
create index sys_version_recent on app.sys_version (create_date DESC, id DESC);
create index sys_version_platform on app.sys_version (platform, create_date DESC, id DESC);
create index sys_version_status on app.sys_version (status, create_date DESC, id DESC);
alter table app.sys_version enable row level security;
alter table app.sys_version force row level security;
create policy readable on app.sys_version for select using (true);
create policy platform_writes on app.sys_version using ((select sec.is_platform())) with check ((select sec.is_platform()));
create policy owner_writes on app.sys_version to qudao_owner using (true) with check (true);
grant select on app.sys_version to qudao_app, qudao_report;
grant insert, delete, update (version_code, platform, release_date, title, content, force_flag, download_url, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sys_version to qudao_app;

create table app.sys_tenantconfig (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  backstage_name text,
  mall_name text,
  theme_color text,
  logo_url text,
  login_background_url text,
  login_logo_url text,
  home_page_logo_url text,
  register_code text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create index sys_tenantconfig_recent on app.sys_tenantconfig (tenant_code, create_date DESC, id DESC);
alter table app.sys_tenantconfig enable row level security;
alter table app.sys_tenantconfig force row level security;
create policy tenant_wall on app.sys_tenantconfig using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.sys_tenantconfig to qudao_app, qudao_report;
grant insert, delete, update (backstage_name, mall_name, theme_color, logo_url, login_background_url, login_logo_url, home_page_logo_url, register_code, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.sys_tenantconfig to qudao_app;

create table app.tenant_params (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  value text not null,
  type_code text not null,
  remark text,
  status text not null default '1',
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index tenant_params_key on app.tenant_params (tenant_code, code);
create index tenant_params_recent on app.tenant_params (tenant_code, create_date DESC, id DESC);
create index tenant_params_type_code on app.tenant_params (tenant_code, type_code, create_date DESC, id DESC);
create index tenant_params_status on app.tenant_params (tenant_code, status, create_date DESC, id DESC);
alter table app.tenant_params enable row level security;
alter table app.tenant_params force row level security;
create policy tenant_wall on app.tenant_params using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.tenant_params to qudao_app, qudao_report;
grant insert, delete, update (code, name, value, type_code, remark, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.tenant_params to qudao_app;

create table app.tenant_homepage (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  role_id uuid,
  layout jsonb,
  status text not null default '1',
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create unique index tenant_homepage_key on app.tenant_homepage (tenant_code, code);
create index tenant_homepage_recent on app.tenant_homepage (tenant_code, create_date DESC, id DESC);
create index tenant_homepage_status on app.tenant_homepage (tenant_code, status, create_date DESC, id DESC);
alter table app.tenant_homepage enable row level security;
alter table app.tenant_homepage force row level security;
create policy tenant_wall on app.tenant_homepage using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.tenant_homepage to qudao_app, qudao_report;
grant insert, delete, update (code, name, role_id, layout, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.tenant_homepage to qudao_app;

create table app.message_mailtemplate (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  name text not null,
  subject text not null,
  content text not null,
  variables jsonb,
  status text not null default '1',
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);

create index message_mailtemplate_recent on app.message_mailtemplate (tenant_code, create_date DESC, id DESC);
create index message_mailtemplate_status on app.message_mailtemplate (tenant_code, status, create_date DESC, id DESC);
alter table app.message_mailtemplate enable row level security;
alter table app.message_mailtemplate force row level security;
create policy tenant_wall on app.message_mailtemplate using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.message_mailtemplate to qudao_app, qudao_report;
grant insert, delete, update (name, subject, content, variables, status, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.message_mailtemplate to qudao_app;

create table app.message_maillog (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  template_id uuid,
  mail_from text,
  mail_to text not null,
  mail_cc text,
  subject text,
  content text,
  status text,
  error_msg text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create index message_maillog_recent on app.message_maillog (tenant_code, create_date DESC, id DESC);
create index message_maillog_status on app.message_maillog (tenant_code, status, create_date DESC, id DESC);
alter table app.message_maillog enable row level security;
alter table app.message_maillog force row level security;
create policy tenant_wall on app.message_maillog using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.message_maillog to qudao_app, qudao_report;
grant insert, delete, update (template_id, mail_from, mail_to, mail_cc, subject, content, status, error_msg, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.message_maillog to qudao_app;

create table app.message_sms (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  sms_code text not null,
  platform text,
  sign_name text,
  template_code text,
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
create unique index message_sms_key on app.message_sms (tenant_code, sms_code);
create index message_sms_recent on app.message_sms (tenant_code, create_date DESC, id DESC);
create index message_sms_status on app.message_sms (tenant_code, status, create_date DESC, id DESC);
alter table app.message_sms enable row level security;
alter table app.message_sms force row level security;
create policy tenant_wall on app.message_sms using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.message_sms to qudao_app, qudao_report;
grant insert, delete, update (sms_code, platform, sign_name, template_code, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.message_sms to qudao_app;

create table app.message_smslog (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  sms_code text,
  mobile text not null,
  params jsonb,
  status text,
  error_msg text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  primary key (tenant_code, id)
);
create index message_smslog_recent on app.message_smslog (tenant_code, create_date DESC, id DESC);
create index message_smslog_sms_code on app.message_smslog (tenant_code, sms_code, create_date DESC, id DESC);
create index message_smslog_status on app.message_smslog (tenant_code, status, create_date DESC, id DESC);
alter table app.message_smslog enable row level security;
alter table app.message_smslog force row level security;
create policy tenant_wall on app.message_smslog using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.message_smslog to qudao_app, qudao_report;
grant insert, delete, update (sms_code, mobile, params, status, error_msg, row_version, creator_id, creator_name, create_date, updater_name, update_date) on app.message_smslog to qudao_app;

alter table app.sys_accountperiod add constraint sys_accountperiod_organize_code_fkey foreign key (tenant_code, organize_code) references app.sys_organization (tenant_code, code);

alter table app.sys_appuser add constraint sys_appuser_customer_code_fkey foreign key (tenant_code, customer_code) references app.data_customer (tenant_code, code);

alter table app.sys_appuser add constraint sys_appuser_main_user_id_fkey foreign key (tenant_code, main_user_id) references app.sys_appuser (tenant_code, id);

alter table app.sys_message add constraint sys_message_receiver_id_fkey foreign key (tenant_code, receiver_id) references app.sys_user (tenant_code, id);

alter table app.tenant_homepage add constraint tenant_homepage_role_id_fkey foreign key (role_id) references app.tenant_role (id);

alter table app.message_maillog add constraint message_maillog_template_id_fkey foreign key (tenant_code, template_id) references app.message_mailtemplate (tenant_code, id);

alter table app.message_smslog add constraint message_smslog_sms_code_fkey foreign key (tenant_code, sms_code) references app.message_sms (tenant_code, sms_code);
