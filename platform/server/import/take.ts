import type { Call } from '#platform/server/http/route.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import { forgetTotals } from '#platform/server/list/total-memo.ts';
import { bumpVersion } from '#platform/server/entity/version.ts';
import { applyRows, type Applied } from './apply.ts';
import { applyHooked, hasRules, RowsRefused } from './apply-hooked.ts';
import { keptRows } from './kept-rows.ts';
import { hasErrors, notStaged, underWay } from './refusals.ts';
import { checkImport } from './stage.ts';
import { takeList } from './take-list.ts';
import type { Import, Workshop } from './work.ts';

/** All rows or only the good ones, in one transaction. Asked again it does nothing more and answers the same. */
export async function applyImport(call: Call, workshop: Workshop, made: Import, isGoodOnly: boolean): Promise<void> {
  const { entity, list } = workshop;
  if (made.state === 'applied') return;
  if (made.state !== 'staged') throw notStaged();
  // Looked at again: what was free when the file was read may be taken by now.
  await checkImport(call, workshop, made);
  try {
    // Its own rows are what makes it happen once.
    await command(
      { ...call, idempotencyKey: null },
      async (ctx, { lock: [lock], wrong: [wrong] }) => {
        if (lock?.mine !== true) throw underWay();
        const left = wrong?.count ?? 0;
        if (left > 0 && (!isGoodOnly || list !== undefined)) throw hasErrors({ count: left });
        await takeRows(ctx, call, { workshop, made, left });
        return null;
      },
      { reads: openReads(made.id) },
    );
  } catch (error) {
    if (!(error instanceof RowsRefused)) throw error;
    await call.each(
      [...error.rows].map(([row, told]) => ({
        text: `
          update app.sys_import_row
          set ${list === undefined ? 'errors = errors' : 'clashes = clashes'} || $3::jsonb
          where import_id = $1 and row_no = $2`,
        values: [made.id, row, JSON.stringify(told)],
      })),
    );
    if (isGoodOnly && list === undefined) await applyImport(call, workshop, made, true);
    else throw hasErrors({ count: error.rows.size });
  } finally {
    keptRows.forget(made.fileId);
    forgetTotals(list?.makes ?? entity.name);
  }
}

/** Whether nobody else is at it, and how many rows are wrong. */
const openReads = (id: string) => ({
  lock: statement({ mine: 'boolean' }, 'select pg_try_advisory_xact_lock(7006, hashtext($1)) as mine', [id]),
  wrong: statement(
    { count: 'integer' },
    `
      select count(*)::integer as count
      from app.sys_import_row
      where import_id = $1 and (errors <> '{}' or clashes <> '{}')`,
    [id],
  ),
});

/** `left` rows stay behind: they are wrong. */
async function takeRows(
  ctx: Command,
  call: Call,
  {
    workshop: { entity, hooks, list },
    made,
    left,
  }: { readonly workshop: Workshop; readonly made: Import; readonly left: number },
): Promise<void> {
  const applied: Applied = {
    entity,
    id: made.id,
    fileName: made.fileName,
    fixed: Object.fromEntries(Object.entries(made.fixed).filter(([key]) => entity.where?.[key] !== undefined)),
    isUpdate: made.isUpdate,
  };
  const count =
    list !== undefined
      ? await takeList(ctx, applied, list)
      : hasRules(hooks)
        ? await applyHooked(ctx, applied, hooks)
        : await applyRows(ctx, call, applied, (share) => tell(call, made.id, share));
  ctx.later({
    text: `update app.sys_import set applied = applied + $2, state = $3, progress = 100 where id = $1`,
    values: [made.id, count, left === 0 ? 'applied' : 'staged'],
  });
  if (count === 0) return;
  ctx.log({
    noun: list?.makes ?? entity.name,
    recordId: made.id,
    recordCode: made.fileName,
    operation: 'import',
    message: `${count} / ${count + left}`,
  });
  if (list === undefined) bumpVersion(ctx, entity);
}

/** A ticket is held by the transaction that it opened: whoever came with one hears nothing before the end. */
async function tell(call: Call, id: string, share: number): Promise<void> {
  if (!('ticket' in call.caller))
    await call.each([
      {
        text: 'update app.sys_import set progress = $2 where id = $1',
        values: [id, Math.min(99, Math.round(share * 100))],
      },
    ]);
}
