create or replace function sec.bind(p_tenant text, p_user uuid, p_flags text) returns void
language sql security definer set search_path = pg_catalog
as $$
  select set_config(
    'app.ctx',
    p_tenant || '|' || extract(epoch from now())::text || '|' || coalesce(p_user::text, '') || '|' || p_flags, true
  )
$$;
