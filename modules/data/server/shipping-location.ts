import { shippingLocation } from '#data/model/partner/shipping-location.ts';
import { statement } from '#platform/server/db/statement.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';

/**
 * Waybills print the names of province, city and district, also when the division is renamed later: they are kept with
 * the address.
 */
export const shippingLocationService = serveEntity(shippingLocation, {
  async beforeSave(ctx, next) {
    const codes = [next.provinceCode, next.cityCode, next.districtCode];
    const rows = await ctx.rows(
      statement({ code: 'text', name: 'text' }, 'select code, name from app.sys_area where code = any($1::text[])', [
        codes.filter((code) => code !== null),
      ]),
    );
    const names = new Map<string | null, string>(rows.map(({ code, name }) => [code, name]));
    const [province = null, city = null, district = null] = codes.map((code) => names.get(code) ?? null);
    return { ...next, province, city, district };
  },
});
