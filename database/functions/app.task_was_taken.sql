create or replace function app.task_was_taken() returns trigger
language plpgsql set search_path = pg_catalog
as $$
begin
  update app.wf_candidate c
  set is_open = new.assignee_id is null and new.phase = 'open'
  where c.tenant_code = new.tenant_code and c.task_id = new.id;
  return null;
end
$$;
