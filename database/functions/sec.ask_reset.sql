-- Mails a code to whoever has this name, an address and an account that is not switched off. Nobody learns which names
-- those are: the caller answers before this has run. Asked again within a minute it does nothing.
create or replace function sec.ask_reset(
  p_username text, p_hash text, p_subject text, p_content text, p_logged text
) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  a sec.account;
  who record;
begin
  select x.*
  into a
  from sec.account x
  join sec.principal p on p.user_id = x.user_id and p.tenant_code = x.home_tenant and p.is_active
  join app.tenant_tenant t on t.tenant_code = x.home_tenant and t.status = '1'
  where lower(x.username) = lower(p_username);
  if not found then return; end if;
  perform sec.bind(a.home_tenant, a.user_id, '');
  select u.email, replace(replace(replace(u.real_name, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') as name
  into who
  from app.sys_user u
  where u.id = a.user_id and coalesce(u.email, '') <> '';
  if not found then return; end if;
  insert into sec.reset_code as c (user_id, code_hash, expires_at)
  values (a.user_id, p_hash, now() + interval '15 minutes')
  on conflict (user_id) do update
    set code_hash = excluded.code_hash, expires_at = excluded.expires_at, attempts = 0, asked_at = now()
  where c.asked_at < now() - interval '1 minute';
  if not found then return; end if;
  perform sec.queue_mail(
    a.home_tenant, who.email, p_subject, replace(p_content, '{name}', who.name), replace(p_logged, '{name}', who.name)
  );
end
$$;
