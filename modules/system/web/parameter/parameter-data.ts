import { useQuery } from '@tanstack/react-query';
import type { Label } from '#platform/model/label.ts';
import { get, post, put, remove } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { param } from '#system/model/parameter/param.ts';
import {
  parameterAt,
  parameters,
  resolveParam,
  takes,
  type ParamCode,
  type Parameter,
} from '#system/model/parameter/parameter.ts';
import { reservedLabels } from '#system/model/parameter/reserved-labels.ts';
import { tenantParam } from '#system/model/tenant-param.ts';

/** Whose values a page shows: those of the installation, or those of one tenant. */
export type Level = 'system' | 'tenant';

/** A value that somebody set. */
export interface SetValue {
  readonly id: string;
  readonly value: string;
  readonly isOn: boolean;
  readonly rowVersion: string;
  readonly organizeCode: string;
  readonly organizeName: string;
  readonly by: string;
  readonly at: string;
}
export type Source = 'system' | 'default';
export interface Shown {
  readonly code: ParamCode;
  readonly parameter: Parameter;
  /** What holds at this level, and what would if nobody had set a value here. */
  readonly value: string;
  readonly inherited: { readonly value: string; readonly from: Source };
  readonly own: SetValue | undefined;
  readonly organisations: readonly SetValue[];
}
/** Rows of the installation that are no parameters of the product. */
export interface Foreign extends SetValue {
  readonly code: string;
  readonly name: string;
}
export interface Values {
  readonly shown: readonly Shown[];
  readonly foreign: readonly Foreign[];
}

const keys = {
  system: { noun: param, code: 'paramCode', name: 'paramName', value: 'paramValue' },
  tenant: { noun: tenantParam, code: 'code', name: 'name', value: 'value' },
} as const;
export const nounOf = (level: Level): typeof param | typeof tenantParam => keys[level].noun;

interface Resolved {
  readonly code: string;
  readonly trace: readonly { readonly from: string; readonly value: string }[];
}
/** Two calls whatever the number of parameters: the values that were set, and what holds without them. */
export function useValues(level: Level) {
  return useQuery({
    queryKey: ['list', 'parameters', level],
    queryFn: async (): Promise<Values> => {
      const silent = { isSilent: true };
      const [{ list }, resolved] = await Promise.all([
        get<{ list: readonly Row[] }>(`${keys[level].noun.path}/page`, { page: 1, limit: 500 }, silent),
        level === 'tenant' ? get<readonly Resolved[]>(`${tenantParam.path}/list`, undefined, silent) : [],
      ]);
      return valuesIn(level, list, resolved);
    },
    staleTime: 0,
  });
}

function valuesIn(level: Level, rows: readonly Row[], resolved: readonly Resolved[]): Values {
  const codeOf = (row: Row): string => textAt(row, keys[level].code);
  const byCode = Map.groupBy(rows, codeOf);
  const shown = Object.entries<Parameter>(parameters)
    .filter(([, { isInstallation }]) => level === 'system' || isInstallation !== true)
    .map(([key, parameter]): Shown => {
      const code = key as ParamCode;
      const set = (byCode.get(code) ?? []).map((row) => setValue(level, row));
      const own = set.find(({ organizeCode }) => organizeCode === '');
      const system = resolved.find((each) => each.code === code)?.trace.find(({ from }) => from === 'system');
      const inherited =
        system === undefined
          ? ({
              value: resolveParam(code, { organisation: null, tenant: null, system: null }).value,
              from: 'default',
            } as const)
          : ({ value: system.value, from: 'system' } as const);
      const value = own?.isOn === true && takes(parameter, own.value) ? own.value : inherited.value;
      return { code, parameter, value, inherited, own, organisations: set.filter((each) => each !== own) };
    });
  const foreign = rows
    .filter((row) => parameterAt(codeOf(row)) === undefined)
    .map((row) => ({
      ...setValue(level, row),
      code: codeOf(row),
      name: reservedName(codeOf(row)) ?? textAt(row, keys[level].name),
    }));
  return { shown, foreign };
}

/** What came with the product is called in the language of the page; what somebody added is called as he wrote it. */
function reservedName(code: string): string | undefined {
  const label = (reservedLabels as Readonly<Record<string, Label>>)[code];
  return label === undefined ? undefined : say(label);
}

const setValue = (level: Level, row: Row): SetValue => ({
  id: textAt(row, 'id'),
  value: textAt(row, keys[level].value),
  isOn: textAt(row, 'status') !== '0',
  rowVersion: textAt(row, 'rowVersion'),
  organizeCode: textAt(row, 'organizeCode'),
  organizeName: textAt(row, 'organizeName'),
  by: textAt(row, 'updaterName') || textAt(row, 'creatorName'),
  at: textAt(row, 'updateDate') || textAt(row, 'createDate'),
});

/** Keeps a value: in the row that is there, or in a new one. */
export async function keepValue(
  level: Level,
  code: ParamCode,
  set: SetValue | undefined,
  value: string,
): Promise<void> {
  const { noun, code: codeKey, name, value: valueKey } = keys[level];
  const { label, typeCode }: Parameter = parameters[code];
  const silent = { isSilent: true };
  if (set === undefined)
    await post(
      noun.path,
      { [codeKey]: code, [name]: label[0], [valueKey]: value, ...(level === 'tenant' ? { typeCode } : {}) },
      silent,
    );
  else
    await put(
      noun.path,
      { id: set.id, rowVersion: Number.parseInt(set.rowVersion, 10), [valueKey]: value, status: '1' },
      silent,
    );
  await listsChanged();
}

export async function dropValue(level: Level, { id }: SetValue): Promise<void> {
  await remove(`${keys[level].noun.path}/${id}`, undefined, { isSilent: true });
  await listsChanged();
}

/** The effects of the values that can be chosen; undefined of texts and counts. */
export const effectsOf = ({ values }: Parameter): Readonly<Record<string, Label>> | undefined =>
  typeof values === 'string'
    ? undefined
    : Object.fromEntries(Object.entries(values).map(([value, [cn, tw, en]]): [string, Label] => [value, [cn, tw, en]]));

export const isSwitch = (parameter: Parameter): boolean => Object.keys(effectsOf(parameter) ?? {}).join(' ') === '0 1';

/** A value as a person says it: what it does, or the figure with its unit. */
export function valueText(parameter: Parameter, value: string): string {
  const effect = effectsOf(parameter)?.[value];
  if (effect !== undefined) return say(effect);
  return parameter.unit === undefined ? value : `${value} ${say(parameter.unit)}`;
}

/** Whether the words stand in what is shown of a parameter; each word of several. */
export function isAbout({ code, parameter }: Shown, words: string): boolean {
  const { label, meaning } = parameter;
  const effects = Object.values(effectsOf(parameter) ?? {});
  const text = [code, ...[label, ...(meaning === undefined ? [] : [meaning]), ...effects].map((each) => say(each))]
    .join(' ')
    .toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
