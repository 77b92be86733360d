import type { Document } from '#platform/model/document.ts';
import { textOf } from '#platform/model/label.ts';
import { refusal } from '#platform/model/refusal.ts';
import { command, type Command } from '#platform/server/command/command.ts';
import { statement } from '#platform/server/db/statement.ts';
import type { Call } from '#platform/server/http/route.ts';
import type { DocumentHooks } from './serve.ts';
import { standingOf } from './standing.ts';

/** Sends people of this tenant a message about a document, in the transaction of whatever it is about. */
export type Tell = (
  ctx: Command,
  message: {
    readonly to: readonly string[];
    readonly content: string;
    readonly routeName: string;
    readonly businessKey: string;
  },
) => void;

export const alreadyUrged = refusal('E-URGE', 20019, [
  '一小时内已催办过',
  '一小時內已催辦過',
  'Already urged within the last hour',
]);
const nobodyToUrge = refusal('E-URGE-NOBODY', 20336, [
  '单据【{code}】没有可以催办的人',
  '單據【{code}】沒有可以催辦的人',
  'There is nobody to remind of {code}',
]);

/** Whoever waits for a document reminds those who hold it, once an hour whoever it was. */
export async function urgeHolders(
  document: Document,
  hooks: DocumentHooks,
  { documents, tell }: { readonly documents: readonly Document[]; readonly tell: Tell },
  call: Call,
): Promise<null> {
  const { standing, holderIds, code, identity } = await standingOf(document, hooks, documents, call);
  const to = holderIds.filter((id) => id !== identity.userId);
  const id = call.params['id'] ?? '';
  return command(
    call,
    async (ctx, { lately }) => {
      if (lately.length > 0) throw alreadyUrged();
      if (standing.isOver || to.length === 0) throw nobodyToUrge({ code });
      tell(ctx, {
        to,
        content: `${textOf(document.label, ctx.language)} ${code} · ${standing.state}`,
        routeName: document.screen.url.replaceAll('/', '-'),
        businessKey: id,
      });
      ctx.log({ noun: document.name, recordId: id, recordCode: code, operation: 'urge' });
      return null;
    },
    {
      reads: {
        lately: statement(
          { id: 'uuid' },
          `
            select id
            from app.sys_operationlog
            where record_id = $1 and noun = $2 and operation = 'urge' and create_date > now() - interval '1 hour'
            limit 1`,
          [id, document.name],
        ),
      },
    },
  );
}
