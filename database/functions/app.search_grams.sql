-- The bits by which the index knows a text: two letters, three of ASCII, one Chinese letter, and how a line begins. Of
-- a full spelling only three: every record has most of the twos. They carry the tenant, so that the index of a small
-- one does not lead through all rows of a large one. A loop: set-based it takes four times as long for every record
-- that is saved.
create or replace function app.search_grams(p_tenant text, p_text text) returns integer[]
language plpgsql immutable parallel safe
as $$
declare
  lead text := p_tenant || E'\n';
  is_spelling boolean := false;
  found integer[] := '{}';
  line text;
begin
  foreach line in array string_to_array(p_text, E'\n') loop
    if line = E'\f' then
      is_spelling := true;
    end if;
    continue when line in ('', E'\t', E'\f');
    if ascii(line) < 128 then
      found := found || hashtext(lead || E'\n' || left(line, 1));
    end if;
    if octet_length(line) = length(line) then
      for i in 1..case when is_spelling then least(length(line) - 1, 1) else length(line) - 1 end loop
        found := found || hashtext(lead || substr(line, i, 2));
      end loop;
      for i in 1..length(line) - 2 loop
        found := found || hashtext(lead || substr(line, i, 3));
      end loop;
    else
      for i in 1..length(line) loop
        found := found || hashtext(lead || substr(line, i, 2)) || hashtext(lead || substr(line, i, 1));
        if octet_length(substr(line, i, 3)) = 3 and length(substr(line, i, 3)) = 3 then
          found := found || hashtext(lead || substr(line, i, 3));
        end if;
      end loop;
    end if;
  end loop;
  return found;
end
$$;
