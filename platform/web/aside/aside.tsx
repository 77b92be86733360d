import {
  BranchesOutlined,
  GiftOutlined,
  HistoryOutlined,
  MenuFoldOutlined,
  MessageOutlined,
  PaperClipOutlined,
} from '@ant-design/icons';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode, type RefObject } from 'react';
import type { Document } from '#platform/model/document.ts';
import { useSetting } from '#platform/web/api/setting.ts';
import { isOutside } from '#platform/model/permission.ts';
import { useMe } from '#platform/web/api/me.ts';
import { retried } from '#platform/web/loading/chunk.ts';
import { Loaded } from '#platform/web/loading/loaded.tsx';
import { isDialogOpen } from '#platform/web/page/dialogs.tsx';
import { useModulesHere } from '#platform/web/registry/late-modules.ts';
import { asideCounter, ownAsides, type OwnAside, type OwnAsideProps } from '#platform/web/registry/registry.ts';
import { say } from '#platform/web/text/language.ts';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { texts } from './texts.ts';
import './aside.css';

const icons: Readonly<Record<string, ReactNode>> = {
  talk: <MessageOutlined />,
  trail: <BranchesOutlined />,
  files: <PaperClipOutlined />,
  changes: <HistoryOutlined />,
  promotions: <GiftOutlined />,
};

type Pane = RefObject<HTMLElement | null>;

interface AsideProps {
  readonly document: Document;
  readonly record: Row;
}

/**
 * The pane beside a document that is read: what is said about it, which way it went, its files and its changes. On a
 * narrow window it is a rail of icons, and opens above the document.
 */
export function Aside({ document, record }: AsideProps): ReactNode {
  const tabs = useAsideTabs(document, record);
  const counts = useAsideCounts(document, textAt(record, 'id'));
  const isWide = useWide();
  const [isKept, keep] = useSetting('aside.open', true, isBoolean);
  const [isOver, setOver] = useState(false);
  const [chosen, choose] = useState('');
  const pane = useRef<HTMLElement>(null);
  const isOpen = isWide ? isKept : isOver;
  const tab = tabs.find(({ key }) => key === chosen) ?? tabs[0];
  const setOpen = (next: boolean): void => {
    if (isWide) keep(next);
    else setOver(next);
  };
  const show = (key: string): void => {
    choose(key);
    setOpen(true);
  };
  useTalkKey(pane, () => {
    show('talk');
  });
  useTabKeys(tabs, (key) => {
    if (isOpen && tab?.key === key) setOpen(false);
    else show(key);
  });
  if (tab === undefined) return null;
  if (!isOpen) return <Rail pane={pane} tabs={tabs} counts={counts} onShow={show} />;
  return (
    <aside
      className={isWide ? 'card aside' : 'card aside aside-over'}
      ref={pane}
      data-testid="aside"
      aria-label={say(texts.aside)}
    >
      <Tabs
        tabs={tabs}
        counts={counts}
        shown={tab.key}
        onShow={choose}
        onFold={() => {
          setOpen(false);
        }}
      />
      <div className="aside-body" data-tab={tab.key}>
        <Loaded key={tab.key} name={`aside ${tab.key}`} load={retried(tab.load)} props={{ document, record }} />
      </div>
    </aside>
  );
}

interface TabsProps {
  readonly tabs: readonly OwnAside[];
  readonly counts: Readonly<Record<string, number>>;
  readonly onShow: (key: string) => void;
}

function Rail({ pane, tabs, counts, onShow }: TabsProps & { readonly pane: Pane }): ReactNode {
  return (
    <nav className="card aside-rail" ref={pane} data-testid="aside-rail" aria-label={say(texts.aside)}>
      {tabs.map(({ key, label }) => (
        <button
          key={key}
          type="button"
          data-aside={key}
          title={say(label)}
          aria-label={say(label)}
          onClick={() => {
            onShow(key);
          }}
        >
          {icons[key] ?? <MessageOutlined />}
          {(counts[key] ?? 0) > 0 && <small>{counts[key]}</small>}
        </button>
      ))}
    </nav>
  );
}

interface OpenTabsProps extends TabsProps {
  readonly shown: string;
  readonly onFold: () => void;
}
function Tabs({ tabs, counts, shown, onShow, onFold }: OpenTabsProps): ReactNode {
  return (
    <div className="aside-tabs">
      <div role="tablist">
        {tabs.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            role="tab"
            data-aside={key}
            aria-selected={key === shown}
            onClick={() => {
              onShow(key);
            }}
          >
            {say(label)}
            {(counts[key] ?? 0) > 0 && <span>{counts[key]}</span>}
          </button>
        ))}
      </div>
      <Button
        type="text"
        size="small"
        icon={<MenuFoldOutlined rotate={180} />}
        data-verb="foldAside"
        aria-label={say(texts.fold)}
        title={say(texts.fold)}
        onClick={onFold}
      />
    </div>
  );
}

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** What the platform knows of every document stands behind what modules tell. */
function useAsideTabs(document: Document, record: Row): readonly OwnAside[] {
  useModulesHere();
  const me = useMe();
  const own = ownAsides().filter(
    ({ isInternal, isOffered }) =>
      !(isInternal === true && (me === undefined || isOutside(me.user))) && isOffered?.(document, record) !== false,
  );
  return [...own, ...(document.attachments === true ? [filesTab] : []), changesTab];
}

const filesTab: OwnAside = {
  key: 'files',
  label: texts.files,
  load: async () => {
    const { AttachmentList } = await import('#platform/web/file/attachments.tsx');
    return ({ document, record }: OwnAsideProps) => <AttachmentList noun={document} record={record} />;
  },
};
const changesTab: OwnAside = {
  key: 'changes',
  label: texts.changes,
  load: async () => {
    const { Log } = await import('#platform/web/history/history-panel.tsx');
    return ({ document, record }: OwnAsideProps) => <Log noun={document} id={textAt(record, 'id')} />;
  },
};

/** One call for all tabs. Its key begins with 'list': every command makes it stale. */
function useAsideCounts(document: Document, id: string): Readonly<Record<string, number>> {
  const me = useMe();
  const count = me === undefined || isOutside(me.user) ? undefined : asideCounter();
  const { data = {} } = useQuery({
    queryKey: ['list', 'aside', document.name, id],
    queryFn: count === undefined ? skipToken : () => count(document, id),
    retry: false,
  });
  return data;
}

const wide = window.matchMedia('(min-width: 1200px)');
const useWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener);
      return () => {
        wide.removeEventListener('change', listener);
      };
    },
    () => wide.matches,
  );

/** `C` writes a comment; not while somebody types, and not in a tab that is not on screen. */
function useTalkKey(pane: Pane, onTalk: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'c' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return;
      if (
        event.target instanceof Element &&
        event.target.matches('input, textarea, [contenteditable], [role="gridcell"]')
      )
        return;
      if (isDialogOpen() || pane.current?.checkVisibility() !== true) return;
      event.preventDefault();
      onTalk();
      focusComposer(pane, 40);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
    };
  });
}

function useTabKeys(tabs: readonly OwnAside[], onKey: (key: string) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const tab = tabs.find(({ shortcut }) => shortcut === event.key);
      if (tab === undefined || isDialogOpen()) return;
      event.preventDefault();
      onKey(tab.key);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
    };
  });
}

/** The composer may still be fetched. */
function focusComposer(pane: Pane, tries: number): void {
  const field = pane.current?.querySelector<HTMLTextAreaElement>('[data-composer]');
  if (field != null) field.focus();
  else if (tries > 0)
    setTimeout(() => {
      focusComposer(pane, tries - 1);
    }, 50);
}
