import { Button } from 'antd';
import { useCallback, useId, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { hasCode, type Entity } from '#platform/model/entity.ts';
import { permissionOf } from '#platform/model/permission.ts';
import type { Params } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { EntityTable } from '#platform/web/list/entity-table.tsx';
import { classesOf, GroupTree, type ClassTree } from '#platform/web/list/group-tree.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { paramsOf, SearchForm } from '#platform/web/list/search-form.tsx';
import { columnsOf, type Shown } from '#platform/web/value/shown.ts';
import { firstPage, isPaged, type Asked } from '#platform/web/record/use-list.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { useColumnState } from '#platform/web/column/column-state.ts';
import { createSelection, type Selection } from '#platform/web/grid/selection.ts';
import { gridTexts } from '#platform/web/grid/texts.ts';
import { useWatch } from '#platform/web/grid/watch.ts';
import { say } from '#platform/web/text/language.ts';
import { useParamEffects } from '#platform/web/reference/param-effects.ts';
import { ownPickerOf, pickerRulesOf } from '#platform/web/registry/registry.ts';
import { levelShown } from '#platform/web/route/level.ts';
import { texts } from '#platform/web/text/texts.ts';
import { obeying } from './choice.ts';
import { ChosenRows } from './chosen-rows.tsx';
import { ExpertSearch } from './expert-search.tsx';
import { filtersIn, startOf } from './filters.ts';
import { complaintAbout, type PickerRules } from '#platform/web/registry/picker-rules.ts';
import { viewRecord } from './record-view.tsx';
import { pickerTexts } from './texts.ts';
import { useOffered } from './use-offered.ts';
import './picker.css';

export interface Picking {
  readonly isMultiple?: boolean;
  /** What stands in the search form at first. */
  readonly filters?: Params;
  /** What every record that is offered has. */
  readonly where?: Params | undefined;
  /** What is chosen already. */
  readonly chosen?: readonly Row[];
  /** Choosing a node of a tree chooses everything below it, too. */
  readonly isWithBelow?: boolean;
  /** The name of another picker of the noun than its first. */
  readonly as?: string | undefined;
  /** Those of a picker by another name; the noun's own unless told. */
  readonly rules?: PickerRules | undefined;
}

/** Undefined when the dialog was left without a choice. */
export async function pick(entity: Entity, picking: Picking = {}): Promise<readonly Row[] | undefined> {
  const own = picking.rules === undefined ? ownPickerOf(entity.name) : undefined;
  if (own !== undefined) return (await own())(picking);
  const rules = picking.rules ?? (await pickerRulesOf(entity, picking.as));
  return openDialog<readonly Row[]>((close) => (
    <PickerDialog entity={entity} rules={rules} picking={picking} onClose={close} />
  ));
}

interface PickerDialogProps {
  readonly entity: Entity;
  readonly rules: PickerRules;
  readonly picking: Picking;
  readonly onClose: (rows?: readonly Row[]) => void;
}

function PickerDialog(props: PickerDialogProps): ReactNode {
  const { entity, rules, picking, onClose } = props;
  const { isMultiple = false } = picking;
  const search = usePickerSearch(props);
  const { group, filters, initial, asked, setAsked, columns } = search;
  const choosing = useChoosing(props, search);
  return (
    <Dialog
      centered
      title={rules.title === undefined ? say(texts.choose, { noun: say(entity.label) }) : say(rules.title)}
      width={rules.width ?? entity.picker?.width ?? '800px'}
      className="picker"
      onCancel={() => {
        onClose();
      }}
      footer={
        <PickerFooter
          entity={entity}
          selection={search.chosen}
          isMultiple={isMultiple}
          mayBeEmpty={rules.none !== undefined || (picking.chosen?.length ?? 0) > 0}
          onClose={onClose}
          onConfirm={choosing.confirm}
        />
      }
    >
      <div className="picker-body" onKeyDown={choosing.onKeyDown}>
        {group !== undefined && (
          <GroupTree
            entity={group.entity}
            where={group.where}
            selected={search.groupCode}
            locked={rules.locked ?? pickerTexts.classLocked}
            onSelect={(code) => {
              search.setGroup(code);
              setAsked({ ...asked, page: 1 });
            }}
          />
        )}
        <div className="picker-main">
          <SearchForm
            filters={filters}
            initial={initial}
            onSearch={(next) => {
              setAsked({ ...asked, filters: next, page: 1 });
            }}
            rest={(rest) => <ExpertSearch {...rest} />}
          />
          <PickerTable {...props} search={search} choosing={choosing} />
          <ChosenRows columns={columns} selection={search.chosen} isMultiple={choosing.isTicking} />
        </div>
      </div>
    </Dialog>
  );
}

/** What is searched for, and what is offered for it. */
interface PickerSearch {
  readonly group: ClassTree | undefined;
  readonly groupCode: string;
  readonly setGroup: (code: string) => void;
  readonly columns: readonly Shown[];
  readonly filters: readonly Shown[];
  readonly initial: Row;
  readonly asked: Asked;
  readonly setAsked: (next: Asked) => void;
  readonly chosen: Selection;
  readonly offered: ReturnType<typeof useOffered>;
}
function usePickerSearch({ entity, rules, picking }: PickerDialogProps): PickerSearch {
  const owner = useId();
  const [level] = useState(levelShown);
  const where = picking.where ?? entity.where;
  const group = classesOf({ ...entity, ...(where === undefined ? {} : { where: textsOf(where) }) });
  const effects = useParamEffects();
  const keys = rules.columns ?? entity.picker?.columns ?? namesOf(entity);
  const columns = useMemo(() => effects.columns(columnsOf(entity, keys)), [entity, keys, effects]);
  const classKey = group === undefined ? undefined : entity.groupedBy;
  const filters = useMemo(
    () =>
      filtersIn(entity, rules, {
        hidden: [...Object.keys(where ?? {}), ...(classKey === undefined ? [] : [classKey])],
        isOfGroup: level !== '0',
      }),
    [entity, rules, where, classKey, level],
  );
  const initial = useMemo(() => startOf(entity, filters, picking.filters), [entity, filters, picking.filters]);
  const [asked, setAsked] = useState<Asked>(() => ({
    ...firstPage,
    limit: rules.pageSize ?? firstPage.limit,
    filters: paramsOf(filters, initial),
  }));
  const [groupCode, setGroup] = useState('');
  const [chosen] = useState(() => selectionOf(entity, rules, picking));
  const sends = {
    ...(entity.screen?.byTenantFlag === true ? { tenantFlag: level } : {}),
    ...rules.sends,
    ...where,
    ...(classKey === undefined ? {} : { [classKey]: groupCode }),
  };
  const offered = useOffered(entity, {
    owner: `picker${owner}`,
    asked,
    sends,
    keyOf: chosen.keyOf,
    wholeFrom: rules.wholeFrom,
  });
  return { group, groupCode, setGroup, columns, filters, initial, asked, setAsked, chosen, offered };
}

interface Choosing {
  /** What a press in the table does to what is chosen. */
  readonly selection: Selection;
  readonly isTicking: boolean;
  readonly confirm: (rows: readonly Row[]) => void;
  /** A double click: this one, and the dialog closes. */
  readonly choose: (row: Row) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}
function useChoosing(
  { entity, rules, picking, onClose }: PickerDialogProps,
  { chosen, offered }: PickerSearch,
): Choosing {
  const { isMultiple = false, isWithBelow = false } = picking;
  const isLocked = (row: Row): boolean =>
    !isPaged(entity) && rules.locked !== undefined && textAt(row, 'lockFlag') === '1';
  const warnLocked = (): void => {
    feedback.warn(say(rules.locked ?? pickerTexts.classLocked));
  };
  const selection = obeying(chosen, { isLocked, onLocked: warnLocked, below: isWithBelow ? offered.below : () => [] });
  const confirm = (rows: readonly Row[]): void => {
    const complaint = complaintAbout(rules, isMultiple, rows.length);
    if (complaint === null) onClose(rows);
    else if (complaint.isError) feedback.error(say(complaint.text));
    else feedback.warn(say(complaint.text));
  };
  const isTicking = isMultiple || rules.tooMany !== undefined;
  const choose = (row: Row): void => {
    if (isLocked(row)) {
      warnLocked();
      return;
    }
    const before =
      isTicking && isPaged(entity) ? chosen.get().filter((each) => chosen.keyOf(each) !== chosen.keyOf(row)) : [];
    confirm([...before, row, ...(isWithBelow ? offered.below(row) : [])]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || chosen.get().length === 0) return;
    event.preventDefault();
    confirm(chosen.get());
  };
  return { selection, isTicking, confirm, choose, onKeyDown };
}

interface PickerTableProps extends PickerDialogProps {
  readonly search: PickerSearch;
  readonly choosing: Choosing;
}
function PickerTable({ entity, rules, search, choosing }: PickerTableProps): ReactNode {
  const { offered, columns, asked, setAsked } = search;
  const can = useCan();
  const [columnState, setColumnState] = useColumnState(`picker:${entity.name}`);
  const linkKey = rules.linkKey !== undefined && can(permissionOf(entity, 'view')) ? rules.linkKey : undefined;
  const view = useCallback((row: Row) => void viewRecord(entity, row), [entity]);
  return (
    <EntityTable
      noun={offered.noun}
      columns={columns}
      list={offered.list}
      asked={asked}
      onAsk={setAsked}
      selection={choosing.selection}
      choice={choosing.isTicking ? 'many' : 'one'}
      onOpen={choosing.choose}
      linkKey={linkKey}
      onLink={view}
      columnState={columnState}
      onColumnState={setColumnState}
      {...(rules.pageSizes === undefined ? {} : { pageSizes: rules.pageSizes })}
    />
  );
}

const namesOf = (entity: Entity): readonly string[] => [
  entity.codeField,
  entity.nameField,
  ...('status' in entity.fields ? ['status'] : []),
];
const textsOf = (where: Params): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(where).map(([key, value]) => [key, String(value ?? '')]));

function selectionOf(entity: Entity, rules: PickerRules, { chosen = [] }: Picking): Selection {
  const key = rules.key ?? (hasCode(entity) ? entity.codeField : 'id');
  const selection = createSelection((row) => textAt(row, key));
  if (rules.isFresh !== true) selection.replace(chosen);
  return selection;
}

interface PickerFooterProps {
  readonly entity: Entity;
  readonly selection: Selection;
  readonly isMultiple: boolean;
  readonly mayBeEmpty: boolean;
  readonly onClose: () => void;
  readonly onConfirm: (rows: readonly Row[]) => void;
}
function PickerFooter({ entity, selection, isMultiple, mayBeEmpty, onClose, onConfirm }: PickerFooterProps): ReactNode {
  const count = useWatch(selection, (rows) => rows.length);
  return (
    <div className="picker-footer" data-picker={entity.name}>
      <span>
        <span aria-live="polite">{say(texts.selected, { count })}</span>
        <span className="quiet picker-keys">{say(gridTexts.pickerKeys)}</span>
      </span>
      <Button
        onClick={() => {
          onClose();
        }}
      >
        {say(texts.cancel)}
      </Button>
      <Button
        type="primary"
        data-verb="confirm"
        disabled={count === 0 && !mayBeEmpty}
        onClick={() => {
          onConfirm(selection.get());
        }}
      >
        {isMultiple && count > 0 ? say(texts.confirmCount, { count }) : say(texts.confirm)}
      </Button>
    </div>
  );
}
