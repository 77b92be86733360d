-- Seals what every tenant has written since. One process at a time; a row is sealed once, late commits in a later seal.
create or replace function sec.seal_log() returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  t text;
  last app.sys_logseal;
  made app.sys_logseal;
  finished xid8 := pg_snapshot_xmin(pg_current_snapshot());
  low xid8;
  high xid8;
  total integer := 0;
begin
  if not pg_try_advisory_xact_lock(7003, 0) then return 0; end if;
  for t in select x.tenant_code from app.tenant_tenant x order by 1 loop
    perform sec.bind(t, null, '');
    last := null;
    select s.* into last from app.sys_logseal s order by s.no desc limit 1;
    -- At first, and where transactions are counted anew (a dump restored on another server), every row is looked at.
    low := case when last.below <= finished then last.below else '0'::xid8 end;
    high := case
      when last.below <= finished then pg_snapshot_xmax(pg_current_snapshot())
      else '18446744073709551615'::xid8
    end;
    with fresh as (
      select r.seq, sha256(convert_to(sec.log_text(r), 'UTF8')) as hash
      from app.sys_operationlog r
      where r.xact between low and high and not exists (select from app.sys_logseal_row x where x.seq = r.seq)
      order by r.seq
      limit 5000
    ),
    kept as (
      insert into app.sys_logseal_row (seq, no, hash)
      select f.seq, coalesce(last.no, 0) + 1, f.hash
      from fresh f
      returning seq, hash
    )
    select t, coalesce(last.no, 0) + 1, min(k.seq), max(k.seq), count(*), coalesce(last.hash, ''::bytea),
      sha256(coalesce(last.hash, ''::bytea) || string_agg(k.hash, ''::bytea order by k.seq)),
      case when count(*) < 5000 then finished else last.below end, clock_timestamp()
    into made
    from kept k;
    if made.count > 0 then
      insert into app.sys_logseal select made.*;
      total := total + made.count;
    end if;
  end loop;
  return total;
end
$$;
