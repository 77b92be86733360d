-- The owner and the administrator always. Else, where rules of the tenant speak of this kind of file: whom one of them
-- names or reaches. Where none does: the file's own control, and whoever came to it through its record.
create or replace function app.may_open_file(f app.sys_file, p_ends jsonb, p_through_record boolean) returns boolean
language plpgsql stable set search_path = pg_catalog
as $$
declare
  rule record;
  is_ruled boolean := false;
begin
  if sec.is_super() or f.creator_id = sec.user_id() then return true; end if;
  for rule in
    select r.control, r.role_id_list, r.user_id_list
    from app.sys_filepermission r
    where r.status = '1' and (coalesce(r.file_type, '') = '' or p_ends -> f.type ?| string_to_array(r.file_type, ','))
  loop
    is_ruled := true;
    if sec.user_id()::text = any(rule.user_id_list)
      or exists (select from app.sys_user me where me.id = sec.user_id() and me.role_id_list && rule.role_id_list)
      or app.file_reaches(f, rule.control)
    then
      return true;
    end if;
  end loop;
  return not is_ruled and (p_through_record or app.file_reaches(f, f.control));
end
$$;
