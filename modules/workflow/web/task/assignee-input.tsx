import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import type { ReactNode } from 'react';
import { textAt } from '#platform/web/value/row.ts';
import { say } from '#platform/web/text/language.ts';
import { pick } from '#platform/web/picker/picker-dialog.tsx';
import { entityNamed } from '#platform/web/registry/registry.ts';
import { texts } from '#platform/web/text/texts.ts';
import { taskTexts } from './task-texts.ts';

/** By name: importing the definition would take it out of those that every list has already. */
export const userNoun = 'sys:user';

/** A name that may be typed, and the user it stands for once one was chosen. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

/** Typing a name chooses nobody: the user picker does. */
export function AssigneeInput({
  value,
  onChange,
}: {
  readonly value: Person;
  readonly onChange: (person: Person) => void;
}): ReactNode {
  const user = entityNamed(userNoun);
  const open = async (): Promise<void> => {
    const [row] = user === undefined ? [] : ((await pick(user)) ?? []);
    if (row !== undefined)
      onChange({ id: textAt(row, 'id'), name: textAt(row, 'realName') || textAt(row, 'username') });
  };
  return (
    <Input
      data-field="assignee"
      aria-label={say(taskTexts.assignee)}
      value={value.name}
      onChange={({ target }) => {
        onChange({ id: '', name: target.value });
      }}
      suffix={
        <button
          type="button"
          className="ref-button"
          data-verb="pick"
          aria-label={say(texts.choose, { noun: user === undefined ? '' : say(user.label) })}
          onClick={() => void open()}
        >
          <SearchOutlined />
        </button>
      }
    />
  );
}
