-- What the last installation was made of (sources), what it left of what the code declares (state), which columns are
-- spelled in pinyin (searched), and from which transaction on nobody has looked whether they are (looked): db:migrate
-- with the same in hand has nothing to do and need not load the product to know it.
create table sec.installation (
  is_only boolean primary key default true check (is_only),
  sources text not null,
  state text not null,
  searched jsonb not null,
  looked xid8 not null
);
