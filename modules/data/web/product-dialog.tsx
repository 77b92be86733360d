import { CompressOutlined, ExpandOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { useId, useMemo, useReducer, useState, type ReactNode } from 'react';
import { listingStatus } from '#data/model/goods/spec.ts';
import type { Entity } from '#platform/model/entity.ts';
import type { Label } from '#platform/model/label.ts';
import type { Params } from '#platform/web/api/client.ts';
import { queries } from '#platform/web/api/queries.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { EntityTable } from '#platform/web/list/entity-table.tsx';
import { GroupTree } from '#platform/web/list/group-tree.tsx';
import type { Row } from '#platform/web/value/row.ts';
import { paramsOf, SearchForm } from '#platform/web/list/search-form.tsx';
import { columnsOf, type Shown } from '#platform/web/value/shown.ts';
import { firstPage, useList, type Asked } from '#platform/web/record/use-list.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { useColumnState } from '#platform/web/column/column-state.ts';
import { useWatch } from '#platform/web/grid/watch.ts';
import { say } from '#platform/web/text/language.ts';
import { ChosenRows } from '#platform/web/picker/chosen-rows.tsx';
import type { RefKey } from '#platform/web/reference/lists.ts';
import { refQuery } from '#platform/web/reference/load.ts';
import { texts } from '#platform/web/text/texts.ts';
import { useCodeFocus } from './code-focus.ts';
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
  return openDialog<ProductChoice>((close) => (
    <ProductDialog
      choosing={choosing}
      onClose={close}
      onLeave={() => {
        close();
      }}
    />
  ));
}

const titles: Readonly<Record<ProductForm, Label>> = {
  grid: productTexts.chooseProduct,
  material: productTexts.chooseMaterial,
  plain: productTexts.chooseProduct,
};

interface DialogProps {
  readonly choosing: Choosing;
  readonly onClose: (choice: ProductChoice) => void;
  readonly onLeave: () => void;
}

function ProductDialog({ choosing, onClose, onLeave }: DialogProps): ReactNode {
  const { form = 'grid', isMultiple = true } = choosing;
  const [noun, classes] =
    form === 'plain' ? ([product(), productClass()] as const) : ([material(), materialClass()] as const);
  const body = useCodeFocus();
  const filters = useProductFilters(noun, form === 'plain' ? 'plain' : 'grid');
  const offered = useOffered(noun, filters, choosing);
  const [isWhole, toggleWhole] = useReducer((is: boolean) => !is, false);
  const [isRepeat, setRepeat] = useState(choosing.isRepeat === true);
  const [chosen] = useState(() => createChosen(choosing.isRepeat === true, choosing.chosen));
  const chosenColumns = useMemo(() => chosenColumnsOf(noun), [noun]);
  const work = useQuantities(chosen, isRepeat, form === 'grid');
  const rows = useWatch(chosen, (all) => all);
  const confirm = (): void => {
    if (!isMultiple && rows.length > 1) feedback.warn(say(productTexts.onlyOne));
    else onClose(work.choice());
  };
  return (
    <Dialog
      title={say(titles[form])}
      width="100%"
      className={isWhole ? 'picker product-dialog product-whole' : 'picker product-dialog'}
      onCancel={onLeave}
      footer={
        <ChosenBar
          form={form}
          isMultiple={isMultiple}
          count={rows.length}
          isWhole={isWhole}
          onWhole={toggleWhole}
          isRepeat={isRepeat}
          onRepeat={(isOn) => {
            setRepeat(isOn);
            chosen.setRepeat(isOn);
          }}
          onCancel={onLeave}
          onConfirm={confirm}
        />
      }
    >
      <div className="picker-body product-body" ref={body}>
        <GroupTree
          entity={classes}
          selected={String(offered.asked.filters['classCode'] ?? '')}
          locked={productTexts.classLocked}
          onSelect={offered.inClass}
        />
        <div className="picker-main">
          <Offers noun={noun} filters={filters} offered={offered} chosen={chosen} />
          <div className={form === 'grid' ? 'product-chosen product-split' : 'product-chosen'}>
            <ChosenRows columns={chosenColumns} selection={chosen} isMultiple />
            {form === 'grid' && <Quantities work={work} />}
          </div>
        </div>
      </div>
    </Dialog>
  );
}

const chosenColumnsOf = (noun: Entity): Shown[] =>
  ['code', 'name', 'shelfStatus']
    .flatMap((key) => columnsOf(noun, [key]))
    .map((column): Shown =>
      column.key === 'shelfStatus'
        ? { ...column, key: 'listing', label: productTexts.listing, valueKey: 'listingStatus' }
        : column,
    );

interface Offered {
  readonly list: ReturnType<typeof useList>;
  readonly asked: Asked;
  readonly setAsked: (asked: Asked) => void;
  /** With what the form begins; a new round begins it anew. */
  readonly start: { readonly row: Row; readonly round: number };
  readonly inClass: (code: string) => void;
  readonly searchFor: (filters: Params) => void;
}

/** What the dialog offers, as the tree and the form ask for it. */
function useOffered(
  noun: Entity,
  filters: ReturnType<typeof useProductFilters>,
  { form = 'grid', where, filters: given }: Choosing,
): Offered {
  const owner = useId();
  const initial = useMemo(() => ({ status: '1', ...given }), [given]);
  const [asked, setAsked] = useState<Asked>(() => ({ ...firstPage, filters: paramsOf(filters, initial) }));
  // A class chosen in the tree stands in the form, too: the form begins anew with it.
  const [start, setStart] = useState<{ readonly row: Row; readonly round: number }>({ row: initial, round: 0 });
  const read = useList(noun, `product${owner}`, {
    ...asked,
    filters: { ...asked.filters, ...where, ...(form === 'plain' ? {} : { productRelFlag: '1' }) },
  });
  const offered = useMemo(
    () =>
      read.rows.map((row) => {
        const { shelfStatus, productList } = row;
        return { ...row, listingStatus: form === 'plain' ? shelfStatus : listingStatus(productList) };
      }),
    [read.rows, form],
  );
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
  return { list: { ...read, rows: offered }, asked, setAsked, start, inClass, searchFor };
}

function Offers({
  noun,
  filters,
  offered: { list, asked, setAsked, start, searchFor },
  chosen,
}: {
  readonly noun: Entity;
  readonly filters: ReturnType<typeof useProductFilters>;
  readonly offered: Offered;
  readonly chosen: ReturnType<typeof createChosen>;
}): ReactNode {
  const columns = useMemo(
    () => columnsOf(noun, ['className', 'code', 'name', 'brandName', 'mainUnitName', 'remark']),
    [noun],
  );
  const [columnState, setColumnState] = useColumnState(`picker:${noun.name}`);
  return (
    <>
      <SearchForm
        key={start.round}
        filters={filters}
        initial={{ status: '1' }}
        start={start.row}
        onSearch={searchFor}
      />
      <EntityTable
        noun={noun}
        columns={columns}
        list={list}
        asked={asked}
        onAsk={setAsked}
        selection={chosen}
        choice="many"
        columnState={columnState}
        onColumnState={setColumnState}
      />
    </>
  );
}

function ChosenBar({
  form,
  isMultiple,
  count,
  isWhole,
  onWhole,
  isRepeat,
  onRepeat,
  onCancel,
  onConfirm,
}: {
  readonly form: ProductForm;
  readonly isMultiple: boolean;
  readonly count: number;
  /** Over the whole window, menu and tabs as well, and not over its tab alone. */
  readonly isWhole: boolean;
  readonly onWhole: () => void;
  readonly isRepeat: boolean;
  readonly onRepeat: (isOn: boolean) => void;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}): ReactNode {
  return (
    <div className="picker-footer" data-picker={form === 'material' ? 'material' : 'productSelection'}>
      <span>
        <span aria-live="polite">{say(texts.selected, { count })}</span>
        {isMultiple && (
          <Checkbox
            data-verb="repeat"
            checked={isRepeat}
            title={say(productTexts.repeatHint)}
            onChange={({ target: { checked } }) => {
              onRepeat(checked);
            }}
          >
            {say(productTexts.repeat)}
          </Checkbox>
        )}
      </span>
      <Button
        icon={isWhole ? <CompressOutlined /> : <ExpandOutlined />}
        data-verb="wholeWindow"
        aria-pressed={isWhole}
        aria-label={say(texts.fullScreen)}
        title={say(texts.fullScreen)}
        onClick={onWhole}
      />
      <Button onClick={onCancel}>{say(texts.cancel)}</Button>
      <Button type="primary" data-verb="confirm" disabled={count === 0} onClick={onConfirm}>
        {isMultiple && count > 0 ? say(texts.confirmCount, { count }) : say(texts.confirm)}
      </Button>
    </div>
  );
}
