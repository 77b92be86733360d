import { textOf } from '#platform/model/label.ts';
import type { Command } from '#platform/server/command/command.ts';
import { mailNotice } from '#message/server/notice/notice-mail.ts';

interface Called {
  readonly email: string | null;
}

/** Whoever is called and wants it is told by mail, too. */
export async function mailTo(
  ctx: Command,
  called: readonly Called[],
  { what, content }: { readonly what: string; readonly content: string },
): Promise<void> {
  const subject = textOf(
    [
      `${ctx.identity.realName} 在 ${what} 提到您`,
      `${ctx.identity.realName} 在 ${what} 提到您`,
      `${ctx.identity.realName} mentioned you on ${what}`,
    ],
    ctx.language,
  );
  for (const { email } of called) await mailNotice(ctx, email, { subject, content });
}
