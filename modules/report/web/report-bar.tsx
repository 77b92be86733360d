import { DashboardOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button, Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { ref } from '#platform/model/field.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { download } from '#platform/web/api/download.ts';
import { useCan } from '#platform/web/api/me.ts';
import { LateDateInput, RangeWhenNeeded } from '#platform/web/date/late-dates.tsx';
import { RefInput } from '#platform/web/field/ref-input.tsx';
import { FilterSetsButton } from '#platform/web/list/filter-sets.tsx';
import { useTab } from '#platform/web/route/tabs.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt } from '#platform/web/value/row.ts';
import { everyOrganization, organization } from '#system/model/organization.ts';
import { dimensionOf, type DimensionKey } from '#report/model/dimension.ts';
import type { Figure } from '#report/model/figure.ts';
import { figures, type FigureKey } from '#report/model/figures.ts';
import { measureOf, type MeasureKey } from '#report/model/measure.ts';
import { placesShowing, type ShowingPlace } from '#report/model/own-report.ts';
import type { ShownFigures } from '#report/model/shown-figures.ts';
import { spanNames, type Comparison, type SpanName } from '#report/model/span.ts';
import { reportTexts as texts } from '#report/web/shown/report-texts.ts';
import { daysOf, lastMonthEnd, type View } from './report-view.ts';
import { askedOf, type Place } from './use-pivot.ts';

interface ReportBarProps {
  readonly place: Place;
  readonly shown: ShownFigures;
  readonly view: View;
  readonly figure: Figure;
  readonly today: string;
  readonly plans: Parameters<typeof FilterSetsButton>[0];
  readonly onChange: (next: Partial<View>) => void;
  readonly onFigure: (key: FigureKey) => void;
  /** A sheet by two dimensions, or a plain list. */
  readonly isList: boolean;
  readonly onList: (isList: boolean) => void;
}

export function ReportBar(props: ReportBarProps): ReactNode {
  const { place, shown, view, figure, today, plans, isList, onChange, onFigure, onList } = props;
  const { page } = useTab();
  return (
    <div className="card report-bar">
      <div className="report-bar-row toolbar">
        <h1>{place.own?.title ?? page.title}</h1>
        <Days {...{ view, figure, today, onChange }} />
        {figure.time !== 'now' && (
          <span className="report-choice" data-choice="compare">
            <span>{say(texts.compare)}</span>
            <Select<Comparison>
              aria-label={say(texts.compare)}
              value={view.compare}
              popupMatchSelectWidth={false}
              options={comparisons.map(([value, label]) => ({ value, label: say(label) }))}
              onChange={(compare) => {
                onChange({ compare });
              }}
            />
          </span>
        )}
        <span className="report-choice push-right">
          <Button
            href="#/dashboard"
            data-verb="cockpit"
            icon={<DashboardOutlined />}
            title={say(texts.cockpit)}
            aria-label={say(texts.cockpit)}
          />
          <Looks {...{ isList, onList }} />
          <FilterSetsButton {...plans} />
          <ExportButton {...{ place, shown, view, today }} />
        </span>
      </div>
      <div className="report-bar-row">
        <Kinds {...{ shown, view, onFigure }} />
        <Axes {...{ view, figure, onChange }} />
        {figure.dimensions.includes('organize') && <Organization {...{ view, onChange }} />}
        <Segmented
          className="push-right"
          size="small"
          data-choice="unit"
          value={view.isTenThousand ? 'w' : 'y'}
          options={[
            { value: 'y', label: say(texts.plain) },
            { value: 'w', label: say(texts.tenThousand) },
          ]}
          onChange={(unit) => {
            onChange({ isTenThousand: unit === 'w' });
          }}
        />
      </div>
    </div>
  );
}

function ExportButton({
  place,
  shown,
  view,
  today,
}: Pick<ReportBarProps, 'place' | 'shown' | 'view' | 'today'>): ReactNode {
  const may = useCan();
  const source = placesOf(place, shown).find(({ noun }) => may(permissionOf({ name: noun }, 'export')));
  if (source === undefined) return null;
  return (
    <Button
      icon={<DownloadOutlined />}
      data-verb="export"
      title={say(texts.exportFile)}
      onClick={() => {
        const { own: _own, ...plain } = place;
        const where = (place.own?.report.where ?? []).map(([key, values]) => [`by_${key}`, values.join(',')]);
        const { area, code } = source;
        void download(`/${area}/data/export`, {
          ...askedOf({ ...plain, code }, view, today),
          ...(Object.fromEntries(where) as Readonly<Record<string, string>>),
        });
      }}
    >
      {say(texts.exportFile)}
    </Button>
  );
}

/** Whose file it is: that of the screen, or of one that shows the view of a definition. */
const placesOf = ({ area, code, own }: Place, { noun }: ShownFigures): readonly ShowingPlace[] =>
  own === undefined ? [{ area, code, noun }] : placesShowing(own.report.view);

/** Both show the same figures. */
function Looks({ isList, onList }: Pick<ReportBarProps, 'isList' | 'onList'>): ReactNode {
  return (
    <Segmented
      value={isList ? 'records' : 'pivot'}
      options={(['pivot', 'records'] as const).map((value) => ({
        value,
        label: <span data-view={value}>{say(value === 'pivot' ? texts.asSheet : texts.asRows)}</span>,
      }))}
      onChange={(value) => {
        onList(value === 'records');
      }}
    />
  );
}

const organizeField = ref(texts.organize, () => organization);

function Organization({ view, onChange }: Pick<ReportBarProps, 'view' | 'onChange'>): ReactNode {
  return (
    <span className="report-choice" data-filter="organizeCode">
      <span className="report-organize">
        <RefInput
          field={organizeField}
          value={view.organize}
          name={view.organizeName}
          label={say(texts.organize)}
          placeholder={say(everyOrganization)}
          onChange={(code, row) => {
            onChange({ organize: code ?? '', organizeName: row === null ? '' : textAt(row, 'name') });
          }}
        />
      </span>
    </span>
  );
}

/** The reports of a screen, one beside the other. */
function Kinds({ shown, view, onFigure }: Pick<ReportBarProps, 'shown' | 'view' | 'onFigure'>): ReactNode {
  if (shown.shows.length === 1) return <strong>{say(figures[view.figure].label)}</strong>;
  return (
    <Segmented<FigureKey>
      data-choice="figure"
      value={view.figure}
      options={shown.shows.map((value) => ({ value, label: say(figures[value].label) }))}
      onChange={onFigure}
    />
  );
}

const comparisons = [
  ['year', texts.byYear],
  ['span', texts.bySpan],
  ['none', texts.byNone],
] as const;

type DaysProps = Pick<ReportBarProps, 'view' | 'figure' | 'today' | 'onChange'>;

/** The days that are looked at: the loudest choice of the page. */
function Days({ view, figure, today, onChange }: DaysProps): ReactNode {
  const { startDate, endDate } = daysOf(view, figure, today);
  if (figure.time === 'now') return <span className="report-choice">{say(texts.now)}</span>;
  if (figure.time === 'day')
    return (
      <span className="report-choice" data-choice="day" data-filter="endDate">
        <span>{say(texts.asOf)}</span>
        <span className="report-day">
          <LateDateInput
            value={endDate}
            onChange={(to) => {
              onChange({ span: 'own', to: to ?? today });
            }}
          />
        </span>
        <Segmented
          value={endDate === today ? 'today' : endDate === lastMonthEnd(today) ? 'monthEnd' : 'own'}
          options={(['today', 'monthEnd'] as const).map((value) => ({ value, label: say(texts[value]) }))}
          onChange={(chosen) => {
            onChange(chosen === 'today' ? { span: 'month', to: '' } : { span: 'own', to: lastMonthEnd(today) });
          }}
        />
      </span>
    );
  return (
    <span className="report-choice" data-choice="span" data-filter="startDate">
      <Segmented<SpanName>
        data-filter="endDate"
        aria-label={say(texts.period)}
        value={view.span}
        options={spanNames.map((value) => ({ value, label: say(texts[value]) }))}
        onChange={(span) => {
          onChange(span === 'own' ? { span, from: startDate, to: endDate } : { span });
        }}
      />
      {view.span === 'own' ? (
        <span className="report-range">
          <RangeWhenNeeded
            id="report-range"
            from={startDate}
            to={endDate}
            onChange={(from, to) => {
              if (from !== '' && to !== '') onChange({ from, to });
            }}
          />
        </span>
      ) : (
        <span className="quiet">
          {startDate} ~ {endDate}
        </span>
      )}
    </span>
  );
}

/** Rows, columns and what is shown read like a sentence. */
function Axes({ view, figure, onChange }: Pick<ReportBarProps, 'view' | 'figure' | 'onChange'>): ReactNode {
  const dimensions = figure.dimensions.map((value) => ({ value, label: say(dimensionOf(value).label) }));
  const { rows, columns, measure } = view;
  return (
    <span className="report-choice" data-choice="axes">
      <span data-filter="dimension">{say(texts.rows)}</span>
      <Select<DimensionKey>
        aria-label={say(texts.rows)}
        data-choice="rows"
        value={rows}
        options={dimensions}
        popupMatchSelectWidth={false}
        onChange={(next) => {
          onChange(next === columns ? { rows: next, columns: rows } : { rows: next });
        }}
      />
      <Button
        size="small"
        type="text"
        disabled={columns === null}
        title={say(texts.swap)}
        aria-label={say(texts.swap)}
        data-verb="swap"
        onClick={() => {
          if (columns !== null) onChange({ rows: columns, columns: rows });
        }}
      >
        ⇋
      </Button>
      <span>{say(texts.columns)}</span>
      <Select<DimensionKey | ''>
        aria-label={say(texts.columns)}
        data-choice="columns"
        value={columns ?? ''}
        options={[{ value: '', label: say(texts.noColumns) }, ...dimensions.filter(({ value }) => value !== rows)]}
        popupMatchSelectWidth={false}
        onChange={(next) => {
          onChange({ columns: next === '' ? null : next });
        }}
      />
      <span>{say(texts.look)}</span>
      <Select<MeasureKey>
        aria-label={say(texts.look)}
        data-choice="measure"
        value={measure}
        options={figure.measures.map((value) => ({ value, label: say(measureOf(value).label) }))}
        popupMatchSelectWidth={false}
        onChange={(next) => {
          onChange({ measure: next });
        }}
      />
    </span>
  );
}
