import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Skeleton, Tag } from 'antd';
import { useState, type ReactNode } from 'react';
import { plus } from '#platform/model/decimal.ts';
import { amount as amountField, ref, type RefField } from '#platform/model/field.ts';
import type { Label } from '#platform/model/label.ts';
import { CallError, post, put } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { Failed } from '#platform/web/loading/failed.tsx';
import { measureText } from '#platform/web/value/measure.ts';
import { idsOf, textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { RefInput } from '#platform/web/field/ref-input.tsx';
import { entityNamed } from '#platform/web/registry/registry.ts';
import { texts } from '#platform/web/text/texts.ts';
import { auditReceipts, type Ask, type Receipt, type Unaudited } from '#funds/model/bank-audit.ts';
import { clues, type SuggestedLine, type Suggestion } from '#funds/model/bank-clue.ts';
import { bankTexts } from './bank-claim-texts.ts';
import { claimLabel } from './bank-statement-texts.ts';
import './bank-claim.css';

const path = '/channelsale/bankstatement';
const amount = amountField(bankTexts.amount);
/** The noun is found when it is shown: none is imported here. */
const fieldOf = (noun: string, label: Label): RefField =>
  ref(
    label,
    () => entityNamed(noun) ?? { name: noun, path: '', label, codeField: 'code', nameField: 'name', fields: {} },
  );

/** Says whose money the chosen lines are; answers whether receipts were made. */
export async function claimLines(rows: readonly Row[]): Promise<boolean> {
  const claimed = await openDialog<Claimed>((close) => <ClaimDialog rows={rows} onClose={close} />);
  if (claimed !== undefined) tell(claimed);
  void listsChanged();
  return claimed !== undefined;
}

/** How many receipts were made, and those that were to be audited and were not. */
interface Claimed {
  readonly count: number;
  readonly unaudited: readonly Unaudited[];
}

const secondsToRead = 15;
/** Two hundred numbers would cover the page: the first tell which, the list has the others. */
const told = 3;
const firstOf = (bills: readonly Receipt[]): string =>
  [...bills.slice(0, told).map(({ code }) => code), ...(bills.length > told ? ['…'] : [])].join('、');

function tell({ count, unaudited }: Claimed): void {
  if (unaudited.length === 0) {
    feedback.success(say(bankTexts.claimed, { count }));
    return;
  }
  const byReason = Map.groupBy(unaudited, ({ why }) => why);
  const reasons = [...byReason].map(([why, bills]) => `${firstOf(bills)} ${why}`);
  feedback.warn(
    say(bankTexts.unaudited, { count, left: unaudited.length, reasons: reasons.join('；') }),
    secondsToRead,
  );
}

interface DialogProps {
  readonly rows: readonly Row[];
  readonly onClose: (claimed?: Claimed) => void;
}

function ClaimDialog({ rows, onClose }: DialogProps): ReactNode {
  const { data, error, refetch } = useQuery({
    queryKey: ['bankSuggestions', ...idsOf(rows)],
    queryFn: () => post<readonly SuggestedLine[]>(`${path}/suggest`, idsOf(rows), { isSilent: true }),
    gcTime: 0,
    staleTime: 0,
  });
  if (data !== undefined) return <Claims rows={rows} suggested={data} onClose={onClose} />;
  return (
    <Dialog
      open
      width={1080}
      title={say(bankTexts.title)}
      footer={null}
      onCancel={() => {
        onClose();
      }}
    >
      {error === null ? <Skeleton active /> : <Failed text={error.message} onRetry={() => void refetch()} />}
    </Dialog>
  );
}

/** Whom a line is claimed for; nobody needs to look at what is sure. */
interface Choice {
  readonly isTicked: boolean;
  readonly customerCode: string;
  readonly customerName: string;
  readonly organizeCode: string;
  readonly organizeName: string;
  readonly orderCode: string | null;
}
const nobody: Choice = {
  isTicked: false,
  customerCode: '',
  customerName: '',
  organizeCode: '',
  organizeName: '',
  orderCode: null,
};
const taken = (
  { customerCode, customerName, organizeCode, organizeName, orderCode }: Suggestion,
  isTicked: boolean,
): Choice => ({
  isTicked,
  customerCode,
  customerName,
  organizeCode: organizeCode ?? '',
  organizeName: organizeName ?? '',
  orderCode,
});

type ClaimsProps = DialogProps & { readonly suggested: readonly SuggestedLine[] };

function Claims({ rows, suggested, onClose }: ClaimsProps): ReactNode {
  const { choices, choiceOf, ticked, isFit, set, takeSure } = useChoices(rows, suggested);
  const [isAudited, setAudited] = useState(false);
  const [isSending, setSending] = useState(false);
  const mayAudit = useCan()('sale:bill:audit');
  const send = async (): Promise<void> => {
    setSending(true);
    try {
      onClose(await claim(ticked, choices, isAudited));
    } catch {
      setSending(false);
    }
  };
  return (
    <Dialog
      open
      width={1080}
      title={say(bankTexts.title)}
      onCancel={() => {
        onClose();
      }}
      footer={
        <div data-dialog="claim" className="dialog-footer">
          <ClaimSummary rows={rows} ticked={ticked} />
          {rows.length > 1 && (
            <Button data-verb="onlySure" onClick={takeSure}>
              {say(bankTexts.onlySure)}
            </Button>
          )}
          {mayAudit && (
            <Checkbox
              checked={isAudited}
              data-verb="auditNow"
              onChange={({ target }) => {
                setAudited(target.checked);
              }}
            >
              {say(bankTexts.auditNow)}
            </Checkbox>
          )}
          <Button
            onClick={() => {
              onClose();
            }}
          >
            {say(texts.cancel)}
          </Button>
          <Button type="primary" data-verb="claim" loading={isSending} disabled={!isFit} onClick={() => void send()}>
            {say(claimLabel)}
          </Button>
        </div>
      }
    >
      <ClaimTable rows={rows} suggested={suggested} choiceOf={choiceOf} onChange={set} />
    </Dialog>
  );
}

type Choices = Readonly<Record<string, Choice>>;

/** What is sure is ticked before anybody looks; the rest waits for a person. */
const sureOf = (rows: readonly Row[], suggested: readonly SuggestedLine[]): Choices =>
  Object.fromEntries(
    rows.map((row) => {
      const line = suggested.find(({ id }) => id === textAt(row, 'id'));
      return [
        textAt(row, 'id'),
        line?.suggestions[0] === undefined || !line.isSure ? nobody : taken(line.suggestions[0], true),
      ];
    }),
  );

interface Chosen {
  readonly choices: Choices;
  readonly choiceOf: (row: Row) => Choice;
  readonly ticked: readonly Row[];
  /** Every line that is ticked says whose it is. */
  readonly isFit: boolean;
  readonly set: (row: Row, changes: Partial<Choice>) => void;
  readonly takeSure: () => void;
}

function useChoices(rows: readonly Row[], suggested: readonly SuggestedLine[]): Chosen {
  const [choices, setChoices] = useState(() => sureOf(rows, suggested));
  const choiceOf = (row: Row): Choice => choices[textAt(row, 'id')] ?? nobody;
  const set = (row: Row, changes: Partial<Choice>): void => {
    const next = { ...choiceOf(row), ...changes };
    // Whoever chose a customer means the line.
    setChoices({
      ...choices,
      [textAt(row, 'id')]: { ...next, isTicked: changes.isTicked ?? next.customerCode !== '' },
    });
  };
  const ticked = rows.filter((row) => choiceOf(row).isTicked);
  const isFit =
    ticked.length > 0 && ticked.every((row) => choiceOf(row).customerCode !== '' && choiceOf(row).organizeCode !== '');
  const takeSure = (): void => {
    setChoices(sureOf(rows, suggested));
  };
  return { choices, choiceOf, ticked, isFit, set, takeSure };
}

async function claim(ticked: readonly Row[], choices: Choices, isAudited: boolean): Promise<Claimed> {
  const { bills } = await put<{ readonly bills: readonly Receipt[] }>(`${path}/claim`, {
    lines: ticked.map((row) => {
      const { customerCode, organizeCode, orderCode } = choices[textAt(row, 'id')] ?? nobody;
      return { id: textAt(row, 'id'), customerCode, organizeCode, orderCode };
    }),
  });
  return { count: bills.length, unaudited: isAudited ? await auditReceipts(bills, asking) : [] };
}

/** What is refused is told at the end, with the receipts that it is of. */
const asking: Ask = async (at, body) => {
  try {
    return { data: await put(at, body, { isSilent: true }) };
  } catch (error) {
    if (error instanceof CallError) return { refused: error.message };
    throw error;
  }
};

function ClaimSummary({ rows, ticked }: { readonly rows: readonly Row[]; readonly ticked: readonly Row[] }): ReactNode {
  return (
    <span role="status" data-testid="claim-summary" className="claim-summary">
      {say(bankTexts.summary, {
        count: ticked.length,
        sum: measureText(plus(...ticked.map((row) => textAt(row, 'amount'))), amount),
      })}
      {ticked.length < rows.length && say(bankTexts.rest, { count: rows.length - ticked.length })}
    </span>
  );
}

function ClaimTable({
  rows,
  suggested,
  choiceOf,
  onChange,
}: Pick<DialogProps, 'rows'> & {
  readonly suggested: readonly SuggestedLine[];
  readonly choiceOf: (row: Row) => Choice;
  readonly onChange: (row: Row, changes: Partial<Choice>) => void;
}): ReactNode {
  return (
    <div className="claim-scroll">
      <table className="plain-table claim-lines">
        <thead>
          <tr>
            <th />
            <th>{say(bankTexts.line)}</th>
            <th className="number">{say(bankTexts.amount)}</th>
            <th>{say(bankTexts.suggestions)}</th>
            <th>{say(bankTexts.customer)}</th>
            <th>{say(bankTexts.organize)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ClaimRow
              key={textAt(row, 'id')}
              row={row}
              line={suggested.find(({ id }) => id === textAt(row, 'id'))}
              choice={choiceOf(row)}
              onChange={(changes) => {
                onChange(row, changes);
              }}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly row: Row;
  readonly line: SuggestedLine | undefined;
  readonly choice: Choice;
  readonly onChange: (changes: Partial<Choice>) => void;
}

function ClaimRow({ row, line, choice, onChange }: RowProps): ReactNode {
  return (
    <tr data-line={textAt(row, 'serialNo')}>
      <td>
        <Checkbox
          checked={choice.isTicked}
          aria-label={textAt(row, 'serialNo')}
          onChange={({ target }) => {
            onChange({ isTicked: target.checked });
          }}
        />
      </td>
      <td>
        <div>{textAt(row, 'payerName')}</div>
        <div className="quiet">
          {[textAt(row, 'tradeDate'), textAt(row, 'serialNo'), textAt(row, 'payerAccount')]
            .filter((text) => text !== '')
            .join(' · ')}
        </div>
      </td>
      <td className="number">{measureText(textAt(row, 'amount'), amount)}</td>
      <td className="claim-matches">
        <Matches line={line} choice={choice} onChange={onChange} />
      </td>
      <td>
        <RefInput
          field={fieldOf('data:customer', bankTexts.customer)}
          value={choice.customerCode}
          name={choice.customerName}
          label={say(bankTexts.customer)}
          onChange={(code, chosen) => {
            onChange({
              customerCode: code ?? '',
              customerName: chosen === null ? '' : textAt(chosen, 'name'),
              orderCode: null,
              ...(choice.organizeCode === '' && chosen !== null
                ? { organizeCode: textAt(chosen, 'organizeCode'), organizeName: textAt(chosen, 'organizeName') }
                : {}),
            });
          }}
        />
        {choice.orderCode !== null && <div className="quiet">{say(bankTexts.order, { code: choice.orderCode })}</div>}
      </td>
      <td>
        <RefInput
          field={fieldOf('sys:organization', bankTexts.organize)}
          value={choice.organizeCode}
          name={choice.organizeName}
          label={say(bankTexts.organize)}
          onChange={(code, chosen) => {
            onChange({ organizeCode: code ?? '', organizeName: chosen === null ? '' : textAt(chosen, 'name') });
          }}
        />
      </td>
    </tr>
  );
}

function Matches({ line, choice, onChange }: Omit<RowProps, 'row'>): ReactNode {
  if (line === undefined || line.suggestions.length === 0) return <span className="quiet">{say(bankTexts.none)}</span>;
  return line.suggestions.map((suggestion, at) => (
    <button
      key={suggestion.customerCode}
      type="button"
      className="claim-match"
      data-match={suggestion.customerCode}
      aria-pressed={choice.customerCode === suggestion.customerCode}
      onClick={() => {
        onChange(taken(suggestion, true));
      }}
    >
      <span>
        {suggestion.customerName} {at === 0 && line.isSure && <Tag color="green">{say(bankTexts.sure)}</Tag>}
      </span>
      <span className="quiet">{suggestion.because.map((clue) => say(clues[clue])).join('、')}</span>
    </button>
  ));
}
