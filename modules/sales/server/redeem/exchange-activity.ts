import { compare } from '#platform/model/decimal.ts';
import { hasDownstream, invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { serveDocument } from '#platform/server/document/serve.ts';
import { statement } from '#platform/server/db/statement.ts';
import { refuseLineDecimals } from '#data/server/unit-decimals.ts';
import { exchangeActivity } from '#sales/model/points/exchange-activity.ts';
import { refuseSelfAudit, selfAuditReads } from '#system/server/setting/self-audit.ts';

type Named = typeof selfAuditReads;

export const exchangeActivityService = serveDocument<typeof exchangeActivity, Named>(exchangeActivity, {
  reads: selfAuditReads,
  beforeSave(_ctx, draft, facts) {
    refuseLineDecimals(exchangeActivity, draft.lines, facts);
    const { head, lines: fields } = exchangeActivity;
    const places: Place[] =
      draft.startDate > draft.endDate
        ? [{ path: 'endDate', field: head.endDate.label, reason: reasons.beforeStart }]
        : [];
    const seen = new Set<string>();
    draft.lines.forEach((line, at) => {
      const wrong = (key: keyof typeof fields, reason: Place['reason'] = reasons.format): void => {
        places.push({ path: `lines.${at}.${key}`, field: fields[key].label, reason });
      };
      if (seen.has(line.productCode)) wrong('productCode', reasons.taken);
      seen.add(line.productCode);
      if (!isWhole(line.exchangePointNum) || compare(line.exchangePointNum, '0') <= 0) wrong('exchangePointNum');
      if (line.price !== null && compare(line.price, '0') < 0) wrong('price');
      for (const key of ['onceExchangeMaxNum', 'customerMaxNum', 'number'] as const) {
        const most = line[key];
        if (most !== null && compare(most, '0') <= 0) wrong(key);
      }
    });
    if (places.length > 0) throw invalidAt(places);
    return Object.assign(draft, { customerScope: scopeOf(draft) });
  },
  before: {
    audit: refuseSelfAudit,
    // What was exchanged by it was promised by it; it is closed instead.
    async unaudit(ctx, bill) {
      const used = await ctx.rows(
        statement(
          { code: 'text' },
          `
            select e.code
            from app.points_exchangeorder e
            where e.activity_code = $1 and e.cancel_flag = '0' and e.deleted_flag = '0'
            order by e.code
            limit 5`,
          [bill.code],
        ),
      );
      if (used.length > 0)
        throw hasDownstream({
          codes: used.map(({ code }) => code).join('、'),
          verb: exchangeActivity.verbs.unaudit.label,
        });
    },
  },
});

/** Points are whole ones: half a point is nobody's. */
const isWhole = (points: string): boolean => /^\d+(\.0+)?$/.test(points);

interface Scoped {
  readonly channelCode: string | null;
  readonly customerCodes: unknown;
}
function scopeOf({ channelCode, customerCodes }: Scoped): '0' | '2' | '3' | '9' {
  const isNamed = Array.isArray(customerCodes) && customerCodes.length > 0;
  if (channelCode !== null && isNamed) return '9';
  if (isNamed) return '2';
  return channelCode === null ? '0' : '3';
}
