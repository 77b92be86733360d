import { Cascader } from 'antd';
import { useState, type ReactNode } from 'react';
import { isLeafArea, openArea, openCity, useProvinces, type AreaNode } from './area.ts';
import './cascader.css';

export interface CascadeOption {
  readonly value: string;
  readonly label: string;
  readonly isLeaf?: boolean;
  readonly children?: CascadeOption[];
}

export interface AreaCascaderProps {
  readonly id?: string;
  /** The code of the deepest level that was chosen. */
  readonly value: string;
  /** Names of the levels, for as long as they are not loaded. */
  readonly names: readonly string[];
  /** 2 ends at the city, 3 at the district. */
  readonly depth?: 2 | 3;
  readonly disabled?: boolean;
  readonly variant?: 'outlined' | 'borderless';
  readonly label?: string;
  readonly placeholder?: string;
  readonly onChange: (nodes: readonly AreaNode[]) => void;
}

/** Province, city, district: what lies below a node is asked for when it is first opened, and never again. */
export function AreaCascader(props: AreaCascaderProps): ReactNode {
  const { id, value, names, depth = 3, disabled = false, variant = 'outlined', label, placeholder, onChange } = props;
  const provinces = useProvinces();
  const [below, setBelow] = useState<Below>(new Map());
  const open = async (node: AreaNode): Promise<readonly AreaNode[]> => {
    const found = await (isCity(node) && depth === 3 ? openCity(node) : openArea(node));
    setBelow((before) => new Map(before).set(node.code, found));
    return found;
  };
  const nodesOf = (codes: readonly string[]): AreaNode[] =>
    codes.flatMap(
      (code, at) =>
        (at === 0 ? provinces : (below.get(codes[at - 1] ?? '') ?? [])).find((node) => node.code === code) ?? [],
    );
  /** What was chosen before is opened, so that it is seen where it stands. */
  const showChosen = async (): Promise<void> => {
    let level: readonly AreaNode[] = provinces;
    for (const code of codesOf(value).slice(0, -1)) {
      const node = level.find((each) => each.code === code);
      if (node === undefined) return;
      level = below.get(code) ?? (await open(node));
    }
  };
  const known = nodesOf(codesOf(value)).map(({ name }) => name);
  const shown = known.length === codesOf(value).length ? known : names.filter((name) => name !== '');
  const text = shown.length === 0 ? value : shown.join(' / ');
  return (
    <Cascader
      {...(id === undefined ? {} : { id })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(placeholder === undefined ? {} : { placeholder })}
      className="full cascader"
      classNames={{ popup: { root: 'area-cascader' } }}
      variant={variant}
      disabled={disabled}
      allowClear
      changeOnSelect
      options={provinces.map((node) => optionOf(node, below, depth))}
      value={value === '' ? [] : [...codesOf(value)]}
      displayRender={() => <span title={text}>{text}</span>}
      loadData={(chosen) => {
        const node = nodesOf(chosen.map((option) => option.value)).at(-1);
        if (node !== undefined && !below.has(node.code)) void open(node);
      }}
      onOpenChange={(isOpen) => {
        if (isOpen) void showChosen();
      }}
      onChange={(codes) => {
        onChange(codes === undefined ? [] : nodesOf(codes));
      }}
    />
  );
}

/** What was opened, by the code above it. */
type Below = ReadonlyMap<string, readonly AreaNode[]>;

function optionOf(node: AreaNode, below: Below, depth: 2 | 3): CascadeOption {
  const { code, name, levelType } = node;
  const children = below.get(code);
  return {
    value: code,
    label: name,
    isLeaf: children?.length === 0 || levelType === '3' || (depth === 2 && isLeafArea(code, levelType)),
    ...(children === undefined || children.length === 0
      ? {}
      : { children: children.map((each) => optionOf(each, below, depth)) }),
  };
}

const isCity = ({ code, levelType }: AreaNode): boolean => levelType !== '3' && isLeafArea(code, levelType);

/** The national codes hold their own path: 330106 lies in 330100, which lies in 330000. */
export function codesOf(code: string): readonly string[] {
  if (!/^\d{6}$/.test(code)) return code === '' ? [] : [code];
  return [...new Set([`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code])];
}
