import { defaultPageSize, maxPageSize, type Page } from '#platform/model/envelope.ts';
import { isChangeable, type RowOf, type ValuesOf } from '#platform/model/entity.ts';
import { invalidAt, notFound, reasons, refusal, stateForbids } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement, type Row, type Statement } from '#platform/server/db/statement.ts';
import { askedOf, containing, valuesFrom, type Asked } from '#platform/server/list/filter.ts';
import { performVerb } from '#platform/server/entity/write.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { isId } from '#platform/server/db/id.ts';
import { serveEntity, type EntityHooks } from '#platform/server/entity/serve.ts';
import { noticeStatus } from '#system/model/choices.ts';
import { myNotice, notice } from '#system/model/notice.ts';
import { mine } from './notice-reader.ts';
import { announceUnread } from './unread.ts';

type Notice = RowOf<typeof notice>;

const nobody = refusal('E-NOTICE-NOBODY', 10010, [
  '通知【{code}】没有有效的接收者',
  '通知【{code}】沒有有效的接收者',
  'Notice {code} has no active receiver',
]);
const mostNamed = 500;

/** Departments are the data module's: their table is known here, their definition is not. */
const branch = `
  with recursive branch as (
    select d.id
    from app.data_dept d
    where d.id = any($2::uuid[])
    union
    select c.id
    from app.data_dept c
    join branch b on c.pid = b.id
  )`;

export const noticeHooks: EntityHooks<typeof notice> = {
  async beforeSave(ctx, next, previous) {
    if (previous !== null && !isChangeable(notice, { ...previous }))
      throw stateForbids({ code: previous.title, status: labelOf(noticeStatus[1]), verb: ['修改', '修改', 'change'] });
    return { ...next, ...(await receiversOf(ctx, next)) };
  },
  verbs: {
    async send(ctx, rows) {
      for (const row of rows) await deliver(ctx, row);
      return { status: '1', senderName: ctx.identity.realName, senderDate: new Date().toISOString(), readStatus: '0' };
    },
  },
  // Whoever had not read it has one less to read.
  afterDelete(ctx, rows) {
    if (rows.some(({ status }) => status === '1')) announceUnread(ctx, '*');
  },
};

const labelOf = ([cn, tw, en]: readonly [string, string, string, ...unknown[]]): readonly [string, string, string] => [
  cn,
  tw,
  en,
];

/** Names that exist; which of them are active is looked at when the notice is sent. */
async function receiversOf(
  ctx: Command,
  { receiverType, receiverIds }: ValuesOf<typeof notice>,
): Promise<Pick<ValuesOf<typeof notice>, 'receiverIds' | 'receiverName'>> {
  if (receiverType === '0') return { receiverIds: null, receiverName: null };
  const place = (reason: typeof reasons.required | typeof reasons.unknown) =>
    invalidAt([{ path: 'receiverIds', field: notice.fields.receiverIds.label, reason }]);
  const ids = Array.isArray(receiverIds)
    ? [...new Set(receiverIds)].filter((id): id is string => typeof id === 'string' && isId(id))
    : [];
  if (ids.length === 0) throw place(reasons.required);
  const names = await ctx.rows(
    statement(
      { name: 'text' },
      receiverType === '1'
        ? 'select name from app.data_dept where id = any($1::uuid[]) order by name'
        : 'select real_name as name from app.sys_user where id = any($1::uuid[]) order by real_name',
      [ids],
    ),
  );
  if (names.length !== ids.length || ids.length > mostNamed) throw place(reasons.unknown);
  const shown = names.map(({ name }) => name).join('、');
  return { receiverIds: ids, receiverName: shown.length > 100 ? `${shown.slice(0, 99)}…` : shown };
}

async function deliver(ctx: Command, { id, title, receiverType, receiverIds }: Notice): Promise<void> {
  if (receiverType === '0') {
    announceUnread(ctx, '*');
    return;
  }
  const receivers = await ctx.rows(
    statement(
      { userId: 'uuid' },
      `
        ${receiverType === '1' ? branch : ''}
        insert into app.sys_notice_receipt (notice_id, user_id)
        select $1, u.id
        from app.sys_user u
        where u.status = '1'
          and ${receiverType === '1' ? 'u.dept_id in (select b.id from branch b)' : 'u.id = any($2::uuid[])'}
        on conflict do nothing
        returning user_id`,
      [id, receiverIds],
    ),
  );
  if (receivers.length === 0) throw nobody({ code: title });
  announceUnread(
    ctx,
    receivers.map(({ userId }) => userId),
  );
}

/** One notice by its address, as the contract spells it. */
const sendOne = (call: Call): Promise<null> =>
  performVerb(notice, noticeService.entity ?? {}, { ...call, body: [call.params['id'] ?? ''] }, 'send');

const sortable: ReadonlyMap<string, string> = new Map([
  ['title', 'n.title'],
  ['type', 'n.type'],
  ['sender_name', 'n.sender_name'],
  ['sender_date', 'n.sender_date'],
  ['read_status', '(r.read_date is not null)'],
  ['create_date', 'n.create_date'],
]);
const columns = `
  n.id, n.title, n.type, n.sender_name, n.sender_date, n.status,
  case when r.read_date is null then '0' else '1' end as read_status, r.read_date, n.receiver_type, n.create_date`;

async function listMine(call: Call): Promise<Page<Row>> {
  const asked = askedOf(call);
  const values = valuesFrom();
  const text = (key: string): string =>
    typeof asked[key] === 'string' ? asked[key].trim().slice(0, 200).replaceAll('\u0000', '') : '';
  const where = [
    ...(text('title') === '' ? [] : [`n.title like ${values.next(containing(text('title')))}`]),
    ...(text('type') === '' ? [] : [`n.type = ${values.next(text('type'))}`]),
    ...(text('readStatus') === ''
      ? []
      : [`(case when r.read_date is null then '0' else '1' end) = ${values.next(text('readStatus'))}`]),
    ...(text('status') === '' ? [] : [`n.status = ${values.next(text('status'))}`]),
  ]
    .map((each) => ` and ${each}`)
    .join('');
  const counted = statement({ total: 'integer' }, `select count(*)::integer as total from ${mine}${where}`, [
    ...values.list,
  ]);
  const by = sortable.get(text('orderField')) ?? 'n.sender_date';
  const direction = text('order') === 'asc' ? 'asc' : 'desc';
  const { limit, offset } = windowOf(asked);
  const {
    rows: {
      rows,
      count: [count],
    },
  } = await call.read({
    rows: statement(
      {
        id: 'uuid',
        title: 'text',
        type: 'text',
        senderName: 'text?',
        senderDate: 'instant?',
        status: 'text',
        readStatus: 'text',
        readDate: 'instant?',
        receiverType: 'text',
        createDate: 'instant',
      },
      `
        select ${columns}
        from ${mine}${where}
        order by ${by} ${direction}, n.id ${direction}
        limit ${values.next(limit)} offset ${values.next(offset)}`,
      values.list,
    ),
    count: counted,
  });
  return { list: rows, total: count?.total ?? 0 };
}

function windowOf(asked: Asked): { readonly limit: number; readonly offset: number } {
  const number = (value: unknown): number => (/^\d{1,6}$/.test(String(value)) ? Number.parseInt(String(value), 10) : 0);
  const limit = Math.min(number(asked['limit']) || defaultPageSize, maxPageSize);
  return { limit, offset: Math.min(Math.max(0, number(asked['page']) - 1) * limit, 10_000) };
}

async function countMine(call: Call): Promise<number> {
  const {
    rows: {
      row: [row],
    },
  } = await call.read({
    row: statement({ total: 'integer' }, `select count(*)::integer as total from ${mine} and r.read_date is null`),
  });
  return row?.total ?? 0;
}

async function openMine(call: Call): Promise<Row> {
  const id = call.params['id'] ?? '';
  if (!isId(id)) throw notFound();
  const {
    rows: {
      row: [row],
    },
  } = await call.read({
    row: statement(
      {
        id: 'uuid',
        title: 'text',
        type: 'text',
        senderName: 'text?',
        senderDate: 'instant?',
        status: 'text',
        readStatus: 'text',
        readDate: 'instant?',
        receiverType: 'text',
        createDate: 'instant',
        content: 'text',
        attachments: 'text?',
      },
      `select ${columns}, n.content, n.attachments from ${mine} and n.id = $1`,
      [id],
    ),
  });
  if (row === undefined) throw notFound();
  return row;
}

/** One, or with no id all of them. Read twice is read once. */
function readMine(call: Call): Promise<null> {
  const id = call.params['id'];
  if (id !== undefined && !isId(id)) throw notFound();
  return command(call, async (ctx) => {
    const read = await ctx.rows(
      statement(
        { noticeId: 'uuid' },
        `
          insert into app.sys_notice_receipt (notice_id, user_id, read_date)
          select n.id, sec.user_id(), now()
          from ${mine} ${id === undefined ? 'and r.read_date is null' : 'and n.id = $1'}
          on conflict (tenant_code, notice_id, user_id) do update
            set read_date = coalesce(app.sys_notice_receipt.read_date, excluded.read_date)
          returning notice_id`,
        id === undefined ? [] : [id],
      ),
    );
    if (id !== undefined && read.length === 0) throw notFound();
    if (read.length === 0) return null;
    ctx.later(readByAll(read.map(({ noticeId }) => noticeId)));
    for (const { noticeId } of read)
      ctx.log({ noun: notice.name, recordId: noticeId, recordCode: '', operation: 'read' });
    announceUnread(ctx, [ctx.identity.userId]);
    return null;
  });
}

/** The last receiver who reads it closes it for the sender. The search ends at the first who has not. */
const readByAll = (ids: readonly string[]): Statement => ({
  text: `
    update app.sys_notice n
    set read_status = '1', read_date = now()
    where n.id = any($1::uuid[])
      and n.read_status = '0'
      and not exists (
        select from app.sys_user u
        left join app.sys_notice_receipt r on r.tenant_code = u.tenant_code and r.notice_id = n.id and r.user_id = u.id
        where u.status = '1'
          and r.read_date is null
          and (r.user_id is not null or (n.receiver_type = '0' and n.sender_date >= u.create_date))
      )`,
  values: [ids],
});

/** Who a notice went to and who has read it; for the sender's side. */
async function listReceipts(call: Call): Promise<Page<Row>> {
  const asked = askedOf(call);
  const id = String(asked['noticeId'] ?? '');
  const { limit, offset } = windowOf(asked);
  const from = `
    app.sys_notice n
    join app.sys_user u on u.tenant_code = n.tenant_code
    left join app.sys_notice_receipt r on r.tenant_code = n.tenant_code and r.notice_id = n.id and r.user_id = u.id
    where n.id = $1
      and n.status = '1'
      and (r.user_id is not null or (n.receiver_type = '0' and n.sender_date >= u.create_date))`;
  if (!isId(id)) {
    await call.read({});
    return { list: [], total: 0 };
  }
  const {
    rows: {
      rows,
      count: [count],
    },
  } = await call.read({
    rows: statement(
      {
        id: 'uuid',
        noticeId: 'uuid',
        receiverId: 'uuid',
        receiverName: 'text',
        readStatus: 'text',
        readDate: 'instant?',
      },
      `
        select u.id, n.id as notice_id, u.id as receiver_id, u.real_name as receiver_name,
          case when r.read_date is null then '0' else '1' end as read_status, r.read_date
        from ${from}
        order by r.read_date desc nulls last, u.real_name, u.id
        limit $2 offset $3`,
      [id, limit, offset],
    ),
    count: statement({ total: 'integer' }, `select count(*)::integer as total from ${from}`, [id]),
  });
  return { list: rows, total: count?.total ?? 0 };
}

export const noticeService = serveEntity(notice, noticeHooks);

const own = `${notice.path}/mynotice`;
const one = { 'params.id': notice.name };
export const noticeRoutes: readonly Route[] = [
  {
    method: 'PUT',
    path: `${notice.path}/send/:id`,
    permission: ['sys:notice:send'],
    effect: 'command',
    marks: one,
    summary: 'Notice: send one',
    handle: sendOne,
  },
  {
    method: 'GET',
    path: `${notice.path}/user/page`,
    permission: ['sys:notice:view', 'sys:mynotice:view'],
    effect: 'none',
    summary: 'Notice: its receivers and who has read it',
    handle: listReceipts,
  },
  {
    method: 'GET',
    path: `${own}/page`,
    permission: 'session',
    effect: 'none',
    summary: `${myNotice.label[2]}: page`,
    handle: listMine,
  },
  {
    method: 'GET',
    path: `${own}/unread`,
    permission: 'session',
    effect: 'none',
    summary: `${myNotice.label[2]}: how many are unread`,
    handle: countMine,
  },
  {
    method: 'PUT',
    path: `${own}/read`,
    permission: 'session',
    effect: 'command',
    summary: `${myNotice.label[2]}: all are read`,
    handle: readMine,
  },
  {
    method: 'PUT',
    path: `${own}/read/:id`,
    permission: 'session',
    effect: 'command',
    marks: one,
    summary: `${myNotice.label[2]}: one is read`,
    handle: readMine,
  },
  {
    method: 'GET',
    path: `${own}/:id`,
    permission: 'session',
    effect: 'none',
    marks: one,
    summary: `${myNotice.label[2]}: one notice`,
    handle: openMine,
  },
];
