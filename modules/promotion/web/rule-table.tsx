import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useRef, type ReactNode } from 'react';
import type { Field } from '#platform/model/field.ts';
import { Cell } from '#platform/web/cell/cell.tsx';
import { choiceOptions } from '#platform/web/field/field-input.tsx';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import type { RuleType } from '#promotion/model/engine/rule.ts';
import { faultsOfRule, type RuleFault } from '#promotion/model/rule-faults.ts';
import { ruleFields } from '#promotion/model/rule-fields.ts';
import { followsOf, isUsed, usesOf, type RuleKey } from '#promotion/model/rule-form.ts';
import { sentenceOf } from '#promotion/model/rule-sentence.ts';
import { promotionTexts as texts } from './promotion-texts.ts';
import { RuleCell } from './rule-cell.tsx';
import './rules.css';

export interface RuleTableProps {
  readonly type: RuleType;
  readonly rules: readonly Row[];
  readonly isRead: boolean;
  /** What the server said of a field, by the place of the rule. */
  readonly saidOf?: (at: number) => Readonly<Record<string, string>> | undefined;
  readonly onEdit: (edits: readonly { readonly at: number; readonly changes: Row }[]) => void;
  readonly onAdd: () => void;
  readonly onRemove: (at: number) => void;
}

/** Choices that all tiers share: what kind of benefit it is, and how often. */
const shared: readonly RuleKey[] = [
  'onSaleType',
  'onSaleRateType',
  'giveDynamicFlag',
  'canChangeBuyType',
  'freePackageFlag',
  'addMoneyChangeBuyLimitType',
];
const everyKey = Object.keys(ruleFields) as readonly RuleKey[];

/** The rules of one type as tiers: only the fields of the type are drawn, and each tier reads as a sentence. */
export function RuleTable(props: RuleTableProps): ReactNode {
  const { type, rules, isRead, onAdd } = props;
  const typed = rules.map((rule) => ({ ...rule, policyRuleTypeCode: type }));
  const used = everyKey.filter((key) => key in usesOf[type] && typed.some((rule) => isUsed(rule, key)));
  // Whoever reads it wants to know what it says, not what it leaves open.
  const isWritten = (key: RuleKey): boolean => typed.some((rule) => isUsed(rule, key) && textAt(rule, key) !== '');
  const columns = used.filter((key) => (isRead ? isWritten(key) : !shared.includes(key)));
  return (
    <div className="rule-table" data-rules={type}>
      {!isRead && <SharedChoices {...props} rules={typed} keys={used.filter((key) => shared.includes(key))} />}
      <div className="rule-scroll">
        <table className="plain-table">
          <thead>
            <tr>
              <th>{say(texts.tier)}</th>
              {isRead && <th className="rule-reads">{say(texts.reads)}</th>}
              {columns.map((key) => (
                <th key={key} className={ruleFields[key].kind === 'decimal' ? 'number' : undefined} data-column={key}>
                  {say(ruleFields[key].label)}
                </th>
              ))}
              {!isRead && <th />}
            </tr>
          </thead>
          <tbody>
            {typed.map((rule, at) => (
              <Tier key={textAt(rules[at], 'id') || at} {...props} rule={rule} at={at} columns={columns} />
            ))}
          </tbody>
        </table>
      </div>
      {!isRead && (
        <div className="rule-foot">
          <Button size="small" icon={<PlusOutlined />} data-verb="addTier" onClick={onAdd}>
            {say(texts.add)}
          </Button>
          <FaultCount count={typed.filter((rule) => faultsOfRule(rule).length > 0).length} />
        </div>
      )}
    </div>
  );
}

/** How many tiers are not fit to be saved; from one to the next. */
function FaultCount({ count }: { readonly count: number }): ReactNode {
  const last = useRef(-1);
  if (count === 0) return null;
  const focusNext = (table: Element | null): void => {
    const wrong = [...(table?.querySelectorAll<HTMLElement>('.rule-wrong input') ?? [])];
    last.current = wrong.length === 0 ? -1 : (last.current + 1) % wrong.length;
    wrong[last.current]?.focus();
  };
  return (
    <span className="rule-fault" role="status">
      {say(texts.faults, { n: count })}{' '}
      <Button
        type="link"
        size="small"
        data-verb="nextFault"
        onClick={({ currentTarget }) => {
          focusNext(currentTarget.closest('.rule-table'));
        }}
      >
        {say(texts.nextFault)}
      </Button>
    </span>
  );
}

function SharedChoices({ keys, rules, onEdit }: RuleTableProps & { readonly keys: readonly RuleKey[] }): ReactNode {
  const choose = (key: RuleKey, value: string): void => {
    onEdit(
      rules.map((rule, at) => ({
        at,
        changes: { [key]: value, ...followsOf(rule, key, value) },
      })),
    );
  };
  return (
    <div className="rule-shared">
      {keys.map((key) => {
        const values = new Set(rules.map((rule) => textAt(rule, key)));
        const value = values.size === 1 ? [...values][0] : undefined;
        return (
          <div key={key} className="rule-choice" data-choice={key}>
            <span className="read-label">{say(ruleFields[key].label)}</span>
            <Segmented
              size="small"
              value={value ?? ''}
              options={optionsOf(ruleFields[key])}
              onChange={(next) => {
                choose(key, next);
              }}
            />
          </div>
        );
      })}
    </div>
  );
}

const optionsOf = (field: Field): { readonly value: string; readonly label: string }[] =>
  field.kind === 'choice'
    ? choiceOptions(field.choices).map(({ value, label }) => ({ value: String(value), label: String(label) }))
    : [
        { value: '0', label: say(noText) },
        { value: '1', label: say(yesText) },
      ];
const yesText = ['是', '是', 'Yes'] as const;
const noText = ['否', '否', 'No'] as const;

interface TierProps extends RuleTableProps {
  readonly rule: Row;
  readonly at: number;
  readonly columns: readonly RuleKey[];
}

function Tier({ rule, at, columns, isRead, saidOf, onEdit, onRemove }: TierProps): ReactNode {
  const said = saidOf?.(at) ?? {};
  const faults = isRead ? [] : faultsOfRule(rule);
  const complaintOf = (key: RuleKey): string | undefined => {
    const fault = faults.find((each) => each.key === key);
    return said[key] ?? (fault === undefined ? undefined : say(fault.reason));
  };
  const sentence = <Sentence rule={rule} fault={faults[0]} />;
  const cells = (
    <tr data-tier={at}>
      <td className="number">{at + 1}</td>
      {isRead && (
        <td className="rule-reads" data-sentence={at}>
          {sentence}
        </td>
      )}
      {columns.map((key) => (
        <td key={key} className={cellClass(key, complaintOf(key))} data-cell={`${at}.${key}`} title={complaintOf(key)}>
          {!isUsed(rule, key) ? (
            <span className="quiet">–</span>
          ) : isRead ? (
            <ReadCell rule={rule} of={key} />
          ) : (
            <RuleCell
              rule={rule}
              of={key}
              onChange={(changes) => {
                onEdit([{ at, changes }]);
              }}
            />
          )}
        </td>
      ))}
      {!isRead && <RemoveCell at={at} onRemove={onRemove} />}
    </tr>
  );
  if (isRead) return cells;
  // Below the fields and never beside them: a tier of many fields would push what it says out of the window.
  return (
    <>
      {cells}
      <tr className="rule-said">
        <td />
        <td colSpan={columns.length + 1} data-sentence={at}>
          {sentence}
        </td>
      </tr>
    </>
  );
}

const RemoveCell = ({ at, onRemove }: Pick<TierProps, 'at' | 'onRemove'>): ReactNode => (
  <td>
    <Button
      type="text"
      size="small"
      icon={<DeleteOutlined />}
      aria-label={say(texts.remove, { at: at + 1 })}
      data-verb="removeTier"
      onClick={() => {
        onRemove(at);
      }}
    />
  </td>
);

const cellClass = (key: RuleKey, complaint: string | undefined): string =>
  [ruleFields[key].kind === 'decimal' ? 'number' : '', complaint === undefined ? '' : 'rule-wrong'].join(' ');

/** What the tier says, or why it says nothing yet. */
function Sentence({ rule, fault }: { readonly rule: Row; readonly fault: RuleFault | undefined }): ReactNode {
  if (fault !== undefined)
    return (
      <span className="rule-fault">
        {say(texts.fault, { field: say(ruleFields[fault.key].label), reason: say(fault.reason) })}
      </span>
    );
  const sentence = sentenceOf(rule);
  return sentence === null ? null : say(sentence);
}

/** A code is read by what it is called. */
function ReadCell({ rule, of }: { readonly rule: Row; readonly of: RuleKey }): ReactNode {
  const names: Readonly<Partial<Record<RuleKey, string>>> = {
    giveCode: 'giveName',
    changeProductCode: 'changeProductName',
    accountType: 'accountTypeName',
  };
  const name = names[of];
  if (name !== undefined) return textAt(rule, name) || textAt(rule, of);
  return <Cell field={ruleFields[of]} value={rule[of]} />;
}
