import type { ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { barsPath, type Barcode } from './label-barcode.ts';

/**
 * Millimetres. A roll has one label to a page; a sheet has rows and columns of them, with gaps where the knife left
 * some.
 */
export interface LabelSheet {
  readonly label: Label;
  readonly page: readonly [width: number, height: number];
  readonly size: readonly [width: number, height: number];
  readonly across: number;
  readonly down: number;
  readonly margin: readonly [left: number, top: number];
  readonly gap: readonly [across: number, down: number];
}

const roll = (width: number, height: number): LabelSheet => ({
  label: [`标签纸 ${width} × ${height} mm`, `標籤紙 ${width} × ${height} mm`, `Roll, ${width} × ${height} mm`],
  page: [width, height],
  size: [width, height],
  across: 1,
  down: 1,
  margin: [0, 0],
  gap: [0, 0],
});
const a4 = (
  across: number,
  down: number,
  size: LabelSheet['size'],
  more: Pick<LabelSheet, 'margin' | 'gap'>,
): LabelSheet => ({
  label: [
    `A4 ${across} × ${down} 张（${size[0]} × ${size[1]} mm）`,
    `A4 ${across} × ${down} 張（${size[0]} × ${size[1]} mm）`,
    `A4, ${across} × ${down} labels (${size[0]} × ${size[1]} mm)`,
  ],
  page: [210, 297],
  size,
  across,
  down,
  ...more,
});

export const labelSheets = {
  '40x30': roll(40, 30),
  '60x40': roll(60, 40),
  '80x50': roll(80, 50),
  'A4-3x8': a4(3, 8, [70, 37], { margin: [0, 0.5], gap: [0, 0] }),
  'A4-3x7': a4(3, 7, [63.5, 38.1], { margin: [7.25, 15.15], gap: [2.5, 0] }),
  'A4-4x10': a4(4, 10, [48.5, 25.4], { margin: [8, 21.5], gap: [0, 0] }),
} as const satisfies Readonly<Record<string, LabelSheet>>;
export type SheetName = keyof typeof labelSheets;
export const isSheet = (value: unknown): value is SheetName =>
  typeof value === 'string' && Object.hasOwn(labelSheets, value);

/** What stands on one label. */
export interface LabelText {
  readonly key: string;
  readonly name: string;
  readonly detail: string;
  readonly price: string;
  readonly barcode: Barcode | null;
}

/** Narrower than this and a scanner at the till no longer tells one bar from two. */
export const narrowestModule = 0.19;
const widestModule = 0.33;

/** Millimetres of one module of the bars on this label. */
export function moduleOn({ size: [width] }: LabelSheet, { modules, quiet: [before, after] }: Barcode): number {
  return Math.min(widestModule, (width - 3) / (modules.length + before + after));
}

/** Labels dealt out to pages. `skipped` are places of the first sheet that were used before. */
export function dealt<T>(
  items: readonly T[],
  { across, down }: Pick<LabelSheet, 'across' | 'down'>,
  skipped: number,
): readonly (readonly (T | null)[])[] {
  const places = [...Array.from({ length: skipped }, () => null), ...items];
  const pages: (readonly (T | null)[])[] = [];
  for (let at = 0; at < places.length; at += across * down) pages.push(places.slice(at, at + across * down));
  return pages;
}

interface SheetsProps {
  readonly sheet: LabelSheet;
  readonly labels: readonly LabelText[];
  readonly skipped: number;
  /** Pages drawn; all of them when absent. */ readonly most?: number;
}

/** Pages of labels, true to size. The styles come along: the pages are drawn into a frame of their own. */
export function LabelSheets({ sheet, labels, skipped, most }: SheetsProps): ReactNode {
  const {
    page: [width, height],
    size,
    across,
    margin,
    gap,
  } = sheet;
  const pages = dealt(labels, sheet, skipped);
  return (
    <>
      <style>{`@page { size: ${width}mm ${height}mm; margin: 0; } ${css}`}</style>
      {pages.slice(0, most ?? pages.length).map((places, at) => (
        <div
          key={at}
          className="label-page"
          data-page={at + 1}
          style={{
            width: `${width}mm`,
            height: `${height}mm`,
            padding: `${margin[1]}mm 0 0 ${margin[0]}mm`,
            gap: `${gap[1]}mm ${gap[0]}mm`,
            gridTemplateColumns: `repeat(${across}, ${size[0]}mm)`,
            gridAutoRows: `${size[1]}mm`,
          }}
        >
          {places.map((label, place) =>
            label === null ? <div key={place} /> : <OneLabel key={place} sheet={sheet} label={label} />,
          )}
        </div>
      ))}
    </>
  );
}

function OneLabel({
  sheet,
  label: { key, name, detail, price, barcode },
}: {
  readonly sheet: LabelSheet;
  readonly label: LabelText;
}): ReactNode {
  const isSmall = sheet.size[1] < 28;
  return (
    <div className={isSmall ? 'label-one label-small' : 'label-one'} data-label={key}>
      <div className="label-name">{name}</div>
      {(detail !== '' || price !== '') && (
        <div className="label-detail">
          <span>{detail}</span>
          <b>{price}</b>
        </div>
      )}
      {barcode !== null && <Bars sheet={sheet} barcode={barcode} />}
    </div>
  );
}

function Bars({ sheet, barcode }: { readonly sheet: LabelSheet; readonly barcode: Barcode }): ReactNode {
  const {
    modules,
    quiet: [before, after],
    text,
    kind,
  } = barcode;
  const units = modules.length + before + after;
  return (
    <figure className="label-bars">
      <svg
        viewBox={`0 0 ${units} 60`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
        style={{ width: `${(moduleOn(sheet, barcode) * units).toFixed(3)}mm` }}
        role="img"
        aria-label={`${kind} ${text}`}
      >
        <path d={barsPath(barcode, 60)} fill="#000" />
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  );
}

/* Paper is white and ink is black, whatever the screen looks like. */
const css = `
body:has(> .label-page), body:has(> div > .label-page) { margin: 0; }
.label-page {
  box-sizing: border-box; display: grid; align-content: start; justify-content: start; overflow: hidden;
  background: #fff; color: #000; color-scheme: light; break-after: page;
  font-family: "Helvetica Neue", Arial, "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif;
}
.label-page:last-child { break-after: auto; }
.label-one {
  box-sizing: border-box; display: flex; flex-direction: column; min-width: 0; padding: 1.5mm; overflow: hidden;
  font-size: 8pt; line-height: 1.2;
}
.label-name { flex: none; font-weight: 600; max-height: 2.4em; overflow: hidden; overflow-wrap: anywhere; }
.label-detail {
  flex: none; display: flex; justify-content: space-between; gap: 2mm; font-size: 7pt; white-space: nowrap;
}
.label-detail > span { overflow: hidden; text-overflow: ellipsis; }
.label-bars {
  flex: 1 1 0; min-height: 6mm; margin: 1mm 0 0; display: flex; flex-direction: column; align-items: center;
}
.label-bars svg { flex: 1 1 0; min-height: 0; max-height: 18mm; display: block; }
.label-bars figcaption {
  flex: none; font-size: 7pt; letter-spacing: .08em; font-variant-numeric: tabular-nums; white-space: nowrap;
}
.label-small { padding: 1mm 1.5mm; font-size: 7pt; }
.label-small .label-name { max-height: 1.2em; }
.label-small .label-detail { font-size: 6pt; }
.label-small .label-bars { margin-top: .5mm; }
.label-small figcaption { font-size: 6pt; }`;
