import { Button, Form, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { handedKeys } from '#platform/model/distribution.ts';
import { isChangeable, type Entity } from '#platform/model/entity.ts';
import { text } from '#platform/model/field.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { useCan } from '#platform/web/api/me.ts';
import type { Draft } from '#platform/web/draft/keeper.ts';
import { RestoredBar } from '#platform/web/draft/restored-bar.tsx';
import { useDraft } from '#platform/web/draft/use-draft.ts';
import { AttachmentsButton } from '#platform/web/file/attachments-button.tsx';
import { HistoryButton } from '#platform/web/history/history-panel.tsx';
import { say } from '#platform/web/text/language.ts';
import { RefInput } from '#platform/web/field/ref-input.tsx';
import { useParamEffects, type Effects } from '#platform/web/reference/param-effects.ts';
import { ownInputAt, ownSectionOf } from '#platform/web/registry/registry.ts';
import { retried } from '#platform/web/loading/chunk.ts';
import { Loaded } from '#platform/web/loading/loaded.tsx';
import { panelName } from '#platform/web/route/route.ts';
import { becomePanel, closeTabs, useTab } from '#platform/web/route/tabs.ts';
import { texts } from '#platform/web/text/texts.ts';
import { writable } from '#platform/web/value/body.ts';
import { useEntitySaving } from './entity-saving.ts';
import { useEntityWork } from './entity-work.ts';
import { Failed } from '#platform/web/loading/failed.tsx';
import { FieldGrid, type FormField } from './form-fields.tsx';
import { PanelFrame, Section } from './panel-frame.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { useShownErrors } from './shown-errors.ts';
import { fieldAt } from '#platform/web/value/shown.ts';
import { useRecord } from '#platform/web/record/use-record.ts';

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
  const { title, action = 'read' } = useTab();
  const work = useEntityWork(entity, record, draft);
  const { form, initial, touched } = work;
  useShownErrors(form);
  const { isSaving, save } = useEntitySaving({ entity, record, work, onSettled });
  const isRead = action === 'read';
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
      buttons={<FormButtons entity={entity} record={record} isSaving={isSaving} onSave={() => void save()} />}
    >
      <Form
        form={form}
        layout="vertical"
        autoComplete="off"
        scrollToFirstError={{ block: 'center' }}
        initialValues={initial}
        onValuesChange={touched}
      >
        <Beside fields={sections.flatMap(({ fields }) => fields.filter(isOpenTree))} isRead={isRead} record={record}>
          {sections
            .map((section) => ({ ...section, fields: section.fields.filter((each) => !isOpenTree(each)) }))
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
        </Beside>
      </Form>
    </PanelFrame>
  );
}

const isOpenTree = ({ field }: FormField): boolean => field.kind === 'refs' && field.tree !== undefined;

interface BesideProps {
  /** Trees that lie open: each needs the height of the page. */
  readonly fields: readonly FormField[];
  readonly isRead: boolean;
  readonly record: Row | undefined;
  readonly children: ReactNode;
}
/** Trees stand beside the rest of a form: below it, half of its width would stay empty. */
function Beside({ fields, isRead, record, children }: BesideProps): ReactNode {
  if (fields.length === 0) return children;
  return (
    <div className="form-beside">
      <div className="form-main">{children}</div>
      <div className="form-trees">
        {fields.map((each) => (
          <section key={each.key} className="card section">
            <FieldGrid fields={[each]} isRead={isRead} record={record} />
          </section>
        ))}
      </div>
    </div>
  );
}

interface FormButtonsProps {
  readonly entity: Entity;
  readonly record: Row | undefined;
  readonly isSaving: boolean;
  readonly onSave: () => void;
}
function FormButtons({ entity, record, isSaving, onSave }: FormButtonsProps): ReactNode {
  const { name, page, action = 'read', id } = useTab();
  const can = useCan();
  const isRead = action === 'read';
  const canEdit =
    isRead &&
    record !== undefined &&
    isChangeable(entity, record) &&
    entity.calls.includes('update') &&
    can(permissionOf(entity, 'update'));
  return (
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
        <Button type="primary" data-verb="save" loading={isSaving} title="Ctrl+S" onClick={onSave}>
          {say(texts.save)}
        </Button>
      )}
    </>
  );
}

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
