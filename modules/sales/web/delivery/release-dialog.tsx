import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton, Steps } from 'antd';
import { useState, type ReactNode } from 'react';
import { compare } from '#platform/model/decimal.ts';
import { spokenLabel } from '#platform/model/field.ts';
import { permissionOf, verbPermission } from '#platform/model/permission.ts';
import { get, put } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { done } from '#platform/web/action/perform.ts';
import { RecordLink } from '#platform/web/link/record-link.tsx';
import { Dialog } from '#platform/web/page/dialogs.tsx';
import { ownActionsOf } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { delivery } from '#sales/model/delivery.ts';
import { deliveryRelease } from '#sales/model/delivery-release.ts';
import { stockInout } from '#stock/model/inout.ts';
import { refuse } from './delivery-dialogs.tsx';
import { deliveryTexts } from './delivery-texts.ts';
import './delivery.css';

type Goods = Row & { readonly lines: readonly Row[]; readonly movements: readonly Row[] };

/** What a keeper lets out: its goods without prices, and release, picking and shipping in one place. */
export function ReleaseDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'release-goods', id],
    queryFn: () => get<Goods>(`${deliveryRelease.path}/${id}`, undefined, { isSilent: true }),
    staleTime: 0,
  });
  return (
    <Dialog
      open
      width={860}
      className="release-dialog"
      title={say(deliveryTexts.gateTitle, { code: textAt(data, 'code') })}
      onCancel={onClose}
      footer={
        data === undefined ? null : <ReleaseButtons bill={data} onDone={() => void refetch()} onClose={onClose} />
      }
    >
      {error !== null && (
        <Alert
          type="error"
          showIcon
          title={error.message}
          action={
            <Button size="small" onClick={() => void refetch()}>
              {say(texts.retry)}
            </Button>
          }
        />
      )}
      {data === undefined ? error === null && <Skeleton active /> : <GoodsView bill={data} />}
    </Dialog>
  );
}

/** Where the goods are on their way out. */
const stageOf = ({ movements, ...bill }: Goods): number => {
  if (textAt(bill, 'releaseStatus') !== '1') return 0;
  const isOut = movements.length > 0 && movements.every((row) => textAt(row, 'billStatus') !== saved);
  if (isOut) return 3;
  return movements.every((row) => textAt(row, 'pickedFlag') === '1') ? 2 : 1;
};
const saved = stockInout.states.saved.code;

function GoodsView({ bill }: { readonly bill: Goods }): ReactNode {
  const facts = (['customerCode', 'storageCode', 'shippingMode', 'carCode', 'driverCode'] as const).flatMap((key) => {
    const field = delivery.head[key];
    const name = field.kind === 'ref' ? textAt(bill, key.replace(/Code$/, 'Name')) : '';
    const word = field.kind === 'choice' ? field.choices[textAt(bill, key)] : undefined;
    const value = word === undefined ? name : say([word[0], word[1], word[2]]);
    return value === '' ? [] : [{ key, label: say(spokenLabel(field)), value }];
  });
  const to = ['consignee', 'phone', 'address'].map((key) => textAt(bill, key)).filter((text) => text !== '');
  return (
    <>
      <Steps
        size="small"
        className="release-steps"
        current={stageOf(bill)}
        items={[deliveryTexts.stepReleased, deliveryTexts.stepPicked, deliveryTexts.stepOut].map((label) => ({
          title: say(label),
        }))}
      />
      <dl className="release-facts">
        {facts.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {to.length > 0 && (
          <div>
            <dt>{say(deliveryTexts.consignee)}</dt>
            <dd>{to.join(' ')}</dd>
          </div>
        )}
        {bill.movements.map((row) => (
          <div key={textAt(row, 'id')}>
            <dt>{say(stockInout.label)}</dt>
            <dd>
              <RecordLink noun={stockInout.name} id={textAt(row, 'id')}>
                {textAt(row, 'code')}
              </RecordLink>
            </dd>
          </div>
        ))}
      </dl>
      <GoodsTable lines={bill.lines} />
    </>
  );
}

const quantity = (value: string): string => measureText(value === '' ? '0' : value, { measure: 'quantity' });

function GoodsTable({ lines }: { readonly lines: readonly Row[] }): ReactNode {
  return (
    <div className="release-goods">
      <table className="plain-table" data-testid="release-goods">
        <thead>
          <tr>
            <th>{say(spokenLabel(delivery.lines.productCode))}</th>
            <th>{say(delivery.lines.spec.label)}</th>
            <th>{say(stockInout.lines.barcode.label)}</th>
            <th className="number">{say(delivery.lines.number.label)}</th>
            <th className="number">{say(deliveryTexts.onHand)}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={textAt(line, 'id')}>
              <td title={textAt(line, 'productCode')}>{textAt(line, 'productName')}</td>
              <td>{textAt(line, 'spec')}</td>
              <td>{textAt(line, 'barcode')}</td>
              <td className="number">
                {quantity(textAt(line, 'number'))} {textAt(line, 'mainUnitName')}
              </td>
              <td className={isShort(line) ? 'number release-short' : 'number'}>{quantity(textAt(line, 'onHand'))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
const isShort = (line: Row): boolean => compare(textAt(line, 'onHand') || '0', textAt(line, 'number') || '0') < 0;

interface ReleaseButtonsProps {
  readonly bill: Goods;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** One filled button: whatever comes next. */
function ReleaseButtons({ bill, onDone, onClose }: ReleaseButtonsProps): ReactNode {
  const can = useCan();
  const [isBusy, setBusy] = useState(false);
  const stage = stageOf(bill);
  const id = textAt(bill, 'id');
  const waiting = bill.movements.filter((row) => textAt(row, 'billStatus') === saved);
  const isAudited = textAt(bill, 'billStatus') === delivery.states.audited.code;
  const perform = (work: () => Promise<unknown>, told: string): void => {
    setBusy(true);
    void done(work, () => told).then(() => {
      setBusy(false);
      onDone();
    });
  };
  const mayRelease = can(permissionOf(deliveryRelease, 'release'));
  return (
    <div className="dialog-footer" data-dialog="release">
      {stage === 0 && !isAudited && <span className="quiet release-told">{say(deliveryTexts.waitsForSales)}</span>}
      <Button onClick={onClose}>{say(texts.closeThis)}</Button>
      {stage === 0 && mayRelease && (
        <>
          <Button danger disabled={!isAudited} data-verb="refuse" onClick={() => void refuse([bill]).then(onDone)}>
            {say(deliveryTexts.refuse)}
          </Button>
          <Button
            type="primary"
            loading={isBusy}
            disabled={!isAudited}
            data-verb="release"
            onClick={() => {
              perform(() => put(`${deliveryRelease.path}/release`, [id]), say(deliveryTexts.released, { count: 1 }));
            }}
          >
            {say(deliveryTexts.release)}
          </Button>
        </>
      )}
      {waiting.length > 0 && <PickButton movement={waiting[0] ?? {}} isNext={stage === 1} onDone={onDone} />}
      {waiting.length > 0 && can(verbPermission(stockInout, 'audit')) && (
        <Button
          type="primary"
          loading={isBusy}
          data-verb="shipOut"
          onClick={() => {
            perform(
              () =>
                put(
                  `${stockInout.path}/audit`,
                  waiting.map((row) => textAt(row, 'id')),
                ),
              say(deliveryTexts.shippedOut, { code: textAt(bill, 'code') }),
            );
          }}
        >
          {say(deliveryTexts.shipOut)}
        </Button>
      )}
    </div>
  );
}

/** Picking is the warehouse's own dialog. */
function PickButton({
  movement,
  isNext,
  onDone,
}: {
  readonly movement: Row;
  readonly isNext: boolean;
  readonly onDone: () => void;
}): ReactNode {
  const can = useCan();
  const action = ownActionsOf(stockInout).find(({ verb }) => verb === 'pick');
  if (action === undefined || !can(action.permission) || action.isOffered?.(movement) === false) return null;
  return (
    <Button
      data-verb="pick"
      data-next={isNext}
      onClick={() =>
        void action
          .load()
          .then((act) => act([movement]))
          .then(() => listsChanged())
          .then(onDone)
      }
    >
      {say(deliveryTexts.pick)}
    </Button>
  );
}
