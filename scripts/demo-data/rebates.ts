import { rebate } from '#sales/model/rebate/rebate.ts';
import { rebateProgramme } from '#sales/model/rebate/rebate-programme.ts';
import type { Load, Staff } from './people.ts';
import type { Body } from './product.ts';
import { dayAfter } from './stream.ts';

interface Page {
  readonly list: readonly { readonly id: string }[];
}

/** Programmes of the year in each state, and settlements by them: drafted, paid out, void. */
export async function showRebates({ anchor }: Load, { deputy, auditor }: Staff): Promise<void> {
  const { path } = rebateProgramme;
  const { list } = await deputy.get<Page>(
    '/channelsale/order/page?page=1&limit=100&orderStatus=3&billStatus=1&orderField=billDate&order=desc',
  );
  if (list[0] === undefined) throw new Error('nothing was sold');
  const { organizeCode } = await deputy.get<{ readonly organizeCode: string }>(`/channelsale/order/${list[0].id}`);
  const write = (name: string, more: Body): Promise<string> =>
    deputy.post(path, {
      name,
      organizeCode,
      billDate: dayAfter(anchor, -180),
      startDate: dayAfter(anchor, -182),
      endDate: dayAfter(anchor, 183),
      ...more,
    });
  const tiers = [
    { start: '1000', rate: '0.5' },
    { start: '10000', rate: '1' },
    { start: '50000', rate: '1.5' },
    { start: '200000', rate: '2' },
  ];
  const approved = async (id: string): Promise<string> => {
    await auditor.put(`${path}/audit`, [id]);
    return (await auditor.get<{ readonly code: string }>(`${path}/${id}`)).code;
  };
  await write('回款返利', { basis: '1', lines: [{ start: '0', rate: '0.5' }] });
  const yearly = await approved(await write('净销售额年度返利', { tierMode: '1', lines: tiers }));
  await deputy.put(`${path}/cancel`, {
    ids: [await write('目标返利', { basis: '2', lines: [{ start: '100', rate: '1' }] })],
    operateMsg: '政策未批',
  });
  const over = await write('春季返利', { lines: tiers });
  await auditor.put(`${path}/audit`, [over]);
  await auditor.put(`${path}/close`, { ids: [over], operateMsg: '活动结束' });
  const settle = (from: number, to: number): Promise<string> =>
    deputy.post(rebate.path, {
      organizeCode,
      programmeCode: yearly,
      billDate: anchor,
      startDate: dayAfter(anchor, from),
      endDate: dayAfter(anchor, to),
    });
  await auditor.put(`${rebate.path}/audit`, [await settle(-45, -25)]);
  await deputy.put(`${rebate.path}/cancel`, { ids: [await settle(-24, -10)], operateMsg: '期间选错' });
  await settle(-24, -1);
}
