import { SearchOutlined } from '@ant-design/icons';
import { Input, type InputProps } from 'antd';
import { useCallback, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useRefFieldName } from '#platform/web/record/ref-names.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { isPaged, lookUp } from '#platform/web/record/use-list.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { lookingUp } from '#platform/web/page/looking-up.ts';
import { LateAreaCascader, LateOrgCascader } from '#platform/web/reference/late-cascaders.tsx';
import { entityNamed } from '#platform/web/registry/registry.ts';
import { texts } from '#platform/web/text/texts.ts';
import { LateBranchInput } from './late-branches.tsx';
import { openPicker } from './open-picker.ts';
import { keyIn, type KnownRef, type RefInputProps } from './refs-props.ts';
import { isSuggested, SuggestionList, useSuggestions, type Suggested } from './suggestions.tsx';

/** A tree is chosen from a tree; anything else by typing its code or name, or through its picker. */
export function RefInput(props: RefInputProps): ReactNode {
  const entity = entityNamed(props.field.target().name);
  if (entity === undefined)
    return (
      <Input
        disabled={props.disabled === true}
        value={props.value}
        onChange={(event) => {
          props.onChange(event.target.value, null);
        }}
      />
    );
  if (entity.knownAs === 'organization' && props.field.key === 'code')
    return <LateOrgCascader {...props} isManaging={props.field.where?.['manageFlag'] === '1'} />;
  if (entity.knownAs === 'area')
    return (
      <LateAreaCascader
        {...props}
        names={[props.name]}
        onChange={(nodes) => {
          const last = nodes.at(-1);
          props.onChange(last?.code ?? null, last === undefined ? null : { ...last });
        }}
      />
    );
  return entity.tree && !isPaged(entity) ? (
    <LateBranchInput {...props} entity={entity} />
  ) : (
    <CodeInput {...props} entity={entity} />
  );
}

function CodeInput(props: KnownRef): ReactNode {
  const { entity, id, value, disabled = false, variant = 'outlined', label, onSettled } = props;
  const anchor = useRef<HTMLDivElement>(null);
  const typing = useTyping(props);
  const { typed, setTyped, setOpen, setLit, isComposing, setComposing, shown, isListed } = typing;
  return (
    <div ref={anchor} className="full">
      <Input
        {...(id === undefined ? {} : { id })}
        {...(label === undefined ? {} : { 'aria-label': label })}
        {...(isSuggested(entity) && !disabled ? comboboxOf(typing) : {})}
        className="ref-input"
        variant={variant}
        disabled={disabled}
        value={typed ?? shown}
        title={typed ?? (shown === '' ? '' : `${value} ${typing.name}`)}
        autoComplete="off"
        placeholder={disabled || variant === 'borderless' ? '' : say(texts.searchHint)}
        onChange={(event) => {
          setTyped(event.target.value);
          setOpen(true);
          setLit(undefined);
        }}
        onKeyDown={(event) => {
          takeKey(typing, event);
        }}
        onBlur={() => void lookingUp(settle(typing, false))}
        onCompositionStart={() => {
          setComposing(true);
        }}
        onCompositionEnd={() => {
          setComposing(false);
        }}
        suffix={disabled ? null : <PickButton typing={typing} />}
      />
      {isListed && !isComposing && (
        <SuggestionList
          id={typing.listId}
          entity={entity}
          suggested={typing.suggested}
          lit={typing.current}
          anchor={anchor}
          onChoose={(row) => {
            choose(typing, row);
            onSettled?.();
          }}
          onClose={typing.close}
        />
      )}
    </div>
  );
}

/** A reference whose code or name is being typed. */
interface Typing extends KnownRef {
  /** Null while the field shows what was chosen. */
  readonly typed: string | null;
  readonly setTyped: (typed: string | null) => void;
  readonly setOpen: (isOpen: boolean) => void;
  readonly isComposing: boolean;
  readonly setComposing: (isComposing: boolean) => void;
  /** Undefined until an arrow was pressed: the first is then lit, but only Enter takes it. */
  readonly lit: number | undefined;
  readonly setLit: (lit: number | undefined) => void;
  readonly current: number;
  readonly shown: string;
  readonly suggested: Suggested;
  readonly isListed: boolean;
  readonly listId: string;
  readonly close: () => void;
}
function useTyping(props: KnownRef): Typing {
  const { entity, field, value } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isComposing, setComposing] = useState(false);
  const [lit, setLit] = useState<number>();
  const listId = useId();
  const name = useRefFieldName(field, value, props.name);
  const suggested = useSuggestions(entity, isOpen && !isComposing ? typed : null, field.where);
  const close = useCallback(() => {
    setOpen(false);
    setLit(undefined);
  }, []);
  return {
    ...props,
    typed,
    setTyped,
    setOpen,
    isComposing,
    setComposing,
    lit,
    setLit,
    current: Math.min(lit ?? 0, suggested.rows.length - 1),
    name,
    shown: name === '' ? value : name,
    suggested,
    isListed: isOpen && isSuggested(entity) && typed !== null && typed.trim() !== '',
    listId,
    close,
  };
}

function choose({ entity, field, setTyped, close, onChange }: Typing, row: Row | null): void {
  setTyped(null);
  close();
  onChange(row === null ? null : textAt(row, keyIn(entity, field)), row);
}

async function pickFor(typing: Typing, text = ''): Promise<void> {
  const { entity, field, setTyped, close, onSettled } = typing;
  close();
  const rows = await openPicker(entity, {
    where: field.where,
    as: field.pickedAs,
    ...(text === '' ? {} : { filters: { [entity.nameField]: text } }),
  });
  setTyped(null);
  if (rows?.[0] === undefined) return;
  choose(typing, rows[0]);
  onSettled?.();
}

/** Leaving the field must not open a dialog; Enter may. */
async function settle(typing: Typing, isEnter: boolean): Promise<void> {
  const { entity, field, typed, setTyped, lit, current, shown, suggested, isListed, close, onSettled } = typing;
  const text = typed?.trim();
  const lighted = lit === undefined && !(isEnter && suggested.isCurrent) ? undefined : suggested.rows[current];
  close();
  if (text === undefined || text === shown) {
    setTyped(null);
    return;
  }
  if (text === '') {
    choose(typing, null);
    return;
  }
  if (isListed && lighted !== undefined) {
    choose(typing, lighted);
    if (isEnter) onSettled?.();
    return;
  }
  const [row, other] = await lookUp(entity, text, field.where).catch(() => []);
  if (row !== undefined && other === undefined) {
    choose(typing, row);
    if (isEnter) onSettled?.();
    return;
  }
  if (isEnter) {
    await pickFor(typing, text);
    return;
  }
  setTyped(null);
  feedback.warn(say(texts.noMatch, { noun: say(entity.label) }));
}

function takeKey(typing: Typing, event: KeyboardEvent): void {
  const { typed, setOpen, setLit, shown, isListed, close, onSettled } = typing;
  // Enter and the arrows also work a Chinese composition, and Enter would otherwise send the form.
  if (event.nativeEvent.isComposing) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined && typed !== null && typed.trim() !== '') {
    event.preventDefault();
    if (!isListed) setOpen(true);
    else if (typing.suggested.rows.length > 0) setLit(nextLit(typing, step));
  } else if (event.key === 'Escape' && isListed) {
    // Closes the list, not the dialog around the field.
    event.stopPropagation();
    close();
  } else if (event.key === 'Enter') {
    if (typed !== null && typed.trim() !== shown) event.preventDefault();
    if (typed !== null) void lookingUp(settle(typing, true));
    else onSettled?.();
  }
}

function nextLit({ lit, current, suggested: { rows } }: Typing, step: number): number {
  if (lit !== undefined) return (current + step + rows.length) % rows.length;
  return step === 1 ? Math.min(1, rows.length - 1) : rows.length - 1;
}

const comboboxOf = ({ isListed, listId, current }: Typing): InputProps => ({
  role: 'combobox',
  'aria-autocomplete': 'list',
  'aria-expanded': isListed,
  'aria-haspopup': 'listbox',
  ...(isListed ? { 'aria-controls': listId } : {}),
  ...(isListed && current >= 0 ? { 'aria-activedescendant': `${listId}-${current}` } : {}),
});

function PickButton({ typing }: { readonly typing: Typing }): ReactNode {
  return (
    <button
      type="button"
      className="ref-button"
      tabIndex={-1}
      data-verb="pick"
      aria-label={say(texts.choose, { noun: say(typing.entity.label) })}
      onMouseDown={(event) => {
        event.preventDefault();
      }}
      onClick={() => {
        typing.setTyped(null);
        void pickFor(typing);
      }}
    >
      <SearchOutlined />
    </button>
  );
}
