import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import { capitalAmount, capitalLabel } from '#platform/model/capital-amount.ts';
import { plus } from '#platform/model/decimal.ts';
import {
  papers,
  type Paper,
  type PaperName,
  type Printed,
  type PrintedColumn,
  type PrintedField,
  type PrintedStep,
  type PrintFormat,
  type PrintRecord,
} from '#platform/model/print.ts';
import { shownAs } from '#platform/model/preset.ts';
import { instantText } from '#platform/web/cell/cell.tsx';
import { isDecimal, measureText } from '#platform/web/value/measure.ts';
import { textWidth } from '#platform/web/value/width.ts';
import { language, say } from '#platform/web/text/language.ts';
import { pagesOf, type Span } from './pages.ts';
import { Square } from './square.tsx';
import { texts } from './texts.ts';

interface PapersProps {
  readonly record: PrintRecord;
  readonly paper: PaperName;
  /** False while it is only looked at. */ readonly isCounted: boolean;
  readonly onLaidOut: () => void;
}

/** Pages and widths of columns, measured on a draft. */
interface Layout {
  readonly spans: readonly Span[];
  readonly widths: readonly number[];
}

/**
 * The pages of one document. Browsers repeat column titles but cannot add up a page, so the lines are measured first
 * and dealt out to pages here; each page is a table of its own with titles, sum and foot.
 */
export function Papers({ record, paper, isCounted, onLaidOut }: PapersProps): ReactNode {
  const draft = useRef<HTMLElement>(null);
  const [layout, setLayout] = useState<Layout | null>(null);
  const [tightness, setTightness] = useState(0);
  useLayoutEffect(() => {
    if (draft.current === null) return;
    if (isTooWide(draft.current) && tightness < tight.length - 1) setTightness(tightness + 1);
    else setLayout(measured(draft.current, papers[paper]));
  }, [tightness, paper]);
  useEffect(() => {
    if (layout !== null) onLaidOut();
  }, [layout, onLaidOut]);
  const whole: Span = [0, record.printout.rows.length];
  const { width, height, marginX, marginY } = papers[paper];
  const style = {
    '--paper-width': `${width}mm`,
    '--paper-height': `${height}mm`,
    '--paper-x': `${marginX}mm`,
    '--paper-y': `${marginY}mm`,
  } as CSSProperties;
  const page = {
    record,
    isCounted,
    className: ['paper', width > 220 ? 'paper-wide' : '', tight[tightness] ?? ''].join(' '),
    style,
  };
  if (layout === null) return <Page {...page} draft={draft} span={whole} pageNo={1} pages={1} widths={null} />;
  return layout.spans.map((span, at) => (
    <Page key={span[0]} {...page} span={span} pageNo={at + 1} pages={layout.spans.length} widths={layout.widths} />
  ));
}

/** Tried one after the other until the columns fit the paper. */
const tight = [
  '',
  'paper-tight',
  'paper-tight paper-wrapped',
  'paper-wrapped paper-tiny',
  'paper-wrapped paper-tiny paper-broken',
] as const;

function isTooWide(page: HTMLElement): boolean {
  const [head, table] = [page.querySelector('.paper-head'), page.querySelector('table')].map(
    (part) => part?.getBoundingClientRect().width ?? 0,
  );
  return (table ?? 0) > (head ?? 0) + 1;
}

/** Rounding of a printer's pixels adds up over a page. */
const slack = 6;

function measured(page: HTMLElement, { width, height, marginY }: Paper): Layout {
  const heightOf = (selector: string): number => page.querySelector(selector)?.getBoundingClientRect().height ?? 0;
  const pixels = page.getBoundingClientRect().width / width;
  const room =
    (height - 2 * marginY) * pixels - heightOf('.paper-head') - heightOf('thead') - heightOf('.paper-foot') - slack;
  const rows = [...page.querySelectorAll('tbody > tr')].map((row) => row.getBoundingClientRect().height);
  return {
    spans: pagesOf({
      rows,
      room,
      pageSum: heightOf('.paper-page-sum'),
      closing: heightOf('.paper-total') + heightOf('.paper-closing'),
    }),
    widths: [...page.querySelectorAll('thead th')].map((cell) => cell.getBoundingClientRect().width),
  };
}

interface PageProps {
  readonly record: PrintRecord;
  readonly isCounted: boolean;
  readonly className: string;
  readonly style: CSSProperties;
  readonly span: Span;
  readonly pageNo: number;
  readonly pages: number;
  readonly widths: readonly number[] | null;
  /** Set on the draft, which holds everything that any page may hold. */
  readonly draft?: RefObject<HTMLElement | null>;
}

function Page(props: PageProps): ReactNode {
  const { record, isCounted, className, style, pageNo, pages, draft } = props;
  return (
    <section
      ref={draft}
      className={draft === undefined ? className : `${className} paper-draft`}
      style={style}
      data-page={draft === undefined ? pageNo : undefined}
    >
      <Head record={record} />
      <Lines {...props} />
      {pageNo === pages && <Closing record={record} />}
      <Foot record={record} isCounted={isCounted} pageNo={pageNo} pages={pages} />
      {record.printout.isVoided && (
        <div className="paper-void" aria-hidden="true">
          {say(texts.voided)}
        </div>
      )}
    </section>
  );
}

function Lines({ record: { printout }, span: [from, to], pageNo, pages, widths, draft }: PageProps): ReactNode {
  const { columns, rows } = printout;
  const shown = rows.slice(from, to);
  const hasSums = columns.some(({ isSummed }) => isSummed);
  const classes = useMemo(
    () =>
      columns.map((column, at) =>
        classOf(
          column,
          rows.map((row) => row[at] ?? null),
        ),
      ),
    [columns, rows],
  );
  return (
    <table className={widths === null ? '' : 'paper-fixed'} hidden={columns.length === 0}>
      {widths !== null && (
        <colgroup>
          {widths.map((width, at) => (
            <col key={at} style={{ width }} />
          ))}
        </colgroup>
      )}
      <thead>
        <tr>
          <th className="paper-line-no">{say(texts.lineNo)}</th>
          {columns.map((column, at) => (
            <th key={column.key} className={classes[at]}>
              {say(column.label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((row, at) => (
          <tr key={from + at}>
            <td className="paper-line-no">{from + at + 1}</td>
            {columns.map((column, place) => (
              <td key={column.key} className={classes[place]}>
                {textOf(row[place] ?? null, column.format)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        {(pages > 1 || draft !== undefined) && hasSums && (
          <Sums className="paper-page-sum" title={say(texts.pageSum)} columns={columns} rows={shown} />
        )}
        {pageNo === pages && hasSums && (
          <Sums className="paper-total" title={say(texts.total)} columns={columns} rows={rows} />
        )}
      </tfoot>
    </table>
  );
}

/** Pixels up to which the texts of a column stay on one line: codes, units, sizes. */
const shortTo = 92;

/** Figures and short texts keep to one line, so that names and remarks get the room that is left. */
function classOf({ label, format }: PrintedColumn, values: readonly (Printed | null)[]): string {
  if (format !== null && format !== 'instant') return 'paper-figure';
  const widest = Math.max(0, ...values.map((value) => textWidth(textOf(value, format))));
  return widest > shortTo ? 'paper-name' : textWidth(say(label)) > shortTo ? '' : 'paper-short';
}

function Head({ record: { printout } }: { readonly record: PrintRecord }): ReactNode {
  const { tenantName, [shownAs.organization]: organization, title, code, head, square = '' } = printout;
  return (
    <header className="paper-head">
      <div className="paper-issuer">
        {organization === null || organization === tenantName ? tenantName : `${tenantName} ${organization}`}
      </div>
      {square !== '' && <Square text={square} className="paper-square" />}
      <div className="paper-title">
        <h1>{say(title)}</h1>
        {code !== '' && (
          <div className="paper-code">
            {say(texts.number)} {code}
          </div>
        )}
      </div>
      <dl className="paper-fields">
        {head.map((field) => (
          <FieldText key={field.label[2]} field={field} />
        ))}
      </dl>
    </header>
  );
}

/** Pixels from which a value takes the place of two. */
const longFrom = 190;

function FieldText({
  field: { label, value, format },
  className = '',
}: {
  readonly field: PrintedField;
  readonly className?: string;
}): ReactNode {
  const words = textOf(value, format);
  return (
    <div className={['paper-field', ...(textWidth(words) > longFrom ? ['paper-field-long'] : []), className].join(' ')}>
      <dt>{say(label)}</dt>
      <dd>{words}</dd>
    </div>
  );
}

interface SumsProps {
  readonly className: string;
  readonly title: string;
  readonly columns: readonly PrintedColumn[];
  readonly rows: readonly (readonly (Printed | null)[])[];
}

function Sums({ className, title, columns, rows }: SumsProps): ReactNode {
  const totals = useMemo(
    () =>
      columns.map(({ isSummed }, at) =>
        isSummed
          ? plus(
              ...(rows
                .map((row) => row[at])
                .filter((value) => typeof value === 'string' && isDecimal(value)) as string[]),
            )
          : null,
      ),
    [columns, rows],
  );
  const first = columns.findIndex(({ isSummed }) => isSummed);
  const lead = (first < 0 ? columns.length : first) + 1;
  return (
    <tr className={`paper-sum ${className}`}>
      <td colSpan={lead}>{title}</td>
      {columns.slice(lead - 1).map((column, at) => (
        <td key={column.key} className="paper-figure">
          {textOf(totals[lead - 1 + at] ?? null, column.format)}
        </td>
      ))}
    </tr>
  );
}

function Closing({ record: { printout } }: { readonly record: PrintRecord }): ReactNode {
  const { sums, amount, notes, signatures, trail = [] } = printout;
  const capitals = amount === null ? null : capitalAmount(amount, language());
  return (
    <div className="paper-closing">
      {(sums.length > 0 || capitals !== null) && (
        <dl className="paper-sums">
          {sums.map((field) => (
            <FieldText key={field.label[2]} field={field} />
          ))}
          {capitals !== null && (
            <div className="paper-field paper-capital">
              <dt>{say(capitalLabel)}</dt>
              <dd>{capitals}</dd>
            </div>
          )}
        </dl>
      )}
      <dl>
        {notes.map((field) => (
          <FieldText key={field.label[2]} field={field} className="paper-note" />
        ))}
      </dl>
      {trail.length > 0 && <Trail steps={trail} />}
      <div className="paper-signatures">
        {signatures.map(({ label, name }) => (
          <div key={label[2]} className="paper-signature">
            <span>{say(label)}</span>
            <span>{name}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

function Trail({ steps }: { readonly steps: readonly PrintedStep[] }): ReactNode {
  return (
    <section className="paper-trail">
      <h2>{say(texts.trail)}</h2>
      <ol>
        {steps.map(({ name, person, at, result, opinion }, n) => (
          // Somebody may say the same twice.
          <li key={n}>
            <span>{textOf(name, null)}</span>
            <span>{person}</span>
            <span>{result === null ? '' : say(result)}</span>
            <span>{instantText(at)}</span>
            <span>{opinion}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Foot({
  record: { printNo, copyOf, isOutdated, creatorName, createDate },
  isCounted,
  pageNo,
  pages,
}: {
  readonly record: PrintRecord;
  readonly isCounted: boolean;
  readonly pageNo: number;
  readonly pages: number;
}): ReactNode {
  return (
    <footer className="paper-foot">
      {(printNo > 0 || !isCounted) && (
        <span>{isCounted ? say(texts.printNo, { no: printNo }) : say(texts.notCounted)}</span>
      )}
      {isCounted && <span>{say(texts.printedByAt, { name: creatorName, at: instantText(createDate) })}</span>}
      {copyOf !== null && (
        <span>
          {say(texts.asPrinted, { at: instantText(copyOf.createDate), no: copyOf.printNo, name: copyOf.creatorName })}
          {isOutdated && ` · ${say(texts.outdated)}`}
        </span>
      )}
      <span>{say(texts.pageOf, { page: pageNo, pages })}</span>
    </footer>
  );
}

function textOf(value: Printed | null, format: PrintFormat | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return say(value);
  if (format === null) return value;
  if (format === 'instant') return instantText(value);
  // A quantity was written with the decimals of its unit, zeros as well.
  return measureText(value, { measure: format }, format === 'quantity' ? (value.split('.')[1]?.length ?? 0) : 0);
}
