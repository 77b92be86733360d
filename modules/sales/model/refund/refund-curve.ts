import { compare, greater, isZero, lesser, over, plus, round, times } from '#platform/model/decimal.ts';

/** What a return would give back for each number of pieces of one of its lines. */
export interface CurvePoint {
  readonly number: string;
  readonly refund: string;
  /** What would be asked of the customer instead (E-RET-NEG). */
  readonly charge: string;
}

const mostPoints = 12;

/** Numbers that a curve shows: each piece where they are few, else even steps; what is chosen is always among them. */
export function curveNumbers(room: string, chosen: string): readonly string[] {
  if (compare(room, '0') <= 0) return [];
  const isFew = compare(room, String(mostPoints)) <= 0;
  const steps = isFew ? room.split('.')[0] : String(mostPoints);
  const count = Number(steps); // not money: how many bars
  const all = Array.from({ length: count + 1 }, (_, i) =>
    isFew ? String(i) : round(over(times(room, String(i)), String(mostPoints)), 0),
  );
  const numbers = new Map(
    [...all, room, ...(isZero(chosen) ? [] : [lesser(greater(chosen, '0'), room)])].map((n) => [plus(n), n]),
  );
  return [...numbers.keys()].toSorted((a, b) => compare(a, b));
}

/** Where one piece more gives back less: a tier or a gift is lost with it. */
export const dropsAt = (curve: readonly CurvePoint[], at: number): boolean => {
  const [before, here] = [curve[at - 1], curve[at]];
  return before !== undefined && here !== undefined && compare(net(here), net(before)) < 0;
};
export const net = ({ refund, charge }: CurvePoint): string => plus(refund, times(charge, '-1'));
