import { compare, plus } from '#platform/model/decimal.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { serveDocument } from '#platform/server/document/serve.ts';
import { salesObjective } from '#sales/model/sales-objective.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';
import { isMonth, isYear } from '#price/model/year-month.ts';

export const salesObjectiveService = serveDocument(salesObjective, {
  reads: selfAuditReads,
  beforeSave(_ctx, draft) {
    const { head, lines: fields } = salesObjective;
    const places: Place[] = isYear(draft.year)
      ? []
      : [{ path: 'year', field: head.year.label, reason: reasons.format }];
    draft.lines.forEach((line, at) => {
      if (!isMonth(line.month))
        places.push({ path: `lines.${at}.month`, field: fields.month.label, reason: reasons.format });
      if (compare(line.targetAmount, '0') < 0)
        places.push({ path: `lines.${at}.targetAmount`, field: fields.targetAmount.label, reason: reasons.format });
    });
    if (places.length > 0) throw invalidAt(places);
    draft.totalAmount = plus(...draft.lines.map((line) => line.targetAmount));
    return draft;
  },
  before: { audit: refuseSelfAudit },
});
