import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Drawable } from '#workflow/model/rule/board.ts';
import type { Board } from './board.ts';
import type { Shape } from './moddle.ts';

/** What every part of the panel is about: an element of the drawing, and the document that the process is for. */
export interface PartProps {
  readonly board: Board;
  readonly shape: Shape;
  readonly drawable: Drawable | undefined;
}

export function Labelled({
  label,
  help,
  field,
  children,
}: {
  readonly label: string;
  readonly help?: string;
  readonly field?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="property" {...(field === undefined ? {} : { 'data-field': field })}>
      <div className="property-label">{label}</div>
      {children}
      {help !== undefined && <div className="property-help">{help}</div>}
    </div>
  );
}

/** Written when it is left or confirmed: every letter would be a step to undo. */
export function TextInput({
  value,
  label,
  field,
  isLong = false,
  onCommit,
}: {
  readonly value: string;
  readonly label: string;
  readonly field?: string;
  readonly isLong?: boolean;
  readonly onCommit: (value: string) => void;
}): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const commit = (): void => {
    if (typed !== null && typed !== value) onCommit(typed.trim());
    setTyped(null);
  };
  const props = {
    'aria-label': label,
    ...(field === undefined ? {} : { 'data-field': field }),
    value: typed ?? value,
    onBlur: commit,
  };
  return isLong ? (
    <Input.TextArea
      {...props}
      autoSize={{ minRows: 2, maxRows: 8 }}
      spellCheck={false}
      onChange={(event) => {
        setTyped(event.target.value);
      }}
    />
  ) : (
    <Input
      {...props}
      onChange={(event) => {
        setTyped(event.target.value);
      }}
      onPressEnter={(event) => {
        if (!event.nativeEvent.isComposing) commit();
      }}
    />
  );
}
