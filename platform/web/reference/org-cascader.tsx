import { Cascader } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { textAt, treeOf, type Branch, type Row } from '#platform/web/value/row.ts';
import type { CascadeOption } from './area-cascader.tsx';
import { useRefList } from './use-ref.ts';
import './cascader.css';

export interface OrgCascaderProps {
  readonly id?: string;
  readonly value: string;
  /** What is shown until the list is there. */
  readonly name?: string;
  readonly disabled?: boolean;
  readonly variant?: 'outlined' | 'borderless';
  readonly label?: string;
  readonly placeholder?: string;
  /** Only organisations that manage others (001 §2.7, §2.10). */
  readonly isManaging?: boolean;
  readonly onChange: (code: string | null, row: Row | null) => void;
}

/** An organisation of any level, from the reference list; its tree is at most 300 px high (001 §9). */
export function OrgCascader(props: OrgCascaderProps): ReactNode {
  const { value, name = '', isManaging = false, onChange } = props;
  const list = useRefList('organizationList');
  const branches = useMemo(() => (isManaging ? managing(list) : list), [list, isManaging]);
  const options = useMemo(() => optionsOf(branches), [branches]);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const path = pathTo(branches, value);
  const shown = path.at(-1) === undefined ? (name === '' ? value : name) : textAt(path.at(-1), 'name');
  const whole = path.map((branch) => textAt(branch, 'name')).join(' / ');
  const choose = (code: string | undefined): void => {
    onChange(code ?? null, code === undefined ? null : (pathTo(list, code).at(-1) ?? null));
  };
  /** Typing a name and Enter is enough; with the arrows another one is chosen first. */
  const settle = (): void => {
    const found =
      typed === '' || document.querySelector('.org-cascader .ant-cascader-menu-item-active') !== null
        ? undefined
        : bestOf(flat(branches), typed);
    if (found === undefined) return;
    choose(textAt(found, 'code'));
    setOpen(false);
  };
  return (
    <Cascader
      {...namesOf(props)}
      className="full cascader"
      classNames={{ popup: { root: 'org-cascader' } }}
      variant={props.variant ?? 'outlined'}
      disabled={props.disabled === true}
      allowClear
      changeOnSelect
      expandTrigger="hover"
      options={options}
      value={value === '' ? [] : path.length === 0 ? [value] : path.map((branch) => textAt(branch, 'code'))}
      displayRender={() => <span title={whole}>{shown}</span>}
      open={isOpen}
      onOpenChange={setOpen}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) settle();
      }}
      showSearch={{
        onSearch: setTyped,
        filter: (typed, found) =>
          found.some((option) => `${option.value} ${option.label}`.toLowerCase().includes(typed.toLowerCase())),
        matchInputWidth: false,
      }}
      onChange={(codes) => {
        choose(codes?.at(-1));
      }}
    />
  );
}

const namesOf = ({ id, label, placeholder }: OrgCascaderProps) => ({
  ...(id === undefined ? {} : { id }),
  ...(label === undefined ? {} : { 'aria-label': label }),
  ...(placeholder === undefined ? {} : { placeholder }),
});

/** A managing organisation below one that is not stands at the top. */
const managing = (branches: readonly Branch[]): readonly Branch[] =>
  treeOf(flat(branches).filter((row) => row['manageFlag'] === '1'));
const flat = (branches: readonly Branch[]): Row[] =>
  branches.flatMap(({ children = [], ...row }) => [row, ...flat(children)]);

/** The whole name or code before a part of one. */
function bestOf(rows: readonly Row[], typed: string): Row | undefined {
  const words = (row: Row): string[] => [textAt(row, 'code'), textAt(row, 'name')].map((text) => text.toLowerCase());
  const sought = typed.trim().toLowerCase();
  return (
    rows.find((row) => words(row).includes(sought)) ??
    rows.find((row) => words(row).some((text) => text.includes(sought)))
  );
}

const optionsOf = (branches: readonly Branch[]): CascadeOption[] =>
  branches.map((branch) => ({
    value: textAt(branch, 'code'),
    label: textAt(branch, 'name'),
    ...(branch.children === undefined ? {} : { children: optionsOf(branch.children) }),
  }));

function pathTo(branches: readonly Branch[], code: string): readonly Branch[] {
  if (code === '') return [];
  for (const branch of branches) {
    if (textAt(branch, 'code') === code) return [branch];
    const below = pathTo(branch.children ?? [], code);
    if (below.length > 0) return [branch, ...below];
  }
  return [];
}
