import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { simulationTexts as texts } from './simulation-texts.ts';

interface AgainProps {
  readonly isBusy: boolean;
  readonly onAgain: () => void;
}
/** Rules change in other tabs: whoever comes back tries them again. */
export const Again = ({ isBusy, onAgain }: AgainProps): ReactNode => (
  <Button icon={<ReloadOutlined />} data-verb="again" loading={isBusy} onClick={onAgain}>
    {say(texts.again)}
  </Button>
);
