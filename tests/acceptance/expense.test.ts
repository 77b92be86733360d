import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, greater, lesser, minus, plus } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';
import {
  availableAt,
  checkBudget,
  tooLow,
  type BudgetControl,
  type BudgetHorizon,
  type BudgetMonth,
  type MonthAmount,
} from '#expense/model/budget/budget-check.ts';
import { controlOf } from '#expense/model/budget/control.ts';
import {
  budgetedAmount,
  claimInvoiceType,
  deductibleTax,
  type ClaimInvoiceType,
  type TaxedInvoice,
} from '#expense/model/policy/deductible-tax.ts';
import { policyFor, type PolicyLine, type PolicyRow } from '#expense/model/policy/policy-row.ts';
import { isOverPolicy, judgePolicy } from '#expense/model/policy/policy.ts';
import { daysOf, nightsOf, overlapping, type Span } from '#expense/model/policy/trip.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';

type Place = Pick<PolicyLine, 'itemCode' | 'personnelTypeCode' | 'areaCode' | 'cityLevel'>;
interface Step {
  readonly op: 'PRE' | 'REL' | 'USE';
  readonly lines: readonly { readonly month: string; readonly amount: string }[];
}
interface Vectors {
  readonly policy: readonly {
    readonly id: string;
    readonly title: string;
    readonly given: Place & {
      readonly policies: readonly PolicyRow[];
      readonly lines: readonly Pick<PolicyLine, 'startDate' | 'endDate' | 'amount'>[];
    };
    readonly expect: object;
  }[];
  readonly deductibleTax: readonly {
    readonly id: string;
    readonly title: string;
    readonly given: { readonly RB005: string; readonly invoices: readonly TaxedInvoice[] };
    readonly expect: object;
  }[];
  readonly trip: readonly {
    readonly id: string;
    readonly title: string;
    readonly given: { readonly trips: readonly (Span & { readonly code: string })[] };
    readonly expect: readonly object[];
  }[];
  readonly budget: readonly {
    readonly id: string;
    readonly title: string;
    readonly given: {
      readonly months: readonly string[];
      readonly RB002?: BudgetHorizon;
      readonly control: BudgetControl;
      readonly show: string;
      readonly entries?: readonly { readonly month: string; readonly amount: string }[];
      readonly steps: readonly Step[];
    };
    readonly expect: readonly object[];
  }[];
}
interface OldVectors {
  readonly reimbursementPolicy: readonly {
    readonly id: string;
    readonly given: { readonly limit: string; readonly days: string; readonly claim: string; readonly control: '2' };
    readonly expect: object;
  }[];
}
const vectors = contractIsHere ? readVectors<Vectors>('second-half-vectors.json') : null;
const older = contractIsHere ? readVectors<OldVectors>('promotion-vectors.json') : null;
const numbered = (lines: readonly { readonly month: string; readonly amount: string }[]): readonly MonthAmount[] =>
  lines.map(({ month, amount }) => ({ month: Number.parseInt(month, 10), amount }));

/** The months after amounts were added to what is held or used of them. */
const after = (
  months: readonly BudgetMonth[],
  key: 'pre' | 'used' | 'budget',
  lines: readonly MonthAmount[],
  sign: 1 | -1 = 1,
): readonly BudgetMonth[] =>
  months.map((month) => {
    const change = plus('0', ...lines.filter((line) => line.month === month.month).map(({ amount }) => amount));
    return { ...month, [key]: sign === 1 ? plus(month[key], change) : minus(month[key], change) };
  });

describe.skipIf(!contractIsHere)('vectors of reimbursement', () => {
  test.each(vectors?.policy ?? [])('$id $title', ({ given: { policies, lines, ...place }, expect: expected }) => {
    const judged = judgePolicy(
      lines.map((line) => ({ ...place, ...line })),
      policies,
    );
    const [{ row, units, limit, over, allowed, result }] = judged.findings as [(typeof judged.findings)[0]];
    expect(judged.findings).toHaveLength(1);
    expect({ row, units, limit, over, allowed, result }).toEqual(expected);
    expect(compare(plus(...judged.allowed), allowed)).toBe(0);
  });

  test.each(older?.reimbursementPolicy ?? [])('$id', ({ given, expect: expected }) => {
    const rows = [{ code: 'r', unit: 'day', dailyAmount: given.limit, control: given.control }] as const;
    const line = { itemCode: 'HOTEL', startDate: '2026-05-01', endDate: `2026-05-0${given.days}`, amount: given.claim };
    const [finding] = judgePolicy([line], rows).findings;
    const { limit, over, allowed, result } = finding ?? {};
    expect({ standard: limit, over, allowed, result }).toEqual(expected);
  });

  test.each(vectors?.deductibleTax ?? [])('$id $title', ({ given, expect: expected }) => {
    const invoices = given.invoices.map((invoice) => ({ type: invoice.type, ...deductibleTax(invoice) }));
    const budget = given.invoices.map((invoice) =>
      budgetedAmount(invoice.total, deductibleTax(invoice).deductible, given.RB005 === '1'),
    );
    expect({ invoices, budget: cents(plus(...budget)) }).toEqual(expected);
  });

  test.each(vectors?.trip ?? [])('$id $title', ({ given: { trips }, expect: expected }) => {
    const taken: (Span & { readonly code: string })[] = [];
    const told = trips.map((trip) => {
      const other = overlapping(trip, taken);
      if (other === undefined) taken.push(trip);
      return other === undefined ? { result: 'OK' } : { error: 'E-TRIP-OVERLAP', code: other.code };
    });
    expect(told).toEqual(expected);
  });

  test.each(vectors?.budget ?? [])('$id $title', ({ given, expect: expected }) => {
    const [horizon, show] = [given.RB002 ?? '2', Number.parseInt(given.show, 10)];
    let months: readonly BudgetMonth[] = given.months.map((budget, at) => ({
      month: at + 1,
      budget,
      pre: '0',
      used: '0',
    }));
    months = after(months, 'used', numbered(given.entries ?? []));
    const told = given.steps.map(({ op, lines: asked }) => {
      const lines = numbered(asked);
      const found = op === 'PRE' ? checkBudget(months, lines, { horizon, control: given.control }) : null;
      if (op === 'USE') months = after(months, 'used', lines);
      else if (op === 'REL') months = after(months, 'pre', lines, -1);
      else if (found?.result !== 'E-BUDGET-OVER') months = after(months, 'pre', lines);
      const result = found?.result ?? 'OK';
      return {
        step: op,
        result,
        ...(result === 'OK' ? {} : { over: found?.over }),
        available: availableAt(months, show, horizon),
      };
    });
    expect(told).toEqual(expected);
  });
});

const runs = { numRuns: Number.parseInt(process.env['PROPERTY_RUNS'] ?? '2000', 10), seed: 20 };
const money = fc.integer({ min: 0, max: 500_000 }).map((value) => cents(plus(`${value}e-2`)));
const horizons = fc.constantFrom('0', '1', '2');
const budgets = fc
  .array(fc.record({ budget: money, pre: money, used: money }), { minLength: 12, maxLength: 12 })
  .map((rows) => rows.map((row, at): BudgetMonth => ({ month: at + 1, ...row })));
const wishes = fc.array(fc.record({ month: fc.integer({ min: 1, max: 12 }), amount: money }), { maxLength: 5 });
const places = { personnelTypeCode: [null, 'P1', 'P2'], areaCode: [null, '310000', '310100', '320100'] };
const lineArbitrary = fc.record({
  itemCode: fc.constantFrom('HOTEL', 'MEAL'),
  personnelTypeCode: fc.constantFrom(...places.personnelTypeCode),
  areaCode: fc.constantFrom(null, '310115', '320100', '110000'),
  cityLevel: fc.constantFrom(null, '1', '2'),
  amount: money,
  span: fc.tuple(fc.integer({ min: 10, max: 19 }), fc.integer({ min: 0, max: 8 })),
  km: fc.constantFrom(null, '12.5'),
  persons: fc.constantFrom(null, '3'),
});
const lineOf = ({
  span: [start, length],
  ...line
}: ReturnType<typeof lineArbitrary.generate>['value']): PolicyLine => ({
  ...line,
  startDate: `2026-05-${start}`,
  endDate: `2026-05-${start + length}`,
});
const lines = fc.array(lineArbitrary.map(lineOf), { minLength: 1, maxLength: 6 });
const rows = fc
  .array(
    fc.record({
      itemCode: fc.constantFrom(null, 'HOTEL', 'MEAL'),
      personnelTypeCode: fc.constantFrom(...places.personnelTypeCode),
      areaCode: fc.constantFrom(...places.areaCode),
      cityLevel: fc.constantFrom(null, '1', '2'),
      unit: fc.constantFrom('day', 'night', 'time', 'km', 'person', 'month'),
      dailyAmount: fc.option(money),
      maxAmount: fc.option(money),
      control: fc.constantFrom('0', '1', '2', '3', '4'),
    }),
    { maxLength: 6 },
  )
  .map((list) => list.map((row, at): PolicyRow => ({ code: `R${at}`, ...row })));

describe('properties of policies', () => {
  test('nothing is allowed beyond the claim, nor beyond the limit that cuts, and lines sum to their findings', () => {
    fc.assert(
      fc.property(lines, rows, (claimed, known) => {
        const { findings, allowed } = judgePolicy(claimed, known);
        expect(findings.flatMap(({ lines: own }) => own).toSorted((a, b) => a - b)).toEqual(
          claimed.map((_l, at) => at),
        );
        for (const found of findings) {
          expect(compare(plus(...found.lines.map((at) => allowed[at])), found.allowed)).toBe(0);
          expect(compare(found.over, greater('0', minus(found.claim, found.limit ?? found.claim)))).toBe(0);
          if (found.result !== 'CUT') expect(found.allowed).toBe(found.claim);
          else expect([found.control, found.allowed]).toEqual(['3', cents(lesser(found.claim, found.limit ?? ''))]);
        }
        allowed.forEach((part, at) => {
          expect(compare(part, claimed[at]?.amount ?? '')).toBeLessThanOrEqual(0);
          expect(compare(part, '0')).toBeGreaterThanOrEqual(0);
        });
      }),
      runs,
    );
  });

  test('a row that says more about rank or place is never passed over for one that says less', () => {
    const weight = ({ personnelTypeCode, areaCode, cityLevel }: PolicyRow): number =>
      (personnelTypeCode === null ? 0 : 3) + (areaCode === null ? (cityLevel === null ? 0 : 1) : 2);
    fc.assert(
      fc.property(lineArbitrary.map(lineOf), rows, (line, known) => {
        const { row, trace } = policyFor(line, known);
        expect(trace).toHaveLength(known.length - (row === null ? 0 : 1));
        const rest = known.filter(({ code }) =>
          trace.some((each) => each.row === code && each.reason === 'LESS_SPECIFIC'),
        );
        for (const other of rest.filter(({ itemCode }) => (itemCode === null) === (row?.itemCode === null)))
          expect(weight(other)).toBeLessThanOrEqual(weight(row ?? other));
      }),
      runs,
    );
  });

  test('how a stay is split over lines changes neither its nights nor its limit', () => {
    const row: PolicyRow = { code: 'n', unit: 'night', dailyAmount: '300', control: '3' };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 8 }), money, (length, cutAt, amount) => {
        const [from, to, middle] = [10, 10 + length, 10 + Math.min(cutAt, length)].map((day) => `2026-05-${day}`) as [
          string,
          string,
          string,
        ];
        const whole = { itemCode: 'HOTEL', startDate: from, endDate: to, amount };
        const parts = [
          { ...whole, endDate: middle, amount: '0' },
          { ...whole, startDate: middle },
        ];
        const [one, two] = [[whole], parts].map((claimed) => judgePolicy(claimed, [row]).findings[0]);
        expect([two?.units, two?.limit, two?.allowed]).toEqual([one?.units, one?.limit, one?.allowed]);
        expect(nightsOf(whole)).toHaveLength(length);
        expect(daysOf(whole)).toHaveLength(length + 1);
      }),
      runs,
    );
  });

  test('deducted tax and cost are the invoice to the cent, and neither is below zero', () => {
    const type = fc.constantFrom(...(Object.keys(claimInvoiceType) as ClaimInvoiceType[]));
    fc.assert(
      fc.property(type, money, money, (kind, total, printed) => {
        const tax = lesser(total, printed);
        const { deductible, cost } = deductibleTax({ type: kind, total, tax });
        expect(compare(plus(deductible, cost), total)).toBe(0);
        expect([compare(deductible, '0'), compare(cost, '0')].every((sign) => sign >= 0)).toBe(true);
        expect(compare(budgetedAmount(total, deductible, true), cost)).toBe(0);
        expect(budgetedAmount(total, deductible, false)).toBe(total);
      }),
      runs,
    );
  });
});

describe('properties of budgets', () => {
  test('what fits leaves nothing below zero from its month on that was not below before', () => {
    fc.assert(
      fc.property(budgets, wishes, horizons, (months, asked, horizon) => {
        const found = checkBudget(months, asked, { horizon, control: '2' });
        if (found.result !== 'OK') return;
        for (const { month } of asked.filter(({ amount }) => compare(amount, '0') > 0))
          expect(compare(availableAt(after(months, 'pre', asked), month, horizon), '0')).toBeGreaterThanOrEqual(0);
      }),
      runs,
    );
  });

  test('one line fits exactly up to what is available, and not a cent more', () => {
    fc.assert(
      fc.property(budgets, fc.integer({ min: 1, max: 12 }), horizons, (months, month, horizon) => {
        const available = availableAt(months, month, horizon);
        const how = { horizon, control: '2' } as const;
        if (compare(available, '0') > 0)
          expect(checkBudget(months, [{ month, amount: available }], how).result).toBe('OK');
        const more = greater('0.01', plus(available, '0.01'));
        const { result, over } = checkBudget(months, [{ month, amount: more }], how);
        expect([result, over]).toEqual(['E-BUDGET-OVER', cents(minus(more, available))]);
      }),
      runs,
    );
  });

  test('held and given back, or held, released and used for as much, a budget has what it had', () => {
    fc.assert(
      fc.property(budgets, wishes, horizons, fc.integer({ min: 1, max: 12 }), (months, asked, horizon, month) => {
        const held = after(months, 'pre', asked);
        expect(availableAt(after(held, 'pre', asked, -1), month, horizon)).toBe(availableAt(months, month, horizon));
        const used = after(after(held, 'pre', asked, -1), 'used', asked);
        expect(availableAt(used, month, horizon)).toBe(availableAt(held, month, horizon));
      }),
      runs,
    );
  });

  test('a budget is lowered exactly as far as what is held and used lets it', () => {
    fc.assert(
      fc.property(budgets, fc.integer({ min: 1, max: 12 }), horizons, (months, month, horizon) => {
        const available = availableAt(months, month, horizon);
        if (compare(available, '0') >= 0)
          expect(tooLow(months, [{ month, amount: minus('0', available) }], horizon)).toBeNull();
        const less = minus('0', greater('0.01', plus(available, '0.01')));
        expect(tooLow(months, [{ month, amount: less }], horizon)).not.toBeNull();
        expect(tooLow(months, [{ month, amount: available.replace('-', '') }], horizon)).toBeNull();
      }),
      runs,
    );
  });

  test('whatever becomes of claims, what is left is what was given and moved less what is held and used', () => {
    const steps = fc.array(
      fc.record({
        op: fc.constantFrom('submit', 'reject', 'approve', 'unaudit', 'adjust'),
        doc: fc.nat(4),
        month: fc.integer({ min: 1, max: 12 }),
        amount: money,
        isLess: fc.boolean(),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(budgets, steps, horizons, (given, wishes, horizon) => {
        let months: readonly BudgetMonth[] = given.map(({ month, budget }) => ({ month, budget, pre: '0', used: '0' }));
        const [held, used] = [new Map<number, MonthAmount>(), new Map<number, MonthAmount>()];
        const moved: MonthAmount[] = [];
        for (const { op, doc, month, amount, isLess } of wishes) {
          const [own, spent] = [held.get(doc), used.get(doc)];
          if (op === 'submit' && own === undefined && spent === undefined) {
            const line = { month, amount };
            if (checkBudget(months, [line], { horizon, control: '2' }).result !== 'OK') continue;
            held.set(doc, line);
            months = after(months, 'pre', [line]);
          } else if (op === 'reject' && own !== undefined) {
            held.delete(doc);
            months = after(months, 'pre', [own], -1);
          } else if (op === 'approve' && own !== undefined) {
            // Who approves may lower it.
            const line = { month: own.month, amount: isLess ? lesser(own.amount, amount) : own.amount };
            held.delete(doc);
            used.set(doc, line);
            months = after(after(months, 'pre', [own], -1), 'used', [line]);
          } else if (op === 'unaudit' && spent !== undefined) {
            used.delete(doc);
            months = after(months, 'used', [spent], -1);
          } else if (op === 'adjust') {
            const change = { month, amount: isLess ? minus('0', amount) : amount };
            if (tooLow(months, [change], horizon) !== null) continue;
            moved.push(change);
            months = after(months, 'budget', [change]);
          }
        }
        const sum = (all: Iterable<MonthAmount>, month: number): string =>
          plus('0', ...[...all].filter((each) => each.month === month).map(({ amount }) => amount));
        for (const { month, budget } of given) {
          const left = minus(
            plus(budget, sum(moved, month)),
            plus(sum(held.values(), month), sum(used.values(), month)),
          );
          expect(compare(availableAt(months, month, '0'), left)).toBe(0);
          // Nobody was let over it, from any month on.
          expect(compare(availableAt(months, month, horizon), '0')).toBeGreaterThanOrEqual(0);
        }
      }),
      runs,
    );
  });
});

describe('rules without a vector', () => {
  const line: PolicyLine = { itemCode: 'CAR', startDate: '2026-05-01', endDate: '2026-05-01', amount: '100' };
  const row = (more: Partial<PolicyRow>): PolicyRow => ({ code: 'r', unit: 'time', control: '3', ...more });
  const only = (claimed: readonly PolicyLine[], known: readonly PolicyRow[]) => judgePolicy(claimed, known).findings;

  test('without a row, or a row without an amount, there is no limit', () => {
    expect(only([line], [row({ itemCode: 'MEAL' })])).toMatchObject([
      { row: null, limit: null, result: 'OK', trace: [{ row: 'r', reason: 'ITEM' }] },
    ]);
    expect(only([line], [row({})])).toMatchObject([{ row: 'r', limit: null, result: 'OK' }]);
  });

  test('each time is limited by itself, kilometres and persons by how many there are', () => {
    const known = [row({ maxAmount: '60' })];
    expect(only([line, { ...line, amount: '40' }], known).map(({ allowed }) => allowed)).toEqual(['60.00', '40.00']);
    expect(only([{ ...line, km: '30.5' }], [row({ unit: 'km', dailyAmount: '2' })])).toMatchObject([
      { units: '30.5', limit: '61.00' },
    ]);
    expect(only([{ ...line, persons: '2' }, line], [row({ unit: 'person', dailyAmount: '40' })])).toMatchObject([
      { units: '3', limit: '120.00', over: '80.00' },
    ]);
  });

  test('a limit a month counts what other documents took of it', () => {
    const known = [row({ unit: 'month', maxAmount: '200' })];
    const before = [
      { itemCode: 'CAR', month: '2026-05', amount: '150' },
      { itemCode: 'CAR', month: '2026-04', amount: '200' },
      { itemCode: 'MEAL', month: '2026-05', amount: '90' },
    ];
    expect(judgePolicy([line], known, before)).toMatchObject({ findings: [{ limit: '50.00' }], allowed: ['50.00'] });
    expect(judgePolicy([line], known, [{ itemCode: 'CAR', month: '2026-05', amount: '300' }]).allowed).toEqual([
      '0.00',
    ]);
    const june = { ...line, startDate: '2026-06-01', endDate: '2026-06-01', amount: '190' };
    expect(judgePolicy([line, june], known, before).allowed).toEqual(['50.00', '190.00']);
  });

  test('a row holds on its days, for its kind of document, and for the districts of its city', () => {
    const dated = row({ code: 'd', startDate: '2026-05-01', endDate: '2026-05-31' });
    const at = (startDate: string): string | undefined =>
      policyFor({ ...line, startDate }, [dated]).row?.code ??
      policyFor({ ...line, startDate }, [dated]).trace[0]?.reason;
    expect(['2026-04-30', '2026-05-01', '2026-05-31', '2026-06-01'].map(at)).toEqual(['DATE', 'd', 'd', 'DATE']);
    const [trip, any] = [row({ code: 't', docType: 'travel' }), row({ code: 'a' })];
    expect(policyFor({ ...line, docType: 'travel' }, [any, trip]).row?.code).toBe('t');
    expect(policyFor({ ...line, docType: 'expense' }, [any, trip]).row?.code).toBe('a');
    const [city, province] = [row({ code: 'c', areaCode: '310100' }), row({ code: 'p', areaCode: '310000' })];
    expect(policyFor({ ...line, areaCode: '310115' }, [province, city]).row?.code).toBe('c');
    expect(policyFor({ ...line, areaCode: '310200' }, [province, city]).row?.code).toBe('p');
    const [early, late] = [row({ code: 'e', startDate: '2026-01-01' }), row({ code: 'l', startDate: '2026-04-01' })];
    expect(policyFor(line, [early, late]).row?.code).toBe('l');
    expect(policyFor(line, [row({ code: 'y' }), row({ code: 'x' })]).row?.code).toBe('x');
  });

  test('a night at two places is one night', () => {
    const known = [
      row({ code: 'a', unit: 'night', dailyAmount: '300', areaCode: '310100' }),
      row({ code: 'b', unit: 'night', dailyAmount: '200' }),
    ];
    const stay = { ...line, endDate: '2026-05-03', amount: '500' };
    expect(only([{ ...stay, areaCode: '310100' }, stay], known)).toMatchObject([
      { row: 'a', units: '2', limit: '600.00' },
      { row: 'b', units: '0', limit: '0.00', allowed: '0.00' },
    ]);
  });

  test('somebody looks at what is over, unless nothing is controlled', () => {
    const over = (control: PolicyRow['control'], maxAmount = '60'): boolean =>
      isOverPolicy(judgePolicy([line], [row({ control, maxAmount })]));
    expect((['0', '1', '2', '3', '4'] as const).map((control) => over(control))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    expect(over('1', '100')).toBe(false);
  });

  test('the item says how strict its budget is, then the account, the head and the house', () => {
    expect(controlOf({ item: '2', account: '1', head: '0', house: '1' })).toEqual({ control: '2', by: 'item' });
    expect(controlOf({ item: '', account: '1', head: '0', house: '2' })).toEqual({ control: '1', by: 'account' });
    expect(controlOf({ item: null, account: null, head: '0', house: '2' })).toEqual({ control: '0', by: 'head' });
    expect(controlOf({ house: '2' })).toEqual({ control: '2', by: 'house' });
  });

  test('a quarter ends with its third month, and nothing that is asked is nothing', () => {
    const months = Array.from({ length: 12 }, (_m, at): BudgetMonth => ({
      month: at + 1,
      budget: '100',
      pre: '0',
      used: at === 3 ? '400' : '0',
    }));
    const how = { horizon: '1', control: '2' } as const;
    expect(checkBudget(months, [{ month: 3, amount: '300' }], how)).toMatchObject({
      result: 'OK',
      available: '300.00',
    });
    expect(checkBudget(months, [{ month: 4, amount: '0' }], how)).toEqual({
      result: 'OK',
      over: '0.00',
      available: '0.00',
      month: 0,
    });
    expect(checkBudget(months, [{ month: 4, amount: '10' }], how)).toMatchObject({
      over: '310.00',
      available: '-300.00',
      month: 4,
    });
    expect(checkBudget(months, [{ month: 4, amount: '10' }], { horizon: '1', control: '0' })).toMatchObject({
      result: 'OK',
      over: '310.00',
    });
    expect(tooLow(months, [{ month: 5, amount: '-1' }], '1')).toEqual({ month: 5, taken: '400.00' });
    expect(
      tooLow(
        months,
        [
          { month: 5, amount: '-1' },
          { month: 4, amount: '1' },
        ],
        '1',
      ),
    ).toBeNull();
    expect(tooLow(months, [{ month: 1, amount: '-100' }], '1')).toBeNull();
  });
});
