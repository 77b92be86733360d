/** A verb takes at most 500 ids; fewer keep its transaction short. */
const atATime = 50;

export function* pieces<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let i = 0; i < items.length; i += atATime) yield items.slice(i, i + atATime);
}
