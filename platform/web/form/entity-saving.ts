import { useEffect, useRef, useState } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import { post, put, type Asking } from '#platform/web/api/client.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { saveOnTop } from '#platform/web/draft/stale.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { lookedUp } from '#platform/web/page/looking-up.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { useSavedOnClose } from './saved-on-close.ts';
import { closeTabs, useTab } from '#platform/web/route/tabs.ts';
import { texts } from '#platform/web/text/texts.ts';
import { bodyOf } from '#platform/web/value/body.ts';
import type { EntityWork } from './entity-work.ts';
import { showErrors } from './form-fields.tsx';
import type { Made } from './made-dialog.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { recordChanged } from '#platform/web/record/use-record.ts';
import { leaveWork, returnToWork, type WorkPlace } from './work-place.ts';

interface SavedEntity {
  readonly entity: Entity;
  readonly record: Row | undefined;
  readonly work: EntityWork;
  readonly onSettled: () => void;
}
interface EntitySaving {
  readonly isSaving: boolean;
  readonly save: (place?: WorkPlace | null) => Promise<void>;
}

/** Saving the form of an entity: a saved one closes its tab, any other goes on where it was left. */
export function useEntitySaving({ entity, record, work, onSettled }: SavedEntity): EntitySaving {
  const { name, action = 'read', id } = useTab();
  const { form, version, values, differences, take } = work;
  const [isSaving, setSaving] = useState(false);
  const left = useRef<WorkPlace | null>(null);
  useEffect(() => {
    if (isSaving || left.current === null) return;
    returnToWork(left.current, name);
    left.current = null;
  }, [isSaving, name]);

  const made = useRef<readonly Made[]>([]);
  const send = async (asking: Asking): Promise<true> => {
    const parent = entity.tree ? { pid: textAt(values(), 'pid') || '0' } : {};
    const body = { ...bodyOf(entity.fields, values()), ...entity.where, ...parent };
    const saved = await (action === 'add'
      ? post<Saved>(entity.path, body, asking)
      : put<Saved>(entity.path, { ...body, id, rowVersion: version() }, asking));
    made.current = saved.made ?? [];
    return true;
  };
  const isStored = async (): Promise<boolean> => {
    await lookedUp();
    if (!(await isFit(form))) return false;
    const what = textAt(record, entity.nameField);
    try {
      const path = `${entity.path}/${id ?? ''}`;
      return (await saveOnTop({ what, path, send, differences, take })) !== undefined;
    } catch (error) {
      showErrors(form, error);
      return false;
    }
  };
  const settle = (): void => {
    onSettled();
    recordChanged(name, entity.path, id ?? '');
    void listsChanged();
  };
  useSavedOnClose(action !== 'read', async () => {
    if (!(await isStored())) return false;
    settle();
    return true;
  });
  const save = async (place = leaveWork()): Promise<void> => {
    if (isSaving) return;
    left.current = place;
    setSaving(true);
    if (await isStored()) {
      tell(textAt(values(), entity.nameField), made.current);
      settle();
      await closeTabs([name], { isBack: true });
    }
    setSaving(false);
  };
  return { isSaving, save };
}

interface Saved {
  readonly made?: readonly Made[];
}
const loadMade = chunk(
  () => import('./made-dialog.tsx'),
  ({ showMade }) => showMade,
);

const isFit = (form: EntityWork['form']): Promise<boolean> =>
  form.validateFields().then(
    () => true,
    () => false,
  );

/** A save is told with the records that came with it, where there are any. */
function tell(what: string, made: readonly Made[]): void {
  if (made.length === 0) feedback.success(say(texts.saved));
  else
    void loadMade().then(
      (showMade) => showMade(what, made),
      () => {
        feedback.success(say(texts.saved));
      },
    );
}
