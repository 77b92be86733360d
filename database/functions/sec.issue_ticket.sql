create or replace function sec.issue_ticket(
  p_sid text, p_ticket text, p_path text, p_seconds integer, p_reusable boolean
) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if not exists (
      select from sec.session x
      where x.sid_hash = decode(p_sid, 'hex') and x.user_id = sec.user_id() and x.tenant_code = sec.tenant()
    )
  then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  insert into sec.ticket
  values (
    decode(p_ticket, 'hex'), decode(p_sid, 'hex'), p_path, now() + make_interval(secs => least(p_seconds, 300)),
    p_reusable
  );
end
$$;
