const engine = 'modules/promotion/model/engine';
const sign = 'only the sign of a comparison counts';
const equal = 'asked only of two that differ: equality was answered before';

/** Faults that no test can see, by the name that `npm run mutate` gives them, and why not. */
export const argued: Readonly<Record<string, string>> = {
  [`${engine}/evaluate.ts:  a.benefit > b.benefit ? -1 : ⟦1⟧)) → 2`]: sign,
  [`${engine}/price-off.ts:  0 : a.start < b.start ? -1 : ⟦1⟧)); → 2`]: sign,
  [`${engine}/tier.ts: Amount < b.leastAmount ? -1 : ⟦1⟧; → 2`]: sign,
  [`${engine}/tier.ts: b.buyNumber ? 0 : a.buyNumber ⟦<⟧ b.buyNumber ? -1 :  → <=`]: equal,
  [`${engine}/scaled.ts: led, b: Scaled): Scaled => (a ⟦<⟧ b ? a : b); → <=`]:
    'of two equal amounts either is the lesser',
  [`${engine}/evaluate.ts: a.priority - b.priority || (⟦a.code === b.code⟧ ? 0 : a.code < b.co → false`]:
    'codes of activities are unique: no two are compared that are equal',
  [`${engine}/scaled.ts: return value ⟦<⟧ 0n ? (value - half) → <=`]: 'nothing is rounded to nothing from either side',
  [`${engine}/scaled.ts: return value < ⟦0n⟧ ? (value - half) /  → 1n`]:
    'nothing is rounded to nothing from either side',
  [`${engine}/scaled.ts: , b: Scaled): number => (b <= ⟦0n⟧ || a < 0n ? 0 : Num → 1n`]:
    'thresholds have four decimals: none is a millionth',
  [`${engine}/price-off.ts: if (⟦basis.number <= earliest - one⟧) return []; → false`]:
    'saves work: fewer pieces than the first place lie in no band, and cost what they did',
  [`${engine}/price-off.ts: > least(first, start), places[⟦0⟧]?.start ?? 0n); → 1`]:
    'the earliest place only saves work: an earlier one asks the bands, which answer the same',
  [`${engine}/hint.ts: const steps = ⟦outcome.trace .filte…l && type !== null)⟧ → outcome.trace`]:
    'a step that misses nothing has no pieces, and those without pieces are left out after it',
  [`${engine}/hint.ts: const partOf = ⟦steps.length === 0⟧ ? null : partsOf(qu → false`]:
    'saves work: without steps nobody asks for a part',
  [`${engine}/hint.ts:  byNumber(a.pieces?.number ?? ⟦0n⟧, b.pieces?.number ? → 1n`]:
    'steps without pieces are gone before they are put in order',
  [`${engine}/evaluate.ts: const own = ⟦round.contenders.fil…> tiers.has(type)))⟧; → round.contenders`]:
    'who has no rules in the phase does nothing in his turn, and is worth nothing',
  [`${engine}/offer.ts: uyType: rule.changeBuyType ?? ⟦'3'⟧ }; → '4'`]:
    'a rule of exchange is saved with what it is exchanged for',
  [`${engine}/offer.ts: giveType: giveType ?? ⟦'0'⟧, → '1'`]:
    'a version keeps no empty field: what is absent was filled where it is read',
  ["modules/price/model/price-search.ts: else if (⟦fit !== 'excluded'⟧) matches.push({ str → true"]:
    'an excluded strategy was passed with its reason before; the compiler asks',
  ["modules/price/model/kit.ts: amount: ⟦'0'⟧, → '1'"]: 'replaced by the share of the component in the next line',
  ['modules/price/model/kit.ts: t component = line.components.⟦find⟧((each) => each.prod → findLast']:
    'a kit holds a product once: its combination is refused otherwise',
};
