import { compare } from '#platform/model/decimal.ts';
import { hasDownstream, invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import { serveDocument } from '#platform/server/document/serve.ts';
import { rebateProgramme } from '#sales/model/rebate/rebate-programme.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';

/** Settlements by programmes that stand. */
const settledBy = (ids: readonly string[]) =>
  statement(
    { programmeId: 'uuid', code: 'text' },
    `
      select p.id as programme_id, r.code
      from app.sale_rebateprogramme p
      join app.sale_rebate r on r.tenant_code = p.tenant_code and r.programme_code = p.code
      where p.id = any($1::uuid[]) and r.cancel_flag = '0' and r.deleted_flag = '0'
      order by r.code`,
    [ids],
  );
type Named = typeof selfAuditReads & { readonly settled: ReturnType<typeof settledBy> };

export const rebateProgrammeService = serveDocument<typeof rebateProgramme, Named>(rebateProgramme, {
  reads: selfAuditReads,
  verbReads: (ids, verb) => (verb === 'unaudit' ? { settled: settledBy(ids) } : {}),
  beforeSave(_ctx, draft) {
    const { head, lines: fields } = rebateProgramme;
    const places: Place[] =
      draft.startDate > draft.endDate
        ? [{ path: 'endDate', field: head.endDate.label, reason: reasons.beforeStart }]
        : [];
    const seen = new Set<string>();
    draft.lines.forEach(({ start, rate }, at) => {
      if (compare(start, '0') < 0)
        places.push({ path: `lines.${at}.start`, field: fields.start.label, reason: reasons.format });
      // Two rates from one point on: nobody could say which one counts.
      if (seen.has(start)) places.push({ path: `lines.${at}.start`, field: fields.start.label, reason: reasons.taken });
      seen.add(start);
      if (compare(rate, '0') < 0 || compare(rate, '100') > 0)
        places.push({ path: `lines.${at}.rate`, field: fields.rate.label, reason: reasons.format });
    });
    if (places.length > 0) throw invalidAt(places);
    return draft;
  },
  before: {
    audit: refuseSelfAudit,
    // What was paid out by it was promised by it.
    unaudit(_ctx, bill, { rows: { settled = [] } }) {
      const codes = settled.filter(({ programmeId }) => programmeId === bill.id).map(({ code }) => code);
      if (codes.length > 0)
        throw hasDownstream({ codes: codes.slice(0, 5).join('、'), verb: rebateProgramme.verbs.unaudit.label });
    },
  },
});
