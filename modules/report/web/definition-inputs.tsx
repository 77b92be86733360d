import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Form, Segmented, Select, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { refs } from '#platform/model/field.ts';
import { post } from '#platform/web/api/client.ts';
import { Chart } from '#platform/web/chart/chart.tsx';
import { choiceOptions } from '#platform/web/field/field-input.tsx';
import { RefsInput, RefsText } from '#platform/web/field/refs-input.tsx';
import { useDebounced } from '#platform/web/page/debounced.ts';
import { GenericSelector } from '#platform/web/picker/generic-selector.tsx';
import { entityNamed, type OwnInputProps } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import type { Pivot } from '#report/model/answer.ts';
import { reportDefinition } from '#report/model/definition.ts';
import { dimensionOf, type DimensionKey } from '#report/model/dimension.ts';
import type { Figure } from '#report/model/figure.ts';
import { figureNamed } from '#report/model/figures.ts';
import { measureOf, type MeasureKey } from '#report/model/measure.ts';
import { conditionsOf, figureOf, ownReportIn, viewChoices, type OwnReport } from '#report/model/own-report.ts';
import { comparisons, spanNames } from '#report/model/span.ts';
import { valueName } from '#report/web/shown/figure-text.ts';
import { reportTexts } from '#report/web/shown/report-texts.ts';
import { ownTexts as texts } from './own-texts.ts';
import { PivotTable } from './pivot-table.tsx';
import { chartOf } from './report-body.tsx';
import { viewOfOwn } from './report-view.ts';
import './definition.css';

type Words = Readonly<Record<string, unknown>>;
const wordsIn = (value: unknown): Words =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Words) : {};
const wordAt = (words: Words, key: string): string => (typeof words[key] === 'string' ? words[key] : '');
const listIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const named = (value: unknown): Figure | undefined => (typeof value === 'string' ? figureNamed(value) : undefined);

/** Where the figures come from; with another view it opens as that one does. */
export function DefinitionSource({ id, value, onChange }: OwnInputProps): ReactNode {
  const form = Form.useFormInstance<Words>();
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      className="full"
      showSearch={{ optionFilterProp: 'label' }}
      value={typeof value === 'string' && value !== '' ? value : null}
      options={choiceOptions(viewChoices)}
      onChange={(next: string) => {
        const figure = named(next);
        onChange?.(next);
        if (figure === undefined) return;
        const { opens } = figure;
        form.setFieldsValue({
          columns: {
            rows: opens.rows,
            columns: null,
            measures: figure.measures.slice(0, 4),
            measure: figure.measures[0],
          },
          filters: { span: 'month', compare: 'none', where: {} },
        });
      }}
    />
  );
}

/** By what it is counted and what: choices that the view offers. */
export function DefinitionColumns({ value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const source: unknown = Form.useWatch('dataSource', { preserve: true });
  const words = wordsIn(value);
  if (disabled) return <ReadColumns words={words} />;
  const figure = named(source);
  if (figure === undefined) return <span className="quiet">{say(texts.chooseSource)}</span>;
  const parts: PartProps = {
    words,
    figure,
    onChange: (changes) => onChange?.({ ...words, ...changes }),
  };
  return (
    <div className="definition-words" data-definition="columns">
      <Sides {...parts} />
      <Measures {...parts} />
    </div>
  );
}

interface PartProps {
  readonly words: Words;
  readonly figure: Figure;
  readonly onChange: (changes: Words) => void;
}

function Sides({ words, figure, onChange }: PartProps): ReactNode {
  const [rows, columns] = [wordAt(words, 'rows'), wordAt(words, 'columns')];
  const options = figure.dimensions.map((each) => ({ value: each as string, label: say(dimensionOf(each).label) }));
  return (
    <>
      <Word label={say(reportTexts.rows)}>
        <Select
          aria-label={say(reportTexts.rows)}
          data-word="rows"
          value={rows === '' ? null : rows}
          options={options}
          onChange={(next: string) => {
            onChange(next === columns ? { rows: next, columns: null } : { rows: next });
          }}
        />
      </Word>
      <Word label={say(reportTexts.columns)}>
        <Select
          aria-label={say(reportTexts.columns)}
          data-word="columns"
          value={columns}
          options={[{ value: '', label: say(reportTexts.noColumns) }, ...options.filter((each) => each.value !== rows)]}
          onChange={(next: string) => {
            onChange({ columns: next === '' ? null : next });
          }}
        />
      </Word>
    </>
  );
}

const labelsOf = (keys: readonly string[]) =>
  keys.map((value) => ({ value, label: say(measureOf(value as MeasureKey).label) }));

function Measures({ words, figure, onChange }: PartProps): ReactNode {
  const measures = listIn(words['measures']);
  return (
    <>
      <Word label={say(texts.figures)} isWide>
        <Select
          aria-label={say(texts.figures)}
          data-word="measures"
          mode="multiple"
          value={[...measures]}
          options={labelsOf(figure.measures)}
          onChange={(next: string[]) => {
            const kept = figure.measures.filter((each) => next.includes(each));
            const main = kept.find((each) => each === words['measure']) ?? kept[0];
            onChange({ measures: kept, measure: main });
          }}
        />
      </Word>
      <Word label={say(texts.main)}>
        <Select
          aria-label={say(texts.main)}
          data-word="measure"
          value={wordAt(words, 'measure') || null}
          options={labelsOf(measures)}
          onChange={(measure: string) => {
            onChange({ measure });
          }}
        />
      </Word>
    </>
  );
}

const ReadColumns = ({ words }: { readonly words: Words }): ReactNode =>
  [wordAt(words, 'rows'), wordAt(words, 'columns')]
    .filter((each) => each !== '')
    .map((each) => say(dimensionOf(each as DimensionKey).label))
    .join(' × ')
    .concat(
      '：',
      labelsOf(listIn(words['measures']))
        .map(({ label }) => label)
        .join('、'),
    );

interface WordProps {
  readonly label: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}
const Word = ({ label, isWide = false, children }: WordProps): ReactNode => (
  <label className={isWide ? 'definition-word definition-word-wide' : 'definition-word'}>
    <span className="quiet">{label}</span>
    {children}
  </label>
);

/** Of which days and of what, and how it looks then. */
export function DefinitionFilters({ value, onChange, disabled = false }: OwnInputProps): ReactNode {
  const source: unknown = Form.useWatch('dataSource', { preserve: true });
  const words = wordsIn(value);
  if (disabled) return <ReadFilters words={words} />;
  const figure = named(source);
  if (figure === undefined) return <span className="quiet">{say(texts.chooseSource)}</span>;
  const parts: PartProps = {
    words,
    figure,
    onChange: (changes) => onChange?.({ ...words, ...changes }),
  };
  return (
    <div className="definition-filters" data-definition="filters">
      {figure.time !== 'now' && <Days {...parts} />}
      <Conditions {...parts} />
      <Preview filters={words} />
    </div>
  );
}

const Days = ({ words, figure, onChange }: PartProps): ReactNode => (
  <div className="definition-words">
    {figure.time === 'span' && (
      <Word label={say(reportTexts.period)}>
        <Segmented
          data-word="span"
          value={wordAt(words, 'span') || 'month'}
          options={lasting.map((each) => ({ value: each as string, label: say(reportTexts[each]) }))}
          onChange={(span) => {
            onChange({ span });
          }}
        />
      </Word>
    )}
    <Word label={say(reportTexts.compare)}>
      <Segmented
        data-word="compare"
        value={wordAt(words, 'compare') || 'none'}
        options={comparisons.map((each) => ({ value: each as string, label: say(compared[each]) }))}
        onChange={(compare) => {
          onChange({ compare });
        }}
      />
    </Word>
  </div>
);

function Conditions({ words, figure, onChange }: PartProps): ReactNode {
  const where = wordsIn(words['where']);
  const [chosen, left] = [true, false].map((is) => conditionsOf(figure).filter((key) => key in where === is));
  return (
    <>
      {chosen?.length === 0 && <span className="quiet">{say(texts.noCondition)}</span>}
      {chosen?.map((key) => (
        <div className="definition-condition" key={key} data-condition={key}>
          <span>{say(dimensionOf(key).label)}</span>
          <ConditionValues
            dimension={key}
            value={listIn(where[key])}
            onChange={(values) => {
              onChange({ where: { ...where, [key]: values } });
            }}
          />
          <Button
            size="small"
            type="text"
            icon={<DeleteOutlined />}
            aria-label={say(texts.removeCondition)}
            onClick={() => {
              onChange({ where: Object.fromEntries(Object.entries(where).filter(([each]) => each !== key)) });
            }}
          />
        </div>
      ))}
      {left !== undefined && left.length > 0 && (
        <Select
          className="definition-add"
          data-word="addCondition"
          aria-label={say(texts.addCondition)}
          prefix={<PlusOutlined />}
          placeholder={say(texts.addCondition)}
          value={null}
          options={left.map((key) => ({ value: key as string, label: say(dimensionOf(key).label) }))}
          onChange={(key: string | null) => {
            if (key !== null) onChange({ where: { ...where, [key]: [] } });
          }}
        />
      )}
    </>
  );
}

/** Days of one's own are asked by whoever looks: a definition goes on with the calendar. */
const lasting = spanNames.filter((each) => each !== 'own');
const compared = { year: reportTexts.byYear, span: reportTexts.bySpan, none: reportTexts.byNone } as const;
/** By their codes, which is what the rows of a report hold: an id would find nothing. */
const refsTo = (noun: string) => {
  const entity = entityNamed(noun);
  return entity === undefined ? undefined : refs(entity.label, () => entity, { key: 'code' });
};

/** Masters of thousands of rows are chosen in their picker: a list would offer the first page of them. */
const thousands: ReadonlySet<string> = new Set([
  'data:customer',
  'data:depot',
  'data:dept',
  'data:externalstandard',
  'data:logistics',
  'data:material',
  'data:materialline',
  'data:personnel',
  'data:recipeno',
  'data:supplier',
  'sale:capitalaccount',
]);

interface ConditionValuesProps {
  readonly dimension: DimensionKey;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

function ConditionValues({ dimension, value, onChange }: ConditionValuesProps): ReactNode {
  const { noun, choices, label } = dimensionOf(dimension);
  if (noun !== undefined && thousands.has(noun))
    return (
      <GenericSelector
        picker={{ noun }}
        isMultiple
        value={value.join(',')}
        onChange={(codes) => {
          onChange(codes === '' ? [] : codes.split(','));
        }}
      />
    );
  const field = noun === undefined ? undefined : refsTo(noun);
  if (field !== undefined) return <RefsInput field={field} value={value} onChange={onChange} />;
  return (
    <Select
      aria-label={say(label)}
      mode={choices === undefined ? 'tags' : 'multiple'}
      className="full"
      placeholder={say(texts.chooseValues)}
      value={[...value]}
      {...(choices === undefined ? { open: false, suffixIcon: null } : { options: choiceOptions(choices) })}
      onChange={(next: string[]) => {
        onChange(next);
      }}
    />
  );
}

function ReadFilters({ words }: { readonly words: Words }): ReactNode {
  const where = Object.entries(wordsIn(words['where'])).filter(([, values]) => listIn(values).length > 0);
  const span = spanNames.find((each) => each === words['span']) ?? 'month';
  return (
    <span>
      {say(reportTexts[span])}
      {where.map(([key, values]) => (
        <span key={key}>
          {'；'}
          {say(dimensionOf(key as DimensionKey).label)}：
          <ReadValues dimension={key as DimensionKey} value={listIn(values)} />
        </span>
      ))}
    </span>
  );
}

function ReadValues({ dimension, value }: Omit<ConditionValuesProps, 'onChange'>): ReactNode {
  const { noun } = dimensionOf(dimension);
  const field = noun === undefined ? undefined : refsTo(noun);
  if (field !== undefined) return <RefsText field={field} value={[...value]} />;
  return value.map((each) => valueName(dimension, each, null)).join('、');
}

/** What somebody would see who opens it, before it is saved. */
function Preview({ filters }: { readonly filters: Words }): ReactNode {
  const dataSource: unknown = Form.useWatch('dataSource', { preserve: true });
  const columns: unknown = Form.useWatch('columns', { preserve: true });
  const chartType: unknown = Form.useWatch('chartType', { preserve: true });
  const asked = useDebounced(JSON.stringify({ dataSource, columns, filters }), 400);
  const given = JSON.parse(asked) as Parameters<typeof ownReportIn>[0];
  const own = ownReportIn(given);
  const { data, error } = useQuery({
    queryKey: ['list', reportDefinition.name, 'preview', asked],
    enabled: typeof own !== 'string',
    queryFn: () => post<Pivot>(`${reportDefinition.path}/preview`, given, { isSilent: true }),
  });
  if (typeof own === 'string') return null;
  return (
    <section className="definition-preview" data-preview>
      <header>
        <strong>{say(texts.preview)}</strong>
        {data !== undefined && (
          <span className="quiet">{say(texts.previewFirst, { n: Math.min(data.list.length, data.total) })}</span>
        )}
      </header>
      {error !== null ? (
        <p role="alert">{error.message}</p>
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 4 }} />
      ) : (
        <Shown data={data} own={own} chartType={typeof chartType === 'string' ? chartType : ''} />
      )}
    </section>
  );
}

interface ShownProps {
  readonly data: Pivot;
  readonly own: OwnReport;
  readonly chartType: string;
}

function Shown({ data, own, chartType }: ShownProps): ReactNode {
  const { drill: _drill, ...figure } = figureOf(own, { name: say(texts.preview), chartType });
  const view = viewOfOwn(own);
  const plan = chartOf(data, view, figure);
  if (data.list.length === 0) return <p className="quiet">{say(reportTexts.nothing)}</p>;
  return (
    <>
      {data.hidden.length > 0 && (
        <p className="report-note">
          {say(reportTexts.hidden, { names: data.hidden.map((key) => say(measureOf(key).label)).join('、') })}
        </p>
      )}
      {plan !== null && <Chart plan={plan} height={150} />}
      <PivotTable {...{ data, view, figure }} opened={null} onOpen={() => undefined} />
    </>
  );
}
