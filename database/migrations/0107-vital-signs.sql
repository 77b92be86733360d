-- Vital signs of the installation, for /metrics.
-- What operators watch of the database: how long the oldest message and the oldest run have been due, what waits of
-- each, how far the standbys are behind, how full the server is. Figures of the installation, none of a tenant.
create or replace function sec.vital_signs() returns table (
  outbox_waiting bigint, outbox_age numeric, jobs_waiting bigint, job_age numeric, exports_waiting bigint,
  standbys bigint, replication_lag numeric, connections bigint, max_connections integer, transaction_age numeric,
  database_bytes bigint
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
begin
  return query
    select o.waiting, o.age, j.waiting, j.age, e.waiting, r.standbys, r.lag, a.connections,
      current_setting('max_connections')::integer, a.age, pg_database_size(current_database())
    from (
      select count(*) as waiting, round(coalesce(extract(epoch from clock_timestamp() - min(not_before)), 0), 3) as age
      from (
        select w.not_before
        from sec.outbox w
        where w.not_before <= clock_timestamp()
        order by w.not_before
        limit 10000
      ) due
    ) o
    cross join (
      select count(*) as waiting, round(coalesce(extract(epoch from clock_timestamp() - min(not_before)), 0), 3) as age
      from sec.job_run w
      where w.not_before <= clock_timestamp() and w.started_at is null
    ) j
    cross join (select count(*) as waiting from sec.export_run x where x.state = 'waiting') e
    cross join (
      select count(*) as standbys, round(coalesce(extract(epoch from max(s.replay_lag)), 0), 3) as lag
      from pg_stat_replication s
      where s.state = 'streaming'
    ) r
    cross join (
      select count(*) as connections,
        round(coalesce(extract(epoch from clock_timestamp() - min(s.xact_start)), 0), 3) as age
      from pg_stat_activity s
      where s.backend_type = 'client backend'
    ) a;
end
$$;
revoke execute on function sec.vital_signs() from public;
grant execute on function sec.vital_signs() to qudao_gate;
