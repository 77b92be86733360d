-- A process that starts compares its migrations with those of the database.
-- What was applied here, and which migration code must know to run beside each: null where nobody has said so. A
-- process asks when it starts.
create or replace function sec.migrations() returns table (name text, needs text)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
  select m.name, m.needs
  from sec.migration m
  order by m.name;
end
$$;
revoke all on function sec.migrations() from public;
grant execute on function sec.migrations() to qudao_app;
