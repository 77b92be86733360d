const engine = 'modules/promotion/model/engine';
const sign = 'only the sign of a comparison counts';
const finer = 'thresholds have four decimals: none is a millionth, nor a millionth from another';
const nothing = 'nothing is rounded to nothing from either side';
const work = 'saves work only: ';
const inVain = `${work}what is missed is of lines that are there, and no piece more is tried in vain`;
const walked = `${work}whoever was reached brings the lines that he brought before`;
const unmet = `${work}the bands of places that no piece reaches hold no piece, and the line costs what it did`;
const again = `${work}no more is kept than was sold, and what is asked again as it was sold costs what it did`;
const ofTheKit = 'what comes back alone is of the kit; other goods are refused before';
const three = 'a day has a year, a month and a day; the compiler asks';
const zero = 'nothing is nothing, however it is written';
const byNumber = 'a class is chosen by number: there is a limit; the compiler asks';
const kitBack = 'modules/data/model/goods/kit-back.ts: ';
const exactly = 'kits that lack just what they must: least is wanted, and no more is known than that';
const ofItem = 'codes of items are unique';
const nobody = 'where no cent is left over nobody gets one, of whatever sign';

/** Faults that no test can see, by the name that `npm run mutate` gives them, and why not. */
export const argued: Readonly<Record<string, string>> = {
  [`${engine}/evaluate.ts: ty || (a.code < b.code ? -1 : ⟦1⟧); → 2`]: sign,
  [`${engine}/evaluate.ts: ority - b.priority || (a.code ⟦<⟧ b.code ? -1 : 1); → <=`]:
    'codes of activities are unique: no two are compared that are equal',
  [`${engine}/offer.ts: r: quantity(room.maxNumber ?? ⟦0n⟧) }), → 1n`]: byNumber,
  [`${engine}/offer.ts: m(rooms.map((room) => room ?? ⟦0n⟧)); → 1n`]:
    'none of them is without a limit where they are added up; the compiler asks',
  [`${engine}/left-over.ts: const left = leftOver?.⟦find⟧((each) => each.acti → findLast`]:
    'what is left of a rule of an activity is one row',
  [`${engine}/scaled.ts: led, b: Scaled): Scaled => (a ⟦<⟧ b ? a : b); → <=`]:
    'of two equal amounts either is the lesser',
  [`${engine}/scaled.ts: return value ⟦<⟧ 0n ? (value - half) → <=`]: nothing,
  [`${engine}/scaled.ts: return value < ⟦0n⟧ ? (value - half) /  → 1n`]: nothing,
  [`${engine}/scaled.ts: , b: Scaled): number => (b <= ⟦0n⟧ || a < 0n ? 0 : Num → 1n`]: finer,
  [`${engine}/evaluate.ts: const own = ⟦round.contenders.fil…> tiers.has(type)))⟧; → round.contenders`]:
    'who has no rules in the phase does nothing in his turn, and is worth nothing',
  [`${engine}/attempt.ts: const rule = tiers.⟦find⟧((tier) => tier.rule → findLast`]:
    'the numbers of the rules of an activity are unique',
  [`${engine}/free-goods.ts: : boolean => lineType !== '0' ⟦&&⟧ scaled(amount) ===  → ||`]:
    'what is chosen and costs nothing is a gift, and what is a gift costs nothing: one says the other',
  [`${engine}/part.ts: if (⟦reached.has(each)⟧) continue; → false`]: walked,
  ["modules/price/model/price-search.ts: else if (⟦fit !== 'excluded'⟧) matches.push({ str → true"]:
    'an excluded strategy was passed with its reason before; the compiler asks',
  [`${engine}/choice.ts: ted(most(sum(values) - quota, ⟦0n⟧), values); → 1n`]:
    'what is shared out are cents: a millionth is none',
  [`${engine}/hint.ts: if (⟦line === undefined |…ssing.amount) > 0n)⟧) return null; → false`]: inVain,
  [`${engine}/choice.ts:  => goods.map(() => ({ price: ⟦0n⟧, amount: 0n })); → 1n`]:
    'a price has four decimals: a millionth is written as nothing',
  [`${engine}/price-off.ts: if (⟦!held.some(({ start …mber > start - one)⟧) return []; → false`]: unmet,
  [`${engine}/tier.ts: l || byThreshold(tier, top) > ⟦0⟧)) top = tier; → 1`]: finer,
  [`${engine}/price-off.ts: e(({ start }) => basis.number ⟦>⟧ start - one)) retur → >=`]: unmet,
  [`${engine}/price-off.ts: ⟦made.set(key, bands);⟧ → ;`]: `${work}bands that were made once are made again`,
  ["modules/promotion/model/kept/kept-promotions.ts: (left, by), negated(before ?? ⟦'0'⟧))); → '1'"]:
    'what was left before is told wherever what is left now is; the compiler asks',
  ['modules/promotion/model/kept/payable.ts: pare(total, ladderNumber) === ⟦0⟧); → 1']: again,
  ['modules/promotion/model/kept/payable.ts: d = compare(number, sold) === ⟦0⟧ && (ladderNumber == → 1']: again,
  ["modules/price/model/kit.ts: number: pieces[i]?.number ?? ⟦'0'⟧, → '1'"]:
    'a kit has as many pieces as components; the compiler asks',
  ["modules/sales/model/order/order-close.ts: inus(part.amount, parts[i] ?? ⟦'0'⟧)) })); → '1'"]:
    'there are as many parts as accounts; the compiler asks',
  ['modules/promotion/model/points/points-life.ts: const [year = 0, month = ⟦1⟧, day = 1] = date.sp → 2']: three,
  ['modules/promotion/model/points/points-life.ts: const [year = ⟦0⟧, month = 1, day = 1 → 1']: three,
  ["modules/promotion/model/points/points-life.ts: t [year = 0, month = 1, day = ⟦1⟧] = date.split('-'). → 2"]: three,
  ['modules/promotion/model/points/points-life.ts: mber.parseInt(earned.slice(0, ⟦4⟧), 10) + 1}-12-31`; → 5']:
    'a number ends before the stroke behind it',
  ['modules/promotion/model/kept/kept-promotions.ts: choices.⟦find⟧( → findLast']:
    'goods that stand twice among the choices of a rule cost the same',
  ["modules/funds/model/settlement.ts: tring => (compare(value, '0') ⟦<⟧ 0 ? '0' : value); → <="]: zero,
  ["modules/funds/model/settlement.ts: ing => (compare(value, '0') < ⟦0⟧ ? '0' : value); → 1"]: zero,
  [`${kitBack}r: times(component?.number ?? ⟦'0'⟧, kits), amount: com → '1'`]: ofTheKit,
  [`${kitBack}us(times(component?.number ?? ⟦'0'⟧, left), lacking(par → '1'`]: ofTheKit,
  [`${kitBack}partsIn(value).⟦find⟧((part) => part.prod → findLast`]:
    'each component has one part: withPart replaces it',
  [`${kitBack}t = lesser(missing?.number ?? ⟦'0'⟧, times(each, number → '1'`]:
    'a component that lacks nothing is left out in the next line',
  [`${kitBack}const [integer = ⟦'0'⟧] = number.split('.' → '1'`]: 'a number has a first part; the compiler asks',
  [`${kitBack}eces = compare(wanted, least) ⟦<⟧ 0 ? least : lesser( → <=`]: exactly,
  [`${kitBack}es = compare(wanted, least) < ⟦0⟧ ? least : lesser(wa → 1`]: exactly,
  ['modules/sales/model/refund/refund-curve.ts: [...all, room, ...(⟦isZero(chosen)⟧ ? [] : [lesser(grea → false']:
    'nothing is the first of all numbers anyway',
  ['modules/sales/model/refund/refund-curve.ts: are(room, String(mostPoints)) ⟦<=⟧ 0; → <']:
    'twelve even steps of twelve pieces are the pieces',
  ['platform/model/share.ts: const decimals = Math.max(⟦2⟧, ...[total, ...weig → 3']:
    'in more decimals than they have all weigh ten times as much',
  ['platform/model/share.ts: by: bigint): bigint => (value ⟦<⟧ 0n ? value - by / 2 → <=']: nothing,
  ['platform/model/share.ts: : bigint): bigint => (value < ⟦0n⟧ ? value - by / 2n : → 1n']: nothing,
  ['platform/model/share.ts: const one = left ⟦<⟧ 0n ? -1n : 1n; → <=']: nobody,
  ['platform/model/share.ts: const one = left < ⟦0n⟧ ? -1n : 1n; → 1n']: nobody,
  "modules/invoice/model/printed/merge.ts: if (compare(rebateUsed, plus(⟦'0'⟧, ...weights)) > 0)  → '1'":
    'what is above is refused below in the same words: nothing is left to be paid',
  "modules/invoice/model/printed/merge.ts: s(unit.discount, parts[at] ?? ⟦'0'⟧)), → '1'":
    'there are as many parts as goods; the compiler asks',
  'modules/invoice/model/printed/split.ts:  -1 : a.taxCode > b.taxCode ? ⟦1⟧ : 0)) → 2': sign,
  'modules/invoice/model/printed/split.ts:  < b.taxCode ? -1 : a.taxCode ⟦>⟧ b.taxCode ? 1 : 0)) → >=':
    'of equal codes neither goes before the other: only what is below nothing moves a line',
  "modules/invoice/model/source/left.ts: return compare(left, '0') ⟦>⟧ 0 → >=":
    'of nothing that is left nothing is asked for, in either direction',
  "modules/expense/model/loan/loan-offset.ts: payDate: String(at).padStart(⟦6⟧, '0'), → 7":
    'numbers filled up to one length stand in their order, whatever the length',
  'modules/expense/model/claim/claim-sums.ts: const item = items.⟦find⟧(({ code }) => code  → findLast': ofItem,
  'modules/expense/model/claim/claim-sums.ts: if (items.⟦find⟧(({ code }) => code  → findLast': ofItem,
  "modules/expense/model/claim/claim-sums.ts:  && compare(part.amount, '0') ⟦>⟧ 0), → >=":
    'a part of nothing is the only one of its line, and takes no tax: no more than it is allowed',
  'modules/expense/model/policy/policy-row.ts: ? 2 : isSaid(row.cityLevel) ? ⟦1⟧ : 0, → 2':
    'a place has a stem and a level none: where both counted alike the next figure says the same',
  'modules/expense/model/policy/policy-row.ts: isSaid(row.docType) ? ⟦1⟧ : 0, → 2':
    'figures are only compared: any above nothing is the nearer one',
  'modules/expense/model/policy/policy-row.ts: ight[at] ?? 0) - (left[at] ?? ⟦0⟧); → 1':
    'there are as many figures on either side; the compiler asks',
};
