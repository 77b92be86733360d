import type { ValuesOf } from '#platform/model/entity.ts';
import { invalidAt, reasons, refusal } from '#platform/model/refusal.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { todayIn } from '#platform/server/command/command.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { flowNoType } from '#system/model/flow-number.ts';

type Rule = ValuesOf<typeof flowNoType>;

/**
 * What may stand between prefix and serial, and the shortest reset it allows: without the day in it, numbers of two
 * days would be the same.
 */
const patterns: ReadonlyMap<string, string> = new Map([
  ['', '0'],
  ['yyyy', '1'],
  ['yy', '1'],
  ['yyyyMM', '2'],
  ['yyMM', '2'],
  ['yyyyMMdd', '3'],
  ['yyMMdd', '3'],
]);
const prefixInUse = refusal('E-NUMBER-PREFIX', 20110, [
  '前缀【{prefix}】已发出过编号，改变日期格式或重置方式时请换一个新前缀',
  '前綴【{prefix}】已發出過編號，改變日期格式或重設方式時請換一個新前綴',
  'Numbers with the prefix {prefix} were given out; choose a new one to change date or reset',
]);

export const flowNumberService = serveEntity(flowNoType, {
  async beforeSave(ctx, next, previous) {
    const allowed = patterns.get(next.datePattern ?? '');
    if (allowed === undefined)
      throw invalidAt([{ path: 'datePattern', field: flowNoType.fields.datePattern.label, reason: reasons.notChosen }]);
    if ((next.reset ?? '3') > allowed)
      throw invalidAt([{ path: 'reset', field: flowNoType.fields.reset.label, reason: reasons.notChosen }]);
    if (next.serialLength < 1 || next.serialLength > 12)
      throw invalidAt([{ path: 'serialLength', field: flowNoType.fields.serialLength.label, reason: reasons.format }]);
    const prefix = prefixOf(next);
    if (!/^[\w-]{0,20}$/.test(prefix))
      throw invalidAt([{ path: 'prefix', field: flowNoType.fields.prefix.label, reason: reasons.format }]);
    const isNewSeries =
      previous !== null &&
      (next.datePattern !== previous.datePattern || next.reset !== previous.reset || prefix !== prefixOf(previous));
    if (isNewSeries) {
      const used = await ctx.rows(
        statement({ found: 'integer' }, 'select 1 as found from app.flow_number where type = $1 limit 1', [prefix]),
      );
      if (used.length > 0) throw prefixInUse({ prefix });
    }
    return { ...next, currentNo: isNewSeries ? 0 : next.currentNo, sample: sampleOf(next, ctx.today) };
  },
});

export const flowNumberRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/sys/flownotype/nextNo',
    permission: ['sys:flownotype:view'],
    effect: 'none',
    summary: 'What the next number of a type would look like; takes none',
    handle: nextNumber,
  },
];

async function nextNumber(call: Call): Promise<string | null> {
  const {
    identity,
    rows: { rows },
  } = await call.read({
    rows: statement(
      { code: 'text', prefix: 'text?', datePattern: 'text?', serialLength: 'integer', currentNo: 'integer?' },
      'select code, prefix, date_pattern, serial_length, current_no from app.sys_flownotype where code = $1',
      [call.query['code'] ?? ''],
    ),
  });
  const [rule] = rows;
  return rule === undefined ? null : sampleOf(rule, todayIn(identity.zone));
}

const prefixOf = ({ prefix, code }: Pick<Rule, 'prefix' | 'code'>): string => prefix ?? code;

/** Exported for its test. The date is of the tenant's zone. */
export function sampleOf(
  rule: Pick<Rule, 'code' | 'prefix' | 'datePattern' | 'serialLength' | 'currentNo'>,
  today: string,
): string {
  const [year = '', month = '', day = ''] = today.split('-');
  const date = (rule.datePattern ?? '')
    .replace('yyyy', year)
    .replace('yy', year.slice(2))
    .replace('MM', month)
    .replace('dd', day);
  return `${prefixOf(rule)}${date}${String((rule.currentNo ?? 0) + 1).padStart(rule.serialLength, '0')}`;
}
