import type { ReactNode } from 'react';
import { isLess } from './figure-text.ts';
import './growth.css';

/** Change with its direction in form and words of colour: what is good depends on what is counted. */
export function Growth({
  value,
  isBad = false,
}: {
  readonly value: string | null;
  readonly isBad?: boolean;
}): ReactNode {
  if (value === null) return <span className="growth">—</span>;
  const isDown = isLess(value, '0');
  const isZero = /^-?0(\.0+)?$/.test(value);
  const tone = isZero ? '' : isDown === isBad ? ' growth-good' : ' growth-bad';
  return (
    <span className={`growth${tone}`}>
      {isZero ? '' : isDown ? '▼ ' : '▲ '}
      {value.replace('-', '')}%
    </span>
  );
}
