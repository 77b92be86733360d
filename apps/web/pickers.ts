import { dataPickers } from '#data/web/pickers.ts';
import type { Picker } from '#platform/web/registry/picker-rules.ts';
import { systemPickers } from '#system/web/pickers.ts';

/** Every picker by its own name. */
export const pickers: Readonly<Record<string, Picker>> = { ...systemPickers, ...dataPickers };
