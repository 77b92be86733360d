-- The person behind the session has shown again who he is: by password or by a code.
create or replace function sec.confirm_session(p_sid text) returns timestamptz
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  until timestamptz := now() + interval '5 minutes';
begin
  perform sec.open(p_sid, null, null, null);
  update sec.session x set confirmed_until = until where x.sid_hash = decode(p_sid, 'hex');
  return until;
end
$$;
