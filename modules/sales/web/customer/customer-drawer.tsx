import { ArrowLeftOutlined, CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { customer } from '#data/model/partner/customer.ts';
import { useCan } from '#platform/web/api/me.ts';
import { instantText, StatusTag, today } from '#platform/web/cell/cell.tsx';
import { beginWith } from '#platform/web/document/begin-with.ts';
import { useRoutes } from '#platform/web/link/openable.ts';
import type { OwnDrawerProps } from '#platform/web/registry/registry.ts';
import { openList } from '#platform/web/narrowing/list-opening.ts';
import { pageName } from '#platform/web/route/menu.ts';
import { go } from '#platform/web/route/route.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { accountCheck } from '#funds/model/account-check.ts';
import { mostUsualGoods } from '#sales/model/order/customer-figures.ts';
import { order } from '#sales/model/order/order.ts';
import { whereOf } from './customer-list.tsx';
import { sectionQueries } from './customer-queries.ts';
import { AgeingBox, CreditBox } from './customer-money.tsx';
import { Contacts, FigureBoxes, Orders, Underway } from './customer-sections.tsx';
import { Prices } from './customer-prices.tsx';
import { customerTexts as texts } from './customer-texts.ts';
import './customer.css';

const tabs = ['overview', 'orders', 'prices', 'money', 'underway', 'contacts'] as const;
type Tab = (typeof tabs)[number];

/** Who a customer is to us, from any place that names him. Each part is asked for, and fails, by itself. */
export function CustomerDrawer({ code, name, onBack, onClose }: OwnDrawerProps): ReactNode {
  const [tab, setTab] = useState<Tab>('overview');
  const can = useCan();
  const head = useQuery(sectionQueries.head(code));
  const mayOrder = can('order:order:save');
  const start = (): void => {
    const { code: customerCode = code, name: customerName = name, organizeCode, organizeName } = head.data ?? {};
    beginWith(order.name, { customerCode, customerName, ...(organizeCode ? { organizeCode, organizeName } : {}) });
    onClose();
    go('order-order__add__0');
  };
  useDrawerKeys({ onTab: setTab, onNew: mayOrder ? start : undefined });
  return (
    <Drawer
      open
      getContainer={false}
      closable={false}
      size={640}
      className="customer-drawer"
      data-testid="customer-drawer"
      onClose={onClose}
      title={
        <Head
          code={code}
          name={name}
          record={head.data}
          onBack={onBack}
          onClose={onClose}
          onNew={mayOrder ? start : undefined}
        />
      }
      footer={<Foot code={code} mayOrder={mayOrder} readAt={head.dataUpdatedAt} />}
    >
      <TabBar code={code} tab={tab} onTab={setTab} />
      {tab === 'overview' && (
        <>
          <FigureBoxes code={code} onOpened={onClose} />
          <div className="customer-two">
            <CreditBox code={code} onOpened={onClose} />
            <AgeingBox code={code} onOpened={onClose} />
          </div>
          <Orders code={code} most={3} onOpened={onClose} />
          <Prices code={code} head={head.data} most={4} />
          <Underway code={code} most={3} onOpened={onClose} />
        </>
      )}
      {tab === 'orders' && <Orders code={code} most={20} onOpened={onClose} />}
      {tab === 'prices' && <Prices code={code} head={head.data} most={20} />}
      {tab === 'money' && (
        <>
          <CreditBox code={code} onOpened={onClose} />
          <AgeingBox code={code} onOpened={onClose} />
        </>
      )}
      {tab === 'underway' && <Underway code={code} most={20} onOpened={onClose} />}
      {tab === 'contacts' && <Contacts code={code} />}
    </Drawer>
  );
}

interface Keys {
  readonly onTab: (tab: Tab) => void;
  readonly onNew: (() => void) | undefined;
}
/** Keys work only while no field has the focus. */
function useDrawerKeys({ onTab, onNew }: Keys): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.matches('input, textarea, [contenteditable]')) return;
      const tab = /^[1-6]$/.test(event.key) ? tabs[Number.parseInt(event.key, 10) - 1] : undefined;
      if (tab !== undefined) onTab(tab);
      else if (event.key.toLowerCase() === 'n') onNew?.();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => {
      window.removeEventListener('keydown', onKeyDown, true);
    };
  }, [onTab, onNew]);
}

interface HeadProps extends OwnDrawerProps {
  readonly record: Row | undefined;
  readonly onNew: (() => void) | undefined;
}
function Head({ code, name, record, onBack, onClose, onNew }: HeadProps): ReactNode {
  const can = useCan();
  const route = useRoutes()(customer.name, textAt(record, 'id'));
  const shown = textAt(record, 'name') || name;
  const leave = (to: string): void => {
    onClose();
    go(to);
  };
  return (
    <div className="customer-head">
      {onBack !== undefined && (
        <Button type="text" icon={<ArrowLeftOutlined />} data-verb="back" onClick={onBack}>
          {say(texts.back)}
        </Button>
      )}
      <span className="customer-mark" aria-hidden>
        {[...shown][0]}
      </span>
      <div className="customer-who">
        <div>
          <strong title={shown}>{shown}</strong>
          {record !== undefined && <Standing record={record} />}
        </div>
        <small>{aboutOf(record)}</small>
      </div>
      {onNew !== undefined && (
        <Button type="primary" icon={<PlusOutlined />} data-verb="newOrder" onClick={onNew}>
          {say(texts.newOrder)}
        </Button>
      )}
      {can('sale:accountcheck:page') && (
        <Button
          data-verb="statement"
          onClick={() => {
            onClose();
            openList(pageName(accountCheck.screen.url), whereOf(code, record));
          }}
        >
          {say(texts.statement)}
        </Button>
      )}
      {route !== undefined && (
        <Button
          data-verb="record"
          onClick={() => {
            leave(route);
          }}
        >
          {say(texts.openRecord)}
        </Button>
      )}
      <Button type="text" icon={<CloseOutlined />} data-verb="close" aria-label={say(texts.close)} onClick={onClose} />
    </div>
  );
}

function Standing({ record }: { readonly record: Row }): ReactNode {
  const [zhCN, zhTW, en, tone = 'grey'] = customer.fields.status.choices[textAt(record, 'status')] ?? ['', '', ''];
  return (
    <>
      <StatusTag tone={tone}>{say([zhCN, zhTW, en])}</StatusTag>
      {textAt(record, 'levelName') !== '' && <span className="customer-level">{textAt(record, 'levelName')}</span>}
    </>
  );
}

function aboutOf(record: Row | undefined): string {
  if (record === undefined) return '';
  const years = Number.parseInt(today(), 10) - Number.parseInt(textAt(record, 'createDate'), 10);
  return [
    textAt(record, 'channelName'),
    textAt(record, 'organizeName'),
    textAt(record, 'salesmanName') === '' ? '' : say(texts.salesman, { name: textAt(record, 'salesmanName') }),
    years > 0 ? say(texts.since, { years }) : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

interface TabBarProps {
  readonly code: string;
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
}
function TabBar({ code, tab, onTab }: TabBarProps): ReactNode {
  const can = useCan();
  const orders = useQuery({ ...sectionQueries.orders(code, 3), enabled: can('order:order:page') });
  const deliveries = useQuery({ ...sectionQueries.deliveries(code, 3), enabled: can('order:delivery:page') });
  const head = useQuery(sectionQueries.head(code));
  const goods = useQuery({ ...sectionQueries.prices(code, head.data), enabled: false });
  const counts: Partial<Record<Tab, number | string | undefined>> = {
    orders: orders.data?.total,
    // No more than so many are answered: there may be others.
    prices: goods.data?.length === mostUsualGoods ? `${mostUsualGoods}+` : goods.data?.length,
    underway: deliveries.data?.total,
    contacts: head.data === undefined ? undefined : textAt(head.data, 'linkman') === '' ? 0 : 1,
  };
  const isOffered = (each: Tab): boolean =>
    each === 'orders' || each === 'prices'
      ? can('order:order:page')
      : each === 'money'
        ? can('sale:creditinfo:page') || can('sale:balance:page')
        : each === 'underway'
          ? can('order:delivery:page')
          : true;
  return (
    <div className="customer-tabs" role="tablist">
      {tabs.filter(isOffered).map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          aria-selected={tab === each}
          data-tab={each}
          onClick={() => {
            onTab(each);
          }}
        >
          {say(texts[each])}
          {counts[each] !== undefined && <span className="customer-count">{counts[each]}</span>}
        </button>
      ))}
    </div>
  );
}

interface FootProps {
  readonly code: string;
  readonly mayOrder: boolean;
  readonly readAt: number;
}
const Foot = ({ code, mayOrder, readAt }: FootProps): ReactNode => (
  <div className="customer-foot">
    <span>
      <kbd>Esc</kbd> {say(texts.close)}
    </span>
    {mayOrder && (
      <span>
        <kbd>N</kbd> {say(texts.newOrder)}
      </span>
    )}
    <span>
      <kbd>1</kbd>–<kbd>6</kbd> {say(texts.switchTabs)}
    </span>
    <span className="push-right">
      {say(texts.code, { code })}
      {readAt > 0 && ` · ${say(texts.asOf, { time: instantText(new Date(readAt).toISOString()).slice(11, 16) })}`}
    </span>
  </div>
);
