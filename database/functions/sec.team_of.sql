-- A salesperson's team: himself, and whoever works in the departments he leads or below them. Everybody else has none,
-- and is not held to one.
create or replace function sec.team_of(p_salesman text) returns text[]
language plpgsql stable
as $$
begin
  if p_salesman is null then return null; end if;
  return array(
    with recursive led as (
      select d.id, d.code
      from app.data_dept d
      where d.leader_code = p_salesman
      union
      select c.id, c.code
      from app.data_dept c
      join led on c.pid = led.id
    )
    select p.code
    from app.data_personnel p
    where p.dept_code = any(array(select code from led))
    union
    select p_salesman
  );
end
$$;
