import { CheckOutlined, SearchOutlined, SortAscendingOutlined } from '@ant-design/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Checkbox, Input, Skeleton } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { grouped } from '#platform/model/decimal.ts';
import { waitingText } from '#platform/web/date/span.ts';
import { useTab } from '#platform/web/route/tabs.ts';
import { say } from '#platform/web/text/language.ts';
import type { InboxPage, InboxRow } from '#workflow/model/inbox.ts';
import { useHeld } from './held-decisions.ts';
import { isDecidable, isHarmless, most, noFilter, step, summaryOf, type InboxFilter } from './inbox-data.ts';
import { inboxTexts } from './inbox-texts.ts';

interface InboxListProps {
  readonly switcher: ReactNode;
  readonly query: UseQueryResult<InboxPage>;
  readonly rows: readonly InboxRow[];
  readonly filter: InboxFilter;
  readonly onFilter: (filter: InboxFilter) => void;
  readonly selectedId: string;
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (id: string) => void;
  readonly onUntick: () => void;
  readonly onSelect: (row: InboxRow) => void;
  readonly onTogether: (rows: readonly InboxRow[]) => void;
}

export function InboxList(props: InboxListProps): ReactNode {
  const { switcher, query, rows, filter, onFilter, selectedId, ticked, onTick, onSelect } = props;
  const { refused } = useHeld();
  const { data } = query;
  const total = Math.max(0, (data?.total ?? 0) - ((data?.list.length ?? 0) - rows.length));
  return (
    <section className="inbox-list card">
      <ListHead switcher={switcher} filter={filter} onFilter={onFilter} total={data === undefined ? null : total} />
      <Chips data={data} filter={filter} onFilter={onFilter} />
      <div className="inbox-rows" role="list" aria-label={say(inboxTexts.mine)}>
        {rows.map((row) => (
          <TaskRow
            key={row.taskId}
            row={row}
            refusal={refused.get(row.taskId)}
            isSelected={row.taskId === selectedId}
            isTicked={ticked.has(row.taskId)}
            onTick={onTick}
            onSelect={onSelect}
          />
        ))}
        {data === undefined && <ListWaiting query={query} />}
        {data !== undefined && rows.length === 0 && <NoRow data={data} filter={filter} onFilter={onFilter} />}
        {total > rows.length && filter.limit < most && (
          <Button
            type="text"
            block
            data-verb="moreTasks"
            onClick={() => {
              onFilter({ ...filter, limit: Math.min(most, filter.limit + step) });
            }}
          >
            {say(inboxTexts.more, { n: Math.min(step, total - rows.length) })}
          </Button>
        )}
      </div>
      <Footer {...props} />
    </section>
  );
}

function ListWaiting({ query }: { readonly query: UseQueryResult<InboxPage> }): ReactNode {
  if (!query.isError) return <Skeleton className="inbox-waiting" active title={false} paragraph={{ rows: 9 }} />;
  return (
    <div className="inbox-none" role="alert">
      <span>{query.error.message}</span>
      <Button data-verb="retry" onClick={() => void query.refetch()}>
        {say(inboxTexts.retry)}
      </Button>
    </div>
  );
}

function NoRow({
  data,
  filter,
  onFilter,
}: { readonly data: InboxPage } & Pick<InboxListProps, 'filter' | 'onFilter'>): ReactNode {
  const hasFilter = filter.docType !== '' || filter.search !== '';
  return (
    <div className="inbox-none">
      <strong>{say(hasFilter ? inboxTexts.nothingFound : inboxTexts.allDone)}</strong>
      {hasFilter ? (
        <Button
          type="link"
          onClick={() => {
            onFilter(noFilter);
          }}
        >
          {say(inboxTexts.clear)}
        </Button>
      ) : (
        <span className="quiet">{say(inboxTexts.doneToday, { n: data.doneToday })}</span>
      )}
    </div>
  );
}

function ListHead({
  switcher,
  filter,
  onFilter,
  total,
}: Pick<InboxListProps, 'switcher' | 'filter' | 'onFilter'> & { readonly total: number | null }): ReactNode {
  const { page } = useTab();
  const [isSearching, setSearching] = useState(filter.search !== '');
  return (
    <>
      <header className="inbox-head">
        <h1>{page.title}</h1>
        <span className="quiet" data-testid="inbox-total">
          {total ?? '–'}
        </span>
        <span className="push-right" />
        {switcher}
        <Button
          type="text"
          size="small"
          icon={<SearchOutlined />}
          data-verb="search"
          aria-label={say(inboxTexts.searching)}
          title={say(inboxTexts.searching)}
          aria-expanded={isSearching}
          onClick={() => {
            setSearching(!isSearching);
            if (isSearching) onFilter({ ...filter, search: '' });
          }}
        />
        <Button
          type="text"
          size="small"
          icon={<SortAscendingOutlined />}
          data-verb="order"
          title={say(filter.order === 'newest' ? inboxTexts.newest : inboxTexts.oldest)}
          aria-label={say(filter.order === 'newest' ? inboxTexts.newest : inboxTexts.oldest)}
          onClick={() => {
            onFilter({ ...filter, order: filter.order === 'newest' ? 'oldest' : 'newest' });
          }}
        >
          <span className="inbox-order">{say(filter.order === 'newest' ? inboxTexts.newest : inboxTexts.oldest)}</span>
        </Button>
      </header>
      {isSearching && <SearchInput filter={filter} onFilter={onFilter} />}
    </>
  );
}

/** Asked when the typing rests. */
function SearchInput({ filter, onFilter }: Pick<InboxListProps, 'filter' | 'onFilter'>): ReactNode {
  const [text, setText] = useState(filter.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (
    <Input
      className="inbox-search"
      autoFocus
      allowClear
      maxLength={100}
      data-field="search"
      aria-label={say(inboxTexts.searching)}
      placeholder={say(inboxTexts.search)}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          onFilter({ ...filter, search: target.value.trim() });
        }, 300);
      }}
    />
  );
}

function Chips({
  data,
  filter,
  onFilter,
}: { readonly data: InboxPage | undefined } & Pick<InboxListProps, 'filter' | 'onFilter'>): ReactNode {
  const types = data?.types ?? [];
  const all = types.reduce((sum, { count }) => sum + count, 0);
  const chip = (docType: string, name: string, count: number): ReactNode => (
    <button
      key={docType}
      type="button"
      className="inbox-chip"
      data-chip={docType}
      aria-pressed={filter.docType === docType}
      onClick={() => {
        onFilter({ ...filter, docType, limit: step });
      }}
    >
      {name} {data === undefined ? '–' : count > 999 ? '999+' : count}
    </button>
  );
  return (
    <div className="inbox-chips">
      {chip('', say(inboxTexts.all), all)}
      {types.map(({ docType, name, count }) => chip(docType, name, count))}
    </div>
  );
}

interface TaskRowProps {
  readonly row: InboxRow;
  readonly refusal: string | undefined;
  readonly isSelected: boolean;
  readonly isTicked: boolean;
  readonly onTick: (id: string) => void;
  readonly onSelect: (row: InboxRow) => void;
}

function TaskRow({ row, refusal, isSelected, isTicked, onTick, onSelect }: TaskRowProps): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSelected) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  const tone = refusal === undefined ? (row.glance?.tone ?? 'plain') : 'blocked';
  return (
    <div
      ref={element}
      className="inbox-row"
      role="listitem"
      aria-current={isSelected}
      tabIndex={isSelected ? 0 : -1}
      data-task={row.taskId}
      data-tone={tone}
      data-ticked={isTicked}
      onClick={() => {
        onSelect(row);
      }}
    >
      <span className="inbox-mark">
        <i className={`inbox-dot tone-${tone}`} aria-hidden="true" />
        {isDecidable(row) && (
          <Checkbox
            checked={isTicked}
            tabIndex={-1}
            aria-label={`${say(inboxTexts.tick)} ${row.billCode}`}
            onClick={(event) => {
              event.stopPropagation();
            }}
            onChange={() => {
              onTick(row.taskId);
            }}
          />
        )}
      </span>
      <span className="inbox-name" title={row.title}>
        {row.title}
      </span>
      <span className="inbox-amount">{row.amount === null ? '' : grouped(row.amount, 2)}</span>
      <span className="inbox-meta" title={row.billCode}>
        {row.typeName} · {shortCode(row.billCode)} · {row.senderName}
      </span>
      <span className="inbox-since">{waitingText(row.since)}</span>
      <span className={`inbox-glance tone-${tone}`}>
        {refusal ?? (row.isOwn ? say(inboxTexts.returned) : row.glance?.text || say(inboxTexts.usual))}
      </span>
    </div>
  );
}

/** SO2026111600008 is SO…0008 among others of its day. */
const shortCode = (code: string): string => (code.length > 10 ? code.replace(/^(\D+)\d+(\d{4})$/, '$1…$2') : code);

/** What is ticked, else the harmless ones, are offered together. */
function Footer({ rows, ticked, onUntick, onTogether }: InboxListProps): ReactNode {
  const chosen = rows.filter((row) => isDecidable(row) && ticked.has(row.taskId));
  const harmless = rows.filter(isHarmless);
  if (chosen.length > 0)
    return (
      <FooterBar verb="approveTicked" label={inboxTexts.approveTicked} rows={chosen} onTogether={onTogether}>
        <span>{say(inboxTexts.ticked, { n: chosen.length })}</span>
        <Button type="link" size="small" data-verb="untick" onClick={onUntick}>
          {say(inboxTexts.untick)}
        </Button>
      </FooterBar>
    );
  if (harmless.length < 2) return null;
  const { sum } = summaryOf(harmless);
  return (
    <FooterBar verb="together" label={inboxTexts.together} rows={harmless} onTogether={onTogether}>
      <CheckOutlined className="inbox-fine" />
      <span>
        {sum === null
          ? say(inboxTexts.harmlessCount, { n: harmless.length })
          : say(inboxTexts.harmless, { n: harmless.length, sum: grouped(sum, 2) })}
      </span>
    </FooterBar>
  );
}

interface FooterBarProps extends Pick<InboxListProps, 'rows' | 'onTogether'> {
  readonly verb: string;
  readonly label: Label;
  readonly children: ReactNode;
}
/** Rows that are decided on together: what is told of them, and the button. */
function FooterBar({ verb, label, rows, onTogether, children }: FooterBarProps): ReactNode {
  return (
    <footer className="inbox-foot">
      {children}
      <Button
        type="link"
        size="small"
        className="push-right"
        data-verb={verb}
        onClick={() => {
          onTogether(rows);
        }}
      >
        {say(label)}
      </Button>
    </footer>
  );
}
