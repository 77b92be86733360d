-- The next that waits, or whose maker died. One person's second file waits until his first is made.
create or replace function sec.take_export(
  p_key text, p_lease_ms integer
) returns table (id uuid, tenant_code text, user_id uuid, noun text, format text,
language text, asked jsonb, request jsonb, attempts integer) language plpgsql security definer
  set search_path = pg_catalog
as $$
declare
  e sec.export_run;
begin
  perform pg_advisory_xact_lock(7021);
  select w.*
  into e
  from sec.export_run w
  where w.state in ('waiting', 'running')
    and w.not_before <= clock_timestamp()
    and (w.lease_until is null or w.lease_until < clock_timestamp())
    and not exists (
      select from sec.export_run o
      where o.tenant_code = w.tenant_code
        and o.user_id = w.user_id
        and o.id <> w.id
        and o.state = 'running'
        and o.lease_until >= clock_timestamp()
    )
  order by w.not_before, w.id
  limit 1
  for update skip locked;
  if not found then return; end if;
  update sec.export_run w
  set state = 'running', attempts = w.attempts + 1, row_count = 0, key_hash = sha256(convert_to(p_key, 'UTF8')),
    lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
  where w.id = e.id
  returning w.* into e;
  return query
    select e.id, e.tenant_code, e.user_id, e.noun, e.format, e.language, e.asked, e.request, e.attempts;
end
$$;
