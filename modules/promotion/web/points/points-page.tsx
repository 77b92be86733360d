import { Button } from 'antd';
import type { ReactNode } from 'react';
import { permissionOf } from '#platform/model/permission.ts';
import { useCan } from '#platform/web/api/me.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { chunk } from '#platform/web/loading/chunk.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { integralBalance } from '#promotion/model/points/integral-balance.ts';
import { pointsAccount } from '#promotion/model/points/points-account.ts';
import { pointsTexts } from './points-texts.ts';

const loadEntries = chunk(
  () => import('#platform/web/ledger/entries-dialog.tsx'),
  ({ openEntries }) => openEntries,
);
const loadBatches = chunk(
  () => import('./points-batches.tsx'),
  ({ openBatches }) => openBatches,
);
const loadAdjust = chunk(
  () => import('./points-adjust.tsx'),
  ({ adjustPoints }) => adjustPoints,
);

const openEntries = (row: Row): void => {
  void loadEntries().then((open) =>
    open({
      ledger: 'points',
      path: `${integralBalance.path}/entries`,
      params: { customerCode: textAt(row, 'customerCode') },
      title: say(pointsTexts.entriesOf, { customer: textAt(row, 'customerName') }),
    }),
  );
};
const openBatches = (row: Row): void => {
  void loadBatches().then((open) => open(row));
};

/** Points of customers by batches: what each has, until when; whoever may gives and takes points with a reason. */
export function PointsPage(): ReactNode {
  const can = useCan();
  const buttons = can(permissionOf(pointsAccount, 'adjust')) && (
    <Button data-verb="adjust" onClick={() => void loadAdjust().then((adjust) => adjust())}>
      {say(pointsTexts.adjust)}
    </Button>
  );
  return (
    <ListPage
      noun={pointsAccount}
      buttons={buttons}
      onOpen={openBatches}
      rowButtons={{
        width: 72,
        render: (row) => (
          <RowLink
            verb="batches"
            text={say(pointsTexts.batches)}
            onClick={() => {
              openBatches(row);
            }}
          />
        ),
      }}
    />
  );
}

/** Points by month; a row leads to what came and went. */
export const IntegralPage = (): ReactNode => (
  <ListPage
    noun={integralBalance}
    onOpen={openEntries}
    rowButtons={{
      width: 72,
      render: (row) => (
        <RowLink
          verb="entries"
          text={say(pointsTexts.entries)}
          onClick={() => {
            openEntries(row);
          }}
        />
      ),
    }}
  />
);

const RowLink = ({
  verb,
  text,
  onClick,
}: {
  readonly verb: string;
  readonly text: string;
  readonly onClick: () => void;
}) => (
  <a role="button" tabIndex={-1} data-verb={verb} onClick={onClick}>
    {text}
  </a>
);
