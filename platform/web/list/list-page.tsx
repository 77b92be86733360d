import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { rowActions, type RowAction } from '#platform/web/action/actions.tsx';
import { useCan } from '#platform/web/api/me.ts';
import { createSelection, type Selection } from '#platform/web/grid/selection.ts';
import { gridTexts } from '#platform/web/grid/texts.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { Preview, usePreview, type PreviewState } from '#platform/web/preview/preview.tsx';
import { isPaged } from '#platform/web/record/use-list.ts';
import { useModulesHere } from '#platform/web/registry/late-modules.ts';
import type { Listed } from '#platform/web/registry/registry.ts';
import type { Words } from '#platform/web/record/grid-columns.tsx';
import { openPanel, useTab } from '#platform/web/route/tabs.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { isEditable } from '#platform/web/value/standing.ts';
import { ChosenBar } from './chosen-bar.tsx';
import { tableHeight, useContentHeight } from './content-height.ts';
import { EntityTable } from './entity-table.tsx';
import { FilterSetsButton } from './filter-sets.tsx';
import { GroupTree } from './group-tree.tsx';
import { useListColumns, type ListColumns } from './list-columns.ts';
import { noFilters, useListSearch, type ListSearch } from './list-search.ts';
import { ListButtons, ListExport, ListTools, Toolbar } from './list-toolbar.tsx';
import { IdleVerbs } from './more-verbs.tsx';
import { NarrowedTag } from '#platform/web/narrowing/narrowed-tag.tsx';
import { NothingListed } from './nothing-listed.tsx';
import { rightsTo } from './rights.ts';
import { createOpenRow, RowMenu, RowMenuButton, type OpenRow } from './row-menu.tsx';
import { LevelSwitch } from './level-switch.tsx';
import { SearchForm } from './search-form.tsx';
import { StatusTabs } from './status-tabs.tsx';

export interface ListPageProps {
  readonly noun: Listed;
  /** Beside those that every list has. */
  readonly buttons?: ReactNode;
  /** What opening a row means where it has no form. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** What editing a row means where it is not done in its form. */
  readonly onEdit?: ((row: Row) => void) | undefined;
  /** What people call values that are stored as keys or addresses. */
  readonly words?: Words;
  /** Of a list whose rows have buttons of their own. */
  readonly rowButtons?: { readonly width: number; readonly render: (row: Row) => ReactNode };
}

/** The list of any entity, document or report. Ticking a row draws that row and the bar, not the page. */
export function ListPage({ noun, buttons, onOpen, onEdit, words, rowButtons }: ListPageProps): ReactNode {
  const can = useCan();
  const [selection] = useState(() => createSelection((row) => textAt(row, 'id')));
  const shown = useListColumns(noun);
  const search = useListSearch(noun, shown.columns, selection);
  const contentHeight = useContentHeight();
  const { canOpen, canChange } = rightsTo(noun, can);
  const openForm = useOpenForm();
  const open = onOpen ?? (canOpen ? openForm : undefined);
  const actions = useActions(noun, can);
  const preview = usePreview(noun, canOpen);
  const row = useRowButtons(noun, { canChange, isNarrow: preview.isNarrow, hasMenu: actions.length > 0, onEdit });
  return (
    <div className="list-page">
      <SearchCard search={search} />
      <div className="card list-card">
        <ClassTree search={search} />
        <div className="list-main">
          <ListBar noun={noun} selection={selection} list={{ search, shown, preview, actions }} own={buttons} />
          <States noun={noun} search={search} />
          <div className="list-body">
            <div className="list-rows">
              <EntityTable
                noun={noun}
                columns={shown.columns}
                list={search.list}
                asked={search.asked}
                onAsk={search.setAsked}
                height={tableHeight(contentHeight, isPaged(noun))}
                isNarrow={preview.isNarrow}
                linkKey={open === undefined ? undefined : shown.columns[0]?.key}
                onOpen={open}
                onDelete={deleterIn(actions, selection)}
                words={words}
                rowButtons={rowButtons?.render ?? row.buttons}
                buttonsWidth={rowButtons?.width ?? row.width}
                selection={actions.length > 0 ? selection : undefined}
                columnState={shown.state}
                onColumnState={shown.setState}
                onFocusRow={preview.onFocusRow}
                onSpace={preview.onSpace}
                empty={<NothingListed noun={noun} search={search} />}
              />
            </div>
            {preview.isOn && noun.kind !== 'report' && (
              <Preview noun={noun} {...preview} actions={actions} onOpen={openForm} onClose={preview.toggle} />
            )}
          </div>
        </div>
      </div>
      <RowMenu
        open={row.open}
        actions={actions}
        onOpen={open}
        onEdit={canChange ? row.edit : undefined}
        canEdit={row.canEdit}
      />
    </div>
  );
}

function useOpenForm(): (row: Row) => void {
  const { page } = useTab();
  return useCallback(
    (row: Row) => {
      openPanel(page, 'read', textAt(row, 'id'));
    },
    [page],
  );
}

interface ListBarProps {
  readonly noun: Listed;
  readonly selection: Selection;
  readonly list: {
    readonly search: ListSearch;
    readonly shown: ListColumns;
    readonly preview: PreviewState;
    readonly actions: readonly RowAction[];
  };
  readonly own: ReactNode;
}
function ListBar({ noun, selection, list: { search, shown, preview, actions }, own }: ListBarProps): ReactNode {
  const { page } = useTab();
  return (
    <Toolbar
      selection={selection}
      chosen={<ChosenBar actions={actions} selection={selection} />}
      idle={<ListExport noun={noun} search={search} shown={shown} />}
      tools={<ListTools search={search} shown={shown} preview={preview.isOffered ? preview : undefined} />}
    >
      <h1>{page.title}</h1>
      <LevelSwitch page={page} />
      <NarrowedTag page={page.name} />
      <ListButtons noun={noun} own={own} verbs={<IdleVerbs actions={actions} />} />
    </Toolbar>
  );
}

/** A module above may add to what is done with the rows: asked anew when all have come. */
function useActions(noun: Listed, can: (permission: string) => boolean): readonly RowAction[] {
  useModulesHere();
  return rowActions(noun).filter(({ permission }) => can(permission));
}

interface RowButtons {
  readonly open: OpenRow;
  readonly buttons: ((row: Row) => ReactNode) | undefined;
  readonly width: number;
  readonly edit: (row: Row) => void;
  readonly canEdit: (row: Row) => boolean;
}
interface RowButtonFacts {
  readonly canChange: boolean;
  readonly isNarrow: boolean;
  readonly hasMenu: boolean;
  readonly onEdit: ((row: Row) => void) | undefined;
}
/** At the end of each row: edit, and the menu with all that can be done to it. Beside the pane only the menu. */
function useRowButtons(noun: Listed, { canChange, isNarrow, hasMenu, onEdit }: RowButtonFacts): RowButtons {
  const { page } = useTab();
  const [open] = useState(createOpenRow);
  return useMemo(() => {
    const edit =
      onEdit ??
      ((row: Row): void => {
        openPanel(page, 'edit', textAt(row, 'id'));
      });
    const isEditShown = canChange && !(isNarrow && hasMenu);
    const buttons = (row: Row): ReactNode => (
      <span className="row-buttons">
        {isEditShown && isEditable(noun, row) && <EditLink row={row} onEdit={edit} />}
        {hasMenu && <RowMenuButton row={row} open={open} />}
      </span>
    );
    return {
      open,
      buttons: isEditShown || hasMenu ? buttons : undefined,
      width: isEditShown ? (hasMenu ? 92 : 76) : 40,
      edit,
      canEdit: (row: Row) => isEditable(noun, row),
    };
  }, [noun, page, open, canChange, isNarrow, hasMenu, onEdit]);
}

function EditLink({ row, onEdit }: { readonly row: Row; readonly onEdit: (row: Row) => void }): ReactNode {
  return (
    <a
      role="button"
      tabIndex={-1}
      data-verb="edit"
      onClick={() => {
        onEdit(row);
      }}
    >
      {say(texts.edit)}
    </a>
  );
}

/** What the Delete key does, where rows may be deleted at all. */
function deleterIn(actions: readonly RowAction[], selection: Selection): (() => void) | undefined {
  const deletion = actions.find(({ verb }) => verb === 'delete');
  return deletion === undefined ? undefined : deleter(deletion, selection);
}

const deleter = (deletion: RowAction, selection: Selection) => (): void => {
  const rows = selection.get();
  if (rows.length === 0) feedback.warn(say(gridTexts.chooseToDelete), 0.5);
  else if (deletion.isOffered(rows))
    void deletion.perform(rows).then((isDone) => {
      if (isDone) selection.replace([]);
    });
};

function SearchCard({ search }: { readonly search: ListSearch }): ReactNode {
  const { searched, form, sets } = search;
  if (searched.length === 0) return null;
  return (
    <div className="card search-card">
      <SearchForm
        key={form?.key ?? 0}
        filters={searched}
        initial={noFilters}
        start={form?.start ?? noFilters}
        imposed={form?.imposed}
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

function States({ noun, search }: { readonly noun: Listed; readonly search: ListSearch }): ReactNode {
  if (noun.kind !== 'document' || search.state === undefined) return null;
  return (
    <StatusTabs
      document={noun}
      state={search.state}
      list={search.list}
      filters={search.asked.filters}
      onChoose={search.chooseState}
      onDays={search.chooseDays}
    />
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
