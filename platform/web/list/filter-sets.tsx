import { StarFilled, StarOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { say } from '#platform/web/text/language.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import type { KeptSetsProps } from './kept-sets.tsx';

/** Apart from the other texts, which come with the sets. */
const setsTitle: Label = ['查询方案', '查詢方案', 'Saved filters'];

const LateSets = late<KeptSetsProps>(
  'filter-sets',
  chunk(
    () => import('./kept-sets.tsx'),
    ({ KeptSets }) => KeptSets,
  ),
  () => <div className="filter-sets" />,
);

/** The sets of filters that somebody keeps for this list: apply, save, rename, delete, open the list with one. */
export function FilterSetsButton(props: Omit<KeptSetsProps, 'onDone'>): ReactNode {
  const { applied } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      open={isOpen}
      onOpenChange={setOpen}
      content={() => (
        <LateSets
          {...props}
          onDone={() => {
            setOpen(false);
          }}
        />
      )}
    >
      <Button
        className="filter-sets-button"
        icon={applied === undefined ? <StarOutlined /> : <StarFilled />}
        data-verb="filterSets"
        title={applied ?? say(setsTitle)}
        aria-label={say(setsTitle)}
      >
        {applied}
      </Button>
    </Popover>
  );
}
