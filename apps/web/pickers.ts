import { dataPickers } from '#data/web/pickers.ts';
import type { Picker, PickerRules } from '#platform/web/registry/picker-rules.ts';
import { systemPickers } from '#system/web/pickers.ts';

/** Every picker by its own name. */
export const pickers: Readonly<Record<string, Picker>> = { ...systemPickers, ...dataPickers };

/** The rules of the picker that a reference to the noun opens: the first of its noun. */
export const rulesByNoun: ReadonlyMap<string, PickerRules> = new Map(
  Object.values(pickers)
    .toReversed()
    .map(({ noun, rules = {} }) => [noun, rules]),
);
