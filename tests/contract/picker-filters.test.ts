import { describe, expect, test } from 'vitest';
import { models } from '#apps/api/modules.ts';
import type { Entity } from '#platform/model/entity.ts';
import { contractFile, contractIsHere } from './shared.ts';

/** What this test reads of the browser's floor, which compiles without Node as this test compiles without a browser. */
interface Rules {
  readonly sends?: Readonly<Record<string, string>>;
}
interface Filters {
  readonly filtersIn: (
    entity: Entity,
    rules: Rules,
    place: { readonly hidden: readonly string[]; readonly isOfGroup: boolean },
  ) => readonly { readonly key: string; readonly chosenKey?: string }[];
}
interface Pickers {
  readonly pickers: Readonly<Record<string, { readonly noun: string; readonly rules?: Rules }>>;
}
const load = <Module>(path: string): Promise<Module> => import(path) as Promise<Module>;
const { filtersIn } = await load<Filters>('#platform/web/picker/filters.ts');
const { pickers } = await load<Pickers>('#apps/web/pickers.ts');

/** Filters of the contract that a picker does not offer, each with its reason. */
const notOffered: Readonly<Record<string, { readonly fields: readonly string[]; readonly reason: string }>> = {
  warehouse: { fields: ['organizeCodes'], reason: 'its organisation is one; the branch below it is not searched yet' },
  storage: { fields: ['organizeCodes'], reason: 'another name of the warehouse picker' },
};

describe.skipIf(!contractIsHere)('the filters of every picker', () => {
  const known = contractIsHere ? contractFile('pickers.json').pickers : [];
  const entities = new Map(models.flatMap((module) => module.entities).map((entity) => [entity.name, entity]));

  test.each(contractIsHere ? Object.keys(pickers) : [])('%s are those of the contract', (key) => {
    const { noun = '', rules = {} } = pickers[key] ?? {};
    const entity = entities.get(noun);
    const own = known.find((picker) => picker.key === key);
    const wanted = own?.filters ?? known.find((picker) => picker.key === own?.alias)?.filters;
    if (entity === undefined || wanted === undefined)
      throw new Error(`${key}: no noun ${noun}, or not in the contract`);
    const shown = filtersIn(entity, rules, { hidden: Object.keys(entity.where ?? {}), isOfGroup: false });
    const typed = shown.flatMap(({ key: one, chosenKey }) => [one, ...(chosenKey === undefined ? [] : [chosenKey])]);
    // Nobody types these: they come from the level of the page, from the rows of this noun or with every question.
    const sent = [
      ...(entity.screen?.byTenantFlag === true ? ['tenantFlag'] : []),
      ...Object.keys(entity.where ?? {}),
      ...Object.keys(rules.sends ?? {}),
    ];
    const fields = wanted.map(({ field }) => field);
    const missing = fields.filter((field) => ![...typed, ...sent].includes(field));
    expect([key, missing]).toEqual([key, notOffered[key]?.fields ?? []]);
    expect([key, typed.filter((field) => !fields.includes(field))]).toEqual([key, []]);
  });

  test('are compared for every picker that derives from a noun', () => {
    const other = known.filter(({ key, filters }) => filters !== undefined && pickers[key] === undefined);
    console.log(`${Object.keys(pickers).length} pickers; not derived: ${other.map(({ key }) => key).join(', ')}`);
    expect(Object.keys(pickers)).toHaveLength(23);
  });
});
