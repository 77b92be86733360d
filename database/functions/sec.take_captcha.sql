-- A captcha is good for one try.
create or replace function sec.take_captcha(p_uuid text, p_answer text) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  taken sec.captcha;
begin
  delete from sec.captcha c where c.uuid = p_uuid returning c.* into taken;
  return coalesce(lower(taken.answer) = lower(p_answer) and taken.expires_at > now(), false);
end
$$;
