import { compare } from '#platform/model/decimal.ts';
import { refusal } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { post, reverse, type Source } from '#platform/server/ledger/post.ts';
import { restChange, restsOf, type Rest } from '#promotion/model/engine/left-over.ts';
import type { LeftOver } from '#promotion/model/engine/rule.ts';
import type { PromotionRecord } from '#promotion/model/promotion-record.ts';
import { promotionRest } from '#promotion/model/usage.ts';

export const restUsed = refusal('E-PROMO-REST', 20343, [
  '活动【{activity}】保留的未选权益已被其他订单使用',
  '活動【{activity}】保留的未選權益已被其他訂單使用',
  'Another order has used the benefits of {activity} that this one left to choose',
]);

const restRow = { activityCode: 'text', ruleNo: 'text', unit: 'text', rest: 'decimal' } as const;
export type RestRow = RowOf<typeof restRow>;

/** What a customer may still choose of what earlier orders have earned. */
export const restsRead = (customerCode: string | null) =>
  statement(
    restRow,
    `
      select activity_code, rule_no, unit, rest
      from app.promotion_rest_balance
      where customer_code = $1 and rest <> 0`,
    [customerCode],
  );

/** The rows as the engine asks for them. */
export const leftOverIn = (rows: readonly RestRow[]): readonly LeftOver[] =>
  [...Map.groupBy(rows, ({ activityCode, ruleNo }) => `${activityCode}\n${ruleNo}`).values()].flatMap((own) => {
    const [first] = own;
    const of = (asked: Rest['unit']): string => own.find(({ unit }) => unit === asked)?.rest ?? '0';
    // Only an audit writes it: a number as the rule has it.
    const ruleNo = Number(first?.ruleNo); // not money
    return first === undefined
      ? []
      : [{ activity: first.activityCode, ruleNo, number: of('number'), amount: of('amount') }];
  });

interface Chooser {
  readonly orderId: string;
  readonly customerCode: string;
}

/**
 * KEEP and USE: what an order earned and nobody chose is kept, what it chose of what was left is taken. Whoever comes
 * too late is refused: `usedUp` says it to him.
 */
export function keepRests(
  ctx: Command,
  source: Source,
  { customerCode, promoTrace }: { readonly customerCode: string; readonly promoTrace: unknown },
  usedUp: (activity: string) => Error,
): void {
  const record = promoTrace as PromotionRecord | null;
  if (record !== null)
    postRests(ctx, source, { orderId: source.id, customerCode }, restsOf(record.outcome), 'available', usedUp);
}

/** The same for an order of which less or more is kept now. Goods that went or came back ask nobody. */
export function changeRests(
  ctx: Command,
  source: Source,
  chooser: Chooser,
  { before, after }: { readonly before: readonly Rest[]; readonly after: readonly Rest[] },
): void {
  postRests(ctx, source, chooser, restChange(before, after), 'nothing', never);
}

function postRests(
  ctx: Command,
  source: Source,
  { orderId, customerCode }: Chooser,
  rests: readonly Rest[],
  guards: 'available' | 'nothing',
  usedUp: (activity: string) => Error,
): void {
  post(
    ctx,
    promotionRest,
    source,
    rests.map(({ activity, ruleNo, unit, rest }) => ({
      activityCode: activity,
      customerCode,
      ruleNo: String(ruleNo),
      unit,
      changes: { rest },
      postType: compare(rest, '0') > 0 ? 'KEEP' : 'USE',
      lineId: orderId,
      guards,
    })),
    ({ activityCode }) => usedUp(activityCode),
  );
}

const never = (): Error => new Error('what is left to choose may be below nothing');

/** An order whose audit is taken back takes back what it left; refused where somebody has chosen it. */
export function takeBackRests(ctx: Command, source: Source, { promoTrace }: { readonly promoTrace: unknown }): void {
  if ((promoTrace as PromotionRecord | null)?.question.leftOver === undefined) return;
  reverse(ctx, promotionRest, source, 'available', ({ activityCode }) => restUsed({ activity: activityCode }));
}

/** A movement that brought goods back is taken back: what it changed is as it was. */
export const undoRests = (ctx: Command, source: Source): void => {
  reverse(ctx, promotionRest, source, 'nothing', never);
};
