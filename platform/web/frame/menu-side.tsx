import { useEffect, type ReactNode } from 'react';
import type { MenuNode } from '#platform/web/api/me.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { useNarrow } from './narrow.ts';
import { Sidebar } from './sidebar.tsx';

interface MenuSideProps {
  readonly nav: readonly MenuNode[];
  readonly route: string;
  readonly isFolded: boolean;
  readonly onFold: () => void;
}

/** The menu beside the page; on a phone it lies above the page until one is chosen. */
export function MenuSide({ nav, route, isFolded, onFold }: MenuSideProps): ReactNode {
  const isNarrow = useNarrow();
  if (isNarrow && isFolded) return null;
  return (
    <>
      {isNarrow && <MenuCover onFold={onFold} />}
      <Sidebar
        nav={nav}
        route={route}
        isFolded={isFolded}
        onGo={() => {
          if (isNarrow) onFold();
        }}
      />
    </>
  );
}

/** Beside the menu that lies above the page: a touch, or Esc, puts it away. */
function MenuCover({ onFold }: { readonly onFold: () => void }): ReactNode {
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') onFold();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, [onFold]);
  return (
    <button type="button" className="menu-cover" aria-label={say(texts.fold)} data-verb="menuCover" onClick={onFold} />
  );
}
