import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { get } from '#platform/web/api/client.ts';
import { say } from '#platform/web/text/language.ts';
import { texts } from '#platform/web/text/texts.ts';

interface Facts {
  readonly appName: string;
  readonly versionCode: string;
  readonly registerCode: string;
  readonly environment: string;
}
const factsQuery = { queryKey: ['about'], queryFn: () => get<Facts>('/sys/about') } as const;

export function About(): ReactNode {
  return <AboutFacts />;
}

/** Headed by the name of the product, or by the title of the screen that shows it. */
export function AboutFacts({ title }: { readonly title?: string }): ReactNode {
  const { data, isLoading } = useQuery(factsQuery);
  if (data === undefined) return isLoading ? <Skeleton active className="card" /> : null;
  return (
    <section className="card about">
      <h1>{title ?? data.appName}</h1>
      <dl>
        {(
          [
            [texts.appName, data.appName],
            [texts.version, data.versionCode],
            [texts.registerCode, data.registerCode],
            [texts.environment, data.environment],
          ] as const
        ).map(([label, value]) => (
          <div key={label[2]} className="about-fact">
            <dt>{say(label)}</dt>
            <dd>{value === '' ? '–' : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface Version {
  readonly versionCode: string;
  readonly releaseDate: string;
  readonly title: string;
  readonly content: string;
}
const timelineQuery = {
  queryKey: ['versions'],
  queryFn: () => get<readonly Version[]>('/sys/version/timeline'),
} as const;

/**
 * Published versions in the order of the server, newest first. The one that runs is marked; when nobody published it,
 * it stands alone at the top.
 */
export function VersionTimeline(): ReactNode {
  const facts = useQuery(factsQuery);
  const timeline = useQuery(timelineQuery);
  if (facts.data === undefined || timeline.data === undefined)
    return facts.isLoading || timeline.isLoading ? <Skeleton active className="card" /> : null;
  const { versionCode: running } = facts.data;
  const versions = timeline.data.some(({ versionCode }) => versionCode === running)
    ? timeline.data
    : [{ versionCode: running, releaseDate: '', title: '', content: '' }, ...timeline.data];
  return (
    <section className="card about">
      <h1>{say(texts.versions)}</h1>
      <ol className="versions">
        {versions.map(({ versionCode, releaseDate, title, content }) => (
          <li key={versionCode} data-version={versionCode}>
            <div className="version-head">
              <strong>{versionCode}</strong>
              {versionCode === running && <span className="status status-green">{say(texts.currentVersion)}</span>}
              <time className="quiet">{releaseDate}</time>
            </div>
            {title !== '' && <div className="version-title">{title}</div>}
            {content !== '' && <p className="version-text">{textIn(content)}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What an administrator wrote as HTML, as plain lines: nothing of it becomes part of the page. */
function textIn(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('script, style')) element.remove();
  for (const element of body.querySelectorAll('br, p, div, li, h1, h2, h3, h4, tr')) element.append('\n');
  for (const element of body.querySelectorAll('br')) element.replaceWith('\n');
  for (const element of body.querySelectorAll('li')) element.prepend('· ');
  return (body.textContent ?? '').replaceAll(/\s*\n\s*/g, '\n').trim();
}
