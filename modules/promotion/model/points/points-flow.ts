import { customer } from '#data/model/partner/customer.ts';
import { choice, instant, quantity, ref, text } from '#platform/model/field.ts';
import { defineReport } from '#platform/model/report.ts';
import { pointsFlowType } from './points-choices.ts';

/** What came to a customer's points and what went, each with what he had after it. */
export const pointsFlow = defineReport({
  name: 'points:flow',
  label: ['积分流水', '積分流水', 'Points flow'],
  path: '/channelsale/points/flow',
  fields: {
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer),
    flowType: choice(['变动类型', '變動類型', 'Change type'], pointsFlowType),
    points: quantity(['积分', '積分', 'Points']),
    balancePoints: quantity(['积分余额', '積分餘額', 'Points balance']),
    sourceCode: text(['来源单号', '來源單號', 'Source no.'], { isNumber: true }),
    remark: text(['备注', '備註', 'Remark']),
    creatorName: text(['创建人', '建立人', 'Created by']),
    createDate: instant(['创建时间', '建立時間', 'Created at']),
  },
  list: {
    columns: [
      'customerName',
      'flowType',
      'points',
      'balancePoints',
      'sourceCode',
      'remark',
      'creatorName',
      'createDate',
    ],
    filters: ['customerCode', 'flowType', 'createDate'],
  },
  screen: { area: 'points', url: 'points/flow', sort: 112, title: ['积分流水', '積分流水', 'Points flow'] },
});
