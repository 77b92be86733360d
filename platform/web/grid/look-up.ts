import { say } from '#platform/web/text/language.ts';
import type { Lookup } from './clipboard.ts';
import type { Option, Reading } from '#platform/web/column/column.ts';
import type { Edit, Rows } from './rows.ts';
import { gridTexts } from './texts.ts';

/** Finds out what typed references stand for. The answer comes later and joins the step that wrote them. */
export async function lookUp(rows: Rows, lookups: readonly Lookup[]): Promise<void> {
  const asked = lookups.map((each) => ({ ...each, key: rows.keyAt(each.at) }));
  for (const [column, ofColumn] of Map.groupBy(asked, (each) => each.column)) {
    const { resolve, startText } = column.editor ?? {};
    if (resolve === undefined || startText === undefined) continue;
    const wanted = [...new Set(ofColumn.map((each) => each.text))];
    const found: ReadonlyMap<string, Reading> = await resolve(wanted).catch(
      () => new Map(wanted.map((text) => [text, { complaint: say(gridTexts.notLookedUp, { noun: column.title }) }])),
    );
    const places = new Map(rows.get().map((row, at) => [rows.keyAt(at), [at, row] as const]));
    rows.edit(
      ofColumn.flatMap(({ key, text }): Edit[] => {
        const [at, row] = places.get(key) ?? [];
        const reading = found.get(text);
        // Somebody wrote something else meanwhile, or removed the row.
        if (at === undefined || row === undefined || reading === undefined || startText(row) !== text) return [];
        return [
          {
            at,
            changes: reading.changes ?? { [column.key]: text },
            ...(reading.complaint === undefined ? {} : { complaints: { [column.key]: reading.complaint } }),
          },
        ];
      }),
      true,
    );
  }
}

/** Options whose text holds what was typed; those that begin with it come first. */
export function fittingOptions(options: readonly Option[], typed: string): readonly Option[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return options;
  const fits = (option: Option, test: (text: string) => boolean): boolean =>
    test(option.label.toLowerCase()) || test(option.value.toLowerCase());
  const begins = options.filter((option) => fits(option, (label) => label.startsWith(wanted)));
  return [
    ...begins,
    ...options.filter((option) => !begins.includes(option) && fits(option, (label) => label.includes(wanted))),
  ];
}
