-- The data scope holds for writing too: what somebody wrote must be his to see, or the write that commits refuses it and says because of what.
create function sec.must(p_about text, p_is_within boolean) returns boolean
language plpgsql immutable parallel safe
as $$
begin
  if not p_is_within then raise exception 'outside the data scope' using errcode = 'QD406', detail = p_about; end if;
  return true;
end $$;

-- Who the session's user is among the staff, whatever kind of account he has.
create function sec.personnel() returns text
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return (select p.personnel_code from sec.principal p where p.tenant_code = sec.tenant() and p.user_id = sec.user_id());
end $$;

-- A salesperson's team: himself, and whoever works in the departments he leads or below them. Everybody else has none, and is not held to one.
create function sec.team_of(p_salesman text) returns text[]
language plpgsql stable
as $$
begin
  if p_salesman is null then return null; end if;
  return array(
    with recursive led as (
      select d.id, d.code from app.data_dept d where d.leader_code = p_salesman
      union select c.id, c.code from app.data_dept c join led on c.pid = led.id)
    select p.code from app.data_personnel p where p.dept_code = any(array(select code from led))
    union select p_salesman);
end $$;

-- Whose customers they are.
create function sec.team_customers_of(p_salesman text) returns text[]
language plpgsql stable
as $$
begin
  if p_salesman is null then return null; end if;
  return array(select c.code from app.data_customer c where c.salesman_code = any(sec.team_of(p_salesman)));
end $$;

revoke all on function sec.must(text, boolean), sec.personnel(), sec.team_of(text), sec.team_customers_of(text) from public;
grant execute on function sec.must(text, boolean), sec.personnel(), sec.team_of(text), sec.team_customers_of(text) to qudao_app, qudao_report;
