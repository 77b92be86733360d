import { LayoutOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import type { Document } from '#platform/model/document.ts';
import type { Entity } from '#platform/model/entity.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { useCan } from '#platform/web/api/me.ts';
import { ColumnSettings } from '#platform/web/column/column-settings.tsx';
import { DownloadButton } from '#platform/web/exchange/download-button.tsx';
import type { Selection } from '#platform/web/grid/selection.ts';
import { useWatch } from '#platform/web/grid/watch.ts';
import { ImportButton } from '#platform/web/import/import-button.tsx';
import type { Listed } from '#platform/web/registry/registry.ts';
import { openPanel, useTab } from '#platform/web/route/tabs.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { ExportButton } from './export-button.tsx';
import type { ListColumns } from './list-columns.ts';
import type { ListSearch } from './list-search.ts';
import { listTexts } from './list-texts.ts';
import { rightsTo } from './rights.ts';

interface ToolbarProps {
  readonly selection: Selection;
  readonly chosen: ReactNode;
  /** At the right end; those of `idle` only as long as nothing is ticked. */
  readonly tools: ReactNode;
  readonly idle: ReactNode;
  readonly children: ReactNode;
}
/** Apart from the page, so that the first tick does not draw the list. */
export function Toolbar({ selection, chosen, tools, idle, children }: ToolbarProps): ReactNode {
  const isChosen = useWatch(selection, (rows) => rows.length > 0);
  return (
    <div className={isChosen ? 'toolbar toolbar-chosen' : 'toolbar'}>
      {isChosen ? chosen : children}
      <span className="push-right">
        {!isChosen && idle}
        {tools}
      </span>
    </div>
  );
}

interface ListPartProps {
  readonly search: ListSearch;
  readonly shown: ListColumns;
}
interface ListToolsProps extends ListPartProps {
  /** Undefined where a row has nothing to preview. */
  readonly preview: { readonly isOn: boolean; readonly toggle: () => void } | undefined;
}
export function ListTools({ search: { list }, shown, preview }: ListToolsProps): ReactNode {
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
      {preview !== undefined && (
        <Tooltip title={say(listTexts.preview)}>
          <Button
            type="text"
            className={preview.isOn ? 'tool-on' : ''}
            icon={<LayoutOutlined rotate={180} />}
            data-verb="preview"
            aria-pressed={preview.isOn}
            aria-label={say(listTexts.preview)}
            onClick={preview.toggle}
          />
        </Tooltip>
      )}
    </>
  );
}

/** Whether files bring it in. */
const isBroughtIn = (noun: Listed): noun is Entity | Document =>
  noun.kind === 'entity' ? noun.calls.includes('import') : noun.kind === 'document' && noun.isImported === true;

interface ListButtonsProps {
  readonly noun: Listed;
  readonly own: ReactNode;
  readonly verbs: ReactNode;
}
export function ListButtons({ noun, own, verbs }: ListButtonsProps): ReactNode {
  const { page } = useTab();
  const can = useCan();
  const { canAdd } = rightsTo(noun, can);
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
      {isBroughtIn(noun) && can(permissionOf(noun, 'import')) && <ImportButton noun={noun} />}
      {verbs}
    </>
  );
}

export function ListExport({ noun, search, shown }: ListPartProps & { readonly noun: Listed }): ReactNode {
  const can = useCan();
  const isOffered = can(permissionOf(noun, 'export')) && (noun.kind !== 'entity' || noun.calls.includes('export'));
  return isOffered ? (
    <ExportButton
      noun={noun}
      showing={{ filters: search.filters, sort: search.asked.sort, columns: shown.declared, state: shown.state }}
    />
  ) : null;
}
