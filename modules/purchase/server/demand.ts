import { compare, plus } from '#platform/model/decimal.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { isStashed } from '#platform/server/document/draft.ts';
import { serveDocument } from '#platform/server/document/serve.ts';
import { refuseLineDecimals } from '#data/server/unit-decimals.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';
import { demand } from '#purchase/model/demand.ts';

export const demandService = serveDocument<typeof demand, typeof selfAuditReads>(demand, {
  reads: selfAuditReads,
  beforeSave(_ctx, draft, facts) {
    refuseLineDecimals(demand, draft.lines, facts, ['number', 'approvedNumber']);
    const isHalf = isStashed(demand, draft);
    const places: Place[] = [];
    draft.lines.forEach((line, i) => {
      if (!isHalf && compare(line.number, '0') <= 0)
        places.push({ path: `lines.${i}.number`, field: demand.lines.number.label, reason: reasons.format });
      line.approvedNumber ??= line.number;
      if (compare(line.approvedNumber, '0') < 0)
        places.push({
          path: `lines.${i}.approvedNumber`,
          field: demand.lines.approvedNumber.label,
          reason: reasons.format,
        });
    });
    if (places.length > 0) throw invalidAt(places);
    draft.draftStatus = isHalf ? '0' : '1';
    draft.totalNumber = plus(...draft.lines.map(({ number }) => number));
    return draft;
  },
  before: { audit: refuseSelfAudit },
  sets: {
    cancel: () => ({ draftStatus: '2' }),
    stash: () => ({ draftStatus: '0' }),
    unstash: () => ({ draftStatus: '1' }),
  },
});
