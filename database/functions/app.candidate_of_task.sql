create or replace function app.candidate_of_task() returns trigger
language plpgsql set search_path = pg_catalog
as $$
begin
  select t.instance_id, t.doc_type, t.assignee_id is null and t.phase = 'open'
  into new.instance_id, new.doc_type, new.is_open
  from app.wf_task t
  where t.tenant_code = new.tenant_code and t.id = new.task_id;
  return new;
end
$$;
