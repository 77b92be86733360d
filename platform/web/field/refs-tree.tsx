import { SearchOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Tree } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import type { Label } from '#platform/model/label.ts';
import type { RefsTree } from '#platform/model/field.ts';
import { get } from '#platform/web/api/client.ts';
import { textAt, treeOf, type Branch, type Row } from '#platform/web/value/row.ts';
import { useTree } from '#platform/web/record/use-list.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { pickNodes } from './pick-nodes.ts';
import type { RefsInputProps } from './refs-props.ts';
import { afterCheck, shelvesOf } from './tree-choice.ts';
import './refs-tree.css';

const inDialog: Label = ['弹窗选择', '彈窗選擇', 'Choose in a dialog'];

export interface RefsTreeProps extends RefsInputProps {
  readonly entity: Entity;
  readonly of: string;
  readonly rule: RefsTree;
}

/**
 * A tree that lies open in the form. Choosing a node chooses what is below it; what the tree does not offer stays as it
 * was.
 */
export function BoxTree({ entity, of, rule, id, value, disabled = false, onChange }: RefsTreeProps): ReactNode {
  const { branches, isLoading } = useOffered(entity, rule.from);
  const [wanted, setWanted] = useState('');
  const [opened, setOpened] = useState<readonly string[] | null>(null);
  const shelves = useMemo(() => shelvesOf(branches, of), [branches, of]);
  const search = wanted.trim().toLowerCase();
  const nodes = useMemo(
    () => nodesOf(branches, of, entity.nameField, search),
    [branches, of, entity.nameField, search],
  );
  const pick = async (): Promise<void> => {
    const next = await pickNodes(entity, branches, { value, of, isWithBelow: true });
    if (next !== undefined) onChange(next);
  };
  const offered = value.filter((key) => shelves.has(key));
  const hidden = value.length - offered.length;
  const chosen = new Set(offered);
  const half = halfChosen(shelves, chosen);
  const expanded =
    search === ''
      ? (opened ?? branches.map((branch) => textAt(branch, of)).filter((key) => branches.length < 4 && key !== ''))
      : [...shelves.keys()];
  return (
    <div className="box-tree" id={id}>
      <TreeTools
        wanted={wanted}
        onWanted={setWanted}
        {...(disabled || entity.picker === undefined ? {} : { onDialog: () => void pick() })}
        counts={{ count: offered.length, total: shelves.size, hidden }}
        {...(disabled || offered.length === 0
          ? {}
          : {
              onClear: () => {
                onChange(value.filter((key) => !shelves.has(key)));
              },
            })}
      />
      <div className="box-tree-nodes">
        {!isLoading && nodes.length === 0 && <p className="quiet">{say(texts.noNodes)}</p>}
        <Tree
          checkable
          checkStrictly
          selectable={false}
          disabled={disabled}
          treeData={nodes}
          expandedKeys={[...expanded]}
          checkedKeys={{ checked: [...offered], halfChecked: [...half] }}
          onExpand={(keys) => {
            setOpened(keys.map(String));
          }}
          onCheck={(_keys, { node, checked }) => {
            onChange(afterCheck(value, shelves, String(node.key), checked, rule.takesParents === true));
          }}
        />
      </div>
    </div>
  );
}

/** Grey while only some of what lies below is chosen. */
const halfChosen = (shelves: ReturnType<typeof shelvesOf>, chosen: ReadonlySet<string>): readonly string[] =>
  [...shelves]
    .filter(([key, { below }]) => !chosen.has(key) && below.some((each) => chosen.has(each)))
    .map(([key]) => key);

interface TreeToolsProps {
  readonly wanted: string;
  readonly onWanted: (wanted: string) => void;
  readonly counts: { readonly count: number; readonly total: number; readonly hidden: number };
  readonly onDialog?: () => void;
  /** Without it there is nothing to clear. */
  readonly onClear?: () => void;
}
function TreeTools({
  wanted,
  onWanted,
  counts: { count, total, hidden },
  onDialog,
  onClear,
}: TreeToolsProps): ReactNode {
  return (
    <div className="box-tree-tools">
      <Input
        size="small"
        allowClear
        prefix={<SearchOutlined />}
        placeholder={say(texts.searchTree)}
        aria-label={say(texts.searchTree)}
        value={wanted}
        onChange={(event) => {
          onWanted(event.target.value);
        }}
      />
      <span className="quiet">
        {say(texts.chosenOf, { count, total })}
        {hidden > 0 && ` ${say(texts.notOffered, { count: hidden })}`}
      </span>
      {onDialog !== undefined && (
        <Button type="link" size="small" data-verb="pick" onClick={onDialog}>
          {say(inDialog)}
        </Button>
      )}
      {onClear !== undefined && (
        <Button type="link" size="small" data-verb="clearTree" onClick={onClear}>
          {say(texts.clearChoice)}
        </Button>
      )}
    </div>
  );
}

function useOffered(
  entity: RefsTreeProps['entity'],
  from: string | undefined,
): { readonly branches: readonly Branch[]; readonly isLoading: boolean } {
  const whole = useTree(from === undefined ? entity : undefined);
  const { data = noBranches, isLoading } = useQuery({
    queryKey: ['tree', entity.name, from],
    queryFn: async () => treeOf(await get<readonly Row[]>(from ?? '', {}, { isSilent: true })),
    enabled: from !== undefined,
  });
  return from === undefined ? whole : { branches: data, isLoading };
}
const noBranches: readonly Branch[] = [];

interface TreeNode {
  key: string;
  title: string;
  children: TreeNode[];
}

/** A node stays when it or something below it matches. */
function nodesOf(branches: readonly Branch[], of: string, nameField: string, wanted: string): TreeNode[] {
  return branches.flatMap((branch) => {
    const title = textAt(branch, nameField);
    const isWanted = wanted === '' || title.toLowerCase().includes(wanted);
    const children = nodesOf(branch.children ?? [], of, nameField, isWanted ? '' : wanted);
    return isWanted || children.length > 0 ? [{ key: textAt(branch, of), title, children }] : [];
  });
}
