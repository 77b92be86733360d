import { Button, Form, Skeleton } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { handedKeys } from '#platform/model/distribution.ts';
import { isChangeable, type Entity } from '#platform/model/entity.ts';
import { text } from '#platform/model/field.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { post, put, type Asking } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import type { Draft } from '#platform/web/draft/keeper.ts';
import { RestoredBar } from '#platform/web/draft/restored-bar.tsx';
import { saveOnTop } from '#platform/web/draft/stale.tsx';
import { useDraft } from '#platform/web/draft/use-draft.ts';
import { feedback } from '#platform/web/feedback.tsx';
import { AttachmentsButton } from '#platform/web/file/attachments-button.tsx';
import { HistoryButton } from '#platform/web/history/history-panel.tsx';
import { say } from '#platform/web/language.ts';
import { lookedUp } from '#platform/web/looking-up.ts';
import { RefInput } from '#platform/web/picker/ref-input.tsx';
import { useParamEffects, type Effects } from '#platform/web/reference/param-effects.ts';
import { ownInputAt, ownSectionOf } from '#platform/web/registry.ts';
import { chunk, retried } from '#platform/web/shell/chunk.ts';
import { Loaded } from '#platform/web/shell/loaded.tsx';
import { panelName } from '#platform/web/shell/menu.ts';
import { becomePanel, closeTabs, useTab } from '#platform/web/shell/tabs.ts';
import { texts } from '#platform/web/texts.ts';
import { bodyOf, writable } from './body.ts';
import { useEntityWork } from './entity-work.ts';
import { Failed } from './failed.tsx';
import { FieldGrid, showErrors, type FormField } from './form-fields.tsx';
import type { Made } from './made-dialog.tsx';
import { PanelFrame, Section } from './panel-frame.tsx';
import { textAt, type Row } from './row.ts';
import { useShownErrors } from './shown-errors.ts';
import { fieldAt } from './shown.ts';
import { recordChanged, useRecord } from './use-record.ts';
import { leaveWork, returnToWork, type WorkPlace } from './work-place.ts';

/** Add, edit and read of any entity. */
export function EntityForm({ entity }: { readonly entity: Entity }): ReactNode {
  const { name, action = 'read', id } = useTab();
  const { record, failure, reload } = useRecord(name, entity.path, id);
  const found = useDraft(name, action !== 'read');
  if (failure !== null) return <Failed text={failure} onRetry={() => void reload()} />;
  if ((action !== 'add' && record === undefined) || found.draft === undefined)
    return <Skeleton active className="card" />;
  return (
    <Fields
      key={found.generation}
      entity={entity}
      record={record}
      draft={found.draft}
      onSettled={found.settle}
      onDiscard={found.discard}
    />
  );
}

interface FieldsProps {
  readonly entity: Entity;
  readonly record: Row | undefined;
  readonly draft: Draft | null;
  readonly onSettled: () => void;
  readonly onDiscard: () => void;
}

function Fields({ entity, record, draft, onSettled, onDiscard }: FieldsProps): ReactNode {
  const { name, title, page, action = 'read', id } = useTab();
  const can = useCan();
  const { form, initial, touched, version, values, differences, take } = useEntityWork(entity, record, draft);
  useShownErrors(form);
  const [isSaving, setSaving] = useState(false);
  const isRead = action === 'read';
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
  const save = async (place = leaveWork()): Promise<void> => {
    if (isSaving) return;
    left.current = place;
    setSaving(true);
    if (await isStored()) await leave();
    setSaving(false);
  };
  const isStored = async (): Promise<boolean> => {
    await lookedUp();
    if (
      !(await form.validateFields().then(
        () => true,
        () => false,
      ))
    )
      return false;
    try {
      return (
        (await saveOnTop({
          what: textAt(record, entity.nameField),
          path: `${entity.path}/${id ?? ''}`,
          send,
          differences,
          take,
        })) !== undefined
      );
    } catch (error) {
      showErrors(form, error);
      return false;
    }
  };
  const leave = async (): Promise<void> => {
    if (made.current.length === 0) feedback.success(say(texts.saved));
    else
      void loadMade().then(
        (showMade) => showMade(textAt(values(), entity.nameField), made.current),
        () => {
          feedback.success(say(texts.saved));
        },
      );
    onSettled();
    recordChanged(name, entity.path, id ?? '');
    void listsChanged();
    await closeTabs([name]);
  };

  const canEdit =
    isRead &&
    record !== undefined &&
    isChangeable(entity, record) &&
    entity.calls.includes('update') &&
    can(permissionOf(entity, 'update'));
  const origin = textAt(record, 'originTenant');
  const sections = sectionsOf(entity, { action, isCopy: origin !== '' }, useParamEffects());
  const own = ownSectionOf(entity.name);
  return (
    <PanelFrame
      title={title}
      notice={
        <>
          {draft !== null && <RestoredBar draft={draft} record={record} onDiscard={onDiscard} />}
          {origin !== '' && <p className="quiet origin">{say(texts.handedDown, { tenant: origin })}</p>}
        </>
      }
      onSave={isRead ? undefined : (place) => void save(place)}
      isBusy={isSaving}
      buttons={
        <>
          <Button data-verb="closeTab" onClick={() => void closeTabs([name])}>
            {say(isRead ? texts.back : texts.cancel)}
          </Button>
          {record !== undefined && <AttachmentsButton noun={entity} record={record} />}
          {record !== undefined && entity.calls.includes('info') && entity.isAppendOnly !== true && (
            <HistoryButton noun={entity} record={record} />
          )}
          {canEdit && (
            <Button
              type="primary"
              data-verb="edit"
              onClick={() => {
                becomePanel(name, panelName(page, 'edit', id));
              }}
            >
              {say(texts.edit)}
            </Button>
          )}
          {!isRead && (
            <Button type="primary" data-verb="save" loading={isSaving} title="Ctrl+S" onClick={() => void save()}>
              {say(texts.save)}
            </Button>
          )}
        </>
      }
    >
      <Form
        form={form}
        layout="vertical"
        autoComplete="off"
        scrollToFirstError={{ block: 'center' }}
        initialValues={initial}
        onValuesChange={touched}
      >
        {sections
          .filter(({ fields }) => fields.length > 0 || entity.tree)
          .map(({ title: heading, fields }, at) => (
            <Section key={heading} title={heading}>
              {at === 0 && entity.tree && (
                <ParentField entity={entity} isRead={isRead || origin !== ''} record={{ ...record, ...initial }} />
              )}
              <FieldGrid fields={fields} isRead={isRead} record={record} />
            </Section>
          ))}
        {record !== undefined && own !== undefined && (
          <Loaded name={`section ${entity.name}`} load={retried(own)} props={{ record }} />
        )}
        {record !== undefined && (
          <Section title={say(texts.system)}>
            <FieldGrid isRead record={record} fields={keptFields(entity)} />
          </Section>
        )}
      </Form>
    </PanelFrame>
  );
}

interface Saved {
  readonly made?: readonly Made[];
}
const loadMade = chunk(
  () => import('./made-dialog.tsx'),
  ({ showMade }) => showMade,
);

const inBasics = 12;
interface FormSection {
  readonly title: string;
  readonly fields: readonly FormField[];
}

/**
 * Codes cannot change once saved, nor what came with a copy. What must be filled comes first; long forms get a second
 * section.
 */
function sectionsOf(
  entity: Entity,
  { action, isCopy }: { readonly action: 'add' | 'edit' | 'read'; readonly isCopy: boolean },
  effects: Effects,
): readonly FormSection[] {
  const fixed = new Set([...entity.unique, ...(isCopy ? handedKeys(entity) : [])]);
  const fields = effects.fields(
    writable(entity.fields)
      // What makes a record one of this screen is not asked.
      .filter(([key]) => entity.where === undefined || !(key in entity.where))
      .filter(([, field]) => action !== 'read' || field.kind !== 'secret')
      .map(([key, field]): FormField => ({
        key,
        field,
        isFixed: action === 'edit' && fixed.has(key),
        input: ownInputAt(entity.name, key),
      })),
  );
  if (fields.length <= inBasics + 4) return [{ title: say(texts.basics), fields }];
  const basics = new Set([...new Set([...fields.filter(({ field }) => field.required), ...fields])].slice(0, inBasics));
  return [
    { title: say(texts.basics), fields: fields.filter((each) => basics.has(each)) },
    { title: say(texts.more), fields: fields.filter((each) => !basics.has(each)) },
  ];
}

function keptFields(entity: Entity): FormField[] {
  const kept = Object.entries(entity.fields)
    .filter(([, field]) => field.kept === true && field.virtual !== true && field.kind !== 'json')
    .map(([key, field]) => ({ key, field }));
  const stamps = [
    'creatorName',
    'createDate',
    ...(entity.isAppendOnly === true ? [] : ['updaterName', 'updateDate']),
  ].map((key) => ({ key, field: fieldAt(entity, key) ?? text(entity.label) }));
  return [...kept, ...stamps];
}

/** A node's place in its tree; empty is the top. */
function ParentField({
  entity,
  isRead,
  record,
}: {
  readonly entity: Entity;
  readonly isRead: boolean;
  readonly record: Row | undefined;
}): ReactNode {
  const field = {
    kind: 'ref' as const,
    label: texts.parent,
    required: false,
    key: 'id' as const,
    target: () => entity,
  };
  if (isRead)
    return (
      <div className="field-lead">
        <FieldGrid
          isRead
          record={{ ...record, pid: textAt(record, 'parentName') }}
          fields={[{ key: 'pid', field: text(texts.parent) }]}
        />
      </div>
    );
  return (
    <div className="field-grid field-lead">
      <div className="field" data-field="pid">
        <Form.Item
          name="pid"
          label={say(texts.parent)}
          getValueProps={(value: unknown) => ({ value: value === '0' ? '' : (value ?? '') })}
        >
          <RefInput field={field} value="" name={textAt(record, 'parentName')} onChange={() => undefined} />
        </Form.Item>
      </div>
    </div>
  );
}
