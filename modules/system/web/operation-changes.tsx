import type { ReactNode } from 'react';
import { Section } from '#platform/web/form/panel-frame.tsx';
import { textAt, type Row } from '#platform/web/value/row.ts';
import { Changes, type ChangeSet } from '#platform/web/history/changes.tsx';
import { say } from '#platform/web/text/language.ts';
import { documentNamed, entityNamed } from '#platform/web/registry/registry.ts';
import { jobTexts } from './job-texts.ts';
import './job.css';

/** What the operation did to its record: every field by its name, before and after. */
export function OperationChanges({ record }: { readonly record: Row }): ReactNode {
  const name = textAt(record, 'noun');
  const noun = entityNamed(name) ?? documentNamed(name);
  const { changes } = record as { readonly changes: ChangeSet | { readonly filter: unknown } | null };
  const isFilter = changes !== null && 'filter' in changes;
  return (
    <Section title={say(jobTexts.changes)}>
      <p className="log-subject">
        <span className="quiet">{say(jobTexts.subject)}</span> {noun === undefined ? name : say(noun.label)}{' '}
        {textAt(record, 'recordCode')}
      </p>
      {isFilter && (
        <p className="job-remark">
          {say(jobTexts.filter)}: <code>{JSON.stringify(changes.filter)}</code>
        </p>
      )}
      {!isFilter && changes !== null && noun !== undefined && Object.keys(changes).length > 0 ? (
        <div className="log-changes">
          <Changes noun={noun} changes={changes} />
        </div>
      ) : (
        !isFilter && <p className="quiet">{say(jobTexts.noChanges)}</p>
      )}
    </Section>
  );
}
