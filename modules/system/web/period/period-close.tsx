import { ArrowRightOutlined, LockOutlined, ReloadOutlined, UnlockOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Progress, Select, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { useCan } from '#platform/web/api/me.ts';
import { get, put } from '#platform/web/api/client.ts';
import { note } from '#platform/web/api/log.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { instantText } from '#platform/web/cell/cell.tsx';
import { PanelFrame } from '#platform/web/form/panel-frame.tsx';
import { Failed } from '#platform/web/loading/failed.tsx';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { go } from '#platform/web/route/route.ts';
import { useTab } from '#platform/web/route/tabs.ts';
import { say } from '#platform/web/text/language.ts';
import { texts as common } from '#platform/web/text/texts.ts';
import type { ClosingMonths, PeriodRow } from '#system/model/period/period-closing.ts';
import { accountingPeriod, type Checklist } from '#system/model/period.ts';
import { ChecklistLines } from './checklist-lines.tsx';
import { periodTexts } from './period-texts.ts';
import { monthText, shortMonth } from './period-words.ts';
import './period-close.css';

/** A month of the books is closed here: what keeps it open, what is worth a look, what passed. */
export function PeriodClose(): ReactNode {
  const { id: asked } = useTab();
  const [chosen, setChosen] = useState<string | null>(asked ?? null);
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'period-closing', chosen],
    queryFn: () =>
      get<ClosingMonths>(`${accountingPeriod.path}/closing`, chosen === null ? {} : { id: chosen }, { isSilent: true }),
    placeholderData: (before) => before,
  });
  if (error !== null) return <Failed text={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active className="card" />;
  return data.id === null ? (
    <div className="card page-message">
      <h1>{say(periodTexts.nothingToClose)}</h1>
      <Button
        onClick={() => {
          go('sys-accountperiod');
        }}
      >
        {say(periodTexts.toPeriods)}
      </Button>
    </div>
  ) : (
    <Month key={data.id} id={data.id} around={data} onChoose={setChosen} />
  );
}

interface MonthProps {
  readonly id: string;
  readonly around: ClosingMonths;
  readonly onChoose: (id: string) => void;
}

function Month({ id, around, onChoose }: MonthProps): ReactNode {
  const own = around.months.find((month) => month.id === id);
  const isClosed = own?.status === '2';
  // Never fresh: whoever returns to the tab finds it checked again. The key begins with 'list': a command of another
  // tab has it checked before that.
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['list', 'period-check', id],
    queryFn: () => get<Checklist>(`${accountingPeriod.path}/checklist`, { id }, { isSilent: true }),
    enabled: !isClosed,
    gcTime: 0,
    staleTime: 0,
  });
  const { refusal, isBusy, close } = useClosing(id, own?.period ?? '');
  const left = data?.lines.filter(({ state }) => state === 'todo').length ?? 0;
  return (
    <PanelFrame
      title={<Title own={own} checklist={data} left={left} isClosed={isClosed} />}
      buttons={
        !isClosed && (
          <CloseButtons
            period={own?.period ?? ''}
            left={left}
            checkedAt={dataUpdatedAt}
            isChecking={isFetching}
            isBusy={isBusy}
            onAgain={() => void refetch()}
            onClose={() => void close()}
          />
        )
      }
    >
      <Months around={around} id={id} checklist={data} onChoose={onChoose} />
      {refusal !== null && <Alert type="error" showIcon title={refusal} />}
      <div className="period-page">
        <div className="card period-main">
          {error !== null && <Failed text={error.message} onRetry={() => void refetch()} />}
          {isClosed && <p>{say(periodTexts.closedAlready, { month: monthText(own.period) })}</p>}
          {!isClosed && error === null && data === undefined && <Checking />}
          {data !== undefined && <ChecklistLines checklist={data} onEarlier={onChoose} />}
        </div>
        <Aside period={own?.period ?? ''} last={around.last} />
      </div>
    </PanelFrame>
  );
}

interface CloseButtonsProps {
  readonly period: string;
  readonly left: number;
  /** When the books were last looked at; 0 before that. */
  readonly checkedAt: number;
  readonly isChecking: boolean;
  readonly isBusy: boolean;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}
function CloseButtons({ period, left, checkedAt, isChecking, isBusy, onAgain, onClose }: CloseButtonsProps): ReactNode {
  const can = useCan();
  return (
    <>
      {checkedAt > 0 && (
        <span className="quiet">
          {say(periodTexts.checkedAt, { time: instantText(new Date(checkedAt).toISOString()).slice(11, 16) })}
          {left > 0 && ` · ${say(periodTexts.left, { count: left })}`}
        </span>
      )}
      <Button icon={<ReloadOutlined />} data-verb="again" loading={isChecking && checkedAt > 0} onClick={onAgain}>
        {say(periodTexts.again)}
      </Button>
      {can('sys:accountperiod:settle') && (
        <Button
          type="primary"
          data-verb="close"
          loading={isBusy}
          disabled={checkedAt === 0 || left > 0 || isChecking}
          onClick={onClose}
        >
          {say(periodTexts.closeMonth, { month: monthText(period) })}
        </Button>
      )}
    </>
  );
}

function Checking(): ReactNode {
  return (
    <>
      <p className="quiet">{say(periodTexts.checking)}</p>
      <Skeleton active title={false} paragraph={{ rows: 6 }} />
    </>
  );
}

interface Closing {
  readonly isBusy: boolean;
  /** Why it was not closed: somebody wrote a document meanwhile. */
  readonly refusal: string | null;
  readonly close: () => Promise<void>;
}
function useClosing(id: string, period: string): Closing {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const close = async (): Promise<void> => {
    if ((await openDialog<boolean>((done) => <EffectsDialog period={period} onClose={done} />)) !== true) return;
    setBusy(true);
    setRefusal(null);
    try {
      await put(`${accountingPeriod.path}/settle`, [id], { isSilent: true });
      feedback.success(say(periodTexts.done, { month: monthText(period) }));
    } catch (error) {
      note(`${accountingPeriod.path}/settle: ${id}`, error);
      setRefusal(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
      void listsChanged();
    }
  };
  return { isBusy, refusal, close };
}

function EffectsDialog({
  period,
  onClose,
}: {
  readonly period: string;
  readonly onClose: (isAgreed?: boolean) => void;
}): ReactNode {
  return (
    <Dialog
      centered
      width={560}
      className="period-dialog"
      title={say(periodTexts.closeMonth, { month: monthText(period) })}
      onCancel={() => {
        onClose();
      }}
      footer={
        <div className="buttons" data-dialog="settle">
          <Button
            onClick={() => {
              onClose();
            }}
          >
            {say(common.cancel)}
          </Button>
          <Button
            type="primary"
            data-verb="confirm"
            onClick={() => {
              onClose(true);
            }}
          >
            {say(periodTexts.closeMonth, { month: monthText(period) })}
          </Button>
        </div>
      }
    >
      <Effects period={period} />
    </Dialog>
  );
}

function Effects({ period }: { readonly period: string }): ReactNode {
  return (
    <ul className="period-effects">
      <li>
        <LockOutlined /> {say(periodTexts.frozen, { month: monthText(period) })}
      </li>
      <li>
        <ArrowRightOutlined /> {say(periodTexts.kept)}
      </li>
      <li>
        <UnlockOutlined /> {say(periodTexts.reopened)}
      </li>
    </ul>
  );
}

function Title({
  own,
  checklist,
  left,
  isClosed,
}: {
  readonly own: PeriodRow | undefined;
  readonly checklist: Checklist | undefined;
  readonly left: number;
  readonly isClosed: boolean;
}): ReactNode {
  return (
    <>
      {say(periodTexts.closeOf, { month: monthText(own?.period ?? '') })}
      <span className="period-of">
        <span className="period-books">{own?.organizeName ?? say(periodTexts.wholeTenant)}</span>
        {checklist !== undefined && (
          <span className="period-days">
            {checklist.startDate} – {checklist.endDate}
          </span>
        )}
      </span>
      {(isClosed || checklist !== undefined) && (
        <span className={`status status-${isClosed ? 'grey' : left > 0 ? 'orange' : 'green'}`}>
          {isClosed
            ? say(periodTexts.isClosed)
            : left > 0
              ? say(periodTexts.notPassed, { count: left })
              : say(periodTexts.canClose)}
        </span>
      )}
    </>
  );
}

interface MonthsProps extends MonthProps {
  readonly checklist: Checklist | undefined;
}
/** The months around this one, and how far its checks are. */
function Months({ around: { months, books }, id, checklist, onChoose }: MonthsProps): ReactNode {
  const all = checklist?.lines.length ?? 0;
  const passed = checklist?.lines.filter(({ state }) => state !== 'todo').length ?? 0;
  return (
    <div className="card period-months">
      {books.length > 1 && (
        <Select
          className="period-choice"
          data-field="books"
          aria-label={say(accountingPeriod.fields.organizeCode.label)}
          value={books.find((each) => each.id === id)?.id ?? null}
          options={books.map((each) => ({ value: each.id, label: each.organizeName ?? say(periodTexts.wholeTenant) }))}
          onChange={(next) => {
            if (next !== null) onChoose(next);
          }}
        />
      )}
      {months.map((month) => (
        <button
          key={month.id}
          type="button"
          className={month.id === id ? 'period-month period-month-on' : 'period-month'}
          data-month={month.period}
          aria-current={month.id === id}
          onClick={() => {
            onChoose(month.id);
          }}
        >
          <strong>{shortMonth(month.period)}</strong>
          <span>
            {month.status === '2' && <LockOutlined />} {stateOf(month, id)}
          </span>
        </button>
      ))}
      {all > 0 && (
        <span className="push-right period-progress">
          <Progress percent={Math.round((passed / all) * 100)} showInfo={false} size="small" aria-hidden />
          <strong>{say(periodTexts.passedOf, { passed, all })}</strong>
        </span>
      )}
    </div>
  );
}

const stateOf = ({ id, status }: PeriodRow, current: string): string =>
  say(
    status === '2'
      ? periodTexts.isClosed
      : id === current
        ? periodTexts.beingChecked
        : status === '1'
          ? periodTexts.isOpen
          : periodTexts.notOpened,
  );

function Aside({ period, last }: { readonly period: string; readonly last: PeriodRow | null }): ReactNode {
  return (
    <aside className="card period-aside">
      <h2>{say(periodTexts.afterClose)}</h2>
      <Effects period={period} />
      {last !== null && (
        <>
          <h2>{say(periodTexts.lastClose)}</h2>
          <p>
            {say(periodTexts.closedBy, {
              name: last.closerName ?? '',
              month: monthText(last.period),
              time: last.closeDate === null ? '' : instantText(last.closeDate),
            })}
          </p>
        </>
      )}
    </aside>
  );
}
