import { ExclamationCircleFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Missing, WayOut } from '#platform/model/life.ts';
import { RecordLink } from '#platform/web/link/record-link.tsx';
import { say } from '#platform/web/text/language.ts';
import { standingTexts } from './standing-texts.ts';

interface MissingRowProps {
  readonly missing: readonly Missing[];
  readonly onWay: (way: WayOut) => void;
}

/** What a document lacks for its next step, in words, with the ways out of it. */
export function MissingRow({ missing, onWay }: MissingRowProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [first, ...rest] = missing;
  if (first === undefined) return null;
  return (
    <div className="missing" data-testid="missing" data-blocking={missing.some(({ isBlocking }) => isBlocking)}>
      <div className="missing-row">
        <ExclamationCircleFilled className="missing-icon" aria-hidden="true" />
        <b>{say(standingTexts.lacks, { count: missing.length })}</b>
        <span className="missing-text" title={first.text}>
          {first.text}
        </span>
        {rest.length > 0 && (
          <Button
            type="link"
            size="small"
            aria-expanded={isOpen}
            onClick={() => {
              setOpen(!isOpen);
            }}
          >
            {isOpen ? say(standingTexts.less) : say(standingTexts.more, { count: rest.length })}
          </Button>
        )}
        <span className="missing-ways">
          <Ways ways={first.ways} onWay={onWay} />
        </span>
      </div>
      {isOpen &&
        rest.map((each) => (
          <div key={each.text} className="missing-row">
            <span className="missing-text">{each.text}</span>
            <span className="missing-ways">
              <Ways ways={each.ways} onWay={onWay} />
            </span>
          </div>
        ))}
    </div>
  );
}

function Ways({ ways, onWay }: { readonly ways: readonly WayOut[]; readonly onWay: (way: WayOut) => void }): ReactNode {
  return ways.map((way) =>
    way.open === undefined ? (
      <Button
        key={way.label}
        size="small"
        type={way.isBest === true ? 'default' : 'link'}
        data-way={way.verb ?? 'line'}
        onClick={() => {
          onWay(way);
        }}
      >
        {way.label}
      </Button>
    ) : (
      <RecordLink key={way.label} noun={way.open.type} id={way.open.id}>
        {way.label}
      </RecordLink>
    ),
  );
}
