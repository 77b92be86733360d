-- Lines of statements name what they are about: those of goods, rebates and openings named nothing. Their summaries
-- begin with the word that the books gave them. Tenant by tenant: the wall holds the owner, too.
do $$
declare
  tenant record;
begin
  for tenant in select t.tenant_code from app.tenant_tenant t order by t.tenant_code loop
    perform sec.bind(tenant.tenant_code, null, '');
    update app.sale_accountcheck_line
    set bill_type = case split_part(summary, ' ', 1)
      when '销售出库' then 'SL'
      when '销售退货' then 'RT'
      when '返利冲抵' then 'RB'
      when '期初' then 'OP'
    end
    where bill_type is null and split_part(summary, ' ', 1) in ('销售出库', '销售退货', '返利冲抵', '期初');
  end loop;
end
$$;
