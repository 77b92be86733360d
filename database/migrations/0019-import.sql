-- Files on their way in: which columns are what, the rows as they were read, and what is wrong with them.

create table app.sys_import (
  tenant_code text not null default sec.tenant(),
  id uuid not null,
  noun text not null,
  file_id uuid not null,
  file_name text not null,
  file_type text not null check (file_type in ('xlsx', 'csv')),
  sha256 text not null,
  state text not null default 'arrived' check (state in ('arrived', 'staging', 'staged', 'applied')),
  -- Counts on when the columns are read anew: rows of an older reading that arrive late find no place.
  generation integer not null default 0,
  -- In the order of the file: [{ title, key, sample }].
  columns jsonb not null,
  -- The row of titles.
  head_row integer not null,
  -- What the screen fixes for every record of it.
  fixed jsonb not null default '{}',
  is_update boolean not null default false,
  progress integer not null default 0,
  staged integer not null default 0,
  applied integer not null default 0,
  creator_id uuid default sec.user_id(),
  creator_name text not null default '',
  create_date timestamptz not null default now(),
  primary key (tenant_code, id)
);
create index sys_import_file on app.sys_import (tenant_code, file_id);
create index sys_import_sum on app.sys_import (tenant_code, noun, sha256);

create table app.sys_import_row (
  tenant_code text not null default sec.tenant(),
  import_id uuid not null,
  row_no integer not null,
  -- The record it becomes, unless there is one with its code.
  record_id uuid not null,
  cells jsonb not null,
  -- Which cells are formulas or error values: { "3": "formula" }.
  odd jsonb,
  -- By column of the noun's table.
  record jsonb not null,
  -- Field to reason: what is wrong with the cell itself, and what only shows beside the other rows and the records there are.
  errors jsonb not null default '{}',
  clashes jsonb not null default '{}',
  primary key (tenant_code, import_id, row_no),
  foreign key (tenant_code, import_id) references app.sys_import (tenant_code, id) on delete cascade
);
create index sys_import_row_wrong on app.sys_import_row (tenant_code, import_id, row_no) where errors <> '{}' or clashes <> '{}';

do $$
declare t text;
begin
  foreach t in array array['sys_import', 'sys_import_row'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('create policy tenant_wall on app.%I using (tenant_code = (select sec.tenant())) with check (tenant_code = (select sec.tenant()))', t);
    execute format('grant select on app.%I to qudao_app, qudao_report', t);
    execute format('grant insert, delete on app.%I to qudao_app', t);
  end loop;
end $$;
grant update (state, generation, columns, head_row, is_update, progress, staged, applied) on app.sys_import to qudao_app;
grant update (cells, odd, record, errors, clashes) on app.sys_import_row to qudao_app;
