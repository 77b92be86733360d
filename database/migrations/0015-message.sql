-- Who got a notice and when he read it, and what waits to be sent to the outside: mail and text messages.

-- A notice to departments or users has a row per receiver from the moment it is sent. One to everybody has none then:
-- a row is written when somebody has read it, so that sending to ten thousand costs as much as sending to one.
create table app.sys_notice_receipt (
  tenant_code text not null default sec.tenant(),
  notice_id uuid not null,
  user_id uuid not null,
  read_date timestamptz,
  primary key (tenant_code, notice_id, user_id),
  foreign key (tenant_code, notice_id) references app.sys_notice (tenant_code, id) on delete cascade,
  foreign key (tenant_code, user_id) references app.sys_user (tenant_code, id) on delete cascade
);
create index sys_notice_receipt_user on app.sys_notice_receipt (tenant_code, user_id, notice_id);
alter table app.sys_notice_receipt enable row level security;
alter table app.sys_notice_receipt force row level security;
create policy tenant_wall on app.sys_notice_receipt using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select, insert, update (read_date) on app.sys_notice_receipt to qudao_app;

create index sys_message_receiver on app.sys_message (tenant_code, receiver_id, read_status, create_date desc);

-- Credentials of a text message account. The secret is sealed by the application, with a key that the database has never seen.
alter table app.message_sms add column access_key text, add column app_id text, add column sealed_secret text;
grant update (access_key, app_id, sealed_secret) on app.message_sms to qudao_app;

-- What the worker still has to send. No connection of the application can read it: a link to set a new password stands in it until it was sent.
create table sec.outbox (
  -- The same as the id of its row in the log of mails or text messages.
  id uuid primary key,
  tenant_code text not null,
  kind text not null check (kind in ('mail', 'sms')),
  -- json, not jsonb: one provider counts the parameters of a message by their order.
  payload json not null,
  attempts integer not null default 0,
  not_before timestamptz not null default now(),
  -- Until then nobody else takes it; whoever died with it loses it.
  lease_until timestamptz
);
create index outbox_waiting on sec.outbox (not_before);

-- Joins the transaction of whatever it follows.
create function sec.put_outbox(p_id uuid, p_kind text, p_payload json) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if sec.tenant() is null then raise exception 'no tenant' using errcode = 'QD401'; end if;
  insert into sec.outbox (id, tenant_code, kind, payload) values (p_id, sec.tenant(), p_kind, p_payload);
  perform pg_notify('qudao_outbox', '');
end $$;

-- A mail to somebody who is not logged in and cannot be: a new password, an unlocked account. The log keeps p_logged instead of the content.
create function sec.queue_mail(p_tenant text, p_to text, p_subject text, p_content text, p_logged text) returns uuid
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  made uuid := sec.new_id();
begin
  perform sec.bind(p_tenant, null, '');
  insert into app.message_maillog (id, mail_to, subject, content) values (made, p_to, p_subject, p_logged);
  insert into sec.outbox (id, tenant_code, kind, payload) values (made, p_tenant, 'mail', json_build_object('to', json_build_array(p_to), 'cc', '[]'::json, 'subject', p_subject, 'html', p_content));
  perform pg_notify('qudao_outbox', '');
  return made;
end $$;

-- The next that is due, with the account of its text message; of several workers one gets it.
create function sec.take_outbox(p_lease_ms integer) returns table (id uuid, kind text, payload json, attempts integer, account jsonb)
language plpgsql security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  o sec.outbox;
begin
  select w.* into o from sec.outbox w where w.not_before <= clock_timestamp() and (w.lease_until is null or w.lease_until < clock_timestamp())
   order by w.not_before, w.id limit 1 for update skip locked;
  if not found then return; end if;
  update sec.outbox w set attempts = w.attempts + 1, lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond' where w.id = o.id;
  perform sec.bind(o.tenant_code, null, '');
  return query select o.id, o.kind, o.payload, o.attempts + 1,
    (select jsonb_build_object('platform', s.platform, 'signName', s.sign_name, 'templateCode', s.template_code, 'accessKey', s.access_key, 'appId', s.app_id, 'sealedSecret', s.sealed_secret)
       from app.message_sms s where o.kind = 'sms' and s.sms_code = o.payload ->> 'smsCode');
end $$;

-- The end of an attempt. Sent, or given up: the one row of the log says so and the rest is forgotten. A worker whose message was taken over ends nothing.
create function sec.end_outbox(p_id uuid, p_attempt integer, p_error text, p_again_seconds integer, p_from text) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  o sec.outbox;
  is_over boolean := p_error is null or p_again_seconds is null;
begin
  select w.* into o from sec.outbox w where w.id = p_id and w.attempts = p_attempt for update;
  if not found then return false; end if;
  perform sec.bind(o.tenant_code, null, '');
  if o.kind = 'mail' then
    update app.message_maillog l set status = case when is_over then case when p_error is null then '1' else '0' end end, error_msg = left(p_error, 500), mail_from = p_from, update_date = now() where l.id = p_id;
  else
    update app.message_smslog l set status = case when is_over then case when p_error is null then '1' else '0' end end, error_msg = left(p_error, 500), update_date = now() where l.id = p_id;
  end if;
  if is_over then
    delete from sec.outbox w where w.id = p_id;
  else
    update sec.outbox w set lease_until = null, not_before = clock_timestamp() + make_interval(secs => p_again_seconds) where w.id = p_id;
  end if;
  return true;
end $$;

revoke all on function sec.put_outbox(uuid, text, json), sec.queue_mail(text, text, text, text, text), sec.take_outbox(integer), sec.end_outbox(uuid, integer, text, integer, text) from public;
grant execute on function sec.put_outbox(uuid, text, json) to qudao_app;
grant execute on function sec.queue_mail(text, text, text, text, text), sec.take_outbox(integer), sec.end_outbox(uuid, integer, text, integer, text) to qudao_gate;
