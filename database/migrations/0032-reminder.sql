-- When whoever could act was last reminded of a task (J14, WF003).
alter table app.wf_task add column remind_time timestamptz;
grant update (remind_time) on app.wf_task to qudao_app;
