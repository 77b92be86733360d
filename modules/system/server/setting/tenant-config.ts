import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { tenantConfig } from '#system/model/tenant-config.ts';

export const tenantConfigService = serveEntity(tenantConfig, {
  beforeSave(_ctx, next) {
    // It becomes the theme of every page of the tenant.
    if (next.themeColor !== null && next.themeColor !== '' && !/^#[0-9a-fA-F]{6}$/.test(next.themeColor))
      throw invalidAt([{ path: 'themeColor', field: tenantConfig.fields.themeColor.label, reason: reasons.format }]);
    return next;
  },
});
