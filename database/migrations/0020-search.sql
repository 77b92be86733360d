-- Records are found while a person types: by code, name, and the pinyin of the name. The pinyin is worked out by the application at save
-- (rows that are here already get theirs at the end of the deploy); everything else follows from the columns themselves.

-- Codes, then names after a tab, then the pinyin (initials, and full spellings after a form feed), one to a line, in small letters of normal width.
create function app.search_text(p_codes text, p_names text, p_pinyin text) returns text
language sql immutable parallel safe
return lower(normalize(E'\n' || p_codes || E'\n\t\n' || p_names || E'\n', nfkc)) || p_pinyin;

-- The bits by which the index knows a text: two letters, three of ASCII, one Chinese letter, and how a line begins. Of a full spelling
-- only three: every record has most of the twos. They carry the tenant, so that the index of a small one does not lead through all rows
-- of a large one. A loop: set-based it takes four times as long for every record that is saved.
create function app.search_grams(p_tenant text, p_text text) returns integer[]
language plpgsql immutable parallel safe
as $$
declare
  lead text := p_tenant || E'\n';
  is_spelling boolean := false;
  found integer[] := '{}';
  line text;
begin
  foreach line in array string_to_array(p_text, E'\n') loop
    if line = E'\f' then
      is_spelling := true;
    end if;
    continue when line in ('', E'\t', E'\f');
    if ascii(line) < 128 then
      found := found || hashtext(lead || E'\n' || left(line, 1));
    end if;
    if octet_length(line) = length(line) then
      for i in 1..case when is_spelling then least(length(line) - 1, 1) else length(line) - 1 end loop
        found := found || hashtext(lead || substr(line, i, 2));
      end loop;
      for i in 1..length(line) - 2 loop
        found := found || hashtext(lead || substr(line, i, 3));
      end loop;
    else
      for i in 1..length(line) loop
        found := found || hashtext(lead || substr(line, i, 2)) || hashtext(lead || substr(line, i, 1));
        if octet_length(substr(line, i, 3)) = 3 and length(substr(line, i, 3)) = 3 then
          found := found || hashtext(lead || substr(line, i, 3));
        end if;
      end loop;
    end if;
  end loop;
  return found;
end $$;
revoke all on function app.search_text(text, text, text), app.search_grams(text, text) from public;
grant execute on function app.search_text(text, text, text), app.search_grams(text, text) to qudao_app, qudao_report;

-- A copy that was handed down is found by the pinyin of its original. Only copies of this tenant's own, in tenants below it.
create function sec.copy_pinyin(p_noun text, p_target text, p_plan jsonb) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  context text := current_setting('app.ctx', true);
  source text := sec.tenant();
  actor uuid := sec.user_id();
  each record;
  d sec.distributable;
  given jsonb;
begin
  if not sec.holds(source, actor, sec.is_super(), sec.is_platform(), p_noun || ':pushdown') or not sec.is_below(p_target) then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  for each in select x->>'noun' as noun, array_agg(x->>'code') as codes from jsonb_array_elements(p_plan) x group by 1 loop
    select * into d from sec.distributable r where r.noun = each.noun;
    continue when not found or not exists (select from pg_attribute a where a.attrelid = format('app.%I', d.table_name)::regclass and a.attname = 'pinyin' and not a.attisdropped);
    perform set_config('app.ctx', context, true);
    execute format('select jsonb_object_agg(s.%I, s.pinyin) from app.%I s where s.%I = any($1)', d.code_column, d.table_name, d.code_column) into given using each.codes;
    perform sec.bind(p_target, actor, '');
    execute format('update app.%I t set pinyin = p.value from jsonb_each_text($1) p, app.sys_origin o where t.%I = p.key and t.pinyin <> p.value and o.noun = $2 and o.code = p.key and o.origin_tenant = $3', d.table_name, d.code_column)
      using coalesce(given, '{}'), each.noun, source;
  end loop;
  perform set_config('app.ctx', context, true);
end $$;
revoke all on function sec.copy_pinyin(text, text, jsonb) from public;
grant execute on function sec.copy_pinyin(text, text, jsonb) to qudao_app;

-- Whether whoever asks holds a permission, for a list that shows of many nouns only those he may see.
create function sec.may(p_permission text) returns boolean
language sql stable security definer set search_path = pg_catalog
as $$ select sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), sec.is_platform(), p_permission) $$;
revoke all on function sec.may(text) from public;
grant execute on function sec.may(text) to qudao_app;

alter table app.approve_system
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.approve_system to qudao_app;
create index approve_system_search on app.approve_system using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.oss_oss
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text('', file_name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text('', file_name, pinyin))) stored;
grant update (pinyin) on app.oss_oss to qudao_app;
create index oss_oss_search on app.oss_oss using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.sys_appuser
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(username, coalesce(real_name, ''), pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(username, coalesce(real_name, ''), pinyin))) stored;
grant update (pinyin) on app.sys_appuser to qudao_app;
create index sys_appuser_search on app.sys_appuser using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.sys_carousel
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text('', title, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text('', title, pinyin))) stored;
grant update (pinyin) on app.sys_carousel to qudao_app;
create index sys_carousel_search on app.sys_carousel using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.sys_filepermission
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.sys_filepermission to qudao_app;
create index sys_filepermission_search on app.sys_filepermission using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.sys_flownotype
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.sys_flownotype to qudao_app;
create index sys_flownotype_search on app.sys_flownotype using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.sys_notice
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text('', title, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text('', title, pinyin))) stored;
grant update (pinyin) on app.sys_notice to qudao_app;
create index sys_notice_search on app.sys_notice using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.sys_news
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text('', title, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text('', title, pinyin))) stored;
grant update (pinyin) on app.sys_news to qudao_app;
create index sys_news_search on app.sys_news using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.sys_organization
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.sys_organization to qudao_app;
create index sys_organization_search on app.sys_organization using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.sys_role
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(coalesce(code, ''), name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(coalesce(code, ''), name, pinyin))) stored;
grant update (pinyin) on app.sys_role to qudao_app;
create index sys_role_search on app.sys_role using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.sys_user
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(username, real_name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(username, real_name, pinyin))) stored;
grant update (pinyin) on app.sys_user to qudao_app;
create index sys_user_search on app.sys_user using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.sys_tenantconfig
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text('', coalesce(backstage_name, ''), pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text('', coalesce(backstage_name, ''), pinyin))) stored;
grant update (pinyin) on app.sys_tenantconfig to qudao_app;
create index sys_tenantconfig_search on app.sys_tenantconfig using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.tenant_params
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.tenant_params to qudao_app;
create index tenant_params_search on app.tenant_params using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.tenant_homepage
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.tenant_homepage to qudao_app;
create index tenant_homepage_search on app.tenant_homepage using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.message_mailtemplate
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text('', name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text('', name, pinyin))) stored;
grant update (pinyin) on app.message_mailtemplate to qudao_app;
create index message_mailtemplate_search on app.message_mailtemplate using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.message_sms
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(sms_code, coalesce(sign_name, ''), pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(sms_code, coalesce(sign_name, ''), pinyin))) stored;
grant update (pinyin) on app.message_sms to qudao_app;
create index message_sms_search on app.message_sms using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_balancetype
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_balancetype to qudao_app;
create index data_balancetype_search on app.data_balancetype using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_bankaccount
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_bankaccount to qudao_app;
create index data_bankaccount_search on app.data_bankaccount using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_brand
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_brand to qudao_app;
create index data_brand_search on app.data_brand using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_budgetaccount
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_budgetaccount to qudao_app;
create index data_budgetaccount_search on app.data_budgetaccount using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_car
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, plate_number, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, plate_number, pinyin))) stored;
grant update (pinyin) on app.data_car to qudao_app;
create index data_car_search on app.data_car using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_channel
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_channel to qudao_app;
create index data_channel_search on app.data_channel using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_costsubject
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_costsubject to qudao_app;
create index data_costsubject_search on app.data_costsubject using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_customer
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name || E'\n' || coalesce(abbreviation, ''), pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name || E'\n' || coalesce(abbreviation, ''), pinyin))) stored;
grant update (pinyin) on app.data_customer to qudao_app;
create index data_customer_search on app.data_customer using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_customergroup
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_customergroup to qudao_app;
create index data_customergroup_search on app.data_customergroup using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_customertrade
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_customertrade to qudao_app;
create index data_customertrade_search on app.data_customertrade using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_customerlevel
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_customerlevel to qudao_app;
create index data_customerlevel_search on app.data_customerlevel using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_customerarea
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_customerarea to qudao_app;
create index data_customerarea_search on app.data_customerarea using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_depot
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_depot to qudao_app;
create index data_depot_search on app.data_depot using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_dept
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_dept to qudao_app;
create index data_dept_search on app.data_dept using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_driver
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_driver to qudao_app;
create index data_driver_search on app.data_driver using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_externalstandard
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_externalstandard to qudao_app;
create index data_externalstandard_search on app.data_externalstandard using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_freeterm
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_freeterm to qudao_app;
create index data_freeterm_search on app.data_freeterm using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_logistics
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_logistics to qudao_app;
create index data_logistics_search on app.data_logistics using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_manager
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_manager to qudao_app;
create index data_manager_search on app.data_manager using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_materialclass
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_materialclass to qudao_app;
create index data_materialclass_search on app.data_materialclass using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_material
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code || E'\n' || coalesce(barcode, ''), name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code || E'\n' || coalesce(barcode, ''), name, pinyin))) stored;
grant update (pinyin) on app.data_material to qudao_app;
create index data_material_search on app.data_material using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_materialline
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_materialline to qudao_app;
create index data_materialline_search on app.data_materialline using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_materialtag
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_materialtag to qudao_app;
create index data_materialtag_search on app.data_materialtag using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_packagespec
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_packagespec to qudao_app;
create index data_packagespec_search on app.data_packagespec using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_personnel
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_personnel to qudao_app;
create index data_personnel_search on app.data_personnel using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_product
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code || E'\n' || coalesce(barcode, ''), name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code || E'\n' || coalesce(barcode, ''), name, pinyin))) stored;
grant update (pinyin) on app.data_product to qudao_app;
create index data_product_search on app.data_product using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_recipeno
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_recipeno to qudao_app;
create index data_recipeno_search on app.data_recipeno using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_restrictrule
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_restrictrule to qudao_app;
create index data_restrictrule_search on app.data_restrictrule using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_saletype
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_saletype to qudao_app;
create index data_saletype_search on app.data_saletype using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_shop
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_shop to qudao_app;
create index data_shop_search on app.data_shop using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_site
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_site to qudao_app;
create index data_site_search on app.data_site using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_supplier
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name || E'\n' || coalesce(abbreviation, ''), pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name || E'\n' || coalesce(abbreviation, ''), pinyin))) stored;
grant update (pinyin) on app.data_supplier to qudao_app;
create index data_supplier_search on app.data_supplier using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_unit
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_unit to qudao_app;
create index data_unit_search on app.data_unit using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_customerclass
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_customerclass to qudao_app;
create index data_customerclass_search on app.data_customerclass using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_supplierclass
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_supplierclass to qudao_app;
create index data_supplierclass_search on app.data_supplierclass using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_logisticsclass
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_logisticsclass to qudao_app;
create index data_logisticsclass_search on app.data_logisticsclass using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_productclass
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_productclass to qudao_app;
create index data_productclass_search on app.data_productclass using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_freetermclass
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_freetermclass to qudao_app;
create index data_freetermclass_search on app.data_freetermclass using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_freetermgroup
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_freetermgroup to qudao_app;
create index data_freetermgroup_search on app.data_freetermgroup using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_personneltype
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.data_personneltype to qudao_app;
create index data_personneltype_search on app.data_personneltype using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.data_customerinvoice
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text('', name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text('', name, pinyin))) stored;
grant update (pinyin) on app.data_customerinvoice to qudao_app;
create index data_customerinvoice_search on app.data_customerinvoice using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.invoice_taxcode
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name || E'\n' || coalesce(abbreviation, ''), pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name || E'\n' || coalesce(abbreviation, ''), pinyin))) stored;
grant update (pinyin) on app.invoice_taxcode to qudao_app;
create index invoice_taxcode_search on app.invoice_taxcode using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.sale_accounttype
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.sale_accounttype to qudao_app;
create index sale_accounttype_search on app.sale_accounttype using gin (search_grams) with (gin_pending_list_limit = 256);

alter table app.sale_priceclass
  add column pinyin text not null default '',
  add column search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  add column search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored;
grant update (pinyin) on app.sale_priceclass to qudao_app;
create index sale_priceclass_search on app.sale_priceclass using gin (search_grams) with (gin_pending_list_limit = 256);
