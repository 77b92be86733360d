import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, isZero, lesser, minus, plus } from '#platform/model/decimal.ts';
import type { Refusal } from '#platform/model/refusal.ts';
import { cents } from '#platform/model/share.ts';
import type { InvoiceSource, PrintRules } from '#invoice/model/printed/printed.ts';
import { composeInvoices } from '#invoice/model/printed/split.ts';
import { transport } from '#invoice/model/printed/source-shares.ts';
import { isWithinTax, taxed } from '#invoice/model/printed/tax.ts';
import {
  afterHours,
  answerRed,
  enterRed,
  mayIssueRed,
  noRed,
  withdrawRed,
  type RedConfirmation,
} from '#invoice/model/red/red-confirm.ts';
import { redOf, roomOf, type BlueLine, type RedAsked, type RedReason } from '#invoice/model/red/red-lines.ts';
import { freedBy, redsFor, takenLines, type AskedLine } from '#invoice/model/red/red-sources.ts';
import { askedAmount, isWithin, leftOf, redNeedOf, type ReturnedGoods } from '#invoice/model/source/left.ts';
import { contractIsHere, readVectors } from '#tests/contract/shared.ts';

interface Vectors {
  readonly invoice: readonly {
    readonly id: string;
    readonly title: string;
    readonly given: {
      readonly sources: readonly InvoiceSource[];
      readonly rebateUsed?: string;
      readonly IV006?: string;
      readonly lineLimit?: string;
    };
    readonly expect: { readonly invoices: readonly (readonly object[])[]; readonly total: string } | { error: string };
  }[];
  readonly redInvoice: readonly {
    readonly id: string;
    readonly title: string;
    readonly given: {
      readonly reason: RedReason;
      readonly lines: readonly BlueLine[];
      readonly redLines?: readonly RedAsked[];
    };
    readonly expect: object;
  }[];
  readonly redNeed: readonly {
    readonly id: string;
    readonly title: string;
    readonly given: ReturnedGoods;
    readonly expect: object;
  }[];
  readonly redConfirm: readonly {
    readonly id: string;
    readonly title: string;
    readonly given: {
      readonly buyerUsedFlag: string;
      readonly events: readonly { readonly do: string; readonly hours?: string }[];
    };
    readonly expect: readonly object[];
  }[];
}
interface OldVectors {
  readonly invoiceSplit: readonly {
    readonly id: string;
    readonly given: Record<'price' | 'number' | 'taxRate' | 'netLimit', string>;
    readonly expect: readonly object[];
  }[];
}
const vectors = contractIsHere ? readVectors<Vectors>('second-half-vectors.json') : null;
const older = contractIsHere ? readVectors<OldVectors>('promotion-vectors.json') : null;
const plain: PrintRules = { merge: '1', netLimit: null, lineLimit: 2000, hasDiscountLines: true };

/** One event of a confirmation: what it becomes, and what a red invoice is refused with meanwhile. */
function told(red: RedConfirmation, { do: what, hours = '0' }: { readonly do: string; readonly hours?: string }) {
  const at = Number.parseInt(hours, 10);
  if (what === 'issue')
    return mayIssueRed(red)
      ? ({ red: { status: '3', issue: '3' }, error: null } as const)
      : ({ red, error: 'E-RED-CONFIRM' } as const);
  if (what === 'tick') return { red: afterHours(red, at), error: null };
  return { red: what === 'agree' ? answerRed(red, true, at) : withdrawRed(red), error: null };
}

describe.skipIf(!contractIsHere)('vectors of invoices', () => {
  test.each(vectors?.invoice ?? [])('$id $title', ({ given, expect: expected }) => {
    const { sources, rebateUsed = '0', IV006 = '1', lineLimit = '2000' } = given;
    const rules = { ...plain, rebateUsed, hasDiscountLines: IV006 === '1', lineLimit: Number.parseInt(lineLimit, 10) };
    if ('error' in expected) {
      expect(() => composeInvoices(sources, rules)).toThrow(expect.objectContaining({ key: expected.error }) as Error);
      return;
    }
    const invoices = composeInvoices(sources, rules);
    const shown = invoices.map(({ lines }) =>
      lines.map(({ name, number, unitPrice, taxRate, amount, netAmount, taxAmount }) => ({
        name,
        number,
        unitPrice,
        taxRate,
        amount,
        netAmount,
        taxAmount,
      })),
    );
    const total = cents(plus('0', ...invoices.map(({ totalAmount }) => totalAmount)));
    expect({ invoices: shown, total }).toEqual(expected);
  });

  test.each(older?.invoiceSplit ?? [])('$id', ({ given: { price, number, taxRate, netLimit }, expect: expected }) => {
    const amount = cents(String(Math.round(Number(price) * Number(number) * 100) / 100)); // not money
    const source = { id: 'a', name: 'A', taxCode: '107', taxRate, unit: '台', number, price, amount };
    const parts = composeInvoices([source], { ...plain, netLimit }).flatMap(({ lines }) => lines);
    const shown = parts.map((part) => ({
      number: part.number,
      amount: part.amount,
      netAmount: part.netAmount,
      taxAmount: part.taxAmount,
    }));
    expect(shown).toEqual(expected);
  });

  test.each(vectors?.redInvoice ?? [])('$id $title', ({ given: { reason, lines, redLines }, expect: expected }) => {
    expect(redOf(reason, lines, redLines)).toEqual(expected);
  });

  test.each(vectors?.redNeed ?? [])('$id $title', ({ given, expect: expected }) => {
    expect(redNeedOf(given)).toEqual(expected);
  });

  test.each(vectors?.redConfirm ?? [])('$id $title', ({ given: { buyerUsedFlag, events }, expect: expected }) => {
    let red = noRed;
    const steps = events.map((event) => {
      const answer = event.do === 'enter' ? { red: enterRed(buyerUsedFlag === '1'), error: null } : told(red, event);
      red = answer.red;
      return answer.error === null
        ? { redConfirmStatus: red.status, issue: red.issue }
        : { error: answer.error, redConfirmStatus: red.status };
    });
    expect(steps).toEqual(expected);
  });
});

const runs = { numRuns: Number.parseInt(process.env['PROPERTY_RUNS'] ?? '2000', 10), seed: 20 };
const money = (min: number, max: number) => fc.integer({ min, max }).map((value) => cents(plus(`${value}e-2`)));
const goods = fc.record({
  product: fc.integer({ min: 0, max: 5 }),
  number: fc.integer({ min: 1, max: 40 }),
  price: money(1, 20_000),
  back: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  given: fc.integer({ min: 0, max: 4 }),
});
const rates = ['13', '13', '13', '9', '9', '6'];
const applications = fc.array(goods, { minLength: 1, maxLength: 5 }).map((rows) =>
  rows.map(({ product, number, price, back, given }, at): InvoiceSource => {
    const amount = cents(plus(...Array.from({ length: number }, () => price)));
    return {
      id: String(at),
      name: `P${product}`,
      taxCode: `1070${product}`,
      taxRate: rates[product] ?? '13',
      unit: '桶',
      price,
      ...(back
        ? { number: `-${number}`, amount: minus('0', amount) }
        : { number: String(number), amount, discount: given === 0 ? amount.replace(/\d$/, '0') : '0' }),
    };
  }),
);
const rules = fc.record({
  merge: fc.constantFrom('0', '1', '2'),
  netLimit: fc.oneof(fc.constant(null), money(100_000, 2_000_000)),
  lineLimit: fc.integer({ min: 2, max: 12 }),
  hasDiscountLines: fc.boolean(),
}) as fc.Arbitrary<PrintRules>;

/** The invoices, or null where the application is refused as a whole. */
function composed(sources: readonly InvoiceSource[], by: PrintRules) {
  try {
    return composeInvoices(sources, by);
  } catch (error) {
    expect((error as Refusal).key).toBe('E-INV-AMT');
    return null;
  }
}
const asks = ({ amount, discount = '0' }: InvoiceSource): string => minus(amount, discount);
const asked = (sources: readonly InvoiceSource[]): string => plus('0', ...sources.map(asks));

describe('properties of printed invoices', () => {
  test('merged and cut, all invoices come to the sources to the cent, and each source to its shares', () => {
    let written = 0;
    fc.assert(
      fc.property(applications, rules, (sources, by) => {
        const invoices = composed(sources, by);
        if (invoices === null) return;
        written += 1;
        expect(compare(plus('0', ...invoices.map(({ totalAmount }) => totalAmount)), asked(sources))).toBe(0);
        const shares = invoices.flatMap((invoice) => invoice.sources);
        const isOn = new Set(shares.map(({ id }) => id));
        for (const source of sources.filter(({ id }) => isOn.has(id))) {
          const own = shares.filter(({ id }) => id === source.id);
          expect(compare(plus(...own.map(({ amount }) => amount)), asks(source))).toBe(0);
        }
        for (const invoice of invoices)
          expect(compare(plus('0', ...invoice.sources.map(({ amount }) => amount)), invoice.totalAmount)).toBe(0);
      }),
      runs,
    );
    expect(written).toBeGreaterThan(runs.numRuns / 4);
  });

  test('every printed line is within six cents of its rate, and amount, net and tax fit', () => {
    fc.assert(
      fc.property(applications, rules, (sources, by) => {
        for (const line of (composed(sources, by) ?? []).flatMap(({ lines }) => lines)) {
          expect(isWithinTax(line, line.taxRate)).toBe(true);
          expect(compare(plus(line.netAmount, line.taxAmount), line.amount)).toBe(0);
          expect(line.isDiscount).toBe(compare(line.amount, '0') < 0);
        }
      }),
      runs,
    );
  });

  test('no invoice is above its limits, and a discount stands right behind its line', () => {
    fc.assert(
      fc.property(applications, rules, (sources, by) => {
        for (const { lines, totalNet } of composed(sources, by) ?? []) {
          expect(lines.length).toBeLessThanOrEqual(by.lineLimit);
          if (by.netLimit !== null) expect(compare(totalNet, by.netLimit)).toBeLessThanOrEqual(0);
          lines.forEach((line, at) => {
            if (!line.isDiscount) return;
            const before = lines[at - 1];
            expect([before?.name, before?.taxCode, before?.taxRate, before?.isDiscount]).toEqual([
              line.name,
              line.taxCode,
              line.taxRate,
              false,
            ]);
            expect(compare(plus(before?.amount ?? '0', line.amount), '0')).toBeGreaterThanOrEqual(0);
          });
        }
      }),
      runs,
    );
  });

  test('rebate prints with discount lines or within the price: the same total and never more than was asked', () => {
    fc.assert(
      fc.property(applications, fc.integer({ min: 0, max: 100 }), (sources, percent) => {
        const sold = sources.filter(({ amount }) => compare(amount, '0') > 0);
        const room = asked(sold);
        const rebateUsed = cents(plus(String(Math.floor((Number(room) * percent) / 100)))); // not money
        const lined = composed(sold, { ...plain, rebateUsed });
        const within = composed(sold, { ...plain, rebateUsed, hasDiscountLines: false });
        const total = (invoices: ReturnType<typeof composed>): string =>
          plus('0', ...(invoices ?? []).map(({ totalAmount }) => totalAmount));
        expect(compare(total(lined), total(within))).toBe(0);
        if (lined !== null) expect(compare(total(lined), minus(room, rebateUsed))).toBe(0);
        expect((within ?? []).flatMap(({ lines }) => lines).some(({ isDiscount }) => isDiscount)).toBe(false);
      }),
      runs,
    );
  });

  test('what goes from sources to parts leaves nothing over on either side', () => {
    const values = fc.array(fc.integer({ min: -500, max: 2000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(values, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }), (own, weights) => {
        const whole = own.reduce((sum, value) => sum + value, 0);
        fc.pre(whole > 0);
        const weight = weights.reduce((sum, value) => sum + value, 0);
        const parts = weights.map((value) => Math.floor((whole * value) / weight));
        parts[0] = (parts[0] ?? 0) + whole - parts.reduce((sum, value) => sum + value, 0);
        const moved = transport(own.map(String), parts.map(String));
        moved.forEach((taken, at) => expect(compare(plus(...taken), String(parts[at]))).toBe(0));
        own.forEach((value, of) => {
          expect(compare(plus(...moved.map((taken) => taken[of] ?? '0')), String(value))).toBe(0);
        });
      }),
      runs,
    );
  });
});

describe('properties of what is left', () => {
  test('however a source is asked for in parts, the parts sum to it and nothing is asked for twice', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 120 }),
        money(0, 9_000_000),
        parts,
        fc.boolean(),
        (count, amount, asks, isRed) => {
          const signed = (value: string): string => (isRed ? minus('0', value) : value);
          let line = { number: signed(String(count)), amount: signed(amount), takenNumber: '0', takenAmount: '0' };
          for (const wish of asks) {
            const number = signed(String(wish));
            if (!isWithin(number, leftOf(line).number)) continue;
            const part = askedAmount(line, number);
            expect(compare(part, '0') * (isRed ? -1 : 1)).toBeGreaterThanOrEqual(0);
            line = { ...line, takenNumber: plus(line.takenNumber, number), takenAmount: plus(line.takenAmount, part) };
            expect(compare(leftOf(line).number, '0') * (isRed ? -1 : 1)).toBeGreaterThanOrEqual(0);
          }
          const { number } = leftOf(line);
          if (isZero(number)) return;
          const last = askedAmount(line, number);
          expect(compare(plus(line.takenAmount, last), line.amount)).toBe(0);
        },
      ),
      runs,
    );
  });

  test('what a return nets and what it asks a red for are what came back, and their effect is the refund', () => {
    const numbers = fc.tuple(
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 0, max: 100 }),
    );
    fc.assert(
      fc.property(numbers, money(0, 5_000_000), money(0, 5_000_000), ([shipped, first, second], amount, refund) => {
        const goodsBack = {
          shipped: String(shipped),
          invoiced: String(first % (shipped + 1)),
          returned: String(second % (shipped + 1)),
          number: String(shipped),
          amount,
          refund,
        };
        const { netted, red, share, clawbackSource, invoiceEffect } = redNeedOf(goodsBack);
        expect(compare(plus(netted, red), goodsBack.returned)).toBe(0);
        expect(compare(red, goodsBack.invoiced)).toBeLessThanOrEqual(0);
        expect(compare(plus(minus('0', share), clawbackSource), invoiceEffect)).toBe(0);
        expect(compare(invoiceEffect, minus('0', refund))).toBe(0);
      }),
      runs,
    );
  });
});

describe('properties of red invoices', () => {
  const blue = fc
    .array(
      fc.record({
        number: fc.integer({ min: 1, max: 30 }),
        amount: money(100, 5_000_000),
        part: fc.integer({ min: 0, max: 9 }),
      }),
      { minLength: 1, maxLength: 5 },
    )
    .map((rows) =>
      rows.map(({ number, amount, part }, at): BlueLine => {
        const discount = cents(plus(String(Math.floor((Number(amount) * part) / 10)))); // not money
        return {
          lineNo: at + 1,
          number: String(number),
          amount,
          netAmount: taxed(amount, '13').netAmount,
          discount,
          discountNet: taxed(discount, '13').netAmount,
        };
      }),
    );
  const tries = fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 20 })), { maxLength: 20 });

  test('parts never go beyond the blue one, and all of them together are it to the cent', () => {
    fc.assert(
      fc.property(blue, tries, (lines, wishes) => {
        let left = lines;
        let total = '0';
        const take = (lineNo: number, number: string): void => {
          const room = roomOf(left[lineNo - 1] as BlueLine);
          const outcome = redOf('02', left, [{ lineNo, number }]);
          if ('error' in outcome) {
            expect([outcome.error, compare(number, room) > 0]).toEqual(['E-RED-OVER', true]);
            return;
          }
          expect(compare(number, room)).toBeLessThanOrEqual(0);
          expect(outcome.freesSources).toBe(false);
          total = plus(total, outcome.total);
          const [main, beside] = outcome.lines;
          left = left.map((line) =>
            line.lineNo === lineNo
              ? {
                  ...line,
                  redNumber: plus(line.redNumber ?? '0', number),
                  redAmount: minus(line.redAmount ?? '0', main?.amount ?? '0'),
                  redNet: minus(line.redNet ?? '0', main?.netAmount ?? '0'),
                  redDiscount: plus(line.redDiscount ?? '0', beside?.amount ?? '0'),
                  redDiscountNet: plus(line.redDiscountNet ?? '0', beside?.netAmount ?? '0'),
                }
              : line,
          );
          expect(outcome.blueIssue).toBe(left.every((line) => isZero(roomOf(line))) ? '3' : '1');
        };
        for (const [at, number] of wishes) take((at % lines.length) + 1, String(number));
        for (const { lineNo } of lines)
          if (!isZero(roomOf(left[lineNo - 1] as BlueLine))) take(lineNo, roomOf(left[lineNo - 1] as BlueLine));
        expect(compare(plus(total, ...lines.map(({ amount, discount = '0' }) => minus(amount, discount))), '0')).toBe(
          0,
        );
      }),
      runs,
    );
  });

  test('a wrong issue is taken back whole or not at all, and only it frees its sources', () => {
    fc.assert(
      fc.property(blue, tries, fc.constantFrom<RedReason[]>('01', '02', '03', '04'), (lines, wishes, reason) => {
        const wanted = wishes.map(([at, number]) => ({ lineNo: (at % lines.length) + 1, number: String(number) }));
        const part = redOf(reason, lines, wanted);
        const isAll = lines.every(
          ({ lineNo, number }) =>
            compare(plus('0', ...wanted.filter((one) => one.lineNo === lineNo).map((one) => one.number)), number) === 0,
        );
        if (reason === '01' && !isAll) expect(part).toEqual({ error: 'E-RED-WHOLE' });
        const whole = redOf(reason, lines);
        expect(whole).toMatchObject({ blueIssue: '3', freesSources: reason === '01' });
        const sum = plus(...lines.map(({ amount, discount = '0' }) => minus(amount, discount)));
        if (!('error' in whole)) expect(compare(plus(whole.total, sum), '0')).toBe(0);
      }),
      runs,
    );
  });

  test('a confirmation that is over never becomes one that may be issued', () => {
    const events = fc.array(fc.tuple(fc.constantFrom('agree', 'refuse', 'withdraw', 'tick'), fc.nat(150)), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.boolean(), events, (isUsed, steps) => {
        let red = enterRed(isUsed);
        let isOver = false;
        for (const [what, hours] of steps) {
          red =
            what === 'withdraw'
              ? withdrawRed(red)
              : what === 'tick'
                ? afterHours(red, hours)
                : answerRed(red, what === 'agree', hours);
          isOver ||= red.status > '4';
          expect(mayIssueRed(red) && isOver).toBe(false);
          expect(red.issue).toBe(isOver ? '1' : '5');
        }
      }),
      runs,
    );
  });

  test('wrong issues free exactly what stood on them, in any order, and all of them the whole application', () => {
    const discounted = applications.map((sources) => sources.filter(({ number }) => !number.startsWith('-')));
    fc.assert(
      fc.property(discounted, rules, fc.array(fc.nat(20), { maxLength: 20 }), (sources, by, order) => {
        const invoices = composed(sources, by);
        if (invoices === null) return;
        let lines: readonly AskedLine[] = sources.map(({ id, number, amount, discount = '0' }) => ({
          id,
          number,
          amount,
          discount,
          freedNumber: '0',
          freedDiscount: '0',
        }));
        const freed = new Map(lines.map(({ id }) => [id, { number: '0', amount: '0', discount: '0' }]));
        const standing = [...invoices];
        while (standing.length > 0) {
          const [gone] = standing.splice((order.pop() ?? 0) % standing.length, 1);
          for (const { id, number, amount, discount } of freedBy(gone?.sources ?? [], lines)) {
            const before = freed.get(id);
            const after = {
              number: plus(before?.number, number),
              amount: plus(before?.amount, amount),
              discount: plus(before?.discount, discount),
            };
            freed.set(id, after);
            lines = lines.map((line) =>
              line.id === id ? { ...line, freedNumber: after.number, freedDiscount: after.discount } : line,
            );
          }
          for (const { id, number, amount, discount } of lines) {
            const back = freed.get(id);
            const still = standing.flatMap((one) => one.sources.filter((share) => share.id === id));
            const kept = minus(plus(amount, back?.discount), plus(discount, back?.amount));
            expect(compare(kept, plus('0', ...still.map((share) => share.amount)))).toBe(0);
            expect(compare(number, plus(back?.number, ...still.map((share) => share.number)))).toBe(0);
            expect(compare(back?.discount ?? '0', discount)).toBeLessThanOrEqual(0);
          }
        }
        for (const { id, number, amount, discount } of lines)
          expect(freed.get(id)).toEqual({ number: plus(number), amount: plus(amount), discount: plus(discount) });
      }),
      runs,
    );
  });

  test('a return takes back of invoices what is not netted, the oldest first and never more than stands on them', () => {
    const goodsOf = fc.constantFrom('x', 'y', 'z');
    const pieces = fc.integer({ min: 0, max: 30 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(goodsOf, fc.integer({ min: 1, max: 30 })), { minLength: 1, maxLength: 5 }),
        fc.dictionary(goodsOf, pieces.map(String)),
        fc.array(fc.tuple(fc.uniqueArray(goodsOf, { minLength: 1 }), pieces), { maxLength: 5 }),
        (back, unbilled, stands) => {
          const returns = back.map(([orderLineId, number], at) => ({
            source: `R${at}`,
            orderLineId,
            number: String(number),
          }));
          const blues = stands.map(([orderLineIds, room], at) => ({
            invoiceId: `I${at % 3}`,
            lineNo: at + 1,
            orderLineIds,
            room: String(room),
          }));
          const takes = redsFor(returns, new Map(Object.entries(unbilled)), blues);
          const sum = (of: typeof takes): string => plus('0', ...of.map(({ number }) => number));
          const left = new Map(Object.entries(unbilled));
          for (const { source, orderLineId, number } of returns) {
            const own = takes.filter((take) => take.source === source);
            const netted = lesser(left.get(orderLineId) ?? '0', number);
            left.set(orderLineId, minus(left.get(orderLineId) ?? '0', netted));
            const wanted = minus(number, netted);
            expect(compare(sum(own), wanted)).toBeLessThanOrEqual(0);
            // Pieces that nobody takes back stand on no invoice any more.
            if (compare(sum(own), wanted) < 0)
              for (const blue of blues.filter(({ orderLineIds }) => orderLineIds.includes(orderLineId)))
                expect(sum(takes.filter(({ lineNo }) => lineNo === blue.lineNo))).toBe(blue.room);
            expect(own.map(({ lineNo }) => lineNo)).toEqual(own.map(({ lineNo }) => lineNo).toSorted((a, b) => a - b));
          }
          for (const { lineNo, room } of blues)
            expect(compare(sum(takes.filter((take) => take.lineNo === lineNo)), room)).toBeLessThanOrEqual(0);
          expect(takes.every(({ number }) => compare(number, '0') > 0)).toBe(true);
          expect(compare(plus('0', ...takenLines(takes).map(({ number }) => number)), sum(takes))).toBe(0);
        },
      ),
      runs,
    );
  });

  test('what came back twice of a line is one line of the red', () => {
    const take = (lineNo: number, number: string) => ({ invoiceId: 'I', lineNo, source: 'R', number });
    expect(takenLines([take(2, '1'), take(1, '3'), take(2, '4')])).toEqual([
      { lineNo: 1, number: '3' },
      { lineNo: 2, number: '5' },
    ]);
    expect(
      redsFor([{ source: 'R', orderLineId: 'x', number: '5' }], new Map([['x', '4']]), [
        { invoiceId: 'I', lineNo: 1, orderLineIds: ['y'], room: '9' },
        { invoiceId: 'I', lineNo: 2, orderLineIds: ['x'], room: '6' },
      ]),
    ).toEqual([take(2, '1')]);
  });
});
