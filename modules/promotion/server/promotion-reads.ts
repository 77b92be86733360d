import { statement, type RowOf, type RowsOf } from '#platform/server/db/statement.ts';
import { activeActivities } from './active-activities.ts';
import type { KeptActivity } from './activity-version.ts';
import { restsRead } from './promotion-rest.ts';

export interface AskedPromotions {
  readonly organizeCode: string | null;
  readonly customerCode: string | null;
  readonly date: string;
  /** Packages that something was chosen from. */
  readonly packages: readonly string[];
}

const packageGoodsRead = (packages: readonly string[], date: string, customerCode: string | null) =>
  statement(
    {
      packageCode: 'text',
      packageType: 'text',
      productCode: 'text',
      price: 'decimal',
      setNumber: 'decimal?',
      channelCode: 'text?',
      customerClassCode: 'text?',
    },
    `
      select p.code as package_code, p.package_type, l.line->>'productCode' as product_code,
        (l.line->>'price')::numeric as price, (l.line->>'number')::numeric as set_number, p.channel_code,
        p.customer_class_code
      from app.promotion_gift p
      cross join lateral jsonb_array_elements(p.lines) as l(line)
      where p.code = any($1::text[])
        and p.status = '1'
        and p.start_date <= $2::date
        and p.end_date >= $2::date
        and (p.customer_code is null or p.customer_code = $3)`,
    [packages, date, customerCode],
  );

const offeredRow = {
  packageCode: 'text',
  packageName: 'text',
  packageType: 'text',
  productCode: 'text',
  price: 'decimal',
  setNumber: 'decimal',
  outStorageName: 'text?',
  channelCode: 'text?',
  customerClassCode: 'text?',
} as const;
export type OfferedGoods = RowOf<typeof offeredRow>;

/** The same for whoever chooses from them: what a package is called, whether it is taken whole, what a set holds. */
export const offeredGoodsRead = (packages: readonly string[], date: string, customerCode: string | null) =>
  statement(
    offeredRow,
    `
      select p.code as package_code, p.name as package_name, p.package_type, l.line->>'productCode' as product_code,
        (l.line->>'price')::numeric as price, (l.line->>'number')::numeric as set_number,
        l.line->>'outStorageName' as out_storage_name, p.channel_code, p.customer_class_code
      from app.promotion_gift p
      cross join lateral jsonb_array_elements(p.lines) with ordinality as l(line, line_no)
      where p.code = any($1::text[])
        and p.status = '1'
        and p.start_date <= $2::date
        and p.end_date >= $2::date
        and (p.customer_code is null or p.customer_code = $3)
      order by p.code, l.line_no`,
    [packages, date, customerCode],
  );

/** All that promotions of an order depend on beside what its prices are read from; joins the write that reads those. */
export const promotionReads = ({ organizeCode, customerCode, date, packages }: AskedPromotions) => ({
  activities: activeActivities(organizeCode, date, customerCode),
  promotionShops: statement(
    { code: 'text' },
    `select code from app.data_shop where customer_code = $1 and status = '1'`,
    [customerCode],
  ),
  promotionRests: restsRead(customerCode),
  ...(packages.length === 0 ? {} : { packageGoods: packageGoodsRead(packages, date, customerCode) }),
});
export type PromotionRows = RowsOf<ReturnType<typeof promotionReads>>;

/** What activities are called. */
export const activityNames = ({ activities }: Pick<PromotionRows, 'activities'>): Readonly<Record<string, string>> =>
  Object.fromEntries(activities.map(({ content }) => [(content as KeptActivity).code, (content as KeptActivity).name]));
