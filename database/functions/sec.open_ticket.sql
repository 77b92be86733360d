-- A ticket opens the context of the session it was issued in, for one path; used once unless it is for an image.
create or replace function sec.open_ticket(
  p_ticket text, p_path text, p_permissions text[], p_soft text
) returns table (
  user_id uuid, username text, real_name text, tenant_code text, super_admin boolean, is_platform boolean,
  organize_code text, personnel_code text, customer_code text, account_type text, is_full boolean
)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  k sec.ticket;
begin
  update sec.ticket x
  set used_at = now()
  where x.ticket_hash = decode(p_ticket, 'hex')
    and x.path = p_path
    and x.expires_at > now()
    and (x.is_reusable or x.used_at is null)
  returning x.* into k;
  if not found then raise exception 'no session' using errcode = 'QD401'; end if;
  return query select * from sec.open(encode(k.sid_hash, 'hex'), null, p_permissions, p_soft);
end
$$;
