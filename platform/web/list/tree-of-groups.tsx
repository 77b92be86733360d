import { LockOutlined, MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Input, Tree } from 'antd';
import { useState, type Key, type ReactNode } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import type { Label } from '#platform/model/label.ts';
import type { Params } from '#platform/web/api/client.ts';
import { feedback } from '#platform/web/page/feedback.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { firstWithin } from './first-within.ts';
import { textAt, type Branch } from '#platform/web/value/row.ts';
import { treeTexts } from './tree-texts.ts';

export interface GroupTreeProps {
  readonly entity: Entity;
  readonly where?: Params | undefined;
  readonly selected: string;
  readonly onSelect: (code: string) => void;
  /** Said when somebody wants a locked class; without it a locked one is like any other. */ readonly locked?:
    | Label
    | undefined;
}
export interface TreeOfGroupsProps extends GroupTreeProps {
  readonly branches: readonly Branch[];
}

/** Of two quick presses on a tree the first one counts (001 §9). */
const pressPause = 500;

export function TreeOfGroups({ entity, branches, selected, onSelect, locked }: TreeOfGroupsProps): ReactNode {
  const [wanted, setWanted] = useState('');
  const [isFolded, setFolded] = useState(false);
  const nodes = nodesOf(entity, branches, wanted.trim().toLowerCase(), locked !== undefined);
  const [isFirst] = useState(() => firstWithin(pressPause));
  const press = ({ key, isLocked }: TreeNode): void => {
    if (!isFirst()) return;
    if (isLocked && locked !== undefined) feedback.warn(say(locked));
    else onSelect(String(key));
  };
  const folding = (
    <Button
      type="text"
      size="small"
      data-verb="foldTree"
      aria-expanded={!isFolded}
      aria-label={say(isFolded ? treeTexts.unfold : treeTexts.fold)}
      title={say(isFolded ? treeTexts.unfold : treeTexts.fold)}
      icon={isFolded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      onClick={() => {
        setFolded(!isFolded);
      }}
    />
  );
  if (isFolded) return <aside className="group-tree group-tree-folded">{folding}</aside>;
  return (
    <aside className="group-tree">
      <div className="group-tree-head">
        <Input
          size="small"
          allowClear
          prefix={<SearchOutlined />}
          placeholder={say(texts.searchTree)}
          aria-label={say(texts.searchTree)}
          value={wanted}
          onChange={(event) => {
            setWanted(event.target.value);
          }}
        />
        {folding}
      </div>
      <Tree<TreeNode>
        blockNode
        defaultExpandAll
        key={wanted}
        treeData={[{ key: '', title: say(texts.everything), isLocked: false, children: nodes }]}
        selectedKeys={[selected]}
        onSelect={(_keys, { node }) => {
          press(node);
        }}
      />
    </aside>
  );
}

interface TreeNode {
  key: Key;
  title: ReactNode;
  isLocked: boolean;
  children: TreeNode[];
}

/** A node stays when it or something below it matches. */
function nodesOf(entity: Entity, branches: readonly Branch[], wanted: string, isMarked: boolean): TreeNode[] {
  return branches.flatMap((branch) => {
    const name = textAt(branch, entity.nameField);
    const isWanted = wanted === '' || name.toLowerCase().includes(wanted);
    const isLocked = textAt(branch, 'lockFlag') === '1';
    const children = nodesOf(entity, branch.children ?? [], isWanted ? '' : wanted, isMarked);
    const title =
      isLocked && isMarked ? (
        <span data-locked>
          <LockOutlined /> {name}
        </span>
      ) : (
        name
      );
    return isWanted || children.length > 0
      ? [{ key: textAt(branch, entity.codeField), title, isLocked, children }]
      : [];
  });
}
