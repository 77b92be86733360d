-- How dear cities are to stay in, by their codes: municipalities and first-tier cities, provincial capitals, the rest.
update app.sys_area
set city_level = case
    when left(code, 2) in ('11', '31') then '1'
    when left(code, 2) in ('12', '50') then '2'
    when left(code, 2) in ('71', '81', '82') then '9'
    when substr(code, 3, 2) = '00' then null
    when left(code, 4) in ('4401', '4403') then '1'
    when substr(code, 3, 2) = '01' then '2'
    else '3'
  end
where city_level is null;
