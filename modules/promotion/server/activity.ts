import type { DraftOf } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { invalidAt, reasons, type Place } from '#platform/model/refusal.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { statement } from '#platform/server/db/statement.ts';
import { isStashed } from '#platform/server/document/draft.ts';
import { serveDocument, type Facts, type LockedBill } from '#platform/server/document/serve.ts';
import type { Command } from '#platform/server/command/command.ts';
import { orderType } from '#data/model/value/choices.ts';
import { promotionActivity } from '#promotion/model/activity.ts';
import {
  nounOfDimension,
  scopesIn,
  summaryOf,
  type Dimension,
  type ScopeLine,
} from '#promotion/model/activity-scope.ts';
import { faultsOfRule, ruleReasons, type RuleFault } from '#promotion/model/rule-faults.ts';
import { isRuleType } from '#promotion/model/rule-form.ts';
import { follow, refuseHanded } from './activity-distribution.ts';
import { currentAgain, keepVersion, outOfForce } from './activity-version.ts';
import { activityUsed, thresholdMissing } from './promotion-refusals.ts';
import { namedCodes, ruleCodeReads, type RuleCodeReads } from './rule-codes.ts';

type Draft = DraftOf<typeof promotionActivity>;
type Named = RuleCodeReads & ScopeReads;

export const promotionActivityService = serveDocument<typeof promotionActivity, Named>(promotionActivity, {
  saveReads: (draft) => ({ ...ruleCodeReads(draft.lines), ...scopeReads(draft) }),
  beforeSave(_ctx, draft, facts) {
    const isHalf = isStashed(promotionActivity, draft);
    const scopes = scopesIn(draft.scopes);
    const named = 'reason' in scopes ? [] : namedScopes(scopes, facts);
    const lines = draft.lines.map((line) => ({ line, codes: namedCodes(line, facts.rows) }));
    const places = [
      ...headPlaces(draft, isHalf),
      ...scopePlaces(scopes, named),
      ...(isHalf
        ? []
        : lines.flatMap(({ line, codes }, at) => linePlaces(draft, at, [...faultsOfRule(line), ...codes.faults]))),
    ];
    refuse(places, isHalf ? [] : lines.flatMap(({ line }) => faultsOfRule(line)));
    const { customerCodes, shopCodes, productCodes, ...summary } = summaryOf(named);
    return {
      ...draft,
      ...summary,
      customerCodes,
      shopCodes,
      productCodes,
      customerClassName: nameIn(named, 'customerClass', summary.customerClassCode),
      channelName: nameIn(named, 'channel', summary.channelCode),
      productClassName: nameIn(named, 'class', summary.productClassCode),
      brandName: nameIn(named, 'brand', summary.brandCode),
      scopes: named,
      orderTypes: orderTypesIn(draft.orderTypes),
      priority: draft.priority ?? usualPriority,
      lines: lines.map(({ line, codes: { giveName, changeProductName } }, at) => ({
        ...line,
        ruleNo: at + 1,
        giveName,
        changeProductName,
      })),
    };
  },
  before: {
    async unaudit(ctx, bill) {
      await refuseHanded(ctx, bill);
      await refuseUsed(ctx, bill);
    },
    revise: refuseHanded,
    close: refuseHanded,
    unclose: refuseHanded,
    publish: refuseHanded,
    unpublish: refuseHanded,
  },
  after: {
    audit: (ctx, bill) => inForce(ctx, bill, keepVersion),
    unaudit: ended,
    close: ended,
    unclose: (ctx, bill) => inForce(ctx, bill, currentAgain),
    cancel: ended,
    publish: (ctx, bill) => follow(ctx, bill, { isEnded: false, publishStatus: '1' }),
    unpublish: (ctx, bill) => follow(ctx, bill, { isEnded: false, publishStatus: '0' }),
  },
  afterToggle: async (ctx, bills, status) => {
    for (const bill of bills)
      if (bill.billStatus === promotionActivity.states.audited.code)
        await follow(ctx, bill, { isEnded: false, status });
  },
  sets: {
    audit: ({ versionNo }) => ({ versionNo: (versionNo ?? 0) + 1 }),
    publish: () => ({ publishStatus: '1' }),
    unpublish: () => ({ publishStatus: '0' }),
  },
});

type Bill = LockedBill<typeof promotionActivity>;
/** Here and in tenants that it was handed to. */
async function inForce(ctx: Command, bill: Bill, keep: (ctx: Command, bill: Bill) => void): Promise<void> {
  keep(ctx, bill);
  await follow(ctx, bill, { isEnded: false });
}
async function ended(ctx: Command, bill: Bill): Promise<void> {
  outOfForce(ctx, bill);
  await follow(ctx, bill, { isEnded: true });
}

/** What orders were sold on stays as it was audited; it is revised, or switched off (domain §3.6, PA). */
async function refuseUsed(ctx: Command, { code }: Pick<LockedBill<typeof promotionActivity>, 'code'>): Promise<void> {
  const used = await ctx.rows(
    statement(
      { times: 'decimal' },
      `select times from app.promotion_usage_balance where activity_code = $1 and times > 0 limit 1`,
      [code],
    ),
  );
  if (used.length > 0) throw activityUsed();
}

const usualPriority = 100;

/** Normal orders, where nothing else is said (6.1). */
function orderTypesIn(value: unknown): readonly string[] {
  const types = Array.isArray(value) ? (value as unknown[]).filter((type) => typeof type === 'string') : [];
  return types.length === 0 ? ['0'] : [...new Set(types)];
}

const isOrderTypes = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) &&
    (value as unknown[]).every((type) => typeof type === 'string' && Object.hasOwn(orderType, type)));

function headPlaces(draft: Draft, isHalf: boolean): readonly Place[] {
  const { head } = promotionActivity;
  const place = (key: keyof typeof head, reason: Label): Place => ({ path: key, field: head[key].label, reason });
  return [
    ...(!isHalf && draft.endDate < draft.startDate ? [place('endDate', reasons.beforeStart)] : []),
    ...(!isHalf && !isRuleType(draft.policyRuleTypeCode) ? [place('policyRuleTypeCode', reasons.notChosen)] : []),
    ...(isOrderTypes(draft.orderTypes) ? [] : [place('orderTypes', reasons.notChosen)]),
    ...(draft.limitTimes !== null && draft.limitTimes < 1 ? [place('limitTimes', ruleReasons.positive)] : []),
    ...(draft.budgetAmount !== null && !(Number(draft.budgetAmount) > 0) // not money: only its sign
      ? [place('budgetAmount', ruleReasons.positive)]
      : []),
  ];
}

function linePlaces(draft: Draft, at: number, faults: readonly RuleFault[]): readonly Place[] {
  const line = draft.lines[at];
  const { lines: fields } = promotionActivity;
  return [
    ...(line !== undefined &&
    isRuleType(draft.policyRuleTypeCode) &&
    line.policyRuleTypeCode !== draft.policyRuleTypeCode
      ? [
          {
            path: `lines.${at}.policyRuleTypeCode`,
            field: fields.policyRuleTypeCode.label,
            reason: ruleReasons.otherType,
          },
        ]
      : []),
    ...faults.map(({ key, reason }) => ({ path: `lines.${at}.${key}`, field: fields[key].label, reason })),
  ];
}

/** An amount off without a threshold has a refusal of its own; together with others it is one of them. */
function refuse(places: readonly Place[], faults: readonly RuleFault[]): void {
  if (places.length === 0) return;
  if (places.length === faults.length && faults.every(({ isThreshold }) => isThreshold === true))
    throw thresholdMissing({}, places);
  throw invalidAt(places);
}

const atRow = (at: number, [cn, tw, en]: Label): Label => [
  `第${at + 1}行${cn}`,
  `第${at + 1}列${tw}`,
  `row ${at + 1} ${en}`,
];

function scopePlaces(scopes: ReturnType<typeof scopesIn>, named: readonly ScopeLine[]): readonly Place[] {
  const field = promotionActivity.head.scopes.label;
  if ('reason' in scopes) return [{ path: 'scopes', field, reason: atRow(scopes.at, scopes.reason) }];
  const unknown = named.findIndex(({ name }) => name === null);
  return unknown < 0 ? [] : [{ path: 'scopes', field, reason: atRow(unknown, reasons.unknown) }];
}

type ScopeReads = Readonly<Record<ReturnType<typeof codesOf>, ReturnType<typeof codesRead>>>;
const codesOf = (dimension: Dimension) => `codes of ${dimension}` as const;

const codesRead = (dimension: Dimension, codes: readonly string[]) =>
  statement(
    { code: 'text', name: 'text' },
    `
      select code, name
      from app.${tableOf({ name: nounOfDimension[dimension] })}
      where code = any($1::text[])`,
    [codes],
  );

/** One read per dimension that the rows name. */
function scopeReads({ scopes }: Draft): Partial<ScopeReads> {
  const rows = scopesIn(scopes);
  if ('reason' in rows) return {};
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ dimension }) => dimension)].map(([dimension, own]) => [
      codesOf(dimension),
      codesRead(
        dimension,
        own.map(({ code }) => code),
      ),
    ]),
  );
}

/** What each row is called; null where nobody has its code. */
const namedScopes = (scopes: readonly ScopeLine[], { rows }: Facts<Named>): readonly ScopeLine[] =>
  scopes.map(({ side, dimension, code, excludeFlag }) => ({
    side,
    dimension,
    code,
    excludeFlag,
    name: rows[codesOf(dimension)]?.find((row) => row.code === code)?.name ?? null,
  }));

const nameIn = (scopes: readonly ScopeLine[], dimension: Dimension, code: string | null): string | null =>
  scopes.find((row) => row.dimension === dimension && row.code === code)?.name ?? null;
