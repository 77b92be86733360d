import { exchangeActivity } from '#sales/model/points/exchange-activity.ts';
import { exchangeOrder } from '#sales/model/points/exchange-order.ts';
import type { Load, Staff } from './people.ts';
import type { Session } from './product.ts';
import { send } from './send.ts';
import { dayAfter } from './stream.ts';

interface Page<Row> {
  readonly list: readonly Row[];
}
interface Sold {
  readonly organizeCode: string;
  readonly customerCode: string;
  readonly lines: readonly { readonly productCode: string; readonly ruleNo: number | null }[];
}

/** The process by which exchanges of points are agreed to. */
export const exchangeProcess = 'EO_EXCHANGE';

/** Goods for points: an activity in each state, and exchanges by the one that runs. */
export async function showExchanges({ anchor }: Load, { deputy, auditor, leader }: Staff): Promise<void> {
  const sold = await lastSold(deputy);
  const { organizeCode, customerCode } = sold;
  const goods = [...new Set(sold.lines.filter(({ ruleNo }) => ruleNo === null).map(({ productCode }) => productCode))];
  const offer = async (name: string, from: number, to: number): Promise<string> =>
    deputy.post(exchangeActivity.path, {
      name,
      billDate: anchor,
      startDate: dayAfter(anchor, from),
      endDate: dayAfter(anchor, to),
      lines: goods.slice(0, 3).map((productCode, n) => ({
        productCode,
        exchangePointNum: String(300 + 200 * n),
        ...(n === 1 ? { price: '20' } : {}),
        onceExchangeMaxNum: '5',
        customerMaxNum: '20',
        number: '200',
      })),
    });
  const running = await offer('积分换好礼', -30, 335);
  await auditor.put(`${exchangeActivity.path}/audit`, [running]);
  const { code: activityCode } = await auditor.get<{ readonly code: string }>(`${exchangeActivity.path}/${running}`);
  const over = await offer('周年庆积分兑换', -120, -90);
  await auditor.put(`${exchangeActivity.path}/audit`, [over]);
  await auditor.put(`${exchangeActivity.path}/close`, { ids: [over], operateMsg: '活动结束' });
  await deputy.put(`${exchangeActivity.path}/cancel`, {
    ids: [await offer('门店会员日兑换', 60, 67)],
    operateMsg: '改为满赠',
  });
  await offer('春节积分兑换', 60, 90);
  await deputy.ask('/channelsale/points/account/adjust', { customerCode, points: 5000, remark: '年度会议补赠' });
  const write = (number: string): Promise<string> =>
    deputy.post(exchangeOrder.path, {
      organizeCode,
      activityCode,
      customerCode,
      billDate: anchor,
      lines: [{ productCode: goods[0], number }],
    });
  const agreed = await write('2');
  await send(deputy, exchangeProcess, agreed);
  await leader.put(`${exchangeOrder.path}/approve`, { ids: [agreed], operateMsg: '同意' });
  await deputy.put(`${exchangeOrder.path}/cancel`, { ids: [await write('1')], operateMsg: '客户改主意' });
  await send(deputy, exchangeProcess, await write('3'));
  await write('1');
}

/** The latest order that is done: what was in it is sold, and whoever bought it has points. */
async function lastSold(who: Session): Promise<Sold> {
  const { list } = await who.get<Page<{ readonly id: string }>>(
    '/channelsale/order/page?page=1&limit=1&orderStatus=3&billStatus=1&orderType=0&orderField=billDate&order=desc',
  );
  if (list[0] === undefined) throw new Error('nothing was sold');
  return who.get<Sold>(`/channelsale/order/${list[0].id}`);
}
