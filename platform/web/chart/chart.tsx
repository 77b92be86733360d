import { useEffect, useRef, type ReactNode } from 'react';
import { chunk } from '#platform/web/loading/chunk.ts';
import { chunkErrorShown } from './chunk-failed.ts';
import type { AnyPlan } from './chart-plan.ts';
import type { Drawing } from './draw-chart.ts';
import './chart.css';

const load = chunk(
  () => import('./draw-chart.ts'),
  ({ drawChart }) => drawChart,
);

/** A chart; the library that draws it is fetched with the first one that is shown. */
export function Chart({
  plan,
  height = 200,
}: {
  readonly plan: AnyPlan;
  readonly height?: number | string;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing | null>(null);
  const latest = useRef(plan);
  useEffect(() => {
    let isGone = false;
    void load().then((drawChart) => {
      if (isGone || box.current === null) return;
      drawing.current = drawChart(box.current);
      drawing.current.show(latest.current);
      box.current.dataset['drawn'] = 'true';
    }, chunkErrorShown);
    return () => {
      isGone = true;
      drawing.current?.end();
      drawing.current = null;
    };
  }, []);
  useEffect(() => {
    latest.current = plan;
    drawing.current?.show(plan);
  }, [plan]);
  return (
    <div ref={box} className="chart" role="img" aria-label={plan.label} style={{ height }} data-chart={plan.kind} />
  );
}
