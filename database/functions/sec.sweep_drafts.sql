-- A draft is its writer's own: each goes behind his wall.
create or replace function sec.sweep_drafts(p_days integer) returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  p record;
  gone integer;
  total integer := 0;
begin
  for p in select x.tenant_code, x.user_id from sec.principal x loop
    perform sec.bind(p.tenant_code, p.user_id, '');
    delete from app.sys_draft d
    where d.update_date < now() - make_interval(days => greatest(1, p_days));
    get diagnostics gone = row_count;
    total := total + gone;
  end loop;
  return total;
end
$$;
