-- customer|supplier|salesman: set only for accounts that belong to one.
create or replace function sec.own(n integer) returns text
language sql stable parallel safe
as $$
  select nullif(split_part(current_setting('app.own', true), '|', n), '')
$$;
