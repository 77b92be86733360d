import { useQuery } from '@tanstack/react-query';
import { Alert, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { compare, isZero, minus, plus, times } from '#platform/model/decimal.ts';
import type { Page } from '#platform/model/envelope.ts';
import { get, post } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { RefInput } from '#platform/web/field/ref-input.tsx';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { tellMade } from '#platform/web/standing/made.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { exchangeActivity } from '#sales/model/points/exchange-activity.ts';
import { pointsAccount } from '#promotion/model/points/points-account.ts';
import { exchangeOrder } from '#sales/model/points/exchange-order.ts';
import { moneyText } from '#sales/web/promotion/promotion-told.ts';
import { redeemTexts } from './redeem-texts.ts';
import '#sales/web/delivery/delivery.css';
import './redeem.css';

/** Goods of an activity for a customer's points; the exchange opens for the next step. */
export const redeem = async ([activity]: readonly Row[]): Promise<boolean> => {
  if (activity === undefined) return false;
  const id = await openDialog<string>((close) => <RedeemDialog activity={activity} onClose={close} />);
  if (id === undefined) return false;
  await tellMade(exchangeOrder, [id], { opensOne: true });
  void listsChanged();
  return true;
};

interface DialogProps {
  readonly activity: Row;
  readonly onClose: (id?: string) => void;
}
type Numbers = Readonly<Record<string, string>>;
type Chosen = Readonly<Record<'code' | 'name', string>>;
const nobody: Chosen = { code: '', name: '' };
const isNumber = (text: string): boolean => /^\d+(\.\d{1,4})?$/.test(text) && compare(text, '0') > 0;
const chosenIn = (code: string | null, row: Row | null): Chosen => ({
  code: code ?? '',
  name: row === null ? '' : textAt(row, 'name'),
});

/** What a customer may spend: what he has, less what other exchanges hold. */
function usePoints(customerCode: string) {
  const { data } = useQuery({
    queryKey: ['list', 'redeem-points', customerCode],
    queryFn: () => get<Page<Row>>(`${pointsAccount.path}/page`, { customerCode, limit: 1 }),
    enabled: customerCode !== '',
    gcTime: 0,
  });
  const row = data?.list[0];
  if (customerCode === '' || data === undefined) return null;
  const of = (key: string): string => (row === undefined ? '0' : textAt(row, key) || '0');
  return { available: minus(of('balancePoints'), of('frozenPoints')), debt: of('debtPoints') };
}

interface Wanted {
  readonly customer: Chosen;
  readonly organization: Chosen;
  readonly wanted: readonly { readonly productCode: string; readonly number: string }[];
}

/** Writes the exchange; refused, the dialog stays as it is. */
function useSend({ activity, onClose }: DialogProps, { customer, organization, wanted }: Wanted) {
  const [isSending, setSending] = useState(false);
  const send = async (): Promise<void> => {
    setSending(true);
    try {
      const { id } = await post<{ readonly id: string }>(exchangeOrder.path, {
        organizeCode: organization.code,
        activityCode: textAt(activity, 'code'),
        customerCode: customer.code,
        lines: wanted,
      });
      onClose(id);
    } catch {
      setSending(false);
    }
  };
  return { isSending, send };
}

function RedeemDialog(props: DialogProps): ReactNode {
  const { activity, onClose } = props;
  const { data, error } = useQuery({
    queryKey: ['redeem', textAt(activity, 'id')],
    queryFn: () => get<{ readonly lines: readonly Row[] }>(`${exchangeActivity.path}/${textAt(activity, 'id')}`),
    gcTime: 0,
  });
  const [customer, setCustomer] = useState(nobody);
  const [organization, setOrganization] = useState<Chosen>({
    code: textAt(activity, 'organizeCode'),
    name: textAt(activity, 'organizeName'),
  });
  const [numbers, setNumbers] = useState<Numbers>({});
  const points = usePoints(customer.code);
  const lines = data?.lines ?? [];
  const wanted = lines.flatMap((line) => {
    const [productCode, number] = [textAt(line, 'productCode'), numbers[textAt(line, 'productCode')] ?? ''];
    return isNumber(number) ? [{ productCode, number }] : [];
  });
  const { isSending, send } = useSend(props, { customer, organization, wanted });
  const sum = (key: string): string =>
    plus(
      ...wanted.map(({ productCode, number }) => {
        const line = lines.find((each) => textAt(each, 'productCode') === productCode);
        return times(number, (line === undefined ? '' : textAt(line, key)) || '0');
      }),
    );
  const total = { points: sum('exchangePointNum'), amount: sum('price') };
  const isShort = points !== null && (compare(total.points, points.available) > 0 || !isZero(points.debt));
  return (
    <Dialog
      open
      width={680}
      centered
      title={say(redeemTexts.title, { name: textAt(activity, 'name') })}
      okText={say(redeemTexts.save)}
      cancelText={say(texts.cancel)}
      confirmLoading={isSending}
      okButtonProps={{ disabled: customer.code === '' || organization.code === '' || wanted.length === 0 || isShort }}
      onOk={() => void send()}
      onCancel={() => {
        onClose();
      }}
    >
      {error !== null && <Alert type="error" showIcon title={error.message} />}
      <Head
        customer={customer}
        organization={organization}
        available={points?.available ?? null}
        onOrganization={setOrganization}
        onCustomer={setCustomer}
      />
      <Offers lines={lines} numbers={numbers} onChange={setNumbers} />
      <Total asked={total.points} amount={total.amount} points={points} />
    </Dialog>
  );
}

interface TotalProps {
  readonly asked: string;
  readonly amount: string;
  readonly points: { readonly available: string; readonly debt: string } | null;
}
const Total = ({ asked, amount, points }: TotalProps): ReactNode => (
  <p className="redeem-sum" aria-live="polite" data-testid="redeem-sum">
    <strong>{say(redeemTexts.total, { points: asked })}</strong>
    {!isZero(amount) && <span>{say(redeemTexts.more, { amount: moneyText(amount) })}</span>}
    {points !== null && !isZero(points.debt) && <span className="redeem-lack">{say(redeemTexts.owed)}</span>}
    {points !== null && compare(asked, points.available) > 0 && (
      <span className="redeem-lack">{say(redeemTexts.lacking)}</span>
    )}
  </p>
);

interface HeadProps {
  readonly customer: Chosen;
  readonly organization: Chosen;
  readonly available: string | null;
  readonly onCustomer: (customer: Chosen) => void;
  readonly onOrganization: (organization: Chosen) => void;
}
/** Whose points, and whose goods: a customer of one organisation says both. */
function Head({ customer, organization, available, onCustomer, onOrganization }: HeadProps): ReactNode {
  return (
    <div className="redeem-head">
      <div data-field="customerCode">
        <div className="read-label">{say(redeemTexts.customer)}</div>
        <RefInput
          field={exchangeOrder.head.customerCode}
          label={say(redeemTexts.customer)}
          value={customer.code}
          name={customer.name}
          onChange={(code, row) => {
            onCustomer(chosenIn(code, row));
            const own = row === null ? '' : textAt(row, 'organizeCode');
            if (organization.code === '' && own !== '')
              onOrganization({ code: own, name: row === null ? '' : textAt(row, 'organizeName') });
          }}
        />
      </div>
      <div data-field="organizeCode">
        <div className="read-label">{say(redeemTexts.organization)}</div>
        <RefInput
          field={exchangeOrder.head.organizeCode}
          label={say(redeemTexts.organization)}
          value={organization.code}
          name={organization.name}
          onChange={(code, row) => {
            onOrganization(chosenIn(code, row));
          }}
        />
      </div>
      <div>
        <div className="read-label">{say(redeemTexts.available)}</div>
        <span className="redeem-points" data-testid="redeem-available">
          {available ?? '–'}
        </span>
      </div>
    </div>
  );
}

interface OffersProps {
  readonly lines: readonly Row[];
  readonly numbers: Numbers;
  readonly onChange: (numbers: Numbers) => void;
}
function Offers({ lines, numbers, onChange }: OffersProps): ReactNode {
  const hasMoney = lines.some((line) => !isZero(textAt(line, 'price') || '0'));
  return (
    <div className="redeem-lines">
      <table className="sign-lines">
        <thead>
          <tr>
            <th>{say(redeemTexts.product)}</th>
            <th className="number">{say(redeemTexts.each)}</th>
            {hasMoney && <th className="number">{say(redeemTexts.money)}</th>}
            <th className="number">{say(redeemTexts.most)}</th>
            <th>{say(redeemTexts.number)}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const code = textAt(line, 'productCode');
            const most = textAt(line, 'onceExchangeMaxNum');
            const text = numbers[code] ?? '';
            const isFit = text === '' || (isNumber(text) && (most === '' || compare(text, most) <= 0));
            return (
              <tr key={code} data-product={code}>
                <td>
                  <span className="sign-product">{textAt(line, 'productName')}</span>
                  <span className="sign-code">{code}</span>
                </td>
                <td className="number">{textAt(line, 'exchangePointNum')}</td>
                {hasMoney && <td className="number">{moneyText(textAt(line, 'price') || '0')}</td>}
                <td className="number">{most === '' ? '–' : `${most} ${textAt(line, 'mainUnitName')}`}</td>
                <td>
                  <Input
                    size="small"
                    inputMode="decimal"
                    aria-label={`${code} ${say(redeemTexts.number)}`}
                    value={text}
                    status={isFit ? '' : 'error'}
                    onChange={({ target }) => {
                      onChange({ ...numbers, [code]: target.value.trim() });
                    }}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
