-- The context: tenant | epoch of this transaction | user | flags | path | zone. The epoch ends a value with its
-- transaction, so a setting left behind by a pooled connection opens nothing.
create or replace function sec.part(n integer) returns text
language sql stable parallel safe
as $$
  select case
    when split_part(current_setting('app.ctx', true), '|', 2) = extract(epoch from now())::text then
      nullif(split_part(current_setting('app.ctx', true), '|', n), '')
  end
$$;
