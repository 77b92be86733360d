import { z } from 'zod';
import { fill, languages, textOf, type Label } from '#platform/model/label.ts';
import { Refusal } from '#platform/model/refusal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { addDays } from '#platform/model/time/day.ts';
import { commandOn, todayIn, unattended, type Command } from '#platform/server/command/command.ts';
import type { Caller } from '#platform/server/db/door.ts';
import type { DatabaseError } from '#platform/server/db/batch.ts';
import { statement, type RowOf } from '#platform/server/db/statement.ts';
import { serveJob, type JobHost } from '#platform/server/job/handler.ts';
import { isMailAddress } from '#platform/server/mail/address.ts';
import { queueMail } from '#platform/server/mail/queue.ts';
import { serveEntity } from '#platform/server/entity/serve.ts';
import { addressFor } from '#message/server/notice/notice-mail.ts';
import type { Pivot } from '#report/model/answer.ts';
import { mailReports } from '#report/model/mail-job.ts';
import { figureOf, ownReportIn, placesShowing } from '#report/model/own-report.ts';
import { costReport } from '#report/model/screens.ts';
import { reportSubscription } from '#report/model/subscription.ts';
import { sendMessage } from '#system/server/message/message.ts';
import { assemble } from './engine/assemble.ts';
import { pivotOf } from './engine/pivot.ts';
import { mailText } from './mail-text.ts';
import { askOwn } from './reader.ts';

export const subscriptionService = serveEntity(reportSubscription, {});

const pageRoute = 'report-subscription';
const mostRows = 30;
const mostAtOnce = 500;

const dueShape = {
  id: 'uuid',
  name: 'text',
  language: 'text?',
  ownerId: 'uuid?',
  due: 'date',
  userId: 'uuid',
  realName: 'text?',
  address: 'text?',
  chartType: 'text',
  dataSource: 'text',
  columns: 'json',
  filters: 'json?',
} as const;
type Due = RowOf<typeof dueShape>;

/**
 * What is due: the running day, week or month of a subscription, of every reader who has not had it. A mail that was
 * missed comes while its day, week or month runs.
 */
const dueOn = (today: string) =>
  statement(
    dueShape,
    `
      select s.id, d.name, s.language, s.creator_id as owner_id, x.due, w.user_id, u.real_name,
        ${addressFor('report', 'u')} as address, d.chart_type, d.data_source, d.columns, d.filters
      from app.report_subscription s
      join app.report_definition d on d.code = s.definition_code and d.status = '1'
      cross join lateral (select distinct r::uuid as user_id from unnest(s.user_id_list) r) w
      left join app.sys_user u on u.id = w.user_id
      cross join lateral (
        select case s.every
          when 'day' then $1::date
          when 'week' then date_trunc('week', $1::date)::date
          else date_trunc('month', $1::date)::date
        end as due
      ) x
      where s.status = '1'
        and x.due >= s.start_date
        and not exists (
          select from app.report_mailing m
          where m.subscription_id = s.id and m.user_id = w.user_id and m.due = x.due
        )
      order by s.id, w.user_id
      limit ${mostAtOnce}`,
    [today],
  );

/**
 * What a reader himself may see, as its page would show it to him; null when he may not see the report, is gone or was
 * switched off. Figures are of the days before the one on which it is due: on the first of a month, the month before.
 */
async function figuresFor(host: JobHost, run: Caller, mail: Due): Promise<Pivot | null> {
  const own = ownReportIn(mail);
  if (typeof own === 'string') return null;
  const permissions = placesShowing(own.view).map(({ noun }) => permissionOf({ name: noun }, 'page'));
  // In one batch with the figures: what it binds ends with the batch.
  const asReader = statement({ isFull: 'boolean' }, 'select sec.read_as($1, $2, $3) as is_full', [
    mail.userId,
    permissions,
    permissionOf(costReport, 'view'),
  ]);
  try {
    const { results: told } = await host.door.report(run, [asReader]);
    const mayCost = told[0][0]?.isFull === true;
    const today = addDays(mail.due, -1);
    const question = askOwn(own, mail, { asked: { limit: String(mostRows) }, today, mayCost });
    const { results } = await host.door.report(run, [asReader, pivotOf(question)]);
    return assemble(question, results[1], { mayCost, today });
  } catch (error) {
    if (error instanceof Refusal || (error as DatabaseError).code === 'QD403') return null;
    throw error;
  }
}

const lost: Label = [
  '{who}已无权查看报表「{name}」，本期未发送，请调整订阅的收件人',
  '{who}已無權檢視報表「{name}」，本期未傳送，請調整訂閱的收件人',
  '{who} may not see the report {name} any more: nothing was sent. Please change the readers of the subscription',
];

async function tell(ctx: Command, mail: Due, figures: Pivot | null): Promise<void> {
  const { name, ownerId, address, realName } = mail;
  const who = realName ?? '?';
  if (figures === null) {
    if (ownerId !== null)
      sendMessage(ctx, {
        to: [ownerId],
        title: 'reportLost',
        type: '3',
        content: fill(textOf(lost, ctx.language), { who, name }),
        routeName: pageRoute,
        businessKey: mail.id,
      });
    return;
  }
  if (address === null || !isMailAddress(address)) return;
  const own = ownReportIn(mail);
  const time = typeof own === 'string' ? 'now' : figureOf(own, mail).time;
  const language = languages.find((each) => each === mail.language) ?? 'zh-CN';
  await queueMail(ctx, {
    template: { ...mailText(figures, { name, who, language, time }), variables: [] },
    to: [address],
    params: {},
  });
}

/** The row of the mailing and the mail commit together: whoever comes second finds the row and sends nothing. */
async function mailOne(host: JobHost, run: Caller, mail: Due): Promise<void> {
  const figures = await figuresFor(host, run, mail);
  const tx = host.door.transaction(run);
  try {
    const [claimed] = await tx.run([
      statement(
        { subscriptionId: 'uuid' },
        `
          insert into app.report_mailing (subscription_id, user_id, due, is_sent)
          values ($1, $2, $3, $4)
          on conflict do nothing
          returning subscription_id`,
        [mail.id, mail.userId, mail.due, figures !== null && mail.address !== null],
      ),
    ]);
    if (claimed.length === 0) return await tx.rollback();
    const ctx = commandOn(tx, unattended(`job:${mailReports.name}`, mail.id));
    await tell(ctx, mail, figures);
    await tx.commit();
  } catch (error) {
    await tx.rollback();
    throw error;
  }
}

async function mailDue(host: JobHost, _params: unknown, run: Caller): Promise<void> {
  const { identity } = await host.door.read(run, []);
  const { results } = await host.door.read(run, [dueOn(todayIn(identity.zone))]);
  const failed: unknown[] = [];
  for (const mail of results[0])
    // One that cannot be made keeps nobody else from his.
    await mailOne(host, run, mail).catch((error: unknown) => failed.push(error));
  if (failed.length > 0) throw failed[0];
}

export const mailReportsJob = serveJob(mailReports, z.strictObject({}), { repeat: mailDue });
