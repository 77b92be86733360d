import type { Command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';

/** Values of the dictionaries action_type, approve_result, return_status and log_type. */
export interface LogRow {
  readonly billTypeCode: string | null;
  readonly billCode: string;
  readonly actionType: string;
  readonly approveResult?: string;
  readonly returnStatus?: string;
  readonly logType: string;
  readonly operatorName: string;
  readonly message?: string;
}

/** Joins the write that commits. What fails at every attempt for the same reason stands there once a day. */
export function logRows(
  ctx: Command,
  rows: readonly LogRow[],
  { isOnceADay = false }: { readonly isOnceADay?: boolean } = {},
): void {
  if (rows.length === 0) return;
  ctx.later({
    text: `
      insert into app.approve_log (
        id, bill_type_code, bill_code, action_type, approve_result, return_status, log_type, operator_name,
        operate_date, message, creator_id, creator_name
      )
      select x.id, x."billTypeCode", x."billCode", x."actionType", x."approveResult", x."returnStatus", x."logType",
        x."operatorName", now(), left(x.message, 500), $2, $3
      from jsonb_to_recordset($1::jsonb) x(
        id uuid, "billTypeCode" text, "billCode" text, "actionType" text, "approveResult" text, "returnStatus" text,
        "logType" text, "operatorName" text, message text
      ) ${isOnceADay ? notToday : ''}`,
    values: [JSON.stringify(rows.map((row) => ({ ...row, id: newId() }))), ctx.identity.userId, ctx.identity.realName],
  });
}

/** Somebody who is no user here is named and not reached: execute status 3. */
export interface MessageRow {
  readonly messageType: string;
  readonly messageTitle: string;
  readonly content: string;
  readonly billTypeCode: string;
  readonly billCode: string;
  readonly receiveUserId: string | null;
  readonly receiverName: string | null;
}

export function messageRows(ctx: Command, rows: readonly MessageRow[]): void {
  if (rows.length === 0) return;
  ctx.later({
    text: `
      insert into app.approve_message (
        id, message_type, message_title, content, bill_type_code, bill_code, receiver_name, send_date, execute_status,
        receive_user_id, creator_id, creator_name
      )
      select x.id, x."messageType", x."messageTitle", left(x.content, 500), x."billTypeCode", x."billCode",
        coalesce(u.real_name, x."receiverName"), now(), case when u.id is null then '3' else '2' end, u.id, $2, $3
      from jsonb_to_recordset($1::jsonb) x(
        id uuid, "messageType" text, "messageTitle" text, content text, "billTypeCode" text, "billCode" text,
        "receiveUserId" uuid, "receiverName" text
      )
      left join app.sys_user u on u.id = x."receiveUserId" and u.status = '1'`,
    values: [JSON.stringify(rows.map((row) => ({ ...row, id: newId() }))), ctx.identity.userId, ctx.identity.realName],
  });
}

/** What was said of a bill within a day is not said again. */
const notToday = `
  where not exists (
    select from app.approve_log l
    where l.bill_type_code is not distinct from x."billTypeCode"
      and l.bill_code = x."billCode"
      and l.message = left(x.message, 500)
      and l.create_date > now() - interval '1 day'
  )`;
