import { Button, Checkbox } from 'antd';
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { listingStatus } from '#data/model/spec.ts';
import type { Label } from '#platform/model/label.ts';
import type { Params } from '#platform/web/api/client.ts';
import { queries } from '#platform/web/api/queries.ts';
import { Dialog, openDialog } from '#platform/web/dialogs.tsx';
import { EntityTable } from '#platform/web/entity/entity-table.tsx';
import { GroupTree } from '#platform/web/entity/group-tree.tsx';
import type { Row } from '#platform/web/entity/row.ts';
import { paramsOf, SearchForm } from '#platform/web/entity/search-form.tsx';
import { columnsOf, type Shown } from '#platform/web/entity/shown.ts';
import { firstPage, useList, type Asked } from '#platform/web/entity/use-list.ts';
import { feedback } from '#platform/web/feedback.tsx';
import { useColumnState } from '#platform/web/grid/column-state.ts';
import { useWatch } from '#platform/web/grid/watch.ts';
import { say } from '#platform/web/language.ts';
import { ChosenRows } from '#platform/web/picker/chosen-rows.tsx';
import type { RefKey } from '#platform/web/reference/lists.ts';
import { refQuery } from '#platform/web/reference/load.ts';
import { texts } from '#platform/web/texts.ts';
import { createChosen } from './product-chosen.ts';
import { useProductFilters } from './product-filters.ts';
import type { ProductChoice } from './product-matrix.ts';
import { material, materialClass, product, productClass } from './product-nouns.ts';
import { Quantities, useQuantities } from './product-quantities.tsx';
import { productTexts } from './product-texts.ts';
import '#platform/web/picker/picker.css';
import './product.css';

/** `grid` takes quantities by spec, `material` only chooses materials, `plain` chooses products of the shop. */
export type ProductForm = 'grid' | 'material' | 'plain';
export interface Choosing {
  readonly form?: ProductForm;
  readonly isMultiple?: boolean;
  readonly isRepeat?: boolean;
  readonly filters?: Params;
  readonly where?: Params | undefined;
  readonly chosen?: readonly Row[];
}

/** Lists that the dialog and whoever takes its rows need (001 §2.3). */
const needed: readonly RefKey[] = ['brandList', 'unitList', 'productClassList', 'organizationList', 'subStorageList'];

/** Undefined when the dialog was left. */
export function chooseProducts(choosing: Choosing = {}): Promise<ProductChoice | undefined> {
  for (const key of needed) void queries.prefetchQuery(refQuery(key));
  return openDialog<ProductChoice>((close) => <ProductDialog choosing={choosing} onClose={close} />);
}

const titles: Readonly<Record<ProductForm, Label>> = {
  grid: productTexts.chooseProduct,
  material: productTexts.chooseMaterial,
  plain: productTexts.chooseProduct,
};

function ProductDialog({
  choosing,
  onClose,
}: {
  readonly choosing: Choosing;
  readonly onClose: (choice?: ProductChoice) => void;
}): ReactNode {
  const { form = 'grid', isMultiple = true, where } = choosing;
  const [noun, classes] =
    form === 'plain' ? ([product(), productClass()] as const) : ([material(), materialClass()] as const);
  const owner = useId();
  const body = useRef<HTMLDivElement>(null);
  const columns = useMemo(
    () => columnsOf(noun, ['className', 'code', 'name', 'brandName', 'mainUnitName', 'remark']),
    [noun],
  );
  const filters = useProductFilters(noun, form === 'plain' ? 'plain' : 'grid');
  const initial = useMemo(() => ({ status: '1', ...choosing.filters }), [choosing.filters]);
  const [asked, setAsked] = useState<Asked>(() => ({ ...firstPage, filters: paramsOf(filters, initial) }));
  // A class chosen in the tree stands in the form, too: the form begins anew with it.
  const [start, setStart] = useState<{ readonly row: Row; readonly round: number }>({ row: initial, round: 0 });
  const [isRepeat, setRepeat] = useState(choosing.isRepeat === true);
  const [chosen] = useState(() => createChosen(choosing.isRepeat === true, choosing.chosen));
  const [columnState, setColumnState] = useColumnState(`picker:${noun.name}`);
  const chosenColumns = useMemo(
    () =>
      ['code', 'name', 'shelfStatus']
        .flatMap((key) => columnsOf(noun, [key]))
        .map((column): Shown =>
          column.key === 'shelfStatus'
            ? { ...column, key: 'listing', label: productTexts.listing, valueKey: 'listingStatus' }
            : column,
        ),
    [noun],
  );
  const read = useList(noun, `product${owner}`, {
    ...asked,
    filters: { ...asked.filters, ...where, ...(form === 'plain' ? {} : { productRelFlag: '1' }) },
  });
  const offered = useMemo(
    () =>
      read.rows.map((row) => ({
        ...row,
        listingStatus: form === 'plain' ? row['shelfStatus'] : listingStatus(row['productList']),
      })),
    [read.rows, form],
  );
  const work = useQuantities(chosen, isRepeat, form === 'grid');
  const rows = useWatch(chosen, (all) => all);
  useEffect(() => {
    body.current?.querySelector<HTMLInputElement>('[data-filter="code"] input')?.focus();
  }, []);
  const classCode = String(asked.filters['classCode'] ?? '');
  const inClass = (code: string): void => {
    const next = Object.fromEntries(
      Object.entries({ ...asked.filters, classCode: code }).filter(([, value]) => value !== ''),
    );
    setAsked({ ...asked, page: 1, filters: next });
    setStart({ row: next, round: start.round + 1 });
  };
  // The same question again is asked anew: somebody may have changed the answer.
  const searchFor = (next: Params): void => {
    if (asked.page === 1 && JSON.stringify(next) === JSON.stringify(asked.filters)) read.reload();
    else setAsked({ ...asked, filters: next, page: 1 });
  };
  const confirm = (): void => {
    if (!isMultiple && rows.length > 1) feedback.warn(say(productTexts.onlyOne));
    else onClose(work.choice());
  };
  return (
    <Dialog
      title={say(titles[form])}
      width="100%"
      className="picker product-dialog"
      onCancel={() => {
        onClose();
      }}
      footer={
        <div className="picker-footer" data-picker={form === 'material' ? 'material' : 'productSelection'}>
          <span>
            <span aria-live="polite">{say(texts.selected, { count: rows.length })}</span>
            {isMultiple && (
              <Checkbox
                data-verb="repeat"
                checked={isRepeat}
                title={say(productTexts.repeatHint)}
                onChange={({ target: { checked } }) => {
                  setRepeat(checked);
                  chosen.setRepeat(checked);
                }}
              >
                {say(productTexts.repeat)}
              </Checkbox>
            )}
          </span>
          <Button
            onClick={() => {
              onClose();
            }}
          >
            {say(texts.cancel)}
          </Button>
          <Button type="primary" data-verb="confirm" disabled={rows.length === 0} onClick={confirm}>
            {isMultiple && rows.length > 0 ? say(texts.confirmCount, { count: rows.length }) : say(texts.confirm)}
          </Button>
        </div>
      }
    >
      <div className="picker-body product-body" ref={body}>
        <GroupTree entity={classes} selected={classCode} locked={productTexts.classLocked} onSelect={inClass} />
        <div className="picker-main">
          <SearchForm
            key={start.round}
            filters={filters}
            initial={{ status: '1' }}
            start={start.row}
            onSearch={(next) => {
              searchFor(next);
            }}
          />
          <EntityTable
            noun={noun}
            columns={columns}
            list={{ ...read, rows: offered }}
            asked={asked}
            onAsk={setAsked}
            selection={chosen}
            choice="many"
            columnState={columnState}
            onColumnState={setColumnState}
          />
          <div className={form === 'grid' ? 'product-chosen product-split' : 'product-chosen'}>
            <ChosenRows columns={chosenColumns} selection={chosen} isMultiple />
            {form === 'grid' && <Quantities work={work} />}
          </div>
        </div>
      </div>
    </Dialog>
  );
}
