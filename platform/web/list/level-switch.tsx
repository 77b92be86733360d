import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { levelOf } from '#platform/web/route/level.ts';
import type { Page } from '#platform/web/route/menu.ts';
import { becomePanel } from '#platform/web/route/tabs.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';

/** 本组织 / 集团: two sides of one list, each at its own address; absent where somebody has only one of them. */
export function LevelSwitch({ page: { name, twin } }: { readonly page: Page }): ReactNode {
  if (twin === undefined) return null;
  return (
    <Segmented<string>
      size="small"
      className="level-switch"
      aria-label={say(texts.level)}
      value={levelOf(name)}
      options={[
        { value: '0', label: <span data-level="0">{say(texts.levelOwn)}</span> },
        { value: '1', label: <span data-level="1">{say(texts.levelGroup)}</span> },
      ]}
      onChange={(level) => {
        if (level !== levelOf(name)) becomePanel(name, twin);
      }}
    />
  );
}
