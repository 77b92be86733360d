-- A row as text that no two different rows share: every value with its length in front. platform/server/log/chain.ts
-- writes the same.
create or replace function sec.log_text(r app.sys_operationlog) returns text
language sql stable set search_path = pg_catalog
as $$
  select string_agg(octet_length(x.value) || ':' || x.value, ',' order by x.place)
  from unnest(
    array[
      r.tenant_code, r.seq::text, r.id::text, r.noun, coalesce(r.record_id::text, ''), coalesce(r.record_code, ''),
      coalesce(r.operation, ''), coalesce(r.message, ''), coalesce(r.changes::text, ''), coalesce(r.request_uri, ''),
      coalesce(r.request_method, ''), coalesce(r.request_params, ''), coalesce(r.request_time::text, ''),
      coalesce(r.status, ''), coalesce(r.ip, ''), coalesce(r.user_agent, ''), coalesce(r.correlation_id, ''),
      coalesce(r.creator_id::text, ''), r.creator_name,
      to_char(r.create_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
    ]
  ) with ordinality x(value, place)
$$;
