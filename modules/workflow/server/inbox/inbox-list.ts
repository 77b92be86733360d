import { isOutside } from '#platform/model/permission.ts';
import { totalCap, snakeCase } from '#platform/model/envelope.ts';
import { textOf, type Language } from '#platform/model/label.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement, type Reads, type RowOf } from '#platform/server/db/statement.ts';
import { tableOf } from '#platform/server/db/shape.ts';
import { todaySql, zoneSql } from '#platform/server/db/today.ts';
import { askedText } from '#platform/server/entity/report.ts';
import { askedOf, containing, type Asked } from '#platform/server/list/filter.ts';
import type { Call } from '#platform/server/http/route.ts';
import { readFieldRights } from '#workflow/model/engine/field-rights.ts';
import type { InboxPage, InboxRow } from '#workflow/model/inbox.ts';
import type { Approval, Approvals } from '#workflow/server/task/approval.ts';
import { graphOf } from '#workflow/server/task/graphs.ts';
import { openTasks } from '#workflow/server/task/lists.ts';
import { myRefs } from '#workflow/server/task/people.ts';
import { placesOf } from './bill-shown.ts';

export const taskRow = {
  taskId: 'uuid',
  taskName: 'text',
  node: 'text',
  kind: 'text',
  docType: 'text',
  since: 'instant',
  dueTime: 'instant?',
  isOpenToOthers: 'boolean',
  processInstanceId: 'uuid',
  processId: 'uuid',
  processName: 'text',
  billId: 'uuid',
  billCode: 'text',
  routeName: 'text',
  senderName: 'text',
} as const;
export type TaskRow = RowOf<typeof taskRow>;
export const taskColumns = `
  t.id as task_id, t.name as task_name, t.node, t.kind, t.doc_type, t.create_time as since, t.due_time,
  t.assignee_id is null as is_open_to_others, i.id as process_instance_id, i.process_id, i.process_name, i.bill_id,
  i.bill_code, i.route_name, i.starter_name as sender_name`;

const usualLimit = 50;
const mostRows = 200;

/** The own open tasks as the inbox shows them: a page, how many there are of each type, how many are done today. */
export function readInbox(approvals: Approvals, call: Call): Promise<InboxPage> {
  const asked = askedOf(call);
  return command(
    call,
    async (ctx, { tasks, counts, done }) => {
      const types = counts.map(({ docType, count }) => ({ docType, name: typeName(approvals, docType, ctx), count }));
      const asType = askedText(asked, 'docType');
      const total = counts
        .filter(({ docType }) => asType === null || docType === asType)
        .reduce((sum, { count }) => sum + count, 0);
      return {
        list: await rowsOf(ctx, approvals, tasks),
        total: Math.min(total, totalCap),
        ...(total > totalCap ? { totalCapped: true as const } : {}),
        types,
        doneToday: done[0]?.count ?? 0,
      };
    },
    {
      isTrial: true,
      reads: { tasks: pageOf(approvals, asked), counts: countsOf(approvals, asked), done: decidedToday },
    },
  );
}

/**
 * Number, sender and partner: whatever somebody would call it. Each partner is looked up by the key of its document.
 */
function searched({ all }: Approvals, asked: Asked, values: unknown[]): string {
  const word = askedText(asked, 'search');
  if (word === null) return '';
  values.push(containing(word));
  const place = `$${values.length}`;
  const partners = all.flatMap(({ docType, document }) => {
    const { partner } = placesOf(document);
    return partner === null
      ? []
      : [
          `
            when '${docType}' then (
              select h.${snakeCase(partner.name)}
              from app.${tableOf(document)} h
              where h.id = i.bill_id
            )`,
        ];
  });
  const partner = partners.length === 0 ? 'null' : `case i.doc_type ${partners.join('')} end`;
  return `
    and (
      i.bill_code || ' ' || i.starter_name || ' ' || i.process_name like ${place}
      or ${partner} like ${place}
    )`;
}

function pageOf(approvals: Approvals, asked: Asked) {
  const values: unknown[] = [];
  const search = searched(approvals, asked, values);
  const docType = askedText(asked, 'docType');
  const narrowed = docType === null ? search : `${search} and t.doc_type = $${values.push(docType)}`;
  const limit = numberIn(asked['limit'], usualLimit, mostRows);
  const offset = Math.min((numberIn(asked['page'], 1, totalCap) - 1) * limit, totalCap);
  const direction = asked['order'] === 'oldest' ? 'asc' : 'desc';
  const open = openTasks(narrowed, `$${values.push(limit + offset)}`, direction);
  return statement(
    taskRow,
    `
      with ${myRefs}
      select ${taskColumns}
      from ${open}
      join app.wf_task t on t.id = m.id
      join app.wf_instance i on i.id = t.instance_id
      order by t.id ${direction}
      limit $${values.push(limit)} offset $${values.push(offset)}`,
    values,
  );
}

function countsOf(approvals: Approvals, asked: Asked) {
  const values: unknown[] = [];
  const open = openTasks(searched(approvals, asked, values), String(totalCap + 1));
  return statement(
    { docType: 'text', count: 'integer' },
    `
      with ${myRefs}
      select t.doc_type, count(*)::integer as count
      from ${open}
      join app.wf_task t on t.id = m.id
      group by t.doc_type
      order by count(*) desc, t.doc_type`,
    values,
  );
}

/**
 * Of his latest deeds those of today: nobody decides on more than these in a day, and the whole history is not read.
 */
const decidedToday = statement(
  { count: 'integer' },
  `
    select count(*)::integer as count
    from (
      select h.end_time
      from app.wf_history h
      where h.assignee_id = (select sec.user_id()) and h.result is not null
      order by h.seq desc
      limit 1000
    ) x
    where x.end_time >= ${todaySql}::timestamp at time zone ${zoneSql}`,
);

const numberIn = (value: unknown, usual: number, most: number): number =>
  (typeof value === 'string' || typeof value === 'number') && /^\d{1,6}$/.test(`${value}`)
    ? Math.min(Math.max(Number.parseInt(`${value}`, 10), 1), most)
    : usual;

export const typeName = (
  approvals: Approvals,
  docType: string,
  { language }: { readonly language: Language },
): string => {
  const document = approvals.of(docType)?.document;
  return document === undefined ? docType : textOf(document.label, language);
};

/** Two statements for each type on the page, all in one write: what the documents are about, and what is unusual. */
async function rowsOf(ctx: Command, approvals: Approvals, tasks: readonly TaskRow[]): Promise<readonly InboxRow[]> {
  const groups = [...Map.groupBy(tasks, ({ docType }) => docType)].flatMap(([docType, own]) => {
    const approval = approvals.of(docType);
    return approval === undefined ? [] : [{ approval, ids: own.map(({ billId }) => billId) }];
  });
  const reads: Record<string, Reads[string]> = {};
  for (const { approval, ids } of groups) {
    reads[`about ${approval.docType}`] = aboutBills(approval, ids);
    const glance = approval.hooks.approval?.glance;
    if (glance !== undefined && !isOutside(ctx.identity)) reads[`glance ${approval.docType}`] = glance.read(ids);
  }
  const rows = groups.length === 0 ? {} : await ctx.all(reads);
  const known = new Map(
    groups.map(({ approval }) => [
      approval.docType,
      {
        about: new Map(((rows[`about ${approval.docType}`] ?? []) as readonly AboutBill[]).map((row) => [row.id, row])),
        glances: approval.hooks.approval?.glance?.told(rows[`glance ${approval.docType}`] ?? [], ctx.language),
      },
    ]),
  );
  const shown: InboxRow[] = [];
  for (const task of tasks) {
    const of = known.get(task.docType);
    const hidden = await hiddenAt(ctx, approvals, task);
    const glance = hidden.size > 0 || task.kind === 'starter' ? null : (of?.glances?.get(task.billId) ?? null);
    shown.push({
      ...inboxRow(approvals, task, ctx, { about: of?.about.get(task.billId), hidden, title: glance?.title }),
      glance,
    });
  }
  return shown;
}

const aboutBill = { id: 'uuid', partnerName: 'text?', calledName: 'text?', amount: 'decimal?' } as const;
export type AboutBill = RowOf<typeof aboutBill>;

/** By the right of the task: whoever must decide may know with whom and about how much. */
function aboutBills({ document }: Approval, ids: readonly string[]) {
  const { partner, called, amount } = placesOf(document);
  const named = (place: typeof partner): string => (place === null ? 'null::text' : `h.${snakeCase(place.name)}`);
  return statement(
    aboutBill,
    `
      select h.id, ${named(partner)} as partner_name, ${named(called)} as called_name,
        ${amount === null ? 'null::numeric' : `h.${snakeCase(amount)}`} as amount
      from app.${tableOf(document)} h
      where h.id = any($1::uuid[])`,
    [ids],
  );
}

/** Fields of the head that the step of a task keeps from whoever decides. */
export async function hiddenAt(
  ctx: Command,
  approvals: Approvals,
  { node, processId, kind }: TaskRow,
): Promise<ReadonlySet<string>> {
  if (kind === 'starter') return new Set();
  const { nodes } = await graphOf(ctx, approvals, processId);
  const rights = readFieldRights(nodes.get(node)?.properties['fields'] ?? '') ?? [];
  return new Set(rights.filter(({ right }) => right === 'hidden').map(({ key }) => key));
}

export function inboxRow(
  approvals: Approvals,
  task: TaskRow,
  ctx: Command,
  {
    about,
    hidden,
    title,
  }: {
    readonly about: Omit<AboutBill, 'id'> | undefined;
    readonly hidden: ReadonlySet<string>;
    readonly title: string | undefined;
  },
): Omit<InboxRow, 'glance'> {
  const approval = approvals.of(task.docType);
  const places = approval === undefined ? null : placesOf(approval.document);
  const told = (key: string | null | undefined, value: string | null | undefined): string | null =>
    key === null || key === undefined || hidden.has(key) ? null : (value ?? null);
  const partnerName = told(places?.partner?.key, about?.partnerName);
  const calledName = told(places?.called?.key, about?.calledName);
  return {
    taskId: task.taskId,
    taskName: task.taskName,
    processInstanceId: task.processInstanceId,
    docType: task.docType,
    typeName: typeName(approvals, task.docType, ctx),
    noun: approval?.document.name ?? '',
    billId: task.billId,
    billCode: task.billCode,
    routeName: task.routeName,
    title: partnerName ?? title ?? calledName ?? typeName(approvals, task.docType, ctx),
    partnerName,
    amount: told(places?.amount, about?.amount),
    senderName: task.senderName,
    since: task.since,
    dueTime: task.dueTime,
    isOwn: task.kind === 'starter',
    isOpenToOthers: task.isOpenToOthers,
  };
}
