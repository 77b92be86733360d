import { CloseOutlined, DownOutlined, HomeOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { panelOf, type Page } from '#platform/web/route/menu.ts';
import { go } from '#platform/web/route/route.ts';
import { useTabDrag } from './tab-drag.ts';
import { panelId, tabId } from './tab-panels.tsx';
import { aliveTabs, closeTabs, moveTab, openTabs, refreshTab, useTabs } from '#platform/web/route/tabs.ts';

export function TabStrip({
  route,
  pages,
}: {
  readonly route: string;
  readonly pages: ReadonlyMap<string, Page>;
}): ReactNode {
  const tabs = useTabs();
  const { open, dirty } = tabs;
  const alive = aliveTabs(tabs);
  const [about, setAbout] = useState('home');
  const { dragged, start } = useTabDrag();
  return (
    <div className="tab-strip">
      <Dropdown trigger={['contextMenu']} menu={tabMenu(about)}>
        <div
          className="tabs"
          role="tablist"
          aria-label={say(texts.openTabs)}
          onKeyDown={onKeyDown}
          onContextMenuCapture={(event) => {
            setAbout(
              (event.target as Element).closest('.tab')?.querySelector('[data-tab]')?.getAttribute('data-tab') ?? route,
            );
          }}
        >
          {open.map((name) => (
            <Tab
              key={name}
              name={name}
              title={name === 'home' ? say(texts.home) : (panelOf(name, pages)?.title ?? name)}
              named={tabs.names.get(name)}
              isActive={name === route}
              isReached={name === route || (!open.includes(route) && name === 'home')}
              isAlive={name === 'home' || alive.has(name)}
              isDirty={dirty.has(name)}
              isDragged={dragged === name}
              onDrag={start}
            />
          ))}
        </div>
      </Dropdown>
      <StripTools route={route} />
    </div>
  );
}

function StripTools({ route }: { readonly route: string }): ReactNode {
  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<ReloadOutlined />}
        data-verb="refreshTab"
        aria-label={say(texts.refreshTab)}
        title={say(texts.refreshTab)}
        onClick={() => void refreshTab(route)}
      />
      <Dropdown menu={tabMenu(route)} trigger={['click', 'hover']}>
        <Button
          type="text"
          size="small"
          icon={<DownOutlined />}
          data-verb="tabMenu"
          aria-label={say(texts.closeTabs)}
        />
      </Dropdown>
    </>
  );
}

interface TabProps {
  readonly name: string;
  readonly title: string;
  /** What the record in it is called. */
  readonly named: { readonly number: string; readonly partner: string } | undefined;
  readonly isActive: boolean;
  /** The one that the Tab key reaches. */
  readonly isReached: boolean;
  readonly isAlive: boolean;
  readonly isDirty: boolean;
  readonly isDragged: boolean;
  readonly onDrag: ReturnType<typeof useTabDrag>['start'];
}
function Tab({ name, title, named, isActive, isReached, isAlive, isDirty, isDragged, onDrag }: TabProps): ReactNode {
  return (
    <div
      ref={isActive ? reveal : null}
      role="presentation"
      className={`tab${isActive ? ' tab-active' : ''}${isDragged ? ' tab-dragged' : ''}`}
      onPointerDown={(event) => {
        onDrag(event, name);
      }}
      onMouseDown={noScrolling}
      onAuxClick={(event) => {
        if (event.button === 1) void closeTabs([name]);
      }}
    >
      <button
        type="button"
        role="tab"
        id={tabId(name)}
        aria-selected={isActive}
        tabIndex={isReached ? 0 : -1}
        data-tab={name}
        title={[title, named?.number, named?.partner].filter((part) => part !== undefined && part !== '').join(' ')}
        {...(isAlive ? { 'aria-controls': panelId(name) } : {})}
        onClick={() => {
          go(name);
        }}
      >
        {name === 'home' && <HomeOutlined />}
        {isDirty && <span className="unsaved" role="img" aria-label={say(texts.unsavedDot)} />}
        <span className="tab-title">{(named?.number ?? '') === '' ? title : named?.number}</span>
        {(named?.partner ?? '') !== '' && <span className="tab-partner">{named?.partner}</span>}
      </button>
      {/* For the mouse; the keyboard closes with Delete or Alt+W, and a list of tabs holds nothing but tabs. */}
      {name !== 'home' && (
        <span
          className="tab-close"
          aria-hidden="true"
          title={say(texts.closeTab, { title })}
          onClick={() => void closeTabs([name])}
        >
          <CloseOutlined />
        </span>
      )}
    </div>
  );
}

/** What can be done to a tab, and to those around it. */
function tabMenu(name: string): MenuProps {
  const open = openTabs();
  const at = open.indexOf(name);
  const item = (key: string, label: Label, isOffered = true): NonNullable<MenuProps['items']>[number] => ({
    key,
    label: <span data-verb={key}>{say(label)}</span>,
    disabled: !isOffered,
  });
  return {
    items: [
      item('refresh', texts.refreshTab),
      item('close', texts.closeThis, name !== 'home'),
      { type: 'divider' },
      item('closeOthers', texts.closeOthers, open.length > (name === 'home' ? 1 : 2)),
      item('closeRight', texts.closeRight, at < open.length - 1),
      item('closeAll', texts.closeAll, open.length > 1),
      { type: 'divider' },
      item('moveLeft', texts.moveLeft, at > 1),
      item('moveRight', texts.moveRight, at > 0 && at < open.length - 1),
    ],
    onClick: ({ key }) => {
      switch (key) {
        case 'refresh':
          void refreshTab(name);
          break;
        case 'close':
          void closeTabs([name]);
          break;
        case 'closeOthers':
          void closeTabs(open.filter((each) => each !== name));
          break;
        case 'closeRight':
          void closeTabs(open.slice(at + 1));
          break;
        case 'closeAll':
          void closeTabs(open);
          break;
        case 'moveLeft':
          moveTab(name, at - 1);
          break;
        default:
          moveTab(name, at + 1);
      }
    },
  };
}

/** Arrows walk along the strip, Enter shows, Delete closes. */
function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const at = all.findIndex((tab) => tab === document.activeElement);
  if (at < 0) return;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    all.at(to % all.length)?.focus();
  } else if (event.key === 'Delete') {
    void closeTabs([all[at]?.dataset['tab'] ?? '']);
  }
}

/** The middle button would otherwise start to scroll the strip. */
const noScrolling = (event: { readonly button: number; preventDefault: () => void }): void => {
  if (event.button === 1) event.preventDefault();
};

/**
 * With many tabs open the active one may lie outside the strip. It is looked for in the next frame: asked while the
 * page is still being changed, the browser would lay out all of it twice.
 */
const reveal = (tab: HTMLElement | null): void => {
  if (tab === null) return;
  requestAnimationFrame(() => {
    tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
};
