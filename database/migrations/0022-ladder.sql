alter table app.data_freeterm add column ladder_list jsonb;
grant update (ladder_list) on app.data_freeterm to qudao_app;
