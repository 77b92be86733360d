-- A copy that was handed down is found by the pinyin of its original. Only copies of this tenant's own, in tenants
-- below it.
create or replace function sec.copy_pinyin(p_noun text, p_target text, p_plan jsonb) returns void
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
  if not sec.holds(source, actor, sec.is_super(), sec.is_platform(), p_noun || ':pushdown')
    or not sec.is_below(p_target)
  then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  for each in
    select x->>'noun' as noun, array_agg(x->>'code') as codes
    from jsonb_array_elements(p_plan) x
    group by 1
  loop
    select * into d from sec.distributable r where r.noun = each.noun;
    continue when not found
    or not exists (
      select from pg_attribute a
      where a.attrelid = format('app.%I', d.table_name)::regclass and a.attname = 'pinyin' and not a.attisdropped
    );
    perform set_config('app.ctx', context, true);
    execute format(
      'select jsonb_object_agg(s.%I, s.pinyin) from app.%I s where s.%I = any($1)', d.code_column, d.table_name,
      d.code_column
    )
      into given using each.codes;
    perform sec.bind(p_target, actor, '');
    execute format(
      'update app.%I t set pinyin = p.value from jsonb_each_text($1) p, app.sys_origin o where t.%I = p.key and t.pinyin <> p.value and o.noun = $2 and o.code = p.key and o.origin_tenant = $3',
      d.table_name, d.code_column
    )
      using coalesce(given, '{}'), each.noun, source;
  end loop;
  perform set_config('app.ctx', context, true);
end
$$;
