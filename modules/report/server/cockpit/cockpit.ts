import { permissionOf } from '#platform/model/permission.ts';
import { statement, sendNamed, type RowOf, type Statement } from '#platform/server/db/statement.ts';
import { todaySql } from '#platform/server/db/today.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { askedOf } from '#platform/server/list/filter.ts';
import { figureRead, type FigureRow, type ListedFigure } from '#platform/server/list/home-figure.ts';
import { order } from '#sales/model/order/order.ts';
import type { Pivot } from '#report/model/answer.ts';
import type { CardKey, Cockpit, CockpitCard, CockpitTarget } from '#report/model/cockpit.ts';
import type { FigureKey } from '#report/model/figures.ts';
import { costReport } from '#report/model/screens.ts';
import type { Span } from '#report/model/span.ts';
import { assemble } from '#report/server/engine/assemble.ts';
import { pivotOf, type groupShape } from '#report/server/engine/pivot.ts';
import { spanIn } from '#report/server/engine/question.ts';
import { ageingOf, card, creditOf, overdueCard, paceOf, percentOf, rowsOf, sumAt, sumCard } from './figures.ts';
import { latestOrders, shownOrder, waiting, type OrderRow } from './orders.ts';
import { promotionOf, runningActivities } from './promotion.ts';
import { cockpitQuestions, type QuestionKey } from './questions.ts';
import { screenFor, targetOf } from './seen.ts';

/** Everything of the cockpit, of which everybody is told what the reports and lists would tell him. */
export const cockpitRoute: Route = {
  method: 'GET',
  path: '/dashboard/data',
  permission: 'session',
  effect: 'none',
  summary: 'The cockpit: tiles, charts and rankings, each figure that of a report or a list (?startDate= &endDate=)',
  handle: readCockpit,
};

type Asked = ReturnType<typeof cockpitQuestions>;
type Seen = Partial<Record<QuestionKey, Pivot>>;

interface Told {
  readonly seen: Seen;
  readonly to: (figure: FigureKey, more?: Readonly<Record<string, string>>) => CockpitTarget | null;
}

/** Who asks, what he may see and which days: known before anything is read. */
interface Reader {
  readonly held: ReadonlySet<string>;
  readonly today: string;
  readonly span: Span;
  readonly organizeCode: string;
  readonly mayCost: boolean;
}

async function readerOf(call: Call): Promise<Reader> {
  const { rows } = await call.read({
    granted: statement({ permission: 'text' }, 'select sec.my_permissions() as permission'),
    day: statement({ today: 'text' }, `select to_char(${todaySql}, 'YYYY-MM-DD') as today`),
  });
  const held = new Set(rows.granted.map(({ permission }) => permission));
  const today = rows.day[0]?.today ?? '';
  const asked = askedOf(call);
  const organizeCode = typeof asked['organizeCode'] === 'string' ? asked['organizeCode'].replaceAll('\u0000', '') : '';
  return { held, today, span: spanIn(asked, today), organizeCode, mayCost: held.has(permissionOf(costReport, 'view')) };
}

async function readCockpit(call: Call): Promise<Cockpit> {
  const reader = await readerOf(call);
  const { held, today, span, organizeCode, mayCost } = reader;
  const questions = cockpitQuestions(reader);
  const lists = waiting(organizeCode);
  const reads = readsFor(reader, questions, lists);
  const rows = await sendNamed(reads, async (all) => (await call.door.report(call.caller, all)).results);
  const { running = [], latest } = rows;
  const seen: Seen = Object.fromEntries(
    Object.entries(questions).flatMap(([key, question]) =>
      Object.hasOwn(reads, key)
        ? [[key, assemble(question, rows[key] as readonly RowOf<typeof groupShape>[], { mayCost, today })]]
        : [],
    ),
  );
  const told: Told = { seen, to: (figure, more) => targetOf(figure, held, span, more) };
  return {
    cards: [
      ...salesCards(told, today),
      ...(['toApprove', 'toShip', 'toSign'] as const).map((key) =>
        waitingCard(key, lists[key], rows[key]?.[0] as FigureRow | undefined),
      ),
      ...moneyCards(told, mayCost),
    ],
    charts: {
      ...chartsOf(told, questions),
      promotion: withTarget(seen.promotion, told.to('R08'), (pivot, to) =>
        promotionOf(running as Parameters<typeof promotionOf>[0], pivot, to),
      ),
    },
    rankings: {
      customers: withTarget(seen.customers, told.to('R03', { rows: 'customer' }), rowsOf),
      products: withTarget(seen.products, told.to('R03', { rows: 'material' }), rowsOf),
      orders: (latest as readonly OrderRow[] | undefined)?.map((row) => shownOrder(row, call.language)) ?? null,
    },
    refreshTime: new Date().toISOString(),
    today,
    span,
  };
}

/** Only what whoever asks may see is asked for, all of it in one breath. */
function readsFor(
  { held, today, span, organizeCode }: Reader,
  questions: Asked,
  waits: ReturnType<typeof waiting>,
): Readonly<Record<string, Statement>> {
  const seen = Object.entries(questions).filter(([, { figure }]) => screenFor(figure.code as FigureKey, held) !== null);
  const lists = Object.entries(waits).map(([key, list]) => [key, figureRead(list, today)] as const);
  return {
    ...Object.fromEntries(seen.map(([key, question]) => [key, pivotOf(question)])),
    ...(held.has(permissionOf(order, 'page'))
      ? { ...Object.fromEntries(lists), latest: latestOrders(organizeCode) }
      : {}),
    ...(screenFor('R08', held) === null ? {} : { running: runningActivities(span.to) }),
  };
}

/** A part that whoever asks may see, else null. */
const withTarget = <Part>(
  pivot: Pivot | undefined,
  to: CockpitTarget | null,
  make: (pivot: Pivot, to: CockpitTarget) => Part,
): Part | null => (pivot === undefined || to === null ? null : make(pivot, to));

function salesCards({ seen, to }: Told, today: string): CockpitCard[] {
  const { sales, orders, target } = seen;
  const achieved = target === undefined || sales === undefined ? null : percentOf(sumAt(sales), sumAt(target));
  return [
    sumCard('salesToday', seen.salesToday ?? null, {
      of: 'weekday',
      to: to('R03', { span: 'today', from: today, to: today }),
    }),
    sumCard('sales', sales ?? null, {
      beside: achieved === null ? null : { key: 'target', value: achieved },
      to: to('R03'),
    }),
    sumCard('orders', orders ?? null, {
      kind: 'count',
      beside: orders === undefined ? null : { key: 'customers', value: sumAt(orders, 1) ?? '0' },
      to: to('R01', { measure: 'orderCount' }),
    }),
  ];
}

function moneyCards({ seen, to }: Told, mayCost: boolean): CockpitCard[] {
  const { receivable, stock } = seen;
  const value = stock === undefined || !mayCost ? null : sumAt(stock, 1);
  return [
    sumCard('receivable', receivable ?? null, { to: to('R14') }),
    overdueCard(receivable ?? null, to('R14')),
    sumCard('stock', stock ?? null, {
      kind: 'number',
      beside: value === null ? null : { key: 'worth', value },
      to: to('R10'),
    }),
  ];
}

/** What waits leads to the list that shows the same rows. */
function waitingCard(key: CardKey, { of, where = {} }: ListedFigure, row: FigureRow | undefined): CockpitCard {
  if (row === undefined) return card(key);
  return card(key, {
    kind: 'count',
    value: String(row.count),
    beside: { key: 'amount', value: row.amount ?? '0' },
    to: { page: (of.screen?.url ?? '').replaceAll('/', '-'), where },
  });
}

function chartsOf({ seen, to }: Told, asked: Asked): Omit<Cockpit['charts'], 'promotion'> {
  const { now, earlier, target = null } = seen;
  const { span } = asked.now;
  return {
    pace:
      earlier === undefined
        ? null
        : withTarget(now, to('R03', { rows: now?.rows ?? 'day', from: span.from }), (pivot, where) =>
            paceOf({ now: pivot, earlier, target, span: asked.now.span, to: where }),
          ),
    channels: withTarget(seen.channels, to('R03', { rows: 'channel' }), rowsOf),
    provinces: withTarget(seen.provinces, to('R03', { rows: 'province' }), rowsOf),
    ageing: withTarget(seen.ageing, to('R12'), ageingOf),
    credit: withTarget(seen.credit, to('R16'), creditOf),
  };
}
