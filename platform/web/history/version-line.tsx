import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { Noun } from '#platform/model/module.ts';
import type { RecordVersion } from '#platform/model/version/answer.ts';
import { instantText } from '#platform/web/cell/cell.tsx';
import { say } from '#platform/web/text/language.ts';
import { operationLabel } from './changes.tsx';
import { versionTexts as texts } from './version-texts.ts';

/** The two versions that are compared. */
export interface Chosen {
  readonly a: number;
  readonly b: number;
}

interface VersionLineProps {
  readonly noun: Noun;
  readonly versions: readonly RecordVersion[];
  readonly chosen: Chosen;
  readonly isOlder: boolean;
  readonly onChoose: (chosen: Chosen) => void;
}

/** Versions at equal distance, whatever time lies between them: what is told apart is what was done. */
export function VersionLine({ noun, versions, chosen, isOlder, onChoose }: VersionLineProps): ReactNode {
  const place = useRef<HTMLOListElement>(null);
  const { a, b } = chosen;
  useEffect(() => {
    place.current?.querySelector('[data-side~="B"]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [b]);
  const move = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const within = (no: number): number => Math.min(versions.length, Math.max(1, no));
    onChoose(event.shiftKey ? { a: within(a + by), b } : { a, b: within(b + by) });
  };
  return (
    <ol ref={place} className="past-line" onKeyDown={move}>
      {versions.map((version) => {
        const sides = [version.no === a ? 'A' : '', version.no === b ? 'B' : ''].filter((side) => side !== '');
        const isBetween = version.no >= Math.min(a, b) && version.no <= Math.max(a, b);
        return (
          <li key={version.no} data-side={sides.join(' ')} className={isBetween ? 'past-between' : undefined}>
            <button
              type="button"
              aria-pressed={sides.length > 0}
              onClick={({ shiftKey }) => {
                onChoose(shiftKey ? { a: version.no, b } : { a, b: version.no });
              }}
            >
              <span className="past-sides">
                {sides.map((side) => (
                  <b key={side} className={`past-side past-side-${side.toLowerCase()}`}>
                    {side}
                  </b>
                ))}
              </span>
              <i className="past-dot" />
              <strong>
                {deedOf(noun, version, isOlder)} <span className="quiet">v{version.no}</span>
              </strong>
              <time dateTime={version.at}>{instantText(version.at).slice(5, 16)}</time>
              <span className="past-by">{whoIn(version)}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** What was done, in one or two words. */
export function deedOf(noun: Noun, { no, deeds }: RecordVersion, isOlder: boolean): string {
  const last = deeds.at(-1);
  if (last !== undefined) return say(operationLabel(noun, last.operation));
  return say(no === 1 && isOlder ? texts.before : texts.moved);
}

export const whoIn = ({ deeds }: RecordVersion): string => deeds.at(-1)?.by ?? '';
