-- What people say to each other about a document: written once, taken back by its writer within minutes, never changed.
create table app.message_comment (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  noun text not null,
  record_id uuid not null,
  author_id uuid not null default sec.user_id(),
  author_name text not null,
  content text not null check (length(content) between 1 and 2000),
  line_no integer,
  quote text,
  mentions jsonb not null default '[]',
  create_date timestamptz not null default now(),
  primary key (tenant_code, id)
);
create index message_comment_record on app.message_comment (tenant_code, record_id, create_date desc);
alter table app.message_comment enable row level security;
alter table app.message_comment force row level security;
create policy tenant_wall on app.message_comment
  using (tenant_code = (select sec.tenant()))
  with check (tenant_code = (select sec.tenant()));
-- Restrictive: nobody takes back what another said, whatever a statement says.
create policy own_deletes on app.message_comment as restrictive for delete
  using (author_id = (select sec.user_id()));
grant select, insert, delete on app.message_comment to qudao_app;

-- Whoever is mentioned is looked for among all who may read a document, and a house has more than twenty of them.
-- Who of the house may do something in an organisation, those first who may do little else: whoever waits for a
-- document learns whose work it is. Grants are worked out in schema sec, where no session may read.
create or replace function sec.permission_holders(p_permission text, p_organize text) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select p.user_id
    from (
      select g.role_id,
        (select count(*) from sec.role_grant o where o.tenant_code = g.tenant_code and o.role_id = g.role_id) as breadth
      from sec.role_grant g
      where g.tenant_code = sec.tenant() and g.permission = p_permission
    ) r
    join app.sys_role n on n.id = r.role_id and n.status = '1'
    join sec.user_role ur on ur.tenant_code = sec.tenant() and ur.role_id = r.role_id
    join sec.principal p on p.tenant_code = ur.tenant_code and p.user_id = ur.user_id
    where p.is_active
      and p.account_type not in ('1', '2')
      and (p_organize is null or p.organizations is null or p_organize = any(p.organizations))
      and not exists (
        select from sec.grant_cut c
        where c.tenant_code = ur.tenant_code
          and c.user_id = ur.user_id
          and c.role_id = r.role_id
          and c.permission = p_permission
      )
    group by p.user_id
    order by min(r.breadth), p.user_id
    limit 200;
end
$$;

-- What the message of a mention is called, in every installation that has the dictionary already.
insert into app.sys_dictdata (id, dict_type_id, dict_value, dict_label, label_tw, label_en, sort, status)
select gen_random_uuid(), d.dict_type_id, 'mentioned', '有同事提到您', '有同事提到您', 'A colleague mentioned you', d.sort + 1,
  '1'
from app.sys_dictdata d
where d.dict_value = 'exportFailed'
on conflict (dict_type_id, dict_value) do nothing;
