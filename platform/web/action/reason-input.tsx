import { Input, Radio } from 'antd';
import type { ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
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

/** Which kind of reason it is, where kinds have different effects; the preview beside it follows. */
export function ReasonKindInput({
  kinds,
  value,
  onChange,
}: {
  readonly kinds: Readonly<Record<string, Label>>;
  readonly value: string;
  readonly onChange: (kind: string) => void;
}): ReactNode {
  return (
    <div className="reason" data-field="reasonKind">
      <Radio.Group
        aria-label={say(texts.reason)}
        value={value}
        options={Object.entries(kinds).map(([kind, label]) => ({ value: kind, label: say(label) }))}
        onChange={({ target }) => {
          onChange(String(target.value));
        }}
      />
    </div>
  );
}
