-- Run now, asked by a person of the platform.
create or replace function sec.ask_run(p_schedule uuid, p_each_tenant boolean) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if not sec.is_platform() or not exists (select from sec.my_permissions() p where p = 'job:schedule:run') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  perform sec.add_runs(
    p_schedule, clock_timestamp(),
    (
      select p.real_name
      from sec.principal p
      where p.tenant_code = sec.tenant() and p.user_id = sec.user_id()
    ),
    p_each_tenant
  );
end
$$;
