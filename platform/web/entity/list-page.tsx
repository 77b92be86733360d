import { PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { canEdit } from '#platform/model/document.ts';
import { isChangeable } from '#platform/model/entity.ts';
import { permissionOf } from '#platform/model/permission.ts';
import type { Params } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { queries } from '#platform/web/api/queries.ts';
import { DownloadButton } from '#platform/web/exchange/download-button.tsx';
import { feedback } from '#platform/web/feedback.tsx';
import { ColumnSettings } from '#platform/web/grid/column-settings.tsx';
import { useColumnState } from '#platform/web/grid/column-state.ts';
import { createSelection, type Selection } from '#platform/web/grid/selection.ts';
import { gridTexts } from '#platform/web/grid/texts.ts';
import { useWatch } from '#platform/web/grid/watch.ts';
import { ImportButton } from '#platform/web/import/import-button.tsx';
import { say } from '#platform/web/language.ts';
import { useParamEffects } from '#platform/web/reference/param-effects.ts';
import type { Listed } from '#platform/web/registry.ts';
import { ofOrganizations } from '#platform/web/shell/level.ts';
import { openPanel, useTab } from '#platform/web/shell/tabs.ts';
import { texts } from '#platform/web/texts.ts';
import { rowActions, standingOf } from './actions.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { tableHeight, useContentHeight } from './content-height.ts';
import { EntityTable } from './entity-table.tsx';
import { ExportButton } from './export-button.tsx';
import { filledIn, setNamed, useFilterSets, withSet, type FilterSet } from './filter-set.ts';
import { FilterSetsButton } from './filter-sets.tsx';
import { gridColumns } from './grid-columns.tsx';
import { classesOf, GroupTree } from './group-tree.tsx';
import { textAt, type Row } from './row.ts';
import { paramsOf, SearchForm } from './search-form.tsx';
import { columnsOf, filtersOf } from './shown.ts';
import { firstPage, isPaged, useList, type Asked } from './use-list.ts';

interface ListPageProps {
  readonly noun: Listed;
  /** Beside those that every list has. */
  readonly buttons?: ReactNode;
  /** What opening a row means where it has no form. */
  readonly onOpen?: (row: Row) => void;
  /** Of a list whose rows have buttons of their own. */
  readonly rowButtons?: { readonly width: number; readonly render: (row: Row) => ReactNode };
}

/** The list of any entity, document or report. Ticking a row draws that row and the bar, not the page. */
export function ListPage({ noun, buttons, onOpen, rowButtons }: ListPageProps): ReactNode {
  const { name, page } = useTab();
  const can = useCan();
  const [asked, setAsked] = useState<Asked>(firstPage);
  const [groupCode, setGroupCode] = useState('');
  const [kept, keep, areSetsRead] = useFilterSets(name);
  const [form, setForm] = useState<Form | null>(null);
  const [selection] = useState(() => createSelection((row) => textAt(row, 'id')));
  const [columnState, setColumnState] = useColumnState(`list:${noun.name}`);
  const contentHeight = useContentHeight();
  const groupedBy = noun.kind === 'entity' ? noun.groupedBy : undefined;
  const group = classesOf(noun);
  const classes = group?.entity;
  const filters: Params = {
    ...asked.filters,
    ...page.query,
    ...(noun.kind === 'entity' ? noun.where : {}),
    ...(groupedBy === undefined ? {} : { [groupedBy]: groupCode }),
  };
  // The list waits for the set that it opens with: rows that are gone a moment later help nobody.
  const list = useList(noun, name, { ...asked, filters }, form === null);

  const effects = useParamEffects();
  const columns = useMemo(() => effects.columns(columnsOf(noun, noun.list.columns)), [noun, effects]);
  const declared = useMemo(() => gridColumns({ columns, rows: [], dicts: undefined }), [columns]);
  const isOfGroup = (page.query['tenantFlag'] ?? '0') !== '0';
  const searched = useMemo(
    () =>
      filtersOf(noun, noun.list.filters).filter(
        ({ key }) => (key !== groupedBy || classes === undefined) && !(isOfGroup && ofOrganizations.has(key)),
      ),
    [noun, groupedBy, classes, isOfGroup],
  );
  const begin = ({ name: applied, filters: start, sort }: Beginning): void => {
    setForm((before) => ({
      key: before === null && applied === undefined ? 0 : (before?.key ?? 0) + 1,
      start,
      applied,
    }));
    if (groupedBy !== undefined) setGroupCode(textAt(start, groupedBy));
    // A column may have gone since the set was kept.
    setAsked({
      ...asked,
      filters: paramsOf(searched, start),
      page: 1,
      sort: columns.some(({ key }) => key === sort?.key) ? sort : undefined,
    });
  };
  if (form === null && areSetsRead) begin(setNamed(kept, kept.opening) ?? { filters: noFilters });
  const apply = (beginning: Beginning): void => {
    begin(beginning);
    askAnew();
  };
  /** Whoever searches wants to see what there is now, also for what was asked before. */
  const askAnew = (next?: Params): void => {
    selection.replace([]);
    if (next !== undefined && asked.page === 1 && JSON.stringify(next) === JSON.stringify(asked.filters)) list.reload();
    else void queries.invalidateQueries({ queryKey: ['list', name], refetchType: 'none' });
  };
  const saveSet = (setName: string, draft: Row): void => {
    const set = {
      name: setName,
      filters: filledIn({ ...draft, ...(groupedBy === undefined ? {} : { [groupedBy]: groupCode }) }),
      ...(asked.sort === undefined ? {} : { sort: asked.sort }),
    };
    keep(withSet(kept, set));
    apply(set);
  };
  const may = (action: string): boolean => can(permissionOf(noun, action));
  const canOpen = noun.kind !== 'report' && may('view') && (noun.kind === 'document' || noun.calls.includes('info'));
  const canChange =
    noun.kind !== 'report' && may('update') && (noun.kind === 'document' || noun.calls.includes('update'));
  const canAdd = noun.kind !== 'report' && may('save') && (noun.kind === 'document' || noun.calls.includes('save'));
  const open = useCallback(
    (row: Row) => {
      openPanel(page, 'read', textAt(row, 'id'));
    },
    [page],
  );
  const editButton = useCallback(
    (row: Row) =>
      (noun.kind === 'document' && !canEdit(noun, standingOf(row))) ||
      (noun.kind === 'entity' && !isChangeable(noun, row)) ? null : (
        <a
          role="button"
          tabIndex={-1}
          data-verb="edit"
          onClick={() => {
            openPanel(page, 'edit', textAt(row, 'id'));
          }}
        >
          {say(texts.edit)}
        </a>
      ),
    [noun, page],
  );
  const actions = rowActions(noun).filter(({ permission }) => can(permission));
  const deletion = actions.find(({ verb }) => verb === 'delete');
  const deleteChosen = (): void => {
    const rows = selection.get();
    if (rows.length === 0) feedback.warn(say(gridTexts.chooseToDelete), 0.5);
    else if (deletion?.isOffered(rows) === true)
      void deletion.perform(rows).then((isDone) => {
        if (isDone) selection.replace([]);
      });
  };
  const search = (next: Params): void => {
    setAsked({ ...asked, filters: next, page: 1 });
    setForm((before) => before && { ...before, applied: undefined });
    askAnew(next);
  };
  const add = canAdd && (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      data-verb="add"
      onClick={() => {
        openPanel(page, 'add');
      }}
    >
      {say(texts.add)}
    </Button>
  );
  const hasFilters = Object.keys(asked.filters).length > 0 || groupCode !== '';

  return (
    <div className="list-page">
      {searched.length > 0 && (
        <div className="card">
          <SearchForm
            key={form?.key ?? 0}
            filters={searched}
            initial={noFilters}
            start={form?.start ?? noFilters}
            onSearch={search}
            tools={(draft) => (
              <FilterSetsButton
                kept={kept}
                applied={form?.applied}
                onKeep={keep}
                onApply={apply}
                onSave={(setName) => {
                  saveSet(setName, draft);
                }}
              />
            )}
          />
        </div>
      )}
      <div className="card list-card">
        {classes !== undefined && (
          <GroupTree
            entity={classes}
            where={group?.where}
            selected={groupCode}
            onSelect={(code) => {
              setGroupCode(code);
              setAsked({ ...asked, page: 1 });
            }}
          />
        )}
        <div className="list-main">
          <Toolbar
            selection={selection}
            chosen={<ChosenBar actions={actions} selection={selection} />}
            tools={
              <>
                <Tooltip title={say(texts.refresh)}>
                  <Button
                    type="text"
                    icon={<ReloadOutlined spin={list.isLoading} />}
                    data-verb="refresh"
                    aria-label={say(texts.refresh)}
                    onClick={list.reload}
                  />
                </Tooltip>
                <ColumnSettings columns={declared} state={columnState} onChange={setColumnState} />
              </>
            }
          >
            <h1>{page.title}</h1>
            {add}
            {canAdd && noun.kind === 'document' && noun.downloadType !== undefined && (
              <DownloadButton type={noun.downloadType} />
            )}
            {buttons}
            {noun.kind === 'entity' && noun.calls.includes('import') && may('import') && <ImportButton noun={noun} />}
            {may('export') && (noun.kind !== 'entity' || noun.calls.includes('export')) && (
              <ExportButton
                noun={noun}
                showing={{ filters, sort: asked.sort, columns: declared, state: columnState }}
              />
            )}
          </Toolbar>
          <EntityTable
            noun={noun}
            columns={columns}
            list={list}
            asked={asked}
            onAsk={setAsked}
            height={tableHeight(contentHeight, isPaged(noun))}
            linkKey={canOpen || onOpen !== undefined ? columns[0]?.key : undefined}
            onOpen={onOpen ?? (canOpen ? open : undefined)}
            onDelete={deletion === undefined ? undefined : deleteChosen}
            rowButtons={rowButtons?.render ?? (canChange ? editButton : undefined)}
            buttonsWidth={rowButtons?.width}
            selection={actions.length > 0 ? selection : undefined}
            columnState={columnState}
            onColumnState={setColumnState}
            remedy={
              hasFilters ? (
                <Button
                  type="link"
                  size="small"
                  data-verb="clearFilters"
                  onClick={() => {
                    apply({ filters: noFilters, sort: asked.sort });
                  }}
                >
                  {say(gridTexts.clearFilters)}
                </Button>
              ) : (
                canAdd && (
                  <Button
                    type="link"
                    size="small"
                    onClick={() => {
                      openPanel(page, 'add');
                    }}
                  >
                    {say(texts.add)}
                  </Button>
                )
              )
            }
          />
        </div>
      </div>
    </div>
  );
}

/** What the form of filters starts with; a new key makes it start again. */
interface Form {
  readonly key: number;
  readonly start: Row;
  readonly applied: string | undefined;
}
type Beginning = Omit<FilterSet, 'name'> & { readonly name?: string };
const noFilters: Row = {};

interface ToolbarProps {
  readonly selection: Selection;
  readonly chosen: ReactNode;
  readonly tools: ReactNode;
  readonly children: ReactNode;
}
/** Apart from the page, so that the first tick does not draw the list. */
function Toolbar({ selection, chosen, tools, children }: ToolbarProps): ReactNode {
  const isChosen = useWatch(selection, (rows) => rows.length > 0);
  return (
    <div className={isChosen ? 'toolbar toolbar-chosen' : 'toolbar'}>
      {isChosen ? chosen : children}
      <span className="push-right">{tools}</span>
    </div>
  );
}
