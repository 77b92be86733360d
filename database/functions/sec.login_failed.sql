-- Counts the failure; from p_limit failures on, the account rests 15 minutes for this network. Live sessions and other
-- networks stay untouched. What is tried meanwhile neither counts nor prolongs it, and is told once a minute: a flood
-- must not fill the log. A password that the ERP did not answer for ('unanswered') was no guess: nobody learned
-- anything, so it never locks. It counts towards the picture, and from p_limit on it is told once a minute, too.
create or replace function sec.login_failed(
  p_username text, p_limit integer, p_reason text, p_ip text, p_agent text, p_network text default ''
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  a sec.account;
  g sec.guess;
  silent constant boolean := p_reason = 'unanswered';
  resting boolean := false;
  locked boolean := false;
begin
  select x.* into a from sec.account x where lower(x.username) = lower(p_username);
  if a.user_id is not null then
    insert into sec.guess as x (user_id, network, failures, seen_at)
    values (a.user_id, p_network, 0, now())
    on conflict (user_id, network) do update set network = excluded.network
    returning x.* into g;
    resting := coalesce(g.locked_until > now(), false);
    if not resting then
      if silent and g.unanswered >= p_limit and g.seen_at >= now() - interval '1 minute' then return false; end if;
      if g.locked_until is not null or g.seen_at < now() - interval '15 minutes' then
        g.failures := 0;
        g.unanswered := 0;
      end if;
      update sec.guess x
      set failures = n.failures, unanswered = g.unanswered + silent::integer, seen_at = now(),
        locked_until = case when not silent and n.failures >= p_limit then now() + interval '15 minutes' end
      from (select g.failures + (not silent)::integer as failures) n
      where x.user_id = a.user_id and x.network = p_network
      returning x.locked_until is not null into locked;
    elsif g.seen_at < now() - interval '1 minute' then
      update sec.guess x set seen_at = now() where x.user_id = a.user_id and x.network = p_network;
    else
      return true;
    end if;
  end if;
  perform sec.write_login_log(
    coalesce(a.home_tenant, '1'), a.user_id, p_username, case when resting or locked then '2' else '0' end, p_reason,
    'login', p_ip, p_agent
  );
  return resting or locked;
end
$$;
