-- A mail to somebody who is not logged in and cannot be: a new password, an unlocked account. The log keeps p_logged
-- instead of the content.
create or replace function sec.queue_mail(
  p_tenant text, p_to text, p_subject text, p_content text, p_logged text
) returns uuid
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  made uuid := sec.new_id();
begin
  perform sec.bind(p_tenant, null, '');
  insert into app.message_maillog (id, mail_to, subject, content)
  values (made, p_to, p_subject, p_logged);
  insert into sec.outbox (id, tenant_code, kind, payload)
  values (
    made, p_tenant, 'mail',
    json_build_object('to', json_build_array(p_to), 'cc', '[]'::json, 'subject', p_subject, 'html', p_content)
  );
  perform pg_notify('qudao_outbox', '');
  return made;
end
$$;
