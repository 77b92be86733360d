import { useMemo, type ReactNode } from 'react';
import { encode } from 'uqr';

/** A text as a square that scanners and telephones read, with the white around it that they need. */
export function Square({ text, className }: { readonly text: string; readonly className: string }): ReactNode {
  const { size, path } = useMemo(() => drawn(text), [text]);
  return (
    <svg className={className} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={text} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </svg>
  );
}

function drawn(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { border: 2, ecc: 'M' });
  const path = data.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: path.join('') };
}
