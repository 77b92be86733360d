import { CopyOutlined } from '@ant-design/icons';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Button, type FormInstance } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { canEdit, hasLines, isApprovable, needsLines, stateOf, type Document } from '#platform/model/document.ts';
import { backdatePermission, permissionOf } from '#platform/model/permission.ts';
import { CallError, post, put, type Asking } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import type { Draft } from '#platform/web/draft/keeper.ts';
import { RestoredBar } from '#platform/web/draft/restored-bar.tsx';
import { saveOnTop } from '#platform/web/draft/stale.tsx';
import { standingOf } from '#platform/web/entity/actions.tsx';
import { Cell, StatusTag, today } from '#platform/web/entity/cell.tsx';
import { bodyOf } from '#platform/web/entity/body.ts';
import { showErrors } from '#platform/web/entity/form-fields.tsx';
import { PanelFrame } from '#platform/web/entity/panel-frame.tsx';
import { textAt, type Row } from '#platform/web/entity/row.ts';
import { leaveWork, returnToWork, type WorkPlace } from '#platform/web/entity/work-place.ts';
import { feedback } from '#platform/web/feedback.tsx';
import { AttachmentsButton } from '#platform/web/file/attachments-button.tsx';
import type { LineGridHandle } from '#platform/web/grid/line-grid.tsx';
import { HistoryButton } from '#platform/web/history/history-panel.tsx';
import { LifeButton } from '#platform/web/history/life-button.tsx';
import { say } from '#platform/web/language.ts';
import { lookedUp } from '#platform/web/looking-up.ts';
import { PrintButton } from '#platform/web/print/print-button.tsx';
import { billBarLoader } from '#platform/web/registry.ts';
import { retried } from '#platform/web/shell/chunk.ts';
import { panelName } from '#platform/web/shell/menu.ts';
import { becomePanel, closeTabs, openPanel, setDirty, useTab, useTabs } from '#platform/web/shell/tabs.ts';
import { texts } from '#platform/web/texts.ts';
import { BillHead, filledFirst, headFields } from './bill-head.tsx';
import { useBillWork } from './bill-work.ts';
import { copyOf } from './copy-bill.ts';
import { LineTable, type HeadValues } from './line-table.tsx';
import { useLiveLines } from './live-lines.ts';
import { areLinesWritten, checkLines, lineBodies, lineErrorsOf, type Line, type LineErrors } from './lines.ts';
import { OwnButtons, VerbBar } from './verb-bar.tsx';

interface BillProps {
  readonly document: Document;
  readonly record: Row | undefined;
  /** The document that a new one is written from. */
  readonly source?: Row | undefined;
  /** Unsaved work that was found when the tab opened. */
  readonly draft: Draft | null;
  readonly isRead: boolean;
  /** Another version of it is on its way, and a form of its own with it. */
  readonly isReading: boolean;
  readonly onSaved: (id: string) => Promise<void>;
  /** A verb was performed; unsaved work that waits for the document to become editable goes on waiting. */
  readonly onMoved: (id: string) => void;
  readonly onDiscard: () => void;
}

interface Saved {
  readonly id: string;
  readonly businessKey?: string;
  readonly [key: string]: unknown;
}

/** One document on screen: head, lines, verbs. */
export function Bill({
  document,
  record,
  source,
  draft,
  isRead,
  isReading,
  onSaved,
  onMoved,
  onDiscard,
}: BillProps): ReactNode {
  const { name, title, page } = useTab();
  const can = useCan();
  const isDirty = useTabs().dirty.has(name);
  const [start] = useState(() => (source === undefined ? undefined : copyOf(document, source)));
  const work = useBillWork(document, { record, draft: isRead ? null : draft, start, isRead });
  const { form, lines } = work;
  const live = useLiveLines(document, work, isRead);
  const { poke } = live;
  const touched = useCallback(() => {
    work.touched();
    poke();
  }, [work, poke]);
  const head = useMemo(
    (): HeadValues => ({
      get: work.values,
      fill: (given) => {
        const now = work.values();
        form.setFieldsValue(Object.fromEntries(Object.entries(given).filter(([key]) => textAt(now, key) === '')));
        touched();
      },
    }),
    [work, form, touched],
  );
  // Work that waits does not keep the verbs from being performed that it waits for.
  useEffect(() => {
    if (isRead && draft !== null) setDirty(name, false);
  }, [isRead, draft, name]);
  const [saving, setSaving] = useState<'save' | 'stash' | null>(null);
  // From what is sent to what came of it: whatever was typed between the two would be in neither.
  const isBusy = saving !== null || (isReading && record !== undefined);
  const grid = useRef<LineGridHandle>(null);
  const left = useRef<WorkPlace | null>(null);
  useEffect(() => {
    if (isBusy) return;
    const place = left.current ?? goingOn.get(name);
    left.current = null;
    goingOn.delete(name);
    if (place !== undefined) returnToWork(place, name, (row, key) => grid.current?.focusCell(row, key));
  }, [isBusy, name]);
  const earliest = can(backdatePermission(document)) ? undefined : today();
  const fields = useMemo(() => {
    const all = headFields(document, isRead, earliest);
    return isRead && record !== undefined ? filledFirst(all, record) : all;
  }, [document, isRead, earliest, record]);
  // What was restored is seen.
  const [isOpen, setOpen] = useState(() => fields.rest.some(({ key }) => key in (draft?.content.values ?? {})));

  useEffect(() => {
    const missing = fields.usual.find(({ key, field }) => field.required && textAt(work.initial, key) === '');
    if (record !== undefined || isRead || missing === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Some inputs are still being fetched when the form is there.
    const begin = (tries: number): void => {
      if (!beginAt(name, missing.key) && tries > 0)
        timer = setTimeout(() => {
          begin(tries - 1);
        }, 50);
    };
    begin(20);
    return () => {
      clearTimeout(timer);
    };
  }, [name, fields, work, record, isRead]);

  /** An error behind the fold would be seen by nobody. */
  const openFor = (keys: readonly string[]): void => {
    if (fields.rest.some(({ key }) => keys.includes(key))) setOpen(true);
  };
  const isStashed = record !== undefined && stateOf(document, textAt(record, 'billStatus')) === document.stashed;
  const body = (): Row => {
    const values = work.values();
    return {
      ...bodyOf(document.head, values),
      billDate: values['billDate'],
      lines: lineBodies(document.lines, work.written()),
      ...(record === undefined ? {} : { id: record['id'], rowVersion: work.version() }),
    };
  };
  const send = (as: 'save' | 'stash', path: string, asking: Asking): Promise<Saved> =>
    record === undefined
      ? post(path, body(), { ...asking, ...(as === 'stash' ? { params: { stash: 1 } } : {}) })
      : put(path, body(), asking);
  const checked = (as: 'save' | 'stash'): Promise<boolean> =>
    lookedUp()
      .then(live.settle)
      .then(() => isFit({ form, document, as, sent: work.written(), setErrors: lines.complain, openRest: openFor }));
  /** Saved, it stays shut until `settled`. */
  const store = async (as: 'save' | 'stash', path: string): Promise<Saved | undefined> => {
    left.current ??= leaveWork();
    setSaving(as);
    try {
      const reply = await saveOnTop({
        what: textAt(record, 'code'),
        path: `${document.path}/${textAt(record, 'id')}`,
        send: (asking) => send(as, path, asking),
        differences: work.differences,
        take: work.take,
      });
      if (reply === undefined) {
        setSaving(null);
        return undefined;
      }
      work.finish();
      void listsChanged();
      return reply;
    } catch (error) {
      if (error instanceof CallError) {
        openFor(error.errors.map(({ path }) => path));
        lines.complain(lineErrorsOf(error.errors, work.written()));
      }
      showErrors(form, error);
      setSaving(null);
      return undefined;
    }
  };
  const settled = async (id: string): Promise<void> => {
    if (left.current !== null) goingOn.set(panelName(page, 'edit', id), left.current);
    await onSaved(id);
    setSaving(null);
  };
  const save = async (as: 'save' | 'stash', place = leaveWork()): Promise<void> => {
    if (isBusy) return;
    left.current = place;
    setSaving(as);
    if (!(await checked(as))) {
      setSaving(null);
      return;
    }
    const reply = await store(as, document.path);
    if (reply === undefined) return;
    feedback.success(say(texts.saved));
    await settled(reply.id);
  };
  const loadBar = isApprovable(document) ? billBarLoader() : undefined;
  const { data: ProcessBar } = useQuery({
    queryKey: ['chunk', 'bill-bar'],
    queryFn: loadBar === undefined ? skipToken : retried(loadBar),
    gcTime: Infinity,
    structuralSharing: false,
  });

  const canSave = !isRead && can(permissionOf(document, record === undefined ? 'save' : 'update'));
  const canStash =
    canSave && record === undefined && document.stashed !== undefined && can(permissionOf(document, 'stash'));
  const maySwitch =
    isRead && record !== undefined && canEdit(document, standingOf(record)) && can(permissionOf(document, 'update'));
  return (
    <PanelFrame
      title={
        <>
          {record === undefined ? title : say(document.label)}
          {record !== undefined && <BillMark document={document} record={record} />}
        </>
      }
      notice={draft !== null && <RestoredBar draft={draft} record={record} isRead={isRead} onDiscard={onDiscard} />}
      onSave={canSave ? (place) => void save(isStashed ? 'stash' : 'save', place) : undefined}
      isBusy={isBusy}
      buttons={
        <>
          <Button data-verb="closeTab" onClick={() => void closeTabs([name])}>
            {say(record === undefined ? texts.cancel : texts.back)}
          </Button>
          {record !== undefined && <AttachmentsButton noun={document} record={record} />}
          {record !== undefined && can(permissionOf(document, 'save')) && (
            <Button
              icon={<CopyOutlined />}
              data-verb="copy"
              aria-label={say(texts.copy)}
              title={say(texts.copy)}
              onClick={() => {
                openPanel(page, 'add', textAt(record, 'id'));
              }}
            />
          )}
          {record !== undefined && <LifeButton document={document} record={record} />}
          {record !== undefined && <HistoryButton noun={document} record={record} />}
          {record !== undefined && (
            <PrintButton
              document={document}
              record={record}
              isDirty={isDirty}
              onPrinted={() => {
                onMoved(textAt(record, 'id'));
              }}
            />
          )}
          {record !== undefined && (
            <VerbBar
              document={document}
              record={record}
              isDirty={isDirty}
              onDone={() => {
                onMoved(textAt(record, 'id'));
              }}
            />
          )}
          {ProcessBar !== undefined && (canSave || record !== undefined) && (
            <ProcessBar
              document={document}
              record={record}
              isDirty={isDirty}
              isRead={isRead}
              isFit={() => checked('save')}
              body={body}
              save={(path) => store('save', path)}
              onSaved={(id) => void settled(id)}
              onMoved={() => {
                onMoved(textAt(record, 'id'));
              }}
            />
          )}
          {maySwitch && (
            <Button
              type="primary"
              data-verb="edit"
              onClick={() => {
                becomePanel(name, panelName(page, 'edit', textAt(record, 'id')));
              }}
            >
              {say(texts.edit)}
            </Button>
          )}
          {canStash && (
            <Button data-verb="stash" loading={saving === 'stash'} onClick={() => void save('stash')}>
              {say(texts.stash)}
            </Button>
          )}
          {canSave && (
            <Button
              type="primary"
              data-verb="save"
              title="Ctrl+S"
              loading={saving !== null}
              onClick={() => void save(isStashed ? 'stash' : 'save')}
            >
              {say(texts.save)}
            </Button>
          )}
        </>
      }
    >
      <BillHead
        record={record}
        initial={work.initial}
        isRead={isRead}
        form={form}
        fields={fields}
        isOpen={isOpen}
        onOpen={setOpen}
        onTouched={touched}
      />
      {hasLines(document) && (record !== undefined || areLinesWritten(document)) && (
        <LineTable
          document={document}
          rows={lines}
          isRead={isRead || !areLinesWritten(document)}
          live={live}
          head={head}
          grid={grid}
          tools={
            isRead &&
            record !== undefined && (
              <OwnButtons
                document={document}
                record={record}
                isDirty={isDirty}
                onDone={() => {
                  onMoved(textAt(record, 'id'));
                }}
                isOfLines
              />
            )
          }
        />
      )}
    </PanelFrame>
  );
}

/** Where somebody goes on in the form of what he saved, by its tab. */
const goingOn = new Map<string, WorkPlace>();

/**
 * A new document is written from its first missing field on; whoever is typing elsewhere is left alone. False while the
 * field is not there.
 */
function beginAt(tab: string, key: string): boolean {
  const holder = window.document.activeElement;
  if (holder?.matches('input, textarea, [contenteditable]') === true && holder.checkVisibility()) return true;
  const input = window.document.querySelector<HTMLElement>(
    `[data-panel="${CSS.escape(tab)}"] [data-field="${key}"] input`,
  );
  input?.focus({ preventScroll: true });
  return input !== null;
}

function BillMark({ document, record }: { readonly document: Document; readonly record: Row }): ReactNode {
  const state = document.states[stateOf(document, textAt(record, 'billStatus')) ?? ''];
  const stage = document.head[document.stage ?? ''];
  // The first is what every saved one is, and a voided one goes nowhere.
  const isUnderWay =
    stage?.kind === 'choice' && record[document.stage ?? ''] !== stage.default && record['cancelFlag'] !== '1';
  const marks = Object.entries(document.head).flatMap(([key, field]) =>
    field.kind === 'flag' && field.tone !== undefined && record[key] === '1'
      ? [{ key, tone: field.tone, label: field.label }]
      : [],
  );
  return (
    <>
      <span className="bill-code" data-testid="bill-code">
        {textAt(record, 'code')}
      </span>
      {state !== undefined && <StatusTag tone={state.tone ?? 'grey'}>{say(state.label)}</StatusTag>}
      {isUnderWay && <Cell field={stage} value={record[document.stage ?? '']} />}
      {marks.map(({ key, tone, label }) => (
        <StatusTag key={key} tone={tone}>
          {say(label)}
        </StatusTag>
      ))}
    </>
  );
}

interface Check {
  readonly form: FormInstance<Record<string, unknown>>;
  readonly document: Document;
  readonly as: 'save' | 'stash';
  readonly sent: readonly Line[];
  readonly setErrors: (errors: LineErrors) => void;
  readonly openRest: (keys: readonly string[]) => void;
}

/** A half-written document only needs what its definition says; a saved one needs everything and at least one line. */
async function isFit({ form, document, as, sent, setErrors, openRest }: Check): Promise<boolean> {
  if (as === 'stash')
    return form.validateFields([...document.stashNeeds]).then(
      () => true,
      () => false,
    );
  const isHeadFit = await form.validateFields().then(
    () => true,
    ({ errorFields = [] }: { errorFields?: { name: (string | number)[] }[] }) => {
      openRest(errorFields.map(({ name: [key] }) => String(key)));
      return false;
    },
  );
  const errors = checkLines(document.lines, sent);
  setErrors(errors);
  const count = [...errors.values()].reduce((sum, each) => sum + Object.keys(each).length, 0);
  const isEmpty = sent.length === 0 && needsLines(document);
  if (isEmpty) feedback.warn(say(texts.noLines));
  else if (count > 0) feedback.warn(say(texts.fixErrors, { count }));
  return isHeadFit && !isEmpty && count === 0;
}
