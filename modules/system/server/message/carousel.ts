import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { carousel } from '#system/model/carousel.ts';

/** To the web, or to a page of the shop itself; never to code. */
const isLink = (text: string): boolean =>
  /^(https?:\/\/[^\s"'<>\\]+|\/(?![/\\])[^\s"'<>\\]*|#\/[^\s"'<>\\]*)$/i.test(text);

export const carouselService = serveEntity(carousel, {
  beforeSave(_ctx, next) {
    if (next.linkUrl !== null && !isLink(next.linkUrl))
      throw invalidAt([{ path: 'linkUrl', field: carousel.fields.linkUrl.label, reason: reasons.format }]);
    if (next.startDate !== null && next.endDate !== null && next.endDate < next.startDate) {
      throw invalidAt([
        {
          path: 'endDate',
          field: carousel.fields.endDate.label,
          reason: ['不能早于开始日期', '不能早於開始日期', 'cannot be before the start date'],
        },
      ]);
    }
    return next;
  },
});
