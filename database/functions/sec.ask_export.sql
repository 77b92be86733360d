-- Called in the context of whoever asks; a long list is for who has shown again who he is.
create or replace function sec.ask_export(
  p_id uuid, p_noun text, p_permission text, p_format text, p_language text, p_asked jsonb, p_request jsonb
) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if sec.user_id() is null then raise exception 'nobody asks' using errcode = 'QD401'; end if;
  if not sec.is_confirmed() then raise exception 'not confirmed' using errcode = 'QD041'; end if;
  insert into sec.export_run (id, tenant_code, user_id, noun, permission, format, language, asked, request)
  values (p_id, sec.tenant(), sec.user_id(), p_noun, p_permission, p_format, p_language, p_asked, p_request);
  perform pg_notify('qudao_export', '');
end
$$;
