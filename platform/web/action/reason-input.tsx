import { Input } from 'antd';
import type { ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';

/** Why somebody does it, for the history of the document. */
export function ReasonInput({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (reason: string) => void;
}): ReactNode {
  return (
    <div className="reason" data-field="operateMsg">
      <div className="read-label">{say(texts.reason)}</div>
      <Input.TextArea
        aria-label={say(texts.reason)}
        value={value}
        maxLength={200}
        rows={2}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
    </div>
  );
}
