-- A captcha is good for one try.
create or replace function sec.take_captcha(p_uuid text, p_answer text) returns boolean
language sql security definer set search_path = pg_catalog
as $$
  with taken as (delete from sec.captcha where uuid = p_uuid returning answer, expires_at)
  select exists (select from taken where lower(answer) = lower(p_answer) and expires_at > now())
$$;
