import { z } from 'zod';
import { compare, minus, negated } from '#platform/model/decimal.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { invalidAt, reasons } from '#platform/model/refusal.ts';
import { command } from '#platform/server/command/command.ts';
import { newId } from '#platform/server/db/id.ts';
import { statement } from '#platform/server/db/statement.ts';
import { askedIn, word } from '#platform/server/http/asked.ts';
import type { Call, Route } from '#platform/server/http/route.ts';
import { pointsAccount } from '#promotion/model/points/points-account.ts';
import { lapseDate } from '#promotion/model/points/points-life.ts';
import { spentPoints } from '#promotion/model/points/taken-points.ts';
import { paramIn, paramStatement } from '#system/server/setting/param.ts';
import { batchNamed, bookIn, movePoints, pointsLack, pointsReads } from './points-book.ts';

const { customerCode, balancePoints } = pointsAccount.fields;

const question = z.object({
  customerCode: word.min(1),
  points: z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(z.string().regex(/^-?[1-9]\d{0,8}$/)),
  remark: z.string().trim().max(200).default(''),
});

/** ADJ: points by hand, with a reason. Taken are those that lapse first, and never what an exchange holds. */
async function adjust(call: Call): Promise<null> {
  const asked = await askedIn(call, question, { given: call.body, field: balancePoints.label });
  return command(
    call,
    (ctx, { customers: [found], points, params }) => {
      if (asked.remark === '')
        throw invalidAt([{ path: 'remark', field: ['调整原因', '調整原因', 'Reason'], reason: reasons.required }]);
      if (found === undefined)
        throw invalidAt([{ path: 'customerCode', field: customerCode.label, reason: reasons.unknown }]);
      const id = newId();
      const source = { type: pointsAccount.name, id, code: '', opSeq: 1, date: ctx.today };
      const life = {
        mode: paramIn(params, 'JF003', found.organizeCode),
        months: Number.parseInt(paramIn(params, 'JF004', found.organizeCode), 10),
      };
      movePoints(
        ctx,
        source,
        { customerCode: asked.customerCode, rows: points },
        {
          postType: 'ADJ',
          moves:
            compare(asked.points, '0') > 0
              ? [{ id: batchNamed(lapseDate(ctx.today, life), `ADJ-${id}`), balance: asked.points }]
              : takenFrom(bookIn(points, asked.customerCode).batches, negated(asked.points)),
          remark: asked.remark,
        },
      );
      ctx.log({ noun: pointsAccount.name, recordId: id, recordCode: asked.customerCode, operation: 'adjust' });
      return Promise.resolve(null);
    },
    {
      reads: {
        customers: statement(
          { code: 'text', organizeCode: 'text?' },
          `
            select c.code, c.organize_code
            from app.data_customer c
            where c.code = $1
              and (
                c.organize_code is null
                or coalesce(c.organize_code = any((select sec.organizations())::text[]), true)
              )
              and (select sec.own(1)) is null
              and (select sec.own(2)) is null
              and coalesce(c.code = any((select sec.team_customers_of(sec.own(3)))::text[]), true)`,
          [asked.customerCode],
        ),
        ...pointsReads('select c.code as customer_code from app.data_customer c where c.code = $1', [
          asked.customerCode,
        ]),
        params: paramStatement(['JF003', 'JF004']),
      },
    },
  );
}

function takenFrom(batches: Parameters<typeof spentPoints>[0], number: string) {
  const { taken, short } = spentPoints(batches, number);
  if (compare(short, '0') > 0) throw pointsLack({ avail: minus(number, short) });
  return taken.map(({ id, number: part }) => ({ id, balance: negated(part) }));
}

export const pointsAdjustRoute: Route = {
  method: 'POST',
  path: `${pointsAccount.path}/adjust`,
  permission: [permissionOf(pointsAccount, 'adjust')],
  effect: 'command',
  summary: 'Points account: points by hand, with a reason',
  handle: adjust,
};
