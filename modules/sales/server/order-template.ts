import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { orderTemplate } from '#sales/model/order-template.ts';
import { contentIn } from '#sales/model/template-content.ts';

export const orderTemplateService = serveEntity(orderTemplate, {
  beforeSave(_ctx, next) {
    const content = contentIn(next.content);
    if (content === null)
      throw invalidAt([{ path: 'content', field: orderTemplate.fields.content.label, reason: reasons.format }]);
    return { ...next, content };
  },
});
