-- Why an approver granted less than was claimed, line by line.
alter table app.reimbursement_expense_line add column cut_reason text;
grant update (cut_reason) on app.reimbursement_expense_line to qudao_app;
alter table app.reimbursement_specialexpense_line add column cut_reason text;
grant update (cut_reason) on app.reimbursement_specialexpense_line to qudao_app;
alter table app.reimbursement_travel_line add column cut_reason text;
grant update (cut_reason) on app.reimbursement_travel_line to qudao_app;
alter table app.reimbursement_citytransport_line add column cut_reason text;
grant update (cut_reason) on app.reimbursement_citytransport_line to qudao_app;
