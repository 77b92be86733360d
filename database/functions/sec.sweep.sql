-- Sessions that ran out are ended, so that lists of sessions show what is; captchas, tickets and old sessions go.
create or replace function sec.sweep() returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  gone integer;
begin
  delete from sec.captcha where expires_at < now();
  delete from sec.guess where seen_at < now() - interval '1 day';
  delete from sec.ticket where expires_at < now();
  delete from sec.session where expires_at < now() - interval '30 days';
  update sec.session
  set ended_at = least(expires_at, seen_at + interval '30 minutes'), end_reason = 'expired'
  where ended_at is null and (expires_at < now() or seen_at < now() - interval '30 minutes');
  get diagnostics gone = row_count;
  return gone;
end
$$;
