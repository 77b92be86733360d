import { Select } from 'antd';
import type { ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';
import { messageTexts } from './texts.ts';

/** Names of the words that a template leaves open. */
export function VariablesInput({ id, value, onChange, disabled = false }: OwnInputProps): ReactNode {
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      className="full"
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', ' ', '，', '、']}
      placeholder={say(messageTexts.variablesHelp)}
      disabled={disabled}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={(next: string[]) => onChange?.(next)}
    />
  );
}
