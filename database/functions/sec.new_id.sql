-- An id like those the product makes itself: the time in front, chance behind.
create or replace function sec.new_id() returns uuid
language sql volatile set search_path = pg_catalog
as $$
  select (
    lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' ||
    substr(replace(gen_random_uuid()::text, '-', ''), 14)
  )::uuid
$$;
