import { zoneSql } from '#platform/server/db/today.ts';
import type { DetailSource, Source, Wanted } from './source.ts';
import { withinScope } from './scope.ts';

const hours = (from: string, to: string): string => `extract(epoch from ${to} - ${from})::numeric / 3600`;

/** Deliveries with the order they come from, when their goods left first and when they were received. */
const rows = ({ from, to, values }: Wanted): string => `
  select h.bill_date as day, 'order:delivery' as doc_type, h.id as doc_id, h.code as doc_code, h.order_code,
    h.organize_code as organize, h.storage_code as storage, h.logistics_code as logistics, h.customer_code as customer,
    h.customer_name, (w.time at time zone ${zoneSql})::date as out_day,
    (h.sign_date at time zone ${zoneSql})::date as sign_day, greatest(0, ${hours('o.audit_date', 'w.time')}) as to_out,
    greatest(0, ${hours('w.time', 'h.sign_date')}) as to_sign, o.required_date is not null as is_dated,
    (h.sign_date at time zone ${zoneSql})::date <= o.required_date as is_in_time
  from app.order_delivery h
  left join app.order_order o on o.code = h.order_code
  left join lateral (
    select min(i.audit_date) as time
    from app.doc_link k
    join app.stock_inout i on i.id = k.to_id
    where k.from_id = h.id and k.is_active and k.kind = 'ship' and i.bill_status <> '0' and i.red_flag = '0'
  ) w on true
  where h.bill_date between ${values.next(from)}::date and ${values.next(to)}::date
    and h.bill_status in ('1', '2')
    and h.cancel_flag = '0'
    and h.deleted_flag = '0'
    and ${withinScope({
      organize: 'h.organize_code',
      storage: 'h.storage_code',
      customer: 'h.customer_code',
      salesman: 'o.salesman_code',
    })}`;

/** R24: how long goods take to leave and to arrive, and whether they come on the day that was asked for. */
export const journeys: Source = {
  rows,
  measures: {
    deliveryCount: 'count(*)::numeric',
    hoursToOut: 'round(avg(s.to_out), 1)',
    hoursToSign: 'round(avg(s.to_sign), 1)',
    onTimeRate: `
      round(
        100.0 * count(*) filter (where s.is_in_time)
          / nullif(count(*) filter (where s.is_dated and s.sign_day is not null), 0), 1
      )`,
  },
};
export const journeysDetail: DetailSource = {
  rows: (wanted) => `
    select s.day, s.doc_type, s.doc_id, s.doc_code, s.order_code, s.organize, s.storage, s.logistics, s.customer,
      s.customer_name, s.out_day, s.sign_day, round(s.to_out, 1) as to_out, round(s.to_sign, 1) as to_sign
    from (${rows(wanted)}) s`,
  sum: 'count(*)::numeric',
};
