import type { ReactNode } from 'react';
import { ref, refs, type Field, type RefField } from '#platform/model/field.ts';
import { FieldInput } from '#platform/web/field/field-input.tsx';
import { RefInput } from '#platform/web/field/ref-input.tsx';
import { RefsInput } from '#platform/web/field/refs-input.tsx';
import { entityNamed } from '#platform/web/registry/registry.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { ruleFields } from '#promotion/model/rule-fields.ts';
import { followsOf, type RuleKey } from '#promotion/model/rule-form.ts';

interface RuleCellProps {
  readonly rule: Row;
  readonly of: RuleKey;
  readonly onChange: (changes: Row) => void;
}

/** What a gift and exchanged goods may be, by the choice beside their code. */
const nounsOfGift: Readonly<Record<string, string>> = {
  1: 'data:material',
  2: 'data:materialclass',
  3: 'promotion:gift',
};
const nounsOfExchange: Readonly<Record<string, string>> = {
  1: 'data:materialclass',
  2: 'data:brand',
  3: 'data:material',
};

/** A field of a rule as it is written. A change takes along what the specification says it does (001 §4.4). */
export function RuleCell({ rule, of, onChange }: RuleCellProps): ReactNode {
  const write = (value: unknown, more: Row = {}): void => {
    onChange({ [of]: value, ...followsOf(rule, of, value), ...more });
  };
  if (of === 'giveCode')
    return (
      <CodeCell rule={rule} code={of} name="giveName" noun={nounsOfGift[textAt(rule, 'giveType')]} write={write} />
    );
  if (of === 'changeProductCode' && textAt(rule, 'changeBuyType') === '3')
    return (
      <ProductsCell
        value={textAt(rule, of)}
        onChange={(codes) => {
          write(codes, { changeProductName: null });
        }}
      />
    );
  if (of === 'changeProductCode')
    return (
      <CodeCell
        rule={rule}
        code={of}
        name="changeProductName"
        noun={nounsOfExchange[textAt(rule, 'changeBuyType')]}
        write={write}
      />
    );
  const field: Field = ruleFields[of];
  if (field.kind === 'ref')
    return (
      <RefInput
        field={field}
        value={textAt(rule, of)}
        name={textAt(rule, `${of}Name`)}
        onChange={(code, row) => {
          write(code, { [`${of}Name`]: row === null ? null : textAt(row, 'name') });
        }}
      />
    );
  return (
    <FieldInput
      field={field}
      value={rule[of]}
      onChange={(value) => {
        write(value ?? null);
      }}
    />
  );
}

interface CodeCellProps {
  readonly rule: Row;
  readonly code: 'giveCode' | 'changeProductCode';
  readonly name: 'giveName' | 'changeProductName';
  readonly noun: string | undefined;
  readonly write: (value: unknown, more: Row) => void;
}
function CodeCell({ rule, code, name, noun, write }: CodeCellProps): ReactNode {
  return (
    <RefInput
      key={noun}
      field={fieldTo(code, noun ?? '')}
      value={textAt(rule, code)}
      name={textAt(rule, name)}
      onChange={(value, row) => {
        write(value, { [name]: row === null ? null : textAt(row, 'name') });
      }}
    />
  );
}

const products = refs(ruleFields.changeProductCode.label, () => targetNamed('data:material'), { key: 'code' });

/** Several products, as the wire has them: by commas. */
function ProductsCell({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (codes: string | null) => void;
}): ReactNode {
  return (
    <RefsInput
      field={products}
      value={value.split(',').filter((code) => code !== '')}
      onChange={(codes) => {
        onChange(codes.length === 0 ? null : codes.join(','));
      }}
    />
  );
}

const fieldTo = (code: 'giveCode' | 'changeProductCode', noun: string): RefField =>
  ref(ruleFields[code].label, () => targetNamed(noun));

/** The noun is found when it is shown: none is imported here. */
const targetNamed = (noun: string): ReturnType<RefField['target']> =>
  entityNamed(noun) ?? {
    name: noun,
    path: '',
    label: ruleFields.giveCode.label,
    codeField: 'code',
    nameField: 'name',
    fields: {},
  };
