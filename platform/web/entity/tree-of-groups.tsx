import { SearchOutlined } from '@ant-design/icons';
import { Input, Tree } from 'antd';
import { useState, type Key, type ReactNode } from 'react';
import type { Entity } from '#platform/model/entity.ts';
import { say } from '#platform/web/language.ts';
import { texts } from '#platform/web/texts.ts';
import { textAt, type Branch } from './row.ts';
import type { TreeOfGroupsProps } from './group-tree.tsx';

export function TreeOfGroups({ entity, branches, selected, onSelect }: TreeOfGroupsProps): ReactNode {
  const [wanted, setWanted] = useState('');
  const nodes = nodesOf(entity, branches, wanted.trim().toLowerCase());
  return (
    <aside className="group-tree">
      <Input size="small" allowClear prefix={<SearchOutlined />} placeholder={say(texts.searchTree)} value={wanted} onChange={(event) => { setWanted(event.target.value); }} />
      <Tree
        blockNode defaultExpandAll key={wanted}
        treeData={[{ key: '', title: say(texts.everything), children: nodes }]}
        selectedKeys={[selected]}
        onSelect={(_keys, { node }) => { onSelect(String(node.key)); }}
      />
    </aside>
  );
}

interface TreeNode { key: Key; title: string; children: TreeNode[] }

/** A node stays when it or something below it matches. */
function nodesOf(entity: Entity, branches: readonly Branch[], wanted: string): TreeNode[] {
  return branches.flatMap((branch) => {
    const title = textAt(branch, entity.nameField);
    const isWanted = wanted === '' || title.toLowerCase().includes(wanted);
    const children = nodesOf(entity, branch.children ?? [], isWanted ? '' : wanted);
    return isWanted || children.length > 0 ? [{ key: textAt(branch, entity.codeField), title, children }] : [];
  });
}
