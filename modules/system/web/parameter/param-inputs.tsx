import { Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';
import { parameterAt, parameters, type Parameter } from '#system/model/parameter/parameter.ts';

const offered = Object.entries<Parameter>(parameters).filter(([, { isInstallation }]) => isInstallation !== true);

/** The parameters a tenant may set: nobody types a code. Another one starts with its own name, type and default. */
export function ParamCode({ id, value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const form = Form.useFormInstance<Record<string, unknown>>();
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      className="full"
      disabled={disabled}
      showSearch={{ optionFilterProp: 'label' }}
      value={typeof value === 'string' && value !== '' ? value : null}
      options={offered.map(([code, { label }]) => ({ value: code, label: `${code} ${say(label)}` }))}
      onChange={(next: string) => {
        const chosen = parameterAt(next);
        onChange?.(next);
        if (chosen !== undefined)
          form.setFieldsValue({ name: say(chosen.label), typeCode: chosen.typeCode, value: chosen.default });
      }}
    />
  );
}

/** The values the chosen parameter takes, each with what it does. */
export function ParamValue({ id, value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const code: unknown = Form.useWatch('code', Form.useFormInstance());
  const values = typeof code === 'string' ? parameterAt(code)?.values : undefined;
  const common = { ...(id === undefined ? {} : { id }), disabled };
  const text = typeof value === 'string' ? value : '';
  if (values === undefined || typeof values === 'string')
    return (
      <Input
        {...common}
        value={text}
        maxLength={100}
        inputMode={values === 'count' ? 'numeric' : 'text'}
        onChange={(event) => onChange?.(event.target.value)}
      />
    );
  const options = Object.entries(values).map(([each, [cn, tw, en]]) => ({
    value: each,
    label: say([cn, tw, en]),
  }));
  return (
    <Select
      {...common}
      className="full"
      value={text === '' ? null : text}
      options={options}
      onChange={(next) => onChange?.(next)}
    />
  );
}
