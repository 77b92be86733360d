-- A number set in the installation's parameters; anything else is the default.
create or replace function sec.param_number(p_code text, p_default integer) returns integer
language sql stable
as $$
  select coalesce((
    select x.param_value::integer
    from app.sys_params x
    where x.param_code = p_code and x.status = '1' and x.param_value ~ '^\d{1,6}$'
  ), p_default)
$$;
