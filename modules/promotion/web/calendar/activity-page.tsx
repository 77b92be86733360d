import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { ListPage } from '#platform/web/list/list-page.tsx';
import { say } from '#platform/web/text/language.ts';
import { promotionActivity } from '#promotion/model/activity.ts';
import { viewTexts as texts } from './view-texts.ts';
import { change, useCalendarView } from './calendar-view.ts';
import { LateCalendar } from './late-calendar.tsx';

/** Activities as a list, or by their days. */
export function ActivityPage(): ReactNode {
  const { isCalendar } = useCalendarView();
  const views = <ViewSwitch isCalendar={isCalendar} />;
  return isCalendar ? <LateCalendar views={views} /> : <ListPage noun={promotionActivity} buttons={views} />;
}

function ViewSwitch({ isCalendar }: { readonly isCalendar: boolean }): ReactNode {
  return (
    <span data-switch="calendar" title={say(texts.view)}>
      <Segmented
        aria-label={say(texts.view)}
        value={isCalendar ? 'calendar' : 'list'}
        options={[
          { value: 'list', label: say(texts.list) },
          { value: 'calendar', label: say(texts.calendar) },
        ]}
        onChange={(next) => {
          change({ isCalendar: next === 'calendar' });
        }}
      />
    </span>
  );
}
