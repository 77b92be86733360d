-- Called in the context of whoever asks. False: so many of his are not finished already.
create or replace function sec.ask_simulation(
  p_id uuid, p_permission text, p_activity uuid, p_language text, p_asked jsonb, p_most integer
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  waiting integer;
begin
  if sec.user_id() is null then raise exception 'nobody asks' using errcode = 'QD401'; end if;
  perform pg_advisory_xact_lock(7022, hashtext(sec.user_id()::text));
  select count(*)
  into waiting
  from sec.simulation_run s
  where s.tenant_code = sec.tenant() and s.user_id = sec.user_id() and s.state in ('waiting', 'running');
  if waiting >= p_most then return false; end if;
  insert into sec.simulation_run (id, tenant_code, user_id, permission, activity_id, language, asked)
  values (p_id, sec.tenant(), sec.user_id(), p_permission, p_activity, p_language, p_asked);
  perform pg_notify('qudao_simulation', '');
  return true;
end
$$;
