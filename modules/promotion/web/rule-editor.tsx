import { useEffect, type ReactNode } from 'react';
import { feedback } from '#platform/web/page/feedback.tsx';
import type { LineEditorProps } from '#platform/web/registry/line-editor.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt } from '#platform/web/value/row.ts';
import { ruleTypes, type RuleType } from '#promotion/model/engine/rule.ts';
import { ruleType } from '#promotion/model/promotion-choices.ts';
import { empty, isRuleType } from '#promotion/model/rule-form.ts';
import { typeCards } from '#promotion/model/type-cards.ts';
import { LateMeetings } from './calendar/late-meetings.tsx';
import { promotionTexts as texts } from './promotion-texts.ts';
import { blankRule, clearedFor, wouldClear } from './rule-change.ts';
import { RuleTable } from './rule-table.tsx';
import { RuleUses } from './rule-uses.tsx';
import { LateTrial } from './trial/late-trial.tsx';
import './rules.css';

/** The rules of an activity: one type, its tiers, and what they say. */
export function RuleEditor({ isRead, lines: rules, head, work }: LineEditorProps): ReactNode {
  const written = head['policyRuleTypeCode'];
  const type = isRuleType(written) ? written : undefined;
  useEffect(() => {
    // A line that was begun before its type was chosen, or brought by a copy, is of the type of its activity.
    if (isRead || type === undefined) return;
    const others = rules.flatMap((rule, at) => (textAt(rule, 'policyRuleTypeCode') === type ? [] : [at]));
    if (others.length > 0) work.edit(others.map((at) => ({ at, changes: clearedFor(rules[at] ?? {}, type) })));
  }, [isRead, type, rules, work]);
  const choose = (next: RuleType): void => {
    const change = (): void => {
      work.writeHead({ policyRuleTypeCode: next, policyRuleTypeName: say(ruleType[next]) });
    };
    if (type === undefined || type === next || !rules.some((rule) => wouldClear(rule, next))) change();
    else
      void feedback
        .confirm(`${say(texts.change, { type: say(typeCards[next][0]) })} ${say(texts.changing)}`)
        .then((isYes) => {
          if (isYes) change();
        });
  };
  return (
    <section className="card rules-card">
      <div className="toolbar">
        <h2>{say(texts.rules)}</h2>
        {!isRead && <span className="quiet hint">{say(texts.changing)}</span>}
      </div>
      <div className="rules-body">
        <div className="rules-main">
          {!isRead && <TypeCards type={type} onChoose={choose} />}
          {type === undefined ? (
            <p className="quiet">{say(texts.chooseType)}</p>
          ) : (
            <>
              <RuleTable
                type={type}
                rules={rules}
                isRead={isRead}
                saidOf={work.complaintsAt}
                onEdit={work.edit}
                onAdd={() => {
                  work.add(blankRule(type, rules.at(-1)));
                }}
                onRemove={work.remove}
              />
              <p className="quiet">{say(texts.tiers)}</p>
              {!isRead && <LateMeetings head={head} />}
            </>
          )}
        </div>
        <div className="rule-side">
          {type !== undefined && <LateTrial type={type} rules={rules} />}
          {!isRead && <RuleUses type={type} />}
        </div>
      </div>
    </section>
  );
}

function TypeCards({
  type,
  onChoose,
}: {
  readonly type: RuleType | undefined;
  readonly onChoose: (type: RuleType) => void;
}): ReactNode {
  return (
    <div className="rule-cards" role="radiogroup" aria-label={say(texts.rules)}>
      {ruleTypes.map((code) => (
        <button
          key={code}
          type="button"
          role="radio"
          aria-checked={code === type}
          className="rule-card"
          data-type={code}
          onClick={() => {
            onChoose(code);
          }}
        >
          <small>{code}</small>
          <strong>{say(typeCards[code][0])}</strong>
          <small>{say(typeCards[code][1])}</small>
        </button>
      ))}
    </div>
  );
}

/** In the head the type is shown where it is read; it is chosen above the rules. */
export function RuleTypeBelow({
  value,
  disabled = false,
}: {
  readonly value?: unknown;
  readonly disabled?: boolean;
}): ReactNode {
  if (!disabled) return <span className="rule-type-below" />;
  return isRuleType(value) ? say(ruleType[value]) : empty(value) ? null : String(value);
}
