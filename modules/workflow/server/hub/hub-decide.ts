import { z } from 'zod';
import type { RowOf } from '#platform/model/entity.ts';
import { fill, textOf, type Label } from '#platform/model/label.ts';
import { invalidAt, notPermitted, reasons } from '#platform/model/refusal.ts';
import type { Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { newId } from '#platform/server/db/id.ts';
import { serveEntity, type EntityService } from '#platform/server/entity/serve.ts';
import { sendMessage } from '#system/server/message/message.ts';
import { approveMessage, approveTask } from '#workflow/model/hub-work.ts';
import { logRows, messageRows } from './hub-log.ts';
import { notYours } from '#workflow/server/task/refusals.ts';

type Task = RowOf<typeof approveTask>;
type Result = 'pass' | 'reject';

/**
 * The chosen rows are locked and open when a decision gets here: of two who decide at once, the second finds them
 * decided.
 */
export const approveTaskService: EntityService = serveEntity(approveTask, {
  verbs: {
    approve: (ctx, rows, given) => decide(ctx, rows, 'pass', opinionIn(given)),
    reject: (ctx, rows, given) => decide(ctx, rows, 'reject', opinionIn(given)),
  },
});

export const approveMessageService: EntityService = serveEntity(approveMessage, {
  verbs: {
    read(ctx, rows) {
      if (rows.some(({ receiveUserId }) => receiveUserId !== ctx.identity.userId)) throw notPermitted();
      return { readStatus: '1' as const };
    },
  },
});

const answered: Readonly<Record<Result, Label>> = {
  pass: ['{type} {code} 已同意 {message}', '{type} {code} 已同意 {message}', '{type} {code} was approved {message}'],
  reject: ['{type} {code} 被驳回 {message}', '{type} {code} 被駁回 {message}', '{type} {code} was rejected {message}'],
};

/** Decision, log, message and the answer that waits to be sent commit together. */
async function decide(
  ctx: Command,
  tasks: readonly Task[],
  result: Result,
  opinion: string | null,
): Promise<Partial<Task>> {
  const me = ctx.identity;
  if (tasks.some(({ approverId }) => approverId !== null && approverId !== me.userId)) throw notYours();
  const codes = await ctx.rows(
    statement(
      { systemCode: 'text', erpUserCode: 'text' },
      `
        select system_code, erp_user_code
        from app.approve_user
        where user_id = $1 and enable_flag = '1'
        order by erp_user_code`,
      [me.userId],
    ),
  );
  const auditDate = new Date().toISOString();
  for (const task of tasks) {
    const approverCode = codes.find(({ systemCode }) => systemCode === task.systemCode)?.erpUserCode ?? '';
    answer(ctx, task, { result, opinion, approverCode, time: auditDate });
  }
  logRows(
    ctx,
    tasks.map(({ billTypeCode, billCode }) => ({
      billTypeCode,
      billCode,
      actionType: 'audit',
      approveResult: result,
      logType: '1',
      operatorName: me.realName,
      ...(opinion === null ? {} : { message: opinion }),
    })),
  );
  return {
    isChecked: '1',
    approveResult: result,
    flowStatus: result === 'pass' ? '2' : '3',
    auditPersonName: me.realName,
    auditDate,
    auditMsg: opinion,
    executeStatus: '0',
  };
}

/** The other system hears of it, and so does whoever submitted the bill. */
function answer(
  ctx: Command,
  task: Task,
  {
    result,
    opinion,
    approverCode,
    time,
  }: {
    readonly result: Result;
    readonly opinion: string | null;
    readonly approverCode: string;
    readonly time: string;
  },
): void {
  const { id: taskId, systemCode, billTypeCode, billCode, submitUserId, submitterName } = task;
  sendAnswer(ctx, {
    taskId,
    systemCode,
    billTypeCode,
    billCode,
    result,
    message: opinion ?? '',
    approverCode,
    approverName: ctx.identity.realName,
    time,
  });
  const content = fill(textOf(answered[result], ctx.language), {
    type: task.billTypeName ?? billTypeCode,
    code: billCode,
    message: opinion ?? '',
  }).trim();
  const title = result === 'pass' ? 'passed' : 'rejected';
  messageRows(ctx, [
    {
      messageType: '1',
      messageTitle: title,
      content,
      billTypeCode,
      billCode,
      receiveUserId: submitUserId,
      receiverName: submitterName,
    },
  ]);
  if (submitUserId !== null)
    sendMessage(ctx, {
      to: [submitUserId],
      title,
      type: '1',
      content,
      routeName: 'approve-task',
      businessKey: taskId,
    });
}

export const answerSchema = z.object({
  taskId: z.string(),
  systemCode: z.string(),
  billTypeCode: z.string(),
  billCode: z.string(),
  result: z.string(),
  message: z.string(),
  approverCode: z.string(),
  approverName: z.string(),
  time: z.string(),
});
export type Answer = Readonly<z.infer<typeof answerSchema>>;

/** The worker tells the other system, three times at most (hub-send.ts). */
export function sendAnswer(ctx: Command, answer: Answer): void {
  ctx.later(
    statement({ putOutbox: 'nothing' }, `select sec.put_outbox($1, 'approval', $2::json)`, [
      newId(),
      JSON.stringify(answer),
    ]),
  );
}

function opinionIn(given: Readonly<Record<string, unknown>>): string | null {
  const said = given['operateMsg'];
  const opinion = typeof said === 'string' ? said.replaceAll('\u0000', '').trim() : '';
  if (opinion.length > approveTask.fields.auditMsg.max)
    throw invalidAt([{ path: 'operateMsg', field: approveTask.fields.auditMsg.label, reason: reasons.tooLong }]);
  return opinion === '' ? null : opinion;
}
