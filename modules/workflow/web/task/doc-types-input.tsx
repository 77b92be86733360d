import { Select } from 'antd';
import type { ReactNode } from 'react';
import { isApprovable } from '#platform/model/document.ts';
import { say } from '#platform/web/text/language.ts';
import { shownNouns, type OwnInputProps } from '#platform/web/registry/registry.ts';
import { taskTexts } from './task-texts.ts';

/** Kinds of documents that a substitute stands in for; none chosen is all of them. */
export function DocTypesInput({ id, value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const types = shownNouns().flatMap((noun) =>
    noun.kind === 'document' && isApprovable(noun) ? [{ value: noun.number.prefix, label: say(noun.label) }] : [],
  );
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      className="full"
      mode="multiple"
      allowClear
      disabled={disabled}
      placeholder={say(taskTexts.allTypes)}
      maxTagCount="responsive"
      value={Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []}
      options={types}
      onChange={(next: string[]) => {
        onChange?.(next);
      }}
    />
  );
}
