-- A captcha is good for three minutes.
create or replace function sec.put_captcha(p_uuid text, p_answer text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  insert into sec.captcha
  values (left(p_uuid, 64), p_answer, now() + interval '3 minutes')
  on conflict (uuid) do update set answer = excluded.answer, expires_at = excluded.expires_at;
end
$$;
