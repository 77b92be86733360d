-- Both sides of the pairs that the session's tenant is a side of, line by line and as a whole (line_id null): its own
-- figures, and of the other tenant those of the same document and no more, read in the other's context. Waiting are
-- messages that one of them has not taken yet.
create or replace function sec.peer_figures(
  p_subject uuid
) returns table (
  subject_id uuid, line_id uuid, is_buyer boolean, peer_tenant text, peer_name text, buyer jsonb, seller jsonb,
  waiting integer
)
language plpgsql security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  context text := current_setting('app.ctx', true);
  own text := sec.tenant();
  pair record;
  bought jsonb;
  sold jsonb;
begin
  for pair in
    select p.peer_tenant, p.side, array_agg(p.id) as ids, max(t.tenant_name) as name
    from app.order_peer p
    join app.tenant_tenant t on t.tenant_code = p.peer_tenant
    where p.is_active and (p_subject is null or p.id = p_subject)
    group by p.peer_tenant, p.side
  loop
    if pair.side = '2' then perform sec.bind(pair.peer_tenant, null, ''); end if;
    -- The other names this tenant as its partner of that very document, or answers nothing.
    select coalesce(jsonb_agg(to_jsonb(x)), '[]')
    into bought
    from sec.peer_bought(pair.ids) x
    join app.order_peer p on p.id = x.subject_id
    where p.peer_tenant = case when pair.side = '2' then own else pair.peer_tenant end;
    perform sec.bind(case when pair.side = '2' then own else pair.peer_tenant end, null, '');
    select coalesce(jsonb_agg(to_jsonb(x)), '[]')
    into sold
    from sec.peer_sold(pair.ids) x
    join app.order_peer p on p.id = x.subject_id
    where p.peer_tenant = case when pair.side = '2' then pair.peer_tenant else own end;
    perform set_config('app.ctx', context, true);
    return query
      select coalesce(b.subject_id, s.subject_id), coalesce(b.line_id, s.line_id), pair.side = '1', pair.peer_tenant,
        pair.name, b.figures, s.figures,
        (
          select count(*)::integer
          from sec.peer_message m
          where m.subject_id = coalesce(b.subject_id, s.subject_id)
            and m.state in ('0', '2')
            and own in (m.tenant_code, m.to_tenant)
        )
      from (
        select (x->>'subject_id')::uuid as subject_id, (x->>'line_id')::uuid as line_id,
          (
            select jsonb_object_agg(f.key, f.value #>> '{}')
            from jsonb_each(x) f
            where f.key not in ('subject_id', 'line_id') and f.value <> 'null'
          ) as figures
        from jsonb_array_elements(bought) x
      ) b
      full join (
        select (x->>'subject_id')::uuid as subject_id, (x->>'line_id')::uuid as line_id,
          (
            select jsonb_object_agg(f.key, f.value #>> '{}')
            from jsonb_each(x) f
            where f.key not in ('subject_id', 'line_id') and f.value <> 'null'
          ) as figures
        from jsonb_array_elements(sold) x
      ) s on s.subject_id = b.subject_id and s.line_id is not distinct from b.line_id;
  end loop;
end
$$;
