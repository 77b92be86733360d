import { compare, isZero, minus, negated, plus } from '#platform/model/decimal.ts';
import { cents, partAmount } from '#platform/model/share.ts';

/** Why an issued invoice is taken back: wrong issue, return, service stopped, discount. */
export type RedReason = '01' | '02' | '03' | '04';

/** A line of the blue invoice with the discount line beside it, and what of it is red already. */
export interface BlueLine {
  readonly lineNo: number;
  /** Empty of what is not counted: it is taken back whole. */
  readonly number: string;
  readonly amount: string;
  readonly netAmount: string;
  readonly discount?: string;
  readonly discountNet?: string;
  readonly redNumber?: string;
  readonly redAmount?: string;
  readonly redNet?: string;
  readonly redDiscount?: string;
  readonly redDiscountNet?: string;
}
export interface RedAsked {
  readonly lineNo: number;
  readonly number: string;
}
export interface RedLine {
  readonly lineNo: number;
  readonly number: string;
  readonly amount: string;
  readonly netAmount: string;
  readonly taxAmount: string;
}

export type RedOutcome =
  | {
      readonly lines: readonly RedLine[];
      readonly total: string;
      /** '3' where nothing of the blue one is left, else it stays issued (C5a). */
      readonly blueIssue: '1' | '3';
      readonly freesSources: boolean;
    }
  | { readonly error: 'E-RED-WHOLE' }
  | { readonly error: 'E-RED-OVER'; readonly room: string };

/** The red invoice that takes back a whole one, or the lines that are asked for (C5, C5a). */
export function redOf(reason: RedReason, lines: readonly BlueLine[], asked?: readonly RedAsked[]): RedOutcome {
  if (reason === '01' && !isWhole(lines, asked)) return { error: 'E-RED-WHOLE' };
  const wanted = asked ?? lines.map((line) => ({ lineNo: line.lineNo, number: roomOf(line) }));
  const taken = new Map(lines.map((line) => [line.lineNo, line]));
  const red: RedLine[] = [];
  for (const { lineNo, number } of wanted) {
    const line = taken.get(lineNo);
    const room = line === undefined ? '0' : roomOf(line);
    if (line === undefined || compare(number, room) > 0) return { error: 'E-RED-OVER', room };
    if (compare(number, '0') <= 0) continue;
    const part = partOf(line, number);
    red.push(...printed(line, part));
    taken.set(lineNo, part.after);
  }
  if (red.length === 0) return { error: 'E-RED-OVER', room: '0' };
  return {
    lines: red,
    total: cents(plus('0', ...red.map(({ amount }) => amount))),
    blueIssue: [...taken.values()].every((line) => isZero(roomOf(line))) ? '3' : '1',
    freesSources: reason === '01',
  };
}

/** What is not counted counts as one piece. */
const numberOf = ({ number }: BlueLine): string => (number === '' ? '1' : number);
export const roomOf = (line: BlueLine): string => minus(numberOf(line), line.redNumber ?? '0');

function isWhole(lines: readonly BlueLine[], asked: readonly RedAsked[] | undefined): boolean {
  if (lines.some(({ redNumber = '0' }) => !isZero(redNumber))) return false;
  if (asked === undefined) return true;
  return lines.every(
    (line) =>
      compare(
        plus('0', ...asked.filter(({ lineNo }) => lineNo === line.lineNo).map(({ number }) => number)),
        numberOf(line),
      ) === 0,
  );
}

interface Part {
  readonly number: string;
  readonly amount: string;
  readonly net: string;
  readonly discount: string;
  readonly discountNet: string;
  readonly after: BlueLine;
}

/** Parts of amount and net by the cumulative number, of the line and of its discount alike; tax is the difference. */
function partOf(line: BlueLine, number: string): Part {
  const before = line.redNumber ?? '0';
  const part = (amount = '0', taken = '0'): string =>
    partAmount({ amount, number: numberOf(line) }, { number: before, amount: taken }, number);
  const [amount, net] = [part(line.amount, line.redAmount), part(line.netAmount, line.redNet)];
  const discount = part(line.discount, line.redDiscount);
  const discountNet = part(line.discountNet, line.redDiscountNet);
  return {
    number,
    amount,
    net,
    discount,
    discountNet,
    after: {
      ...line,
      redNumber: plus(before, number),
      redAmount: plus(line.redAmount ?? '0', amount),
      redNet: plus(line.redNet ?? '0', net),
      redDiscount: plus(line.redDiscount ?? '0', discount),
      redDiscountNet: plus(line.redDiscountNet ?? '0', discountNet),
    },
  };
}

function printed({ lineNo, number: counted }: BlueLine, part: Part): RedLine[] {
  const line = (number: string, amount: string, net: string): RedLine => ({
    lineNo,
    number,
    amount: cents(amount),
    netAmount: cents(net),
    taxAmount: cents(minus(amount, net)),
  });
  const back = line(counted === '' ? '' : negated(part.number), negated(part.amount), negated(part.net));
  return isZero(part.discount) ? [back] : [back, line('', part.discount, part.discountNet)];
}
