-- Documents between tenants: what a purchase of one is an order of another, line by line, and the messages between them.
alter table app.order_order add column peer_code text;
grant update (peer_code) on app.order_order to qudao_app;

-- A purchase (side 1) or an order (side 2) with its other half in another tenant; both halves have the id of the purchase.
create table app.order_peer (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  side text not null check (side in ('1', '2')),
  peer_tenant text not null,
  bill_id uuid not null,
  bill_code text not null,
  peer_code text,
  peer_status text,
  is_active boolean not null default true,
  clawback numeric(20,2) not null default 0,
  create_date timestamp with time zone not null default now(),
  primary key (tenant_code, id)
);
create index order_peer_bill on app.order_peer (tenant_code, bill_id);
alter table app.order_peer enable row level security;
alter table app.order_peer force row level security;
create policy tenant_wall on app.order_peer using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_peer to qudao_app, qudao_report;
grant insert, delete, update (side, peer_tenant, bill_id, bill_code, peer_code, peer_status, is_active, clawback, create_date) on app.order_peer to qudao_app;

-- A line has the id of the purchase's line; one that nobody ordered, a gift, that of the order's.
create table app.order_peer_line (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  peer_id uuid not null,
  own_line_id uuid,
  product_code text,
  number numeric(20,4) not null default 0,
  amount numeric(20,2) not null default 0,
  peer_amount numeric(20,2),
  confirmed_amount numeric(20,2),
  peer_closed numeric(20,4) not null default 0,
  short_number numeric(20,4) not null default 0,
  taken_number numeric(20,4) not null default 0,
  taken_amount numeric(20,2) not null default 0,
  given_number numeric(20,4) not null default 0,
  given_amount numeric(20,2) not null default 0,
  primary key (tenant_code, id),
  foreign key (tenant_code, peer_id) references app.order_peer (tenant_code, id)
);
create index order_peer_line_peer on app.order_peer_line (tenant_code, peer_id);
create index order_peer_line_own on app.order_peer_line (tenant_code, own_line_id);
alter table app.order_peer_line enable row level security;
alter table app.order_peer_line force row level security;
create policy tenant_wall on app.order_peer_line using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_peer_line to qudao_app, qudao_report;
grant insert, delete, update (peer_id, own_line_id, product_code, number, amount, peer_amount, confirmed_amount, peer_closed, short_number, taken_number, taken_amount, given_number, given_amount) on app.order_peer_line to qudao_app;

-- What the seller has sent, as the buyer's movement expects it: the id is that of the line that left there.
create table app.order_peer_piece (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  peer_id uuid not null,
  line_id uuid not null,
  delivery_id uuid not null,
  delivery_line_id uuid not null,
  movement_id uuid not null,
  movement_line_id uuid not null,
  purchase_line_id uuid,
  product_code text not null,
  number numeric(20,4) not null,
  amount numeric(20,2) not null,
  tax_rate text,
  received_number numeric(20,4),
  primary key (tenant_code, id),
  foreign key (tenant_code, peer_id) references app.order_peer (tenant_code, id)
);
create index order_peer_piece_peer on app.order_peer_piece (tenant_code, peer_id, line_id);
create index order_peer_piece_movement on app.order_peer_piece (tenant_code, movement_id);
alter table app.order_peer_piece enable row level security;
alter table app.order_peer_piece force row level security;
create policy tenant_wall on app.order_peer_piece using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_peer_piece to qudao_app, qudao_report;
grant insert, delete, update (peer_id, line_id, delivery_id, delivery_line_id, movement_id, movement_line_id, purchase_line_id, product_code, number, amount, tax_rate, received_number) on app.order_peer_piece to qudao_app;

-- What a partner in a tenant of his own calls our goods.
create table app.order_peermaterial (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  code text not null,
  name text not null,
  peer_tenant_code text not null,
  peer_product_code text not null,
  product_code text not null,
  status text not null default '1',
  remark text,
  row_version integer not null default 1,
  creator_id uuid,
  creator_name text not null default '',
  create_date timestamp with time zone not null default now(),
  updater_name text,
  update_date timestamp with time zone,
  pinyin text not null default '',
  search_text text not null generated always as (app.search_text(code, name, pinyin)) stored,
  search_grams integer[] not null generated always as (app.search_grams(tenant_code, app.search_text(code, name, pinyin))) stored,
  primary key (tenant_code, id)
);
create unique index order_peermaterial_key on app.order_peermaterial (tenant_code, code);
create index order_peermaterial_recent on app.order_peermaterial (tenant_code, create_date DESC, id DESC);
create index order_peermaterial_peer_tenant_code on app.order_peermaterial (tenant_code, peer_tenant_code, create_date DESC, id DESC);
create index order_peermaterial_product_code on app.order_peermaterial (tenant_code, product_code, create_date DESC, id DESC);
create index order_peermaterial_status on app.order_peermaterial (tenant_code, status, create_date DESC, id DESC);
create index order_peermaterial_search on app.order_peermaterial using gin (search_grams) with (gin_pending_list_limit = 256);
alter table app.order_peermaterial enable row level security;
alter table app.order_peermaterial force row level security;
create policy tenant_wall on app.order_peermaterial using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()));
grant select on app.order_peermaterial to qudao_app, qudao_report;
grant insert, delete, update (code, name, peer_tenant_code, peer_product_code, product_code, status, remark, row_version, creator_id, creator_name, create_date, updater_name, update_date, pinyin) on app.order_peermaterial to qudao_app;
alter table app.order_peermaterial add constraint order_peermaterial_peer_tenant_code_fkey foreign key (peer_tenant_code) references app.tenant_tenant (tenant_code);
alter table app.order_peermaterial add constraint order_peermaterial_product_code_fkey foreign key (tenant_code, product_code) references app.data_material (tenant_code, code);

-- Messages: 0 wait, 1 applied, 2 refused and tried again, 3 taken back.
create table sec.peer_message (
  id uuid primary key,
  tenant_code text not null,
  to_tenant text not null,
  subject_id uuid not null,
  seq integer not null,
  kind text not null check (kind in ('order', 'confirm', 'askClose', 'received', 'sentBack', 'news', 'shipped', 'refunded')),
  payload jsonb not null,
  state text not null default '0' check (state in ('0', '1', '2', '3')),
  attempts integer not null default 0,
  not_before timestamptz not null default now(),
  -- Until then nobody else takes it; whoever died with it loses it.
  lease_until timestamptz,
  key_hash bytea,
  refusal text,
  refusal_text jsonb,
  create_date timestamptz not null default clock_timestamp(),
  applied_date timestamptz,
  unique (tenant_code, subject_id, seq)
);
create index peer_message_waiting on sec.peer_message (not_before) where state in ('0', '2');
create index peer_message_subject on sec.peer_message (subject_id);

-- A message to the tenant on the other side of a pair, in the transaction of the verb that causes it. Messages about one
-- document are numbered in the order in which their transactions end. Whoever names no such pair, or no such partner,
-- tells nobody anything.
create or replace function sec.tell_peer(p_subject uuid, p_to text, p_kind text, p_payload jsonb) returns uuid
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  source text := sec.tenant();
  made uuid := sec.new_id();
begin
  if not exists (select from app.order_peer p where p.id = p_subject and p.peer_tenant = p_to)
    or not (
      exists (select from app.data_supplier s where s.rel_tenant_code = p_to)
      or exists (select from app.data_customer c where c.rel_tenant_code = p_to)
    )
  then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
  perform pg_advisory_xact_lock(7011, hashtext(source || p_subject::text));
  insert into sec.peer_message (id, tenant_code, to_tenant, subject_id, seq, kind, payload)
  values (
    made, source, p_to, p_subject,
    coalesce((
      select max(m.seq)
      from sec.peer_message m
      where m.tenant_code = source and m.subject_id = p_subject
    ), 0) + 1,
    p_kind, p_payload
  );
  perform pg_notify('qudao_peer', '');
  return made;
end
$$;

-- The next message between tenants that is due and whose predecessors are over, or the one that is named; of several
-- workers one gets it. Whoever holds the key applies it in the context of the tenant that it is for (sec.open_run).
create or replace function sec.take_peer(
  p_key text, p_lease_ms integer, p_only uuid default null
) returns table (id uuid, kind text, attempts integer)
language plpgsql security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  m sec.peer_message;
begin
  select w.*
  into m
  from sec.peer_message w
  join app.tenant_tenant t on t.tenant_code = w.to_tenant and t.status = '1'
  where w.state in ('0', '2')
    and (p_only is null or w.id = p_only)
    and w.not_before <= clock_timestamp()
    and (w.lease_until is null or w.lease_until < clock_timestamp())
    and not exists (
      select from sec.peer_message o
      where o.tenant_code = w.tenant_code and o.subject_id = w.subject_id and o.seq < w.seq and o.state in ('0', '2')
    )
  order by w.not_before, w.id
  limit 1
  for update of w skip locked;
  if not found then return; end if;
  update sec.peer_message w
  set attempts = w.attempts + 1, key_hash = sha256(convert_to(p_key, 'UTF8')),
    lease_until = clock_timestamp() + p_lease_ms * interval '1 millisecond'
  where w.id = m.id;
  return query select m.id, m.kind, m.attempts + 1;
end
$$;

-- What a message says, to the tenant that it is for and to nobody else; held until the transaction that applies it ends.
-- One that was applied, or that its sender took back meanwhile, answers nothing: applied twice it changes nothing.
create or replace function sec.begin_peer(
  p_id uuid, p_key text
) returns table (kind text, payload jsonb, from_tenant text, from_name text, subject_id uuid)
language plpgsql security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
begin
  return query
    select m.kind, m.payload, m.tenant_code, t.tenant_name, m.subject_id
    from sec.peer_message m
    join app.tenant_tenant t on t.tenant_code = m.tenant_code
    where m.id = p_id
      and m.to_tenant = sec.tenant()
      and m.key_hash = sha256(convert_to(p_key, 'UTF8'))
      and m.state in ('0', '2')
      and not exists (
        select from sec.peer_message o
        where o.tenant_code = m.tenant_code and o.subject_id = m.subject_id and o.seq < m.seq and o.state in ('0', '2')
      )
    for update of m;
end
$$;

-- Applied, in the transaction of what it changed. A purchase that has become an order there is on its way: its answer
-- says the rest.
create or replace function sec.end_peer(p_id uuid, p_key text) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  m sec.peer_message;
  context text := current_setting('app.ctx', true);
begin
  update sec.peer_message w
  set state = '1', applied_date = clock_timestamp(), lease_until = null, refusal = null, refusal_text = null
  where w.id = p_id
    and w.to_tenant = sec.tenant()
    and w.key_hash = sha256(convert_to(p_key, 'UTF8'))
    and w.state in ('0', '2')
  returning * into m;
  if not found then return false; end if;
  if m.kind = 'order' then
    perform sec.bind(m.tenant_code, null, '');
    update app.order_purchase p
    set push_status = '2'
    where p.id = m.subject_id and p.push_status in ('1', '3');
    perform set_config('app.ctx', context, true);
  end if;
  return true;
end
$$;

-- The other side cannot take a message now: it waits with the reason and is tried again. A purchase that became no order
-- says so on its own side.
create or replace function sec.refuse_peer(
  p_id uuid, p_key text, p_refusal text, p_text jsonb, p_again_seconds integer
) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  m sec.peer_message;
begin
  update sec.peer_message w
  set state = '2', refusal = p_refusal, refusal_text = p_text, lease_until = null,
    not_before = clock_timestamp() + make_interval(secs => p_again_seconds)
  where w.id = p_id and w.key_hash = sha256(convert_to(p_key, 'UTF8')) and w.state in ('0', '2')
  returning * into m;
  if not found then return false; end if;
  if m.kind = 'order' then
    perform sec.bind(m.tenant_code, null, '');
    update app.order_purchase p set push_status = '3' where p.id = m.subject_id and p.push_status = '1';
  end if;
  return true;
end
$$;

-- Messages between the session's tenant and others: about one document, or all that wait. What a message says is for
-- whoever applies it; why it was refused is told in full there, and to its sender only where it is about the two of
-- them: stock, credit and periods of the other are not his to know.
create or replace function sec.peer_messages(
  p_subject uuid
) returns table (
  id uuid, subject_id uuid, is_ours boolean, peer_tenant text, peer_name text, seq integer, kind text, state text,
  attempts integer, refusal text, refusal_text jsonb, not_before timestamptz, create_date timestamptz,
  applied_date timestamptz, waits_for integer
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  own text := sec.tenant();
begin
  return query
    select m.id, m.subject_id, m.tenant_code = own, t.tenant_code, t.tenant_name, m.seq, m.kind, m.state, m.attempts,
      m.refusal,
      case when m.to_tenant = own or starts_with(m.refusal, 'E-PEER-') then m.refusal_text end, m.not_before,
      m.create_date, m.applied_date,
      (
        select max(o.seq)
        from sec.peer_message o
        where m.state in ('0', '2')
          and o.tenant_code = m.tenant_code
          and o.subject_id = m.subject_id
          and o.seq < m.seq
          and o.state in ('0', '2')
      )
    from sec.peer_message m
    join app.tenant_tenant t on t.tenant_code = case when m.tenant_code = own then m.to_tenant else m.tenant_code end
    where (m.tenant_code = own or m.to_tenant = own)
      and case when p_subject is null then m.state in ('0', '2') else m.subject_id = p_subject end
    order by m.create_date, m.seq
    limit 500;
end
$$;

-- Messages of a document that wait are tried at once, whichever side asks.
create or replace function sec.retry_peer(p_subject uuid) returns integer
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  own text := sec.tenant();
  touched integer;
begin
  update sec.peer_message m
  set not_before = clock_timestamp()
  where m.subject_id = p_subject and m.state in ('0', '2') and (m.tenant_code = own or m.to_tenant = own);
  get diagnostics touched = row_count;
  if touched > 0 then perform pg_notify('qudao_peer', ''); end if;
  return touched;
end
$$;

-- A purchase that has not become an order yet is taken back by its buyer. Whoever applies it holds the message, so one of
-- the two comes first.
create or replace function sec.withdraw_peer(p_subject uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  update sec.peer_message m
  set state = '3', applied_date = clock_timestamp(), lease_until = null
  where m.subject_id = p_subject and m.tenant_code = sec.tenant() and m.kind = 'order' and m.state in ('0', '2');
  return found;
end
$$;

-- What the bound tenant, as the buyer, has of these pairs: each line, and the whole (line_id null) with what it owes, what
-- of that is still on its way, and what it has taken off that the seller has not given back yet.
create or replace function sec.peer_bought(
  p_subjects uuid[]
) returns table (
  subject_id uuid, line_id uuid, code text, product_code text, number numeric, amount numeric, closed numeric,
  moved numeric, taken numeric, short numeric, returned numeric, money numeric, coming numeric, owed_back numeric
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
begin
  return query
    select p.id, l.id, p.bill_code, coalesce(b.product_code, s.product_code), b.number, b.amount,
      coalesce(b.closed_number, 0) - l.taken_number, coalesce(s.number, 0), coalesce(s.taken, 0), l.short_number,
      coalesce(b.returned_number, 0), null::numeric, null::numeric, null::numeric
    from app.order_peer p
    join app.order_peer_line l on l.tenant_code = p.tenant_code and l.peer_id = p.id
    left join app.order_purchase_line b on b.tenant_code = p.tenant_code and b.id = l.own_line_id
    left join lateral (
      select sum(x.number) as number, sum(x.received_number) as taken, min(x.product_code) as product_code
      from app.order_peer_piece x
      where x.tenant_code = p.tenant_code and x.line_id = l.id and x.peer_id = p.id
    ) s on true
    where p.side = '1' and p.is_active and (p_subjects is null or p.id = any(p_subjects))
    union all
    select p.id, null, p.bill_code, null, null, null, null, null, null, null, null,
      coalesce((
        select sum(e.d_amount)
        from app.payable_entry e
        where e.tenant_code = p.tenant_code
          and e.purchase_code = p.bill_code
          and e.post_type in ('PUR', 'PRT', 'ADJ')
      ), 0),
      coalesce((
        select sum(x.amount)
        from app.order_peer_piece x
        where x.tenant_code = p.tenant_code and x.peer_id = p.id and x.received_number is null
      ), 0),
      coalesce((
        select sum(l.taken_amount - l.given_amount)
        from app.order_peer_line l
        where l.tenant_code = p.tenant_code and l.peer_id = p.id
      ), 0)
    from app.order_peer p
    where p.side = '1' and p.is_active and (p_subjects is null or p.id = any(p_subjects));
end
$$;

-- What the bound tenant, as the seller, has of these pairs: each line of its order, and the whole (line_id null) with what
-- the buyer owes for it.
create or replace function sec.peer_sold(
  p_subjects uuid[]
) returns table (
  subject_id uuid, line_id uuid, code text, product_code text, number numeric, amount numeric, closed numeric,
  moved numeric, taken numeric, short numeric, returned numeric, status text, money numeric
)
language plpgsql stable security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
begin
  return query
    select p.id, coalesce(l.id, o.id), p.bill_code, o.product_code, o.number,
      o.amount - coalesce(o.discount_amount, 0), coalesce(o.closed_number, 0), coalesce(o.out_number, 0),
      coalesce(o.signed_number, 0), coalesce(o.short_number, 0), coalesce(o.returned_number, 0), h.bill_status,
      null::numeric
    from app.order_peer p
    join app.order_order h on h.tenant_code = p.tenant_code and h.id = p.bill_id
    join app.order_order_line o on o.tenant_code = p.tenant_code and o.parent_id = p.bill_id
    left join app.order_peer_line l
      on l.tenant_code = p.tenant_code
      and l.peer_id = p.id
      and l.own_line_id = o.id
    where p.side = '2' and p.is_active and (p_subjects is null or p.id = any(p_subjects))
    union all
    select p.id, null, p.bill_code, null, null, null, null, null, null, null, null, null,
      coalesce((
        select sum(e.d_amount)
        from app.receivable_entry e
        where e.tenant_code = p.tenant_code
          and e.order_code = p.bill_code
          and e.post_type in ('SAL', 'RBT', 'RET', 'ADJ')
      ), 0)
    from app.order_peer p
    where p.side = '2' and p.is_active and (p_subjects is null or p.id = any(p_subjects));
end
$$;

-- Both sides of the pairs that the session's tenant is a side of, line by line and as a whole (line_id null): its own
-- figures, and of the other tenant those of the same document and no more, read in the other's context. Waiting are
-- messages that one of them has not taken yet.
create or replace function sec.peer_figures(
  p_subject uuid
) returns table (
  subject_id uuid, line_id uuid, is_buyer boolean, peer_tenant text, peer_name text, buyer jsonb, seller jsonb,
  waiting integer
)
language plpgsql security definer set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  context text := current_setting('app.ctx', true);
  own text := sec.tenant();
  pair record;
  bought jsonb;
  sold jsonb;
begin
  for pair in
    select p.peer_tenant, p.side, array_agg(p.id) as ids, max(t.tenant_name) as name
    from app.order_peer p
    join app.tenant_tenant t on t.tenant_code = p.peer_tenant
    where p.is_active and (p_subject is null or p.id = p_subject)
    group by p.peer_tenant, p.side
  loop
    if pair.side = '2' then perform sec.bind(pair.peer_tenant, null, ''); end if;
    -- The other names this tenant as its partner of that very document, or answers nothing.
    select coalesce(jsonb_agg(to_jsonb(x)), '[]')
    into bought
    from sec.peer_bought(pair.ids) x
    join app.order_peer p on p.id = x.subject_id
    where p.peer_tenant = case when pair.side = '2' then own else pair.peer_tenant end;
    perform sec.bind(case when pair.side = '2' then own else pair.peer_tenant end, null, '');
    select coalesce(jsonb_agg(to_jsonb(x)), '[]')
    into sold
    from sec.peer_sold(pair.ids) x
    join app.order_peer p on p.id = x.subject_id
    where p.peer_tenant = case when pair.side = '2' then pair.peer_tenant else own end;
    perform set_config('app.ctx', context, true);
    return query
      select coalesce(b.subject_id, s.subject_id), coalesce(b.line_id, s.line_id), pair.side = '1', pair.peer_tenant,
        pair.name, b.figures, s.figures,
        (
          select count(*)::integer
          from sec.peer_message m
          where m.subject_id = coalesce(b.subject_id, s.subject_id)
            and m.state in ('0', '2')
            and own in (m.tenant_code, m.to_tenant)
        )
      from (
        select (x->>'subject_id')::uuid as subject_id, (x->>'line_id')::uuid as line_id,
          (
            select jsonb_object_agg(f.key, f.value #>> '{}')
            from jsonb_each(x) f
            where f.key not in ('subject_id', 'line_id') and f.value <> 'null'
          ) as figures
        from jsonb_array_elements(bought) x
      ) b
      full join (
        select (x->>'subject_id')::uuid as subject_id, (x->>'line_id')::uuid as line_id,
          (
            select jsonb_object_agg(f.key, f.value #>> '{}')
            from jsonb_each(x) f
            where f.key not in ('subject_id', 'line_id') and f.value <> 'null'
          ) as figures
        from jsonb_array_elements(sold) x
      ) s on s.subject_id = b.subject_id and s.line_id is not distinct from b.line_id;
  end loop;
end
$$;

-- The context of a run. Of a job: its tenant, no person, every row of that tenant. Of an export: the person who asked,
-- with what he may see and do now. Only who holds the key of a run under way gets it.
create or replace function sec.open_run(
  p_run uuid, p_key text, out user_id uuid, out username text, out real_name text, out tenant_code text,
  out super_admin boolean, out is_platform boolean, out organize_code text, out personnel_code text,
  out customer_code text, out account_type text, out is_full boolean
)
language plpgsql security definer set search_path = pg_catalog
as $$
declare
  bound text;
  needed text;
begin
  select null::uuid, s.bean_name, coalesce(s.job_name, s.bean_name), t.tenant_code, false, t.sys_tenant = '1', '0',
    true,
    concat(
      set_config(
        'app.ctx',
        concat(
          t.tenant_code, '|', extract(epoch from now())::text, '||', case when t.sys_tenant = '1' then 'P' end, '|',
          t.path, '|', t.zone
        ),
        true
      ),
      set_config('app.organizations', '', true), set_config('app.storages', '', true),
      set_config('app.departments', '', true), set_config('app.brands', '', true), set_config('app.channels', '', true),
      set_config('app.own', '||', true)
    )
  into user_id, username, real_name, tenant_code, super_admin, is_platform, account_type, is_full, bound
  from sec.job_run r
  join app.job_schedule s on s.id = r.schedule_id
  join app.tenant_tenant t on t.tenant_code = r.tenant_code
  where r.id = p_run and r.key_hash = sha256(convert_to(p_key, 'UTF8')) and r.lease_until > clock_timestamp();
  if found then return; end if;
  select null::uuid, 'peer', f.tenant_name, t.tenant_code, false, t.sys_tenant = '1', '0', true,
    concat(
      set_config(
        'app.ctx', concat(t.tenant_code, '|', extract(epoch from now())::text, '|||', t.path, '|', t.zone), true
      ),
      set_config('app.organizations', '', true), set_config('app.storages', '', true),
      set_config('app.departments', '', true), set_config('app.brands', '', true), set_config('app.channels', '', true),
      set_config('app.own', '||', true)
    )
  into user_id, username, real_name, tenant_code, super_admin, is_platform, account_type, is_full, bound
  from sec.peer_message m
  join app.tenant_tenant t on t.tenant_code = m.to_tenant
  join app.tenant_tenant f on f.tenant_code = m.tenant_code
  where m.id = p_run and m.key_hash = sha256(convert_to(p_key, 'UTF8')) and m.lease_until > clock_timestamp();
  if found then return; end if;
  select e.user_id, p.username, p.real_name, e.tenant_code, p.super_admin, t.sys_tenant = '1', p.organize_code,
    p.personnel_code, p.customer_code, p.account_type, true, e.permission,
    concat(
      set_config(
        'app.ctx',
        concat(
          e.tenant_code, '|', extract(epoch from now())::text, '|', e.user_id, '|',
          case when p.super_admin then 'S' end, case when t.sys_tenant = '1' then 'P' end, '|', t.path, '|', t.zone
        ),
        true
      ),
      set_config('app.organizations', coalesce(p.organizations::text, ''), true),
      set_config('app.storages', coalesce(p.storages::text, ''), true),
      set_config('app.departments', coalesce(p.departments::text, ''), true),
      set_config('app.brands', coalesce(p.brands::text, ''), true),
      set_config('app.channels', coalesce(p.channels::text, ''), true),
      set_config(
        'app.own',
        concat(
          case p.account_type when '1' then coalesce(p.customer_code, '?') end, '|',
          case p.account_type when '2' then coalesce(p.supplier_code, '?') end, '|',
          case p.account_type when '3' then coalesce(p.personnel_code, '?') end
        ),
        true
      )
    )
  into user_id, username, real_name, tenant_code, super_admin, is_platform, organize_code, personnel_code,
    customer_code, account_type, is_full, needed, bound
  from sec.export_run e
  join sec.principal p on p.tenant_code = e.tenant_code and p.user_id = e.user_id
  join app.tenant_tenant t on t.tenant_code = e.tenant_code
  where e.id = p_run
    and e.key_hash = sha256(convert_to(p_key, 'UTF8'))
    and e.lease_until > clock_timestamp()
    and p.is_active
    and t.status = '1';
  if not found then raise exception 'no such run' using errcode = 'QD401'; end if;
  if not sec.holds(tenant_code, user_id, super_admin, is_platform, needed) then
    raise exception 'not permitted' using errcode = 'QD403';
  end if;
end
$$;

revoke all on function sec.tell_peer(uuid, text, text, jsonb), sec.take_peer(text, integer, uuid), sec.begin_peer(uuid, text), sec.end_peer(uuid, text), sec.refuse_peer(uuid, text, text, jsonb, integer), sec.peer_messages(uuid), sec.retry_peer(uuid), sec.withdraw_peer(uuid), sec.peer_bought(uuid[]), sec.peer_sold(uuid[]), sec.peer_figures(uuid) from public;
grant execute on function sec.tell_peer(uuid, text, text, jsonb), sec.begin_peer(uuid, text), sec.end_peer(uuid, text), sec.peer_messages(uuid), sec.retry_peer(uuid), sec.withdraw_peer(uuid), sec.peer_figures(uuid) to qudao_app;
grant execute on function sec.take_peer(text, integer, uuid), sec.refuse_peer(uuid, text, text, jsonb, integer) to qudao_gate;
