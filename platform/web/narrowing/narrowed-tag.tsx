import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import type { Label } from '#platform/model/label.ts';
import { useNarrowing, widen } from './list-opening.ts';

const showAll: Label = ['显示全部', '顯示全部', 'Show all'];

/** Why a list shows a few rows only, and the way back to all of them. */
export function NarrowedTag({ page }: { readonly page: string }): ReactNode {
  const narrowing = useNarrowing(page);
  if (narrowing === undefined) return null;
  return (
    <Tag
      color="blue"
      data-testid="narrowed"
      closable={{ 'aria-label': say(showAll) }}
      onClose={() => {
        widen(page);
      }}
    >
      {narrowing.label}
    </Tag>
  );
}
