create or replace function sec.sweep_keys(p_days integer) returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  t text;
  gone integer;
  total integer := 0;
begin
  for t in select distinct p.tenant_code from sec.principal p loop
    perform sec.bind(t, null, '');
    delete from app.idempotency i
    where i.create_date < now() - make_interval(days => greatest(1, p_days));
    get diagnostics gone = row_count;
    total := total + gone;
    delete from app.job_inbox i
    where i.create_date < now() - make_interval(days => greatest(30, p_days));
    get diagnostics gone = row_count;
    total := total + gone;
  end loop;
  return total;
end
$$;
