import { SettingOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import type { ReactNode } from 'react';
import { chunk } from '#platform/web/loading/chunk.ts';
import { late } from '#platform/web/loading/late.tsx';
import { say } from '#platform/web/text/language.ts';
import type { ColumnOrderProps } from './column-order.tsx';
import { columnTexts } from './texts.ts';

const LateOrder = late<ColumnOrderProps>(
  'column-order',
  chunk(
    () => import('./column-order.tsx'),
    ({ ColumnOrder }) => ColumnOrder,
  ),
  () => <div className="column-settings" />,
);

/** Seldom opened: what is behind the button is fetched when it is. */
export function ColumnSettings(props: ColumnOrderProps): ReactNode {
  return (
    <Popover trigger="click" placement="bottomRight" destroyOnHidden content={() => <LateOrder {...props} />}>
      <Button
        type="text"
        icon={<SettingOutlined />}
        data-verb="columns"
        title={say(columnTexts.columns)}
        aria-label={say(columnTexts.columns)}
      />
    </Popover>
  );
}
