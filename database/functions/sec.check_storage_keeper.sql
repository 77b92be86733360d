create or replace function sec.check_storage_keeper() returns void
language plpgsql stable set search_path = pg_catalog
as $$
begin
  if not sec.is_platform() or not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), true, 'oss:oss:config') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
end
$$;
