import type { Page } from '#platform/model/envelope.ts';
import { customer } from '#data/model/partner/customer.ts';
import { get, post } from '#platform/web/api/client.ts';
import { round } from '#platform/model/decimal.ts';
import type { Row } from '#platform/web/value/row.ts';
import { textAt } from '#platform/web/value/row.ts';
import type { Ageing } from '#funds/model/ageing.ts';
import { creditInfo } from '#funds/model/credit-info.ts';
import { saleBalance } from '#funds/model/sale-balance.ts';
import { delivery } from '#sales/model/delivery.ts';
import type { CustomerFigures, UsualGood } from '#sales/model/order/customer-figures.ts';
import { order } from '#sales/model/order/order.ts';
import type { Quote, QuotedLine } from '#sales/model/order/quote.ts';

const silent = { isSilent: true } as const;
/** Begins with 'list': every command of the product makes it stale like any list. */
const keyOf = (section: string, code: string, ...more: readonly (string | number)[]) =>
  ['list', 'customer-drawer', section, code, ...more] as const;

export interface PricedGood {
  readonly good: UsualGood;
  readonly quoted: QuotedLine | undefined;
}

/** Deliveries that are under way: nobody has signed for them. */
export const unsigned = { receiptStatus: '0' } as const;

/** One call for each section: one that fails leaves the others alone. */
export const sectionQueries = {
  head: (code: string) => ({
    queryKey: keyOf('head', code),
    queryFn: () => get<Row>(`${customer.path}/byCode`, { code }, silent),
  }),
  figures: (code: string) => ({
    queryKey: keyOf('figures', code),
    queryFn: () => get<CustomerFigures>(`${order.path}/customerFigures`, { customerCode: code }, silent),
  }),
  credit: (code: string) => ({
    queryKey: keyOf('credit', code),
    queryFn: () => get<Page<Row>>(`${creditInfo.path}/page`, { customerCode: code, page: 1, limit: 20 }, silent),
  }),
  ageing: (code: string) => ({
    queryKey: keyOf('ageing', code),
    queryFn: () => get<Ageing | null>(`${saleBalance.path}/ageing`, { customerCode: code }, silent),
  }),
  orders: (code: string, limit: number) => ({
    queryKey: keyOf('orders', code, limit),
    queryFn: () => get<Page<Row>>(`${order.path}/page`, { customerCode: code, page: 1, limit }, silent),
  }),
  deliveries: (code: string, limit: number) => ({
    queryKey: keyOf('deliveries', code, limit),
    queryFn: () => get<Page<Row>>(`${delivery.path}/page`, { customerCode: code, ...unsigned, page: 1, limit }, silent),
  }),
  prices: (code: string, head: Row | undefined) => ({
    queryKey: keyOf('prices', code),
    queryFn: () => askPrices(code, head),
    enabled: head !== undefined,
  }),
};

/**
 * What he usually buys, and what one of each would cost him now, by the call that prices an order while it is typed.
 */
async function askPrices(code: string, head: Row | undefined): Promise<readonly PricedGood[]> {
  const goods = await get<readonly UsualGood[]>(`${order.path}/customerGoods`, { customerCode: code }, silent);
  const organizeCode = textAt(head, 'organizeCode') || (goods[0]?.organizeCode ?? '');
  if (goods.length === 0 || organizeCode === '') return goods.map((good) => ({ good, quoted: undefined }));
  const { lines } = await post<Quote>(
    `${order.path}/calculate`,
    {
      customerCode: code,
      organizeCode,
      channelCode: textAt(head, 'channelCode') || null,
      lines: goods.map(({ productCode }) => ({ productCode, number: '1' })),
    },
    silent,
  );
  return goods.map((good, at) => ({ good, quoted: lines[at] }));
}

export const price4 = (price: string): string => round(price, 4);
