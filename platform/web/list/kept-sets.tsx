import { CloseOutlined, EditOutlined, PushpinFilled, PushpinOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { mostSets, renamed, setNamed, withoutSet, type FilterSet, type FilterSets } from './filter-set.ts';
import { filterTexts } from './filter-texts.ts';

export interface KeptSetsProps {
  readonly kept: FilterSets;
  /** The name of the one that the list shows. */
  readonly applied: string | undefined;
  readonly onKeep: (next: FilterSets) => void;
  readonly onApply: (set: FilterSet) => void;
  /** Keeps what the form says now under this name. */
  readonly onSave: (name: string) => void;
  readonly onDone: () => void;
}

/** Behind the button of a list that somebody seldom opens: fetched when it is. */
export function KeptSets({ kept: before, applied, onKeep, onApply, onSave, onDone }: KeptSetsProps): ReactNode {
  // What is kept comes back a moment later; the rows answer at once.
  const [kept, setKept] = useState(before);
  const [deleted, setDeleted] = useState<{ readonly name: string; readonly before: FilterSets } | null>(null);
  const keep = (next: FilterSets): void => {
    setKept(next);
    onKeep(next);
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
        <DeletedNote
          name={deleted.name}
          onUndo={() => {
            keep(deleted.before);
            setDeleted(null);
          }}
        />
      )}
      <SaveForm
        kept={kept}
        onSave={(name) => {
          onSave(name);
          onDone();
        }}
      />
    </div>
  );
}

function DeletedNote({ name, onUndo }: { readonly name: string; readonly onUndo: () => void }): ReactNode {
  return (
    <p className="filter-set-deleted" role="status">
      <span title={name}>{say(filterTexts.deleted, { name })}</span>
      <Button type="link" size="small" data-verb="undoDelete" onClick={onUndo}>
        {say(filterTexts.undo)}
      </Button>
    </p>
  );
}

interface SaveFormProps {
  readonly kept: FilterSets;
  readonly onSave: (name: string) => void;
}
function SaveForm({ kept, onSave }: SaveFormProps): ReactNode {
  const [name, setName] = useState('');
  const written = name.trim();
  const replaces = setNamed(kept, written) !== undefined;
  const isFull = kept.sets.length >= mostSets && !replaces;
  const canSave = written !== '' && !isFull;
  return (
    <>
      <form
        className="filter-set-save"
        // The form of filters around the button hears it as well, and would search for what it says.
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (canSave) onSave(written);
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
        <Button size="small" type="primary" htmlType="submit" disabled={!canSave} data-verb="saveFilterSet">
          {say(replaces ? filterTexts.replace : texts.save)}
        </Button>
      </form>
      <p className="quiet">{say(isFull ? filterTexts.full : filterTexts.whatIsKept, { most: mostSets })}</p>
    </>
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
function SetRow(props: SetRowProps): ReactNode {
  const { name } = props.set;
  const { isApplied, isOpening, onApply, onOpening, onDelete } = props;
  const [typed, setTyped] = useState<string | null>(null);
  if (typed !== null) return <RenamedRow {...props} typed={typed} onTyped={setTyped} />;
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
      <Tool
        label={say(isOpening ? filterTexts.notOpening : filterTexts.opening)}
        verb="openingFilterSet"
        icon={isOpening ? <PushpinFilled /> : <PushpinOutlined />}
        onClick={onOpening}
        isOn={isOpening}
      />
      <Tool
        label={say(filterTexts.rename, { name })}
        verb="renameFilterSet"
        icon={<EditOutlined />}
        onClick={() => {
          setTyped(name);
        }}
      />
      <Tool
        label={say(filterTexts.remove, { name })}
        verb="deleteFilterSet"
        icon={<CloseOutlined />}
        onClick={onDelete}
      />
    </li>
  );
}

interface RenamedRowProps extends SetRowProps {
  readonly typed: string;
  readonly onTyped: (typed: string | null) => void;
}
function RenamedRow({ set: { name }, isTaken, onRename, typed, onTyped }: RenamedRowProps): ReactNode {
  const done = (): void => {
    onRename(typed.trim());
    onTyped(null);
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
          onTyped(event.target.value);
        }}
        onBlur={done}
        onPressEnter={done}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            onTyped(null);
          }
        }}
      />
    </li>
  );
}

interface ToolProps {
  readonly label: string;
  readonly verb: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
  readonly isOn?: boolean;
}
function Tool({ label, verb, icon, onClick, isOn }: ToolProps): ReactNode {
  return (
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
}
