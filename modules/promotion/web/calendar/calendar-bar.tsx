import { LeftOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { ref, type RefField } from '#platform/model/field.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { useCan } from '#platform/web/api/me.ts';
import { RefInput } from '#platform/web/field/ref-input.tsx';
import { entityNamed } from '#platform/web/registry/registry.ts';
import { openPanel, useTab } from '#platform/web/route/tabs.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt } from '#platform/web/value/row.ts';
import { promotionActivity } from '#promotion/model/activity.ts';
import { zooms, type Span } from './calendar-days.ts';
import { calendarTexts as texts, zoomTexts } from './calendar-texts.ts';
import { change, groupings, move, type useCalendarView } from './calendar-view.ts';

interface CalendarBarProps {
  readonly views: ReactNode;
  readonly view: ReturnType<typeof useCalendarView>;
  readonly span: Span;
  readonly today: string;
}

/** Which activities are shown, how they are grouped, and of which days. */
export function CalendarBar({ views, view, span, today }: CalendarBarProps): ReactNode {
  return (
    <div className="card calendar-tools">
      {views}
      <label className="calendar-customer">
        <span>{say(texts.customer)}</span>
        <RefInput
          field={customerField}
          label={say(texts.customer)}
          value={view.customerCode ?? ''}
          name={view.customerName}
          onChange={(customerCode, row) => {
            change({ customerCode: customerCode || null, customerName: textAt(row ?? {}, 'name') });
          }}
        />
      </label>
      <span className="calendar-choice" data-choice="grouping">
        <span>{say(texts.by)}</span>
        <Segmented
          aria-label={say(texts.by)}
          value={view.grouping}
          options={groupings.map((value) => ({ value, label: say(texts[value]) }))}
          onChange={(grouping) => {
            change({ grouping });
          }}
        />
      </span>
      <span className="calendar-choice push-right" data-choice="zoom">
        <Segmented
          aria-label={say(texts.zoom)}
          value={view.zoom}
          options={zooms.map((value) => ({ value, label: say(zoomTexts[value]) }))}
          onChange={(zoom) => {
            change({ zoom });
          }}
        />
        <Moves span={span} today={today} />
        <AddButton />
      </span>
    </div>
  );
}

const Moves = ({ span, today }: Pick<CalendarBarProps, 'span' | 'today'>): ReactNode => (
  <>
    <Button
      icon={<LeftOutlined />}
      aria-label={say(texts.back)}
      data-verb="earlier"
      onClick={() => {
        move(-1);
      }}
    />
    <strong className="calendar-span" data-span aria-live="polite">
      {span.from.slice(0, 7) === span.to.slice(0, 7)
        ? span.from.slice(0, 7)
        : `${span.from.slice(0, 7)} ~ ${span.to.slice(0, 7)}`}
    </strong>
    <Button
      icon={<RightOutlined />}
      aria-label={say(texts.on)}
      data-verb="later"
      onClick={() => {
        move(1);
      }}
    />
    <Button
      data-verb="today"
      onClick={() => {
        change({ day: today });
      }}
    >
      {say(texts.today)}
    </Button>
  </>
);

function AddButton(): ReactNode {
  const { page } = useTab();
  if (!useCan()(permissionOf(promotionActivity, 'save'))) return null;
  return (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      data-verb="add"
      onClick={() => {
        openPanel(page, 'add');
      }}
    >
      {say(texts.add)}
    </Button>
  );
}

/** The noun is found when it is shown: none is imported here. */
const customerField: RefField = ref(
  texts.customer,
  () =>
    entityNamed('data:customer') ?? {
      name: 'data:customer',
      path: '',
      label: texts.customer,
      codeField: 'code',
      nameField: 'name',
      fields: {},
    },
);
