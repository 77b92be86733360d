import { EditOutlined, EyeOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented, Skeleton } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { permissionOf } from '#platform/model/permission.ts';
import { get } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { StatusTag } from '#platform/web/cell/cell.tsx';
import { PanelFrame } from '#platform/web/form/panel-frame.tsx';
import { Failed } from '#platform/web/loading/failed.tsx';
import { go, panelName } from '#platform/web/route/route.ts';
import { nameTab, useTab } from '#platform/web/route/tabs.ts';
import { say } from '#platform/web/text/language.ts';
import { promotionActivity } from '#promotion/model/activity.ts';
import { ruleType } from '#promotion/model/promotion-choices.ts';
import { LateOneOrder, LateThoughtOrder } from './late-orders.tsx';
import { PastOrders } from './past-orders.tsx';
import { ofTab, type Mode } from './simulation-query.ts';
import { simulationTexts as texts } from './simulation-texts.ts';
import './simulation.css';

interface Activity {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly billStatus: string;
  readonly policyRuleTypeCode: string | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** What an activity would cost, before it costs anything: over past orders, in one order, for what a customer buys. */
export function SimulationPage(): ReactNode {
  const { id = '', name: tab } = useTab();
  const { data, error, refetch } = useQuery({
    queryKey: [...ofTab(id), 'activity'],
    queryFn: () => get<Activity>(`${promotionActivity.path}/${id}`, {}, { isSilent: true }),
  });
  // Two simulations side by side are told apart by what they simulate.
  const called = data?.name ?? '';
  useEffect(() => {
    nameTab(tab, say(texts.simulate), called);
  }, [tab, called]);
  if (error !== null) return <Failed text={error.message} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active className="card" />;
  return <Simulated activity={data} onChanged={() => void refetch()} />;
}

interface SimulatedProps {
  readonly activity: Activity;
  readonly onChanged: () => void;
}
function Simulated({ activity, onChanged }: SimulatedProps): ReactNode {
  const [mode, setMode] = useState<Mode>('period');
  const [order, setOrder] = useState('');
  const can = useCan();
  const isEditable = ['0', '3'].includes(activity.billStatus) && can(permissionOf(promotionActivity, 'update'));
  const modes = (
    <Segmented<Mode>
      value={mode}
      options={(['period', 'order', 'lines'] as const).map((value) => ({ value, label: say(texts[value]) }))}
      onChange={setMode}
    />
  );
  return (
    <PanelFrame
      title={<Title activity={activity} />}
      buttons={
        <Button
          icon={isEditable ? <EditOutlined /> : <EyeOutlined />}
          data-verb="toActivity"
          onClick={() => {
            go(panelName({ name: 'promotion-activity' }, isEditable ? 'edit' : 'read', activity.id));
          }}
        >
          {say(isEditable ? texts.toRules : texts.toActivity)}
        </Button>
      }
    >
      <div className="simulation" data-testid="simulation" data-mode={mode}>
        {mode === 'period' && (
          <PastOrders
            activity={activity.id}
            modes={modes}
            isEditable={isEditable}
            onAdopted={onChanged}
            onOrder={(code) => {
              setOrder(code);
              setMode('order');
            }}
          />
        )}
        {mode === 'order' && <LateOneOrder activity={activity.id} modes={modes} code={order} onCode={setOrder} />}
        {mode === 'lines' && <LateThoughtOrder activity={activity.id} modes={modes} />}
      </div>
    </PanelFrame>
  );
}

function Title({ activity }: { readonly activity: Activity }): ReactNode {
  const state = Object.values(promotionActivity.states).find(({ code }) => code === activity.billStatus);
  const type = activity.policyRuleTypeCode as keyof typeof ruleType | null;
  return (
    <span className="simulation-title">
      <h1 title={activity.name}>
        {say(texts.simulate)} {activity.name}
      </h1>
      <span className="bill-code">{activity.code}</span>
      {state !== undefined && <StatusTag tone={state.tone}>{say(state.label)}</StatusTag>}
      <span className="quiet simulation-about">
        {[
          type === null || !Object.hasOwn(ruleType, type) ? '' : `${say(ruleType[type])} ${type}`,
          `${activity.startDate ?? ''} ~ ${activity.endDate ?? ''}`,
        ]
          .filter((text) => text !== '')
          .join(' · ')}
      </span>
    </span>
  );
}
