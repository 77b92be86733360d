import { useQuery } from '@tanstack/react-query';
import { Alert, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { compare, minus, plus } from '#platform/model/decimal.ts';
import type { Document } from '#platform/model/document.ts';
import type { Label } from '#platform/model/label.ts';
import { done } from '#platform/web/action/perform.ts';
import { get, put } from '#platform/web/api/client.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts as common } from '#platform/web/text/texts.ts';
import { measureText, typedDecimal } from '#platform/web/value/measure.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { ClaimCost } from '#expense/model/claim/claim-cut.ts';
import './cut-dialog.css';

const texts = {
  verb: ['核减', '核減', 'Grant less'],
  title: ['核减 {code}', '核減 {code}', 'Grant less of {code}'],
  cost: ['费用', '費用', 'Cost'],
  line: ['第{no}行 · {date}', '第{no}行 · {date}', 'Line {no} · {date}'],
  trip: ['整个行程', '整個行程', 'The whole trip'],
  claimed: ['报销', '報銷', 'Claimed'],
  granted: ['核准', '核准', 'Granted'],
  next: ['核减为', '核減為', 'Grant only'],
  why: ['核减原因', '核減原因', 'Why less'],
  whyHint: ['报销人会看到', '報銷人會看到', 'The claimant reads it'],
  less: ['共核减', '共核減', 'Less by'],
  rest: ['核减后', '核減後', 'Granted then'],
  above: ['应小于{amount}', '應小於{amount}', 'Less than {amount}'],
} as const satisfies Readonly<Record<string, Label>>;

interface Typed {
  readonly allowed: string;
  readonly reason: string;
}
type Asked = Readonly<Record<string, Typed>>;

/** Whoever has a claim in hand grants less of it: cost by cost, each with the reason that the claimant reads. */
export const cutClaim =
  (document: Document) =>
  async ([bill]: readonly Row[]): Promise<boolean> => {
    if (bill === undefined) return false;
    const lines = await openDialog<readonly object[]>((close) => (
      <CutDialog document={document} bill={bill} onClose={close} />
    ));
    return lines !== undefined && done(() => put(`${document.path}/cut`, { id: textAt(bill, 'id'), lines }));
  };

interface DialogProps {
  readonly document: Document;
  readonly bill: Row;
  readonly onClose: (lines?: readonly object[]) => void;
}
const isFigure = (text: string): boolean => /^\d{1,12}(\.\d{1,2})?$/.test(text);
const isCut = ({ allowedAmount }: ClaimCost, typed: Typed | undefined): typed is Typed =>
  typed !== undefined && isFigure(typed.allowed) && compare(typed.allowed, allowedAmount) < 0;

function CutDialog({ document, bill, onClose }: DialogProps): ReactNode {
  const id = textAt(bill, 'id');
  const [asked, setAsked] = useState<Asked>({});
  const { data: costs, error } = useQuery({
    queryKey: ['cut', document.name, id],
    queryFn: () => get<readonly ClaimCost[]>(`${document.path}/cut`, { id }, { isSilent: true }),
    gcTime: 0,
    retry: false,
  });
  const cuts = (costs ?? []).filter((cost) => isCut(cost, asked[cost.id]));
  const isFit =
    cuts.length > 0 &&
    (costs ?? []).every((cost) => {
      const typed = asked[cost.id];
      return (typed?.allowed ?? '') === '' || (isCut(cost, typed) && typed.reason.trim() !== '');
    });
  return (
    <Dialog
      open
      width={860}
      title={say(texts.title, { code: textAt(bill, 'code') })}
      okText={say(texts.verb)}
      cancelText={say(common.cancel)}
      okButtonProps={{ disabled: !isFit }}
      onOk={() => {
        onClose(
          cuts.map((cost) => ({
            id: cost.id,
            allowedAmount: asked[cost.id]?.allowed,
            reason: asked[cost.id]?.reason.trim(),
          })),
        );
      }}
      onCancel={() => {
        onClose();
      }}
    >
      {error !== null && <Alert type="error" showIcon title={error.message} />}
      {costs !== undefined && <Costs costs={costs} asked={asked} onChange={setAsked} />}
    </Dialog>
  );
}

interface CostsProps {
  readonly costs: readonly ClaimCost[];
  readonly asked: Asked;
  readonly onChange: (asked: Asked) => void;
}
const money = (amount: string): string => measureText(amount, { measure: 'amount' });

function Costs({ costs, asked, onChange }: CostsProps): ReactNode {
  const less = plus(
    '0',
    ...costs.map((cost) => {
      const typed = asked[cost.id];
      return isCut(cost, typed) ? minus(cost.allowedAmount, typed.allowed) : '0';
    }),
  );
  const granted = plus('0', ...costs.map(({ allowedAmount }) => allowedAmount));
  return (
    <>
      <div className="cut-costs">
        <div className="cut-cost head">
          <span>{say(texts.cost)}</span>
          <span className="number">{say(texts.claimed)}</span>
          <span className="number">{say(texts.granted)}</span>
          <span>{say(texts.next)}</span>
          <span>{say(texts.why)}</span>
        </div>
        {costs.map((cost) => (
          <CostRow
            key={cost.id}
            cost={cost}
            typed={asked[cost.id] ?? { allowed: '', reason: '' }}
            onChange={(typed) => {
              onChange({ ...asked, [cost.id]: typed });
            }}
          />
        ))}
      </div>
      <div className="cut-sum" data-testid="cut-sum">
        <span>
          {say(texts.less)} <b>{money(less)}</b>
        </span>
        <span>
          {say(texts.rest)} <b>{money(minus(granted, less))}</b>
        </span>
      </div>
    </>
  );
}

interface CostRowProps {
  readonly cost: ClaimCost;
  readonly typed: Typed;
  readonly onChange: (typed: Typed) => void;
}
function CostRow({ cost, typed, onChange }: CostRowProps): ReactNode {
  const { lineNo, itemName, date, amount, allowedAmount, cutReason } = cost;
  const isWrong = typed.allowed !== '' && !isCut(cost, typed);
  return (
    <div className="cut-cost" data-cost={itemName}>
      <span>
        {itemName}
        <br />
        <span className="quiet">
          {lineNo === null ? say(texts.trip) : say(texts.line, { no: lineNo, date })}
          {cutReason === null ? '' : ` · ${cutReason}`}
        </span>
      </span>
      <span className="number" data-short={say(texts.claimed)}>
        {money(amount)}
      </span>
      <span className="number" data-short={say(texts.granted)}>
        {money(allowedAmount)}
      </span>
      <Input
        className="number"
        inputMode="decimal"
        maxLength={15}
        value={typed.allowed}
        status={isWrong ? 'error' : ''}
        aria-invalid={isWrong}
        aria-label={`${itemName} ${say(texts.next)}`}
        title={isWrong ? say(texts.above, { amount: money(allowedAmount) }) : ''}
        placeholder={say(texts.next)}
        data-field="allowedAmount"
        onChange={({ target }) => {
          onChange({ ...typed, allowed: typedDecimal(target.value.trim()) });
        }}
      />
      <Input
        maxLength={200}
        value={typed.reason}
        status={isCut(cost, typed) && typed.reason.trim() === '' ? 'error' : ''}
        aria-label={`${itemName} ${say(texts.why)}`}
        placeholder={say(texts.whyHint)}
        data-field="cutReason"
        disabled={typed.allowed === ''}
        onChange={({ target }) => {
          onChange({ ...typed, reason: target.value });
        }}
      />
    </div>
  );
}
