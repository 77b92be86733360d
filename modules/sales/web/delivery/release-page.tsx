import type { ReactNode } from 'react';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { openDialog } from '#platform/web/page/dialogs.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { deliveryRelease } from '#sales/model/delivery-release.ts';
import { ReleaseDialog } from './release-dialog.tsx';

/** The gate's list; a row opens the goods that it is about, which are released, picked and carried out there. */
export const ReleasePage = (): ReactNode => <ListPage noun={deliveryRelease} onOpen={openGoods} />;

const openGoods = (row: Row): void => {
  void openDialog<never>((close) => (
    <ReleaseDialog
      id={textAt(row, 'id')}
      onClose={() => {
        close();
      }}
    />
  ));
};
