-- Home pages that tenants put together before there were figures begin with them; whoever wants less takes them off.
-- A page of notices and shortcuts alone was wanted without work on it, and stays so.
alter table app.tenant_homepage no force row level security;
update app.tenant_homepage h
set layout = jsonb_set(h.layout, '{cards}', '["figures", "waiting"]' || (h.layout -> 'cards'))
where h.layout -> 'cards' ? 'todo' and not h.layout -> 'cards' ?| array['figures', 'waiting'];
alter table app.tenant_homepage force row level security;
