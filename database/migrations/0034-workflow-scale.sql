-- Lists of approval that stay quick beside a million instances.

-- A function in SQL is planned at every call, and the planner believed in a thousand roles.
create or replace function sec.roles_of(p_user uuid) returns table (role_code text, organizations text[])
language plpgsql stable rows 5 security definer set search_path = pg_catalog
as $$
begin
  return query select r.code, p.organizations from sec.principal p join sec.user_role ur on ur.tenant_code = p.tenant_code and ur.user_id = p.user_id join app.sys_role r on r.id = ur.role_id
   where p.tenant_code = sec.tenant() and p.is_active and p.user_id = p_user and r.code is not null and r.status = '1';
end $$;

-- What waits for a role is found without looking at the tasks themselves: a candidate says whether its task is still to be taken.
alter table app.wf_candidate add column instance_id uuid, add column doc_type text, add column is_open boolean not null default true;
alter table app.wf_candidate no force row level security;
alter table app.wf_task no force row level security;
update app.wf_candidate c set instance_id = t.instance_id, doc_type = t.doc_type, is_open = t.assignee_id is null and t.phase = 'open' from app.wf_task t where t.tenant_code = c.tenant_code and t.id = c.task_id;
alter table app.wf_candidate force row level security;
alter table app.wf_task force row level security;
alter table app.wf_candidate alter column instance_id set not null, alter column doc_type set not null;
create index wf_candidate_open on app.wf_candidate (tenant_code, ref, task_id desc) where is_open;
grant update (is_open) on app.wf_candidate to qudao_app;

create function app.candidate_of_task() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  select t.instance_id, t.doc_type, t.assignee_id is null and t.phase = 'open' into new.instance_id, new.doc_type, new.is_open from app.wf_task t where t.tenant_code = new.tenant_code and t.id = new.task_id;
  return new;
end $$;
create trigger of_task before insert on app.wf_candidate for each row execute function app.candidate_of_task();

create function app.task_was_taken() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  update app.wf_candidate c set is_open = new.assignee_id is null and new.phase = 'open' where c.tenant_code = new.tenant_code and c.task_id = new.id;
  return null;
end $$;
create trigger was_taken after update of assignee_id, phase on app.wf_task for each row
  when ((old.assignee_id is null and old.phase = 'open') is distinct from (new.assignee_id is null and new.phase = 'open')) execute function app.task_was_taken();
revoke all on function app.candidate_of_task(), app.task_was_taken() from public;

-- Few at any time: whoever lists tasks leaves these out.
create index wf_instance_suspended on app.wf_instance (tenant_code, id) where is_suspended;
-- My applications by where they stand, and what I decided by how, without looking at the rows.
create index wf_instance_standing on app.wf_instance (tenant_code, starter_id, flow_status, id desc);
create index wf_history_decided on app.wf_history (tenant_code, assignee_id, seq desc) include (result) where result is not null;
drop index app.wf_history_person;
