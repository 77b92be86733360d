import { Form, Input } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { refs } from '#platform/model/field.ts';
import { say } from '#platform/web/text/language.ts';
import { RefsInput } from '#platform/web/field/refs-input.tsx';
import type { OwnInputProps } from '#platform/web/registry/registry.ts';
import { upward } from '#system/model/arriving.ts';
import { notice } from '#system/model/notice.ts';
import { user } from '#system/model/user.ts';
import { noticeTexts } from './notice-texts.ts';

const { label } = notice.fields.receiverIds;
const departments = refs(label, () => upward.dept);
const users = refs(label, () => user);

/** Departments or users, by what the type of receiver says; those of another type are let go. */
export function ReceiversInput({ id, value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const form = Form.useFormInstance();
  const type: unknown = Form.useWatch('receiverType', form);
  const before = useRef(type);
  useEffect(() => {
    if (before.current !== undefined && before.current !== type) onChange?.(null);
    before.current = type;
  }, [type, onChange]);
  const common = { ...(id === undefined ? {} : { id }), disabled };
  if (type !== '1' && type !== '2') return <Input {...common} disabled value={say(noticeTexts.everybody)} />;
  return (
    <RefsInput
      key={type}
      {...common}
      field={type === '1' ? departments : users}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={(next) => onChange?.(next)}
    />
  );
}
