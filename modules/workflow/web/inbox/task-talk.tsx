import type { ReactNode } from 'react';
import { permissionOf } from '#platform/model/permission.ts';
import { useCan } from '#platform/web/api/me.ts';
import { retried } from '#platform/web/loading/chunk.ts';
import { Loaded } from '#platform/web/loading/loaded.tsx';
import { useModulesHere } from '#platform/web/registry/late-modules.ts';
import { documentNamed, ownAsides } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import type { InboxRow } from '#workflow/model/inbox.ts';

/** What is said about the document, for whoever may open it: asked and answered before one decides. */
export function TaskTalk({ row: { noun, billId } }: { readonly row: InboxRow }): ReactNode {
  useModulesHere();
  const can = useCan();
  const document = documentNamed(noun);
  const talk = ownAsides().find(({ key }) => key === 'talk');
  if (document === undefined || talk === undefined || !can(permissionOf(document, 'view'))) return null;
  return (
    <section className="task-talk" data-testid="task-talk">
      <h3>{say(talk.label)}</h3>
      <Loaded name="aside talk" load={retried(talk.load)} props={{ document, record: { id: billId } }} />
    </section>
  );
}

/** `C`: where one writes a comment, if one may. */
export const focusTalk = (): void =>
  [...document.querySelectorAll<HTMLElement>('.task-talk [data-composer]')]
    .find((field) => field.checkVisibility())
    ?.focus();
