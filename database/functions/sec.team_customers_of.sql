-- Whose customers they are.
create or replace function sec.team_customers_of(p_salesman text) returns text[]
language plpgsql stable
as $$
begin
  if p_salesman is null then return null; end if;
  return array(select c.code from app.data_customer c where c.salesman_code = any(sec.team_of(p_salesman)));
end
$$;
