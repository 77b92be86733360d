-- What of an application is left to be claimed and no longer held: others had taken its budget when a claim came back.
alter table app.reimbursement_application
add column unheld_amount numeric(20,2) default '0';
grant update (unheld_amount) on app.reimbursement_application to qudao_app;
alter table app.reimbursement_application_line
add column unheld_amount numeric(20,2) default '0';
grant update (unheld_amount) on app.reimbursement_application_line to qudao_app;
