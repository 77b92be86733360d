import { PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { canEdit } from '#platform/model/document.ts';
import { isChangeable } from '#platform/model/entity.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { useCan } from '#platform/web/api/me.ts';
import { DownloadButton } from '#platform/web/exchange/download-button.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { ColumnSettings } from '#platform/web/column/column-settings.tsx';
import { useColumnState } from '#platform/web/column/column-state.ts';
import type { Column, ColumnState } from '#platform/web/column/column.ts';
import { createSelection, type Selection } from '#platform/web/grid/selection.ts';
import { gridTexts } from '#platform/web/grid/texts.ts';
import { useWatch } from '#platform/web/grid/watch.ts';
import { ImportButton } from '#platform/web/import/import-button.tsx';
import { say } from '#platform/web/text/language.ts';
import { useParamEffects } from '#platform/web/reference/param-effects.ts';
import { useModulesHere } from '#platform/web/registry/late-modules.ts';
import type { Listed } from '#platform/web/registry/registry.ts';
import type { Page } from '#platform/web/route/menu.ts';
import { openPanel, useTab } from '#platform/web/route/tabs.ts';
import { texts } from '#platform/web/text/texts.ts';
import { rowActions, type RowAction } from '#platform/web/action/actions.tsx';
import { standingOf } from '#platform/web/value/standing.ts';
import { ChosenBar } from './chosen-bar.tsx';
import { tableHeight, useContentHeight } from './content-height.ts';
import { EntityTable } from './entity-table.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterSetsButton } from './filter-sets.tsx';
import { gridColumns } from '#platform/web/record/grid-columns.tsx';
import { GroupTree } from './group-tree.tsx';
import { noFilters, useListSearch, type ListSearch } from './list-search.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { SearchForm } from './search-form.tsx';
import { columnsOf, type Shown } from '#platform/web/value/shown.ts';
import { isPaged } from '#platform/web/record/use-list.ts';

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
  const { page } = useTab();
  const can = useCan();
  const [selection] = useState(() => createSelection((row) => textAt(row, 'id')));
  const shown = useListColumns(noun);
  const search = useListSearch(noun, shown.columns, selection);
  const contentHeight = useContentHeight();
  const { canOpen, canChange, canAdd } = rightsTo(noun, can);
  const open = useCallback(
    (row: Row) => {
      openPanel(page, 'read', textAt(row, 'id'));
    },
    [page],
  );
  const editButton = useCallback((row: Row) => editLink(noun, page, row), [noun, page]);
  const actions = useActions(noun, can);
  const deletion = actions.find(({ verb }) => verb === 'delete');
  return (
    <div className="list-page">
      <SearchCard search={search} />
      <div className="card list-card">
        <ClassTree search={search} />
        <div className="list-main">
          <Toolbar
            selection={selection}
            chosen={<ChosenBar actions={actions} selection={selection} />}
            tools={<ListTools search={search} shown={shown} />}
          >
            <h1>{page.title}</h1>
            <ListButtons noun={noun} search={search} shown={shown} own={buttons} />
          </Toolbar>
          <EntityTable
            noun={noun}
            columns={shown.columns}
            list={search.list}
            asked={search.asked}
            onAsk={search.setAsked}
            height={tableHeight(contentHeight, isPaged(noun))}
            linkKey={canOpen || onOpen !== undefined ? shown.columns[0]?.key : undefined}
            onOpen={onOpen ?? (canOpen ? open : undefined)}
            onDelete={
              deletion === undefined
                ? undefined
                : () => {
                    deleteChosen(deletion, selection);
                  }
            }
            rowButtons={rowButtons?.render ?? (canChange ? editButton : undefined)}
            buttonsWidth={rowButtons?.width}
            selection={actions.length > 0 ? selection : undefined}
            columnState={shown.state}
            onColumnState={shown.setState}
            remedy={search.hasFilters ? <ClearFilters search={search} /> : canAdd && <AddLink />}
          />
        </div>
      </div>
    </div>
  );
}

/** A module above may add to what is done with the rows: asked anew when all have come. */
function useActions(noun: Listed, can: (permission: string) => boolean): readonly RowAction[] {
  useModulesHere();
  return rowActions(noun).filter(({ permission }) => can(permission));
}

interface ListColumns {
  readonly columns: readonly Shown[];
  /** As the grid knows them, whatever is in its rows. */
  readonly declared: readonly Column[];
  readonly state: ColumnState;
  readonly setState: (next: ColumnState) => void;
}
function useListColumns(noun: Listed): ListColumns {
  const [state, setState] = useColumnState(`list:${noun.name}`);
  const effects = useParamEffects();
  const columns = useMemo(() => effects.columns(columnsOf(noun, noun.list.columns)), [noun, effects]);
  const declared = useMemo(() => gridColumns({ columns, rows: [], dicts: undefined }), [columns]);
  return { columns, declared, state, setState };
}

interface Rights {
  readonly canOpen: boolean;
  readonly canChange: boolean;
  readonly canAdd: boolean;
}
function rightsTo(noun: Listed, can: (permission: string) => boolean): Rights {
  const may = (action: 'view' | 'update' | 'save', call: 'info' | 'update' | 'save'): boolean =>
    noun.kind !== 'report' &&
    can(permissionOf(noun, action)) &&
    (noun.kind === 'document' || noun.calls.includes(call));
  return { canOpen: may('view', 'info'), canChange: may('update', 'update'), canAdd: may('save', 'save') };
}

const editLink = (noun: Listed, page: Page, row: Row): ReactNode =>
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
  );

function deleteChosen(deletion: RowAction, selection: Selection): void {
  const rows = selection.get();
  if (rows.length === 0) feedback.warn(say(gridTexts.chooseToDelete), 0.5);
  else if (deletion.isOffered(rows))
    void deletion.perform(rows).then((isDone) => {
      if (isDone) selection.replace([]);
    });
}

function SearchCard({ search }: { readonly search: ListSearch }): ReactNode {
  const { searched, form, sets } = search;
  if (searched.length === 0) return null;
  return (
    <div className="card">
      <SearchForm
        key={form?.key ?? 0}
        filters={searched}
        initial={noFilters}
        start={form?.start ?? noFilters}
        onSearch={search.search}
        tools={(draft) => (
          <FilterSetsButton
            kept={sets.kept}
            applied={form?.applied}
            onKeep={sets.keep}
            onApply={search.apply}
            onSave={(setName) => {
              search.saveSet(setName, draft);
            }}
          />
        )}
      />
    </div>
  );
}

function ClassTree({ search: { classes, asked, setAsked } }: { readonly search: ListSearch }): ReactNode {
  if (classes.entity === undefined) return null;
  return (
    <GroupTree
      entity={classes.entity}
      where={classes.where}
      selected={classes.code}
      onSelect={(code) => {
        classes.choose(code);
        setAsked({ ...asked, page: 1 });
      }}
    />
  );
}

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

interface ListPartProps {
  readonly search: ListSearch;
  readonly shown: ListColumns;
}
function ListTools({ search: { list }, shown }: ListPartProps): ReactNode {
  return (
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
      <ColumnSettings columns={shown.declared} state={shown.state} onChange={shown.setState} />
    </>
  );
}

interface ListButtonsProps extends ListPartProps {
  readonly noun: Listed;
  readonly own: ReactNode;
}
function ListButtons({ noun, search, shown, own }: ListButtonsProps): ReactNode {
  const { page } = useTab();
  const can = useCan();
  const { canAdd } = rightsTo(noun, can);
  const may = (action: string): boolean => can(permissionOf(noun, action));
  return (
    <>
      {canAdd && (
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
      )}
      {canAdd && noun.kind === 'document' && noun.downloadType !== undefined && (
        <DownloadButton type={noun.downloadType} />
      )}
      {own}
      {noun.kind === 'entity' && noun.calls.includes('import') && may('import') && <ImportButton noun={noun} />}
      {may('export') && (noun.kind !== 'entity' || noun.calls.includes('export')) && (
        <ExportButton
          noun={noun}
          showing={{ filters: search.filters, sort: search.asked.sort, columns: shown.declared, state: shown.state }}
        />
      )}
    </>
  );
}

function ClearFilters({ search: { apply, asked } }: { readonly search: ListSearch }): ReactNode {
  return (
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
  );
}

function AddLink(): ReactNode {
  const { page } = useTab();
  return (
    <Button
      type="link"
      size="small"
      onClick={() => {
        openPanel(page, 'add');
      }}
    >
      {say(texts.add)}
    </Button>
  );
}
