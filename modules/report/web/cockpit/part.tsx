import { LockOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { ListLink } from '#platform/web/link/list-link.tsx';
import { say } from '#platform/web/text/language.ts';
import type { CockpitTarget } from '#report/model/cockpit.ts';
import { cockpitTexts as texts } from './cockpit-texts.ts';

interface PartProps {
  readonly name: string;
  readonly title: string;
  readonly unit?: string | undefined;
  readonly aside?: ReactNode;
  readonly isLocked?: boolean;
  readonly children?: ReactNode;
}

/** A card of the cockpit; what whoever looks may not see keeps its place and says so. */
export const Part = ({ name, title, unit, aside, isLocked = false, children }: PartProps): ReactNode => (
  <section className="card cockpit-part" data-part={name} data-locked={isLocked}>
    <header>
      <h2>{title}</h2>
      {unit !== undefined && <span className="quiet">{unit}</span>}
      <span className="cockpit-space" />
      {!isLocked && aside}
    </header>
    {isLocked ? (
      <p className="cockpit-locked">
        <LockOutlined /> {say(texts.locked)}
      </p>
    ) : (
      children
    )}
  </section>
);

interface LeadProps {
  readonly to: CockpitTarget;
  /** One row of the report: its documents. */
  readonly row?: { readonly key: string | null; readonly name: string | null };
  readonly children: ReactNode;
}

/** A figure leads to its rows. */
export const Lead = ({ to: { page, where }, row, children }: LeadProps): ReactNode => (
  <ListLink
    to={page}
    where={row === undefined ? where : { ...where, open: row.key ?? '', openName: row.name ?? row.key ?? '' }}
  >
    {children}
  </ListLink>
);
