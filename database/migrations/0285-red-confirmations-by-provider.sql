-- A red confirmation is asked of the provider: who sees to it, how far that is, and what was said. Those that are under
-- way stay in the hands that entered them.
alter table app.invoice_maintain add column red_confirm_stage text not null default '0';
alter table app.invoice_maintain add column red_confirm_msg text;
grant update (red_confirm_stage, red_confirm_msg) on app.invoice_maintain to qudao_app;
