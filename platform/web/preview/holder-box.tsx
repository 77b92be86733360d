import type { ReactNode } from 'react';
import type { Document } from '#platform/model/document.ts';
import { currentUser } from '#platform/web/api/me.ts';
import { heldWords, sinceWords } from '#platform/web/standing/holder-words.ts';
import { standingTexts } from '#platform/web/standing/standing-texts.ts';
import { useStanding } from '#platform/web/standing/use-standing.ts';
import { say } from '#platform/web/text/language.ts';

interface HolderBoxProps {
  readonly document: Document;
  readonly id: string;
  /** Of the row: another one is asked for anew. */
  readonly version: string;
}

/**
 * Whose turn it is and since when, and how much is missing. What cannot be asked is left out: the pane tells the rest.
 */
export function HolderBox({ document, id, version }: HolderBoxProps): ReactNode {
  const { standing } = useStanding(document, id, version);
  if (standing?.holder == null) return null;
  const { holder, since, missing, tone } = standing;
  const name = holder.isMine ? (currentUser()?.realName ?? '') : (holder.names[0] ?? '');
  return (
    <div className="preview-holder" data-testid="previewHolder">
      <span className={`face status-${tone}`} aria-hidden="true">
        {name.slice(-1) || '·'}
      </span>
      <strong>{heldWords(holder)}</strong>
      {since !== null && <span>{sinceWords({ ...since, by: null })}</span>}
      {missing.length > 0 && (
        <span className="preview-lacks" title={missing[0]?.text ?? ''}>
          {say(standingTexts.lacks, { count: missing.length })} <span className="quiet">{missing[0]?.text}</span>
        </span>
      )}
    </div>
  );
}
