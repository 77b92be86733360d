import type { Document } from '#platform/model/document.ts';
import { textOf } from '#platform/model/label.ts';
import type { Module } from '#platform/model/module.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { statement, type Reads, type Row, type RowsOf, type TypedStatement } from '#platform/server/db/statement.ts';
import { todaySql } from '#platform/server/db/today.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { scopeOf } from '#platform/server/list/filter.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { homeCards } from '#platform/model/home/home-card.ts';
import { tenantHomepage } from '#system/model/tenant-homepage.ts';
import { mine } from './notice-reader.ts';

/** A layout names cards that exist, each once; what else it says is kept for those who wrote it. */
export const tenantHomepageService = serveEntity(tenantHomepage, {
  beforeSave(_ctx, next) {
    const cards = (next.layout as { cards?: unknown } | null)?.cards;
    const isRight =
      cards === undefined ||
      (Array.isArray(cards) &&
        new Set(cards).size === cards.length &&
        cards.every((card) => typeof card === 'string' && Object.hasOwn(homeCards, card)));
    if (!isRight)
      throw invalidAt([{ path: 'layout', field: tenantHomepage.fields.layout.label, reason: reasons.notChosen }]);
    return next;
  },
});

export function homeRoutes(models: readonly Module[]): readonly Route[] {
  const documents = models.flatMap((model) => model.documents);
  return [
    {
      method: 'GET',
      path: '/home/data',
      permission: 'session',
      effect: 'none',
      summary: 'What waits for the user and what happened lately, as far as he may see it',
      handle: (call) => homeData(documents, models, call),
    },
    {
      method: 'GET',
      path: '/sys/tenant/homepage/current',
      permission: 'session',
      effect: 'none',
      summary: 'The home page of the user’s role, else of the tenant; null when there is none',
      handle: currentHomepage,
    },
    {
      method: 'GET',
      path: '/sys/tenant/config/current',
      permission: 'session',
      effect: 'none',
      summary:
        'How the tenant wants to be seen, in the words of the global config; what it leaves open is the installation’s',
      handle: ownBranding,
    },
  ];
}

/**
 * The page of one of the user's roles comes before the page of everybody. A role of a tenant is a copy of a tenant role
 * and keeps its code.
 */
async function currentHomepage(call: Call): Promise<Row | null> {
  const {
    rows: { rows },
  } = await call.read({
    rows: statement(
      { id: 'uuid', code: 'text', name: 'text', roleId: 'uuid?', layout: 'json?' },
      `
        select h.id, h.code, h.name, h.role_id, h.layout
        from app.tenant_homepage h
        left join app.tenant_role t on t.id = h.role_id
        where h.status = '1'
          and (
            h.role_id is null
            or t.code in (
              select r.code
              from app.sys_user u
              cross join unnest(u.role_id_list) x(id)
              join app.sys_role r on r.id::text = x.id and r.status = '1'
              where u.id = (select sec.user_id())
            )
          )
        order by h.role_id is null, h.code
        limit 1`,
    ),
  });
  return rows[0] ?? null;
}

async function ownBranding(call: Call): Promise<Row> {
  const {
    rows: { rows },
  } = await call.read({
    rows: statement(
      {
        backstageName: 'text?',
        mallName: 'text?',
        themeColor: 'text?',
        logoUrl: 'text?',
        homePageLogoUrl: 'text?',
        registerCode: 'text?',
      },
      `
        select backstage_name, mall_name, theme_color, logo_url, home_page_logo_url, register_code
        from app.sys_tenantconfig
        order by create_date desc, id desc
        limit 1`,
    ),
  });
  const { backstageName, mallName, themeColor, logoUrl, homePageLogoUrl, registerCode } = rows[0] ?? {};
  const all = {
    globalAppName: backstageName,
    backstageName,
    mallName,
    globalThemeColor: themeColor,
    globalLogoUrl: logoUrl,
    homePageLogoUrl,
    globalRegisterCode: registerCode,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
}

const mostCounted = 99;
const recentShown = 8;
const newsShown = 6;
const shortcutsShown = 8;
const chartDays = 14;

/** What the user may do, his notices, how many of them are unread, and what he works on. */
const ownReads = {
  granted: statement({ permission: 'text' }, 'select sec.my_permissions() as permission'),
  notices: statement(
    { id: 'uuid', title: 'text', type: 'text', senderName: 'text?', senderDate: 'instant?', isUnread: 'boolean' },
    `
      select n.id, n.title, n.type, n.sender_name, n.sender_date, r.read_date is null as is_unread
      from ${mine}
      order by n.sender_date desc, n.id desc
      limit ${newsShown}`,
  ),
  counted: statement(
    { unread: 'integer' },
    `
      select count(*)::integer as unread
      from (select 1 from ${mine} and r.read_date is null limit ${mostCounted + 1}) x`,
  ),
  // Of the tenant's last operations, so that whoever is seldom here does not make the database read the whole log.
  used: statement(
    { noun: 'text', count: 'integer' },
    `
      select noun, count(*)::integer as count
      from (select noun, creator_id from app.sys_operationlog order by create_date desc, id desc limit 2000) x
      where creator_id = (select sec.user_id())
      group by noun
      order by 2 desc, 1`,
  ),
};

/** Nothing here is wider than the list it leads to: the same permission, the same scope. */
async function homeData(documents: readonly Document[], models: readonly Module[], call: Call): Promise<unknown> {
  const {
    rows: {
      granted,
      notices,
      counted: [counted],
      used,
    },
  } = await call.read(ownReads);
  const held = new Set(granted.map((row) => row.permission));
  const may = (noun: { readonly name: string }, action: string): boolean => held.has(permissionOf(noun, action));
  const seen = documents.filter((document) => may(document, 'page'));
  const waiting = seen.filter((document) => may(document, 'audit') && 'audit' in document.verbs);
  const {
    rows: { news, carousels, ...rows },
  } = await call.read({
    news: newsStatement,
    carousels: carouselStatement,
    ...readsOf(countOf, waiting),
    ...readsOf(recentOf, seen),
    ...readsOf(chartOf, seen),
  });
  const naming = (noun: Document): object => ({
    noun: noun.name,
    name: textOf(noun.screen.title, call.language),
    url: noun.screen.url,
  });
  const todos = waiting.map((document) => ({
    ...naming(document),
    count: answered(rows, countOf, document)[0]?.count ?? 0,
  }));
  return {
    todoCount: todos.reduce((sum, { count }) => sum + count, 0),
    unreadCount: counted?.unread ?? 0,
    todos,
    recent: newestOf(
      seen.flatMap((document) =>
        answered(rows, recentOf, document).map((row) => ({
          ...naming(document),
          ...row,
          status: stateOf(document, row.billStatus, call),
        })),
      ),
    ),
    notices,
    news: held.has('sys:news:page') ? news : [],
    carousels,
    shortcuts: shortcutsOf(models, used, held, call),
    charts: seen.map((document) => ({
      ...naming(document),
      days: chartDays,
      points: answered(rows, chartOf, document),
    })),
  };
}

type ReadOf<Answered extends object> = (document: Document) => TypedStatement<Answered>;
const nameOf = (read: ReadOf<object>, { name }: Document): string => `${read.name} of ${name}`;
const readsOf = (read: ReadOf<object>, of: readonly Document[]): Reads =>
  Object.fromEntries(of.map((document) => [nameOf(read, document), read(document)]));
const answered = <Answered extends object>(rows: object, read: ReadOf<Answered>, of: Document): readonly Answered[] =>
  (rows as Readonly<Record<string, readonly Answered[]>>)[nameOf(read, of)] ?? [];

const newestOf = <Recent extends { readonly createDate: string }>(rows: readonly Recent[]): readonly Recent[] =>
  rows.toSorted((a, b) => (a.createDate < b.createDate ? 1 : -1)).slice(0, recentShown);

function stateOf(
  document: Document,
  code: string,
  call: Call,
): { readonly label: string; readonly tone: string | null } {
  const state = Object.values(document.states).find((each) => each.code === code);
  return { label: state === undefined ? code : textOf(state.label, call.language), tone: state?.tone ?? null };
}

const live = (document: Document): string => [`t.deleted_flag = '0'`, ...scopeOf(document, null)].join(' and ');

/** Saved and not yet audited: what an auditor has to do. */
function countOf(document: Document) {
  const saved = document.states[document.initial]?.code ?? '';
  return statement(
    { count: 'integer' },
    `
      select count(*)::integer as count
      from (
        select 1
        from app.${tableOf(document)} t
        where t.bill_status = $1 and t.cancel_flag = '0' and ${live(document)}
        limit ${mostCounted + 1}
      ) x`,
    [saved],
  );
}

const recentOf = (document: Document) =>
  statement(
    { id: 'uuid', code: 'text', billDate: 'date', billStatus: 'text', creatorName: 'text', createDate: 'instant' },
    `
      select t.id, t.code, t.bill_date, t.bill_status, t.creator_name, t.create_date
      from app.${tableOf(document)} t
      where ${live(document)}
      order by t.create_date desc, t.id desc
      limit ${recentShown}`,
  );

const chartOf = (document: Document) =>
  statement(
    { date: 'date', count: 'integer' },
    `
      select t.bill_date as date, count(*)::integer as count
      from app.${tableOf(document)} t
      where t.bill_date > ${todaySql} - ${chartDays} and t.bill_date <= ${todaySql} and ${live(document)}
      group by t.bill_date
      order by t.bill_date`,
  );

const newsStatement = statement(
  { id: 'uuid', title: 'text', summary: 'text?', publishDate: 'instant?', author: 'text?' },
  `
    select id, title, summary, publish_date, author
    from app.sys_news
    where status = '1'
    order by sort nulls last, publish_date desc, id desc
    limit ${newsShown}`,
);
const carouselStatement = statement(
  { id: 'uuid', title: 'text', imageUrl: 'text', linkUrl: 'text?' },
  `
    select id, title, image_url, link_url
    from app.sys_carousel
    where status = '1'
      and place = '2'
      and (start_date is null or start_date <= ${todaySql})
      and (end_date is null or end_date >= ${todaySql})
    order by sort nulls last, id
    limit 5`,
);

/** The screens the user works on most. */
function shortcutsOf(
  models: readonly Module[],
  used: RowsOf<typeof ownReads>['used'],
  held: ReadonlySet<string>,
  call: Call,
): readonly object[] {
  const screens = new Map(
    models
      .flatMap((model) => [...model.entities, ...model.documents])
      .flatMap((noun) => (noun.screen === undefined ? [] : [[noun.name, noun.screen] as const])),
  );
  return used
    .flatMap((row) => {
      const screen = screens.get(row.noun);
      return screen === undefined || !held.has(`${row.noun}:page`)
        ? []
        : [
            {
              noun: row.noun,
              name: textOf(screen.title, call.language),
              url: screen.byTenantFlag === true ? `${screen.url}?tenantFlag=0` : screen.url,
              count: row.count,
            },
          ];
    })
    .slice(0, shortcutsShown);
}
