import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import type { RefField } from '#platform/model/field.ts';
import { RefInput } from '#platform/web/field/ref-input.tsx';
import { Failed } from '#platform/web/loading/failed.tsx';
import { say } from '#platform/web/text/language.ts';
import { isDecimal } from '#platform/web/value/measure.ts';
import { textAt } from '#platform/web/value/row.ts';
import { order } from '#sales/model/order/order.ts';
import { OneAnswer } from './one-answer.tsx';
import { oneQuery } from './simulation-query.ts';
import { simulationTexts as texts } from './simulation-texts.ts';

interface Named {
  readonly code: string;
  readonly name: string;
}
interface Line extends Named {
  readonly key: number;
  readonly number: string;
}
const nobody: Named = { code: '', name: '' };
const lineOf = (key: number): Line => ({ ...nobody, key, number: '1' });

export interface ThoughtOrderProps {
  readonly activity: string;
  readonly modes: ReactNode;
}
/** An order that nobody wrote yet: who buys, and what. */
export function ThoughtOrder({ activity, modes }: ThoughtOrderProps): ReactNode {
  const [organization, setOrganization] = useState(nobody);
  const [customer, setCustomer] = useState(nobody);
  const [lines, setLines] = useState<readonly Line[]>([lineOf(1)]);
  const [asked, setAsked] = useState<Readonly<Record<string, unknown>> | null>(null);
  const { data, error, isFetching, refetch } = useQuery(oneQuery(activity, asked));
  const whole = lines.filter(({ code, number }) => code !== '' && isDecimal(number));
  return (
    <>
      <div className="card simulation-bar">
        {modes}
        <Chosen
          label={say(texts.organization)}
          field={order.head.organizeCode}
          value={organization}
          onChange={setOrganization}
        />
        <Chosen label={say(texts.customer)} field={order.head.customerCode} value={customer} onChange={setCustomer} />
        <Button
          type="primary"
          className="push-right"
          data-verb="run"
          loading={isFetching}
          disabled={customer.code === '' || whole.length === 0}
          onClick={() => {
            setAsked({
              customerCode: customer.code,
              organizeCode: organization.code,
              lines: whole.map(({ code, number }) => ({ productCode: code, number })),
            });
          }}
        >
          {say(texts.run)}
        </Button>
      </div>
      <Lines lines={lines} onChange={setLines} />
      {error !== null && <Failed text={error.message} onRetry={() => void refetch()} />}
      {error === null && asked === null && <p className="card empty-list">{say(texts.linesAsk)}</p>}
      {error === null && asked !== null && data === undefined && <Skeleton active className="card" />}
      {error === null && data !== undefined && <OneAnswer answer={data.answer} />}
    </>
  );
}

interface ChosenProps {
  readonly label: string;
  readonly field: RefField;
  readonly value: Named;
  readonly onChange: (value: Named) => void;
}
const Chosen = ({ label, field, value, onChange }: ChosenProps): ReactNode => (
  <>
    <span>{label}</span>
    <span className="simulation-ref">
      <RefInput
        field={field}
        label={label}
        value={value.code}
        name={value.name}
        onChange={(code, row) => {
          onChange({ code: code ?? '', name: textAt(row ?? {}, 'name') });
        }}
      />
    </span>
  </>
);

interface LinesProps {
  readonly lines: readonly Line[];
  readonly onChange: (lines: readonly Line[]) => void;
}
function Lines({ lines, onChange }: LinesProps): ReactNode {
  const change = (at: number, next: Partial<Line>): void => {
    onChange(lines.map((line, other) => (other === at ? { ...line, ...next } : line)));
  };
  return (
    <div className="card simulation-lines">
      {lines.map((line, at) => (
        <div key={line.key} className="simulation-line-row">
          <span className="simulation-ref simulation-wide">
            <RefInput
              field={order.lines.productCode}
              label={say(texts.product)}
              value={line.code}
              name={line.name}
              onChange={(code, row) => {
                change(at, { code: code ?? '', name: textAt(row ?? {}, 'name') });
              }}
            />
          </span>
          <Input
            className="number simulation-count"
            aria-label={say(texts.number)}
            value={line.number}
            onChange={(event) => {
              change(at, { number: event.target.value.trim() });
            }}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={say(texts.dropLine, { at: at + 1 })}
            disabled={lines.length === 1}
            onClick={() => {
              onChange(lines.filter((_, other) => other !== at));
            }}
          />
        </div>
      ))}
      <Button
        type="link"
        size="small"
        icon={<PlusOutlined />}
        onClick={() => {
          onChange([...lines, lineOf(Math.max(...lines.map(({ key }) => key)) + 1)]);
        }}
      >
        {say(texts.addLine)}
      </Button>
    </div>
  );
}
