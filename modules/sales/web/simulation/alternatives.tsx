import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, InputNumber } from 'antd';
import { useState, type ReactNode } from 'react';
import { get, put } from '#platform/web/api/client.ts';
import { note } from '#platform/web/api/log.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { promotionActivity } from '#promotion/model/activity.ts';
import type { Rule } from '#promotion/model/engine/rule.ts';
import {
  mostAlternatives,
  type Change,
  type PeriodSimulation,
  type Touched,
} from '#sales/model/simulation/simulation.ts';
import { simulationTexts as texts } from './simulation-texts.ts';
import { changeText, countText, moneyText, planText } from './simulation-words.ts';

interface AlternativesProps {
  readonly answer: PeriodSimulation;
  /** What was asked for last; the answer may still be the one before. */
  readonly asked: readonly Change[];
  readonly isEditable: boolean;
  readonly onAsked: (alternatives: readonly Change[]) => void;
  readonly onAdopted: () => void;
}

/** Other thresholds and amounts beside those of the draft, on the same orders. */
export function Alternatives({ answer, asked, isEditable, onAsked, onAdopted }: AlternativesProps): ReactNode {
  const { activity, alternatives, total } = answer;
  const rules = activity?.rules ?? [];
  const [isAdding, setAdding] = useState(false);
  return (
    <section className="card simulation-card" data-testid="simulation-alternatives">
      <header className="simulation-head">
        <h2>{say(texts.alternatives)}</h2>
        {asked.length < mostAlternatives && (
          <AddButton
            onAdd={() => {
              setAdding((before) => !before);
            }}
          />
        )}
      </header>
      {isAdding && (
        <NewPlan
          onAdd={(change) => {
            onAsked([...asked, change]);
            setAdding(false);
          }}
        />
      )}
      <div className="simulation-scroll">
        <table className="plain-table simulation-table simulation-plans">
          <PlanHead />
          <tbody>
            <Plan name={say(texts.now)} about={planText(rules, rules)} figures={total} isNow>
              <span className="simulation-now">{say(texts.isNow)}</span>
            </Plan>
            {alternatives.map((plan, at) => (
              <Plan
                key={changeText(plan.change)}
                name={changeText(plan.change)}
                about={planText(plan.rules, rules)}
                figures={plan}
              >
                {isEditable && activity !== null && <Adopt id={activity.id} rules={plan.rules} onAdopted={onAdopted} />}
                <Drop
                  onDrop={() => {
                    onAsked(asked.filter((_, other) => other !== at));
                  }}
                />
              </Plan>
            ))}
          </tbody>
        </table>
      </div>
      <Warnings answer={answer} />
    </section>
  );
}

const PlanHead = (): ReactNode => (
  <thead>
    <tr>
      <th>{say(texts.plan)}</th>
      <th className="number">{say(texts.count)}</th>
      <th className="number">{say(texts.costs)}</th>
      <th className="number">{say(texts.ratio)}</th>
      <th aria-label={say(texts.adopt)} />
    </tr>
  </thead>
);

const AddButton = ({ onAdd }: { readonly onAdd: () => void }): ReactNode => (
  <Button
    type="link"
    size="small"
    className="push-right"
    icon={<PlusOutlined />}
    data-verb="addAlternative"
    onClick={onAdd}
  >
    {say(texts.add)}
  </Button>
);

interface AdoptProps {
  readonly id: string;
  readonly rules: readonly Rule[];
  readonly onAdopted: () => void;
}
const Adopt = ({ id, rules, onAdopted }: AdoptProps): ReactNode => (
  <Button
    type="link"
    size="small"
    data-verb="adopt"
    onClick={() => {
      adopt(id, rules).then((isDone) => {
        if (isDone) onAdopted();
      }, note);
    }}
  >
    {say(texts.adopt)}
  </Button>
);

const Drop = ({ onDrop }: { readonly onDrop: () => void }): ReactNode => (
  <Button
    type="text"
    size="small"
    icon={<CloseOutlined />}
    aria-label={say(texts.drop)}
    title={say(texts.drop)}
    onClick={onDrop}
  />
);

interface PlanProps {
  readonly name: string;
  readonly about: string;
  readonly figures: Touched;
  readonly isNow?: boolean;
  readonly children: ReactNode;
}
const Plan = ({ name, about, figures: { orders, cost, ratio }, isNow = false, children }: PlanProps): ReactNode => (
  <tr className={isNow ? 'simulation-own' : ''} data-plan={name}>
    <td className="simulation-cut">
      <strong title={name}>{name}</strong>
      <small title={about}>{about}</small>
    </td>
    <td className="number">{orders}</td>
    <td className="number">
      <strong>{moneyText(cost)}</strong>
    </td>
    <td className="number">{ratio === null ? '—' : `${ratio}%`}</td>
    <td className="simulation-verbs">{children}</td>
  </tr>
);

function NewPlan({ onAdd }: { readonly onAdd: (change: Change) => void }): ReactNode {
  const [change, setChange] = useState({ threshold: 110, benefit: 100 });
  const input = (key: 'threshold' | 'benefit'): ReactNode => (
    <label>
      {say(texts[key])} ×{' '}
      <InputNumber<number>
        size="small"
        min={1}
        max={500}
        precision={0}
        value={change[key]}
        onChange={(value) => {
          setChange((before) => ({ ...before, [key]: value ?? 100 }));
        }}
      />{' '}
      %
    </label>
  );
  return (
    <div className="simulation-new">
      {input('threshold')}
      {input('benefit')}
      <Button
        size="small"
        type="primary"
        data-verb="tryAlternative"
        onClick={() => {
          onAdd({ threshold: String(change.threshold), benefit: String(change.benefit) });
        }}
      >
        {say(texts.run)}
      </Button>
    </div>
  );
}

/** What whoever approves it should have seen. */
function Warnings({ answer: { activities, activity, total } }: { readonly answer: PeriodSimulation }): ReactNode {
  const displaced = activities.filter(({ displaced: count, code }) => count > 0 && code !== activity?.code);
  if (displaced.length === 0 && total.choices === 0) return null;
  return (
    <p className="simulation-warning" role="note">
      <strong>{say(texts.lookOut)}</strong>{' '}
      {displaced.slice(0, 3).map(({ code, name, displaced: count }) => (
        <span key={code}>{say(texts.displaced, { name, count: countText(count) })}</span>
      ))}
      {total.choices > 0 && <span>{say(texts.choices, { count: countText(total.choices) })}</span>}
    </p>
  );
}

interface Bill {
  readonly lines: readonly { readonly ruleNo: number | null; readonly lineNo: number }[];
}
const changeable = [
  'leastAmount',
  'leastNumber',
  'buyNumber',
  'giveNumber',
  'giveMaxAmount',
  'onSaleAmount',
  'onSaleRate',
  'giveAccountAmount',
  'changeBuyMaxAmount',
  'disRate',
] as const;

/** The rules of the plan become those of the draft; nothing else of it changes. */
async function adopt(id: string, rules: readonly Rule[]): Promise<boolean> {
  if (!(await feedback.confirm(say(texts.adoptAsk)))) return false;
  const bill = await get<Bill>(`${promotionActivity.path}/${id}`);
  await put(promotionActivity.path, {
    ...bill,
    lines: bill.lines.map((line) => {
      const rule = rules.find(({ ruleNo }) => ruleNo === (line.ruleNo ?? line.lineNo));
      return rule === undefined
        ? line
        : {
            ...line,
            ...Object.fromEntries(changeable.flatMap((key) => (rule[key] == null ? [] : [[key, rule[key]]]))),
          };
    }),
  });
  feedback.success(say(texts.adopted));
  return true;
}
