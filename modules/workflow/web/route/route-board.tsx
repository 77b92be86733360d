import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { permissionOf } from '#platform/model/permission.ts';
import { CallError, get, post } from '#platform/web/api/client.ts';
import { useCan } from '#platform/web/api/me.ts';
import { listsChanged } from '#platform/web/api/queries.ts';
import { PanelFrame } from '#platform/web/form/panel-frame.tsx';
import { Failed } from '#platform/web/loading/failed.tsx';
import { useDebounced } from '#platform/web/page/debounced.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { nameTab, setDirty, useTab } from '#platform/web/route/tabs.ts';
import { say } from '#platform/web/text/language.ts';
import { texts as common } from '#platform/web/text/texts.ts';
import { bizRoute } from '#workflow/model/biz-route.ts';
import type { Board, BoardRule, Change } from '#workflow/model/rule/board.ts';
import { emptyRule, parseRule } from '#workflow/model/rule/rule.ts';
import { namesIn } from './rule-words.ts';
import { ProcessSelect, RuleCard, Steps, type Draft } from './rule-card.tsx';
import { missingIn } from './rule-sentence.tsx';
import { routeTexts as texts } from './route-texts.ts';
import { TryPane } from './try-pane.tsx';
import './route.css';

/** The rules that lead one type of document through approval, put together in words. */
export function RouteBoard(): ReactNode {
  const { name: tab, id = '' } = useTab();
  const { data, error, refetch } = useQuery({
    queryKey: ['record', tab, 'board'],
    queryFn: () => get<Board>(`${bizRoute.path}/board`, { docType: id }, { isSilent: true }),
    staleTime: Infinity,
  });
  const called = data?.document.name ?? '';
  useEffect(() => {
    nameTab(tab, called, called === '' ? '' : say(texts.title));
  }, [tab, called]);
  const [round, setRound] = useState(0);
  if (error !== null) return <Failed text={error.message} onRetry={() => void refetch()} />;
  return data === undefined ? (
    <Skeleton active className="card" />
  ) : (
    <Arranging
      key={round}
      tab={tab}
      board={data}
      onAnew={async () => {
        await refetch();
        setRound(round + 1);
      }}
    />
  );
}

/** 其他情况: the rule without a condition that is asked last, or nothing at all. */
interface Arranged {
  readonly drafts: readonly Draft[];
  readonly otherwise: BoardRule | null;
}

function arrangedIn({ rules, document }: Board): Arranged {
  const last = rules.at(-1);
  const isOtherwise =
    last !== undefined &&
    (last.condition ?? '').trim() === '' &&
    last.organizeCodes.length === 0 &&
    last.status === '1';
  return {
    otherwise: isOtherwise ? last : null,
    drafts: (isOtherwise ? rules.slice(0, -1) : rules).map((rule, at) => ({
      ...rule,
      key: rule.id ?? `new ${at}`,
      built: parseRule(rule.condition ?? '', namesIn(document)),
    })),
  };
}

const rulesOf = ({ drafts, otherwise }: Arranged): readonly BoardRule[] => [
  ...drafts.map(({ key: _key, built: _built, ...rule }) => rule),
  ...(otherwise === null ? [] : [otherwise]),
];

interface ArrangingProps {
  readonly tab: string;
  readonly board: Board;
  readonly onAnew: () => Promise<void>;
}

function Arranging({ tab, board, onAnew }: ArrangingProps): ReactNode {
  const may = useCan()(permissionOf(bizRoute, 'update'));
  const stored = useMemo(() => arrangedIn(board), [board]);
  const [arranged, setArranged] = useState(stored);
  const [isBusy, setBusy] = useState(false);
  const rules = useMemo(() => rulesOf(arranged), [arranged]);
  // A condition that is half filled in has no expression yet and is a change all the same.
  const isDirty = useMemo(() => JSON.stringify(arranged) !== JSON.stringify(stored), [arranged, stored]);
  const missing = arranged.drafts.map((draft) => missingIn(draft, draft.built, board.document));
  const change = useChange(
    board,
    rules,
    missing.every((each) => each === null),
  );
  useEffect(() => {
    setDirty(tab, isDirty);
  }, [tab, isDirty]);
  const publish = async (): Promise<void> => {
    setBusy(true);
    try {
      const seen = board.rules.map(({ id, rowVersion }) => ({ id, rowVersion }));
      await post(`${bizRoute.path}/publish`, { docType: board.docType, seen, rules }, { isSilent: true });
      feedback.success(say(texts.published));
      void listsChanged();
      await onAnew();
    } catch (error) {
      feedback.error(error instanceof CallError ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <PanelFrame
      title={
        <>
          {say(texts.titleOf, { document: board.document.name })}
          <span className="quiet route-count">{say(texts.ruleCount, { n: rules.length })}</span>
        </>
      }
      isBusy={isBusy}
      buttons={<BoardButtons isDirty={isDirty} missing={missing} may={may} onCancel={onAnew} onPublish={publish} />}
    >
      <div className="route-board">
        <RuleList board={board} arranged={arranged} change={change} onChange={setArranged} />
        <TryPane board={board} rules={rules} change={change} />
      </div>
    </PanelFrame>
  );
}

interface BoardButtonsProps {
  readonly isDirty: boolean;
  readonly missing: readonly (string | null)[];
  readonly may: boolean;
  readonly onCancel: () => Promise<void>;
  readonly onPublish: () => Promise<void>;
}
function BoardButtons({ isDirty, missing, may, onCancel, onPublish }: BoardButtonsProps): ReactNode {
  const first = missing.find((each) => each !== null);
  return (
    <>
      {isDirty && <span className="quiet">{say(texts.unpublished)}</span>}
      <Button disabled={!isDirty} data-verb="cancelRules" onClick={() => void onCancel()}>
        {say(common.cancel)}
      </Button>
      {may && (
        <Button
          type="primary"
          data-verb="publish"
          disabled={!isDirty || first !== undefined}
          title={first ?? ''}
          onClick={() => void onPublish()}
        >
          {say(texts.publish)}
        </Button>
      )}
    </>
  );
}

/** Asked when the rules have rested for a moment, and only while they are whole. */
function useChange(board: Board, rules: readonly BoardRule[], isWhole: boolean): Change | undefined {
  const rested = useDebounced(JSON.stringify(rules), 600);
  const { data } = useQuery({
    queryKey: ['route-change', board.docType, rested],
    queryFn: () =>
      post<Change>(
        `${bizRoute.path}/change`,
        { docType: board.docType, rules: JSON.parse(rested) as unknown },
        { isSilent: true },
      ),
    enabled: isWhole,
    placeholderData: (before) => before,
    retry: false,
  });
  return data;
}

interface RuleListProps {
  readonly board: Board;
  readonly arranged: Arranged;
  readonly change: Change | undefined;
  readonly onChange: (next: Arranged) => void;
}

function RuleList({ board, arranged, change, onChange }: RuleListProps): ReactNode {
  const { drafts } = arranged;
  const [open, setOpen] = useState(drafts[0]?.key ?? '');
  const dragged = useRef<number | null>(null);
  const put = (next: readonly Draft[]): void => {
    onChange({ ...arranged, drafts: next });
  };
  const move = (from: number, to: number): void => {
    const taken = drafts[from];
    if (taken === undefined || to < 0 || to >= drafts.length) return;
    put(drafts.toSpliced(from, 1).toSpliced(to, 0, taken));
  };
  const add = (): void => {
    const key = `new ${Date.now()} ${drafts.length}`;
    put([...drafts, { ...freshRule, name: newName(drafts), key, built: { ...emptyRule, parts: [firstTest] } }]);
    setOpen(key);
  };
  return (
    <div className="route-rules">
      <When document={board.document.name} onAdd={add} />
      {drafts.map((draft, at) => (
        <RuleCard
          key={draft.key}
          at={at}
          draft={draft}
          board={board}
          matched={change?.rules[at]?.after}
          isOpen={open === draft.key}
          onOpen={() => {
            setOpen(open === draft.key ? '' : draft.key);
          }}
          onChange={(next) => {
            put(drafts.with(at, next));
          }}
          onMove={(by) => {
            move(at, at + by);
          }}
          onDrag={() => {
            dragged.current = at;
          }}
          onDrop={() => {
            if (dragged.current !== null) move(dragged.current, at);
            dragged.current = null;
          }}
          onRemove={() => {
            put(drafts.toSpliced(at, 1));
          }}
        />
      ))}
      <Otherwise board={board} arranged={arranged} onChange={onChange} />
    </div>
  );
}

function When({ document, onAdd }: { readonly document: string; readonly onAdd: () => void }): ReactNode {
  return (
    <div className="card route-when">
      <span className="quiet">{say(texts.when)}</span>
      <strong>{document}</strong>
      <span className="rule-joint rule-joint-fixed">{say(texts.submitted)}</span>
      <span className="quiet">{say(texts.firstWins)}</span>
      <strong>{say(texts.firstWinsStrong)}</strong>
      <Button className="push-right" icon={<PlusOutlined />} data-verb="addRule" onClick={onAdd}>
        {say(texts.addRule)}
      </Button>
    </div>
  );
}

const freshRule: BoardRule = {
  id: null,
  rowVersion: 0,
  name: '',
  processDefinitionKey: '',
  condition: null,
  organizeCodes: [],
  status: '1',
};
const firstTest = { field: '', operator: '=', values: [] } as const;
const newName = (drafts: readonly Draft[]): string => `${say(texts.newRule)} ${drafts.length + 1}`;

/** What no rule is about; always the last, and never gone. */
function Otherwise({ board, arranged, onChange }: Omit<RuleListProps, 'change'>): ReactNode {
  const { otherwise } = arranged;
  const key = otherwise?.processDefinitionKey ?? '';
  const process = board.processes.find((each) => each.key === key);
  return (
    <section className="card rule-card rule-otherwise" aria-label={say(texts.otherwise)}>
      <header className="rule-head">
        <span className="rule-place rule-place-off">{say(texts.last)}</span>
        <strong>{say(texts.otherwise)}</strong>
        <span className="quiet">{say(texts.thenWord)}</span>
        <ProcessSelect
          value={key}
          none={say(board.needsRoute ? texts.noProcessSome : texts.noProcess)}
          processes={board.processes}
          onChange={(processDefinitionKey) => {
            onChange({
              ...arranged,
              otherwise:
                processDefinitionKey === ''
                  ? null
                  : { ...(otherwise ?? { ...freshRule, name: say(texts.otherwise) }), processDefinitionKey },
            });
          }}
        />
        {process !== undefined && <Steps steps={process.steps} />}
        <span className="quiet push-right">{say(texts.alwaysLast)}</span>
      </header>
    </section>
  );
}
