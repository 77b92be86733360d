import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, InputNumber, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { PickedInput } from '#platform/web/picker/picked-input.tsx';
import { approverWords, readApprovers, type Approver } from '#workflow/model/engine/approver.ts';
import { textOf } from './moddle.ts';
import { Labelled, type PartProps } from './labelled.tsx';
import { designerTexts as texts } from './texts.ts';

const wordOf = (approver: Approver): string => {
  switch (approver.kind) {
    case 'starter':
    case 'salesman-leader':
      return approver.kind;
    case 'user':
      return `user:${approver.id}`;
    case 'role':
    case 'role-org':
      return `${approver.kind}:${approver.code}`;
    case 'dept-leader':
      return `dept-leader:${approver.of}:${approver.levels}`;
    case 'form':
      return `form:${approver.field}`;
  }
};
/** Everything is there that the kind asks for; until then it is not written into the drawing. */
const isWhole = (approver: Approver): boolean => readApprovers(wordOf(approver)) !== null;
const blank: Readonly<Record<Approver['kind'], Approver>> = {
  starter: { kind: 'starter' },
  user: { kind: 'user', id: '' },
  role: { kind: 'role', code: '' },
  'role-org': { kind: 'role-org', code: '' },
  'dept-leader': { kind: 'dept-leader', of: 'starter', levels: 1 },
  'salesman-leader': { kind: 'salesman-leader' },
  form: { kind: 'form', field: '' },
};

/** Who decides a step: a list of words, each with what its kind asks for. */
export function ApproversPart({ board, shape, drawable }: PartProps): ReactNode {
  const written = textOf(shape.businessObject, 'camunda:candidateGroups');
  const [draft, setDraft] = useState<{ readonly from: string; readonly list: readonly Approver[] } | null>(null);
  const list = draft?.from === written ? draft.list : (readApprovers(written) ?? []);
  const change = (next: readonly Approver[]): void => {
    const text = next.filter(isWhole).map(wordOf).join(',');
    setDraft({ from: text, list: next });
    if (text !== written) board.set(shape, { 'camunda:candidateGroups': text === '' ? undefined : text });
  };
  return (
    <Labelled label={say(texts.approvers)} field="approvers">
      {list.map((approver, at) => (
        <ApproverLine
          key={at}
          approver={approver}
          drawable={drawable}
          onChange={(next) => {
            change(list.with(at, next));
          }}
          onRemove={() => {
            change(list.toSpliced(at, 1));
          }}
        />
      ))}
      <Button
        block
        type="dashed"
        icon={<PlusOutlined />}
        data-verb="addApprover"
        onClick={() => {
          change([...list, blank.role]);
        }}
      >
        {say(texts.addApprover)}
      </Button>
    </Labelled>
  );
}

interface ApproverProps {
  readonly approver: Approver;
  readonly drawable: PartProps['drawable'];
  readonly onChange: (approver: Approver) => void;
}

function ApproverLine({
  approver,
  drawable,
  onChange,
  onRemove,
}: ApproverProps & { readonly onRemove: () => void }): ReactNode {
  return (
    <div className="approver">
      <div className="approver-line">
        <Select
          className="full"
          aria-label={say(texts.approvers)}
          value={approver.kind}
          options={(Object.keys(approverWords) as Approver['kind'][]).map((kind) => ({
            value: kind,
            label: say(approverWords[kind]),
          }))}
          onChange={(kind) => {
            onChange(blank[kind]);
          }}
        />
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label={say(texts.remove)} onClick={onRemove} />
      </div>
      <ApproverOf approver={approver} drawable={drawable} onChange={onChange} />
    </div>
  );
}

/** What the kind of an approver asks for beside itself. */
function ApproverOf({ approver, drawable, onChange }: ApproverProps): ReactNode {
  switch (approver.kind) {
    case 'starter':
    case 'salesman-leader':
      return null;
    case 'role':
    case 'role-org':
      return (
        <PickedInput
          picker={{ noun: 'sys:role' }}
          of="code"
          value={approver.code}
          onChange={(code) => {
            onChange({ ...approver, code });
          }}
        />
      );
    case 'user':
      return (
        <PickedInput
          picker={{ noun: 'sys:user' }}
          of="id"
          value={approver.id}
          onChange={(id) => {
            onChange({ ...approver, id });
          }}
        />
      );
    case 'form':
      return (
        <Select
          className="full"
          aria-label={say(texts.field)}
          value={approver.field === '' ? null : approver.field}
          options={(drawable?.people ?? []).map((key) => ({
            value: key,
            label: drawable?.head.find((each) => each.key === key)?.name ?? key,
          }))}
          onChange={(field: string) => {
            onChange({ ...approver, field });
          }}
        />
      );
    case 'dept-leader':
      return <LeaderOf approver={approver} onChange={onChange} />;
  }
}

function LeaderOf({
  approver,
  onChange,
}: {
  readonly approver: Extract<Approver, { readonly kind: 'dept-leader' }>;
  readonly onChange: (approver: Approver) => void;
}): ReactNode {
  return (
    <div className="approver-line">
      <Select
        className="full"
        aria-label={say(approverWords['dept-leader'])}
        value={approver.of}
        options={[
          { value: 'starter', label: say(texts.ofStarter) },
          { value: 'previous', label: say(texts.ofPrevious) },
        ]}
        onChange={(of) => {
          onChange({ ...approver, of });
        }}
      />
      <InputNumber
        aria-label={say(texts.levels)}
        title={say(texts.levels)}
        min={1}
        max={9}
        value={approver.levels}
        onChange={(levels) => {
          onChange({ ...approver, levels: levels ?? 1 });
        }}
      />
    </div>
  );
}
