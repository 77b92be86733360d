create or replace function sec.refuse_explaining() returns void
language plpgsql stable
as $$
begin
  if not sec.holds(sec.tenant(), sec.user_id(), sec.is_super(), sec.is_platform(), 'sys:user:view') then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
end
$$;
