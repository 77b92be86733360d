import { Button } from 'antd';
import { useId, useMemo, useState, type ReactNode } from 'react';
import type { Params } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { EntityTable } from '#platform/web/list/entity-table.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { SearchForm } from '#platform/web/list/search-form.tsx';
import { columnsOf } from '#platform/web/value/shown.ts';
import { firstPage, useList, type Asked } from '#platform/web/record/use-list.ts';
import { useColumnState } from '#platform/web/column/column-state.ts';
import { createSelection } from '#platform/web/grid/selection.ts';
import { gridTexts } from '#platform/web/grid/texts.ts';
import { useWatch } from '#platform/web/grid/watch.ts';
import { say } from '#platform/web/text/language.ts';
import { ChosenRows } from '#platform/web/picker/chosen-rows.tsx';
import { texts } from '#platform/web/text/texts.ts';
import { useCodeFocus } from './code-focus.ts';
import { specModel, useProductFilters } from './product-filters.ts';
import { material } from './product-nouns.ts';
import { productTexts } from './product-texts.ts';
import '#platform/web/picker/picker.css';

interface Choosing {
  readonly filters?: Params;
  readonly where?: Params | undefined;
}

/** One product, chosen by what is in stock and what it costs; null when the dialog was left. */
export async function chooseProduct(choosing: Choosing = {}): Promise<Row | null> {
  return (await openDialog<Row>((close) => <ProductRadio choosing={choosing} onClose={close} />)) ?? null;
}

const shownKeys = [
  'code',
  'name',
  'brandName',
  'specModel',
  'erpStockNumber',
  'price',
  'groupFlag',
  'libertiesFlag',
  'unitChangeFlag',
  'status',
];

interface RadioProps {
  readonly choosing: Choosing;
  readonly onClose: (row?: Row) => void;
}

function ProductRadio({ choosing, onClose }: RadioProps): ReactNode {
  const body = useCodeFocus();
  const columns = useMemo(
    () => shownKeys.flatMap((key) => (key === 'specModel' ? [specModel] : columnsOf(material(), [key]))),
    [],
  );
  const filters = useProductFilters(material(), 'radio');
  const [asked, setAsked] = useState<Asked>({ ...firstPage, filters: choosing.filters ?? {} });
  const [selection] = useState(() => createSelection((row) => textAt(row, 'code')));
  const [columnState, setColumnState] = useColumnState('picker:productRadio');
  const list = useStocked(asked, choosing);
  const [row] = useWatch(selection, (all) => all);
  const leave = (): void => {
    onClose();
  };
  return (
    <Dialog
      centered
      title={say(productTexts.chooseOne)}
      width="90%"
      className="picker"
      onCancel={leave}
      footer={
        <ChosenBar
          isChosen={row !== undefined}
          onCancel={leave}
          onConfirm={() => {
            onClose(row);
          }}
        />
      }
    >
      <div className="picker-body" ref={body}>
        <div className="picker-main">
          <SearchForm
            filters={filters}
            start={choosing.filters ?? {}}
            onSearch={(next) => {
              setAsked({ ...asked, filters: next, page: 1 });
            }}
          />
          <EntityTable
            noun={material()}
            columns={columns}
            list={list}
            asked={asked}
            onAsk={setAsked}
            selection={selection}
            choice="one"
            onOpen={onClose}
            columnState={columnState}
            onColumnState={setColumnState}
          />
          <ChosenRows columns={columns} selection={selection} isMultiple={false} />
        </div>
      </div>
    </Dialog>
  );
}

/** Materials with what there is of them: the server counts the stock while it reads the page. */
function useStocked(asked: Asked, { where }: Choosing): ReturnType<typeof useList> {
  const owner = useId();
  const read = useList(material(), `radio${owner}`, {
    ...asked,
    filters: { status: '1', ...asked.filters, ...where, stockQueryType: '0' },
  });
  const rows = useMemo(
    () =>
      read.rows.map((each) => ({
        ...each,
        specModel: [textAt(each, 'spec'), textAt(each, 'model')].filter((part) => part !== '').join(' / '),
      })),
    [read.rows],
  );
  return { ...read, rows };
}

function ChosenBar({
  isChosen,
  onCancel,
  onConfirm,
}: {
  readonly isChosen: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}): ReactNode {
  return (
    <div className="picker-footer" data-picker="productRadio">
      <span>
        <span aria-live="polite">{say(texts.selected, { count: isChosen ? 1 : 0 })}</span>
        <span className="quiet picker-keys">{say(gridTexts.pickerKeys)}</span>
      </span>
      <Button onClick={onCancel}>{say(texts.cancel)}</Button>
      <Button type="primary" data-verb="confirm" disabled={!isChosen} onClick={onConfirm}>
        {say(texts.confirm)}
      </Button>
    </div>
  );
}
