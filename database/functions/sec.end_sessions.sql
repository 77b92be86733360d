-- Throws sessions of the session's tenant out; every process asks the row at its next call.
create or replace function sec.end_sessions(p_ids text[]) returns table (user_id uuid, username text)
language plpgsql security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
begin
  if not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), sec.is_platform(), 'sys:user:disable') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  return query
    with ended as (
      update sec.session x
      set ended_at = now(), end_reason = 'forced'
      where x.tenant_code = sec.tenant() and x.ended_at is null and encode(sha256(x.sid_hash), 'hex') = any(p_ids)
      returning x.user_id
    )
    select distinct e.user_id, p.username
    from ended e
    join sec.principal p on p.tenant_code = sec.tenant() and p.user_id = e.user_id;
end
$$;
