import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCallback, useId, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import type { Params } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/dialogs.tsx';
import { EntityTable } from '#platform/web/entity/entity-table.tsx';
import { gridColumns } from '#platform/web/entity/grid-columns.tsx';
import { classesOf, GroupTree } from '#platform/web/entity/group-tree.tsx';
import { textAt, type Row } from '#platform/web/entity/row.ts';
import { paramsOf, SearchForm } from '#platform/web/entity/search-form.tsx';
import { columnsOf, filtersOf, type Shown } from '#platform/web/entity/shown.ts';
import { firstPage, isPaged, useList } from '#platform/web/entity/use-list.ts';
import { useColumnState } from '#platform/web/grid/column-state.ts';
import { ListGrid } from '#platform/web/grid/list-grid.tsx';
import { createSelection, type Selection } from '#platform/web/grid/selection.ts';
import { gridTexts } from '#platform/web/grid/texts.ts';
import { useWatch } from '#platform/web/grid/watch.ts';
import { say } from '#platform/web/language.ts';
import { useParamEffects } from '#platform/web/reference/param-effects.ts';
import { texts } from '#platform/web/texts.ts';
import './picker.css';

interface Picking { readonly isMultiple?: boolean; readonly filters?: Params; /** What every record that is offered has. */ readonly where?: Params | undefined }

/** Undefined when the dialog was left without a choice. */
export function pick(entity: Entity, picking: Picking = {}): Promise<readonly Row[] | undefined> {
  return openDialog<readonly Row[]>((close) => <PickerDialog entity={entity} picking={picking} onClose={close} />);
}

interface PickerDialogProps { readonly entity: Entity; readonly picking: Picking; readonly onClose: (rows?: readonly Row[]) => void }

function PickerDialog({ entity, picking, onClose }: PickerDialogProps): ReactNode {
  const { isMultiple = false, filters: wanted = noFilters } = picking;
  const owner = useId();
  const facts = entity.picker ?? { columns: [entity.codeField, entity.nameField, ...('status' in entity.fields ? ['status'] : [])] };
  const group = classesOf(entity);
  const classes = group?.entity;
  const effects = useParamEffects();
  const columns = useMemo(() => effects.columns(columnsOf(entity, facts.columns)), [entity, facts.columns, effects]);
  const filters = useMemo(
    () => filtersOf(entity, [...new Set([entity.codeField, entity.nameField, ...(facts.filters ?? [])])]).filter(({ key }) => key !== entity.groupedBy || classes === undefined),
    [entity, facts.filters, classes],
  );
  // What is disabled is not offered, but can be looked up on purpose.
  const initial = useMemo(() => ({ ...(filters.some(({ key }) => key === 'status') ? { status: '1' } : {}), ...wanted }), [filters, wanted]);
  const [asked, setAsked] = useState({ ...firstPage, filters: paramsOf(filters, initial) });
  const [groupCode, setGroup] = useState('');
  const [selection] = useState(() => createSelection((row) => textAt(row, 'id')));
  const [columnState, setColumnState] = useColumnState(`picker:${entity.name}`);
  const list = useList(entity, `picker${owner}`, { ...asked, filters: { ...asked.filters, ...(picking.where ?? entity.where), ...(entity.groupedBy === undefined ? {} : { [entity.groupedBy]: groupCode }) } });
  const choose = useCallback((row: Row) => {
    const before = isMultiple && isPaged(entity) ? selection.get().filter((each) => selection.keyOf(each) !== selection.keyOf(row)) : [];
    onClose([...before, row]);
  }, [isMultiple, entity, selection, onClose]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || selection.get().length === 0) return;
    event.preventDefault();
    onClose(selection.get());
  };
  return (
    <Dialog
      centered title={say(texts.choose, { noun: say(entity.label) })} width={facts.width ?? '800px'}
      className="picker" onCancel={() => { onClose(); }}
      footer={<PickerFooter entity={entity} selection={selection} isMultiple={isMultiple} onClose={onClose} />}
    >
      <div className="picker-body" onKeyDown={onKeyDown}>
        {classes !== undefined && <GroupTree entity={classes} where={group?.where} selected={groupCode} onSelect={(code) => { setGroup(code); setAsked({ ...asked, page: 1 }); }} />}
        <div className="picker-main">
          <SearchForm filters={filters} initial={initial} onSearch={(next) => { setAsked({ ...asked, filters: next, page: 1 }); }} />
          <EntityTable noun={entity} columns={columns} list={list} asked={asked} onAsk={setAsked} selection={selection} choice={isMultiple ? 'many' : 'one'} onOpen={choose} columnState={columnState} onColumnState={setColumnState} />
          <ChosenRows columns={columns} selection={selection} isMultiple={isMultiple} />
        </div>
      </div>
    </Dialog>
  );
}

const noFilters: Params = {};

interface PickerFooterProps { readonly entity: Entity; readonly selection: Selection; readonly isMultiple: boolean; readonly onClose: PickerDialogProps['onClose'] }
function PickerFooter({ entity, selection, isMultiple, onClose }: PickerFooterProps): ReactNode {
  const count = useWatch(selection, (rows) => rows.length);
  return (
    <div className="picker-footer" data-picker={entity.name}>
      <span><span aria-live="polite">{say(texts.selected, { count })}</span><span className="quiet picker-keys">{say(gridTexts.pickerKeys)}</span></span>
      <Button onClick={() => { onClose(); }}>{say(texts.cancel)}</Button>
      <Button type="primary" data-verb="confirm" disabled={count === 0} onClick={() => { onClose(selection.get()); }}>
        {isMultiple && count > 0 ? say(texts.confirmCount, { count }) : say(texts.confirm)}
      </Button>
    </div>
  );
}

/** What was chosen so far, on whatever page: each row can be taken back. */
function ChosenRows({ columns, selection, isMultiple }: { readonly columns: readonly Shown[]; readonly selection: Selection; readonly isMultiple: boolean }): ReactNode {
  const rows = useWatch(selection, (chosen) => chosen);
  const shown = useMemo(() => gridColumns({
    columns, rows, dicts: undefined,
    rowButtons: (row) => <button type="button" className="icon-button" tabIndex={-1} data-verb="unchoose" aria-label={say(texts.removeLine)} onClick={() => { selection.drop([row]); }}><CloseOutlined /></button>,
  }).map((column) => ({ ...column, isSortable: false })), [columns, rows, selection]);
  return (
    <div className={isMultiple ? 'chosen-rows' : 'chosen-rows chosen-one'} data-testid="chosen">
      <div className="chosen-head"><strong>{say(texts.selected, { count: rows.length })}</strong><Button type="link" size="small" disabled={rows.length === 0} onClick={() => { selection.replace([]); }}>{say(texts.clearSelection)}</Button></div>
      <div className="chosen-grid"><ListGrid label={say(texts.selected, { count: rows.length })} columns={shown} rows={rows} keyOf={selection.keyOf} rowHeight={28} /></div>
    </div>
  );
}
