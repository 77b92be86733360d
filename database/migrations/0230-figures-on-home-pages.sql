-- Home pages that tenants put together before there were figures begin with them; whoever wants less takes them off.
-- A page of notices and shortcuts alone was wanted without work on it, and stays so.
update app.tenant_homepage h
set layout = jsonb_set(h.layout, '{cards}', '["figures", "waiting"]' || (h.layout -> 'cards'))
where h.layout -> 'cards' ? 'todo' and not h.layout -> 'cards' ?| array['figures', 'waiting'];
