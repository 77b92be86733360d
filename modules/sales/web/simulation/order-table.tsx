import { LockOutlined } from '@ant-design/icons';
import { Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { RecordLink } from '#platform/web/link/record-link.tsx';
import { say } from '#platform/web/text/language.ts';
import { order } from '#sales/model/order/order.ts';
import type { NamedRule, OrderList, PeriodSimulation, SimulatedOrder } from '#sales/model/simulation/simulation.ts';
import { simulationTexts as texts } from './simulation-texts.ts';
import { countText, missingText, moneyText, tierText } from './simulation-words.ts';

interface OrderTableProps {
  readonly answer: PeriodSimulation;
  readonly rules: readonly NamedRule[];
  readonly onOrder: (code: string) => void;
}

/** Order by order: the dearest, those that lose what they had, and those that lack little. */
export function OrderTable({ answer, rules, onOrder }: OrderTableProps): ReactNode {
  const [list, setList] = useState<OrderList>('costliest');
  const { orders, total } = answer;
  const rows = orders?.[list] ?? [];
  const counts: Readonly<Record<OrderList, number>> = {
    costliest: total.orders,
    replacing: total.replacing,
    near: total.near,
  };
  return (
    <section className="card simulation-card" data-testid="simulation-orders">
      <header className="simulation-head">
        <h2>{say(texts.byOrder)}</h2>
        <Segmented<OrderList>
          size="small"
          value={list}
          options={(['costliest', 'replacing', 'near'] as const).map((value) => ({
            value,
            label: say(texts[value], { count: countText(counts[value]) }),
          }))}
          onChange={setList}
        />
        <span className="simulation-head-right">
          {counts[list] > rows.length && rows.length > 0
            ? say(texts.listedFirst, { shown: rows.length, count: countText(counts[list]) })
            : say(texts.listed, { count: countText(counts[list]) })}
        </span>
      </header>
      {orders === undefined ? (
        <p className="empty-list">
          <LockOutlined /> {say(texts.ordersHidden)}
        </p>
      ) : rows.length === 0 ? (
        <p className="empty-list">{say(texts.noOrders)}</p>
      ) : (
        <Rows rows={rows} rules={rules} onOrder={onOrder} />
      )}
      <footer className="simulation-sums">
        {say(texts.sums, {
          cost: moneyText(total.cost),
          gave: moneyText(total.gave),
          replaced: moneyText(total.replaced),
        })}
      </footer>
    </section>
  );
}

interface RowsProps extends Pick<OrderTableProps, 'rules' | 'onOrder'> {
  readonly rows: readonly SimulatedOrder[];
}
const Rows = ({ rows, rules, onOrder }: RowsProps): ReactNode => (
  <div className="simulation-scroll">
    <table className="plain-table simulation-table">
      <thead>
        <tr>
          <th>{say(texts.code)}</th>
          <th>{say(texts.customer)}</th>
          <th>{say(texts.date)}</th>
          <th className="number">{say(texts.basis)}</th>
          <th>{say(texts.reached)}</th>
          <th className="number">{say(texts.would)}</th>
          <th className="number">{say(texts.gave)}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <OrderRow key={row.id} row={row} rules={rules} onOrder={onOrder} />
        ))}
      </tbody>
    </table>
  </div>
);

interface OrderRowProps extends Pick<OrderTableProps, 'rules' | 'onOrder'> {
  readonly row: SimulatedOrder;
}
function OrderRow({ row, rules, onOrder }: OrderRowProps): ReactNode {
  const tier = tierText(rules, row.ruleNo);
  const missing = missingText(row.missing);
  const reached = missing === '' ? tier : `${tier} · ${missing}`;
  return (
    <tr data-order={row.code}>
      <td>
        <RecordLink noun={order.name} id={row.id}>
          {row.code}
        </RecordLink>
      </td>
      <td className="simulation-cut" title={row.customerName}>
        {row.customerName}
      </td>
      <td>{row.billDate}</td>
      <td className="number">{moneyText(row.basis)}</td>
      <td className={missing === '' ? 'simulation-cut' : 'simulation-cut simulation-warn'} title={reached}>
        {reached}
      </td>
      <td className="number">
        <button
          type="button"
          className="simulation-drill"
          data-verb="lookAlone"
          onClick={() => {
            onOrder(row.code);
          }}
        >
          {moneyText(row.cost)}
        </button>
      </td>
      <td className="number">{moneyText(row.gave)}</td>
    </tr>
  );
}
