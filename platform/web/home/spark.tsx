import type { ReactNode } from 'react';

const [width, height] = [120, 26];

/** The last days as a line without axes: which way it goes, not how much. */
export function Spark({ days }: { readonly days: readonly string[] }): ReactNode {
  const values = days.map((day) => Number.parseFloat(day)); // not money
  const most = Math.max(...values, 1);
  const least = Math.min(...values, 0);
  const points = values.map((value, at) => {
    const x = (at / Math.max(1, values.length - 1)) * (width - 4) + 2;
    const y = height - 3 - ((value - least) / (most - least)) * (height - 6);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const [x = '0', y = '0'] = points.at(-1)?.split(',') ?? [];
  return (
    <svg className="home-spark" viewBox={`0 0 ${width} ${height}`} aria-hidden preserveAspectRatio="xMinYMid meet">
      <polyline points={points.join(' ')} fill="none" />
      <circle cx={x} cy={y} r="2" />
    </svg>
  );
}
