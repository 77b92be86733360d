import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { post } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { RecordLink } from '#platform/web/link/record-link.tsx';
import { useDebounced } from '#platform/web/page/debounced.ts';
import { go } from '#platform/web/route/route.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { promotionActivity } from '#promotion/model/activity.ts';
import type { CalendarActivity } from '#promotion/model/calendar/activity-calendar.ts';
import { unsavedCode, type DraftMeetings as Answer } from '#promotion/model/calendar/draft-meetings.ts';
import type { Meeting } from '#promotion/model/overlaps.ts';
import { isRuleType } from '#promotion/model/rule-form.ts';
import { change } from './calendar-view.ts';
import { daysText, winnerText } from './calendar-words.ts';
import './meetings.css';

export interface DraftMeetingsProps {
  readonly head: Row;
}

/** Known before saving: what the activity would come across, and whether both can be had. */
export function DraftMeetings({ head }: DraftMeetingsProps): ReactNode {
  const can = useCan();
  const may = can(permissionOf(promotionActivity, 'save')) || can(permissionOf(promotionActivity, 'update'));
  const asked = useDebounced(JSON.stringify(may ? questionOf(head) : null), 400);
  const { data } = useQuery({
    queryKey: ['promotion-meetings', asked],
    queryFn: () => post<Answer>(`${promotionActivity.path}/meetings`, JSON.parse(asked), { isSilent: true }),
    enabled: asked !== 'null',
    placeholderData: (before) => (asked === 'null' ? undefined : before),
  });
  if (data === undefined || asked === 'null') return null;
  return (
    <section className="draft-meetings" aria-label={say(texts.title)} aria-live="polite">
      <h3>
        {say(texts.title)} <small>{say(data.meetings.length === 0 ? texts.none : texts.meaning)}</small>
        <Button
          type="link"
          size="small"
          onClick={() => {
            change({ isCalendar: true, day: textAt(head, 'startDate') });
            go('promotion-activity');
          }}
        >
          {say(texts.calendar)}
        </Button>
      </h3>
      <ul>
        {data.meetings.map((meeting) => (
          <Met key={`${meeting.first} ${meeting.second}`} meeting={meeting} others={data.activities} head={head} />
        ))}
      </ul>
    </section>
  );
}

interface MetProps {
  readonly meeting: Meeting;
  readonly others: readonly CalendarActivity[];
  readonly head: Row;
}
function Met({ meeting, others, head }: MetProps): ReactNode {
  const { first, second, isConflict } = meeting;
  const own = {
    name: textAt(head, 'name') || say(texts.own),
    priority: Number.parseInt(textAt(head, 'priority') || '100', 10),
    isExclusive: textAt(head, 'exclusiveFlag') === '1',
  };
  const isOwn = (code: string): boolean => code === (textAt(head, 'code') || unsavedCode);
  const other = others.find(({ code }) => code === (isOwn(first) ? second : first));
  if (other === undefined) return null;
  const [winner, loser] = isOwn(first) ? [own, other] : [other, own];
  return (
    <li data-meeting={other.code} data-conflict={isConflict ? '' : undefined}>
      <RecordLink noun={promotionActivity.name} id={other.id}>
        {other.name}
      </RecordLink>
      <span className="quiet">{daysText(meeting, meeting.from)}</span>
      <span className={`status status-${isConflict ? 'orange' : 'green'}`}>
        {say(isConflict ? texts.notBoth : texts.both)}
      </span>
      <span>{isConflict ? winnerText(meeting, winner, loser) : say(sharedOf(meeting))}</span>
    </li>
  );
}

const sharedOf = ({ decidedBy }: Meeting): Label => (decidedBy === 'phase' ? texts.apart : texts.stacked);

/** All that decides whether it meets another; null while a day or the type is not written yet. */
function questionOf(head: Row): Row | null {
  const [startDate, endDate] = [textAt(head, 'startDate'), textAt(head, 'endDate')];
  const type = head['policyRuleTypeCode'];
  if (!isRuleType(type) || startDate === '' || endDate === '' || startDate > endDate) return null;
  const priority = Number.parseInt(textAt(head, 'priority'), 10);
  return {
    code: textAt(head, 'code') || null,
    policyRuleTypeCode: type,
    startDate,
    endDate,
    priority: Number.isNaN(priority) ? null : priority,
    stackFlag: textAt(head, 'stackFlag') || null,
    exclusiveFlag: textAt(head, 'exclusiveFlag') || null,
    orderTypes: Array.isArray(head['orderTypes']) ? head['orderTypes'] : null,
    organizeCode: textAt(head, 'organizeCode') || null,
    scopes: Array.isArray(head['scopes'])
      ? (head['scopes'] as readonly Row[]).filter((row) => textAt(row, 'code') !== '')
      : null,
  };
}

const texts = {
  title: ['同期会碰到的活动', '同期會碰到的活動', 'What it comes across'],
  meaning: ['日期、客户、产品都有交集', '日期、客戶、產品都有交集', 'days, customers and products in common'],
  none: ['没有', '沒有', 'nothing'],
  calendar: ['在日历里看', '在日曆裡看', 'See the calendar'],
  own: ['本活动', '本活動', 'This activity'],
  notBoth: ['不能同享', '不能同享', 'Not both'],
  both: ['可以同享', '可以同享', 'Both'],
  apart: [
    '先算价、再算赠、后返利，互不影响',
    '先算價、再算贈、後返利，互不影響',
    'Prices come before gifts, gifts before credit: both apply',
  ],
  stacked: ['有一个可叠加，都生效', '有一個可疊加，都生效', 'One of them is stackable: both apply'],
} as const satisfies Readonly<Record<string, Label>>;
