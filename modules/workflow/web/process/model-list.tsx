import type { ReactNode } from 'react';
import { permissionOf } from '#platform/model/permission.ts';
import { useCan } from '#platform/web/api/me.ts';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { go } from '#platform/web/route/route.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { wfModel } from '#workflow/model/definition.ts';
import { designerOf } from './model-actions.ts';

const design = (row: Row): void => {
  go(designerOf(textAt(row, 'id')));
};

/** Models are drawn: opening or editing one leads to its designer, and who may only look sees its record. */
export function ModelListPage(): ReactNode {
  const mayDraw = useCan()(permissionOf(wfModel, 'update'));
  return <ListPage noun={wfModel} onOpen={mayDraw ? design : undefined} onEdit={design} />;
}
