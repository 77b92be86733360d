import { cut, greater, isZero, lesser, minus, over, plus, times } from '#platform/model/decimal.ts';

/** How points are earned by goods: of everything, a class, a brand or one product. */
export interface PointsRule {
  readonly code: string;
  /** '0' all, '1' a class and those below it, '2' a brand, '3' a product. */
  readonly productScope: string;
  readonly productClassCode?: string | null;
  readonly brandCode?: string | null;
  readonly productCode?: string | null;
  /** Empty: as the house says (JF002). Zero: nothing by amount. */
  readonly amountPerPoint?: string | null;
  readonly pointsPerUnit?: string | null;
  readonly startDate?: string | null;
  readonly endDate?: string | null;
}

/** Pieces that a customer has, at what they cost him after promotions; rebate that paid for them is not deducted. */
export interface EarningLine {
  readonly lineNo: number;
  readonly productCode: string;
  readonly classCode: string | null;
  readonly brandCode: string | null;
  readonly number: string;
  readonly amount: string;
  readonly lineType?: string | null;
  readonly ruleNo?: number | string | null;
}

export interface PointsQuestion {
  /** The day of the order: what is signed later earns by the rules of that day. */
  readonly date: string;
  /** JF002: yuan for one point. */
  readonly amountPerPoint: string;
  /** Classes above others. */
  readonly parents: Readonly<Record<string, string>>;
  readonly rules: readonly PointsRule[];
  readonly lines: readonly EarningLine[];
}

export interface EarnedPoints {
  readonly points: string;
  /** Why: the rule that counted for each line, and what it is worth before anything is cut off. */
  readonly trace: readonly { readonly lineNo: number; readonly rule: string; readonly points: string }[];
}

/**
 * Points of lines (B12): of each the most specific rule, product before class before brand before all, the nearest
 * class first. Lines are not rounded; what is left of a point at the end of them all is nobody's.
 */
export function earnedPoints(question: PointsQuestion): EarnedPoints {
  const inForce = question.rules.filter(
    ({ startDate, endDate }) =>
      (startDate == null || startDate <= question.date) && (endDate == null || question.date <= endDate),
  );
  const trace = question.lines.map((line) => {
    if (!isBought(line)) return { lineNo: line.lineNo, rule: '', points: '0' };
    const rule = ruleFor(line, inForce, question.parents);
    return { lineNo: line.lineNo, rule: rule?.code ?? '', points: pointsOf(line, rule, question.amountPerPoint) };
  });
  return { points: floored(plus(...trace.map(({ points }) => points))), trace };
}

/** Gifts, trials and goods that a rule brought earn nothing: they were earned themselves. */
const isBought = ({ lineType, ruleNo }: EarningLine): boolean => (lineType ?? '0') === '0' && ruleNo == null;

function pointsOf({ number, amount }: EarningLine, rule: PointsRule | undefined, usual: string): string {
  const own = rule?.amountPerPoint;
  const each = own == null || own === '' ? usual : own;
  const byAmount = isZero(each) ? '0' : over(amount, each);
  return plus(byAmount, times(number, rule?.pointsPerUnit || '0'));
}

function ruleFor(
  line: EarningLine,
  rules: readonly PointsRule[],
  parents: PointsQuestion['parents'],
): PointsRule | undefined {
  const classes = pathOf(line.classCode, parents);
  const [first] = rules
    .flatMap((rule) => {
      const rank = rankOf(rule, line, classes);
      return rank === null ? [] : [{ rule, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank || laterFirst(a.rule, b.rule));
  return first?.rule;
}

/** Before the steps up to a class come products, behind them brands and what is for everything. */
const ranks = {
  product: Number.MIN_SAFE_INTEGER,
  brand: Number.MAX_SAFE_INTEGER,
  all: Number.MAX_VALUE,
};
/** The lower, the more it means this line; null: it does not. */
function rankOf(rule: PointsRule, line: EarningLine, classes: readonly string[]): number | null {
  switch (rule.productScope) {
    case '3':
      return rule.productCode === line.productCode ? ranks.product : null;
    case '1': {
      const at = classes.indexOf(rule.productClassCode ?? '');
      return at === -1 ? null : at;
    }
    case '2':
      return line.brandCode !== null && rule.brandCode === line.brandCode ? ranks.brand : null;
    default:
      return ranks.all;
  }
}

const laterFirst = (a: PointsRule, b: PointsRule): number =>
  (b.startDate ?? '').localeCompare(a.startDate ?? '') || a.code.localeCompare(b.code);

/** A class and all above it, the nearest first; a tree that was bent into a circle is followed once. */
function pathOf(code: string | null, parents: PointsQuestion['parents']): readonly string[] {
  const path = new Set<string>();
  for (let at = code ?? undefined; at !== undefined && !path.has(at); at = parents[at]) path.add(at);
  return [...path];
}

/** Whole points of what is above nothing. */
export const floored = (points: string): string => cut(greater(points, '0'));

/** What somebody owes in points is settled before he gets any. */
export function afterDebt(points: string, debt: string): { readonly debtSettled: string; readonly batch: string } {
  const debtSettled = lesser(points, debt);
  return { debtSettled, batch: minus(points, debtSettled) };
}
