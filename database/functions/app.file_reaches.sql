-- How far a level of the dictionary file_permission_control reaches from the owner of a file to the session's user.
create or replace function app.file_reaches(f app.sys_file, p_control text) returns boolean
language sql stable set search_path = pg_catalog
as $$
  select case p_control
    when '1' then exists (
      select from app.sys_user o
      join app.sys_user me on me.dept_id = o.dept_id
      where o.id = f.creator_id and me.id = sec.user_id()
    )
    when '2' then exists (
      select from app.sys_user o
      where o.id = f.creator_id and o.organize_code = any(sec.organizations())
    )
    else p_control in ('3', '4')
  end
$$;
