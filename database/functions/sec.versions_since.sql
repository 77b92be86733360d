-- Since when it is kept what records were. What changed before is known to nobody.
create or replace function sec.versions_since() returns timestamptz
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return (select m.applied_at from sec.migration m where m.name = '0263-records-keep-their-versions');
end
$$;
