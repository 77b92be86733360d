import type { Command } from '#platform/server/command/command.ts';
import { componentsIn } from '#data/model/goods/combination.ts';
import { allocated } from '#price/model/kit.ts';
import type { Inout } from '#stock/server/inout.ts';

/** What is paid for the kits of a movement, over what left or came back of them: each part on its own (A15a). */
export function shareOut(ctx: Command, bill: Inout, amounts: readonly string[]): void {
  const kits = bill.lines.flatMap((line, i) => {
    const components = componentsIn(line.components);
    return components.length === 0 ? [] : [{ id: line.id, components: allocated(amounts[i] ?? '0', components) }];
  });
  if (kits.length === 0) return;
  ctx.later({
    text: `
      update app.stock_inout_line l
      set components = x.components::jsonb
      from unnest($1::uuid[], $2::text[]) as x(id, components)
      where l.id = x.id`,
    values: [kits.map(({ id }) => id), kits.map(({ components }) => JSON.stringify(components))],
  });
}
