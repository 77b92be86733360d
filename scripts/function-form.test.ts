import { describe, expect, test } from 'vitest';
import { functionForm } from './function-form.ts';

const head = 'create or replace function sec.x(p_id uuid) returns void language plpgsql security definer';

describe('a function', () => {
  test('has a statement a line, blocks two columns in, and queries one clause a line', () => {
    const query = `
      select u.id, u.code, u.name
      from app.sys_user u
      join app.sys_role r on r.id = u.role_id
      where u.id = p_id and r.status = 1`;
    const body = `declare n integer; begin for each in ${query} loop n := case when n > 1 then 2 else 3 end; if n = 3 then exit; end if; end loop;
      begin perform 1; exception when others then n := 0; end; end`;
    expect(functionForm(`${head} as $$ ${body} $$;`)).toBe(`create or replace function sec.x(p_id uuid) returns void
language plpgsql security definer
as $$
declare
  n integer;
begin
  for each in
    select u.id, u.code, u.name
    from app.sys_user u
    join app.sys_role r on r.id = u.role_id
    where u.id = p_id and r.status = 1
  loop
    n := case when n > 1 then 2 else 3 end;
    if n = 3 then exit; end if;
  end loop;
  begin
    perform 1;
  exception
    when others then
      n := 0;
  end;
end
$$;
`);
  });

  test('keeps its comments: within the width, and above the statement that they stood in', () => {
    const words = 'words that go on '.repeat(8).trim();
    expect(
      functionForm(`-- ${words}\n${head} as $$\nbegin\n  return query select 1 -- the one\n    from app.x;\nend $$;`),
    )
      .toBe(`-- words that go on words that go on words that go on words that go on words that go on words that go on words that go
-- on words that go on
create or replace function sec.x(p_id uuid) returns void
language plpgsql security definer
as $$
begin
  -- the one
  return query select 1 from app.x;
end
$$;
`);
  });

  test('in SQL, and one that is an expression', () => {
    expect(functionForm('create function a() returns text language sql stable as $$select  1$$;')).toBe(
      'create function a() returns text\nlanguage sql stable\nas $$\n  select 1\n$$;\n',
    );
    expect(functionForm('create function a() returns text language sql return  lower(x);')).toBe(
      'create function a() returns text\nlanguage sql\nreturn lower(x);\n',
    );
  });

  test('that does not close is left alone', () => {
    expect(functionForm(`${head} as $$ begin if true then perform 1; end $$;`)).toBeNull();
    expect(functionForm('select 1;')).toBeNull();
    expect(functionForm('')).toBeNull();
  });
});
