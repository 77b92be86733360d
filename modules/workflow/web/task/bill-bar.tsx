import { DownOutlined, NodeIndexOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
import { useState, type ReactNode } from 'react';
import { stateOf } from '#platform/model/document.ts';
import { permissionOf } from '#platform/model/permission.ts';
import { get, post } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { firstWithin } from '#platform/web/list/first-within.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import type { BillBarProps } from '#platform/web/registry/registry.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { go } from '#platform/web/route/route.ts';
import { texts } from '#platform/web/text/texts.ts';
import { clickPause } from './approval-comments.tsx';
import { saveAndStart, type StartRoute } from './save-and-start.ts';
import type { HeldTask } from './task-calls.ts';
import { urgeOne, withdrawOne } from './task-verbs.ts';
import { actOnTask, type TaskVerb } from './task-dialog.tsx';
import { detailRoute } from './task-places.ts';
import { taskTexts } from './task-texts.ts';

const loadStepFields = chunk(
  () => import('./step-fields.tsx'),
  ({ changeStepFields }) => changeStepFields,
);

export interface BillTask extends HeldTask {
  readonly taskName: string;
  readonly kind: string;
  readonly starterFlag: string;
  readonly isOpenToOthers: boolean;
  /** Fields that its step lets the approver change. */
  readonly editable?: readonly string[];
}

/** What the server says of a document and its process. */
export interface BillProcess {
  readonly routes: readonly StartRoute[];
  /** The one that it would take as it is saved. */
  readonly route: StartRoute | null;
  /** Why that cannot be said. */
  readonly problem?: string;
  readonly tasks?: readonly BillTask[];
  readonly instance?: { readonly id: string; readonly isOwn: boolean } | null;
}

/** In the bar of a document: sending it in; deciding, for whoever has its task; taking it back, for whoever sent it. */
export function BillBar(props: BillBarProps): ReactNode {
  const { document, record } = props;
  const id = textAt(record, 'id');
  const { data } = useQuery({
    queryKey: ['list', 'bill-process', document.name, id, textAt(record, 'rowVersion')],
    queryFn: () => get<BillProcess>(`${document.path}/process`, { id }, { isSilent: true }),
    staleTime: 0,
  });
  const state = record === undefined ? 'saved' : stateOf(document, textAt(record, 'billStatus'));
  const instanceId = data?.instance?.id ?? textAt(record, 'processInstanceId');
  return (
    <>
      {instanceId !== '' && (
        <Button
          icon={<NodeIndexOutlined />}
          data-verb="processDetail"
          title={say(taskTexts.processDetail)}
          onClick={() => {
            go(detailRoute(instanceId));
          }}
        >
          {say(taskTexts.processDetail)}
        </Button>
      )}
      {data !== undefined && state === 'inApproval' && <Decide {...props} process={data} />}
      {data !== undefined && state === 'saved' && textAt(record, 'cancelFlag') !== '1' && (
        <Start {...props} process={data} />
      )}
    </>
  );
}

type PartProps = BillBarProps & { readonly process: BillProcess };
const aside: readonly TaskVerb[] = ['rollback', 'entrust', 'addSign', 'cc', 'terminate'];

function Decide({ document, record, onMoved, process: { tasks = [], instance } }: PartProps): ReactNode {
  const can = useCan();
  const task = tasks.find(({ starterFlag }) => starterFlag !== '1');
  const row: Row = { processInstanceId: instance?.id ?? '', billCode: textAt(record, 'code') };
  const act = (verb: TaskVerb): void => {
    if (task === undefined) return;
    const bill = { document, id: textAt(record, 'id') };
    void actOnTask(verb, {
      ...task,
      what: `${textAt(record, 'code')} · ${task.taskName}`,
      bill,
      isByBill: can(permissionOf(document, 'approve')),
    }).then((isDone) => {
      if (isDone) onMoved();
    });
  };
  return (
    <>
      {instance?.isOwn === true && <OwnDeeds row={row} onMoved={onMoved} />}
      {task !== undefined && (
        <>
          {(task.editable ?? []).length > 0 && (
            <EditFields document={document} record={record} task={task} onMoved={onMoved} />
          )}
          <Button
            danger
            data-verb="reject"
            onClick={() => {
              act('reject');
            }}
          >
            {say(taskTexts.reject)}
          </Button>
          <MoreDeeds task={task} onAct={act} />
        </>
      )}
    </>
  );
}

/** What whoever sent a document in can still do about it. */
function OwnDeeds({ row, onMoved }: { readonly row: Row; readonly onMoved: () => void }): ReactNode {
  return (
    <>
      <Button
        data-verb="withdraw"
        onClick={() =>
          void withdrawOne([row]).then((isDone) => {
            if (isDone) onMoved();
          })
        }
      >
        {say(taskTexts.withdraw)}
      </Button>
      <Throttled verb="urge" text={say(taskTexts.urge)} onClick={() => void urgeOne([row])} />
    </>
  );
}

function EditFields({
  document,
  record,
  task,
  onMoved,
}: Pick<BillBarProps, 'document' | 'record' | 'onMoved'> & { readonly task: BillTask }): ReactNode {
  return (
    <Button
      data-verb="editFields"
      onClick={() =>
        void loadStepFields()
          .then((change) => change({ document, record: record ?? {}, taskId: task.taskId, keys: task.editable ?? [] }))
          .then((isDone) => {
            if (isDone) onMoved();
          })
      }
    >
      {say(taskTexts.editFields)}
    </Button>
  );
}

function MoreDeeds({ task, onAct }: { readonly task: BillTask; readonly onAct: (verb: TaskVerb) => void }): ReactNode {
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [...(task.isOpenToOthers ? ['claim' as const] : []), ...aside].map((verb) => ({
          key: verb,
          danger: verb === 'terminate',
          label: <span data-verb={verb}>{say(taskTexts[verb])}</span>,
        })),
        onClick: ({ key }) => {
          onAct(key as TaskVerb);
        },
      }}
    >
      <Button data-verb="moreDeeds">
        {say(taskTexts.moreDeeds)} <DownOutlined />
      </Button>
    </Dropdown>
  );
}

/** A document that no route is for is audited by hand and has no such button. */
function Start({
  document,
  record,
  isDirty,
  isRead,
  isFit,
  body,
  save,
  onSaved,
  onMoved,
  process: { routes, route, problem },
}: PartProps): ReactNode {
  const can = useCan();
  const [isBusy, setBusy] = useState(false);
  const isWritten = !isRead && (record === undefined || isDirty);
  // What is read has the bar of its next step: it is sent in there.
  const isOffered =
    !isRead &&
    routes.length > 0 &&
    (isWritten || route !== null || problem !== undefined) &&
    (record === undefined || can(permissionOf(document, 'update')));
  if (!isOffered) return null;
  const start = async (): Promise<void> => {
    if (isBusy) return;
    if (!isWritten && problem !== undefined) {
      feedback.error(problem);
      return;
    }
    setBusy(true);
    let saved: Row | undefined;
    const isStarted = await saveAndStart({
      // What is being written may lead elsewhere than what is saved.
      route: isWritten ? null : route,
      find: () => post<StartRoute>(`${document.path}/process`, body()),
      isFit: isRead ? () => Promise.resolve(true) : isFit,
      save: async (path) =>
        (saved = isRead ? { id: textAt(record, 'id'), businessKey: textAt(record, 'id') } : await save(path)),
      variables: () => variablesIn(isRead ? (record ?? {}) : body()),
    });
    setBusy(false);
    if (isRead) {
      if (isStarted) onMoved();
    } else if (saved !== undefined) onSaved(textAt(saved, 'id'));
  };
  return (
    <Throttled
      verb="start"
      text={say(isRead ? taskTexts.start : taskTexts.saveAndStart)}
      isBusy={isBusy}
      isDisabled={isRead && isDirty}
      title={isRead && isDirty ? say(texts.saveFirst) : ''}
      onClick={() => void start()}
    />
  );
}

/** The head; the server asks the document itself and not what it is told here. */
const variablesIn = (bill: Row): Row =>
  Object.fromEntries(
    Object.entries(bill).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  );

interface ThrottledProps {
  readonly verb: string;
  readonly text: string;
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  readonly title?: string;
  readonly onClick: () => void;
}
function Throttled({ verb, text, isBusy = false, isDisabled = false, title = '', onClick }: ThrottledProps): ReactNode {
  const [isFirst] = useState(() => firstWithin(clickPause));
  return (
    <Button
      data-verb={verb}
      loading={isBusy}
      disabled={isDisabled}
      title={title}
      onClick={() => {
        if (isFirst()) onClick();
      }}
    >
      {text}
    </Button>
  );
}
