-- A schedule that is written anew or rests is due in every zone when somebody computes it again: what it missed is not
-- made up for.
create or replace function sec.forget_job_times() returns trigger
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  delete from sec.job_time x where x.schedule_id = new.id;
  return null;
end
$$;
