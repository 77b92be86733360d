import { z } from 'zod';
import { fill, textOf, type Label } from '#platform/model/label.ts';
import { numberedLabels } from '#platform/model/document.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { busy, invalidAt, notPermitted, reasons, Refusal, refusal, type Place } from '#platform/model/refusal.ts';
import { command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import {
  ExchangeFault,
  type Exchange,
  type ExchangeAdapter,
  type ExchangeSystem,
} from '#platform/server/exchange/port.ts';
import { systemSecretIn } from './system-secret.ts';
import { knownBills, takeBill, type Taken } from '#platform/server/exchange/take-bill.ts';
import { externalForm, type BillQuery, type ExternalBill, type ExternalKind } from './external-bill.ts';
import { readingOf, sent, type Call, type Route } from '#platform/server/http/route.ts';
import { seam } from '#platform/server/module/seam.ts';
import { logInterface, type InterfaceEntry } from '#platform/server/log/interface-log.ts';

/** Of one download, over all systems that were asked. */
export interface Downloaded {
  readonly msg: string;
  readonly done: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: readonly Pick<Taken, 'billNo' | 'reasons'>[];
}

export const rangeTooLong = refusal('E-DOWNLOAD-RANGE', 10003, [
  '日期范围不能超过7天',
  '日期範圍不能超過7天',
  'The date range must not exceed 7 days',
]);
const noSystem = refusal('E-EXCHANGE-NONE', 20137, [
  '没有启用的外部系统（接口类型REST）',
  '沒有啟用的外部系統（介面類型REST）',
  'There is no enabled external system with a REST interface',
]);
const noBill = refusal('E-EXCHANGE-NO-BILL', 20138, [
  '外部系统中没有单据【{code}】',
  '外部系統中沒有單據【{code}】',
  'The external system has no document {code}',
]);
const unread: Label = ['单据内容无法识别', '單據內容無法識別', 'The document is not understood'];
const twice: Label = ['返回内容中有重复的单据号', '回傳內容中有重複的單據號', 'The number stands twice in the answer'];
const summary: Label = [
  '下载成功{done}条，更新{updated}条，失败{failed}条',
  '下載成功{done}筆，更新{updated}筆，失敗{failed}筆',
  '{done} downloaded, {updated} updated, {failed} failed',
];
const unchanged: Label = ['，未变化{unchanged}条', '，未變化{unchanged}筆', ', {unchanged} unchanged'];
const labels = {
  organizeCode: ['组织', '組織', 'Organisation'],
  type: ['单据类型', '單據類型', 'Document type'],
  code: numberedLabels.code,
  startExecuteTime: ['开始日期', '開始日期', 'Start date'],
  lastExecuteTime: ['结束日期', '結束日期', 'End date'],
} as const satisfies Readonly<Record<string, Label>>;

const query = z.object({
  organizeCode: z.string(),
  type: z.string(),
  code: z.string().optional(),
  startExecuteTime: z.iso.date().optional(),
  lastExecuteTime: z.iso.date().optional(),
});

/**
 * A GET with an effect, because the specification wants one: it is never performed for a link or a picture, and
 * repeating it changes nothing.
 */
/** Documents that can be downloaded from another system. */
export const billKinds = seam<ExternalKind>('bills to download');

export function exchangeRoutes(kinds: readonly ExternalKind[], adapter: ExchangeAdapter): readonly Route[] {
  const underWay = new Set<string>();
  return [
    {
      method: 'GET',
      path: '/exchange/download/downloadBill',
      permission: 'session',
      effect: 'idempotent',
      query,
      summary: 'Bills of an external system become drafts here: one by ?code= or those of up to 7 days',
      handle: (call) => download(kinds, adapter, underWay, call),
    },
  ];
}

const systemRow = { code: 'text', name: 'text', url: 'text?', account: 'text?', sealedSecret: 'text?' } as const;

async function download(
  kinds: readonly ExternalKind[],
  adapter: ExchangeAdapter,
  underWay: Set<string>,
  call: Call,
): Promise<typeof sent> {
  const { 'sec-fetch-mode': mode = 'cors', 'sec-fetch-site': site = 'same-origin' } = call.reply.request.headers;
  if (mode === 'navigate' || mode === 'no-cors' || site === 'cross-site') throw notPermitted();
  const kind = kinds.find(({ type }) => type === call.query['type']);
  // To download is to save: whoever may not write such a document gets none this way.
  const {
    identity,
    rows: { organizations, systems },
  } = await readingOf(call.door, {
    ...call.caller,
    permissions: kind === undefined ? null : [permissionOf(kind.document, 'save')],
  }).read({
    organizations: statement(
      { code: 'text' },
      `
        select code
        from app.sys_organization t
        where code = $1 and status = '1' and coalesce(code = any((select sec.organizations())::text[]), true)`,
      [(call.query['organizeCode'] ?? '').replaceAll('\u0000', '')],
    ),
    systems: statement(
      systemRow,
      `
        select code, name, url, account, sealed_secret
        from app.approve_system
        where enable_flag = '1' and interface_type = '1' and url is not null
        order by code
        limit 5`,
    ),
  });
  const wanted = wantedIn(call.query, kind !== undefined, organizations.length > 0);
  if (kind === undefined || systems.length === 0) throw noSystem();
  const key = JSON.stringify([identity.tenantCode, wanted]);
  if (underWay.has(key)) throw busy();
  underWay.add(key);
  try {
    const answer = await performed(kind, adapter, systems, wanted, call);
    void call.reply.header('cache-control', 'no-store').send({ code: 0, msg: answer.msg, data: answer });
    return sent;
  } finally {
    underWay.delete(key);
  }
}

/** Nothing is asked of anybody before all of it is right. */
function wantedIn(given: Call['query'], isKnown: boolean, isOrganization: boolean): BillQuery {
  const said = (key: keyof typeof labels): string => (given[key] ?? '').trim();
  const places: Place[] = [];
  const complain = (path: keyof typeof labels, reason: Label): void => {
    places.push({ path, field: labels[path], reason });
  };
  if (said('organizeCode') === '') complain('organizeCode', reasons.required);
  else if (!isOrganization) complain('organizeCode', reasons.unknown);
  if (said('type') === '') complain('type', reasons.required);
  else if (!isKnown) complain('type', reasons.notChosen);
  const isRange = said('startExecuteTime') !== '' || said('lastExecuteTime') !== '';
  if (isRange && said('code') === '') {
    for (const key of ['startExecuteTime', 'lastExecuteTime'] as const)
      if (!query.shape[key].safeParse(said(key)).success)
        complain(key, said(key) === '' ? reasons.required : reasons.format);
    if (places.length === 0 && said('lastExecuteTime') < said('startExecuteTime'))
      complain('lastExecuteTime', reasons.format);
  } else if (said('code') === '') complain('code', reasons.required);
  else if (said('code').length > 50 || /[\u0000-\u001f]/.test(said('code'))) complain('code', reasons.format);
  if (places.length > 0) throw invalidAt(places);
  const asked = { organizeCode: said('organizeCode'), type: said('type') };
  if (said('code') !== '') return { ...asked, code: said('code') };
  const [startExecuteTime, lastExecuteTime] = [said('startExecuteTime'), said('lastExecuteTime')];
  if (Date.parse(lastExecuteTime) - Date.parse(startExecuteTime) > 7 * 86_400_000) throw rangeTooLong();
  return { ...asked, startExecuteTime, lastExecuteTime };
}

type SystemRow = RowOf<typeof systemRow>;

/** Each system is asked in turn; its call is in the log before any of its bills is taken. */
async function performed(
  kind: ExternalKind,
  adapter: ExchangeAdapter,
  systems: readonly SystemRow[],
  wanted: BillQuery,
  call: Call,
): Promise<Downloaded> {
  const taken: Taken[] = [];
  const faults: { readonly system: ExchangeSystem; readonly error: Refusal }[] = [];
  for (const row of systems) {
    const system = {
      ...row,
      url: row.url ?? '',
      account: row.account ?? '',
      secret: systemSecretIn(row.sealedSecret),
    };
    try {
      const { bills, unread: unclear, ...exchange } = await adapter.queryBills(system, wanted, externalForm);
      await logged(call, [{ ...entryOf(system, wanted, exchange), isDone: true, isPartial: unclear.length > 0 }]);
      const seen = await takeAll(kind, system, wanted, bills, call);
      const failures: Taken[] = [
        ...seen.filter(({ result }) => result === 'failed'),
        ...unclear.map((billNo): Taken => ({ billNo, result: 'failed', reasons: [textOf(unread, call.language)] })),
      ];
      await logged(
        call,
        failures.map(({ billNo, reasons: why = [] }) => ({
          url: exchange.url,
          systemCode: system.code,
          interfaceType: '1',
          logType: '3',
          isDone: false,
          costTime: 0,
          businessCode: billNo,
          errorMsg: why.join('\n'),
        })),
      );
      taken.push(...seen.filter(({ result }) => result !== 'failed'), ...failures);
    } catch (error) {
      if (!(error instanceof ExchangeFault)) throw error;
      if (!(error.refusal instanceof Refusal)) throw error.refusal;
      await logged(call, [
        { ...entryOf(system, wanted, error.call), isDone: false, errorMsg: error.refusal.textIn(call.language) },
      ]);
      faults.push({ system, error: error.refusal });
    }
  }
  if (taken.length === 0 && faults[0] !== undefined) throw faults[0].error;
  if (taken.length === 0 && 'code' in wanted) throw noBill({ code: wanted.code });
  const count = (result: Taken['result']): number => taken.filter((each) => each.result === result).length;
  const failed = [
    ...taken
      .filter(({ result }) => result === 'failed')
      .map(({ billNo, reasons: why = [] }) => ({ billNo, reasons: why })),
    ...faults.map(({ system, error }) => ({ billNo: system.name, reasons: [error.textIn(call.language)] })),
  ];
  const counts = { done: count('done'), updated: count('updated'), unchanged: count('unchanged') };
  const said = textOf(summary, call.language) + (counts.unchanged === 0 ? '' : textOf(unchanged, call.language));
  return { msg: fill(said, { ...counts, failed: failed.length }), ...counts, failed };
}

async function takeAll(
  kind: ExternalKind,
  system: ExchangeSystem,
  { organizeCode }: BillQuery,
  bills: readonly ExternalBill[],
  call: Call,
): Promise<readonly Taken[]> {
  if (bills.length === 0) return [];
  const {
    rows: { rows },
  } = await call.read({
    rows: knownBills(
      kind,
      system.code,
      bills.map(({ billNo }) => billNo),
    ),
  });
  const known = new Map(rows.map((row) => [row.externalCode, row]));
  const taken = new Map<string, Taken>();
  for (const bill of bills) {
    taken.set(
      bill.billNo,
      taken.has(bill.billNo)
        ? { billNo: bill.billNo, result: 'failed', reasons: [textOf(twice, call.language)] }
        : await takeBill(
            kind,
            { systemCode: system.code, systemName: system.name, organization: organizeCode },
            bill,
            known.get(bill.billNo),
            call,
          ),
    );
  }
  return [...taken.values()];
}

const entryOf = (
  system: ExchangeSystem,
  wanted: BillQuery,
  { url, sent: requestBody, received, costTime }: Exchange,
): Omit<InterfaceEntry, 'isDone'> => ({
  url,
  systemCode: system.code,
  interfaceType: '1',
  logType: '2',
  requestBody,
  responseBody: received,
  costTime,
  businessCode: 'code' in wanted ? wanted.code : `${wanted.startExecuteTime} ${wanted.lastExecuteTime}`,
});

/** Kept whatever becomes of the bills. */
async function logged(call: Call, entries: readonly InterfaceEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await command({ ...call, idempotencyKey: null }, async (ctx) => {
    for (const entry of entries) logInterface(ctx, entry);
  });
}
