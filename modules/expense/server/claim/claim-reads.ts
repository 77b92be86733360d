import { statement, type Reads, type RowsOf } from '#platform/server/db/statement.ts';
import { paramStatement } from '#system/server/setting/param.ts';
import { itemReads } from '#expense/server/item/item-reads.ts';
import { policyReads } from '#expense/server/policy/policy-reads.ts';

interface Asked {
  readonly applicantCode: string;
  readonly applicationCode: string | null;
  readonly areaCodes: readonly string[];
  /** The application is a document: it is held before any ledger. */
  readonly isHeld: boolean;
}

/** What a claim is judged by, as it is today. Items and policies are settings: there are few of them. */
export const claimReads = ({ applicantCode, applicationCode, areaCodes, isHeld }: Asked) =>
  ({
    claimParams: paramStatement(['RB004', 'RB005', 'RB010', 'RB011', 'RB012', 'RB013']),
    ...itemReads(null),
    ...policyReads(null),
    claimants: statement(
      { name: 'text', deptCode: 'text', deptName: 'text?', typeCode: 'text?' },
      `
        select p.name, p.dept_code, d.name as dept_name, p.type_code
        from app.data_personnel p
        left join app.data_dept d on d.tenant_code = p.tenant_code and d.code = p.dept_code
        where p.code = $1`,
      [applicantCode],
    ),
    areas: statement(
      { code: 'text', cityLevel: 'text?' },
      `
        select a.code, coalesce(a.city_level, c.city_level) as city_level
        from app.sys_area a
        left join app.sys_area c on c.code = left(a.code, 4) || '00'
        where a.code = any($1::text[])`,
      [areaCodes],
    ),
    applications: statement(
      { id: 'uuid', organizeCode: 'text', applicantCode: 'text', deptCode: 'text?', billStatus: 'text' },
      `
        select a.id, a.organize_code, a.applicant_code, a.dept_code, a.bill_status
        from app.reimbursement_application a
        where a.code = $1 and a.cancel_flag = '0' and a.deleted_flag = '0'${isHeld ? ' for no key update' : ''}`,
      [applicationCode],
    ),
    applied: statement(
      { docId: 'uuid', lineId: 'uuid', itemCode: 'text', left: 'decimal' },
      `
        select a.id as doc_id, l.id as line_id, l.item_code, l.amount - coalesce(l.claimed_amount, 0) as left
        from app.reimbursement_application a
        join app.reimbursement_application_line l on l.tenant_code = a.tenant_code and l.parent_id = a.id
        where a.code = $1 and a.bill_status = '1'
        order by l.line_no`,
      [applicationCode],
    ),
  }) satisfies Reads;
export type ClaimRows = RowsOf<ReturnType<typeof claimReads>>;

/**
 * What somebody was granted of items in these months and what he asks for in approval, without what this claim asks.
 * Held, two claims of one month follow each other.
 */
export const beforeReads = (
  own: string | undefined,
  keys: readonly {
    readonly applicantCode: string;
    readonly itemCode: string;
    readonly month: string;
    readonly deptCode: string;
  }[],
  isHeld: boolean,
) =>
  ({
    ...(isHeld
      ? {
          claimedLock: statement({ locked: 'nothing' }, 'select app.claimed_lock($1::jsonb) as locked', [
            JSON.stringify({
              entries: keys.map(({ applicantCode, itemCode, month, deptCode }) => ({
                applicant_code: applicantCode,
                item_code: itemCode,
                month,
                dept_code: deptCode,
              })),
            }),
          ]),
        }
      : {}),
    before: statement(
      { itemCode: 'text', month: 'text', amount: 'decimal' },
      `
        select b.item_code, b.month, sum(b.asked + b.amount - coalesce(h.asked, 0)) as amount
        from app.claimed_balance b
        left join (
          select x.balance_id, sum(x.asked) as asked
          from app.claimed_hold x
          where x.doc_id = $3
          group by x.balance_id
        ) h on h.balance_id = b.id
        where b.applicant_code = $1 and b.month = any($2::text[])
        group by b.item_code, b.month`,
      [keys[0]?.applicantCode ?? '', keys.map(({ month }) => month), own ?? noId],
    ),
  }) satisfies Reads;

/** Trips of the same person on days of this one, written or on their way. */
export const tripReads = (own: string | undefined, applicantCode: string, from: string, until: string) =>
  ({
    tripTurn: statement(
      { held: 'boolean' },
      `select pg_advisory_xact_lock(7053, hashtext(sec.tenant() || ' ' || $1::text)) is null as held`,
      [applicantCode],
    ),
    trips: statement(
      { code: 'text', startDate: 'date', endDate: 'date' },
      `
        select t.code, t.trip_start_date as start_date, t.trip_end_date as end_date
        from app.reimbursement_travel t
        where t.applicant_code = $1
          and t.id <> $2
          and t.bill_status in ('1', '2', '4')
          and t.cancel_flag = '0'
          and t.deleted_flag = '0'
          and t.trip_start_date <= $4::date
          and t.trip_end_date >= $3::date
        order by t.trip_start_date, t.code`,
      [applicantCode, own ?? noId, from, until],
    ),
  }) satisfies Reads;

export const noId = '00000000-0000-0000-0000-000000000000';
