-- From now on it is kept what the records of a table were; `p_parent` is the head whose lines the table holds. It can
-- be asked for again. The owner asks, in a migration.
create or replace function sec.keep_versions(p_table text, p_parent text default null) returns void
language plpgsql set search_path = pg_catalog
as $$
declare
  line text := case when p_parent is null then '' else '_line' end;
begin
  execute format(
    'create or replace trigger version_changed after update on app.%I ' ||
    'referencing old table as before_rows new table as after_rows ' ||
    'for each statement execute function sec.version%s_changed()',
    p_table, line
  );
  execute format(
    'create or replace trigger version_gone after delete on app.%I referencing old table as before_rows ' ||
    'for each statement execute function sec.version%s()',
    p_table, case when p_parent is null then '_gone' else '_line_went' end
  );
  if p_parent is not null then
    execute format(
      'create or replace trigger version_came after insert on app.%I referencing new table as after_rows ' ||
      'for each statement execute function sec.version_line_came(%L)',
      p_table, p_parent
    );
  end if;
end
$$;
