import { SearchOutlined } from '@ant-design/icons';
import { Button, Space, TreeSelect, type TreeSelectProps } from 'antd';
import type { ReactNode } from 'react';
import { useTree } from '#platform/web/record/use-list.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { textAt, type Branch, type Row } from '#platform/web/value/row.ts';
import { openPicker } from './open-picker.ts';
import { pickNodes } from './pick-nodes.ts';
import { keyIn, type KnownRef, type KnownRefs } from './refs-props.ts';

interface TreeInputProps extends TreeSelectProps {
  /** Opens the dialog of the noun, where it has one: departments are searched there with their organisation. */
  readonly onDialog?: (() => void) | undefined;
  readonly noun?: string;
}

/** A tree that opens below its field, and the noun's dialog beside it. */
function TreeInput({ onDialog, noun = '', ...props }: TreeInputProps): ReactNode {
  if (onDialog === undefined || props.disabled === true) return <TreeSelect {...props} />;
  return (
    <Space.Compact block>
      <TreeSelect {...props} />
      <Button icon={<SearchOutlined />} data-verb="pick" aria-label={say(texts.choose, { noun })} onClick={onDialog} />
    </Space.Compact>
  );
}

/** Several nodes of a tree. */
export function BranchesInput({ entity, of, field: _field, value, onChange, ...common }: KnownRefs): ReactNode {
  const { branches, isLoading } = useTree(entity);
  const pick = async (): Promise<void> => {
    const next = await pickNodes(entity, branches, { value, of });
    if (next !== undefined) onChange(next);
  };
  return (
    <TreeInput
      {...common}
      noun={say(entity.label)}
      onDialog={entity.picker === undefined ? undefined : () => void pick()}
      className="full"
      treeCheckable
      showCheckedStrategy="SHOW_ALL"
      allowClear
      maxTagCount="responsive"
      loading={isLoading}
      popupMatchSelectWidth={320}
      showSearch={{ treeNodeFilterProp: 'title' }}
      value={[...value]}
      treeData={optionsOf(branches, of, entity.nameField)}
      onChange={(next: string[]) => {
        onChange(next);
      }}
    />
  );
}

/** One node of a tree. */
export function BranchInput({
  entity,
  field,
  id,
  value,
  name,
  disabled = false,
  variant = 'outlined',
  label,
  placeholder,
  onChange,
}: KnownRef): ReactNode {
  const { branches, isLoading } = useTree(entity);
  const key = keyIn(entity, field);
  const treeData =
    branches.length === 0 && value !== ''
      ? [{ value, title: name === '' ? value : name }]
      : optionsOf(branches, key, entity.nameField);
  const take = (row: Row | undefined): void => {
    onChange(row === undefined ? null : textAt(row, key), row ?? null);
  };
  const pickNode = async (): Promise<void> => {
    const rows = await openPicker(entity, { where: field.where });
    if (rows?.[0] !== undefined) take(rows[0]);
  };
  return (
    <TreeInput
      noun={say(entity.label)}
      onDialog={entity.picker === undefined || variant !== 'outlined' ? undefined : () => void pickNode()}
      {...(id === undefined ? {} : { id })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(placeholder === undefined ? {} : { placeholder })}
      className="full"
      variant={variant}
      disabled={disabled}
      allowClear
      showSearch={{ treeNodeFilterProp: 'title' }}
      treeDefaultExpandAll={branches.length < 20}
      loading={isLoading}
      popupMatchSelectWidth={280}
      value={value === '' ? null : value}
      treeData={treeData}
      onChange={(next: string | null | undefined) => {
        if (next == null) take(undefined);
        else onChange(next, found(branches, key, next) ?? null);
      }}
    />
  );
}

interface Option {
  value: string;
  title: string;
  children?: Option[];
}
const optionsOf = (branches: readonly Branch[], key: string, nameField: string): Option[] =>
  branches.map((branch) => ({
    value: textAt(branch, key),
    title: textAt(branch, nameField),
    ...(branch.children === undefined ? {} : { children: optionsOf(branch.children, key, nameField) }),
  }));

function found(branches: readonly Branch[], key: string, value: string): Row | undefined {
  for (const branch of branches) {
    const hit = textAt(branch, key) === value ? branch : found(branch.children ?? [], key, value);
    if (hit !== undefined) return hit;
  }
  return undefined;
}
