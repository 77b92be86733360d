import { CheckOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { useDraftTime } from './keeper.ts';
import { momentText } from './restored-bar.tsx';
import { texts } from './texts.ts';
import './draft.css';

/** Beside the buttons of a form: until when nothing that was typed can be lost. */
export function DraftTime({ tab }: { readonly tab: string }): ReactNode {
  const at = useDraftTime(tab);
  return at === undefined ? null : (
    <span className="draft-time" data-testid="draft-time">
      <CheckOutlined /> {say(texts.kept, { time: momentText(at) })}
    </span>
  );
}
