-- One question to the ERP whether a password is right, in the interface log of the account's house. What it was and
-- what came back arrive without the password.
create or replace function sec.log_erp(
  p_user uuid, p_system text, p_url text, p_sent text, p_received text, p_status text, p_cost integer, p_error text
) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  a sec.account;
begin
  select x.* into a from sec.account x where x.user_id = p_user;
  perform sec.bind(a.home_tenant, a.user_id, '');
  insert into app.sys_interfacelog (
    id, system_code, interface_type, log_type, url, request_body, response_body, return_status, cost_time, error_msg,
    business_code, creator_id, creator_name
  )
  values (
    sec.new_id(), p_system, '1', '2', p_url, p_sent, p_received, p_status, p_cost, p_error, left(a.username, 50),
    a.user_id, a.username
  );
end
$$;
