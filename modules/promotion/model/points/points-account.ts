import { customer } from '#data/model/partner/customer.ts';
import { noStamp } from '#platform/model/entity.ts';
import { choice, instant, quantity, ref, text } from '#platform/model/field.ts';
import { enabledFlag } from '#platform/model/preset.ts';
import { defineReport } from '#platform/model/report.ts';

/** What customers have in points. It changes by what they sign for, exchange and give back, never by typing it here. */
export const pointsAccount = defineReport({
  name: 'points:points',
  label: ['积分账户', '積分帳戶', 'Points account'],
  path: '/channelsale/points/account',
  fields: {
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer),
    totalPoints: quantity(['累计积分', '累計積分', 'Total points']),
    usedPoints: quantity(['已用积分', '已用積分', 'Used points']),
    frozenPoints: quantity(['冻结积分', '凍結積分', 'Frozen points']),
    balancePoints: quantity(['积分余额', '積分餘額', 'Points balance']),
    debtPoints: quantity(['欠积分', '欠積分', 'Owed points']),
    expiringPoints: quantity(['30天内到期', '30天內到期', 'Lapsing in 30 days']),
    status: choice(['状态', '狀態', 'Status'], enabledFlag),
    creatorName: text(['创建人', '建立人', 'Created by'], { none: noStamp.creatorName }),
    createDate: instant(['创建时间', '建立時間', 'Created at']),
  },
  list: {
    columns: [
      'customerName',
      'totalPoints',
      'usedPoints',
      'frozenPoints',
      'balancePoints',
      'debtPoints',
      'expiringPoints',
      'status',
      'creatorName',
      'createDate',
    ],
    lead: ['customerName', 'balancePoints', 'totalPoints', 'usedPoints', 'frozenPoints'],
    filters: ['customerCode', 'status'],
  },
  grants: { view: ['查看', '檢視', 'View'], adjust: ['调整', '調整', 'Adjust'] },
  screen: { area: 'points', url: 'points/points', sort: 111, title: ['积分账户', '積分帳戶', 'Points'] },
});
