import type { Kind } from './claims.ts';

/** What a history may point at when it writes: loans that were paid, applications that were approved. */
export interface Standing {
  readonly loans: readonly Owned[];
  readonly applications: readonly (Owned & { readonly items: readonly string[] })[];
}
interface Owned {
  readonly code: string;
  readonly applicant: string;
}
export const year = new Date().getUTCFullYear();
const accounts = ['B1', 'B2', 'B3'] as const;
const months = [1, 4, 8] as const;
const pad = (n: number): string => String(n).padStart(2, '0');
/** Invoices of all histories: a number that somebody has brought is brought again now and then. */
const brought: string[] = [];

/** Documents as people of one history write them: by chance, and mostly such that they can be meant. */
export function writerOf(mark: string, random: () => number) {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const depts = [`${mark}A`, `${mark}B`] as const;
  const people = [`${mark}P`, `${mark}Q`] as const;
  const amount = (most: number): string => (1 + random() * most).toFixed(pick([0, 0, 1, 2]));
  const day = (): string =>
    `${year}-${pad(pick([2, ...months, ...months, 6, 12]))}-${pad(1 + Math.floor(random() * 28))}`;
  const asked = (applicantCode: string) => ({
    organizeCode: 'O1',
    applicantCode,
    applyDate: `${year}-01-05`,
    reason: mark,
  });
  const invoice = (lineNo: number, total: string): object => {
    const fresh = `${mark}N${brought.length}`;
    const isOld = brought.length > 0 && random() < 0.2;
    const number = isOld ? pick(brought.slice(-12)) : fresh;
    if (!isOld) brought.push(fresh);
    const type = pick(['special', 'eOrdinary', 'rail']);
    return { lineNo, type, number, total, ...(type === 'special' ? { tax: (Number(total) * 0.05).toFixed(2) } : {}) }; // not money
  };
  const invoices = (lines: readonly { readonly amount: string; readonly itemCode?: string }[]): object[] =>
    lines.flatMap(({ amount: total, itemCode }, at) =>
      random() < (itemCode === 'BOOK' ? 0.95 : 0.55) ? [invoice(at + 1, total)] : [],
    );
  /** Where somebody else bears it, or a project, the line says so. */
  const bearer = (): object => ({
    ...(random() < 0.12 ? { deptCode: pick(depts) } : {}),
    ...(random() < 0.1 ? { projectCode: 'X' } : {}),
  });
  const items = ['HOTEL', 'OTHER', 'OTHER', 'PAPER', 'BOOK', 'MEAL'] as const;
  const cost = (choice: readonly string[], most: number) => {
    const [itemCode, occurDate] = [pick(choice), day()];
    return { itemCode, occurDate, amount: amount(most) };
  };
  const some = <T>(make: () => T, most = 3): T[] => Array.from({ length: 1 + Math.floor(random() * most) }, make);
  /** An application of the person's, if he has one, as often as not. */
  const appliedBy = ({ applications }: Standing, applicant: string, chance: number) => {
    const own = applications.filter((each) => each.applicant === applicant);
    return own.length > 0 && random() < chance ? pick(own) : null;
  };
  const applied = (standing: Standing, applicant: string, chance: number): object => {
    const own = appliedBy(standing, applicant, chance);
    return own === null ? {} : { applicationCode: own.code };
  };
  const offset = (): object => (random() < 0.5 ? { offsetAmount: amount(200) } : {});
  const claim = (standing: Standing, choice: readonly string[], chance: number, from: readonly string[] = people) => {
    const applicant = pick(from);
    const by = appliedBy(standing, applicant, chance);
    // Whoever claims of an application mostly claims what it is for, and now and then another department bears it.
    const lines = some(() =>
      by === null
        ? { ...cost(choice, 260), ...bearer() }
        : {
            ...cost(random() < 0.8 ? by.items : choice, 200),
            ...(random() < 0.4 ? { deptCode: pick(depts) } : {}),
            ...(random() < 0.05 ? { projectCode: 'X' } : {}),
          },
    );
    const of = by === null ? {} : { applicationCode: by.code };
    return { ...asked(applicant), ...of, ...offset(), lines, invoices: invoices(lines) };
  };
  const trip = (standing: Standing) => {
    const [applicant, month, first] = [pick(people), pad(pick([1, 3, 7, 11])), 1 + Math.floor(random() * 24)];
    const [from, until] = [
      `${year}-${month}-${pad(first)}`,
      `${year}-${month}-${pad(first + Math.floor(random() * 3))}`,
    ];
    const legs = some(
      () => ({
        startDate: from,
        endDate: until,
        fromCity: '杭州',
        toCity: '上海',
        trafficAmount: amount(120),
        ...(random() < 0.6 ? { hotelAmount: amount(500) } : {}),
        ...(random() < 0.3 ? { mealAmount: amount(80) } : {}),
        ...(random() < 0.3 ? { otherAmount: amount(60) } : {}),
      }),
      2,
    );
    return {
      ...asked(applicant),
      ...applied(standing, applicant, 0.3),
      ...offset(),
      tripStartDate: from,
      tripEndDate: until,
      lines: legs,
      invoices: invoices(legs.map(({ trafficAmount }) => ({ amount: trafficAmount }))),
    };
  };
  const ride = (standing: Standing) => {
    const applicant = pick(people);
    const lines = some(() => ({
      occurDate: day(),
      fromPlace: '公司',
      toPlace: '机场',
      purpose: '接客户',
      amount: amount(120),
      ...bearer(),
    }));
    return { ...asked(applicant), ...applied(standing, applicant, 0.1), ...offset(), lines, invoices: invoices(lines) };
  };
  const application = (applicantCode: string): object => ({
    organizeCode: 'O1',
    applicantCode,
    reason: mark,
    lines: some(() => cost(['OTHER', 'HOTEL', 'PAPER', 'EVENT'], 300), 2),
  });
  const adjustment = () => {
    const adjustType = pick(['0', '0', '1', '1', '1']);
    const lines = some(
      () => ({
        deptCode: pick(depts),
        budgetAccountCode: pick(accounts),
        month: pick(months),
        ...(random() < 0.1 ? { projectCode: 'X' } : {}),
        ...(adjustType === '0'
          ? { amount: random() < 0.5 ? amount(300) : `-${amount(900)}` }
          : {
              amount: amount(400),
              ...(random() < 0.5 ? { toDeptCode: pick(depts) } : {}),
              ...(random() < 0.4 ? { toBudgetAccountCode: pick(accounts) } : {}),
              ...(random() < 0.6 ? { toMonth: pick(months) } : {}),
            }),
      }),
      2,
    );
    return { organizeCode: 'O1', year, adjustType, reason: mark, lines };
  };
  const bodies: Readonly<Record<Kind, (standing: Standing) => object | null>> = {
    EX: (standing) => claim(standing, items, 0.6),
    /** Nothing of the kind is claimed without an application; now and then somebody tries. */
    SE: (standing) => {
      const own = people.filter((person) => standing.applications.some(({ applicant }) => applicant === person));
      if (own.length === 0 && random() < 0.9) return null;
      const from = own.length === 0 ? people : own;
      return { ...claim(standing, ['EVENT', 'OTHER', 'PAPER'], 0.95, from), projectName: '新品推介' };
    },
    TR: trip,
    CT: ride,
    AP: () => application(pick(people)),
    LN: () => ({
      ...asked(pick(people)),
      lines: some(() => ({ itemCode: 'PAPER', amount: amount(400) }), 2),
      ...(random() < 0.15 ? { repayDate: `${year}-01-31` } : {}),
    }),
    RP: ({ loans }) => {
      if (loans.length === 0) return null;
      const { code, applicant } = pick(loans);
      return { ...asked(applicant), loanCode: code, lines: some(() => ({ amount: amount(90) }), 2) };
    },
    BA: adjustment,
    /** Of the project: the departments' own budgets are given once. */
    BG: () => budget(pick(depts), 'X', () => amount(400)),
  };
  /** A budget of a few months; what its head says holds where an account says nothing. */
  const budget = (deptCode: string, projectCode: string | null, given: () => string): object => ({
    organizeCode: 'O1',
    year,
    deptCode,
    ...(projectCode === null ? {} : { projectCode }),
    control: deptCode === depts[0] ? '2' : '1',
    lines: accounts.flatMap((budgetAccountCode) =>
      months.map((month) => ({ budgetAccountCode, month, amount: given() })),
    ),
  });
  return {
    depts,
    people,
    amount,
    pick,
    asked,
    application,
    budget,
    write: (kind: Kind, standing: Standing) => bodies[kind](standing),
  };
}
