import type { Document } from '#platform/model/document.ts';
import { totalCap } from '#platform/model/envelope.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { statement, type TypedStatement } from '#platform/server/db/statement.ts';
import { ownershipRules, powerRules, predicatesOf, valuesFrom, type Asked } from './filter.ts';

/** More than this of a state is told as "many": the tab says 999+. */
export const stateCap = 1000;

export interface StateCount {
  readonly statement: TypedStatement<{ code: string; total: number }>;
  /** Its sum is the total of the list: all states were counted in one pass over the same rows. */
  readonly isTotal: boolean;
}

/**
 * How many rows of each state a list has, by the same filters but the state's own and by the same scope. Where nothing
 * but days is asked for, the index of states and days serves each state, and for whoever sees all rows it alone
 * answers. With other filters the states are counted in one pass over as many rows as the total of the list looks at.
 */
export function stateCountOf(document: Document, asked: Asked): StateCount {
  const { billStatus: _ofState, ...rest } = asked;
  const isByDayAlone = predicatesOf(document, withoutDays(rest), valuesFrom(), true).length === 0;
  return isByDayAlone
    ? { statement: byIndex(document, rest), isTotal: false }
    : { statement: inOnePass(document, rest), isTotal: true };
}

const withoutDays = ({ billDate: _day, billDateStart: _start, billDateEnd: _end, ...rest }: Asked): Asked => rest;

const rulesOf = (document: Document) => [...powerRules(document), ...ownershipRules(document)];

function passSql(document: Document, predicates: readonly string[]): string {
  const where = [...predicates, ...rulesOf(document).map(({ sql }) => sql)];
  return `
    select x.bill_status as code, count(*)::integer as total
    from (
      select t.bill_status
      from app.${tableOf(document)} t
      where ${where.join(' and ')}
      limit ${totalCap + 1}
    ) x
    group by x.bill_status`;
}

function inOnePass(document: Document, asked: Asked): StateCount['statement'] {
  const values = valuesFrom();
  const predicates = predicatesOf(document, asked, values, true);
  return statement({ code: 'text', total: 'integer' }, passSql(document, predicates), values.list);
}

/** Each part is worked out only where it is asked for: whoever sees all rows never makes the pass. */
function byIndex(document: Document, asked: Asked): StateCount['statement'] {
  const values = valuesFrom();
  const predicates = predicatesOf(document, asked, values, true);
  const rules = rulesOf(document);
  const open = rules.flatMap((rule) => (rule.open === undefined ? [] : [rule.open]));
  const counted = (more: readonly string[]): string => `
    (
      select count(*)
      from (
        select 1
        from app.${tableOf(document)} t
        where ${[`t.deleted_flag = '0'`, 't.bill_status = s.code', ...predicates, ...more].join(' and ')}
        limit ${stateCap}
      ) x
    )`;
  const stashed = document.stashed === undefined ? undefined : document.states[document.stashed]?.code;
  const isHeld = [
    ...open.map((each) => `not (${each})`),
    ...(stashed === undefined ? [] : [`(s.code = '${stashed}' and not (select sec.is_super()))`]),
  ];
  const text = `
    select s.code,
      (
        case
          when ${isHeld.length === 0 ? 'false' : isHeld.join(' or ')} then ${counted(rules.map(({ sql }) => sql))}
          else ${counted([])}
        end
      )::integer as total
    from unnest(${values.next(Object.values(document.states).map(({ code }) => code))}::text[]) s(code)`;
  return statement({ code: 'text', total: 'integer' }, text, values.list);
}
