-- What a document posted is taken back within the floors of today, where the caller knows them: a balance that once was allowed to go below zero let everything be taken from under what is promised.
create or replace function app.cost_reverse(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  undone jsonb;
begin
  select jsonb_agg(jsonb_build_object('stock_organize_code', b.stock_organize_code, 'material_code', b.material_code,
           'd_number', -e.d_number, 'd_amount', -e.d_amount,
           'post_type', e.post_type, 'line_id', e.line_id, 'holder_doc_id', e.holder_doc_id, 'holder_line_id', e.holder_line_id,
           'guards', p->>'guards', 'may_go_negative', coalesce((p->>'may_go_negative')::boolean, b.may_go_negative), 'reversal_of', e.id) order by e.id desc)
    into undone
    from cost_entry e join cost_balance b on b.id = e.balance_id
   where e.doc_id = (p->>'doc_id')::uuid and e.reversal_of is null
     and not exists (select from cost_entry r where r.reversal_of = e.id);
  if undone is null then return '[]'; end if;
  return cost_post(p || jsonb_build_object('entries', undone));
end $$;

create or replace function app.stock_reverse(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  undone jsonb;
begin
  select jsonb_agg(jsonb_build_object('stock_organize_code', b.stock_organize_code, 'storage_code', b.storage_code, 'material_code', b.material_code, 'batch_no', b.batch_no,
           'd_on_hand', -e.d_on_hand, 'd_occupied', -e.d_occupied, 'd_frozen', -e.d_frozen, 'd_in_transit', -e.d_in_transit,
           'post_type', e.post_type, 'line_id', e.line_id, 'holder_doc_id', e.holder_doc_id, 'holder_line_id', e.holder_line_id,
           'guards', p->>'guards', 'may_go_negative', coalesce((p->>'may_go_negative')::boolean, b.may_go_negative), 'reversal_of', e.id) order by e.id desc)
    into undone
    from stock_entry e join stock_balance b on b.id = e.balance_id
   where e.doc_id = (p->>'doc_id')::uuid and e.reversal_of is null
     and not exists (select from stock_entry r where r.reversal_of = e.id);
  if undone is null then return '[]'; end if;
  return stock_post(p || jsonb_build_object('entries', undone));
end $$;

create or replace function app.capital_reverse(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  undone jsonb;
begin
  select jsonb_agg(jsonb_build_object('account_code', b.account_code,
           'd_balance', -e.d_balance, 'd_occupied', -e.d_occupied, 'd_frozen', -e.d_frozen, 'd_credit_limit', -e.d_credit_limit, 'd_temp_limit', -e.d_temp_limit,
           'post_type', e.post_type, 'line_id', e.line_id, 'holder_doc_id', e.holder_doc_id, 'holder_line_id', e.holder_line_id,
           'guards', p->>'guards', 'may_go_negative', coalesce((p->>'may_go_negative')::boolean, b.may_go_negative), 'reversal_of', e.id) order by e.id desc)
    into undone
    from capital_entry e join capital_balance b on b.id = e.balance_id
   where e.doc_id = (p->>'doc_id')::uuid and e.reversal_of is null
     and not exists (select from capital_entry r where r.reversal_of = e.id);
  if undone is null then return '[]'; end if;
  return capital_post(p || jsonb_build_object('entries', undone));
end $$;

create or replace function app.receivable_reverse(p jsonb) returns jsonb
language plpgsql security definer set search_path = app, pg_catalog set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  undone jsonb;
begin
  select jsonb_agg(jsonb_build_object('organize_code', b.organize_code, 'customer_code', b.customer_code,
           'd_amount', -e.d_amount,
           'post_type', e.post_type, 'line_id', e.line_id, 'holder_doc_id', e.holder_doc_id, 'holder_line_id', e.holder_line_id,
           'guards', p->>'guards', 'may_go_negative', coalesce((p->>'may_go_negative')::boolean, b.may_go_negative), 'reversal_of', e.id, 'due_date', e.due_date, 'order_code', e.order_code) order by e.id desc)
    into undone
    from receivable_entry e join receivable_balance b on b.id = e.balance_id
   where e.doc_id = (p->>'doc_id')::uuid and e.reversal_of is null
     and not exists (select from receivable_entry r where r.reversal_of = e.id);
  if undone is null then return '[]'; end if;
  return receivable_post(p || jsonb_build_object('entries', undone));
end $$;

