import { Input, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { ref } from '#platform/model/field.ts';
import { LateNumberInput } from '#platform/web/field/late-number.tsx';
import { RefInput } from '#platform/web/field/ref-input.tsx';
import { entityNamed } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import type { Parameter } from '#system/model/parameter/parameter.ts';
import { effectsOf, isSwitch } from './parameter-data.ts';
import { parameterTexts } from './parameter-texts.ts';

interface ControlProps {
  readonly parameter: Parameter;
  readonly value: string;
  readonly disabled: boolean;
  /** Records of a tenant can be picked; the installation has none. */
  readonly canPick: boolean;
  readonly onChange: (value: string) => void;
  readonly onEnter: () => void;
}

/** The control that fits the values: a switch, a list of effects, a figure with its unit, a record, a text. */
export function ParameterControl(props: ControlProps): ReactNode {
  const { parameter, value, disabled, onChange, onEnter } = props;
  const common = { disabled, 'aria-label': say(parameter.label) };
  const effects = effectsOf(parameter);
  if (isSwitch(parameter))
    return (
      <Switch
        {...common}
        checked={value === '1'}
        checkedChildren={say(parameterTexts.on)}
        unCheckedChildren={say(parameterTexts.off)}
        onChange={(isOn) => {
          onChange(isOn ? '1' : '0');
        }}
      />
    );
  if (effects !== undefined)
    return (
      <Select
        {...common}
        className="full"
        value={value}
        options={Object.entries(effects).map(([each, effect]) => ({ value: each, label: say(effect) }))}
        onChange={onChange}
      />
    );
  if (parameter.values === 'count')
    return (
      <LateNumberInput
        {...common}
        className="full"
        min={0}
        max={parameter.most ?? 99_999}
        precision={0}
        value={Number.parseInt(value, 10)}
        suffix={parameter.unit === undefined ? undefined : say(parameter.unit)}
        onChange={(next) => {
          onChange(next === null ? '' : String(next));
        }}
        onPressEnter={onEnter}
      />
    );
  return <TextControl {...props} />;
}

function TextControl({ parameter, value, disabled, canPick, onChange, onEnter }: ControlProps): ReactNode {
  const entity = canPick && parameter.noun !== undefined ? entityNamed(parameter.noun) : undefined;
  return entity === undefined ? (
    <Input
      disabled={disabled}
      aria-label={say(parameter.label)}
      value={value}
      maxLength={parameter.max ?? 20}
      onChange={({ target }) => {
        onChange(target.value);
      }}
      onPressEnter={onEnter}
    />
  ) : (
    <RefInput
      field={ref(parameter.label, () => entity)}
      label={say(parameter.label)}
      value={value}
      name=""
      disabled={disabled}
      onChange={(next) => {
        onChange(next ?? '');
      }}
    />
  );
}
