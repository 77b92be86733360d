import { useMemo, useState, type ReactNode } from 'react';
import type { Label } from '#platform/model/label.ts';
import { shownAs } from '#platform/model/preset.ts';
import type { Me, MenuNode } from '#platform/web/api/me.ts';
import { today } from '#platform/web/cell/cell.tsx';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';
import { useConfig } from '#platform/web/look/branding.ts';
import { chunk } from '#platform/web/loading/chunk.ts';
import { iconNamed } from '#platform/web/look/icons.tsx';
import { Loaded } from '#platform/web/loading/loaded.tsx';
import { Logo } from '#platform/web/look/logo.tsx';
import { pageName } from '#platform/web/route/menu.ts';
import { go } from '#platform/web/route/route.ts';

/** Whoever opens a list by its address waits for nothing of this. */
const loadCards = chunk(
  () => import('./home-cards.tsx'),
  ({ HomeCards }) => HomeCards,
);

export function Home({ me: { user, nav } }: { readonly me: Me }): ReactNode {
  const [greeting] = useState(greetingNow);
  const config = useConfig();
  const screens = useMemo(() => new Set(nav.flatMap(leavesOf).map(({ url }) => pageName(url ?? ''))), [nav]);
  return (
    <div className="home">
      <header className="home-head">
        {config?.homePageLogoUrl ? <Logo className="home-logo" url={config.homePageLogoUrl} /> : null}
        <div>
          <h1>{say(greeting, { name: user.realName })}</h1>
          <p className="quiet">{[user.tenantName, user[shownAs.organization], today()].filter(Boolean).join(' · ')}</p>
        </div>
      </header>
      <Loaded name="home cards" load={loadCards} props={{ screens, menu: <Areas nav={nav} /> }} />
    </div>
  );
}

/** Every screen of the user's menu. */
function Areas({ nav }: { readonly nav: readonly MenuNode[] }): ReactNode {
  return (
    <div className="home-areas">
      {nav.map((area) => (
        <section key={area.id} className="card home-area">
          <h2>
            <span className="home-icon">{iconNamed(area.icon)}</span>
            {area.name}
          </h2>
          <div className="home-links">
            {leavesOf(area).map((leaf) => (
              <a
                key={leaf.id}
                title={leaf.name}
                href={`#/${pageName(leaf.url ?? '')}`}
                onClick={(event) => {
                  event.preventDefault();
                  go(pageName(leaf.url ?? ''));
                }}
              >
                {leaf.name}
              </a>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

function greetingNow(): Label {
  const hour = new Date().getHours();
  return hour < 12 ? texts.morning : hour < 18 ? texts.afternoon : texts.evening;
}

const leavesOf = (node: MenuNode): readonly MenuNode[] => (node.url ? [node] : (node.children ?? []).flatMap(leavesOf));
