import { Form } from 'antd';
import type { ReactNode } from 'react';
import { nameKeyOf, type Field } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { say } from '#platform/web/text/language.ts';
import { LateAreaCascader } from '#platform/web/reference/late-cascaders.tsx';
import type { AreaNode } from '#platform/web/reference/area.ts';
import { plain, textAt, type Row } from '#platform/web/value/row.ts';

interface Part {
  readonly key: string;
  readonly field: Field;
  readonly isFixed?: boolean;
}

/** Province, city and district of one address, filled in as one. */
export interface AreaParts {
  readonly key: string;
  readonly parts: readonly Part[];
}

const label: Label = ['省市区', '省市區', 'Province, city, district'];

/** Where a form has the levels of an address side by side, one cascader stands for them, at the place of the first. */
export function withAreas<Each extends Part>(fields: readonly Each[]): readonly (Each | AreaParts)[] {
  const groups = Map.groupBy(
    fields.filter(({ key, field }) => field.kind === 'ref' && field.target().knownAs === 'area' && levelOf(key) >= 0),
    ({ key }) => key.replace(level, ''),
  );
  return fields.flatMap((each): (Each | AreaParts)[] => {
    const group = groups.get(each.key.replace(level, '')) ?? [];
    if (group.length < 2 || !group.includes(each)) return [each];
    const parts = group.toSorted((a, b) => levelOf(a.key) - levelOf(b.key));
    return group[0] === each ? [{ key: parts[0]?.key ?? each.key, parts }] : [];
  });
}

const level = /(province|city|district)Code$/i;
const levelOf = (key: string): number =>
  ['province', 'city', 'district'].indexOf(level.exec(key)?.[1]?.toLowerCase() ?? '');

export function AreaField({
  of: { key, parts },
  isRead,
  record,
}: {
  readonly of: AreaParts;
  readonly isRead: boolean;
  readonly record: Row | undefined;
}): ReactNode {
  if (isRead) {
    const names = parts
      .map((part) => textAt(record, nameKeyOf(part.key)) || textAt(record, part.key))
      .filter((name) => name !== '');
    return (
      <div className="field" data-field={key}>
        <div className="read-label">{say(label)}</div>
        <div className="read-value">{names.length === 0 ? <span className="quiet">–</span> : names.join(' / ')}</div>
      </div>
    );
  }
  return (
    <div className="field" data-field={key}>
      <Form.Item name={key} label={say(label)}>
        <AreaInput parts={parts} />
      </Form.Item>
      {parts.slice(1).map((part) => (
        <Form.Item key={part.key} name={part.key} hidden>
          <input />
        </Form.Item>
      ))}
    </div>
  );
}

interface AreaInputProps {
  readonly parts: readonly Part[];
  readonly id?: string;
  readonly onChange?: (code: string | null) => void;
}

function AreaInput({ parts, id, onChange }: AreaInputProps): ReactNode {
  const form = Form.useFormInstance<Record<string, unknown>>();
  const values =
    Form.useWatch(
      (all: Record<string, unknown>) =>
        parts.flatMap(({ key }) => [plain(all[key]), plain(all[nameKeyOf(key)])]).join('\n'),
      { form, preserve: true },
    ) ?? '';
  const pairs = values.split('\n');
  const codes = parts.map((_part, at) => pairs[2 * at] ?? '');
  const choose = (nodes: readonly AreaNode[]): void => {
    const chosen = Object.fromEntries(
      parts.flatMap(({ key }, at) => [
        [key, nodes[at]?.code ?? null],
        [nameKeyOf(key), nodes[at]?.name ?? null],
      ]),
    );
    // The form hears of a change only when a value differs; another district of the same province must count too.
    form.setFieldsValue({ ...chosen, [parts[0]?.key ?? '']: undefined });
    onChange?.(nodes[0]?.code ?? null);
  };
  return (
    <LateAreaCascader
      {...(id === undefined ? {} : { id })}
      value={codes.findLast((code) => code !== '') ?? ''}
      names={parts.map((_part, at) => pairs[2 * at + 1] ?? '')}
      depth={parts.length === 3 ? 3 : 2}
      disabled={parts.some(({ isFixed }) => isFixed === true)}
      onChange={choose}
    />
  );
}
