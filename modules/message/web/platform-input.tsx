import { Select } from 'antd';
import type { ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';
import { smsPlatform } from '#message/model/sms.ts';

/** The providers that the product can sign a request for. */
export function PlatformInput({ id, value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const options = Object.entries(smsPlatform).map(([key, label]) => ({ value: key, label: say(label) }));
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      className="full"
      disabled={disabled}
      options={options}
      value={typeof value === 'string' && value !== '' ? value : null}
      onChange={(next: string) => onChange?.(next)}
    />
  );
}
