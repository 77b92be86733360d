import { put } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { idsOf, textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { accessTexts } from './access-texts.ts';

export async function resetFactor(users: readonly Row[]): Promise<boolean> {
  if (!(await feedback.confirm(say(accessTexts.confirmResetFactor, { count: users.length }), { isDanger: true })))
    return false;
  return done(put('/sys/user/totp/reset', { ids: idsOf(users) }));
}

/** Makes one who is none, and takes it from one who is. */
export async function turnAdministrator(users: readonly Row[]): Promise<boolean> {
  const [user] = users;
  const isAdmin = textAt(user, 'superAdmin') === '1';
  if (
    !(await feedback.confirm(
      say(isAdmin ? accessTexts.confirmUnmakeAdmin : accessTexts.confirmMakeAdmin, { who: textAt(user, 'realName') }),
      { isDanger: true },
    ))
  )
    return false;
  return done(put('/sys/user/superAdmin', { ids: idsOf(users), superAdmin: isAdmin ? '0' : '1' }));
}

async function done(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
  } catch {
    return false;
  }
  void listsChanged();
  feedback.success(say(texts.done));
  return true;
}
