-- Nothing is offered to these roles of the session's tenant any more. What they took counts as given, so that a role
-- which somebody puts back as it was given is one that takes what is new.
create or replace function sec.settle_offers(p_roles uuid[], p_taken boolean) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if not sec.may('sys:role:update') then raise exception 'not permitted' using errcode = 'QD403'; end if;
  update sec.shipped_role s
  set offered = '{}',
    given = case
      when p_taken and s.given is not null then array(select unnest(s.given) union select unnest(s.offered) order by 1)
      else s.given
    end
  where s.tenant_code = sec.tenant() and s.role_id = any(p_roles);
end
$$;
