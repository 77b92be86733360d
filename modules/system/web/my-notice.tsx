import { CheckOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { Report } from '#platform/model/report.ts';
import { put } from '#platform/web/api/client.ts';
import { listsChanged, queries } from '#platform/web/api/queries.ts';
import { tableHeight, useContentHeight } from '#platform/web/list/content-height.ts';
import { EntityTable } from '#platform/web/list/entity-table.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { SearchForm } from '#platform/web/list/search-form.tsx';
import { columnsOf, filtersOf } from '#platform/web/value/shown.ts';
import { firstPage, useList, type Asked } from '#platform/web/record/use-list.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { useColumnState } from '#platform/web/column/column-state.ts';
import { say } from '#platform/web/text/language.ts';
import { openNotice } from '#platform/web/notice/notice-dialog.tsx';
import { useTab } from '#platform/web/route/tabs.ts';
import { texts } from '#platform/web/text/texts.ts';
import { myNotice, notice } from '#system/model/notice.ts';
import { noticeTexts } from './notice-texts.ts';

/** The notices of whoever is logged in, as a list: the fields of a notice, the state of his receipt. */
const list: Report = {
  kind: 'report',
  name: myNotice.name,
  label: myNotice.label,
  path: `${notice.path}/mynotice`,
  fields: notice.fields,
  screen: myNotice.screen,
  list: {
    columns: ['title', 'type', 'senderName', 'senderDate', 'status', 'readStatus', 'createDate'],
    filters: ['title', 'type', 'readStatus'],
  },
};

export function MyNotice(): ReactNode {
  const { name } = useTab();
  const [asked, setAsked] = useState<Asked>(firstPage);
  const [columnState, setColumnState] = useColumnState(`list:${list.name}`);
  const contentHeight = useContentHeight();
  const rows = useList(list, name, asked);
  const columns = useMemo(() => columnsOf(list, list.list.columns), []);
  const filters = useMemo(() => filtersOf(list, list.list.filters), []);
  const open = useCallback((row: Row) => {
    void openNotice(textAt(row, 'id'));
  }, []);
  return (
    <div className="list-page">
      <div className="card">
        <SearchForm
          filters={filters}
          onSearch={(next) => {
            setAsked({ ...asked, filters: next, page: 1 });
            rows.reload();
          }}
        />
      </div>
      <div className="card list-card">
        <div className="list-main">
          <NoticeBar isLoading={rows.isLoading} onRefresh={rows.reload} />
          <EntityTable
            noun={list}
            columns={columns}
            list={rows}
            asked={asked}
            onAsk={setAsked}
            height={tableHeight(contentHeight, true)}
            linkKey="title"
            onOpen={open}
            columnState={columnState}
            onColumnState={setColumnState}
          />
        </div>
      </div>
    </div>
  );
}

async function readAll(): Promise<void> {
  try {
    await put(`${list.path}/read`, {});
  } catch {
    return;
  }
  feedback.success(say(texts.done));
  void queries.invalidateQueries({ queryKey: ['unread'] });
  void listsChanged();
}

function NoticeBar({
  isLoading,
  onRefresh,
}: {
  readonly isLoading: boolean;
  readonly onRefresh: () => void;
}): ReactNode {
  const { page } = useTab();
  return (
    <div className="toolbar">
      <h1>{page.title}</h1>
      <Button icon={<CheckOutlined />} data-verb="readAll" onClick={() => void readAll()}>
        {say(noticeTexts.readAll)}
      </Button>
      <span className="push-right">
        <Button
          type="text"
          icon={<ReloadOutlined spin={isLoading} />}
          data-verb="refresh"
          aria-label={say(texts.refresh)}
          title={say(texts.refresh)}
          onClick={onRefresh}
        />
      </span>
    </div>
  );
}
