-- Codes, then names after a tab, then the pinyin (initials, and full spellings after a form feed), one to a line, in
-- small letters of normal width.
create or replace function app.search_text(p_codes text, p_names text, p_pinyin text) returns text
language sql immutable parallel safe
return lower(normalize(E'\n' || p_codes || E'\n\t\n' || p_names || E'\n', nfkc)) || p_pinyin;
