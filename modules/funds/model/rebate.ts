import { compare, minus, plus } from '#platform/model/decimal.ts';
import { cents } from '#platform/model/share.ts';

/** Rebate that was granted together and lapses together. */
export interface RebateBatch {
  readonly id: string;
  readonly remaining: string;
  readonly expireDate: string | null;
}
export interface Taken {
  readonly taken: readonly { readonly id: string; readonly amount: string }[];
  /** What the batches could not give. */ readonly short: string;
  readonly left: readonly RebateBatch[];
}

/** Use and claw-back take what lapses first. */
export function takeRebate(batches: readonly RebateBatch[], amount: string): Taken {
  return takeFrom(inOrder(batches), batches, amount);
}

/** What lapsed by the day goes, but never money that an order holds. */
export function expireRebate(
  batches: readonly RebateBatch[],
  { date, occupied }: { readonly date: string; readonly occupied: string },
): Taken {
  const lapsed = inOrder(batches).filter(({ expireDate }) => expireDate !== null && expireDate < date);
  const free = minus(plus(...batches.map(({ remaining }) => remaining)), occupied);
  const all = plus(...lapsed.map(({ remaining }) => remaining));
  const amount = compare(free, '0') <= 0 ? '0' : compare(free, all) < 0 ? free : all;
  return takeFrom(lapsed, batches, amount);
}

function takeFrom(sources: readonly RebateBatch[], batches: readonly RebateBatch[], amount: string): Taken {
  const taken = new Map<string, string>();
  let open = amount;
  for (const { id, remaining } of sources) {
    const part = compare(remaining, open) < 0 ? remaining : open;
    if (compare(part, '0') <= 0) continue;
    taken.set(id, cents(part));
    open = minus(open, part);
  }
  return {
    taken: [...taken].map(([id, part]) => ({ id, amount: part })),
    short: cents(open),
    left: batches.map((batch) => ({ ...batch, remaining: cents(minus(batch.remaining, taken.get(batch.id) ?? '0')) })),
  };
}

/** Batches that never lapse come last. */
const inOrder = (batches: readonly RebateBatch[]): RebateBatch[] =>
  batches.toSorted(
    (a, b) => (a.expireDate ?? '9999').localeCompare(b.expireDate ?? '9999') || a.id.localeCompare(b.id),
  );
