import { EllipsisOutlined, PlusOutlined, SwapOutlined, UserAddOutlined } from '@ant-design/icons';
import { Button, Dropdown, Input, type GetRef } from 'antd';
import { useState, type ReactNode, type RefObject } from 'react';
import { permissionOf } from '#platform/model/permission.ts';
import { ImpactPreview } from '#platform/web/action/impact-preview.tsx';
import type { Impact } from '#platform/web/action/impact.ts';
import { useCan } from '#platform/web/api/me.ts';
import { queries } from '#platform/web/api/queries.ts';
import { useNarrow } from '#platform/web/frame/narrow.ts';
import { Dialog, openDialog } from '#platform/web/page/dialogs.tsx';
import { feedback } from '#platform/web/page/feedback.tsx';
import { useModulesHere } from '#platform/web/registry/late-modules.ts';
import { listedNamed, ownActionsOf } from '#platform/web/registry/registry.ts';
import { go } from '#platform/web/route/route.ts';
import { say } from '#platform/web/text/language.ts';
import type { InboxRow } from '#workflow/model/inbox.ts';
import { todoTask } from '#workflow/model/task.ts';
import { longestOpinion } from '#workflow/web/task/approval-comments.tsx';
import { previewComplete } from '#workflow/web/task/task-calls.ts';
import { actOnTask, type TaskVerb } from '#workflow/web/task/task-dialog.tsx';
import { detailRoute } from '#workflow/web/task/task-places.ts';
import { taskTexts } from '#workflow/web/task/task-texts.ts';
import { taskQuery, useInboxTask } from './inbox-data.ts';
import { inboxTexts } from './inbox-texts.ts';
import { usePhrases } from './phrases.ts';

export type TextAreaRef = GetRef<typeof Input.TextArea>;

interface DecisionBarProps {
  readonly row: InboxRow;
  readonly remark: string;
  readonly isWhyMissing: boolean;
  readonly isTaken: boolean;
  readonly onRemark: (remark: string) => void;
  readonly onApprove: () => void;
  readonly onReject: () => void;
  readonly onNext: () => void;
  readonly onMend: () => void;
  /** It is somebody else's now, or has moved on. */
  readonly onMoved: () => void;
  readonly input: RefObject<TextAreaRef | null>;
}

/** Always in sight: phrases, remark, and what can be decided; every key of it is a button, too. */
export function DecisionBar(props: DecisionBarProps): ReactNode {
  const { row, isTaken, onNext, onMend } = props;
  if (isTaken)
    return (
      <footer className="decision-bar" data-testid="taken" role="status">
        <div className="decision-row">
          <span className="decision-told">{say(inboxTexts.taken)}</span>
          <Button type="primary" data-verb="nextTask" onClick={onNext}>
            {say(inboxTexts.next)}
          </Button>
        </div>
      </footer>
    );
  if (row.isOwn)
    return (
      <footer className="decision-bar">
        <div className="decision-row">
          <span className="decision-told">{say(inboxTexts.returned)}</span>
          <Button type="primary" data-verb="mend" onClick={onMend}>
            {say(inboxTexts.mend)}
          </Button>
        </div>
      </footer>
    );
  return (
    <footer className="decision-bar" data-testid="decision-bar">
      <Phrases remark={props.remark} onRemark={props.onRemark} />
      <div className="decision-row">
        <Remark {...props} />
        <Buttons {...props} />
      </div>
      <Keys />
    </footer>
  );
}

function Phrases({ remark, onRemark }: Pick<DecisionBarProps, 'remark' | 'onRemark'>): ReactNode {
  const { all, own, add, drop } = usePhrases();
  const canKeep = remark.trim() !== '' && !all.includes(remark.trim());
  return (
    <div className="phrases" data-testid="phrases">
      {all.map((phrase, at) => (
        <span key={phrase} className="phrase" data-on={phrase === remark}>
          <button
            type="button"
            data-phrase={at + 1}
            aria-pressed={phrase === remark}
            onClick={() => {
              onRemark(phrase === remark ? '' : phrase);
            }}
          >
            {at < 4 && <i>{at + 1}</i>}
            {phrase}
          </button>
          {own.includes(phrase) && phrase === remark && (
            <button
              type="button"
              aria-label={say(inboxTexts.dropPhrase, { phrase })}
              onClick={() => {
                drop(phrase);
              }}
            >
              ×
            </button>
          )}
        </span>
      ))}
      <Button
        size="small"
        shape="circle"
        icon={<PlusOutlined />}
        data-verb="addPhrase"
        aria-label={say(inboxTexts.addPhrase)}
        title={say(inboxTexts.addPhrase)}
        onClick={() => {
          if (canKeep) add(remark);
          else feedback.info(say(inboxTexts.phraseFirst));
        }}
      />
    </div>
  );
}

function Remark({ remark, isWhyMissing, onRemark, onApprove, onReject, input }: DecisionBarProps): ReactNode {
  // Red until something stands there; then Enter sends what was begun.
  const [isRejecting, setRejecting] = useState(false);
  if (isWhyMissing && !isRejecting) setRejecting(true);
  return (
    <Input.TextArea
      ref={input}
      className="decision-remark"
      data-field="remark"
      autoSize={{ minRows: 1, maxRows: 3 }}
      maxLength={longestOpinion}
      status={isWhyMissing ? 'error' : ''}
      aria-invalid={isWhyMissing}
      aria-label={say(inboxTexts.remark)}
      placeholder={say(isWhyMissing || isRejecting ? inboxTexts.why : inboxTexts.remarkHint)}
      value={remark}
      onChange={({ target }) => {
        onRemark(target.value);
      }}
      onBlur={() => {
        setRejecting(false);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
        if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
        const isSent = isRejecting || event.ctrlKey || event.metaKey;
        event.preventDefault();
        event.currentTarget.blur();
        if (isSent) (isRejecting ? onReject : onApprove)();
      }}
    />
  );
}

const aside: readonly TaskVerb[] = ['rollback', 'cc', 'terminate'];
/** What the button of a verb asks for in the list of tasks. */
const grants: Readonly<Partial<Record<TaskVerb, string>>> = { addSign: 'entrust', cc: 'view', claim: 'complete' };

function Buttons({ row, onApprove, onReject, onMoved }: DecisionBarProps): ReactNode {
  const can = useCan();
  const isNarrow = useNarrow();
  const may = (verb: TaskVerb): boolean => can(permissionOf(todoTask, grants[verb] ?? verb));
  const act = (verb: TaskVerb): void => {
    const place = { taskId: row.taskId, processInstanceId: row.processInstanceId, what: row.billCode };
    void actOnTask(verb, place).then((isDone) => {
      if (isDone && verb !== 'cc' && verb !== 'claim' && verb !== 'addSign') onMoved();
      if (isDone) void queries.invalidateQueries({ queryKey: taskQuery(row.taskId).queryKey });
    });
  };
  const inMenu: readonly TaskVerb[] = [
    ...(isNarrow ? (['addSign', 'entrust'] as const) : []),
    ...(row.isOpenToOthers ? (['claim'] as const) : []),
    ...aside,
  ];
  return (
    <div className="decision-buttons">
      <Remedies row={row} />
      {!isNarrow && may('addSign') && (
        <Button
          icon={<UserAddOutlined />}
          data-verb="addSign"
          onClick={() => {
            act('addSign');
          }}
        >
          {say(inboxTexts.addSign)}
        </Button>
      )}
      {!isNarrow && may('entrust') && (
        <Button
          icon={<SwapOutlined />}
          data-verb="entrust"
          onClick={() => {
            act('entrust');
          }}
        >
          {say(inboxTexts.entrust)}
        </Button>
      )}
      <More row={row} verbs={inMenu.filter(may)} onAct={act} />
      {may('reject') && (
        <Button danger data-verb="reject" onClick={onReject}>
          {say(inboxTexts.reject)} <kbd>R</kbd>
        </Button>
      )}
      {may('complete') && (
        <Button type="primary" data-verb="approve" onClick={onApprove}>
          {say(inboxTexts.approve)} <kbd>A</kbd>
        </Button>
      )}
    </div>
  );
}

function More({
  row,
  verbs,
  onAct,
}: {
  readonly row: InboxRow;
  readonly verbs: readonly TaskVerb[];
  readonly onAct: (verb: TaskVerb) => void;
}): ReactNode {
  const perform = (key: string): void => {
    if (key === 'effects') void showEffects(row);
    else if (key === 'process') go(detailRoute(row.processInstanceId));
    else onAct(key as TaskVerb);
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'effects', label: <span data-verb="effects">{say(inboxTexts.effects)}</span> },
          { key: 'process', label: <span data-verb="process">{say(inboxTexts.process)}</span> },
          ...verbs.map((verb) => ({
            key: verb,
            danger: verb === 'terminate',
            label: <span data-verb={verb}>{say(taskTexts[verb])}</span>,
          })),
        ],
        onClick: ({ key }) => {
          perform(key);
        },
      }}
    >
      <Button
        icon={<EllipsisOutlined />}
        data-verb="moreDeeds"
        aria-label={say(inboxTexts.others)}
        title={say(inboxTexts.others)}
      />
    </Dropdown>
  );
}

/** What the module of the document offers where something is blocked: credit is let through only where it is short. */
function Remedies({ row }: { readonly row: InboxRow }): ReactNode {
  const can = useCan();
  const { data: task } = useInboxTask(row.taskId);
  // What the module of the document offers comes with it, maybe behind the task.
  useModulesHere();
  const noun = listedNamed(row.noun);
  const actions = noun === undefined ? [] : ownActionsOf(noun);
  return (task?.remedies ?? []).map(({ verb, row: offered }) => {
    const action = actions.find((each) => each.verb === verb);
    if (action === undefined || !can(action.permission)) return null;
    return (
      <Button
        key={verb}
        data-verb={verb}
        onClick={() =>
          void action
            .load()
            .then((act) => act([offered]))
            .then(() => queries.invalidateQueries({ queryKey: taskQuery(row.taskId).queryKey }))
        }
      >
        {say(action.label)}
      </Button>
    );
  });
}

/** Before deciding: what would be booked, or why it would be refused. */
async function showEffects({ taskId, billCode }: InboxRow): Promise<void> {
  try {
    const impact = await previewComplete<Impact>({ taskId });
    await openDialog<never>((close) => (
      <Dialog
        open
        width={680}
        title={say(inboxTexts.effectsTitle, { code: billCode })}
        footer={null}
        onCancel={() => {
          close();
        }}
      >
        <ImpactPreview impact={impact} />
      </Dialog>
    ));
  } catch (error) {
    feedback.error(error instanceof Error ? error.message : String(error));
  }
}

const Keys = (): ReactNode => (
  <div className="decision-keys" aria-hidden="true">
    <span>
      <kbd>J</kbd>
      <kbd>K</kbd> {say(inboxTexts.keys)}
    </span>
    <span>
      <kbd>1</kbd>–<kbd>4</kbd> {say(inboxTexts.phraseKeys)}
    </span>
    <span>
      <kbd>X</kbd> {say(inboxTexts.tick)}
    </span>
    <span>
      <kbd>Shift A</kbd> {say(inboxTexts.approveTicked)}
    </span>
    <span>
      <kbd>O</kbd> {say(inboxTexts.open)}
    </span>
    <span>
      <kbd>C</kbd> {say(inboxTexts.comment)}
    </span>
    <span>
      <kbd>Z</kbd> {say(inboxTexts.undoKeys)}
    </span>
  </div>
);
