import {
  CloseOutlined,
  EditOutlined,
  PushpinFilled,
  PushpinOutlined,
  StarFilled,
  StarOutlined,
} from '@ant-design/icons';
import { Button, Input, Popover } from 'antd';
import { useState, type ReactNode } from 'react';
import { say } from '#platform/web/language.ts';
import { texts } from '#platform/web/texts.ts';
import { mostSets, renamed, setNamed, withoutSet, type FilterSet, type FilterSets } from './filter-set.ts';
import { filterTexts } from './filter-texts.ts';

interface FilterSetsButtonProps {
  readonly kept: FilterSets;
  /** The name of the one that the list shows. */
  readonly applied: string | undefined;
  readonly onKeep: (next: FilterSets) => void;
  readonly onApply: (set: FilterSet) => void;
  /** Keeps what the form says now under this name. */
  readonly onSave: (name: string) => void;
}

/** The sets of filters that somebody keeps for this list: apply, save, rename, delete, open the list with one. */
export function FilterSetsButton(props: FilterSetsButtonProps): ReactNode {
  const { applied } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      open={isOpen}
      onOpenChange={setOpen}
      content={() => (
        <Sets
          {...props}
          onDone={() => {
            setOpen(false);
          }}
        />
      )}
    >
      <Button
        className="filter-sets-button"
        icon={applied === undefined ? <StarOutlined /> : <StarFilled />}
        data-verb="filterSets"
        title={applied ?? say(filterTexts.sets)}
        aria-label={say(filterTexts.sets)}
      >
        {applied}
      </Button>
    </Popover>
  );
}

function Sets({
  kept: before,
  applied,
  onKeep,
  onApply,
  onSave,
  onDone,
}: FilterSetsButtonProps & { readonly onDone: () => void }): ReactNode {
  // What is kept comes back a moment later; the rows answer at once.
  const [kept, setKept] = useState(before);
  const [deleted, setDeleted] = useState<{ readonly name: string; readonly before: FilterSets } | null>(null);
  const [name, setName] = useState('');
  const keep = (next: FilterSets): void => {
    setKept(next);
    onKeep(next);
  };
  const written = name.trim();
  const replaces = setNamed(kept, written) !== undefined;
  const isFull = kept.sets.length >= mostSets && !replaces;
  const save = (): void => {
    if (written === '' || isFull) return;
    onSave(written);
    onDone();
  };
  return (
    <div className="filter-sets">
      {kept.sets.length === 0 && deleted === null && <p className="quiet">{say(filterTexts.none)}</p>}
      <ul>
        {kept.sets.map((set) => (
          <SetRow
            key={set.name}
            set={set}
            isApplied={set.name === applied}
            isOpening={kept.opening === set.name}
            onApply={() => {
              onApply(set);
              onDone();
            }}
            onOpening={() => {
              keep({ ...kept, opening: kept.opening === set.name ? undefined : set.name });
            }}
            isTaken={(to) => to !== set.name && setNamed(kept, to) !== undefined}
            onRename={(to) => {
              keep(renamed(kept, set.name, to));
            }}
            onDelete={() => {
              setDeleted({ name: set.name, before: kept });
              keep(withoutSet(kept, set.name));
            }}
          />
        ))}
      </ul>
      {deleted !== null && (
        <p className="filter-set-deleted" role="status">
          <span title={deleted.name}>{say(filterTexts.deleted, { name: deleted.name })}</span>
          <Button
            type="link"
            size="small"
            data-verb="undoDelete"
            onClick={() => {
              keep(deleted.before);
              setDeleted(null);
            }}
          >
            {say(filterTexts.undo)}
          </Button>
        </p>
      )}
      <form
        className="filter-set-save"
        // The form of filters around the button hears it as well, and would search for what it says.
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          save();
        }}
      >
        <Input
          size="small"
          value={name}
          maxLength={30}
          placeholder={say(filterTexts.nameOfSet)}
          aria-label={say(filterTexts.nameOfSet)}
          onChange={(event) => {
            setName(event.target.value);
          }}
        />
        <Button
          size="small"
          type="primary"
          htmlType="submit"
          disabled={written === '' || isFull}
          data-verb="saveFilterSet"
        >
          {say(replaces ? filterTexts.replace : texts.save)}
        </Button>
      </form>
      <p className="quiet">{say(isFull ? filterTexts.full : filterTexts.whatIsKept, { most: mostSets })}</p>
    </div>
  );
}

interface SetRowProps {
  readonly set: FilterSet;
  readonly isApplied: boolean;
  readonly isOpening: boolean;
  readonly onApply: () => void;
  readonly onOpening: () => void;
  readonly isTaken: (to: string) => boolean;
  readonly onRename: (to: string) => void;
  readonly onDelete: () => void;
}
function SetRow({
  set: { name },
  isApplied,
  isOpening,
  isTaken,
  onApply,
  onOpening,
  onRename,
  onDelete,
}: SetRowProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  if (typed !== null) {
    const done = (): void => {
      onRename(typed.trim());
      setTyped(null);
    };
    return (
      <li className="filter-set" data-set={name}>
        <Input
          size="small"
          autoFocus
          value={typed}
          maxLength={30}
          status={isTaken(typed.trim()) ? 'error' : ''}
          aria-label={say(filterTexts.rename, { name })}
          onChange={(event) => {
            setTyped(event.target.value);
          }}
          onBlur={done}
          onPressEnter={done}
          onKeyDown={(event) => {
            if (event.key === 'Escape') {
              event.stopPropagation();
              setTyped(null);
            }
          }}
        />
      </li>
    );
  }
  const tool = (label: string, verb: string, icon: ReactNode, onClick: () => void, isOn?: boolean): ReactNode => (
    <button
      type="button"
      data-verb={verb}
      title={label}
      aria-label={label}
      {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
      onClick={onClick}
    >
      {icon}
    </button>
  );
  return (
    <li className="filter-set" data-set={name}>
      <button
        type="button"
        className="filter-set-name"
        data-verb="applyFilterSet"
        title={name}
        {...(isApplied ? { 'aria-current': true } : {})}
        onClick={onApply}
      >
        {name}
      </button>
      {tool(
        say(isOpening ? filterTexts.notOpening : filterTexts.opening),
        'openingFilterSet',
        isOpening ? <PushpinFilled /> : <PushpinOutlined />,
        onOpening,
        isOpening,
      )}
      {tool(say(filterTexts.rename, { name }), 'renameFilterSet', <EditOutlined />, () => {
        setTyped(name);
      })}
      {tool(say(filterTexts.remove, { name }), 'deleteFilterSet', <CloseOutlined />, onDelete)}
    </li>
  );
}
