import type { Entity } from '#platform/model/entity.ts';
import { snakeCase } from '#platform/model/envelope.ts';
import type { RefField, RefsField, RefTarget } from '#platform/model/field.ts';
import { statement, type TypedStatement } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { scopeOf } from '#platform/server/list/filter.ts';
import { plainWord, type Lookups, type Meaning } from './meaning.ts';

type Ask = <Answered extends object>(
  statements: readonly TypedStatement<Answered>[],
) => Promise<readonly (readonly Answered[])[]>;

/** What the cells of an import refer to, asked for once per text however often it stands there. */
export interface Library extends Lookups {
  /** Looks up every text that is new, all fields in one trip by code and those left over in one by name. */
  learn(texts: ReadonlyMap<string, ReadonlySet<string>>, ask: Ask): Promise<void>;
  /** Fields whose cells are looked up. */
  readonly refs: ReadonlySet<string>;
}

export function libraryOf(entity: Entity, keys: readonly string[], zone: string): Library {
  const refs = new Map<string, RefField | RefsField | null>();
  const types = new Set<string>();
  for (const key of keys) {
    const field = entity.fields[key];
    if (field?.kind === 'ref' || field?.kind === 'refs') refs.set(key, field);
    else if (field === undefined && key === 'parentCode') refs.set(key, null);
    else if (field?.kind === 'dict') types.add(field.dictType);
  }
  const known = new Map<string, Map<string, Meaning>>([...refs.keys()].map((key) => [key, new Map()]));
  const words = new Map<string, Map<string, string>>();
  return {
    zone,
    refs: new Set(refs.keys()),
    dict: (type, text) => words.get(type)?.get(plainWord(text)),
    // Codes that differ in capitals are two records.
    ref: (key, text) => known.get(key)?.get(text) ?? { reason: 'unknown' },
    async learn(texts, ask) {
      if (types.size > words.size)
        for (const [type, entries] of await dictionaries([...types], ask)) words.set(type, entries);
      let open = [...texts].map(([key, given]) => ({
        key,
        wanted: [...given].filter((text) => known.get(key)?.has(text) === false),
      }));
      for (const by of ['code', 'name'] as const) {
        open = open.filter(({ wanted }) => wanted.length > 0);
        if (open.length === 0) return;
        const results = await ask(
          open.map(({ key, wanted }) => recordsNamed(entity, refs.get(key) ?? null, by, wanted)),
        );
        open = open.map(({ key, wanted }, at) => {
          const seen = known.get(key) ?? new Map<string, Meaning>();
          for (const row of results[at] ?? []) {
            const name = row.said;
            seen.set(name, by === 'name' && seen.has(name) ? { reason: 'ambiguous' } : { value: row.key });
          }
          return { key, wanted: wanted.filter((text) => !seen.has(text)) };
        });
      }
      for (const { key, wanted } of open) for (const text of wanted) known.get(key)?.set(text, { reason: 'unknown' });
    },
  };
}

/** Only what the user could pick: enabled, within his data scope, of the class the field asks for. */
function recordsNamed(
  entity: Entity,
  field: RefField | RefsField | null,
  by: 'code' | 'name',
  texts: readonly string[],
) {
  const target: RefTarget & Partial<Omit<Entity, 'kind'>> = field?.target() ?? entity;
  // Records without a code are called by name; what was taken out of a list has their ids.
  const isBare = by === 'code' && field?.key === 'id' && target.fields[target.codeField] === undefined;
  const column = isBare ? 'id::text' : snakeCase(by === 'code' ? target.codeField : target.nameField);
  const fixed = field?.kind === 'ref' ? Object.entries(field.where ?? {}) : [];
  const where = [
    `t.${column} = any($1::text[])`,
    ...(target.fields['status']?.kind === 'choice' ? [`t.status = '1'`] : []),
    ...fixed.map(([key], at) => `t.${snakeCase(key)} = $${at + 2}`),
    ...(target.kind === 'entity' ? scopeOf(target as Entity, null) : []),
  ];
  return statement(
    { said: 'text', key: 'text' },
    `
      select t.${column} as said, t.${field?.key === 'id' ? 'id::text' : snakeCase(target.codeField)} as key
      from app.${tableOf(target)} t
      where ${where.join(' and ')}`,
    [texts, ...fixed.map(([, value]) => value)],
  );
}

async function dictionaries(types: readonly string[], ask: Ask): Promise<ReadonlyMap<string, Map<string, string>>> {
  const [rows = []] = await ask([
    statement(
      { dictType: 'text', dictValue: 'text', dictLabel: 'text', labelTw: 'text?', labelEn: 'text?' },
      `
        select t.dict_type, d.dict_value, d.dict_label, d.label_tw, d.label_en
        from app.sys_dictdata d
        join app.sys_dict t on t.dict_type_id = d.dict_type_id
        where t.dict_type = any($1::text[]) and d.status = '1'
        order by d.sort desc nulls first`,
      [types],
    ),
  ]);
  const found = new Map<string, Map<string, string>>(types.map((type) => [type, new Map()]));
  // A code is never taken for the word of another entry.
  for (const keys of [['dictLabel', 'labelTw', 'labelEn'] as const, ['dictValue'] as const]) {
    for (const row of rows)
      for (const key of keys) {
        const word = row[key];
        if (word !== null) found.get(row.dictType)?.set(plainWord(word), row.dictValue);
      }
  }
  return found;
}
