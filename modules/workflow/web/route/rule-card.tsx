import { DownOutlined, EllipsisOutlined, HolderOutlined, NodeIndexOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Dropdown, Input, Select, Switch } from 'antd';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { HistoryButton, openHistory } from '#platform/web/history/history-panel.tsx';
import { texts as historyTexts } from '#platform/web/history/texts.ts';
import { go } from '#platform/web/route/route.ts';
import { say } from '#platform/web/text/language.ts';
import { bizRoute } from '#workflow/model/biz-route.ts';
import type { Board, BoardProcess, BoardRule } from '#workflow/model/rule/board.ts';
import { isComplete, parseRule, printRule, testsOf, type Rule } from '#workflow/model/rule/rule.ts';
import { designerOf } from '#workflow/web/process/model-actions.ts';
import { ConditionEditor } from './condition-editor.tsx';
import { namesIn } from './rule-words.ts';
import { routeTexts as texts } from './route-texts.ts';
import { RuleSentence, RuleText } from './rule-sentence.tsx';
import { OrganisationsInput } from './organisations-input.tsx';

/** A rule on the board. Conditions that are half filled in have no expression yet: they are kept beside it. */
export interface Draft extends BoardRule {
  readonly key: string;
  readonly built: Rule | null;
}

interface RuleCardProps {
  readonly at: number;
  readonly draft: Draft;
  readonly board: Board;
  readonly matched: number | undefined;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onChange: (next: Draft) => void;
  readonly onMove: (by: number) => void;
  /** This one is in the hand now. */
  readonly onDrag: () => void;
  readonly onDrop: () => void;
  readonly onRemove: () => void;
}

/** Read from the top: a place, a name, when it applies, and which way a document then goes. */
export function RuleCard(props: RuleCardProps): ReactNode {
  const { at, draft, board, isOpen, onOpen, onMove, onDrag, onDrop } = props;
  const process = board.processes.find(({ key }) => key === draft.processDefinitionKey);
  const [isDragged, setDragged] = useState(false);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined;
    if (by === undefined) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <section
      className={`card rule-card${isOpen ? ' rule-card-open' : ''}${isDragged ? ' rule-card-dragged' : ''}`}
      data-rule={draft.name}
      aria-label={draft.name}
      onKeyDown={onKeyDown}
      onDragOver={(event) => {
        event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <header className="rule-head">
        <button
          type="button"
          className="rule-handle"
          draggable
          title={say(texts.drag)}
          aria-label={say(texts.drag)}
          onDragStart={() => {
            setDragged(true);
            onDrag();
          }}
          onDragEnd={() => {
            setDragged(false);
          }}
        >
          <HolderOutlined />
        </button>
        <span className={draft.status === '1' ? 'rule-place' : 'rule-place rule-place-off'}>{at + 1}</span>
        {isOpen ? <RuleName {...props} /> : <Summary draft={draft} board={board} process={process} onOpen={onOpen} />}
        <HeadButtons {...props} />
      </header>
      {isOpen && <RuleBody {...props} process={process} />}
    </section>
  );
}

function RuleName({ draft, matched, onChange }: RuleCardProps): ReactNode {
  return (
    <span className="rule-title">
      <Input
        className="rule-name"
        variant="borderless"
        aria-label={say(texts.ruleName)}
        placeholder={say(texts.ruleName)}
        data-field="ruleName"
        maxLength={50}
        value={draft.name}
        onChange={(event) => {
          onChange({ ...draft, name: event.target.value });
        }}
      />
      {matched !== undefined && <span className="quiet">{say(texts.matched, { n: matched })}</span>}
    </span>
  );
}

function Summary({
  draft,
  board,
  process,
  onOpen,
}: {
  readonly draft: Draft;
  readonly board: Board;
  readonly process: BoardProcess | undefined;
  readonly onOpen: () => void;
}): ReactNode {
  return (
    <button type="button" className="rule-summary" onClick={onOpen}>
      <span>
        <strong>{draft.name}</strong>{' '}
        {draft.built === null ? (
          <code>{draft.condition}</code>
        ) : (
          draft.built.parts.length > 0 && (
            <>
              <span className="quiet">{say(texts.ifWord)}</span>{' '}
              <RuleText rule={draft.built} document={board.document} />
            </>
          )
        )}
      </span>
      <span className="quiet">
        {say(texts.thenWord)} {process?.name ?? draft.processDefinitionKey}
      </span>
    </button>
  );
}

function HeadButtons({ draft, isOpen, onOpen, onChange, onMove, onRemove }: RuleCardProps): ReactNode {
  return (
    <span className="rule-buttons">
      {isOpen && draft.id !== null && <HistoryButton noun={bizRoute} record={{ id: draft.id, name: draft.name }} />}
      <Switch
        size="small"
        checked={draft.status === '1'}
        aria-label={`${say(texts.enabled)} ${draft.name}`}
        data-field="ruleStatus"
        onChange={(isOn) => {
          onChange({ ...draft, status: isOn ? '1' : '0' });
        }}
      />
      <span className="quiet">{say(draft.status === '1' ? texts.enabled : texts.disabled)}</span>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'up', label: say(texts.moveUp) },
            { key: 'down', label: say(texts.moveDown) },
            // A rule that is only written here has none yet.
            ...(draft.id === null
              ? []
              : [{ key: 'history', label: <span data-verb="ruleHistory">{say(historyTexts.history)}</span> }]),
            { key: 'remove', danger: true, label: <span data-verb="removeRule">{say(texts.removeRule)}</span> },
          ],
          onClick: ({ key }) => {
            if (key === 'history') openHistory({ noun: bizRoute, record: { id: draft.id, name: draft.name } });
            else if (key === 'remove') onRemove();
            else onMove(key === 'up' ? -1 : 1);
          },
        }}
      >
        <Button
          type="text"
          size="small"
          icon={<EllipsisOutlined />}
          aria-label={say(texts.more)}
          data-verb="moreOfRule"
        />
      </Dropdown>
      <Button
        type="text"
        size="small"
        icon={isOpen ? <DownOutlined rotate={180} /> : <DownOutlined />}
        aria-label={say(texts.unfold)}
        aria-expanded={isOpen}
        data-verb="unfoldRule"
        onClick={onOpen}
      />
    </span>
  );
}

function RuleBody({
  draft,
  board,
  process,
  onChange,
}: RuleCardProps & { readonly process: BoardProcess | undefined }): ReactNode {
  return (
    <div className="rule-body">
      {draft.built === null ? (
        <p className="quiet">{say(texts.ownText)}</p>
      ) : (
        <ConditionEditor
          rule={draft.built}
          document={board.document}
          onChange={(built) => {
            onChange(withRule(draft, built, board));
          }}
        />
      )}
      <OrganisationsInput
        value={draft.organizeCodes}
        onChange={(organizeCodes) => {
          onChange({ ...draft, organizeCodes });
        }}
      />
      <div className="rule-then">
        <strong className="rule-word">{say(texts.thenWord)}</strong>
        <ProcessSelect
          value={draft.processDefinitionKey}
          processes={board.processes}
          onChange={(processDefinitionKey) => {
            onChange({ ...draft, processDefinitionKey });
          }}
        />
        {process !== undefined && <Steps steps={process.steps} />}
        {process?.modelId !== undefined && process.modelId !== null && <OpenProcess id={process.modelId} />}
      </div>
      <RuleSentence rule={draft} built={draft.built} document={board.document} process={process} />
      <Advanced draft={draft} board={board} onChange={onChange} />
    </div>
  );
}

/** The expression itself, for whoever wants more than the builder shows. */
function Advanced({ draft, board, onChange }: Pick<RuleCardProps, 'draft' | 'board' | 'onChange'>): ReactNode {
  const [isOpen, setOpen] = useState(draft.built === null);
  return (
    <>
      <button
        type="button"
        className="rule-advanced"
        aria-expanded={isOpen}
        data-verb="advanced"
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        <RightOutlined rotate={isOpen ? 90 : 0} /> {say(texts.advanced)}
      </button>
      {isOpen && (
        <Input.TextArea
          aria-label={say(texts.advanced)}
          data-field="ruleFeel"
          autoSize={{ minRows: 2, maxRows: 6 }}
          maxLength={1000}
          value={draft.condition ?? ''}
          onChange={(event) => {
            const condition = event.target.value;
            onChange({ ...draft, condition, built: parseRule(condition, namesIn(board.document)) });
          }}
        />
      )}
    </>
  );
}

/** Only whole conditions have an expression; one that is half filled in keeps the rule from being published. */
export function withRule(draft: Draft, built: Rule, { document }: Board): Draft {
  return testsOf(built).every(isComplete)
    ? { ...draft, built, condition: printRule(built, namesIn(document)) }
    : { ...draft, built };
}

export function ProcessSelect({
  value,
  processes,
  onChange,
  none,
}: {
  readonly value: string;
  readonly processes: readonly BoardProcess[];
  readonly onChange: (key: string) => void;
  readonly none?: string;
}): ReactNode {
  const options = [
    ...(none === undefined ? [] : [{ value: '', label: none }]),
    ...processes.map(({ key, name, isSuspended }) => ({
      value: key,
      label: isSuspended ? `${name} · ${say(texts.suspended)}` : name,
    })),
  ];
  return (
    <Select<string | null>
      className="rule-process"
      data-field="ruleProcess"
      aria-label={say(texts.process)}
      placeholder={say(texts.process)}
      showSearch={{ optionFilterProp: 'label' }}
      value={value === '' && none === undefined ? null : value}
      options={
        value === '' || options.some((option) => option.value === value)
          ? options
          : [...options, { value, label: value }]
      }
      onChange={(next) => {
        onChange(next ?? '');
      }}
    />
  );
}

export function Steps({ steps }: { readonly steps: readonly string[] }): ReactNode {
  return (
    <span className="rule-steps">
      {steps.map((step, at) => (
        <span key={at}>
          {at > 0 && <span className="quiet"> → </span>}
          <span className="rule-step">{step}</span>
        </span>
      ))}
    </span>
  );
}

function OpenProcess({ id }: { readonly id: string }): ReactNode {
  return (
    <Button
      type="link"
      className="push-right"
      icon={<NodeIndexOutlined />}
      data-verb="openProcess"
      onClick={() => {
        go(designerOf(id));
      }}
    >
      {say(texts.openProcess)}
    </Button>
  );
}
