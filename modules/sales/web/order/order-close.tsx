import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { compare, minus, plus } from '#platform/model/decimal.ts';
import { spokenLabel } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { put } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { ReasonInput, ReasonKindInput } from '#platform/web/action/reason-input.tsx';
import { ImpactPreview } from '#platform/web/action/impact-preview.tsx';
import type { Impact } from '#platform/web/action/impact.ts';
import { measureText } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { order } from '#sales/model/order/order.ts';
import { orderTexts } from './order-texts.ts';
import '#sales/web/delivery/delivery.css';

interface LineVerb {
  readonly verb: 'close' | 'unclose';
  readonly label: Label;
  /** How many of a line it is about. */
  readonly number: (line: Row) => string;
  readonly asksReason: boolean;
}

const openNumber = (line: Row): string =>
  minus(textAt(line, 'number') || '0', plus(textAt(line, 'outNumber') || '0', textAt(line, 'closedNumber') || '0'));
const closing: LineVerb = { verb: 'close', label: orderTexts.closeLines, number: openNumber, asksReason: true };
const reopening: LineVerb = {
  verb: 'unclose',
  label: orderTexts.uncloseLines,
  number: (line) => textAt(line, 'closedNumber') || '0',
  asksReason: false,
};

export const closeLines = ([bill]: readonly Row[]): Promise<boolean> => perform(closing, bill);
export const uncloseLines = ([bill]: readonly Row[]): Promise<boolean> => perform(reopening, bill);

async function perform(rule: LineVerb, bill: Row | undefined): Promise<boolean> {
  if (bill === undefined) return false;
  const isDone = await openDialog<true>((close) => <LinesDialog rule={rule} bill={bill} onClose={close} />);
  if (isDone === true) feedback.success(say(texts.done));
  void listsChanged();
  return isDone === true;
}

interface DialogProps {
  readonly rule: LineVerb;
  readonly bill: Row;
  readonly onClose: (isDone?: true) => void;
}

interface LinesWork {
  readonly preview: { readonly data: Impact | undefined; readonly error: Error | null };
  readonly isSending: boolean;
  readonly send: (reason: string) => Promise<void>;
}

/** What the verb would change of the chosen lines, and the performing. */
function useLinesVerb({ rule, bill, onClose }: DialogProps, chosen: readonly string[], kind: string): LinesWork {
  const owner = useId();
  const [isSending, setSending] = useState(false);
  const id = textAt(bill, 'id');
  const body = {
    ids: [id],
    lineIds: chosen,
    rowVersions: { [id]: (bill as { readonly rowVersion?: number }).rowVersion },
    ...(rule.verb === 'close' ? { reasonKind: kind } : {}),
  };
  const path = `${order.path}/${rule.verb}`;
  const preview = useQuery({
    queryKey: ['preview', owner, chosen, kind],
    queryFn: () => put<Impact>(path, body, { params: { preview: 1 }, isSilent: true }),
    enabled: chosen.length > 0,
    gcTime: 0,
    retry: false,
  });
  const send = async (reason: string): Promise<void> => {
    setSending(true);
    try {
      await put(path, { ...body, ...(reason === '' ? {} : { operateMsg: reason }) });
      onClose(true);
    } catch {
      setSending(false);
    }
  };
  return { preview, isSending, send };
}

/** The lines that the verb is about, those that are meant, what that would change, and why. */
function LinesDialog(props: DialogProps): ReactNode {
  const { rule, bill, onClose } = props;
  const { lines: all = [] } = bill as { readonly lines?: readonly Row[] };
  const lines = all.filter((line) => compare(rule.number(line), '0') > 0);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [reason, setReason] = useState('');
  const [kind, setKind] = useState('0');
  const { preview, isSending, send } = useLinesVerb(props, chosen, kind);
  const isFit = chosen.length > 0 && preview.data !== undefined && (!rule.asksReason || reason.trim() !== '');
  return (
    <Dialog
      open
      width={760}
      title={say(texts.verbTitle, { verb: say(rule.label), what: textAt(bill, 'code') })}
      okText={say(rule.label)}
      cancelText={say(texts.cancel)}
      confirmLoading={isSending}
      okButtonProps={{ disabled: !isFit }}
      onOk={() => void send(reason.trim())}
      onCancel={() => {
        onClose();
      }}
    >
      <ChoiceOfLines rule={rule} lines={lines} chosen={chosen} onChoose={setChosen} />
      {rule.verb === 'close' && chosen.length === lines.length && (
        <p className="sign-short" role="status">
          {say(orderTexts.closesWhole)}
        </p>
      )}
      {chosen.length > 0 &&
        (preview.error !== null ? (
          <Alert type="error" showIcon title={preview.error.message} />
        ) : (
          <ImpactPreview impact={preview.data} />
        ))}
      {rule.verb === 'close' && (
        <ReasonKindInput kinds={order.verbs.close.reasonKinds} value={kind} onChange={setKind} />
      )}
      <ReasonInput value={reason} onChange={setReason} />
    </Dialog>
  );
}

interface ChoiceProps {
  readonly rule: LineVerb;
  readonly lines: readonly Row[];
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: readonly string[]) => void;
}

function ChoiceOfLines({ rule, lines, chosen, onChoose }: ChoiceProps): ReactNode {
  return (
    <table className="sign-lines" data-dialog={`${rule.verb}Lines`}>
      <thead>
        <tr>
          <th>
            <Checkbox
              aria-label={say(orderTexts.allLines)}
              checked={chosen.length === lines.length}
              indeterminate={chosen.length > 0 && chosen.length < lines.length}
              onChange={({ target }) => {
                onChoose(target.checked ? lines.map((line) => textAt(line, 'id')) : []);
              }}
            />
          </th>
          <th>{say(spokenLabel(order.lines.productCode))}</th>
          <th className="number">{say(order.lines.number.label)}</th>
          <th className="number">{say(order.lines.outNumber.label)}</th>
          <th className="number">
            {say(rule.verb === 'close' ? orderTexts.leftNumber : order.lines.closedNumber.label)}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <LineChoice key={textAt(line, 'id')} rule={rule} line={line} chosen={chosen} onChoose={onChoose} />
        ))}
      </tbody>
    </table>
  );
}

function LineChoice({ rule, line, chosen, onChoose }: Omit<ChoiceProps, 'lines'> & { readonly line: Row }): ReactNode {
  const lineId = textAt(line, 'id');
  return (
    <tr>
      <td>
        <Checkbox
          aria-label={`${textAt(line, 'lineNo')} ${textAt(line, 'productCode')}`}
          checked={chosen.includes(lineId)}
          onChange={({ target }) => {
            onChoose(target.checked ? [...chosen, lineId] : chosen.filter((each) => each !== lineId));
          }}
        />
      </td>
      <td>
        <span className="sign-product">{textAt(line, 'productName')}</span>{' '}
        <span className="sign-code">{textAt(line, 'productCode')}</span>
      </td>
      <td className="number">{measureText(textAt(line, 'number'), quantity)}</td>
      <td className="number">{measureText(textAt(line, 'outNumber') || '0', quantity)}</td>
      <td className="number">{measureText(rule.number(line), quantity)}</td>
    </tr>
  );
}

const quantity = { measure: 'quantity' } as const;
