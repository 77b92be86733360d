import { permissionOf } from '#platform/model/permission.ts';
import { notFound } from '#platform/model/refusal.ts';
import { exporterRoutes } from '#platform/server/export/routes.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { askedOf } from '#platform/server/list/filter.ts';
import type { Detail, Pivot } from '#report/model/answer.ts';
import { screensOf, type Area } from '#report/model/shown-figures.ts';
import { assemble } from '#report/server/engine/assemble.ts';
import { detailStatements } from './detail.ts';
import { exporterOf } from './exporter.ts';
import { pivotOf } from '#report/server/engine/pivot.ts';
import { readerOf, shownIn } from './reader.ts';

const areas = ['report', 'statistics'] as const;

/** The calls of all reports of an area: which one is a word of the request, and so is its permission. */
export const reportRoutes: readonly Route[] = areas.flatMap((area) => {
  const permission = permissionsOf(area, 'page');
  const read = (path: string, summary: string, handle: Route['handle']): readonly Route[] =>
    (['GET', 'POST'] as const).map((method) => ({
      method,
      path: `/${area}/data/${path}`,
      permission,
      effect: 'none',
      summary: `${area}: ${summary}`,
      handle,
    }));
  return [
    ...read('page', 'rows of a report with their figures (?code= &figure= &dimension=)', (call) =>
      readPage(area, call),
    ),
    ...read('pivot', 'a report by two dimensions, with sums and comparison', (call) => readPivot(area, call)),
    ...read('detail', 'the documents behind a figure', (call) => readDetail(area, call)),
    ...exports(area),
  ];
});

function permissionsOf(area: Area, action: string): [string, ...string[]] {
  return Object.values(screensOf(area)).map(({ noun }) => permissionOf({ name: noun }, action)) as [
    string,
    ...string[],
  ];
}

async function readPivot(area: Area, call: Call): Promise<Pivot> {
  const { question, read, ...told } = await readerOf(area, call);
  const { groups } = await read({ groups: pivotOf(question) });
  return assemble(question, groups, told);
}

/** Rows as the contract has them: one dimension, its figures by their names, and the share of the whole. */
async function readPage(area: Area, call: Call): Promise<unknown> {
  const { question, read, ...told } = await readerOf(area, call);
  const flat = { ...question, columns: null };
  const { groups } = await read({ groups: pivotOf(flat) });
  const { list, total, measures, sum } = assemble(flat, groups, told);
  const main = measures.indexOf(question.sortBy);
  const whole = Number.parseFloat(sum.now[main] ?? '0'); // not money
  return {
    total,
    list: list.map(({ key, name, now, before }) => ({
      id: key ?? '-',
      dimension: key ?? '',
      dimensionName: name ?? key ?? '',
      ...Object.fromEntries(measures.map((measure, i) => [measure, now[i] ?? null])),
      period: `${question.span.from} ~ ${question.span.to}`,
      value: now[main] ?? null,
      lastValue: before?.[main] ?? null,
      growthRate: growthOf(now[main] ?? null, before?.[main] ?? null),
      ratio: whole === 0 ? null : ((100 * Number.parseFloat(now[main] ?? '0')) / whole).toFixed(2), // not money
    })),
  };
}

/** Nothing grows from nothing. */
function growthOf(now: string | null, before: string | null): string | null {
  const [a, b] = [Number.parseFloat(now ?? '0'), Number.parseFloat(before ?? '0')]; // not money
  return b === 0 ? null : ((100 * (a - b)) / Math.abs(b)).toFixed(2);
}

async function readDetail(area: Area, call: Call): Promise<Detail> {
  const { question, read } = await readerOf(area, call);
  const { drill } = question.figure;
  if (drill === undefined) throw notFound();
  const { list, counted } = await read(detailStatements(drill, question));
  return {
    total: counted[0]?.total ?? 0,
    sum: counted[0]?.sum ?? '0',
    list: list.map(({ row }) => row as Detail['list'][number]),
  };
}

/** The file of a report is asked for at one address; which report it is decides whose permission is asked for. */
function exports(area: Area): readonly Route[] {
  const permission = permissionsOf(area, 'export');
  const [any] = Object.values(screensOf(area));
  if (any === undefined) return [];
  return exporterRoutes(exporterOf(area, any), { path: `/${area}/data/export` }).map((route) => ({
    ...route,
    permission,
    summary: `${area}: export of a report (?code= &figure= &dimension=)`,
    handle: async (call: Call) => {
      const shown = shownIn(area, askedOf(call));
      const exporter = exporterOf(area, shown);
      const [own] = exporterRoutes(exporter, { path: route.path });
      return own?.handle({ ...call, caller: { ...call.caller, permissions: exporter.permissions } });
    },
  }));
}
