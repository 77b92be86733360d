import { channel } from '#data/model/partner/channel.ts';
import { customer } from '#data/model/partner/customer.ts';
import { quantity, ref, text } from '#platform/model/field.ts';
import { defineReport } from '#platform/model/report.ts';

/** Points of customers by month: what they began it with, what came, what went, what it left. */
export const integralBalance = defineReport({
  name: 'promotion:integralbalance',
  label: ['积分余额', '積分餘額', 'Integral balance'],
  path: '/channelsale/promotion/integral',
  fields: {
    customerCode: ref(['客户编码', '客戶編碼', 'Customer code'], () => customer),
    channelCode: ref(['渠道编码', '渠道編碼', 'Channel code'], () => channel),
    month: text(['月份', '月份', 'Month'], { max: 7 }),
    beginPoints: quantity(['期初积分', '期初積分', 'Opening points']),
    earnedPoints: quantity(['获得积分', '取得積分', 'Earned points']),
    usedPoints: quantity(['已用积分', '已用積分', 'Used points']),
    expiredPoints: quantity(['过期积分', '過期積分', 'Expired points']),
    lockedPoints: quantity(['锁定积分', '鎖定積分', 'Locked points']),
    balancePoints: quantity(['积分余额', '積分餘額', 'Points balance']),
  },
  list: {
    columns: [
      'customerName',
      'channelCode',
      'month',
      'beginPoints',
      'earnedPoints',
      'usedPoints',
      'expiredPoints',
      'lockedPoints',
      'balancePoints',
    ],
    filters: ['customerCode', 'channelCode', 'month'],
  },
  screen: {
    area: 'promotion',
    url: 'promotion/integralbalance',
    sort: 108,
    title: ['积分余额', '積分餘額', 'Integral balance'],
  },
});
