-- Refuses what would use an activity more often than a customer may, or spend more than its budget. Asked after the
-- postings: their balances are locked then, so that two audits at once cannot both find room for the last time (I30).
create or replace function app.promotion_within(p jsonb) returns void
language plpgsql security invoker set search_path = app, pg_catalog
as $$
declare
  used_up jsonb;
begin
  select jsonb_build_object('activity_code', e.activity_code, 'is_limit', u.times > e.most_times)
  into used_up
  from jsonb_to_recordset(p) as e(activity_code text, customer_code text, most_times numeric, most_spent numeric)
  left join promotion_usage_balance u on u.activity_code = e.activity_code and u.customer_code = e.customer_code
  left join promotion_budget_balance b on b.activity_code = e.activity_code
  where u.times > e.most_times or b.spent > e.most_spent
  order by e.activity_code
  limit 1;
  if used_up is not null then
    raise exception 'activity is used up' using errcode = 'QD020', detail = used_up::text;
  end if;
end
$$;
