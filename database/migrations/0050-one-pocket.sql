-- One account of a kind for the same customer, organisation, brand and channel: with two of them money lies in one and is looked for in the other.
create unique index sale_capitalaccount_pocket on app.sale_capitalaccount (tenant_code, organize_code, customer_code, brand_code, channel_code, account_type) nulls not distinct;
