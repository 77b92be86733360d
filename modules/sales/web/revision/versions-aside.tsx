import { useQuery } from '@tanstack/react-query';
import { Alert, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { plus } from '#platform/model/decimal.ts';
import type { Label } from '#platform/model/label.ts';
import { get } from '#platform/web/api/client.ts';
import type { OwnAsideProps } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt } from '#platform/web/value/row.ts';
import { order } from '#sales/model/order/order.ts';
import type { OrderVersion } from '#sales/model/revision/revision-record.ts';
import { moneyText, priceText } from '#sales/web/promotion/promotion-told.ts';
import { comparedLines, isSame, type Pair } from './compared.ts';
import './versions.css';

const texts = {
  first: ['原单', '原單', 'As sold'],
  version: ['第 {n} 次变更', '第 {n} 次變更', 'Revision {n}'],
  now: ['（现行）', '（現行）', ' (holds)'],
  left: ['旧版本', '舊版本', 'Older version'],
  right: ['新版本', '新版本', 'Newer version'],
  reason: ['{code}：{reason}', '{code}：{reason}', '{code}: {reason}'],
  same: ['另有 {n} 行相同', '另有 {n} 行相同', '{n} more {n:line is|lines are} the same'],
  none: ['两个版本的明细相同', '兩個版本的明細相同', 'The lines of both are the same'],
} as const satisfies Readonly<Record<string, Label>>;

const nameOf = ({ revisionNo, endedBy }: OrderVersion): string => {
  const name = revisionNo === 0 ? say(texts.first) : say(texts.version, { n: revisionNo });
  return `${name}${endedBy === null ? say(texts.now) : ''}`;
};

/** Beside an order: any two of its versions, one beside the other. */
export function VersionsAside({ record }: OwnAsideProps): ReactNode {
  const id = textAt(record, 'id');
  const { data, error } = useQuery({
    queryKey: ['list', 'order-versions', id],
    queryFn: () => get<readonly OrderVersion[]>(`${order.path}/versions/${id}`),
    gcTime: 0,
  });
  const [chosen, setChosen] = useState<readonly [number, number] | null>(null);
  if (error !== null) return <Alert type="error" showIcon title={error.message} />;
  if (data === undefined) return null;
  const last = data.length - 1;
  const [at, to] = chosen ?? [Math.max(0, last - 1), last];
  const [left, right] = [data[at], data[to]];
  if (left === undefined || right === undefined) return null;
  const options = data.map((version, value) => ({ value, label: nameOf(version) }));
  return (
    <div className="order-versions" data-testid="order-versions">
      <div className="version-choice">
        <Select
          size="small"
          aria-label={say(texts.left)}
          data-testid="version-left"
          value={at}
          options={options}
          onChange={(value: number) => {
            setChosen([value, to]);
          }}
        />
        <Select
          size="small"
          aria-label={say(texts.right)}
          data-testid="version-right"
          value={to}
          options={options}
          onChange={(value: number) => {
            setChosen([at, value]);
          }}
        />
      </div>
      {left.revisionCode !== null && (
        <p className="quiet">{say(texts.reason, { code: left.revisionCode, reason: left.reason ?? '' })}</p>
      )}
      <Compared left={left} right={right} />
    </div>
  );
}

function Compared({ left, right }: { readonly left: OrderVersion; readonly right: OrderVersion }): ReactNode {
  const { lines, same } = comparedLines(left.lines, right.lines);
  const payable = (version: OrderVersion): string => textAt(version.head, 'payableAmount') || '0';
  return (
    <>
      <table className="plain-table version-table">
        <tbody>
          <Figures
            label={say(order.head.payableAmount.label)}
            left={moneyText(payable(left))}
            right={moneyText(payable(right))}
            isChanged={!isSame(payable(left), payable(right))}
          />
        </tbody>
        {lines.map(({ id, name, code, pairs }) => (
          <tbody key={id} data-product={code}>
            <tr>
              <th colSpan={3}>{name}</th>
            </tr>
            {pairs.map((pair) => (
              <Figures
                key={pair.key}
                label={say(order.lines[pair.key].label)}
                left={shown(pair, pair.left)}
                right={shown(pair, pair.right)}
                isChanged={!isSame(pair.left, pair.right)}
              />
            ))}
          </tbody>
        ))}
      </table>
      <p className="quiet">{lines.length === 0 ? say(texts.none) : same > 0 ? say(texts.same, { n: same }) : ''}</p>
    </>
  );
}

const shown = ({ key }: Pair, figure: string | null): string =>
  figure === null ? '–' : key === 'number' ? plus(figure) : key === 'price' ? priceText(figure) : moneyText(figure);

interface FiguresProps {
  readonly label: string;
  readonly left: string;
  readonly right: string;
  readonly isChanged: boolean;
}
const Figures = ({ label, left, right, isChanged }: FiguresProps): ReactNode => (
  <tr data-changed={isChanged ? true : undefined}>
    <td>{label}</td>
    <td className="number">{left}</td>
    <td className="number">{right}</td>
  </tr>
);
