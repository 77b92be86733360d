import { plus } from '#platform/model/decimal.ts';
import type { PriceRecord } from '#price/model/price-record.ts';
import type { World } from '#tests/world.ts';

export interface Line {
  id: string;
  productCode: string;
  number: string;
  price: string;
  amount: string;
  taxAmount: string;
  lastPrice: string;
  priceTrace: PriceRecord;
}
export interface Bill {
  id: string;
  code: string;
  billStatus: string;
  totalAmount: string;
  lines: Line[];
}
export const dates = { startDate: '2020-01-01', endDate: '2099-12-31' };
export const on = (dimension: string, code: string, excludeFlag = '0') => ({
  side: ['material', 'product', 'class', 'brand'].includes(dimension) ? 'product' : 'customer',
  dimension,
  code,
  excludeFlag,
});
export const order = (lines: readonly object[], more: object = {}) => ({
  organizeCode: 'O1',
  customerCode: 'CU1',
  ...more,
  lines,
});
export const compactly = (price: string | undefined): string =>
  price === undefined || price === '' ? '' : plus(price);

/** Prices as an administrator of the first tenant writes and audits them, and orders that ask for them. */
export function priceDesk(world: () => World) {
  const param = (code: string, value: string): Promise<unknown> =>
    world().sql(
      `
        insert into app.sys_params (id, param_code, param_name, param_value)
        values (gen_random_uuid(), $1, $1, $2)
        on conflict (param_code) do update set param_value = excluded.param_value`,
      [code, value],
    );
  const made = async (path: string, body: object): Promise<string> => {
    const { id } = await world().first.must<{ id: string }>('POST', path, { ...dates, ...body });
    await world().first.must('PUT', `${path}/audit`, [id]);
    return id;
  };
  const benchmark = (body: object): Promise<string> => made('/channelsale/price/benchmark', body);
  const strategy = (body: object): Promise<string> =>
    made('/channelsale/price/strategy', { name: '策略', pricingMode: '0', ...body });
  const ladder = (body: object): Promise<string> => made('/channelsale/price/ladder', { name: '阶梯', ...body });
  const away = async (what: string, ...ids: string[]): Promise<unknown> =>
    world().first.must('PUT', `/channelsale/price/${what}/disable`, ids);
  const save = async (lines: readonly object[], more: object = {}): Promise<Bill> =>
    (await world().first.must<{ data: Bill }>('POST', '/channelsale/order', order(lines, more))).data;
  const priceOf = async (line: object, more: object = {}): Promise<string> =>
    compactly((await save([{ productCode: 'M1', number: '1', ...line }], more)).lines[0]?.price);
  return { param, benchmark, strategy, ladder, away, save, priceOf };
}
